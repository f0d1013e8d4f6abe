// The program that contains a reader's file, in another process: started when needed, queried over a socket
// (runner_protocol.h), and monitored. The file can write to the program's memory, so its answers are not
// trusted: results are compared here.
#pragma once
#include <string>
#include <vector>

#include "bench/runner.h"
#include "os/child.h"
#include "practice/sandbox.h"
#include "practice/runner_protocol.h"

namespace ladder::practice {

class RemoteRunner final : public bench::KernelRunner {
 public:
  RemoteRunner(std::string program, Wrap wrap) : program_(std::move(program)), wrap_(std::move(wrap)) {}
  ~RemoteRunner() override;
  RemoteRunner(const RemoteRunner&) = delete;
  RemoteRunner& operator=(const RemoteRunner&) = delete;

  std::vector<Registered> stages(bool traced);  // throws bench::Ended
  void begin() override;
  void run(const stage::Stage&, stage::DType, const stage::Job&) override;
  std::vector<simt::LeftInState> left_in_state(device::Machine&) override { return left_; }

  // For the last run: see simt::trace::Share.
  uint64_t longest = 0, longest_bytes = 0, host_steps = 0, float_divisions = 0;
  std::string read_by_host;

 private:
  void start();
  void end();
  Response ask(const Request&);
  bool confining_works() const;
  [[noreturn]] void tell_how_it_ended(const Request&, const std::string& otherwise);

  std::string program_;
  Wrap wrap_;
  os::Descriptor memory_;  // the file that backs device memory
  int pid_ = 0;
  os::Descriptor socket_, words_;
  std::string last_words_;
  std::vector<simt::LeftInState> left_;
  bool explains_ = false;  // true if this process explains how another process ended
};

}  // namespace ladder::practice
