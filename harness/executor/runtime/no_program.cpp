// Takes the place of a user's main(), so that the build links the runtime once.
extern "C" __attribute__((weak)) int simt_user_main(int, char**, char**) { return 0; }
