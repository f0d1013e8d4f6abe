// practice/remote_runner.h for WebAssembly, where the reader's file is a separate instance. The host passes
// requests to this instance (host/instance.js) and copies device memory to it and back; the memory has the same
// addresses in both instances.
#include "data/json_members.h"
#include "os/child.h"
#include "practice/remote_runner.h"
#include "simt/counters_json.h"

namespace {

struct Span {
  uint32_t begin, bytes;
};

}  // namespace

// Sends a request of text_bytes bytes. false: the instance has ended, and the answer says how.
extern "C" __attribute__((import_module("simt"), import_name("ask"))) bool simt_ask(
    const char* text, size_t text_bytes, const Span* memory, size_t spans, char** answer,
    size_t* answer_bytes);

namespace ladder::os {
void Descriptor::close() {}
}  // namespace ladder::os

namespace ladder::practice {

Command unconfined(const std::string&, Doing) { return {}; }

RemoteRunner::~RemoteRunner() = default;
void RemoteRunner::begin() {}

Response RemoteRunner::ask(const Request& question) {
  std::vector<Span> memory;
  for (const Place& p : question.memory)
    if (p.live) memory.push_back({static_cast<uint32_t>(p.begin), static_cast<uint32_t>(p.bytes)});
  const std::string text = data::packed(question);
  char* answer = nullptr;
  size_t bytes = 0;
  const bool there = simt_ask(text.data(), text.size(), memory.data(), memory.size(), &answer, &bytes);
  const std::string reply(answer, bytes);
  std::free(answer);
  if (there) return data::unpacked<Response>(reply);
  bench::Ended ended;
  ended.error = reply;
  throw ended;
}

}  // namespace ladder::practice
