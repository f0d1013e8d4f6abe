// Crashes and interruptions: everything that stops a process that runs kernels, or a thread of this process,
// in the middle of its work.
#pragma once
#include <cstddef>
#include <cstdint>

namespace ladder::simt {

struct Interrupted {  // addresses
  uintptr_t instruction, stack;
  uintptr_t caller;  // the current function's caller, if a register holds it; 0 if it is on the stack
};

enum class Fault : int32_t {
  memory,       // the page is missing, or the access is not allowed
  memory_gone,  // the system cannot provide the page
  division,
  instruction,
  abort,
  time_limit
};
struct Stop {
  int signal;  // the process's exit status is 128 + this
  Fault fault;
  uintptr_t address;  // the memory that was accessed; 0: none
  Interrupted at;
};
// From now on, `report` is called when the process must end: in the faulting thread, or, for the signal of a
// time limit, in any thread. `report` must end the process, or pass the time-limit signal on to another
// thread. `report` may use only system calls and memory that already exists, because the heap and the locks
// are in an unknown state.
void on_fault(void (*report)(const Stop&));
// Each OS thread calls this once before it runs kernels, because a stack overflow in a fiber can be reported
// only on another stack.
void prepare_for_faults();
// The end of the readable stack that contains this address, if that stack is the thread's own; otherwise the
// end of the page.
uintptr_t end_of_own_stack(uintptr_t address);
void write_to(int descriptor, const void*, size_t bytes);
// For `report`: if the process has not ended after this many seconds, `report` is called again.
void limit_rest_of_report(unsigned seconds);
int64_t processor_milliseconds();  // CPU time of this process

// A thread can interrupt another one at any point. The interrupted thread calls the function set by
// on_interrupt() with the address of its current instruction, and then continues.
enum class Interrupt {
  turn,  // handled on the current stack
  look,  // handled on a separate stack
};
void on_interrupt(Interrupt, void (*then)(uintptr_t instruction));
int this_process();  // a forked child is a separate process without its parent's threads
int this_thread();   // never 0
bool interrupt_thread(int thread, Interrupt);
bool pass_on_time_limit(int thread);

void raise_division_fault();  // the same fault as for a division by zero in hardware

}  // namespace ladder::simt
