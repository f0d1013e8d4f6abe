// SARIF 2.1.0 (docs.oasis-open.org/sarif), which GitHub code scanning and editors read. A result's fingerprint
// is computed from facts that do not change when other lines change: rule, file, kernel, and the text of its
// lines.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <map>
#include <string_view>

#include "data/json_text.h"
#include "data/names.h"
#include "findings/annotations.h"
#include "findings/text.h"
#include "os/error.h"
#include "os/files.h"
#include "text/lines.h"
#include "text/printable.h"

namespace ladder::findings {
namespace {

using data::Json;

const char* level_of(Severity severity) {
  constexpr const char* kLevels[] = {"error", "warning", "note"};
  return kLevels[static_cast<int>(severity)];
}

class Sources {
 public:
  explicit Sources(const std::string& folder) : folder_(folder) {}
  std::string line(const Place& at) {  // "" if there is no such line
    const auto [known, fresh] = files_.try_emplace(at.file);
    if (fresh && !at.file.empty()) {
      try {
        known->second = text::lines_of(
            os::read_text(at.file.starts_with('/') || folder_.empty() ? at.file : folder_ + "/" + at.file));
      } catch (const os::Error&) {  // a missing file is not an error, because its lines are only quoted
      }
    }
    const size_t number = static_cast<size_t>(std::max(at.line, 0));
    if (number == 0 || number > known->second.size()) return "";
    const std::string& text = known->second[number - 1];
    const size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
    return text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
  }

 private:
  std::string folder_;
  std::map<std::string, std::vector<std::string>> files_;
};

Json location(const Place& at, Sources& sources) {
  Json physical = {{"artifactLocation", {{"uri", text::uri_of(at.file)}}}};
  if (!at.file.starts_with('/')) physical["artifactLocation"]["uriBaseId"] = "%SRCROOT%";
  if (at.line > 0) {
    physical["region"] = {{"startLine", at.line}};
    if (const std::string text = sources.line(at); !text.empty())
      physical["region"]["snippet"] = {{"text", text}};
  }
  Json found = {{"physicalLocation", physical}};
  if (!at.access.empty()) {
    Evidence what(Cause::done_by, {{"access", at.access}});
    if (!at.thread.empty()) what.add({"thread", at.thread});
    found["message"] = {{"text", text_of(what)}};
  }
  return found;
}

std::string hash_of(const std::string& text) {  // FNV-1a
  uint64_t h = 0xcbf29ce484222325u;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return fmt::format("{:016x}", h);
}

std::string id_of(const Annotated& a) {
  const Cause cause = rule_of(a.evidence);
  return cause == Cause::none ? a.kind : data::name(cause);
}

Json rule(const std::string& id, const Annotated& a) {
  const auto words_of = [](std::string name) {
    std::replace(name.begin(), name.end(), '_', ' ');
    return name;
  };
  const std::string words = words_of(id);
  const std::string about = text_of({Cause::rule_of_findings, {{"kind", words_of(a.kind)}, {"rule", words}}});
  return {{"id", id},
          {"shortDescription", {{"text", words}}},
          {"fullDescription", {{"text", about}}},
          {"help", {{"text", about}}},
          {"helpUri", "https://github.com/warp-ladder/warp-ladder/blob/main/docs/try.md#what-is-reported"},
          {"defaultConfiguration", {{"level", level_of(a.severity)}}},
          {"properties", {{"tags", {"cuda", a.kind}}}}};
}

Json result(const Case& of, const Annotated& a, Sources& sources, std::map<std::string, int>& seen) {
  const std::string id = id_of(a);
  Json out = {{"ruleId", id}, {"level", level_of(a.severity)}, {"message", {{"text", text_of(a.evidence)}}}};
  const std::vector<Place> where = places_of(of, a);
  std::string same = id + "\n" + of.group + "\n" + of.name;
  Json related = Json::array();
  for (size_t i = 0; i < where.size(); ++i) {
    same += "\n" + where[i].file + "\n" + sources.line(where[i]);
    Json at = location(where[i], sources);
    if (i == 0) {
      if (!of.name.empty())
        at["logicalLocations"] = {
            {{"fullyQualifiedName", of.group.empty() ? of.name : of.group + "/" + of.name}}};
      out["locations"] = Json::array({at});
    } else {
      at["id"] = i;
      related.push_back(at);
    }
  }
  if (!related.empty()) out["relatedLocations"] = related;
  if (a.count > 1) out["occurrenceCount"] = std::min<uint64_t>(a.count, INT32_MAX);
  const std::string hash = hash_of(same);
  out["partialFingerprints"] = {{"ladderFinding/v1", fmt::format("{}:{}", hash, ++seen[hash])}};
  return out;
}

}  // namespace

std::string sarif(const Report& report) {
  Json rules = Json::array(), results = Json::array();
  Sources sources(report.folder);
  std::map<std::string, int> seen;
  for (const Case& one : report.cases)
    for (const Annotated& a : one.found) {
      const std::string id = id_of(a);
      if (std::none_of(rules.begin(), rules.end(), [&](const Json& r) { return r["id"] == id; }))
        rules.push_back(rule(id, a));
      results.push_back(result(one, a, sources, seen));
    }
  Json driver = {{"name", "Warp Ladder"}, {"informationUri", "https://github.com/warp-ladder/warp-ladder"}};
  if (!report.version.empty()) driver["semanticVersion"] = report.version;
  driver["rules"] = rules;
  return data::dump_json({{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                          {"version", "2.1.0"},
                          {"runs",
                           {{{"tool", {{"driver", driver}}},
                             {"automationDetails", {{"id", "ladder/" + report.command + "/"}}},
                             {"columnKind", "utf16CodeUnits"},
                             {"results", results}}}}});
}

}  // namespace ladder::findings
