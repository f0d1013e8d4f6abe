// Evidence, its sentences, and its other formats.
#include <string>

#include "data/json_text.h"
#include "findings/annotations.h"
#include "findings/evidence.h"
#include "findings/rank.h"
#include "findings/text.h"
#include "os/files.h"
#include "tests/catch.h"
#include "tests/program.h"

using namespace ladder;

using findings::Cause;
using findings::Evidence;
using findings::text_of;

TEST_CASE("each fact named in a sentence's template appears in the rendered sentence", "[findings]") {
  const Evidence e(Cause::none,
                   {{"thread", "5"}, {"bytes", 1}, {"elements", 3}, {"access", "write"}, {"kind", "a"}});
  CHECK(filled("thread {thread} {access:verb}", e) == "thread 5 writes");
  CHECK(filled("{bytes:byte}, {elements:element}, {elements:launch}", e) == "1 byte, 3 elements, 3 launches");
  CHECK(filled("{?thread|thread {thread}|nobody}{?block| of block {block}}", e) == "thread 5");
  CHECK(filled("{?block|block|no block}", e) == "no block");
  CHECK(filled("{kind=a|A{?thread|{thread}}|B}{kind=b|B}", e) == "A5");
  CHECK(filled("size_t{{{thread}}} and {{}}", e) == "size_t{5} and {}");
  CHECK(filled("{access:access}", e) == "the write");
  // A fact that the producer has not supplied stays visible as its name.
  CHECK(filled("{block}", e) == "{block}");
}

TEST_CASE("nested evidence is rendered inside the outer sentence, and can be looked up", "[findings]") {
  const Evidence hazard(Cause::trap),
      result(Cause::wrong_after_timing, {{"what", findings::recorded("it is 3")}});
  const Evidence both(Cause::hazard_and_result, {{"hazard", hazard}, {"result", result}});
  CHECK(text_of(both) ==
        "the kernel called __trap(). In this run: correct before the timing, but wrong after it: it is 3");
  CHECK(both.holds(Cause::trap));
  CHECK(both.holds(hazard));
  CHECK_FALSE(both.holds(Cause::breakpoint));
  CHECK(around(around(hazard, Cause::at_n, {{"n", 33}}), Cause::with_lines, {{"lines", "a.cu:3"}}).root() ==
        hazard);
  Evidence twice(Cause::race_no_barrier);
  twice.add({"also", Evidence(Cause::breakpoint)}).add({"also", Evidence(Cause::trap)});
  CHECK(filled("{also}", twice) ==
        "the kernel called __brkpt(), but no debugger is attachedthe kernel called __trap()");
}

TEST_CASE("evidence survives conversion to JSON and back", "[findings]") {
  Evidence e(Cause::race_no_barrier,
             {{"thread", "0"}, {"first_line", -3}, {"place", Evidence(Cause::end_of_loop)}});
  e.add({"also", Evidence(Cause::trap)}).add({"also", Evidence(Cause::breakpoint)});
  const std::string text = data::dump_json(data::to_json(e));
  const data::Json json = data::parse_json(text, "evidence");
  CHECK(data::from_json<Evidence>({&json, ""}) == e);
  CHECK(json["cause"] == "race_no_barrier");
  CHECK(json["also"].size() == 2);
  CHECK(data::unpacked<Evidence>(data::packed(e)) == e);
  CHECK(data::unpacked<Evidence>(data::packed(Evidence())) == Evidence());
}

TEST_CASE("an object and a thread are strings in JSON, and are read back from them", "[findings]") {
  using findings::Object, findings::ThreadId;
  const std::pair<Object, const char*> objects[] = {
      {{"tile", {31, 0}}, "tile[31][0]"},
      {{"input", {-3}, "", 2}, "input[-3] byte 2"},
      {{"bins", {3}, "corner.x"}, "bins[3].corner.x"},
      {{"bins", {3}, "sum", 1}, "bins[3].sum byte 1"},
      {{"partial"}, "partial"},
      {{"", {}, "", 0, 0x7f00}, "0x7f00"},
      {{"", {}, "", 0, 0}, "0x0"},
      {{"a local variable of thread 5"}, "a local variable of thread 5"},
      {{"0x"}, "0x"},
      {{"p[i]"}, "p[i]"},
      {{"p[3"}, "p[3"},
      {{"p[99999999999999999999]"}, "p[99999999999999999999]"},
      {{}, ""}};
  for (const auto& [object, text] : objects) {
    CHECK(object.text() == text);
    CHECK(data::unpacked<Object>(data::packed(object)) == object);
  }
  const std::pair<ThreadId, const char*> threads[] = {{{3, "17"}, "block 3, thread 17"},
                                                      {{0, "(1, 2)"}, "block 0, thread (1, 2)"},
                                                      {{3, ""}, "block 3"},
                                                      {{-1, "thread u"}, "thread u"},  // from an older file
                                                      {{}, ""}};
  for (const auto& [thread, text] : threads) {
    CHECK(thread.text() == text);
    CHECK(data::unpacked<ThreadId>(data::packed(thread)) == thread);
  }
  // A fact that is an object is equal to the string that it becomes in JSON.
  const Evidence e(Cause::trap, {{"object", Object{"tile", {31, 0}}}});
  CHECK(data::unpacked<Evidence>(data::packed(e)) == e);
  CHECK(e.text("object") == "tile[31][0]");
  CHECK_FALSE(e == Evidence(Cause::trap, {{"object", Object{"tile", {31, 1}}}}));
}

TEST_CASE("certain findings about the text come before findings about the run, and numbers come last",
          "[findings]") {
  const auto difference = [](Cause instead) {
    return Evidence(Cause::difference, {{"line", 7}, {"instead", Evidence(instead)}});
  };
  const Evidence lint(Cause::whole_division), place(Cause::line_differs), number(Cause::sum_of_ones);
  const Evidence value = difference(Cause::solution_value), other = difference(Cause::solution_thread);
  const findings::Findings told = findings::ranked({number, value, other, value, place, lint});
  CHECK(told == findings::Findings{lint, place, other, value, number});
  CHECK(confidence_of(place) == findings::Confidence::certain);
  CHECK(confidence_of(around(value, Cause::said_at)) == findings::Confidence::likely);
  CHECK(confidence_of(Evidence(Cause::nothing_added)) == findings::Confidence::hint);
  CHECK(confidence_of(Evidence(Cause::race_no_barrier)) == findings::Confidence::certain);
  // `place` comes after the causes that rank before it, and before causes that are not in the table.
  findings::Findings details = {lint, other, Evidence(Cause::wrong_value)};
  add_ranked(details, place);
  CHECK(details == findings::Findings{lint, place, other, Evidence(Cause::wrong_value)});
  details = {Evidence(Cause::wrong_value), lint};
  add_ranked(details, place);
  CHECK(details[0] == place);
}

TEST_CASE("a finding in JSON has a confidence, but its parts do not", "[findings]") {
  const data::Json json =
      data::to_json(Evidence(Cause::difference, {{"instead", Evidence(Cause::solution_value)}}));
  CHECK(json["confidence"] == "likely");
  CHECK_FALSE(json["instead"].contains("confidence"));
}

TEST_CASE("each sentence has matching braces, and no space at either end", "[findings]") {
  for (size_t i = 0; i < names_of(Cause()).size(); ++i) {
    const Evidence e(static_cast<Cause>(i));
    const std::string text = text_of(e);
    INFO(data::name(e.cause) << ": " << text);
    int depth = 0;
    for (const char c : text) depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    CHECK(depth == (e.is(Cause::hint_closing_brace) ? -1 : 0));  // its sentence contains a brace
    CHECK(text.find("  ") == (e.is_one_of({Cause::place, Cause::table_row}) ? 0 : std::string::npos));
    CHECK(text.find("|") == std::string::npos);
  }
}

TEST_CASE("the reasons why a row is skipped on a GPU, or a file is not built, are rendered", "[findings]") {
  const auto memory = [](std::initializer_list<findings::Fact> where) {
    Evidence e(Cause::needs_more_memory, where);
    return text_of(e.add({"n", 1000}).add({"needed", "3.0"}).add({"available", "0.5"}));
  };
  CHECK(memory({}) == "n = 1000 needs 3.0 GiB, but only 0.5 GiB is available");
  CHECK(memory({{"gpus", 1}}) == "n = 1000 needs 3.0 GiB, but only 0.5 GiB is free on the GPU");
  CHECK(memory({{"gpus", 4}}) == "n = 1000 needs 3.0 GiB, but only 0.5 GiB is free on 4 GPUs");
  const auto gpus = [](Cause cause, const char* name, int count) {
    return text_of({cause, {{"gpus", 4}, {name, count}}});
  };
  CHECK(gpus(Cause::too_few_gpus, "here", 1) ==
        "needs 4 GPUs; this machine has one (--gpus 1 runs it there)");
  CHECK(gpus(Cause::too_few_gpus, "here", 2) == "needs 4 GPUs; this machine has 2");
  const std::string peer =
      "needs 4 GPUs of the same model that can access each other's memory (peer access); here ";
  CHECK(gpus(Cause::gpus_not_reachable, "reachable", 1) == peer + "none can");
  CHECK(gpus(Cause::gpus_not_reachable, "reachable", 2) == peer + "2 can");
  CHECK(text_of({Cause::needs_one_process}) == "works on one GPU: run it without mpirun");
  CHECK(text_of({Cause::needs_one_process, {{"several_gpus", 1}}}) ==
        "needs a single process with all GPUs: run it without mpirun");
  CHECK(text_of({Cause::too_many_elements, {{"most", 5}}}) == "takes at most 5 elements");
  CHECK(text_of({Cause::too_many_elements, {{"most", 5}, {"reason", "why"}}}) ==
        "takes at most 5 elements: why");
  CHECK(text_of({Cause::compiler_was_stopped}) ==
        "the compiler was stopped: it took too much time or memory");
  CHECK(text_of({Cause::compiler_was_stopped, {{"memory", 1}}}) ==
        "the compiler was stopped: it took too much memory");
  CHECK(text_of({Cause::no_main, {{"file", "a.cu"}}}) == "there is no main() in a.cu");
  CHECK(text_of({Cause::no_main, {{"file", "a.cu"}, {"others", 1}}}) ==
        "there is no main() in a.cu or in any of the other files");
}

namespace {
findings::Report report_of(findings::Annotated found, const std::string& file = "") {
  return {.command = "try",
          .version = "1.2.3",
          .cases = {{.group = "a.cu", .name = "f<1, 2>", .file = file, .found = {std::move(found)}}}};
}
}  // namespace

TEST_CASE("a GitHub annotation escapes characters that would end it", "[findings]") {
  const Evidence e = findings::recorded("100 %\nof it");
  CHECK(github_annotations(report_of(
            {.kind = "race", .title = "race in f<1, 2>", .where = {{"a:b.cu", 7}}, .evidence = e})) ==
        "::error file=a%3Ab.cu,line=7,title=race in f<1%2C 2>::100 %25%0Aof it\n");
  CHECK(github_annotations(report_of({.severity = findings::Severity::note, .evidence = e})) ==
        "::notice::100 %25%0Aof it\n");
  CHECK(github_annotations(report_of({.severity = findings::Severity::warning, .evidence = e}, "a.cu")) ==
        "::warning file=a.cu::100 %25%0Aof it\n");
  // A place without a file, as in a linker's message, is left out.
  CHECK(github_annotations(report_of({.where = {{"", 0}}, .evidence = e}, "a.cu")) ==
        "::error file=a.cu::100 %25%0Aof it\n");
}

TEST_CASE("a SARIF result has the cause as its rule, the second access as a location, and a fingerprint",
          "[findings]") {
  const program::Folder folder;
  const std::string file = folder.file("a b.cu");
  const auto result_at = [&](const std::string& text, int line) {
    os::write_text(file, text);
    const Evidence race(Cause::trap);
    const std::string written = sarif(report_of(
        {.kind = "race",
         .title = "race in f",
         .where = {{file, line, "block 0, thread 16", "read"},
                   {file, line + 1, "block 0, thread 33", "write"}},
         .evidence = around(around(race, Cause::with_lines, {{"lines", "a"}}), Cause::at_n, {{"n", 3}}),
         .count = 7}));
    return data::parse_json(written, "sarif")["runs"][0];
  };
  const data::Json run = result_at("x\n  read();\nwrite();\n", 2), result = run["results"][0];
  CHECK(run["tool"]["driver"]["semanticVersion"] == "1.2.3");
  CHECK(run["tool"]["driver"]["rules"][0]["id"] == "trap");
  CHECK(result["ruleId"] == "trap");
  CHECK(result["level"] == "error");
  CHECK(result["occurrenceCount"] == 7);
  const data::Json& at = result["locations"][0]["physicalLocation"];
  CHECK(at["artifactLocation"]["uri"].get<std::string>().ends_with("/a%20b.cu"));
  CHECK(at["region"]["startLine"] == 2);
  CHECK(at["region"]["snippet"]["text"] == "read();");
  CHECK(result["relatedLocations"][0]["message"]["text"] == "write by block 0, thread 33");
  CHECK(result["relatedLocations"][0]["physicalLocation"]["region"]["startLine"] == 3);
  // Lines above it and its indentation do not change the fingerprint; the line itself does.
  CHECK(result_at("x\ny\nread();\n write();\n", 3)["results"][0]["partialFingerprints"] ==
        result["partialFingerprints"]);
  CHECK(result_at("x\n  read(1);\nwrite();\n", 2)["results"][0]["partialFingerprints"] !=
        result["partialFingerprints"]);
}

TEST_CASE("in SARIF, the rule of a finding without a cause is the finding's kind", "[findings]") {
  const auto rule = [](const Evidence& e) {
    const std::string written = sarif(report_of({.kind = "crash", .evidence = e}));
    return data::parse_json(written, "sarif")["runs"][0]["results"][0]["ruleId"].get<std::string>();
  };
  CHECK(rule(findings::recorded("Segmentation fault")) == "crash");
  CHECK(rule({Cause::hazard_and_result,
              {{"hazard", Evidence(Cause::trap)}, {"result", Evidence(Cause::wrong_value)}}}) == "trap");
}

TEST_CASE("JUnit counts failures, errors and skipped cases", "[findings]") {
  findings::Report report{"check"};
  report.cases.push_back({.group = "reduce", .name = "v1"});
  report.cases.push_back({.group = "reduce", .name = "v2", .skipped = "needs \"two\" GPUs"});
  report.cases.push_back(
      {.group = "reduce",
       .name = "v3",
       .file = "a.cu",
       .found = {{.kind = "race", .where = {{"a.cu", 3}}, .evidence = findings::recorded("a < b")}}});
  report.cases.push_back({.group = "reduce",
                          .name = "v4",
                          .not_judged = true,
                          .found = {{.kind = "refused", .evidence = findings::recorded("no")}}});
  report.cases.push_back(
      {.group = "reduce",
       .name = "v5",
       .found = {{.severity = findings::Severity::note, .evidence = findings::recorded("a leak")}}});
  const std::string xml = junit(report);
  INFO(xml);
  const auto has = [&](const char* text) { return xml.find(text) != std::string::npos; };
  CHECK(has("tests=\"5\" failures=\"1\" errors=\"1\" skipped=\"1\""));
  CHECK(has("<testcase classname=\"reduce\" name=\"v1\" time=\"0.000\"/>"));
  CHECK(has("<skipped message=\"needs &quot;two&quot; GPUs\"/>"));
  CHECK(has("<failure type=\"race\" message=\"a &lt; b\">a.cu:3\na &lt; b</failure>"));
  CHECK(has("<error type=\"refused\""));
  CHECK(has("<system-out>a leak</system-out>"));
}

TEST_CASE("the file and the line named in a compiler message are found", "[findings]") {
  const auto place = [](const std::string& text) {
    const findings::Place at = findings::place_in(text);
    return at.file + "|" + std::to_string(at.line);
  };
  CHECK(place("a b.cu:3:5: error: x") == "a b.cu|3");
  CHECK(place("a.cu(7): error: x") == "a.cu|7");
  CHECK(place("In file included from b.cu:1:\na.h:2:1: error: x") == "a.h|2");
  CHECK(place("    3 | int x: 5;\nno place") == "|0");
}
