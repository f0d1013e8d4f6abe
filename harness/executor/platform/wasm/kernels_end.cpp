// Linked immediately after the kernel files: it shows host/rewrite.js which functions belong to them.
extern "C" [[gnu::noinline]] __attribute__((export_name("simt_kernels_end"))) void simt_kernels_end() {}
