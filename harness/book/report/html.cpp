#include "report/html.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "charts/chart.h"
#include "tables/groups.h"
#include "look/source.h"
#include "charts/svg.h"
#include "tables/tables.h"
#include "text/units.h"

namespace ladder::report {
namespace {

// Charts are inline SVG with their own light and dark colours, chosen in the same way.
constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --paper: #fff; --ink: #1f2328; --soft: #59636e; --rule: #d1d9e0; --bad: #b42318; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #0d1117; --ink: #e6edf3; --soft: #9198a1; --rule: #3d444d; --bad: #ff8a7a; }
}
body { max-width: 76rem; margin: 2rem auto; padding: 0 1rem; background: var(--paper); color: var(--ink);
       font: 16px/1.5 system-ui, sans-serif; }
h1, h2, h3 { line-height: 1.25; }
p, ul, dl { max-width: 60rem; }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--rule); }
svg { display: block; width: 100%; height: auto; margin: 1rem 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding: 0.5rem 0; }
caption span { position: sticky; left: 0; display: inline-block; max-width: calc(100vw - 2rem); }
th, td { padding: 0.2rem 0.6rem; border-bottom: 1px solid var(--rule); text-align: left; white-space: nowrap; }
th { vertical-align: bottom; white-space: normal; }
.number { text-align: right; }
.group { text-align: center; }
sup { line-height: 0; }
td.words { white-space: normal; min-width: 10rem; }
.bad { color: var(--bad); font-weight: 600; }
.faint, .notes, dt, small { color: var(--soft); }
.notes { font-size: 0.875rem; padding-left: 1.2rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.2rem 1rem; margin: 0; }
dl + dl { margin-top: 1.2rem; }
dd { margin: 0; overflow-wrap: anywhere; }
code { font-size: 0.9em; }
@page { size: A4; margin: 14mm; }
@media print {
  :root { color-scheme: light; --paper: #fff; --ink: #000; --soft: #444; --rule: #bbb; --bad: #b42318; }
  body { max-width: none; margin: 0; padding: 0; font-size: 10pt; }
  h2 { margin-top: 0; break-before: page; }
  h1 ~ h2:first-of-type, .where h2 { break-before: auto; }
  h2, h3, caption { break-after: avoid; }
  svg, table, tr, .notes { break-inside: avoid; }
  .wide { overflow: visible; }
  table { font-size: 7.5pt; }
  th, td { padding: 0.1rem 0.25rem; }
  td.words { white-space: normal; min-width: 9rem; }
  .notes { font-size: 8pt; }
}
)";

std::string escaped(const std::string& text) { return svg::escaped(text); }

std::string with_powers(const std::string& text) {
  std::string out;
  for (const text::Piece& piece : text::powers_in(text)) {
    out += escaped(std::string(piece.text));
    if (!piece.exponent.empty()) out += fmt::format("<sup>{}</sup>", piece.exponent);
  }
  return out;
}

const char* class_of(const Column& column) {
  return column.align == Align::right ? " class=\"number\"" : column.flexible ? " class=\"words\"" : "";
}

std::string cell_html(const Column& column, const Cell& cell) {
  const bool bad = cell.tone == Tone::bad;
  return fmt::format("<td{}>{}</td>", class_of(column),
                     bad ? "<span class=\"bad\">" + escaped(cell.text) + "</span>" : with_powers(cell.text));
}

std::string where_html(const Context& c, const std::string& name) {
  const std::pair<const char*, std::string> all[] = {
      {"file", name},
      {"GPU", c.device.empty() ? "none: counted by the CPU executor" : c.device},
      {"the executor presents", c.executor_presents},
      {"compute capability", c.compute_capability},
      {"multiprocessors", c.multiprocessors ? std::to_string(*c.multiprocessors) : ""},
      {"driver, CUDA", c.driver.empty() ? "" : c.driver + ", " + c.toolkit},
      {"CUB (for the peers)", c.cub},
      {"theoretical bandwidth", c.peak_bandwidth ? text::rate_text(*c.peak_bandwidth) + " GB/s" : ""},
      {"compiler", c.compiler},
      {"CPU", c.host_cpu.empty() ? "" : fmt::format("{}, {} threads", c.host_cpu, c.host_threads)},
      {"commit", c.git_commit + (c.git_dirty ? ", changed" : "")},
      {"date", c.date},
      {"command", c.command_line}};
  std::string out = "<dl>\n";
  for (const auto& [what, text] : all)
    if (!text.empty()) out += fmt::format("<dt>{}</dt><dd>{}</dd>\n", what, escaped(text));
  return out + "</dl>\n";
}

// Each GPU's name above its columns, if there are several.
std::string groups_html(const Table& table) {
  std::string out;
  const std::vector<Column>& columns = table.columns;
  if (std::none_of(columns.begin(), columns.end(), [](const Column& column) { return column.of_group; }))
    return out;
  for (size_t first = 0, end = 0; first < columns.size(); first = end) {
    while (end < columns.size() && columns[end].group == columns[first].group) ++end;
    out += fmt::format("<th scope=\"colgroup\" colspan=\"{}\" class=\"group\">{}</th>", end - first,
                       escaped(columns[first].group));
  }
  return out + "</tr>\n<tr>";
}

std::string as_html(const Table& table) {
  std::string out = "<div class=\"wide\"><table>\n";
  out += fmt::format("<caption><span>{}</span></caption>\n<thead><tr>", with_powers(table.title));
  out += groups_html(table);
  for (const Column& column : table.columns)
    out += fmt::format("<th scope=\"col\"{}>{}</th>", class_of(column), with_powers(column.heading));
  out += "</tr></thead>\n<tbody>\n";
  for (const Row& row : table.rows) {
    if (!row.section.empty()) {
      out += fmt::format("<tr><td colspan=\"{}\" class=\"faint\">{}</td></tr>\n", table.columns.size(),
                         escaped(row.section));
      continue;
    }
    out += "<tr>";
    for (size_t i = 0; i < row.cells.size() && i < table.columns.size(); ++i)
      out += cell_html(table.columns[i], row.cells[i]);
    out += "</tr>\n";
  }
  out += "</tbody></table></div>\n";
  if (!table.above.empty()) out = fmt::format("<p class=\"faint\">{}</p>\n", with_powers(table.above)) + out;
  const std::vector<std::string> notes = notes_of(table);
  if (notes.empty()) return out;
  out += "<ul class=\"notes\">\n";
  for (const std::string& note : notes) out += fmt::format("<li>{}</li>\n", with_powers(note));
  return out + "</ul>\n";
}

// The causes with their lines; "" if there are none.
std::string wrong_html(const RunFile& file, const std::string& from) {
  std::string items;
  for (const bench::Result& row : file.results) {
    if (row.verdict.passed() || row.verdict.status == check::Status::unchecked) continue;
    items += fmt::format("<h3><span class=\"bad\">{}</span> {}, n = {}, {}, block {}{}</h3>\n",
                         escaped(cause_word(row)), escaped(row.id), size_text(row), escaped(row.dtype),
                         row.block, escaped(from));
    if (!row.verdict.message().empty()) items += fmt::format("<p>{}</p>\n", escaped(row.verdict.message()));
    for (const simt::Hazard& hazard : row.hazards.value_or(std::vector<simt::Hazard>())) {
      if (!row.verdict.evidence.holds(hazard.evidence))
        items += fmt::format("<p>{}</p>\n", escaped(hazard.message()));
      items += "<ul>\n";
      for (const simt::Access& a : hazard.where)
        items += fmt::format("<li>{}</li>\n", escaped(look::text_of(a)));
      items += "</ul>\n";
    }
  }
  return items;
}

// Every chart that is possible with a track's rows: for the largest n, with its first element type and block
// size.
std::string charts_html(const Files& files, const std::vector<Group>& of_track,
                        const std::vector<Chart>& kinds) {
  std::string out;
  for (const Chart kind : kinds) {
    const bool counted = kind == Chart::counters;
    const Group* shown = nullptr;
    for (const Group& group : of_track)
      if ((group.backend == bench::Backend::simt) == counted && (shown == nullptr || group.n > shown->n))
        shown = &group;
    if (shown == nullptr) continue;
    TableOptions options;
    options.track = shown->track;
    options.backend = shown->backend;
    options.dtype = shown->dtype;
    options.block = shown->block;
    if (kind == Chart::bars || kind == Chart::speedup || counted) options.ns = {shown->n};
    try {
      out += svg::written(chart(kind, files, options));
    } catch (const os::Error&) {  // too few values of n, or no peer: only the table is shown
    }
  }
  return out;
}

std::vector<Group> of_track(const RunFile& file, const std::string& track) {
  TableOptions options;
  options.track = track;
  return groups(file, options);
}

bool measured(const Group& group) { return group.backend == bench::Backend::cuda; }

// The results from several GPUs under the same conditions: charts for the largest n, and a table for each n
// if there are few. Those groups are removed from `rest`, which is shown separately for each file.
std::string side_by_side_html(const Files& files, std::vector<std::vector<Group>>& rest) {
  constexpr size_t kMost = 3;  // more values of n than this are shown as a sweep
  std::vector<Group> common;
  for (const Group& group : rest[0])
    if (measured(group) && !profiled(group) && std::all_of(rest.begin(), rest.end(), [&](const auto& other) {
          return std::any_of(other.begin(), other.end(),
                             [&](const Group& g) { return same_but_n(g, group) && g.n == group.n; });
        }))
      common.push_back(group);
  std::string out = charts_html(files, common, {Chart::bars, Chart::speedup});
  if (common.size() > kMost) return out;
  for (const Group& group : common) {
    TableOptions options;
    options.track = group.track;
    options.dtype = group.dtype;
    options.block = group.block;
    options.ns = {group.n};
    options.columns = {"stage", "idea", "time", "GB/s", "ceiling", "vs_first"};
    out += as_html(*gpus_table(files, options));
    for (auto& of_file : rest)
      std::erase_if(of_file, [&](const Group& g) { return same_but_n(g, group) && g.n == group.n; });
  }
  return out;
}

// The tables for these groups.
std::string tables_html(const RunFile& file, const std::vector<Group>& shown) {
  RunFile few{file.schema_version, file.context, {}};
  for (const bench::Result& row : file.results)
    if (!is_stage(row) || std::any_of(shown.begin(), shown.end(), [&](const Group& group) {
          return std::find(group.stages.begin(), group.stages.end(), &row) != group.stages.end();
        }))
      few.results.push_back(row);
  std::string out;
  TableOptions options;
  for (const Group& group : shown) options.track = group.track;
  for (const Table& table : build_tables(few, options)) out += as_html(table);
  return out;
}

}  // namespace

std::string html_page(const std::vector<NamedFile>& named) {
  std::vector<RunFile> copies;  // the largest n first, so that the first table belongs to the chart above it
  std::vector<std::string> tracks, devices;
  std::string wrong, wheres, first_lines;
  for (const auto& [name, as_recorded] : named) {
    copies.push_back(*as_recorded);
    std::stable_sort(copies.back().results.begin(), copies.back().results.end(),
                     [](const auto& a, const auto& b) { return a.n > b.n; });
    const std::vector<Group> all = groups(copies.back(), {});
    if (all.empty()) throw os::Error(fmt::format("{} has no rows for stages", name));
    for (const Group& group : all)
      if (std::find(tracks.begin(), tracks.end(), group.track) == tracks.end()) tracks.push_back(group.track);
    const Context& context = copies.back().context;
    devices.push_back(context.device.empty() ? "no GPU" : context.device);
    first_lines +=
        fmt::format("<p class=\"faint\">{}: {}</p>\n", escaped(name), escaped(where_measured(context, "")));
    wrong += wrong_html(copies.back(), named.size() > 1 ? ", in " + name : "");
    wheres += where_html(context, name);
  }
  Files files;
  for (const RunFile& copy : copies) files.push_back(&copy);

  std::string out = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>Warp Ladder: {0}</title>\n<style>{1}</style>\n</head>\n<body>\n"
      "<h1>Warp Ladder <small>{0}</small></h1>\n{2}",
      escaped(fmt::format("{}", fmt::join(devices, " and "))), kStyle, first_lines);
  if (!wrong.empty()) out += "<h2>What is wrong</h2>\n" + wrong;
  for (const std::string& track : tracks) {
    out += fmt::format("<h2>{}</h2>\n", escaped(track));
    Files with;
    std::vector<std::vector<Group>> rest;
    for (const RunFile* file : files)
      if (std::vector<Group> found = of_track(*file, track); !found.empty()) {
        with.push_back(file);
        rest.push_back(std::move(found));
      }
    const std::string together = with.size() > 1 ? side_by_side_html(with, rest) : "";
    out += together;
    for (size_t f = 0; f < with.size(); ++f) {
      std::vector<Chart> kinds = {Chart::sweep, Chart::ratio, Chart::scaling, Chart::counters};
      if (together.empty()) kinds.insert(kinds.begin(), Chart::bars);
      out += charts_html({with[f]}, of_track(*with[f], track), kinds);
      if (!rest[f].empty()) out += tables_html(*with[f], rest[f]);
    }
  }
  return out + "<section class=\"where\"><h2>Where and when</h2>\n" + wheres +
         "</section>\n</body>\n</html>\n";
}

}  // namespace ladder::report
