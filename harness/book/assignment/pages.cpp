// The pages of an assignment: one for each student, and one for the class.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "assignment/results.h"
#include "charts/svg.h"
#include "grade/similarity.h"
#include "pages/counted.h"
#include "practice/cpp_lexer.h"
#include "practice/targets.h"
#include "text/lines.h"
#include "text/printable.h"

namespace ladder::assignment {
namespace {

constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --paper: #fff; --ink: #1f2328; --soft: #59636e; --rule: #d1d9e0; --bad: #b42318; --good: #1a7f37; --mark: #ffebe9; --bar: #0072b2; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #0d1117; --ink: #e6edf3; --soft: #9198a1; --rule: #3d444d; --bad: #ff8a7a; --good: #57c97a; --mark: #4a1c1a; --bar: #56b4e9; }
}
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
h1, h2, h3 { line-height: 1.25; } h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--rule); }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0.2rem 0.8rem 0.2rem 0; border-bottom: 1px solid var(--rule); text-align: left; vertical-align: top; }
.number { text-align: right; white-space: nowrap; } .good { color: var(--good); } .bad { color: var(--bad); } .soft { color: var(--soft); }
ul.findings { margin: 0.2rem 0; padding-left: 1.2rem; overflow-wrap: anywhere; }
pre { overflow-x: auto; border: 1px solid var(--rule); padding: 0.5rem 0; font-size: 0.85rem; line-height: 1.45; }
pre span { display: block; padding: 0 0.8rem; min-width: max-content; } pre span.mark { background: var(--mark); }
pre b { color: var(--soft); font-weight: 400; user-select: none; } code { font-size: 0.9em; }
.bar { display: inline-block; height: 0.8rem; background: var(--bar); min-width: 1px; }
.wide { overflow-x: auto; } .wide table { min-width: 44rem; }
@page { size: A4; margin: 14mm; }
@media print { :root { color-scheme: light; --paper: #fff; --ink: #000; --mark: #eee; } body { max-width: none; margin: 0; font-size: 10pt; } .wide table { min-width: 0; } .wide, pre { overflow: visible; } pre { white-space: pre-wrap; } pre span { min-width: 0; overflow-wrap: anywhere; } tr { break-inside: avoid; } }
)";

constexpr Seconds kDay = 24 * 60 * 60;

std::string esc(const std::string& text) { return report::svg::escaped(text::printable(text)); }

std::string page(const std::string& title, const std::string& body) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width, "
      "initial-scale=1\">\n<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n{}</body>\n</html>\n",
      esc(title), kStyle, body);
}

std::string plural(size_t n, const char* what) { return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s"); }

// Capitalises the first word, unless it is a file name.
std::string capital(std::string text) {
  const size_t end = std::min(text.find(' '), text.size());
  const bool word = end > 0 && std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end),
                                           [](char c) { return c >= 'a' && c <= 'z'; });
  if (word) text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string number_text(double value) { return pages::text_of({value, value == std::floor(value)}); }

std::string part_row(const Part& part) {
  struct Titles {
    const char *met, *missed, *name;
  };
  static const std::map<std::string, Titles> titles = {
      {"builds", {"Builds", "Does not build", "Build"}},
      {"correct", {"Correct results", "Not all results are correct", "Results"}},
      {"clean",
       {"No races or memory errors", "A race, a memory error or another hazard", "Races and memory errors"}},
      {"reached", {"All requirements are met", "Not all requirements are met", "Requirements"}}};
  const bool not_scored = part.points == 0 && !part.none.empty(),
             missed = part.points == 0 && !not_scored && part.tried == 0;
  std::string title = part.what == "counter" ? "Counter: " + esc(pages::title_of(part.name))
                      : not_scored           ? titles.at(part.what).name + std::string(": not scored")
                      : missed               ? titles.at(part.what).missed
                                             : titles.at(part.what).met;
  if (part.tried > 0 && !not_scored)
    title += fmt::format(" ({} of {})", part.right, plural(part.tried, "case"));
  std::vector<std::string> notes;
  if (part.what == "counter") {
    if (!part.value) notes.emplace_back("not measured");
    if (part.target)
      notes.push_back(fmt::format("target: at {} {}{}",
                                  practice::more_is_better(part.name) ? "least" : "most",
                                  number_text(*part.target),
                                  !part.value ? ""
                                  : part.met  ? ", met"
                                              : ", missed"));
  }
  if (part.points == 0 && !part.none.empty()) notes.push_back(part.none);
  if (!notes.empty())
    title += fmt::format(" <span class=\"soft\">{}({})</span>",
                         part.value ? number_text(*part.value) + " " : "", fmt::join(notes, "; "));
  const bool whole = part.points >= part.of;
  return fmt::format("<tr><td>{}</td><td class=\"number {}\">{} of {}</td></tr>\n", title,
                     whole ? "good" : "bad", shown_points(part.points), shown_points(part.of));
}

// This case's command line, standard input and files.
std::string given_to(const Case& one, const Task& task) {
  constexpr size_t kLongest = 200;
  const auto code = [](std::string text) {
    text.erase(text.find_last_not_of(" \r\n") + 1);
    if (text.size() > kLongest) text = text.substr(0, kLongest) + " …";
    for (size_t end; (end = text.find('\n')) != std::string::npos;) text.replace(end, 1, " ↵ ");
    return "<code>" + esc(text) + "</code>";
  };
  std::string said = "Run as " + code(fmt::format("{} {}", task.id, fmt::join(one.arguments, " ")));
  if (!one.input.empty()) said += ", with " + code(one.input) + " on standard input";
  for (const auto& [name, text] : one.files)
    said += fmt::format(", with {} in the file {}", code(text), esc(name));
  return fmt::format("<p class=\"soft\">{}</p>\n", said);
}

std::string for_a_shell(const std::string& word) {
  const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string("._-/+=:,").find(c) != std::string::npos;
  });
  if (plain) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string for_printf(const std::string& text) {
  std::string form;
  for (const char c : text)
    form += c == '\n' ? std::string("\\n") : c == '%' || c == '\\' ? std::string(2, c) : std::string(1, c);
  return form;
}

// Explains how the student can reproduce the result.
std::string to_see_it(const TaskResult& r, const Assignment& a) {
  const Task& task = *r.task;
  if (task.kind == Task::Kind::stage) return "";  // a student's copy does not contain the stage
  if (task.kind == Task::Kind::exercise)
    return fmt::format(
        "<p>To see this on your machine: save your file as <code>practice/{0}.cu</code> and run "
        "<code>./ladder "
        "practice {0}</code> (<code>--hint</code> shows a hint).</p>\n",
        esc(task.id));
  std::string command = "./ladder try " + for_a_shell(r.called), beside;
  // The first wrong case or, if there is none, the case with a hazard.
  const Case* its = nullptr;
  size_t number = 0;
  for (const Json& step : r.steps) {
    if (step.at("good").get<bool>()) {
      number += step.at("what") == "case";
      continue;
    }
    if (step.at("what") == "case" && number < task.cases.size()) its = &task.cases[number];
    if (step.at("what") == "hazards")
      for (const Case& one : task.cases)
        if (its == nullptr && one.name == step.at("evidence").value("case", "")) its = &one;
    if (its != nullptr) break;
  }
  if (its == nullptr) its = &task.cases.at(0);
  if (a.reveal != "nothing") {
    const Case& one = *its;
    if (!one.arguments.empty()) command += " --";
    for (const std::string& word : one.arguments) command += " " + for_a_shell(word);
    constexpr size_t kLongest = 200;
    if (one.input.size() > kLongest)
      beside = ", with the input on standard input";
    else if (!one.input.empty())
      command = fmt::format("printf {} | {}", for_a_shell(for_printf(one.input)), command);
    for (const auto& [name, text] : one.files)
      beside += fmt::format(", with {} in the same folder", esc(name));
  }
  return fmt::format("<p>To see this on your machine: <code>{}</code>{}.</p>\n", esc(command), beside);
}

// Keeps the layout of the compiler's messages. A later error is often a consequence of the first.
std::string compiler_text(const std::vector<std::string>& lines) {
  constexpr size_t kMost = 40;
  std::string out = "<pre>";
  for (size_t i = 0; i < std::min(kMost, lines.size()); ++i)
    out += fmt::format("<span>{}</span>", esc(lines[i]));
  if (lines.size() > kMost) out += fmt::format("<span>… ({} more lines)</span>", lines.size() - kMost);
  const auto errors = std::count_if(lines.begin(), lines.end(), [](const std::string& line) {
    return line.find("error: ") != std::string::npos;
  });
  return out + "</pre>\n" +
         (errors > 1 ? "<p>Start with the first error: later errors are often consequences of it.</p>\n"
                     : "");
}

// The steps shown to a student: what is missing and why.
std::string findings_of(const TaskResult& r, const Assignment& a) {
  std::string out;
  size_t number = 0;  // case number
  for (const Json& step : r.steps) {
    const bool good = step.at("good"), is_case = step.at("what") == "case";
    if (good && !is_case) continue;
    const std::string text = step.at("text");
    out += fmt::format("<p class=\"{}\">{} {}</p>\n", good ? "good" : "bad", good ? "✓" : "✗",
                       esc(is_case ? text : capital(text)));
    if (is_case && a.reveal != "nothing") out += given_to(r.task->cases.at(number++), *r.task);
    const Json details = step.value("details", Json::array()),
               findings = step.value("findings", Json::array());
    std::string list;
    std::vector<std::string> compiler;
    constexpr size_t kMost = 40;
    for (size_t i = 0; i < details.size(); ++i) {
      const std::string cause = findings.at(i).value("cause", "");
      if (cause == "compiler_line") compiler.push_back(details[i]);
      // (A place needs no entry: the listing marks it, and its finding names it.)
      else if (cause != "place" && cause != "output_expected" && i < kMost)
        list += fmt::format("<li>{}</li>\n", esc(capital(details[i])));
    }
    if (!list.empty()) out += "<ul class=\"findings\">\n" + list + "</ul>\n";
    if (!compiler.empty()) out += compiler_text(compiler);
  }
  if (!r.reached) out += to_see_it(r, a);
  return out;
}

std::set<int> marked(const TaskResult& r) {
  std::set<int> lines;
  for (const Json& step : r.steps) {
    if (step.at("good").get<bool>()) continue;
    const std::vector<int> its = lines_in(step.value("findings", Json::array()), r.called);
    // Only the first of the compiler's errors is marked.
    if (step.at("what") != "builds")
      lines.insert(its.begin(), its.end());
    else if (!its.empty())
      lines.insert(its[0]);
  }
  return lines;
}

std::string listing(const std::string& text, const std::set<int>& lines) {
  std::string out = "<pre>";
  int number = 0;
  for (const std::string& line : text::lines_of(text)) {
    ++number;
    out += fmt::format("<span{}><b>{:4}  </b>{}</span>", lines.contains(number) ? " class=\"mark\"" : "",
                       number, esc(line));
  }
  return out + "</pre>\n";
}

std::string late_row(const TaskResult& r, const Assignment& a) {
  if (r.days_late == 0) return "";
  return fmt::format("<tr><td>{}</td><td class=\"number bad\">−{}</td></tr>\n", esc(capital(late_note(r, a))),
                     shown_points(r.earned - r.points));
}

// The deadline and the late penalty.
std::string when_it_counts(const Assignment& a) {
  std::string said = "Deadline: " + text_of_time(*a.deadline, a.zone);
  if (a.late_penalty > 0)
    said += fmt::format("; each day or part of a day after it costs {} % of the points",
                        shown_points(100 * a.late_penalty));
  if (a.late_days) {
    const auto days = static_cast<Seconds>(std::floor(*a.late_days));
    said += fmt::format("; no points after {}", text_of_time(*a.deadline + days * kDay, a.zone));
  }
  return said + ".";
}

const char* counts_as(const Assignment& a) {
  return a.counts == Counts::last    ? "the last attempt counts"
         : a.counts == Counts::first ? "the first attempt counts"
                                     : "the best attempt counts";
}

// Explains what to submit, and where, to a student who has submitted nothing that can be judged.
std::string what_to_hand_in(const TaskResult& r, const Assignment& a, const std::string& platform) {
  const Task& task = *r.task;
  if (r.of > 0 && a.counts == Counts::first)
    return "<p>Only the first attempt counts in this assignment.</p>\n";
  const std::string name = esc(task.id.substr(task.id.find('/') + 1)) + ".cu";
  std::string said;
  if (task.kind == Task::Kind::program)
    said = fmt::format(
        "a complete program, with <code>main()</code> and a kernel, in a <code>.cu</code> file named like "
        "<code>{}</code>",
        task.files.empty() ? name : esc(fmt::format("{}", fmt::join(task.files, " or "))));
  else
    said = fmt::format(
        "your own version of <code>{}</code>, which keeps the last line of the starting file: "
        "<code>STAGE(&quot;{}&quot;, …)</code>",
        name, esc(task.id));
  if (task.kind == Task::Kind::exercise)
    said += fmt::format(
        ". <code>./ladder practice {0}</code> creates the starting file <code>practice/{0}.cu</code>, "
        "and judges your version of it",
        esc(task.id));
  return fmt::format("<p>Next: {}hand in {}. {}.</p>\n",
                     platform.empty() ? "" : fmt::format("on {}, ", esc(platform)), said,
                     capital(counts_as(a)));
}

std::string feedback_of(const TaskResult& r, const Assignment& a, const std::string& platform) {
  std::string out = fmt::format("<h2 id=\"{0}\">{0}</h2>\n", esc(r.task->id));
  if (r.of == 0)
    return out + "<p class=\"bad\">Nothing was handed in for this task.</p>\n" +
           what_to_hand_in(r, a, platform);
  out +=
      fmt::format("<p><code>{}</code>{}{}</p>\n", esc(r.attempt.file),
                  r.attempt.time ? fmt::format(", handed in {}", text_of_time(*r.attempt.time, a.zone)) : "",
                  r.of > 1 ? fmt::format(", attempt {} of {} ({})", r.number, r.of, counts_as(a)) : "");
  if (!r.trouble.empty())
    return out +
           "<p class=\"bad\">This file has not been judged yet, because of a problem with the machine.</p>\n";
  if (r.untouched || !r.judged) {  // none of its parts were checked
    out += fmt::format(
        "<p class=\"bad\">{}: 0 of {} points.</p>\n",
        r.untouched ? "This is the starting file, unchanged" : "It was not judged: " + esc(r.reason),
        shown_points(r.task->points.sum()));
    out += what_to_hand_in(r, a, platform);
  } else {
    out += "<table>\n<tr><th>scored</th><th class=\"number\">points</th></tr>\n";
    for (const Part& part : r.parts) out += part_row(part);
    out += late_row(r, a);
    out += fmt::format("<tr><th>Total</th><th class=\"number\">{} of {}</th></tr>\n</table>\n",
                       shown_points(r.points), shown_points(r.task->points.sum()));
    if (r.reached) out += "<p class=\"good\">✓ All requirements met.</p>\n";
    out += findings_of(r, a);
  }
  if (!r.attempt.text.empty())
    out += "<h3>Your file</h3>\n" + listing(r.attempt.text, r.untouched ? std::set<int>() : marked(r));
  return out;
}

}  // namespace

std::string feedback_page(const Results& all, const StudentResult& s) {
  const Assignment& a = *all.assignment;
  const std::string who = s.student->name.empty() ? s.student->id : s.student->name;
  std::string body = fmt::format("<h1>{}</h1>\n<p>{}</p>\n", esc(a.title), esc(who));
  body += s.trouble ? "<p>Some of your files have not been judged yet.</p>\n"
                    : fmt::format("<p><strong>{} of {} points</strong></p>\n", shown_points(s.points),
                                  shown_points(a.points()));
  if (a.deadline) body += fmt::format("<p class=\"soft\">{}</p>\n", when_it_counts(a));
  if (s.student->from.empty())
    body += "<p class=\"bad\">No submission was received.</p>\n";
  else if (s.student->items.empty())
    body += "<p class=\"bad\">Your submission was empty.</p>\n";
  for (const std::string& remark : s.student->remarks)
    body += fmt::format("<p class=\"soft\">{}</p>\n", esc(remark));
  for (const TaskResult& r : s.tasks) body += feedback_of(r, a, all.handed_in->platform);
  return page(fmt::format("{}: {}", a.title, who), body);
}

// --- the class ---

namespace {

bool handed_in_nothing(const StudentResult& s) {
  return std::all_of(s.tasks.begin(), s.tasks.end(), [](const TaskResult& r) { return r.of == 0; });
}

// "median 5, mean 7.25 of 15 points"
std::string averages(std::vector<double> points, double most) {
  std::sort(points.begin(), points.end());
  double sum = 0;
  for (const double p : points) sum += p;
  const size_t middle = points.size() / 2;
  const double median = points.size() % 2 == 1 ? points[middle] : (points[middle - 1] + points[middle]) / 2;
  return fmt::format("median {}, mean {} of {} points", shown_points(median),
                     shown_points(sum / static_cast<double>(points.size())), shown_points(most));
}

std::string histogram(const Results& all) {
  constexpr size_t kBars = 10;
  const double most = all.assignment->points();
  std::vector<size_t> bars(kBars);
  std::vector<double> points, of_all;
  std::vector<std::string> nothing;
  size_t open = 0;
  for (const StudentResult& s : all.students) {
    if (s.trouble) {
      ++open;
      continue;
    }
    of_all.push_back(s.points);
    if (handed_in_nothing(s)) {
      nothing.push_back(shown_name(*all.handed_in, *s.student));
      continue;
    }
    points.push_back(s.points);
    ++bars[std::min(kBars - 1, static_cast<size_t>(s.points / most * kBars))];
  }
  std::string out = fmt::format("<p>{}", plural(all.students.size(), "student"));
  if (!points.empty()) out += fmt::format("; {} handed in a file: {}", points.size(), averages(points, most));
  if (!nothing.empty())
    out += fmt::format("; {} handed in nothing (0 points: {}); including them: {}", nothing.size(),
                       esc(fmt::format("{}", fmt::join(nothing, ", "))), averages(of_all, most));
  if (open > 0) out += fmt::format("; {} not judged yet", open);
  out += ".</p>\n<table>\n";
  const size_t largest = std::max(nothing.size(), *std::max_element(bars.begin(), bars.end()));
  const auto row = [&](const std::string& what, size_t count) {
    out += fmt::format(
        "<tr><td class=\"number\">{}</td><td style=\"white-space: nowrap\"><span class=\"bar\" "
        "style=\"width: {:.1f}em\"></span> "
        "{}</td></tr>\n",
        what, 8.0 * static_cast<double>(count) / static_cast<double>(std::max<size_t>(1, largest)), count);
  };
  if (!nothing.empty()) row("nothing handed in", nothing.size());
  for (size_t i = 0; i < kBars; ++i)
    row(fmt::format("{} to {}{}", shown_points(most * static_cast<double>(i) / kBars),
                    i + 1 < kBars ? "below " : "", shown_points(most * static_cast<double>(i + 1) / kBars)),
        bars[i]);
  return out + "</table>\n";
}

struct Cluster {  // students who made the same mistake, with identical code tokens
  std::string text;
  std::vector<std::string> who;
  std::map<std::string, std::pair<std::string, size_t>>
      lines;  // for each sequence of tokens: the first line with it, and the number of lines
  std::set<std::string> solution;  // lines of the solution that these files lack
};

std::string line_of(const std::string& text, const std::vector<int>& lines) {
  const std::vector<std::string> all = text::lines_of(text);
  return lines.empty() || static_cast<size_t>(lines[0]) > all.size() ? ""
                                                                     : all[static_cast<size_t>(lines[0]) - 1];
}

// Returns the same text for lines that differ only in spaces and comments.
std::string words_of(const std::string& line) {
  std::string words;
  for (const practice::Token& t : practice::tokens_of(line)) words += t.text + " ";
  return words;
}

// The lines of the solution that a file lacks, if there are at most kMost.
std::vector<std::string> lacking(const std::string& text, const std::string& solution) {
  constexpr size_t kMost = 2;
  std::multiset<std::string> has;
  for (const std::string& line : text::lines_of(text)) has.insert(words_of(line));
  std::vector<std::string> lines;
  for (const std::string& line : text::lines_of(solution))
    if (const auto found = has.find(words_of(line)); found != has.end())
      has.erase(found);
    else
      lines.push_back(line.substr(line.find_first_not_of(" \t")));
  return lines.size() > kMost ? std::vector<std::string>() : lines;
}

struct Tally {
  size_t judged = 0, reached = 0, refused = 0, untouched = 0;
  std::vector<std::string> none;  // the students who submitted nothing
  std::map<std::string, std::vector<std::string>> refusals;
  std::map<std::string, Cluster> clusters;
};

void add_mistake(Tally& tally, const TaskResult& r, const std::string& who, const Task& its,
                 const std::string& solution) {
  const std::optional<Missing> m = r.untouched ? std::nullopt : missing(r);
  Cluster& cluster = tally.clusters[m ? m->what + " " + m->cause : r.untouched ? "untouched" : "changed"];
  if (cluster.text.empty())
    cluster.text = !m                  ? r.untouched ? "The starting file, unchanged" : ""
                   : m->what == "case" ? m->text
                                       : capital(m->text);
  cluster.who.push_back(who);
  if (m && its.of != nullptr && m->compared)
    for (const std::string& line : lacking(r.attempt.text, solution)) cluster.solution.insert(line);
  if (m)
    if (const std::string line = line_of(r.attempt.text, m->lines); !words_of(line).empty())
      ++cluster.lines.try_emplace(words_of(line), line, 0).first->second.second;
}

Tally tally_of(const Results& all, size_t task) {
  Tally tally;
  const Task& its = all.assignment->tasks[task];
  const std::string solution =
      its.of == nullptr ? "" : practice::answered_text(*its.of, *its.of->solution, "");
  for (const StudentResult& s : all.students) {
    const TaskResult& r = s.tasks[task];
    const std::string who = shown_name(*all.handed_in, *s.student);
    if (r.of == 0) tally.none.push_back(who);
    tally.judged += r.judged;
    tally.reached += r.reached;
    tally.untouched += r.judged && r.untouched;
    if (r.of > 0 && !r.judged) {
      ++tally.refused;
      tally.refusals[r.trouble.empty() ? r.reason : r.trouble].push_back(who);
    }
    if (r.judged && !r.reached) add_mistake(tally, r, who, its, solution);
  }
  return tally;
}

// The parts in which points were lost.
std::string parts_of(const Results& all, size_t task) {
  std::vector<const TaskResult*> results;
  for (const StudentResult& s : all.students)
    if (s.tasks[task].judged && !s.tasks[task].untouched) results.push_back(&s.tasks[task]);
  if (results.empty()) return "";
  std::string out =
      "<table>\n<tr><th>part</th><th class=\"number\">got full points</th><th "
      "class=\"number\">mean</th></tr>\n";
  for (size_t i = 0; i < results[0]->parts.size(); ++i) {
    size_t full = 0;
    double sum = 0;
    for (const TaskResult* r : results)
      full += r->parts[i].points >= r->parts[i].of, sum += r->parts[i].points;
    const Part& part = results[0]->parts[i];
    out += fmt::format(
        "<tr><td>{}</td><td class=\"number\">{} of {}</td><td class=\"number\">{} of {}</td></tr>\n",
        esc(part.what == "counter" ? pages::title_of(part.name) : part.what), full, results.size(),
        shown_points(sum / static_cast<double>(results.size())), shown_points(part.of));
  }
  return out + "</table>\n";
}

std::string mistakes_of(const std::map<std::string, Cluster>& clusters) {
  if (clusters.empty()) return "";
  std::vector<const Cluster*> by_size;
  for (const auto& [key, cluster] : clusters) by_size.push_back(&cluster);
  std::stable_sort(by_size.begin(), by_size.end(), [](const Cluster* one, const Cluster* other) {
    return one->who.size() > other->who.size();
  });
  std::string out =
      "<h3>First mistake found</h3>\n<div class=\"wide\"><table>\n<tr><th "
      "class=\"number\">students</th><th>cause, as found for the first student</th><th>on this "
      "line</th><th>who</th></tr>\n";
  for (const Cluster* cluster : by_size) {
    std::vector<std::pair<size_t, std::string>> codes;
    for (const auto& [words, line] : cluster->lines)
      codes.emplace_back(line.second, line.first.substr(line.first.find_first_not_of(" \t")));
    std::stable_sort(codes.begin(), codes.end(),
                     [](const auto& one, const auto& other) { return one.first > other.first; });
    std::string lines;
    for (const auto& [count, code] : codes) lines += fmt::format("{}× <code>{}</code><br>", count, esc(code));
    for (const std::string& line : cluster->solution)
      lines += fmt::format("<span class=\"soft\">solution:</span> <code>{}</code><br>", esc(line));
    out += fmt::format("<tr><td class=\"number\">{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                       cluster->who.size(), esc(cluster->text), lines,
                       esc(fmt::format("{}", fmt::join(cluster->who, ", "))));
  }
  return out + "</table></div>\n";
}

std::string causes_of(const Results& all, size_t task) {
  const auto [judged, reached, refused, untouched, none, refusals, clusters] = tally_of(all, task);
  std::string out = fmt::format("<h2 id=\"{0}\">{0}</h2>\n<p>{1} handed in",
                                esc(all.assignment->tasks[task].id), judged + refused);
  if (untouched > 0) out += fmt::format(" ({} of them the starting file, unchanged: 0 points)", untouched);
  out +=
      fmt::format(", {} met all requirements, {} not judged, {} handed in nothing{}.</p>\n", reached, refused,
                  none.size(), none.empty() ? "" : esc(fmt::format(" ({})", fmt::join(none, ", "))));
  const std::string parts = parts_of(all, task);
  out += parts;
  if (!parts.empty() && untouched > 0)
    out += "<p class=\"soft\">Unchanged starting files are not included.</p>\n";
  out += mistakes_of(clusters);
  if (!refusals.empty()) out += "<h3>Not judged</h3>\n<ul>\n";
  for (const auto& [why, who] : refusals)
    out += fmt::format("<li>{}: {}</li>\n", esc(fmt::format("{}", fmt::join(who, ", "))), esc(why));
  if (!refusals.empty()) out += "</ul>\n";
  return out;
}

std::string identical_programs(const Results& all) {
  if (all.groups.empty()) return "";
  size_t untouched = 0;
  for (const StudentResult& s : all.students)
    for (const TaskResult& r : s.tasks) untouched += r.untouched;
  std::string out =
      "<h2 id=\"identical\">Identical programs</h2>\n<p>The students in a group handed in the same program, "
      "apart "
      "from comments and spaces. "
      "Programs that also differ in names form separate groups; the notes link these groups. This is not an "
      "accusation: a task with "
      "one obvious answer will produce many identical programs.</p>\n";
  if (untouched > 0)
    out += fmt::format("<p>Left out: the starting file, unchanged ({}).</p>\n", plural(untouched, "file"));
  out +=
      "<div class=\"wide\"><table>\n<tr><th class=\"number\">group</th><th>task</th><th "
      "class=\"number\">students</th><th>who</th><th>note</th></tr>\n";
  for (const Group& group : all.groups) {
    std::vector<std::string> notes;
    if (!group.renamed.empty())
      notes.push_back(fmt::format("the same as {} {}, with different names",
                                  group.renamed.size() == 1 ? "group" : "groups",
                                  fmt::join(group.renamed, ", ")));
    if (group.solution) notes.emplace_back("the solution, apart from names");
    out += fmt::format(
        "<tr><td class=\"number\">{}</td><td>{}</td><td "
        "class=\"number\">{}</td><td>{}</td><td>{}</td></tr>\n",
        group.number, esc(all.assignment->tasks[group.task].id), group.students.size(),
        esc(fmt::format("{}", fmt::join(group.students, ", "))), fmt::join(notes, "; "));
  }
  return out + "</table></div>\n";
}

std::string similar_programs(const Results& all) {
  if (std::none_of(all.compared.begin(), all.compared.end(), [](const Compared& c) { return c.files > 1; }))
    return "";
  const auto pairs = [](size_t n) { return plural(n, "pair"); };
  const auto of_groups = static_cast<size_t>(
      std::count_if(all.pairs.begin(), all.pairs.end(), [](const Pair& pair) { return pair.of_groups; }));
  std::string out = fmt::format(
      "<h2 id=\"similar\">Similar programs</h2>\n<p>A pair is listed if at least {:.0f} % of the smaller "
      "file's "
      "own "
      "code also appears in the other file, regardless of names. A file's own code excludes the code of "
      "the starting file and of the solution; in whole programs, it also excludes code that you provided and "
      "code "
      "that more than half of the students have. This is not an accusation.</p>\n<ul>\n",
      100 * grade::kAlike);
  bool any = false;
  for (size_t i = 0; i < all.compared.size(); ++i) {
    const Compared& c = all.compared[i];
    const size_t compared = c.files - c.too_little;
    any = any || compared > 1;
    out += fmt::format("<li>{}: ", esc(all.assignment->tasks[i].id));
    out += compared > 1 ? fmt::format("{} of {} compared", compared, plural(c.files, "file"))
                        : fmt::format("<strong>not checked</strong>: {} of {} can be compared", compared,
                                      plural(c.files, "file"));
    if (c.too_little > 0)
      out += fmt::format(
          "; {} too little code of {} own (fewer than {} sequences of six words)",
          c.too_little == 1 ? "the other one has" : fmt::format("the other {} have", c.too_little),
          c.too_little == 1 ? "its" : "their", grade::kFewestShingles);
    out += "</li>\n";
  }
  if (of_groups > 0)
    out += fmt::format(
        "<li>Left out: {} of identical programs, or of programs that differ only in names: see "
        "above</li>\n",
        pairs(of_groups));
  if (all.more_pairs > 0)
    out +=
        fmt::format("<li>Left out: {} that are less similar than all of these</li>\n", pairs(all.more_pairs));
  out += "</ul>\n";
  if (all.pairs.size() == of_groups)
    return out + (any ? "<p>No other pair reaches this similarity.</p>\n" : "");
  out += "<div class=\"wide\"><table>\n";
  for (const Pair& pair : all.pairs)
    if (!pair.of_groups)
      out += fmt::format("<tr><td class=\"number\">{:.0f} %</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                         100 * pair.likeness, esc(pair.one), esc(pair.other), esc(pair.task));
  return out + "</table></div>\n";
}

// A short form of the message; the details are in the table of causes.
std::string first_missing(const TaskResult& r) {
  if (r.untouched || (r.of > 0 && !r.judged)) return r.trouble.empty() ? r.reason : r.trouble;
  constexpr size_t kLongest = 100;
  for (const Json& step : r.all_steps)
    if (!step.at("good").get<bool>()) {
      const std::string text = step.at("text");
      return text.size() > kLongest ? text.substr(0, text.rfind(' ', kLongest)) + " …" : text;
    }
  return "";
}

// Reports anything that may be an attack, or that has cost a student points through no fault of
// their own.
std::string check_first(const Results& all) {
  std::vector<std::string> lines = all.handed_in->alarms;
  for (const StudentResult& s : all.students)
    for (const std::string& line : to_check(*s.student))
      lines.push_back(fmt::format("{}: {}", shown_name(*all.handed_in, *s.student), line));
  if (lines.empty()) return "";
  std::string out = "<h2 id=\"check\">Check first</h2>\n<ul>\n";
  for (const std::string& line : lines) out += fmt::format("<li class=\"bad\">{}</li>\n", esc(line));
  return out + "</ul>\n";
}

std::string points_of_all(const Results& all) {
  std::string out =
      "<h2 id=\"points\">Points</h2>\n<div class=\"wide\"><table>\n<tr><th>student</th><th "
      "class=\"number\">points</th>";
  for (const Task& task : all.assignment->tasks)
    out += fmt::format("<th class=\"number\"><a href=\"#{0}\">{0}</a></th>", esc(task.id));
  out += "<th>group of identical programs</th><th>remark</th></tr>\n";
  for (const StudentResult& s : all.students) {
    std::string name = esc(shown_name(*all.handed_in, *s.student));
    if (all.feedback)
      name = fmt::format("<a href=\"{}/{}\">{}</a>", text::uri_of(*all.feedback), text::uri_of(s.page), name);
    out += fmt::format("<tr><td>{}</td><td class=\"number\">{}</td>", name,
                       s.trouble ? "·" : shown_points(s.points));
    std::vector<std::string> remarks, groups;
    for (const TaskResult& r : s.tasks) {
      out += fmt::format("<td class=\"number\">{}</td>", r.of == 0           ? "–"
                                                         : r.trouble.empty() ? shown_points(r.points)
                                                                             : "·");
      if (r.days_late > 0 && (remarks.empty() || remarks[0] != late_text(r)))
        remarks.insert(remarks.begin(), late_text(r));
      if (r.of > 1)
        remarks.push_back(
            fmt::format("attempt {} of {} at {} counts: {}", r.number, r.of, r.task->id, r.attempt.file));
      if (r.group > 0) groups.push_back(std::to_string(r.group));
      if (const std::string what = first_missing(r); !what.empty())
        remarks.push_back(r.task->id + ": " + what);
    }
    if (handed_in_nothing(s)) remarks.push_back(nothing_text(*s.student));
    for (const std::string& remark : s.student->remarks) remarks.push_back(remark);
    out += fmt::format("<td>{}</td><td>{}</td></tr>\n", fmt::join(groups, ", "),
                       esc(fmt::format("{}", fmt::join(remarks, "; "))));
  }
  return out + "</table></div>\n";
}

}  // namespace

std::string class_page(const Results& all) {
  const Assignment& a = *all.assignment;
  std::string body = fmt::format(
      "<h1>{}: the class</h1>\n<p class=\"soft\">For instructors only: this page names students and reveals "
      "parts of the solution.</p>\n",
      esc(a.title));
  if (a.deadline) body += fmt::format("<p class=\"soft\">{}</p>\n", when_it_counts(a));
  body += check_first(all);
  body += "<h2>Overview</h2>\n<p>";
  for (const Task& task : a.tasks) body += fmt::format("<a href=\"#{0}\">{0}</a> · ", esc(task.id));
  body += "<a href=\"#points\">points of each student</a></p>\n" + histogram(all);
  size_t unknown = 0;
  for (const StudentResult& s : all.students)
    for (const TaskResult& r : s.tasks) unknown += r.of > 0 && !r.attempt.time && !s.student->late;
  if (a.deadline && unknown > 0)
    body += fmt::format("<p>It is not known when {} treated as on time.</p>\n",
                        unknown == 1 ? "one file was handed in; it is"
                                     : fmt::format("{} files were handed in; they are", unknown));
  for (size_t i = 0; i < a.tasks.size(); ++i) body += causes_of(all, i);
  body += identical_programs(all) + similar_programs(all);
  body += points_of_all(all);
  if (!all.handed_in->remarks.empty()) {
    body += "<h2>Remarks</h2>\n<ul>\n";
    for (const std::string& remark : all.handed_in->remarks)
      body += fmt::format("<li>{}</li>\n", esc(remark));
    body += "</ul>\n";
  }
  body += fmt::format("<p class=\"soft\">Generated by {}, seed {}.</p>\n", esc(all.made_by), all.seed);
  return page(a.title + ": the class", body);
}

}  // namespace ladder::assignment
