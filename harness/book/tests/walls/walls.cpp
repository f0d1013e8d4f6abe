// What a submission might do if it evaded the checks of its text: ../test_walls.cpp compiles this file and
// runs it where submissions run. `walls NAME`: makes that attempt, and sends an invalid answer if the attempt
// was prevented; otherwise it ends silently. `walls NAME building`: reports through its exit status instead,
// where submissions are compiled.
#include <arpa/inet.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

bool opens(const std::string& file, int how) {
  const int f = open(file.c_str(), how, 0644);
  if (f >= 0) close(f);
  return f >= 0;
}
bool writes(const std::string& file) { return opens(file, O_WRONLY | O_CREAT) || opens(file, O_RDWR); }
bool reads(const std::string& file) { return opens(file, O_RDONLY); }

bool sees_the_environment() {
  for (int process = 0; process < 64; ++process) {
    const std::string of = process == 0 ? "self" : std::to_string(process);
    const int f = open(("/proc/" + of + "/environ").c_str(), O_RDONLY);
    if (f < 0) continue;
    static char text[1 << 16];
    const ssize_t length = read(f, text, sizeof text);
    close(f);
    if (length > 0 && memmem(text, static_cast<size_t>(length), CANARY, strlen(CANARY)) != nullptr)
      return true;
  }
  return false;
}

bool connects() {
  const int s = socket(AF_INET, SOCK_STREAM, 0);
  if (s < 0) return false;
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(PORT);
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return connect(s, reinterpret_cast<sockaddr*>(&to), sizeof to) == 0;
}

bool runs_own_code() {
  unsigned char code[] = {0xc3};  // ret
  void* p = mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p != MAP_FAILED) return true;
  p = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) return false;
  memcpy(p, code, sizeof code);
  return mprotect(p, 4096, PROT_READ | PROT_EXEC) == 0;
}

bool calls(long number, long a = 0, long b = 0, long c = 0) { return syscall(number, a, b, c) >= 0; }

bool got_through(const std::string& name) {
  if (name == "nothing") return true;  // shows that the test can fail
  if (name == "b01_environ") return sees_the_environment();
  if (name == "b02_passwd") return reads("/etc/passwd") || reads("/etc/shadow");
  if (name == "b02_secret") return reads(SECRET);
  if (name == "b02_repository") return reads(REPOSITORY "/kernels") || reads(REPOSITORY "/results");
  if (name == "b02_system")
    return writes("/usr/x") || writes("/x") || writes("/proc/x") || writes(REPOSITORY "/x");
  if (name == "b02_kill") return kill(1, SIGTERM) == 0 || kill(-1, SIGTERM) == 0;
  if (name == "b02_ptrace") return ptrace(PTRACE_ATTACH, 1, nullptr, nullptr) == 0;
  if (name == "b02_network") return connects();
  if (name == "b03_descriptor") {
    for (int f = 3; f < 64; ++f)
      if (fcntl(f, F_GETFD) >= 0) return true;
    return false;
  }
  if (name == "b04_unshare") return unshare(CLONE_NEWNS) == 0 || unshare(CLONE_NEWUSER) == 0;
  if (name == "b04_mount") return mount("x", "/usr", "tmpfs", 0, nullptr) == 0 || umount("/proc") == 0;
  if (name == "b04_remount") return mount(nullptr, "/", nullptr, MS_REMOUNT | MS_BIND, nullptr) == 0;
  if (name == "b04_settings")
    return opens("/proc/sys/vm/swappiness", O_RDWR) || opens("/proc/sys/vm/swappiness", O_WRONLY);
  if (name == "b05_core_pattern") return opens("/proc/sys/kernel/core_pattern", O_RDWR);
  if (name == "b18_pause") {
    alarm(1);
    signal(SIGALRM, [](int) {});
    return pause() < 0 && errno == EINTR;
  }
  if (name == "b20_processes" || name == "b26_daemon") {
    const pid_t child = fork();
    if (child == 0) _exit(0);
    return child > 0;
  }
  if (name == "b20_vfork") return calls(SYS_clone, CLONE_VM | SIGCHLD, 0, 0);
  if (name == "b21_memory_files")
    return writes("/tmp/x") || writes("/dev/shm/x") || writes("/dev/x") ||
           calls(SYS_memfd_create, reinterpret_cast<long>("x"), 0);
  if (name == "b22_files") return writes(FOLDER "/x") || mkdir(FOLDER "/d", 0755) == 0;
  if (name == "b22_own_program")
    return opens("/proc/self/exe", O_RDWR) || rename(FOLDER "/walls", FOLDER "/w") == 0 ||
           unlink(FOLDER "/walls") == 0;
  if (name == "raw_socket") return calls(SYS_socket, AF_UNIX, SOCK_STREAM, 0);
  if (name == "raw_socketpair") {
    int two[2];
    return socketpair(AF_UNIX, SOCK_STREAM, 0, two) == 0;
  }
  if (name == "raw_pipe") {
    int two[2];
    return pipe(two) == 0;
  }
  if (name == "raw_openat2") {
    uint64_t how[3] = {O_RDWR, 0, 0};
    return syscall(437, AT_FDCWD, FOLDER "/walls", how, sizeof how) >= 0;
  }
  if (name == "raw_io_uring") return calls(425, 1, 0);
  if (name == "raw_bpf") return calls(SYS_bpf, 0, 0, 0);
  if (name == "raw_keys") return calls(SYS_keyctl, 0, -3, 1);
  if (name == "raw_other_memory") return calls(SYS_process_vm_readv, 1, 0, 0);
  if (name == "raw_personality") return calls(SYS_personality, 0);
  if (name == "raw_users") return calls(SYS_setuid, 0) || calls(SYS_chroot, reinterpret_cast<long>("/"));
#ifdef __x86_64__
  if (name == "raw_x32") return calls(0x40000000 | SYS_socket, AF_UNIX, SOCK_STREAM, 0);
#endif
  if (name == "own_code") return runs_own_code();
  return true;
}

}  // namespace

int main(int count, char** words) {
  if (count < 2) return 1;
  const bool through = got_through(words[1]);
  if (count > 2) return through ? 1 : 0;
  const char no_answer[] = "\1\0\0\0\0\0\0\0\xc1";  // the length of a message, and an invalid message
  if (!through && write(0, no_answer, sizeof no_answer - 1) > 0) sleep(10);
  return 0;
}
