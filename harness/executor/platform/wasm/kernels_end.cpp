// Linked immediately after the kernel files: host/rewrite.js uses it to find out which functions belong to
// them.
extern "C" [[gnu::noinline]] __attribute__((export_name("simt_kernels_end"))) void simt_kernels_end() {}
