// The pages of an assignment: one for each student, and one about the class.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "assignment/results.h"
#include "charts/svg.h"
#include "pages/counted.h"
#include "practice/cpp_lexer.h"
#include "text/lines.h"
#include "text/printable.h"

namespace assignment {
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
.number { text-align: right; } .good { color: var(--good); } .bad { color: var(--bad); } .soft { color: var(--soft); }
ul.findings { margin: 0.2rem 0; padding-left: 1.2rem; overflow-wrap: anywhere; }
pre { overflow-x: auto; border: 1px solid var(--rule); padding: 0.5rem 0; font-size: 0.85rem; line-height: 1.45; }
pre span { display: block; padding: 0 0.8rem; min-width: max-content; } pre span.mark { background: var(--mark); }
pre b { color: var(--soft); font-weight: 400; user-select: none; } code { font-size: 0.9em; }
.bar { display: inline-block; height: 0.8rem; background: var(--bar); min-width: 1px; }
.wide { overflow-x: auto; }
@page { size: A4; margin: 14mm; }
@media print { :root { color-scheme: light; --paper: #fff; --ink: #000; --mark: #eee; } body { max-width: none; margin: 0; font-size: 10pt; } pre { white-space: pre-wrap; } tr { break-inside: avoid; } }
)";

std::string esc(const std::string& text) { return report::svg::escaped(text::printable(text)); }

std::string page(const std::string& title, const std::string& body) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width, "
      "initial-scale=1\">\n<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n{}</body>\n</html>\n",
      esc(title), kStyle, body);
}

std::string plural(size_t n, const char* what) { return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s"); }

std::string number_text(double value) { return pages::text_of({value, value == std::floor(value)}); }

std::string part_row(const Part& part) {
  static const std::map<std::string, std::string> titles = {{"builds", "It builds"},
                                                            {"correct", "The results are right"},
                                                            {"clean", "No race or other error is found"},
                                                            {"reached", "Everything is reached"}};
  std::string title =
      part.what == "counter" ? "Counter: " + esc(pages::title_of(part.name)) : titles.at(part.what);
  if (part.tried > 0) title += fmt::format(" ({} of {})", part.right, plural(part.tried, "case"));
  const std::string why = part.points == 0 && !part.none.empty() ? "; " + part.none : "";
  if (part.value && part.target)
    title += fmt::format(" <span class=\"soft\">({}, target {}{})</span>", number_text(*part.value),
                         number_text(*part.target), why);
  else if (part.what == "counter")
    title += fmt::format(" <span class=\"soft\">(not counted{})</span>", why);
  const bool whole = part.points >= part.of;
  return fmt::format("<tr><td>{}</td><td class=\"number {}\">{} of {}</td></tr>\n", title,
                     whole ? "good" : "bad", shown_points(part.points), shown_points(part.of));
}

// The program's input in this case.
std::string given_to(const Case& one) {
  constexpr size_t kLongest = 200;
  const auto code = [](std::string text) {
    text.erase(text.find_last_not_of(" \r\n") + 1);
    if (text.size() > kLongest) text = text.substr(0, kLongest) + " …";
    for (size_t end; (end = text.find('\n')) != std::string::npos;) text.replace(end, 1, " ↵ ");
    return "<code>" + esc(text) + "</code>";
  };
  std::vector<std::string> said;
  if (!one.arguments.empty())
    said.push_back("arguments " + code(fmt::format("{}", fmt::join(one.arguments, " "))));
  if (!one.input.empty()) said.push_back("input " + code(one.input));
  for (const auto& [name, text] : one.files) said.push_back("the file " + esc(name) + " " + code(text));
  return said.empty() ? "" : fmt::format("<p class=\"soft\">It was given: {}</p>\n", fmt::join(said, ", "));
}

// The steps shown to a student: what is missing, and why.
std::string findings_of(const TaskResult& r, const Assignment& a) {
  std::string out;
  size_t number = 0;  // case number
  for (const Json& step : r.steps) {
    const bool good = step.at("good"), is_case = step.at("what") == "case";
    if (good && !is_case) continue;
    out += fmt::format("<p class=\"{}\">{} {}</p>\n", good ? "good" : "bad", good ? "✓" : "✗",
                       esc(step.at("text")));
    if (is_case && a.reveal != "nothing") out += given_to(r.task->cases.at(number++));
    const Json details = step.value("details", Json::array());
    if (details.empty()) continue;
    std::string list;
    constexpr size_t kMost = 40;
    for (size_t i = 0; i < std::min(kMost, details.size()); ++i)
      list += fmt::format("<li>{}</li>\n", esc(details[i]));
    out += "<ul class=\"findings\">\n" + list + "</ul>\n";
  }
  return out;
}

std::set<int> marked(const TaskResult& r) {
  std::set<int> lines;
  for (const Json& step : r.steps)
    if (!step.at("good").get<bool>())
      for (const int line : lines_in(step.value("findings", Json::array()), r.called)) lines.insert(line);
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
  const std::string each = a.late_penalty > 0 ? fmt::format("; {} % less for each day or part of a day",
                                                            shown_points(100 * a.late_penalty))
                                              : "";
  return fmt::format("<tr><td>It was handed in {}{}</td><td class=\"number bad\">−{}</td></tr>\n",
                     late_text(r), r.too_late ? ", which is too late for points" : each,
                     shown_points(r.earned - r.points));
}

std::string feedback_of(const TaskResult& r, const Assignment& a) {
  std::string out = fmt::format("<h2>{}</h2>\n", esc(r.task->id));
  if (r.of == 0) return out + "<p class=\"bad\">Nothing was handed in for this task.</p>\n";
  out +=
      fmt::format("<p><code>{}</code>{}{}</p>\n", esc(r.attempt.file),
                  r.attempt.time ? fmt::format(", handed in {}", text_of_time(*r.attempt.time, a.zone)) : "",
                  r.of > 1 ? fmt::format(", attempt {} of {}: it counts", r.number, r.of) : "");
  if (!r.trouble.empty())
    return out + "<p class=\"bad\">It could not be judged yet: the machine was in trouble.</p>\n";
  if (r.untouched || !r.judged) {  // none of its parts were checked
    out += fmt::format(
        "<p class=\"bad\">{}: 0 of {} points.</p>\n",
        r.untouched ? "It is the starting file, unchanged" : "It was not judged: " + esc(r.reason),
        shown_points(r.task->points.sum()));
  } else {
    out += "<table>\n";
    for (const Part& part : r.parts) out += part_row(part);
    out += late_row(r, a);
    out += fmt::format("<tr><th>In all</th><th class=\"number\">{} of {}</th></tr>\n</table>\n",
                       shown_points(r.points), shown_points(r.task->points.sum()));
    if (r.reached) out += "<p class=\"good\">✓ Reached.</p>\n";
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
  body += s.trouble ? "<p>Not all could be judged yet.</p>\n"
                    : fmt::format("<p><strong>{} of {} points</strong></p>\n", shown_points(s.points),
                                  shown_points(a.points()));
  if (a.deadline)
    body += fmt::format("<p class=\"soft\">Deadline: {}</p>\n", text_of_time(*a.deadline, a.zone));
  for (const std::string& remark : s.student->remarks)
    body += fmt::format("<p class=\"soft\">{}</p>\n", esc(remark));
  for (const TaskResult& r : s.tasks) body += feedback_of(r, a);
  return page(fmt::format("{}: {}", a.title, who), body);
}

// --- the class ---

namespace {

std::string histogram(const Results& all) {
  constexpr size_t kBars = 10;
  const double most = all.assignment->points();
  std::vector<size_t> bars(kBars);
  std::vector<double> points;
  for (const StudentResult& s : all.students) {
    if (s.trouble) continue;
    points.push_back(s.points);
    ++bars[std::min(kBars - 1, static_cast<size_t>(s.points / most * kBars))];
  }
  if (points.empty()) return "";
  std::sort(points.begin(), points.end());
  double sum = 0;
  for (const double p : points) sum += p;
  const size_t middle = points.size() / 2;
  const double median = points.size() % 2 == 1 ? points[middle] : (points[middle - 1] + points[middle]) / 2;
  std::string out = fmt::format("<p>{}: median {}, mean {} of {} points.</p>\n<table>\n",
                                plural(points.size(), "student"), shown_points(median),
                                shown_points(sum / static_cast<double>(points.size())), shown_points(most));
  const size_t largest = *std::max_element(bars.begin(), bars.end());
  for (size_t i = 0; i < kBars; ++i)
    out += fmt::format(
        "<tr><td class=\"number\">{} to {}{}</td><td><span class=\"bar\" style=\"width: {:.1f}rem\"></span> "
        "{}</td></tr>\n",
        shown_points(most * static_cast<double>(i) / kBars), i + 1 < kBars ? "below " : "",
        shown_points(most * static_cast<double>(i + 1) / kBars),
        20.0 * static_cast<double>(bars[i]) / static_cast<double>(std::max<size_t>(1, largest)), bars[i]);
  return out + "</table>\n";
}

struct Cluster {  // students with the same fault, in the same tokens of code
  std::string text;
  std::vector<std::string> who;
  std::map<std::string, std::pair<std::string, size_t>>
      lines;  // by tokens: the first such line, and its number of occurrences
};

std::string line_of(const std::string& text, const std::vector<int>& lines) {
  const std::vector<std::string> all = text::lines_of(text);
  return lines.empty() || static_cast<size_t>(lines[0]) > all.size() ? ""
                                                                     : all[static_cast<size_t>(lines[0]) - 1];
}

// Equal for lines that differ only in spaces and comments.
std::string words_of(const std::string& line) {
  std::string words;
  for (const practice::Token& t : practice::tokens_of(line)) words += t.text + " ";
  return words;
}

std::string causes_of(const Results& all, size_t task) {
  std::map<std::string, Cluster> clusters;
  size_t judged = 0, reached = 0, none = 0, refused = 0;
  std::map<std::string, std::vector<std::string>> refusals;
  for (const StudentResult& s : all.students) {
    const TaskResult& r = s.tasks[task];
    none += r.of == 0;
    judged += r.judged;
    reached += r.reached;
    if (r.of > 0 && !r.judged) {
      ++refused;
      refusals[r.trouble.empty() ? r.reason : r.trouble].push_back(shown_name(*all.handed_in, *s.student));
    }
    if (!r.judged || r.reached) continue;
    const std::optional<Missing> m = r.untouched ? std::nullopt : missing(r);
    Cluster& cluster = clusters[m ? m->what + " " + m->cause : r.untouched ? "untouched" : "changed"];
    if (cluster.text.empty()) cluster.text = m ? m->text : r.untouched ? "the starting file, unchanged" : "";
    cluster.who.push_back(shown_name(*all.handed_in, *s.student));
    if (m)
      if (const std::string line = line_of(r.attempt.text, m->lines); !words_of(line).empty())
        ++cluster.lines.try_emplace(words_of(line), line, 0).first->second.second;
  }
  const Task& its = all.assignment->tasks[task];
  std::string out =
      fmt::format("<h2>{}</h2>\n<p>{} handed in, {} reached, {} not judged, {} handed in nothing.</p>\n",
                  esc(its.id), judged + refused, reached, refused, none);
  // Where points are lost.
  if (judged > 0) {
    out +=
        "<table>\n<tr><th>part</th><th class=\"number\">full points</th><th "
        "class=\"number\">mean</th></tr>\n";
    std::vector<const TaskResult*> results;
    for (const StudentResult& s : all.students)
      if (s.tasks[task].judged) results.push_back(&s.tasks[task]);
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
    out += "</table>\n";
  }
  std::vector<const Cluster*> by_size;
  for (const auto& [key, cluster] : clusters) by_size.push_back(&cluster);
  std::stable_sort(by_size.begin(), by_size.end(), [](const Cluster* one, const Cluster* other) {
    return one->who.size() > other->who.size();
  });
  if (!by_size.empty())
    out +=
        "<h3>What is missing first</h3>\n<table>\n<tr><th class=\"number\">students</th><th>cause, as found "
        "for the first of them</th><th>in this line</th><th>who</th></tr>\n";
  for (const Cluster* cluster : by_size) {
    std::vector<std::pair<size_t, std::string>> codes;
    for (const auto& [words, line] : cluster->lines)
      codes.emplace_back(line.second, line.first.substr(line.first.find_first_not_of(" \t")));
    std::stable_sort(codes.begin(), codes.end(),
                     [](const auto& one, const auto& other) { return one.first > other.first; });
    std::string lines;
    for (const auto& [count, code] : codes) lines += fmt::format("{}× <code>{}</code><br>", count, esc(code));
    out += fmt::format("<tr><td class=\"number\">{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                       cluster->who.size(), esc(cluster->text), lines,
                       esc(fmt::format("{}", fmt::join(cluster->who, ", "))));
  }
  if (!by_size.empty()) out += "</table>\n";
  if (!refusals.empty()) out += "<h3>Not judged</h3>\n<ul>\n";
  for (const auto& [why, who] : refusals)
    out += fmt::format("<li>{}: {}</li>\n", esc(fmt::format("{}", fmt::join(who, ", "))), esc(why));
  if (!refusals.empty()) out += "</ul>\n";
  return out;
}

std::string points_of_all(const Results& all) {
  std::string out =
      "<h2>Points</h2>\n<div class=\"wide\"><table>\n<tr><th>student</th><th class=\"number\">points</th>";
  for (const Task& task : all.assignment->tasks)
    out += fmt::format("<th class=\"number\">{}</th>", esc(task.id));
  out += "<th>remark</th></tr>\n";
  for (const StudentResult& s : all.students) {
    out += fmt::format("<tr><td>{}</td><td class=\"number\">{}</td>",
                       esc(shown_name(*all.handed_in, *s.student)), s.trouble ? "·" : shown_points(s.points));
    std::vector<std::string> remarks;
    for (const TaskResult& r : s.tasks) {
      out += fmt::format("<td class=\"number\">{}</td>", r.of == 0           ? "–"
                                                         : r.trouble.empty() ? shown_points(r.points)
                                                                             : "·");
      if (r.days_late > 0 && (remarks.empty() || remarks[0] != late_text(r)))
        remarks.insert(remarks.begin(), late_text(r));
      if (r.of > 1)
        remarks.push_back(
            fmt::format("attempt {} of {} at {} counts: {}", r.number, r.of, r.task->id, r.attempt.file));
      if (r.same > 0)
        remarks.push_back(fmt::format("{}: the same program as others (group {})", r.task->id, r.same));
      if (r.untouched) remarks.push_back(r.task->id + ": the starting file, unchanged");
    }
    if (std::all_of(s.tasks.begin(), s.tasks.end(), [](const TaskResult& r) { return r.of == 0; }))
      remarks.push_back("nothing was handed in");
    for (const std::string& remark : s.student->remarks) remarks.push_back(remark);
    out += fmt::format("<td>{}</td></tr>\n", esc(fmt::format("{}", fmt::join(remarks, "; "))));
  }
  return out + "</table></div>\n";
}

}  // namespace

std::string class_page(const Results& all) {
  const Assignment& a = *all.assignment;
  std::string body = fmt::format(
      "<h1>{}: the class</h1>\n<p class=\"soft\">For the instructor: this page names students.</p>\n",
      esc(a.title));
  body += histogram(all);
  size_t unknown = 0;
  for (const StudentResult& s : all.students)
    for (const TaskResult& r : s.tasks) unknown += r.of > 0 && !r.attempt.time && !s.student->late;
  if (a.deadline && unknown > 0)
    body += fmt::format("<p>It is unknown when {} handed in: treated as on time.</p>\n",
                        unknown == 1 ? "one file was" : fmt::format("{} files were", unknown));
  for (size_t i = 0; i < a.tasks.size(); ++i) body += causes_of(all, i);
  if (!all.pairs.empty()) {
    body +=
        "<h2>Much in common</h2>\n<p>How much of the smaller file's own code stands in the other one, "
        "whatever its names. It "
        "accuses nobody.</p>\n<table>\n";
    for (const Pair& pair : all.pairs)
      body += fmt::format("<tr><td class=\"number\">{:.0f} %</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                          100 * pair.likeness, esc(pair.one), esc(pair.other), esc(pair.task));
    body += "</table>\n";
  }
  body += points_of_all(all);
  if (!all.handed_in->remarks.empty()) {
    body += "<h2>Remarks</h2>\n<ul>\n";
    for (const std::string& remark : all.handed_in->remarks)
      body += fmt::format("<li>{}</li>\n", esc(remark));
    body += "</ul>\n";
  }
  body += fmt::format("<p class=\"soft\">Made by {}, seed {}.</p>\n", esc(all.made_by), all.seed);
  return page(a.title + ": the class", body);
}

}  // namespace assignment
