// The system calls that a running submission may make: a small seccomp program, which bubblewrap installs.
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>

#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "practice/sandbox.h"

namespace ladder::practice {
namespace {

#ifdef __aarch64__
constexpr uint32_t kProcessor = AUDIT_ARCH_AARCH64;
#else
constexpr uint32_t kProcessor = AUDIT_ARCH_X86_64;
#endif

// Memory, threads, signals, time, and reading. None of these calls affects anything outside the process.
constexpr long kAllowed[] = {
    SYS_read,
    SYS_write,
    SYS_readv,
    SYS_writev,
    SYS_pread64,
    SYS_lseek,
    SYS_close,
    SYS_fstat,
    SYS_newfstatat,
    SYS_faccessat,
    SYS_readlinkat,
    SYS_getcwd,
    SYS_fcntl,
    SYS_recvmsg,
    SYS_sendto,  // the given socket; the process cannot create others
    SYS_munmap,
    SYS_mremap,
    SYS_madvise,
    SYS_brk,
    SYS_futex,
    SYS_sched_yield,
    SYS_sched_getaffinity,
    SYS_set_robust_list,
    SYS_rseq,
    SYS_set_tid_address,
    SYS_membarrier,
    SYS_gettid,
    SYS_getpid,
    SYS_getppid,
    SYS_getuid,
    SYS_geteuid,
    SYS_getgid,
    SYS_getegid,
    SYS_tgkill,
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_sigaltstack,
    SYS_setitimer,
    SYS_clock_gettime,
    SYS_clock_getres,
    SYS_clock_nanosleep,
    SYS_nanosleep,
    SYS_gettimeofday,
    SYS_getrandom,
    SYS_prlimit64,
    SYS_sysinfo,
    SYS_uname,
    SYS_prctl,
    SYS_execve,
    SYS_exit,
    SYS_exit_group,
    SYS_wait4,
    SYS_restart_syscall,
#ifdef __x86_64__
    SYS_arch_prctl,
    SYS_access,
    SYS_readlink,
    SYS_stat,
    SYS_getrlimit,
    SYS_time,
#endif
};

class Program {
 public:
  void load(size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, static_cast<uint32_t>(offset)); }
  void load_argument(unsigned i) { load(offsetof(seccomp_data, args) + 8 * i); }  // the argument's lower half
  void give(uint32_t what) { add(BPF_RET | BPF_K, what); }
  void unless_equal(uint32_t value, uint8_t count) { add(BPF_JMP | BPF_JEQ | BPF_K, value, count, 0); }
  // If the condition is false, the next `count` instructions are skipped.
  void only_if_equal(uint32_t value, uint8_t count) { add(BPF_JMP | BPF_JEQ | BPF_K, value, 0, count); }
  void only_if_any_bit(uint32_t bits, uint8_t count) { add(BPF_JMP | BPF_JSET | BPF_K, bits, 0, count); }
  void keep_bits(uint32_t bits) { add(BPF_ALU | BPF_AND | BPF_K, bits); }
  std::string bytes() const {
    return {reinterpret_cast<const char*>(code_.data()), code_.size() * sizeof(sock_filter)};
  }

 private:
  void add(unsigned code, uint32_t value, uint8_t if_true = 0, uint8_t if_false = 0) {
    code_.push_back({static_cast<uint16_t>(code), if_true, if_false, value});
  }
  std::vector<sock_filter> code_;
};

constexpr uint32_t refused(int error) { return SECCOMP_RET_ERRNO | static_cast<uint32_t>(error); }

}  // namespace

std::string allowed_calls() {
  Program p;
  p.load(offsetof(seccomp_data, arch));
  p.unless_equal(kProcessor, 1);
  p.give(SECCOMP_RET_KILL_PROCESS);  // calls for another architecture, whose numbers have other meanings
  p.load(offsetof(seccomp_data, nr));
  for (const long call : kAllowed) {
    p.only_if_equal(static_cast<uint32_t>(call), 1);
    p.give(SECCOMP_RET_ALLOW);
  }
  // Files may be opened for reading only. (The flags also allow folders.)
  p.only_if_equal(SYS_openat, 4);
  p.load_argument(2);
  p.only_if_any_bit(O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 1);
  p.give(refused(EROFS));
  p.give(SECCOMP_RET_ALLOW);
  // Threads are allowed; processes are not. glibc tries clone3 first, whose arguments cannot be inspected here.
  p.only_if_equal(SYS_clone3, 1);
  p.give(refused(ENOSYS));
  p.only_if_equal(SYS_clone, 4);
  p.load_argument(0);
  p.only_if_any_bit(CLONE_THREAD, 1);
  p.give(SECCOMP_RET_ALLOW);
  p.give(refused(EPERM));
  // No memory that is both writable and executable, and none that becomes executable.
  p.only_if_equal(SYS_mmap, 5);
  p.load_argument(2);
  p.keep_bits(PROT_WRITE | PROT_EXEC);
  p.only_if_equal(PROT_WRITE | PROT_EXEC, 1);
  p.give(refused(EPERM));
  p.give(SECCOMP_RET_ALLOW);
  p.only_if_equal(SYS_mprotect, 4);
  p.load_argument(2);
  p.only_if_any_bit(PROT_EXEC, 1);
  p.give(refused(EPERM));
  p.give(SECCOMP_RET_ALLOW);
  p.only_if_equal(SYS_ioctl, 1);  // isatty()
  p.give(refused(ENOTTY));
  p.give(refused(EPERM));
  return p.bytes();
}

}  // namespace ladder::practice
