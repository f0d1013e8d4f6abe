// The GPU backend of a program that was built without CUDA: there is none, and it says so.
#include <stdexcept>

#include "cuda/device_facts.h"
#include "cuda/timing.h"
#include "cuda/machine.h"

namespace cuda {
namespace {

constexpr const char* kWhyNot = "this program was built without CUDA";

[[noreturn]] void refuse() { throw std::runtime_error(kWhyNot); }

}  // namespace

const DeviceFacts& device_facts() {
  static const DeviceFacts facts = [] {
    DeviceFacts none;
    none.why_not = kWhyNot;
    return none;
  }();
  return facts;
}

bool available(std::string* why_not) {
  if (why_not != nullptr) *why_not = kWhyNot;
  return false;
}

std::unique_ptr<device::Machine> make_machine() { refuse(); }

struct ColdTimer::Parts {};
ColdTimer::ColdTimer() { refuse(); }
ColdTimer::~ColdTimer() = default;
double ColdTimer::seconds(void*, const std::function<void()>&) { refuse(); }

uint64_t fingerprint(const void*, size_t) { refuse(); }

}  // namespace cuda
