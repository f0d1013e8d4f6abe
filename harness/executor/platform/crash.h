// What stops a process that runs kernels, or a thread of it, in the middle of what it does.
#pragma once
#include <cstddef>
#include <cstdint>

namespace simt {

struct Interrupted {  // addresses
  uintptr_t instruction, stack;
  uintptr_t caller;  // of the function that runs, where a register holds it; else 0, and the stack does
};

enum class Fault : int32_t {
  memory,       // no such page, or not for this
  memory_gone,  // a page that the system cannot give
  division,
  instruction,
  abort,
  time_limit
};
struct Stop {
  int signal;  // the process's exit status is 128 + this
  Fault fault;
  uintptr_t address;  // of memory; 0: none
  Interrupted at;
};
// From now on `report` is called where the process must end, in the thread that did it; a time limit may come to any thread.
// It must end the process, or leave a time limit to another thread. Only system calls and what is already there are safe: the
// heap and the locks are in an unknown state.
void on_fault(void (*report)(const Stop&));
// Called once by each OS thread that is going to run kernels: a fiber that has run out of stack can only be reported on
// another one.
void prepare_for_faults();
// How far the stack that holds this address may be read, if it is the thread's own; else to the end of the page.
uintptr_t end_of_own_stack(uintptr_t address);
void write_to(int descriptor, const void*, size_t bytes);
int64_t processor_milliseconds();  // of this process

// A thread can stop another one, wherever that is: it then calls what on_interrupt() has set, with the place of its
// instruction, and goes on.
enum class Interrupt {
  turn,  // on the stack that it meets
  look,  // on another stack
};
void on_interrupt(Interrupt, void (*then)(uintptr_t instruction));
int this_process();  // a forked child is another one, and has none of its parent's threads
int this_thread();   // never 0
bool interrupt_thread(int thread, Interrupt);
bool pass_on_time_limit(int thread);

void raise_division_fault();  // as the processor does where it divides by zero

}  // namespace simt
