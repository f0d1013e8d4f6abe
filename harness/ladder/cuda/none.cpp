// The GPU backend of a program built without CUDA: it reports that there is no GPU.
#include <stdexcept>

#include "cuda/device_facts.h"
#include "cuda/graph.h"
#include "cuda/timing.h"
#include "cuda/machine.h"
#include "cuda/nccl.h"

using namespace ladder;

namespace ladder::cuda {
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

void agree_on_facts() { refuse(); }

std::string why_no_nccl() { return kWhyNot; }
void nccl_all_reduce(device::Context&, Number, const void* const*, void* const*) { refuse(); }
void nccl_all_gather(device::Context&, Number, const void* const*, void* const*) { refuse(); }

std::unique_ptr<device::Machine> make_machine(device::Placement) { refuse(); }

struct ColdTimer::Parts {};
ColdTimer::ColdTimer() { refuse(); }
ColdTimer::~ColdTimer() = default;
double ColdTimer::seconds(void*, const std::function<void()>&, const std::function<void()>&) { refuse(); }

void ColdTimer::flush(void*) { refuse(); }
ColdTimerOfGpus::ColdTimerOfGpus() { refuse(); }
ColdTimerOfGpus::~ColdTimerOfGpus() = default;
double ColdTimerOfGpus::seconds(unsigned, const std::function<void()>&, const std::function<void()>&,
                                const std::function<void()>&) {
  refuse();
}

uint64_t fingerprint(const void*, size_t) { refuse(); }

struct Graph::Parts {};
Graph::Graph(void*, const std::function<void()>&) { refuse(); }
Graph::~Graph() = default;
void Graph::launch(void*) { refuse(); }

}  // namespace ladder::cuda
