#include "practice/remote_runner.h"

#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstring>

#include <fmt/format.h>

#include "bench/kernel_process.h"
#include "data/json_members.h"
#include "os/error.h"
#include "os/memory.h"
#include "simt/counters_json.h"
#include "simt/crash.h"
#include "simt/memory.h"
#include "toolchain/toolchain.h"

namespace ladder::practice {
namespace {

constexpr size_t kMostReply = size_t{16} << 20, kMostWords = size_t{128} << 10;
constexpr double kStartSeconds = 20;  // from a program's start to its first answer, on a busy machine

[[noreturn]] void fail(const char* what) {
  throw os::Error(fmt::format("{}: {}", what, std::strerror(errno)));
}

os::Descriptor file_in_memory(const char* name) {
  os::Descriptor file(memfd_create(name, MFD_CLOEXEC));
  if (!file) fail("cannot create a file in memory");
  return file;
}

void send_file(int socket, int file) {
  char byte = 0;
  iovec data{&byte, 1};
  alignas(cmsghdr) char room[CMSG_SPACE(sizeof(int))]{};
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = room;
  message.msg_controllen = sizeof room;
  cmsghdr* header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  std::memcpy(CMSG_DATA(header), &file, sizeof file);
  sendmsg(socket, &message, MSG_NOSIGNAL);  // if the receiver has ended, the first request will fail
}

size_t memory_behind(int file) {
  struct stat about {};
  return fstat(file, &about) == 0 ? static_cast<size_t>(about.st_blocks) * 512 : 0;
}

}  // namespace

RemoteRunner::~RemoteRunner() { end(); }

void RemoteRunner::end() {
  if (pid_ == 0) return;
  os::kill_group(pid_);
  os::wait_for(pid_);
  socket_.close();
  words_.close();
  pid_ = 0;
}

void RemoteRunner::begin() {
  if (memory_) return;
  memory_ = file_in_memory("device memory");
  if (ftruncate(*memory_, static_cast<off_t>(size_t{1} << 39)) != 0) fail("no device memory");
  simt::share_device_memory(*memory_, false);
}

void RemoteRunner::start() {
  if (pid_ != 0) return;
  if (!memory_) memory_ = file_in_memory("none");
  const Command command = wrap_("exec " + toolchain::quoted(program_), Doing::running);
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) fail("no socket");
  os::Descriptor ours(sockets[0]);
  const os::Descriptor its(sockets[1]);
  os::Pipe words = os::make_pipe();
  const os::Descriptor calls = file_in_memory("calls");
  if (!os::write_all(*calls, allowed_calls()) || lseek(*calls, 0, SEEK_SET) != 0)
    fail("cannot create a file in memory");
  os::Start start{.words = command.words,
                  .descriptors = {*its, os::kNothing, *words.write_end},
                  .closes_others = true,
                  .empty_environment = command.empty_environment,
                  .apart = os::Start::Apart::group};
  if (command.empty_environment)
    start.descriptors.push_back(*calls);  // descriptor 3, as in sandbox.cpp's call to bubblewrap
  pid_ = os::spawn(start);
  socket_ = std::move(ours);
  words_ = std::move(words.read_end);
  last_words_.clear();
  send_file(*socket_, *memory_);
}

Response RemoteRunner::ask(const Request& question) {
  using Clock = std::chrono::steady_clock;
  start();
  if (!send_text(*socket_, data::packed(question))) tell_how_it_ended(question, "");
  std::string frame;
  const Clock::time_point started = Clock::now();
  const bool asks_for_work = question.what == "run";
  Clock::time_point look_again = Clock::now() + std::chrono::milliseconds(100);
  for (;;) {
    pollfd open[] = {{*socket_, POLLIN, 0}, {*words_, POLLIN, 0}};
    poll(open, 2, 100);
    if (open[1].revents != 0) {
      os::read_some(*words_, last_words_);
      if (last_words_.size() > 2 * kMostWords) last_words_.erase(0, last_words_.size() - kMostWords);
    }
    if (open[0].revents != 0) {
      if (os::read_some(*socket_, frame) == 0) tell_how_it_ended(question, "");
      if (os::frame_length(frame) > kMostReply)
        tell_how_it_ended(question, "the program's answer is too long");
      if (const auto reply = os::take_frame(frame)) {
        try {
          return data::unpacked<Response>(*reply);
        } catch (const std::exception&) {
          tell_how_it_ended(question, "the program's answer is invalid");
        }
      }
    }
    if (Clock::now() < look_again) continue;
    look_again = Clock::now() + std::chrono::milliseconds(100);
    if (!asks_for_work && Clock::now() - started > std::chrono::duration<double>(kStartSeconds))
      tell_how_it_ended(question, "the program did not start in time");
    if (os::memory_of({pid_}) + memory_behind(*memory_) > kMostMemory)
      tell_how_it_ended(question,
                        fmt::format("the program took more than {} GiB of memory", kMostMemory >> 30));
  }
}

// The sandbox is checked here, because the program itself cannot be trusted.
bool RemoteRunner::confining_works() const {
  const Command command = wrap_("true", Doing::building);
  return os::run_programs({command.words}, {.empty_environment = command.empty_environment}).front().status ==
         0;
}

void RemoteRunner::tell_how_it_ended(const Request& question, const std::string& otherwise) {
  bench::Ended ended;
  ended.error = otherwise.empty() ? "the program crashed, or ended itself" : otherwise;
  if (otherwise.empty()) {  // no further output will come
    while (last_words_.size() <= 4 * kMostWords) {
      pollfd open{*words_, POLLIN, 0};
      if (poll(&open, 1, 2000) <= 0 || os::read_some(*words_, last_words_) == 0) break;
    }
  }
  const std::string words = last_words_;
  for (const char* helper : {"bwrap: ", "setpriv: ", "prlimit: "})
    if (words.starts_with(helper) && !confining_works()) throw os::Error(os::first_line(words));
  end();
  if (words.starts_with("sh: ")) ended.error = os::first_line(words);  // the program was not even started
  if (otherwise.empty() && !explains_ && !words.empty()) {
    try {
      ended.earlier = data::unpacked<std::vector<simt::Hazard>>(std::string(simt::after_the_report(words)));
    } catch (const std::exception&) {  // the report is incomplete
    }
    try {  // another process of the same program can resolve its lines
      RemoteRunner other(program_, wrap_);
      other.explains_ = true;
      Request last;
      last.what = "crash";
      last.last_words = words;
      last.busy_seconds = question.busy_seconds;
      ended.last = other.ask(last).crash;
    } catch (const bench::Ended&) {
    }
  }
  ended.timed_out = !ended.last.empty() && ended.last[0].kind == simt::HazardKind::timeout;
  throw ended;
}

}  // namespace ladder::practice
