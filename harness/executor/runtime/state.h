// State shared by the runtime's files: its one lock, the program's memory and streams, and its errors.
#pragma once
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/include/cuda_runtime_api.h"
#include "runtime/order.h"
#include "runtime/seen.h"
#include "simt/launch.h"
#include "platform/here.h"
#include "platform/workers.h"

namespace ladder::simt_runtime {

// registered: ordinary host memory, pinned by cudaHostRegister(); kernels use a twin of it.
enum class Where : uint8_t { device, managed, pinned, registered };

struct Block {  // one allocation, a __managed__ variable or registered memory
  std::string name;
  char* begin;
  size_t bytes;
  Where where;
  const void* site;                       // return address of the call that made it
  bool touched = false, written = false;  // managed memory: the accesses of the running kernel
  // The number of bytes, counted from the start of the block, that the longest copy from the host wrote; the
  // whole size if copies wrote the block in pieces. `filled` is the same for cudaMemset().
  size_t copied = 0, filled = 0;
  const void *copied_at = nullptr, *filled_at = nullptr;
  const char* filled_by = nullptr;  // the name of the call
  size_t fetched = 0;               // bytes from its start that the longest copy to the host read
  const void* fetched_at = nullptr;
  bool fetched_in_pieces = false;
  int opened = 0;  // changed only by MemoryOpen
};

// An operation that the GPU may still be performing on managed or pinned memory. Until the host has waited for
// this stream, it must not access the memory or, if the operation only reads, must not write to it.
struct InFlight {
  Turn turn;  // turn of the operation
  char* begin;
  size_t bytes;
  bool host_may_read;
  const void* site;  // return address of the launch or copy
  bool by_kernel;
  bool told = false;           // the host's access has been reported; further accesses are allowed
  std::vector<char> data;      // for a copy to the host: the data that it will write
  size_t rows = 1, pitch = 0;  // a copy of several rows; `bytes` is the size of one
  // The epochs of the kernel's accesses if all its blocks were watched; otherwise the two are equal. `device`:
  // the address at which the kernel sees this memory.
  uint32_t first_epoch = 0, end_epoch = 0;
  const char* device = nullptr;
};
std::map<const char*, Block> managed_variables();

struct State {
  simt::RecursiveMutex mutex;
  std::map<const char*, Block> blocks = managed_variables();  // later also live allocations, by address
  std::vector<InFlight> in_flight;
  const void* unchecked_launch = nullptr;  // the last launch, until the program asks for its error
  bool any_allocated = false;              // memory that the host must not access is protected
  cudaError_t last = cudaSuccess, sticky = cudaSuccess;
  bool sticky_arrived =
      false;  // a call has returned the sticky error; the kernel and its error do not affect later launches
};
State& state();

const char* function_that_frees(Where);
Block* find_block(const void*);  // the block that holds the address; nullptr: none

// One API call, from its first line to its end.
class Call {
 public:
  Call(const char* name, const void* site);
  Call(const Call&) = delete;
  // The call's return value. Remembers an error, and whether the program checks that error. `why`: details
  // beyond CUDA's error text.
  cudaError_t end(cudaError_t, Evidence why = {});
  // True if the call may do its work. False after a sticky error (the call then returns end(state().sticky))
  // and in a kernel, because a GPU does not run the destructor of an argument passed by value.
  bool may_go_on() const;
  const void* site() const { return site_; }
  const char* name() const { return name_; }
  bool is_discarded() const { return discarded_; }
  // The pointer whose own size, instead of the size of the memory that it points to, is an argument; nullptr:
  // none.
  const char* measured() const { return measured_; }

 private:
  std::unique_lock<simt::RecursiveMutex> lock_;
  const char* name_;
  const void* site_;
  bool discarded_, in_kernel_;
  const char* measured_;
};
#define SIMT_CALL(NAME)          \
  Call call(#NAME, SIMT_CALLER); \
  if (!call.may_go_on()) return call.end(state().sticky)

void remember_error(cudaError_t);  // an error in a launch
// Remembers an error that counts as unchecked unless the program queries it later.
void remember_failed(const std::string& call, const void* site, cudaError_t, Evidence why = {},
                     bool launch = false, bool checked = false);
void errors_were_asked_for();
void tell_failed_calls(std::vector<HostHazard>&);  // called at the end

// Records a hazard in host code. The places of a hazard are resolved to source lines when the hazards are
// reported.
void report_host_hazard(HostHazardKind, const void* site, const char* access, const void* other_site,
                        const char* other_access, const std::string& object, Evidence);

// While such an object exists, the runtime itself may access device memory: all of it, or only these blocks
// (nullptr: none), which is fast however many blocks exist.
class MemoryOpen {
 public:
  MemoryOpen();
  explicit MemoryOpen(std::vector<Block*>);
  ~MemoryOpen();
  MemoryOpen(const MemoryOpen&) = delete;

 private:
  std::vector<Block*> blocks_;
  bool all_;
};
void close_new(Block&);  // new allocations start open
void close_freed(const Block&);
// The name of the program's variable that p points into, if the program obtained p from that variable's name in
// host code; otherwise "".
std::string variable_by_name(const void* p);
bool is_registered(const void*);  // with cudaHostRegister()
// The block of host memory, from the program's malloc() or new, that contains this address; {nullptr, 0}:
// none.
struct HostBlock {
  const char* begin = nullptr;
  size_t bytes = 0;
};
HostBlock host_block(const void*);
// Host memory from malloc() or new whose pages contain nothing else.
bool has_own_pages(const void*);
bool is_shared_with_host(const void*);          // pinned, managed or registered: kernels may get its address
const Block* registered_of_twin(const Block&);  // nullptr: not a twin
void give_twins(const Call&, void* arguments, size_t bytes);  // replaces pointers to registered memory
void registered_to_device();                                  // copies to the twins before each kernel
void registered_to_host();
void protect_managed_for_kernel();  // this also starts to record the kernel's accesses
void note_kernel_touches();         // after a kernel, if page protection does not detect its accesses
void end_of_kernel(Turn, const void* launch_site, bool all_watched);
void in_flight(InFlight&&);
void one_area(size_t first);  // the entries of in_flight from this one on are the rows of one call
// Called when the program passes its memory to the operating system, whose accesses raise no signal.
void system_touches(const void*, size_t bytes, bool write, const void* pc, const void* frame);

// Makes data that copies have written to pinned memory visible to the next operation in the stream. Until then,
// the memory keeps its old contents, because a host that does not wait must see them; such an access by the
// host is reported in any case. If `begin` is nullptr, this applies to all memory.
void stream_sees(cudaStream_t, const char* begin = nullptr, size_t bytes = 0);
bool exists(cudaStream_t);
void forget_memory();  // cudaDeviceReset
size_t heap_bytes();   // bytes that kernels may allocate with malloc() and
                       // new
bool heap_ran_out();   // true if an allocation failed for lack of room
unsigned resident_blocks(uint64_t threads, size_t shared);  // per multiprocessor
bool is_function(const void*);                              // a function of the program
uint64_t event_times_asked();
cudaError_t copy(Call&, void* to, const void* from, size_t bytes, cudaMemcpyKind, bool asynchronous,
                 cudaStream_t);
void tell_leaks(std::vector<HostHazard>&);
void something_came_back();                           // the host or the user has received data from a kernel
void tell_short_fetches();                            // called at the end, and for memory that was not freed
void tell_not_copied_back(std::vector<HostHazard>&);  // called at the end
void tell_short_symbols(std::vector<HostHazard>&);    // the same

void host_hazards_into(std::vector<HostHazard>&);
void touches_into(std::vector<HostHazard>&);

// The kernels that have run, and everything known so far.
Seen seen_so_far(bool at_end);
enum class Snapshot { now_and_then, now, at_end };
void send_snapshot(Snapshot);        // see supervisor.cpp
void freed();                        // memory freed by a destructor after main() is not a leak
void kernel_runs_now(int index);     // an index into Seen::kernels; -1: none
void kernel_ends_with(cudaError_t);  // called by the running kernel itself
// A kernel needs something that the executor does not support. Returns true.
bool tell_not_possible(const void* site, const char* access, Evidence);
void begin_where_forked();       // before a launch: this process may have been forked unnoticed
void forget_launched_kernels();  // a forked child starts its own records
void forget_host_hazards();
void forget_touches();
void forget_kernel_touches();          // the touches of the last kernel
void add_seen(Seen& to, Seen&& more);  // adds what another process of the program has observed
bool uses_atomics(const std::string& kernel);
bool launch_was_refused();       // true if any launch has been refused so far
const void* last_launch_site();  // nullptr: none has run
Evidence last_launch_seen();     // empty: none has run
void kernels_into(Seen&);

}  // namespace ladder::simt_runtime
