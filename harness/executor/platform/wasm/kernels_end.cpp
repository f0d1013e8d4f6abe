// Linked right behind the kernel files: host/rewrite.js finds by it which functions are theirs.
extern "C" [[gnu::noinline]] __attribute__((export_name("simt_kernels_end"))) void simt_kernels_end() {}
