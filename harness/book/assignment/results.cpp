#include "assignment/results.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <regex>
#include <set>

#include "assignment/csv.h"
#include "findings/text.h"
#include "os/repository.h"
#include "pages/counted.h"
#include "practice/diagnosis.h"
#include "practice/reference_run.h"
#include "practice/targets.h"
#include "text/printable.h"

namespace ladder::assignment {
namespace {

constexpr Seconds kDay = 24 * 60 * 60;

double rounded(double points) { return std::round(points * 100) / 100; }

std::vector<Json> steps_of(const Json& judgement, const char* what) {
  std::vector<Json> found;
  if (judgement.is_null()) return found;
  for (const Json& step : judgement.at("steps"))
    if (step.at("what") == what) found.push_back(step);
  return found;
}

bool all_good(const std::vector<Json>& steps) {
  return !steps.empty() && std::all_of(steps.begin(), steps.end(),
                                       [](const Json& step) { return step.at("good").get<bool>(); });
}

bool any_bad(const Json& judgement, std::initializer_list<const char*> whats) {
  for (const char* what : whats)
    for (const Json& step : steps_of(judgement, what))
      if (!step.at("good").get<bool>()) return true;
  return false;
}

// True if the kernel is right at every size, with or without hazards. (The step with few sizes proves nothing
// about the other sizes.)
bool right_everywhere(const Json& judgement) {
  bool right = true;
  for (const char* what : {"few_sizes", "every_size"})
    for (const Json& step : steps_of(judgement, what)) right = right && step.at("right").get<bool>();
  return right && !steps_of(judgement, "every_size").empty();
}

constexpr const char *kOnlyIfCorrect = "scored only if the results are correct",
                     *kOnlyIfAsAsked = "scored only if the work is done as the task asks",
                     *kOnlyIfBuilt = "scored only if the file builds";

// Did these steps find a race or another hazard? (A wrong result alone is not a hazard.)
bool hazard_found(const Json& judgement) {
  for (const char* what : {"few_sizes", "every_size"})
    for (const Json& step : steps_of(judgement, what))
      if (practice::names_hazard(data::from_json<findings::Evidence>({&step.at("evidence"), "evidence"})))
        return true;
  return false;
}

// Why the counters cannot be scored; "" if they can.
std::string counters_say_nothing(const Task& task, const Json& judgement) {
  const std::vector<Json> cases = steps_of(judgement, "case"), counters = steps_of(judgement, "counter");
  const bool right = task.kind == Task::Kind::program ? !cases.empty() && cases[0].at("good").get<bool>()
                                                      : right_everywhere(judgement);
  if (any_bad(judgement, {"builds"})) return kOnlyIfBuilt;
  if (!right) return kOnlyIfCorrect;
  if (any_bad(judgement, {"work", "launches", "refused"})) return kOnlyIfAsAsked;
  const bool paid = std::any_of(counters.begin(), counters.end(), [](const Json& step) {
    return !step.contains("counter") && !step.at("good").get<bool>();
  });
  return paid ? "not scored: the improvement comes at the expense of a counter that has no target" : "";
}

void add_counters(const Task& task, const Json& judgement, bool none, std::vector<Part>& parts) {
  std::vector<std::string> names;
  if (task.kind == Task::Kind::program)
    for (const auto& [name, most] : task.at_most) names.push_back(name);
  else
    names = task.of->judged;
  const std::string nothing = judgement.is_null() ? "" : counters_say_nothing(task, judgement);
  for (const std::string& name : names) {
    Part part{"counter", name};
    part.none = nothing;
    const auto own = task.points.each_counter.find(name);
    part.of = own != task.points.each_counter.end()
                  ? own->second
                  : task.points.counters / static_cast<double>(names.size());
    if (task.kind == Task::Kind::program)
      part.target = task.at_most.at(name);
    else
      part.target = practice::value_of(
          *practice::recorded(practice::goal_of(*task.of).id, task.of->sizes).counters, name);
    for (const Json& step : steps_of(judgement, "counter")) {
      if (step.value("counter", "") != name) continue;
      if (step.at("value").is_number()) part.value = step.at("value");
      if (step.at("target").is_number()) part.target = step.at("target");
      part.met = step.at("good");
      if (!none && nothing.empty() && part.met) part.points = part.of;
    }
    if (part.of > 0) parts.push_back(part);
  }
}

}  // namespace

std::string shown_points(double points) {
  std::string text = fmt::format("{:.2f}", points);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text == "-0" ? "0" : text;
}

std::vector<Part> parts_of(const Task& task, const Json& judgement, bool untouched) {
  std::vector<Part> parts;
  const Points& p = task.points;
  const bool none = untouched || judgement.is_null();
  const auto add = [&](const char* what, double of, bool good, const std::string& why = "") {
    if (of == 0) return;
    parts.push_back({what, "", good && !none ? of : 0, of});
    if (!good) parts.back().none = why;
  };
  const bool program = task.kind == Task::Kind::program, built = !any_bad(judgement, {"builds"});
  const char* only_if = built ? kOnlyIfCorrect : kOnlyIfBuilt;
  add("builds", p.builds, all_good(steps_of(judgement, "builds")));
  if (program) {
    const std::vector<Json> cases = steps_of(judgement, "case");
    const auto right = static_cast<size_t>(std::count_if(
        cases.begin(), cases.end(), [](const Json& step) { return step.at("good").get<bool>(); }));
    const bool by_kernels = !any_bad(judgement, {"work", "launches"});
    Part part{"correct", "", 0, p.correct};
    part.right = right, part.tried = task.cases.size();
    if (!by_kernels || !built) part.none = built ? kOnlyIfAsAsked : kOnlyIfBuilt;
    if (by_kernels && !none)
      part.points = p.correct * static_cast<double>(right) / static_cast<double>(part.tried);
    if (p.correct > 0) parts.push_back(part);
    add("clean", p.clean, all_good(steps_of(judgement, "hazards")) && by_kernels && right > 0,
        any_bad(judgement, {"hazards"}) ? ""
        : !by_kernels                   ? kOnlyIfAsAsked
                                        : only_if);
  } else {
    add("correct", p.correct, right_everywhere(judgement), built ? "" : kOnlyIfBuilt);
    add("clean", p.clean,
        !any_bad(judgement, {"few_sizes", "every_size"}) && all_good(steps_of(judgement, "every_size")),
        right_everywhere(judgement) || hazard_found(judgement) ? "" : only_if);
  }
  add_counters(task, judgement, none, parts);
  add("reached", p.reached, !judgement.is_null() && judgement.at("reached").get<bool>());
  return parts;
}

void add_up(TaskResult& result, const Assignment& a, const Student& student) {
  result.earned = 0;
  for (const Part& part : result.parts) result.earned += part.points;
  result.days_late = 0;
  result.late.reset();
  if (a.deadline && result.of > 0) {
    if (!result.attempt.time && student.late) result.days_late = 1;
    if (result.attempt.time && *result.attempt.time > *a.deadline) {
      result.late = *result.attempt.time - *a.deadline;
      result.days_late = static_cast<unsigned>((*result.late + kDay - 1) / kDay);
    }
  }
  result.too_late = a.late_days && result.days_late > *a.late_days;
  const double left = result.too_late ? 0 : std::max(0.0, 1 - a.late_penalty * result.days_late);
  result.earned = rounded(result.earned);
  result.points = rounded(result.earned * left);
}

std::vector<int> lines_in(const Json& findings, const std::string& name) {
  std::vector<int> lines;
  const auto add = [&](int line) {
    if (line > 0 && std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
  };
  const auto look = [&](const auto& self, const Json& evidence) -> void {
    if (evidence.is_array())
      for (const Json& one : evidence) self(self, one);
    if (!evidence.is_object()) return;
    for (const auto& [key, value] : evidence.items()) {
      if (value.is_number_integer() && (key == "line" || key.ends_with("_line")))
        add(value.template get<int>());
      if (value.is_structured()) self(self, value);
      if (!value.is_string() || (key != "lines" && key != "text" && key != "place" && key != "at")) continue;
      const std::string text = value.template get<std::string>();
      for (const std::string& before : {name + ":", std::string("line "), std::string(" and ")})
        for (size_t at = text.find(before); at != std::string::npos; at = text.find(before, at + 1))
          if (at + before.size() < text.size() &&
              std::isdigit(static_cast<unsigned char>(text[at + before.size()])) != 0)
            add(std::atoi(text.c_str() + at + before.size()));
    }
  };
  look(look, findings);
  return lines;
}

std::optional<Missing> missing(const TaskResult& result) {
  for (const Json& step : result.all_steps) {
    if (step.at("good").get<bool>()) continue;
    Missing m{step.at("what"), "", step.at("text"), {}, false};
    Json findings = step.value("findings", Json::array());
    if (!findings.empty() && findings[0].value("cause", "") == "output_expected")
      findings.erase(0);  // the text already contains this finding
    m.lines = lines_in(findings, result.called);
    const auto root = [](const auto& self, const Json& e) -> const Json& {
      for (const char* inner : {"hazard", "what"})
        if (e.contains(inner) && e.at(inner).is_object()) return self(self, e.at(inner));
      return e;
    };
    const Json first = root(root, findings.empty() ? step.at("evidence") : findings.at(0));
    const auto said = data::from_json<findings::Evidence>({&step.at("evidence"), "evidence"});
    m.cause = said.root().text("verdict") + " " + first.value("cause", "");
    if (!step.value("counter", "").empty()) m.cause += " " + step.at("counter").get<std::string>();
    if (!findings.empty()) {
      const auto evidence = data::from_json<findings::Evidence>({&first, "evidence"});
      m.compared = practice::compares_with_solution(evidence);
      m.text += ": " + text_of(evidence);
    }
    if (m.what == "builds")  // a compiler error's message
      for (const Json& finding : findings) {
        const std::string text = finding.value("text", "");
        const size_t error = text.find("error: ");
        if (error == std::string::npos) continue;
        m.cause = text.substr(error);
        m.text = text.substr(error);
        break;
      }
    m.text = text::printable(m.text);
    if (m.what == "case") m.cause += " " + m.text;  // add the wrong output
    return m;
  }
  return std::nullopt;
}

std::string shown_name(const HandedIn& all, const Student& s) {
  if (s.name.empty()) return s.id;
  const bool alone = std::none_of(all.students.begin(), all.students.end(), [&](const Student& other) {
    return other.name == s.name && other.id != s.id;
  });
  return alone ? s.name : fmt::format("{} ({})", s.name, s.id);
}

std::string late_text(const TaskResult& r) {
  if (r.days_late == 0) return "";
  if (!r.late) return "late";  // the platform does not record how late it was
  const Seconds minutes = (*r.late + 59) / 60, hours = minutes / 60, days = hours / 24;
  if (days > 0)
    return fmt::format("{} day{}{} late", days, days == 1 ? "" : "s",
                       hours % 24 > 0 ? fmt::format(" {} h", hours % 24) : "");
  return hours > 0 ? fmt::format("{} h {} min late", hours, minutes % 60)
                   : fmt::format("{} min late", minutes);
}

std::string late_note(const TaskResult& r, const Assignment& a) {
  const std::string when = "handed in " + late_text(r);
  if (r.too_late)
    return fmt::format("{}: no points after {} day{}", when, shown_points(*a.late_days),
                       *a.late_days == 1 ? "" : "s");
  if (a.late_penalty == 0) return when + ": no points are deducted";
  const double percent = 100 * a.late_penalty, all = percent * r.days_late;
  const std::string points = shown_points(r.earned - r.points);
  return fmt::format("{}, which counts as {} day{}: {} × {} % = {} %{} of the points earned (−{} point{})",
                     when, r.days_late, r.days_late == 1 ? "" : "s", r.days_late, shown_points(percent),
                     shown_points(all), all > 100 ? ", but at most 100 %," : "", points,
                     points == "1" ? "" : "s");
}

std::vector<std::string> to_check(const Student& s) {
  std::vector<std::string> lines;
  for (const Item& item : s.items)
    if (item.outside || item.incomplete)
      lines.push_back(
          fmt::format("{}: {}{}", item.path, item.refused,
                      item.outside ? ". Archives are never unpacked to disk, so this had no effect" : ""));
  return lines;
}

std::string nothing_text(const Student& s) {
  return s.from.empty() ? "no submission" : s.items.empty() ? "an empty submission" : "nothing was handed in";
}

bool handed_in_together(const Student& one, const Student& other) {
  return std::any_of(one.from.begin(), one.from.end(),
                     [&](const std::string& folder) { return other.from.contains(folder); });
}

// --- files ---

namespace {

std::string remark_of(const TaskResult& r, const Assignment& a) {
  std::string said;
  const auto add = [&](const std::string& more) { said += (said.empty() ? "" : "; ") + more; };
  if (!r.trouble.empty())
    add("not judged: " + r.trouble);
  else if (r.of == 0)
    add("nothing was handed in");
  else if (!r.reason.empty())
    add(r.reason);
  if (r.days_late > 0) add(late_note(r, a));
  return said;
}

// `points`: whether each task's points come before its remark.
std::string remarks_of(const StudentResult& s, const Assignment& a, bool points = false) {
  const auto none = [](const TaskResult& r) { return r.of == 0; };
  if (std::all_of(s.tasks.begin(), s.tasks.end(), none)) return nothing_text(*s.student);
  std::string all;
  for (const TaskResult& r : s.tasks) {
    std::string said = remark_of(r, a);
    const bool known = points && r.trouble.empty();
    if (said.empty() && !known) continue;
    if (r.untouched && !known) said += ": 0 of " + shown_points(r.task->points.sum());
    if (known)
      said = fmt::format("{} of {}{}{}", shown_points(r.points), shown_points(r.task->points.sum()),
                         said.empty() ? "" : ": ", said);
    all += (all.empty() ? "" : " | ") + (s.tasks.size() > 1 ? r.task->id + ": " : "") + said;
  }
  return all;
}

// Moodle stores comments as HTML.
std::string as_html(const std::string& text) {
  std::string out;
  for (const char c : text)
    out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  return out;
}

}  // namespace

Json json_of(const Results& all) {
  const Assignment& a = *all.assignment;
  Json tasks = Json::array(), students = Json::array(), pairs = Json::array();
  for (const Task& task : a.tasks) tasks.push_back({{"id", task.id}, {"points", rounded(task.points.sum())}});
  for (const StudentResult& s : all.students) {
    Json its = Json::array();
    for (const TaskResult& r : s.tasks) {
      Json parts = Json::array();
      for (const Part& part : r.parts) {
        Json one = {{"what", part.what}, {"points", rounded(part.points)}, {"of", rounded(part.of)}};
        if (part.what == "counter") {
          one["counter"] = part.name;
          one["value"] = part.value ? data::compact_number(*part.value) : Json(nullptr);
          one["target"] = part.target ? data::compact_number(*part.target) : Json(nullptr);
        }
        if (part.tried > 0) one["cases_right"] = part.right, one["cases"] = part.tried;
        parts.push_back(one);
      }
      const bool none = r.of == 0;
      const Json nothing = nullptr;
      its.push_back(
          {{"task", r.task->id},
           {"points", r.trouble.empty() ? Json(r.points) : nothing},
           {"earned", r.trouble.empty() ? Json(r.earned) : nothing},
           {"file", none ? nothing : Json(text::printable(r.attempt.file))},
           {"attempt", none ? nothing : Json(r.number)},
           {"attempts", r.of},
           {"submitted", r.attempt.time && !none ? Json(text_of_time(*r.attempt.time, a.zone)) : nothing},
           {"days_late", r.days_late},
           {"judged", r.judged},
           {"reached", r.trouble.empty() ? Json(r.reached) : nothing},
           {"parts", parts},
           {"reason", r.reason.empty() ? nothing : Json(r.reason)},
           {"same", r.same == 0 ? nothing : Json(r.same)},
           {"steps", r.steps}});
    }
    students.push_back(
        {{"id", text::printable(s.student->id)},
         {"name", s.student->name.empty() ? Json(nullptr) : Json(text::printable(s.student->name))},
         {"email", s.student->mail.empty() ? Json(nullptr) : Json(text::printable(s.student->mail))},
         {"points", s.trouble ? Json(nullptr) : Json(s.points)},
         {"remarks", s.student->remarks},
         {"tasks", its}});
  }
  for (const Pair& pair : all.pairs)
    pairs.push_back(
        {{"task", pair.task}, {"students", {pair.one, pair.other}}, {"likeness", rounded(pair.likeness)}});
  Json groups = Json::array();
  for (const Group& group : all.groups)
    groups.push_back({{"group", group.number},
                      {"task", a.tasks[group.task].id},
                      {"students", group.students},
                      {"solution", group.solution},
                      {"renamed", group.renamed}});
  return {{"$schema", os::schema("assignment.schema.json")},
          {"assignment_version", 1},
          {"title", a.title},
          {"made_by", all.made_by},
          {"seed", all.seed},
          {"deadline", a.deadline ? Json(text_of_time(*a.deadline, a.zone)) : Json(nullptr)},
          {"reveal", a.reveal},
          {"platform", all.handed_in->platform.empty() ? Json(nullptr) : Json(all.handed_in->platform)},
          {"points", rounded(a.points())},
          {"tasks", tasks},
          {"students", students},
          {"groups", groups},
          {"pairs", pairs}};
}

std::string csv_of(const Results& all) {
  const Assignment& a = *all.assignment;
  std::vector<std::string> head = {"id", "name", "email", "points", "max_points", "days_late"};
  for (const Task& task : a.tasks) head.push_back(task.id);
  head.emplace_back("remark");
  std::string out = csv_row(head);
  for (const StudentResult& s : all.students) {
    unsigned late = 0;
    for (const TaskResult& r : s.tasks) late = std::max(late, r.days_late);
    std::vector<std::string> row = {text::printable(s.student->id),   text::printable(s.student->name),
                                    text::printable(s.student->mail), s.trouble ? "" : shown_points(s.points),
                                    shown_points(a.points()),         std::to_string(late)};
    for (const TaskResult& r : s.tasks) row.push_back(r.trouble.empty() ? shown_points(r.points) : "");
    std::string remark = remarks_of(s, a);
    for (const std::string& line : to_check(*s.student))
      remark += (remark.empty() ? "check: " : " | check: ") + text::printable(line);
    row.push_back(remark);
    out += csv_row(row);
  }
  return out;
}

// The offline grading worksheet: https://docs.moodle.org/en/Assignment_settings. Moodle takes the last number
// in the identifier for its own number, so the identifier is omitted if Moodle's number is not known.
std::string moodle_of(const Results& all) {
  const std::optional<Worksheet>& sheet = all.handed_in->worksheet;
  const std::vector<std::string> head =
      sheet ? sheet->rows[0] : std::vector<std::string>{"Identifier",       "Full name",
                                                        "Email address",    "Grade",
                                                        "Maximum Grade",    "Last modified (grade)",
                                                        "Feedback comments"};
  std::string out = csv_row(head);
  for (const StudentResult& s : all.students) {
    const std::string& number = s.student->moodle_id;
    const std::string id = number.empty() ? "" : "Participant " + text::printable(number),
                      points = s.trouble ? "" : shown_points(s.points),
                      said = as_html(remarks_of(s, *all.assignment, true));
    if (!sheet) {
      out += csv_row({id, text::printable(s.student->name), text::printable(s.student->mail), points,
                      shown_points(all.assignment->points()), "-", said});
      continue;
    }
    std::vector<std::string> row(head.size());
    row[sheet->id] = id;
    if (s.student->roster_row) row = sheet->rows[*s.student->roster_row];
    row.resize(head.size());
    row[sheet->grade] = points;
    row[sheet->comments] = said;
    out += csv_row(row);
  }
  return out;
}

std::string feedback_path(const Student& s) {
  std::string name = text::printable(s.name.empty() ? s.id : s.name);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '_' || c == '/' || c == '\\' || c == '\n'; }, ' ');
  return fmt::format("{}_{}_assignfeedback_file_/feedback.html", name, text::printable(s.moodle_id));
}

std::string sis_id(const Student& s) {
  const bool of_moodle = !s.moodle_id.empty() && number_at_end(s.id) == s.moodle_id;
  return s.canvas_id.empty() && !of_moodle ? s.id : "";
}

// A file to import into Canvas' gradebook: the first columns of the gradebook, and a column for the
// assignment.
std::string canvas_of(const Results& all) {
  std::string out =
      csv_row({"Student", "ID", "SIS User ID", "SIS Login ID", "Section", all.assignment->title});
  out += csv_row({"    Points Possible", "", "", "", "", shown_points(all.assignment->points())});
  for (const StudentResult& s : all.students) {
    const Student& its = *s.student;
    out += csv_row({text::printable(its.name.empty() ? its.id : its.name), text::printable(its.canvas_id),
                    text::printable(sis_id(its)), "", "", s.trouble ? "" : shown_points(s.points)});
  }
  return out;
}

}  // namespace ladder::assignment
