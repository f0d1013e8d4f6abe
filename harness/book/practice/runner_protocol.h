// The requests from ./ladder to the program that contains a reader's file (main.cpp), and its responses. They
// contain no inputs or outputs: those are in shared device memory (simt/memory.h), so ./ladder creates and
// compares them itself.
#pragma once
#include <string>
#include <vector>

#include "data/members.h"
#include "simt/machine.h"
#include "simt/observation.h"
#include "stage/registry.h"

namespace ladder::practice {

// Everything that a STAGE line declares.
struct Registered {
  std::string id, problem, scan, layout, racy, expect, spoils, needs_gpu;
  std::vector<std::string> dtypes;
  uint64_t min_block = 0, max_block = 0, max_n = 0, needs_sm = 0;
  bool serial = false, needs_nccl = false;
};
constexpr auto members_of(const Registered*) {
  using data::Member;
  return std::tuple{Member{"id", &Registered::id},
                    Member{"problem", &Registered::problem},
                    Member{"scan", &Registered::scan},
                    Member{"layout", &Registered::layout},
                    Member{"racy", &Registered::racy},
                    Member{"expect", &Registered::expect},
                    Member{"spoils", &Registered::spoils},
                    Member{"needs_gpu", &Registered::needs_gpu},
                    Member{"dtypes", &Registered::dtypes},
                    Member{"min_block", &Registered::min_block},
                    Member{"max_block", &Registered::max_block},
                    Member{"max_n", &Registered::max_n},
                    Member{"needs_sm", &Registered::needs_sm},
                    Member{"serial", &Registered::serial},
                    Member{"needs_nccl", &Registered::needs_nccl}};
}
Registered registered(const stage::Stage&);
// How the promises in the file's STAGE line differ from those of the stage; empty if they do not differ.
findings::Evidence promise_broken(const Registered& file, const Registered& rung);

struct Place {  // an array in the shared device memory
  std::string name;
  uint64_t begin = 0, bytes = 0;
  bool live = true;
};
constexpr auto members_of(const Place*) {
  using data::Member;
  return std::tuple{Member{"name", &Place::name}, Member{"begin", &Place::begin},
                    Member{"bytes", &Place::bytes}, Member{"live", &Place::live}};
}

struct Request {
  std::string what;  // stages · run · crash: explain the final report of another process of this kind
  std::string last_words;
  // run: one job, with this build of the file.
  bool traced = false, inclusive = true;
  bool counters = false, hazards = false, barriers = false, stored = false;
  std::string dtype;
  uint64_t block = 0, n = 0;
  std::vector<uint64_t> sizes;             // see stage::Job
  std::vector<uint64_t> inputs, outputs;   // addresses
  uint64_t multiprocessors = 0;            // identifies the machine, which keeps the memory of earlier jobs
  uint64_t run_number = 0;                 // 1: no earlier job has left anything in that memory
  uint64_t schedule = 0, last_blocks = 0;  // see simt::TraceOptions
  double busy_seconds = 0;                 // limit of CPU time
  std::vector<Place> memory;
};
constexpr auto members_of(const Request*) {
  using data::Member;
  return std::tuple{Member{"what", &Request::what},
                    Member{"last_words", &Request::last_words},
                    Member{"traced", &Request::traced},
                    Member{"inclusive", &Request::inclusive},
                    Member{"counters", &Request::counters},
                    Member{"hazards", &Request::hazards},
                    Member{"barriers", &Request::barriers},
                    Member{"stored", &Request::stored},
                    Member{"dtype", &Request::dtype},
                    Member{"block", &Request::block},
                    Member{"n", &Request::n},
                    Member{"sizes", &Request::sizes},
                    Member{"inputs", &Request::inputs},
                    Member{"outputs", &Request::outputs},
                    Member{"multiprocessors", &Request::multiprocessors},
                    Member{"run_number", &Request::run_number},
                    Member{"schedule", &Request::schedule},
                    Member{"last_blocks", &Request::last_blocks},
                    Member{"busy_seconds", &Request::busy_seconds},
                    Member{"memory", &Request::memory}};
}

struct Response {
  std::vector<Registered> stages;
  std::string stopped;                                      // the reason why the job did not finish
  bool no_memory = false;                                   // true if lack of memory is the reason
  uint64_t launches = 0, largest_launch = 0;                // largest_launch: in blocks
  uint64_t longest = 0, longest_bytes = 0, host_steps = 0;  // see simt::trace::Share
  uint64_t float_divisions = 0;                             // see simt::trace::Share
  std::string read_by_host;                                 // see simt::trace::Share
  std::vector<simt::LeftInState> left_in_state;             // see simt/machine.h
  simt::Observation observation;
  std::vector<simt::Hazard> crash;  // one hazard, or none if the cause cannot be determined
};
constexpr auto members_of(const Response*) {
  using data::Member;
  return std::tuple{Member{"stages", &Response::stages},
                    Member{"stopped", &Response::stopped},
                    Member{"no_memory", &Response::no_memory},
                    Member{"launches", &Response::launches},
                    Member{"largest_launch", &Response::largest_launch},
                    Member{"longest", &Response::longest},
                    Member{"longest_bytes", &Response::longest_bytes},
                    Member{"host_steps", &Response::host_steps},
                    Member{"float_divisions", &Response::float_divisions},
                    Member{"read_by_host", &Response::read_by_host},
                    Member{"left_in_state", &Response::left_in_state},
                    Member{"observation", &Response::observation},
                    Member{"crash", &Response::crash}};
}

// Over a socket: eight bytes of length, then the text. False at the end of the stream, or if the text would be
// longer than `most`.
bool send_text(int socket, const std::string& text);
bool receive_text(int socket, std::string& text, size_t most);

}  // namespace ladder::practice
