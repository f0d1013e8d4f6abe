// The program `judge`. ./ladder practice links it with the two objects of one file of the reader, and asks it:
//   judge stage                          what the file's STAGE lines say
//   judge check ID [N,N,…] [BLOCK]       as ./ladder check does: right, and free of hazards?
//   judge count ID N BLOCK DTYPE         what the job costs
// The answer (answer.h) goes to standard output, as one line of JSON.
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <span>
#include <sstream>

#include "bench/kernel_process.h"
#include "bench/observe.h"
#include "bench/plan.h"
#include "bench/rows.h"
#include "os/error.h"
#include "practice/answer.h"

namespace {

using practice::Answer;

struct Silent : bench::Progress {
  void update(const std::string&, size_t, size_t) override {}
};

const stage::Stage& the_stage(const std::string& id) {
  const stage::Stage* found = stage::find_stage(stage::Build::simt, id);
  if (found == nullptr) throw os::Error("no stage " + id);
  return *found;
}

Answer stages() {
  Answer answer;
  for (const stage::Stage* s : stage::all_stages(stage::Build::simt))
    answer.stages.push_back(practice::registered(*s));
  return answer;
}

Answer checked(const std::string& id, const std::string& ns, const std::string& block) {
  bench::Plan plan;
  plan.ids = {the_stage(id).id};
  plan.backends = {bench::Backend::simt};
  plan.companions = false;
  std::istringstream list(ns);
  for (std::string n; std::getline(list, n, ',');) plan.ns.push_back(std::stoull(n));
  if (!block.empty()) plan.blocks = {static_cast<unsigned>(std::stoul(block))};
  Silent progress;
  Answer answer;
  answer.rows = bench::check(plan, progress);
  return answer;
}

Answer counted(const std::string& id, size_t n, unsigned block, const std::string& dtype) {
  const stage::Stage& s = the_stage(id);
  bench::Conditions c;
  c.n = n;
  c.block = block;
  for (const stage::Variant& v : s.variants)
    if (dtype == stage::dtype_name(v.dtype)) c.dtype = v.dtype;
  c.inclusive = bench::make_row(s, bench::Backend::simt, n, c.dtype, block).inclusive;
  const os::Work work = [&](const auto&...) {
    return data::packed(bench::observe(s, c, {.counters = true, .hazards = false}));
  };
  const os::Outcome outcome =
      bench::run_kernels_isolated(std::span(&work, 1),
                                  {.at_once = 1, .silent_seconds = bench::kSilentSeconds})
          .front();
  Answer answer;
  if (!outcome.finished()) {
    const auto hazard = bench::hazard_of(outcome);
    answer.stopped = hazard ? bench::text_of(*hazard) : outcome.error;
    return answer;
  }
  const auto observed = data::unpacked<bench::Observed>(outcome.result);
  answer.counters = observed.observation.counters;
  answer.algorithm_bytes = observed.algorithm_bytes;
  answer.stopped = observed.stopped;
  return answer;
}

}  // namespace

int main(int argc, char** argv) try {
  std::vector<std::string> words(argv + 1, argv + argc);
  words.resize(5);
  const Answer answer = words[0] == "check"   ? checked(words[1], words[2], words[3])
                        : words[0] == "count" ? counted(words[1], std::stoull(words[2]),
                                                        static_cast<unsigned>(std::stoul(words[3])), words[4])
                                              : stages();
  const std::string text = data::to_json(answer).dump(-1, ' ', false, data::Json::error_handler_t::replace);
  std::fwrite(text.data(), 1, text.size(), stdout);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "judge: %s\n", error.what());
  return 2;
}
