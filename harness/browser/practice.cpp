// The interface through which a page or node uses the module of all stages: practice(request) returns an
// answer. Both are JSON.
//   {"list": true}                     the exercises, with the text that the reader starts from, the task and the hints; and those
//                                      that cannot be judged yet, with the reason
//   {"judge": "reduce/v1", "text": …}  judged as in ./ladder practice; the file is a separate module (remote_module.cpp)
//   {"judge": "program/grid", "text": …, "tried": {"status": 0, "output": …, "seen": …}}
//                                      a whole program, from the report of ./ladder try (program.cpp)
//   {"prepare": "reduce/v1"}           runs the solution, so that later judgements need not
//   {"solution": "reduce/v1"}          the same file with the answer; with "text", also how that text differs from it
#include <fmt/format.h>

#include "grade/rules.h"
#include "os/repository.h"
#include "practice/exercise.h"
#include "practice/judge.h"
#include "practice/program.h"
#include "practice/reference_run.h"
#include "simt/memory.h"

using namespace ladder;

extern "C" __attribute__((import_module("simt"), import_name("tell"))) void simt_tell(const char* step);

namespace {

using data::Json;
using practice::Exercise;

const std::vector<Exercise>& exercises() {
  static std::map<std::string, std::string> incomplete;  // the start or the solution is not in the module
  static const std::vector<Exercise> all =
      practice::with_programs(practice::exercises(os::repository(), &incomplete));
  return all;
}

const Exercise& exercise(const std::string& id) {
  for (const Exercise& e : exercises())
    if (e.id() == id) return e;
  throw std::runtime_error(fmt::format("there is no exercise {}", id));
}

// The cost of each solution that has been prepared. Every judgement here has the same seed.
std::map<std::string, practice::Yardstick> prepared;

void prepare(const Exercise& e) {
  if (!practice::is_program(e) && !prepared.contains(e.id()))
    prepared[e.id()] = practice::yardstick_at(e, practice::drawn_conditions(e, practice::Judging().seed));
}

std::string file_of(const Exercise& e) { return "practice/" + e.id() + ".cu"; }

Json listed(const Exercise& e) {
  Json one = {{"id", e.id()},
              {"idea", e.rung->idea},
              {"file", file_of(e)},
              {"page", e.page},
              {"task", e.task},
              {"hints", e.hints},
              {"repair", e.is_repair()},
              {"text", practice::starting_text(e, file_of(e))},
              {"program", practice::is_program(e)}};
  if (!practice::is_program(e)) one["block"] = std::clamp(64u, e.rung->min_block, e.rung->max_block);
  return one;
}

void tell(const practice::Step& step) {
  simt_tell(practice::to_json(step).dump(-1, ' ', false, Json::error_handler_t::replace).c_str());
}

Json judged_program(const Exercise& e, const std::string& text, const Json& by) {
  const practice::Tried tried{by.at("status"), by.at("output"), by.at("seen")};
  return practice::to_json(practice::judge_tried(e, file_of(e), text, tried, tell));
}

Json judged(const Exercise& e, const std::string& text, bool why) {
  practice::Built built;
  built.program = "the other module";
  built.text = text;
  practice::Judging how;
  how.rules = grade::rules();
  how.sparing = true;
  if (const auto known = prepared.find(e.id()); known != prepared.end()) how.yardstick = &known->second;
  const auto told = [&](const practice::Step& step) { return why ? step : practice::without_cause(e, step); };
  how.told = [&](const practice::Step& step) { tell(told(step)); };
  if (how.rules.text) built.refused = how.rules.text(text);
  practice::Judgement judgement = practice::judge_built(e, built, practice::change_of(e, text), how);
  judgement.file = file_of(e);
  for (practice::Step& step : judgement.steps) step = told(step);
  return practice::to_json(judgement);
}

Json answer(const std::string& text) {
  try {
    const Json request = Json::parse(text);
    if (request.contains("tried"))
      return judged_program(exercise(request.at("judge")), request.at("text"), request.at("tried"));
    if (request.contains("judge"))
      return judged(exercise(request.at("judge")), request.at("text"), request.value("why", false));
    if (request.contains("prepare")) {
      prepare(exercise(request.at("prepare")));
      return Json::object();
    }
    if (request.contains("solution")) {
      const Exercise& e = exercise(request.at("solution"));
      Json solution = {{"text", practice::answered_text(e, *e.solution, file_of(e))}};
      if (request.contains("text"))
        solution["difference"] = practice::difference_from_solution(e, file_of(e), request.at("text"), false);
      return solution;
    }
    Json all = Json::array(), left_out = Json::object();
    for (const Exercise& e : exercises()) {
      try {
        all.push_back(listed(e));
      } catch (const std::exception& why) {  // such as a new stage without recorded counters
        left_out[e.id()] = why.what();
      }
    }
    return {{"exercises", all}, {"left_out", left_out}};
  } catch (const std::exception& e) {
    return {{"error", e.what()}};
  }
}

std::string last;

}  // namespace

extern "C" __attribute__((export_name("practice"))) const char* simt_practice(const char* request) {
  static bool shared = false;
  if (!std::exchange(shared, true)) {
    simt::share_device_memory(0, false);
    stage::stand_for(stage::Build::simt_traced, stage::Build::simt);
  }
  last = answer(request).dump(-1, ' ', false, Json::error_handler_t::replace);
  return last.c_str();
}
