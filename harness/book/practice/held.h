// The program that holds a reader's file, as another process: started where it is needed, asked over a socket
// (question.h), and watched. It has the file in its memory, so what it answers is taken for no more than it is: results
// are compared here.
#pragma once
#include <string>
#include <vector>

#include "bench/elsewhere.h"
#include "os/child.h"
#include "practice/confine.h"
#include "practice/question.h"

namespace practice {

class Held final : public bench::Elsewhere {
 public:
  Held(std::string program, Wrap wrap) : program_(std::move(program)), wrap_(std::move(wrap)) {}
  ~Held() override;
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;

  std::vector<Registered> stages(bool traced);  // throws bench::Ended
  void begin() override;
  void run(const stage::Stage&, stage::DType, const stage::Job&) override;

  // Of the last run: see simt::trace::Share.
  uint64_t longest = 0, longest_bytes = 0, host_steps = 0, float_divisions = 0;
  std::string read_by_host;

 private:
  void start();
  void end();
  Reply ask(const Question&);
  bool confining_works() const;
  [[noreturn]] void tell_how_it_ended(const Question&, const std::string& otherwise);

  std::string program_;
  Wrap wrap_;
  os::Descriptor memory_;  // the file behind the device memory
  int pid_ = 0;
  os::Descriptor socket_, words_;
  std::string last_words_;
  bool explains_ = false;  // it tells how another one ended
};

}  // namespace practice
