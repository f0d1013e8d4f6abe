// The code that instrument/ inserts before an instruction at which all registers and the flags may be in
// use: a call to FUNCTION(pc, address, ARGUMENT) or (pc, address, ARGUMENT, count).
#ifdef __aarch64__
// The address is in x0.
#define ADDRESS_REGISTER "x0"
#define COPIED_REGISTER "x0"
#define STUB(NAME, FUNCTION, ADDRESS, ARGUMENT) \
  ".globl " NAME "\n.type " NAME ", %function\n.p2align 4\n" NAME ":\n"                                  \
  "stp x29, x30, [sp, -176]!\nmov x29, sp\n"                                                             \
  EACH_PAIR("stp x")                                                                                     \
  "str x18, [sp, 160]\nmrs x1, nzcv\nstr x1, [sp, 168]\nsub sp, sp, 512\n"                              \
  EACH_VECTOR_PAIR("stp q")                                                                              \
  "mov x1, " ADDRESS "\nmov x0, x30\nmov w2, " ARGUMENT "\nbl " FUNCTION "\n"                                     \
  EACH_VECTOR_PAIR("ldp q")                                                                              \
  "add sp, sp, 512\nldr x1, [sp, 168]\nmsr nzcv, x1\nldr x18, [sp, 160]\n"                              \
  EACH_PAIR("ldp x")                                                                                     \
  "ldp x29, x30, [sp], 176\nret\n.size " NAME ", .-" NAME "\n"
#define EACH_PAIR(A)                                                                                \
  A "0, x1, [sp, 16]\n" A "2, x3, [sp, 32]\n" A "4, x5, [sp, 48]\n" A "6, x7, [sp, 64]\n" A         \
    "8, x9, [sp, 80]\n" A "10, x11, [sp, 96]\n" A "12, x13, [sp, 112]\n" A "14, x15, [sp, 128]\n" A \
    "16, x17, [sp, 144]\n"
#define EACH_VECTOR_PAIR(A)                                                                             \
  A "0, q1, [sp]\n" A "2, q3, [sp, 32]\n" A "4, q5, [sp, 64]\n" A "6, q7, [sp, 96]\n" A                 \
    "8, q9, [sp, 128]\n" A "10, q11, [sp, 160]\n" A "12, q13, [sp, 192]\n" A "14, q15, [sp, 224]\n" A   \
    "16, q17, [sp, 256]\n" A "18, q19, [sp, 288]\n" A "20, q21, [sp, 320]\n" A "22, q23, [sp, 352]\n" A \
    "24, q25, [sp, 384]\n" A "26, q27, [sp, 416]\n" A "28, q29, [sp, 448]\n" A "30, q31, [sp, 480]\n"
#else
// The address is in %rdi; for a string instruction, the address is in %rsi and the count in %rcx.
#define ADDRESS_REGISTER "%rdi"
#define COPIED_REGISTER "%rsi"
#define STUB(NAME, FUNCTION, ADDRESS, ARGUMENT) \
  ".globl " NAME "\n.type " NAME ", @function\n.p2align 4\n" NAME ":\n" \
  "pushfq\npushq %rbp\nmovq %rsp, %rbp\n" \
  "pushq %rax\npushq %rcx\npushq %rdx\npushq %rsi\npushq %rdi\npushq %r8\npushq %r9\npushq %r10\npushq %r11\n" \
  "andq $-16, %rsp\nsubq $256, %rsp\n" \
  EACH_VECTOR("movaps %xmm", ", ", "(%rsp)\n") \
  "movq " ADDRESS ", %rsi\nmovq 16(%rbp), %rdi\nmovl $" ARGUMENT ", %edx\n" \
  "call " FUNCTION "\n" \
  EACH_VECTOR_BACK("movaps ", "(%rsp), %xmm", "\n") \
  "leaq -72(%rbp), %rsp\n" \
  "popq %r11\npopq %r10\npopq %r9\npopq %r8\npopq %rdi\npopq %rsi\npopq %rdx\npopq %rcx\npopq %rax\n" \
  "popq %rbp\npopfq\nret\n.size " NAME ", .-" NAME "\n"
#define EACH_VECTOR(A, B, C)                                                                                \
  A "0" B "0" C A "1" B "16" C A "2" B "32" C A "3" B "48" C A "4" B "64" C A "5" B "80" C A "6" B "96" C A \
    "7" B "112" C A "8" B "128" C A "9" B "144" C A "10" B "160" C A "11" B "176" C A "12" B "192" C A      \
    "13" B "208" C A "14" B "224" C A "15" B "240" C
#define EACH_VECTOR_BACK(A, B, C)                                                                           \
  A "0" B "0" C A "16" B "1" C A "32" B "2" C A "48" B "3" C A "64" B "4" C A "80" B "5" C A "96" B "6" C A \
    "112" B "7" C A "128" B "8" C A "144" B "9" C A "160" B "10" C A "176" B "11" C A "192" B "12" C A      \
    "208" B "13" C A "224" B "14" C A "240" B "15" C
#endif
#define SEE_ARGUMENT(BYTES) STUB("simt_see_argument_" BYTES, "simt_see_argument", ADDRESS_REGISTER, BYTES)
#define SEE_STORED(BYTES) STUB("simt_see_stored_" BYTES, "simt_see_stored", ADDRESS_REGISTER, BYTES)
#define SEE_COPIED(BYTES) STUB("simt_see_copied_" BYTES, "simt_see_copied", COPIED_REGISTER, BYTES)
asm(".text\n" STUB("simt_divided_by_zero", "simt_tell_division", ADDRESS_REGISTER, "1")
        STUB("simt_division_overflows", "simt_tell_division", ADDRESS_REGISTER, "0")
            STUB("simt_count_division", "simt_record_division", ADDRESS_REGISTER, "0")
                STUB("simt_count_float_division", "simt_record_float_division", ADDRESS_REGISTER, "0")
                    SEE_ARGUMENT("1") SEE_ARGUMENT("2") SEE_ARGUMENT("4") SEE_ARGUMENT("8") SEE_ARGUMENT("12")
                        SEE_ARGUMENT("16") SEE_ARGUMENT("20") SEE_ARGUMENT("24") SEE_ARGUMENT("28")
                            SEE_ARGUMENT("32") SEE_COPIED("1") SEE_COPIED("4") SEE_COPIED("8") SEE_STORED("1")
                                SEE_STORED("4") SEE_STORED("8")
                                    STUB("simt_see_result", "simt_see_stored", ADDRESS_REGISTER, "1"));
