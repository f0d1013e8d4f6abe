// Launches: which blocks are watched, what is collected for each kernel, and the error with which a kernel
// ends.
#include "simt/launch.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <mutex>
#include <optional>
#include <tuple>
#include <unordered_map>

#include "runtime/include/cuda_runtime.h"
#include "runtime/channel.h"
#include "runtime/coverage.h"
#include "runtime/digest.h"
#include "runtime/ending.h"
#include "runtime/order.h"
#include "runtime/print.h"
#include "runtime/record.h"
#include "runtime/state.h"
#include "runtime/twins.h"
#include "simt/executor.h"
#include "simt/launch_bounds.h"
#include "simt/memory.h"
#include "simt/trace/launches.h"
#include "platform/source.h"
#include "simt/workers.h"

using namespace ladder;

namespace presented = simt::presented;
namespace ladder::simt_runtime {
namespace {

using Thread = void (*)(void*);

// The budget per kernel, which corresponds to one or two seconds of watching. Each launch gets half of the
// remaining budget. Once the budget is used up, some more launches are watched, with as few blocks as
// possible.
constexpr uint64_t kEventsPerKernel = uint64_t{1} << 24, kFewestEvents = 4096, kEverything = UINT64_MAX / 64;
constexpr uint64_t kMostWatchedLaunches = 64, kMostEvents = kEventsPerKernel / 8 * 9;

struct Kernel {
  KernelSeen seen;
  const void* launched_at = nullptr;
  Thread traced = nullptr;
  uint64_t events_left = kEventsPerKernel, events = 0;
  int index = 0;
};

std::deque<Kernel>& kernels() {
  static auto* all = new std::deque<Kernel>;
  return *all;
}
std::unordered_map<const void*, size_t>& optin() {  // dynamic shared memory that a kernel has opted in to
  static auto* all = new std::unordered_map<const void*, size_t>;
  return *all;
}
Kernel* observed = nullptr;     // the kernel whose observation has not been taken yet
Kernel* watched_now = nullptr;  // the running launch's kernel, if it is watched

struct LastLaunch {
  const Kernel* kernel = nullptr;
  uint64_t blocks = 0, threads_of_a_block = 0;
} last_launch;

Thread traced_twin(Thread plain) {
  return reinterpret_cast<Thread>(const_cast<void*>(twin(reinterpret_cast<const void*>(plain))));
}

std::unordered_map<const void*, PointerLaunch>& pointer_launches() {
  static auto* all = new std::unordered_map<const void*, PointerLaunch>;
  return *all;
}

// A list that includes the launched kernel: for a launch by name, all functions that a thread calls.
std::vector<const void*> kernel_among(const Request& r, const Shape& shape) {
  if (shape.kernel) return {shape.kernel};
  return called_by(reinterpret_cast<const void*>(r.thread));
}

// A kernel may be launched in several places, and one place may launch several kernels; the function that runs
// a thread identifies both the place and the kernel.
Kernel& kernel_of(const Request& r, const Shape& shape, const void* site) {
  static auto* by_thread = new std::unordered_map<const void*, Kernel*>;
  Kernel*& k = (*by_thread)[shape.kernel ? shape.kernel : reinterpret_cast<const void*>(r.thread)];
  if (k) return *k;
  const simt::SourceLine& line = simt::source_line(site);
  const std::string function = shape.kernel ? simt::function_name(shape.kernel) : "";
  const std::string name = function.empty() ? r.name : function;
  for (Kernel& known : kernels())
    if (known.seen.name == name) return *(k = &known);
  k = &kernels().emplace_back();
  k->index = static_cast<int>(kernels().size()) - 1;
  k->seen.name = name;
  k->seen.file = line.file;
  k->seen.line = line.line;
  k->launched_at = site;
  k->traced = traced_twin(r.thread);
  return *k;
}

bool same_places(const std::vector<simt::Access>& a, const std::vector<simt::Access>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](auto& x, auto& y) { return x.file == y.file && x.line == y.line; });
}
bool same_lines(const simt::Hazard& a, const simt::Hazard& b) {
  return a.kind == b.kind && same_places(a.where, b.where);
}

// How far apart the two threads of a race are: the greatest distance needs the strongest synchronisation.
enum class Reach : uint8_t { warp, block, grid };
Reach reach_of(const simt::Hazard& race) {
  const auto& where = race.where;
  if (where.size() > 1 && where[0].thread.block != where[1].thread.block) return Reach::grid;
  const findings::Fact* barrier = race.evidence.root().find("barrier");
  return barrier && barrier->text() == "__syncwarp()" ? Reach::warp : Reach::block;
}

// Drops a race within a warp if a race between warps, perhaps in another launch, has the same line, because
// the fix for a race within a warp is then not sufficient.
void drop_narrower_races(std::vector<simt::Hazard>& hazards) {
  const auto is_race = [](const simt::Hazard& h) { return h.kind == simt::HazardKind::race; };
  const auto shares_line = [](const simt::Hazard& a, const simt::Hazard& b) {
    return std::any_of(a.where.begin(), a.where.end(), [&](const simt::Access& x) {
      return std::any_of(b.where.begin(), b.where.end(),
                         [&](const simt::Access& y) { return x.file == y.file && x.line == y.line; });
    });
  };
  const std::vector<simt::Hazard> all = hazards;
  std::erase_if(hazards, [&](const simt::Hazard& h) {
    return is_race(h) && reach_of(h) == Reach::warp && std::any_of(all.begin(), all.end(), [&](auto& wider) {
             return is_race(wider) && reach_of(wider) > Reach::warp && wider.space == h.space &&
                    wider.object.name == h.object.name && shares_line(wider, h);
           });
  });
}

void add(simt::Observation& to, simt::Observation&& more) {
  to.counters += more.counters;
  if (more.narrow > 0) to.narrow = more.narrow;
  to.complete &= more.complete;
  simt::add_uses(to.barriers, more.barriers);
  for (simt::LineCost& line : more.lines) {
    const auto at = std::lower_bound(to.lines.begin(), to.lines.end(), line, [](auto& a, auto& b) {
      return std::tie(a.file, a.line) < std::tie(b.file, b.line);
    });
    if (at != to.lines.end() && at->file == line.file && at->line == line.line) {
      at->executions += line.executions;
      at->counters += line.counters;
      at->extra_sectors += line.extra_sectors;
      at->extra_wavefronts += line.extra_wavefronts;
    } else {
      to.lines.insert(at, std::move(line));
    }
  }
  for (simt::Hazard& h : more.hazards) {
    const auto known =
        std::find_if(to.hazards.begin(), to.hazards.end(), [&](auto& k) { return same_lines(k, h); });
    if (known == to.hazards.end()) {
      to.hazards.push_back(std::move(h));
      continue;
    }
    h.count += known->count;
    if (h.kind == simt::HazardKind::race && reach_of(h) > reach_of(*known))
      *known = std::move(h);
    else
      known->count = h.count;
  }
  drop_narrower_races(to.hazards);
  simt::causes_first(to.hazards);
}

// Explains a read of uninitialised memory after the end of a copied or filled range, if the size of the copy
// was a number of elements.
void tell_short_copies(std::vector<simt::Hazard>& hazards) {
  const auto counts_elements = [](size_t size, const Block& b) {
    return size > 0 &&
           (size * 2 == b.bytes || size * 4 == b.bytes || size * 8 == b.bytes || size * 16 == b.bytes);
  };
  for (simt::Hazard& h : hazards) {
    if (h.kind != simt::HazardKind::uninitialised || h.space != "global" || h.where.size() > 1) continue;
    const std::string& name = h.object.name;
    for (const auto& [address, b] : state().blocks) {
      if (b.name != name || (b.copied > 0 && b.filled > 0)) continue;
      const size_t size = b.copied + b.filled;
      if (!counts_elements(size, b)) continue;
      const simt::SourceLine& line = simt::source_line(b.copied > 0 ? b.copied_at : b.filled_at);
      h.evidence = {Cause::copied_too_little,
                    {{"what", h.evidence},
                     {"line", line.line},
                     {"copied", size},
                     {"object", name},
                     {"bytes", b.bytes}}};
      if (b.filled > 0) h.evidence.add({"call", b.filled_by});
      break;
    }
  }
}

// Explains an access through a null pointer after malloc() or new in a kernel has returned a null pointer.
void tell_full_heap(std::vector<simt::Hazard>& hazards) {
  constexpr uintptr_t kNull = 65536;
  for (simt::Hazard& h : hazards)
    if (h.kind == simt::HazardKind::invalid_address && heap_ran_out() &&
        h.object.address.value_or(kNull) < kNull)
      h.evidence = {Cause::device_heap_full, {{"bytes", heap_bytes()}}};
}

void take_observation_of(Kernel& k) {
  by_the_executor([&] {
    simt::Observation o = simt::take_observation();
    tell_short_copies(o.hazards);
    tell_full_heap(o.hazards);
    add(k.seen.seen, std::move(o));
  });
}

std::atomic<cudaError_t> ended_with = cudaSuccess;  // set by the running kernel itself
std::atomic<bool> not_possible = false;             // the kernel needs an unsupported feature

// The hazards come from all launches of the kernel. One of these launches may have run past the end of an
// array and continued; an error that ends a block early is recorded only once.
cudaError_t error_of(const std::vector<simt::Hazard>& hazards, bool thread_stopped) {
  const auto abandons = [](const simt::Hazard& h) {
    return h.kind == simt::HazardKind::crash || h.kind == simt::HazardKind::deadlock;
  };
  if (!thread_stopped && std::any_of(hazards.begin(), hazards.end(), abandons)) return cudaErrorLaunchFailure;
  for (const simt::Hazard& h : hazards) {
    if (h.kind == simt::HazardKind::invalid_address || h.kind == simt::HazardKind::out_of_bounds)
      return cudaErrorIllegalAddress;
    if (h.kind == simt::HazardKind::misaligned) return cudaErrorMisalignedAddress;
  }
  return cudaErrorLaunchFailure;
}

// Reports that a kernel used a host pointer, which is a mistake in the launch.
void tell_host_pointers(Kernel& k, const Request& r, const void* site) {
  const bool given = std::any_of(r.pointers, r.pointers + r.pointer_count, [](const void* p) {
    return p && !simt::in_device_memory(p) && !is_registered(p);
  });
  auto& hazards = k.seen.seen.hazards;
  const auto bad = std::find_if(hazards.begin(), hazards.end(), [](const simt::Hazard& h) {
    return h.kind == simt::HazardKind::invalid_address;
  });
  if (!given || bad == hazards.end()) return;
  Evidence evidence(Cause::host_pointer_used, {{"kernel", k.seen.name}});
  if (!bad->where.empty()) evidence.add({"line", bad->where[0].line});
  report_host_hazard(HostHazardKind::host_pointer_in_kernel, site, "launch", nullptr, "", k.seen.name,
                     std::move(evidence));
  std::erase_if(hazards, [](const simt::Hazard& h) { return h.kind == simt::HazardKind::invalid_address; });
}

// In host code, a variable's name denotes the host's own copy, which no kernel can access.
void tell_variables_by_name(const Kernel& k, const Request& r, const void* site) {
  for (unsigned i = 0; i < r.pointer_count; ++i)
    if (const std::string name = variable_by_name(r.pointers[i]); !name.empty())
      report_host_hazard(HostHazardKind::host_pointer_in_kernel, site, "launch", nullptr, "", k.seen.name,
                         {Cause::host_variable_used, {{"kernel", k.seen.name}, {"object", name}}});
}

bool all_watched = true;  // every block of every launch so far

// Called for the running launch, or for one that has just ended.
void note_watched_blocks() {
  if (!watched_now) return;
  Kernel& k = *std::exchange(watched_now, nullptr);
  const auto [blocks, events] = simt::trace::last_launch_watched();
  k.seen.watched_launches += 1;
  k.seen.watched_blocks += blocks;
  all_watched &= blocks == last_launch.blocks;
  k.events_left -= std::min(k.events_left, events);
  k.events += events;
}

// Returns whether the launch was watched.
bool run(Kernel& k, const Request& r, const Shape& shape, const void* site) {
  static const bool idle = std::getenv(kIdle) != nullptr;
  if (idle) return false;
  static const bool full = std::getenv(kFull) != nullptr;
  const uint64_t blocks = uint64_t{shape.grid.x} * shape.grid.y * shape.grid.z;
  static uint64_t launches = 0;
  const bool recorded = ++launches == wanted_record().launch && k.traced;
  const uint64_t budget = full ? kEverything : std::max(k.events_left / 2, kFewestEvents);
  const bool watched =
      recorded || (k.traced && (k.events_left / 2 >= kFewestEvents || full ||
                                (k.seen.watched_launches < kMostWatchedLaunches && k.events < kMostEvents)));
  k.seen.launches += 1;
  k.seen.total_blocks += blocks;
  ++own_slot().launches;
  last_launch = {&k, blocks, uint64_t{shape.block.x} * shape.block.y * shape.block.z};
  if (k.seen.launches == 1) send_snapshot(Snapshot::now);  // in case the kernel never returns
  if (watched && observed != &k) {
    if (observed) take_observation_of(*observed);
    observed = &k;
  }
  simt::Launch launch{shape.grid,
                      shape.block,
                      shape.dynamic_shared,
                      watched ? traced_twin(r.thread) : r.thread,
                      r.parcel,
                      r.parcel_bytes,
                      watched,
                      shape.kernel,
                      r.cooperative,
                      1,
                      {r.arguments, r.argument_count}};
  if (watched && !launch.thread) launch.thread = k.traced;
  simt::unobserved_thread = r.thread;
  simt::trace::set_event_budget(recorded ? 0 : budget);  // 0: only the requested block is watched
  all_watched &= watched;
  if (watched) watched_now = &k;
  kernel_runs_now(k.index);
  std::optional<Recording> recording;
  if (recorded) {
    recording.emplace();
    recording->kernel = k.seen.name, recording->source = k.seen.file;
    recording->threads = uint64_t{shape.block.x} * shape.block.y * shape.block.z;
  }
  try {
    simt::run(launch);
    note_watched_blocks();
  } catch (const simt::KernelStopped& stopped) {
    note_watched_blocks();
    if (observed) take_observation_of(*observed);
    observed = nullptr;
    const bool thread_stopped = dynamic_cast<const simt::ThreadsStopped*>(&stopped) != nullptr;
    const cudaError_t own = ended_with.exchange(cudaSuccess);
    state().sticky = own ? own : error_of(k.seen.seen.hazards, thread_stopped);
    state().sticky_arrived = false;
    tell_host_pointers(k, r, site);
  }
  return watched;
}

bool refused_launch = false;

// How much dynamic shared memory a kernel may have in addition to its arrays. (Arrays of more than 48 KB are
// reported where they are used.)
size_t without_opt_in(size_t arrays) {
  return arrays > presented::kStaticShared ? presented::kStaticShared : presented::kStaticShared - arrays;
}

struct Refusal {
  cudaError_t error = cudaSuccess;
  Evidence why = {};
};
Refusal refusal(const Request& r, const Shape& s, const std::vector<const void*>& kernels) {
  const auto shape = [](const dim3& d) {
    return std::to_string(d.x) + " x " + std::to_string(d.y) + " x " + std::to_string(d.z);
  };
  const uint64_t threads = uint64_t{s.block.x} * s.block.y * s.block.z;
  if (!exists(s.stream)) return {cudaErrorInvalidResourceHandle};
  // As in CUDA 13; earlier versions return cudaErrorInvalidConfiguration.
  if (threads == 0 || threads > simt::kMaxThreads || s.block.z > presented::kBlockZ)
    return {cudaErrorInvalidValue,
            {Cause::launch_block_size, {{"shape", shape(s.block)}, {"threads", threads}}}};
  if (s.grid.x == 0 || s.grid.y == 0 || s.grid.z == 0 || s.grid.x > presented::kGridX ||
      s.grid.y > presented::kGridYZ || s.grid.z > presented::kGridYZ)
    return {cudaErrorInvalidValue, {Cause::launch_grid_size, {{"shape", shape(s.grid)}}}};
  for (const void* kernel : kernels)
    if (const unsigned allowed = simt::threads_allowed(kernel); allowed && threads > allowed)
      return {cudaErrorInvalidConfiguration,
              {Cause::launch_past_bounds, {{"threads", threads}, {"allowed", allowed}}}};
  size_t fixed = 0;  // size of the kernel's arrays in bytes
  for (const void* kernel : kernels) fixed = std::max(fixed, simt::static_shared(kernel));
  const uint64_t resident =
      uint64_t{presented::kMultiprocessors} * resident_blocks(threads, s.dynamic_shared + fixed);
  if (r.cooperative && uint64_t{s.grid.x} * s.grid.y * s.grid.z > resident)
    return {cudaErrorCooperativeLaunchTooLarge,
            {Cause::launch_too_large_to_be_resident, {{"shape", shape(s.grid)}, {"resident", resident}}}};
  if (s.dynamic_shared > simt::kMaxDynamicShared)
    return {cudaErrorInvalidValue,
            {Cause::launch_dynamic_shared, {{"bytes", s.dynamic_shared}, {"most", simt::kMaxDynamicShared}}}};
  const bool asked_for = std::any_of(kernels.begin(), kernels.end(), [&](const void* kernel) {
    const auto allowed = optin().find(kernel);
    return allowed != optin().end() && allowed->second >= s.dynamic_shared;
  });
  if (s.dynamic_shared > without_opt_in(fixed) && !asked_for) {
    Evidence why(Cause::launch_without_opt_in, {{"bytes", s.dynamic_shared}});
    if (fixed) why.add({"arrays", fixed});
    return {cudaErrorInvalidValue, std::move(why)};
  }
  return {};
}

}  // namespace

cudaError_t launch(const Request& r, const Shape& shape) {
  const void* site = r.site ? r.site : SIMT_CALLER;
  if (simt::current_worker) {
    tell_not_possible(site, "launch", {Cause::launch_in_kernel_of_program});
    simt::abandon_block();
  }
  begin_where_forked();
  const Call call("launch", site);
  if (state().sticky) return state().sticky;
  const auto [e, why] = refusal(r, shape, kernel_among(r, shape));
  state().unchecked_launch =
      r.site && !call.is_discarded() ? nullptr : site;  // cudaLaunchKernel() returns it
  refused_launch |= e != cudaSuccess;
  constexpr uint64_t kFirst =
      16;  // launches per kernel whose results are published immediately, in case the program dies
  bool first = false;
  if (e == cudaSuccess) {
    const MemoryOpen open;
    fflush(stdout);  // keeps the kernel's output after the host's earlier output
    give_twins(call, r.parcel, r.parcel_bytes);
    registered_to_device();
    stream_sees(shape.stream);
    protect_managed_for_kernel();
    Kernel& k = kernel_of(r, shape, site);
    Operation operation{"the kernel " + k.seen.name, site, {}};
    ordered_launch_begin(operation, shape.stream);
    take_first_print();
    tell_variables_by_name(k, r, site);
    const bool watched = run(k, r, shape, site);
    operation.printed_at = take_first_print();
    if (operation.printed_at) something_came_back();
    note_kernel_touches();
    if (not_possible) forget_kernel_touches();  // on a GPU, the host need not wait for this kernel
    const bool all_watched = watched && simt::trace::last_launch_watched().blocks ==
                                            uint64_t{shape.grid.x} * shape.grid.y * shape.grid.z;
    end_of_kernel(operation.turn, site, all_watched);
    digest_after_launch();
    PastLaunch past{k.seen.name, site, shape.grid, shape.block, {}, {}, 0, 0, false};
    if (watched) {
      std::tie(past.first_epoch, past.end_epoch) = simt::trace::epochs_of_last_launch();
      past.all_watched = all_watched;
    }
    for (unsigned i = 0; i < r.argument_count; ++i) read_argument(past, r.arguments[i]);
    note_launch(std::move(past));
    ordered_launch_end(std::move(operation), watched);
    kernel_runs_now(-1);
    first = k.seen.launches <= kFirst;
    registered_to_host();
  }
  if (e) {
    remember_error(e);
    if (e != state().sticky)
      remember_failed("the launch of " + (*r.name ? r.name : simt::function_name(shape.kernel)), site, e, why,
                      true, r.site && !call.is_discarded());
  }
  send_snapshot(first ? Snapshot::now : Snapshot::now_and_then);
  return e;
}

void know(const void* kernel, PointerLaunch how) { pointer_launches()[kernel] = how; }

cudaError_t launch_known(const void* kernel, const Shape& shape, void** arguments, bool cooperative) {
  const void* site = SIMT_CALLER;
  const auto how = pointer_launches().find(kernel);
  if (how != pointer_launches().end()) return how->second(kernel, shape, arguments, cooperative, site);
  Call call(cooperative ? "cudaLaunchCooperativeKernel" : "cudaLaunchKernel", site);
  return call.end(cudaErrorInvalidDeviceFunction);
}

bool is_cooperative(const cudaLaunchConfig_t& config) {
  bool cooperative = false;
  for (unsigned i = 0; i < config.numAttrs; ++i) {
    const cudaLaunchAttribute& attribute = config.attrs[i];
    const auto refuse = [&, site = SIMT_CALLER](const char* name) {
      tell_not_possible(site, "launch", {Cause::launch_attribute, {{"attribute", name}}});
      std::exit(2);
    };
    if (attribute.id == cudaLaunchAttributeCooperative) cooperative = attribute.val.cooperative != 0;
    if (const auto& of = attribute.val.clusterDim;
        attribute.id == cudaLaunchAttributeClusterDimension && (of.x > 1 || of.y > 1 || of.z > 1))
      refuse("cudaLaunchAttributeClusterDimension");
    if (attribute.id == cudaLaunchAttributeProgrammaticStreamSerialization &&
        attribute.val.programmaticStreamSerializationAllowed)
      refuse("cudaLaunchAttributeProgrammaticStreamSerialization");
    if (attribute.id == cudaLaunchAttributeProgrammaticEvent) refuse("cudaLaunchAttributeProgrammaticEvent");
    if (attribute.id == cudaLaunchAttributeLaunchCompletionEvent)
      refuse("cudaLaunchAttributeLaunchCompletionEvent");
  }
  return cooperative;
}

cudaError_t set_attribute(const void* kernel, cudaFuncAttribute attribute, int value) {
  Call call("cudaFuncSetAttribute", SIMT_CALLER);
  if (!is_function(kernel)) return call.end(cudaErrorInvalidDeviceFunction);
  if (attribute < cudaFuncAttributeMaxDynamicSharedMemorySize || attribute >= cudaFuncAttributeMax)
    return call.end(cudaErrorInvalidValue);
  if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout &&
      (value < cudaSharedmemCarveoutDefault || value > cudaSharedmemCarveoutMaxShared))
    return call.end(cudaErrorInvalidValue);
  if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize) return call.end(cudaSuccess);
  if (value < 0 || static_cast<size_t>(value) + simt::static_shared(kernel) > simt::kMaxDynamicShared)
    return call.end(cudaErrorInvalidValue);
  optin()[kernel] = static_cast<size_t>(value);
  return call.end(cudaSuccess);
}

cudaError_t get_attributes(cudaFuncAttributes* a, const void* kernel) {
  Call call("cudaFuncGetAttributes", SIMT_CALLER);
  if (!a) return call.end(cudaErrorInvalidValue);
  if (!is_function(kernel)) return call.end(cudaErrorInvalidDeviceFunction);
  std::memset(a, 0, sizeof *a);
  const unsigned allowed = simt::threads_allowed(kernel);
  a->maxThreadsPerBlock = allowed ? static_cast<int>(allowed) : simt::kMaxThreads;
  a->numRegs = 32;
  a->ptxVersion = a->binaryVersion = 90;
  a->sharedSizeBytes = simt::static_shared(kernel);
  a->maxDynamicSharedSizeBytes =
      static_cast<int>(optin().count(kernel) ? optin()[kernel] : without_opt_in(a->sharedSizeBytes));
  a->preferredShmemCarveout = -1;
  return call.end(cudaSuccess);
}

bool is_function(const void* p) { return twin(p) != nullptr; }

bool all_launches_watched() { return all_watched; }

bool uses_atomics(const std::string& kernel) {
  if (observed) take_observation_of(*observed);
  observed = nullptr;
  return std::any_of(kernels().begin(), kernels().end(), [&](const Kernel& k) {
    return k.seen.name == kernel && k.seen.seen.counters.atomics > 0;
  });
}

void kernel_ends_with(cudaError_t e) { ended_with = e; }

bool tell_not_possible(const void* site, const char* access, Evidence evidence) {
  static std::mutex mutex;  // several workers may call this at the same time
  const std::lock_guard lock(mutex);
  report_host_hazard(HostHazardKind::not_possible, site, access, nullptr, "", "", std::move(evidence));
  not_possible = true;
  return true;
}

bool launch_was_refused() { return refused_launch; }

void forget_launched_kernels() {
  simt::take_observation();
  observed = nullptr;
  for (Kernel& k : kernels()) {
    KernelSeen none;
    none.name = k.seen.name, none.file = k.seen.file, none.line = k.seen.line;
    k.seen = std::move(none);
    k.events_left = kEventsPerKernel;
    k.events = 0;
  }
}

const void* last_launch_site() { return last_launch.kernel ? last_launch.kernel->launched_at : nullptr; }
Evidence last_launch_seen() {
  if (!last_launch.kernel) return {};
  return {Cause::last_launch,
          {{"kernel", last_launch.kernel->seen.name},
           {"blocks", last_launch.blocks},
           {"threads", last_launch.threads_of_a_block},
           {"all_threads", last_launch.blocks * last_launch.threads_of_a_block}}};
}

void kernels_into(Seen& seen) {
  note_watched_blocks();  // called in the middle of a launch that will not finish
  if (observed) take_observation_of(*observed);
  observed = nullptr;
  for (const Kernel& k : kernels()) seen.kernels.push_back(k.seen);
}

void add_seen(Seen& to, Seen&& more) {
  for (KernelSeen& k : more.kernels) {
    if (k.launches == 0) continue;  // launched only by another process
    const auto known = std::find_if(to.kernels.begin(), to.kernels.end(), [&](const KernelSeen& t) {
      return t.name == k.name && t.file == k.file && t.line == k.line;
    });
    if (known == to.kernels.end()) {
      to.kernels.push_back(std::move(k));
      continue;
    }
    known->launches += k.launches;
    known->watched_launches += k.watched_launches;
    known->watched_blocks += k.watched_blocks;
    known->total_blocks += k.total_blocks;
    add(known->seen, std::move(k.seen));
  }
  for (HostHazard& h : more.host_hazards) {
    const auto known = std::find_if(to.host_hazards.begin(), to.host_hazards.end(), [&](auto& t) {
      return t.kind == h.kind && t.evidence == h.evidence && same_places(t.where, h.where);
    });
    if (known != to.host_hazards.end())
      known->count += h.count;
    else
      to.host_hazards.push_back(std::move(h));
  }
  to.event_times += more.event_times;
  if (more.unchecked_launch) to.unchecked_launch = more.unchecked_launch;
  to.digest = 0;  // a digest covers only one process
}

}  // namespace ladder::simt_runtime
