// Linked immediately after the kernel files to show host/rewrite.js which functions belong to these files.
extern "C" [[gnu::noinline]] __attribute__((export_name("simt_kernels_end"))) void simt_kernels_end() {}
