// The interface through which a page or node uses the rewriter of whole programs (executor/try/rewrite.h). The
// rewriter is a separate module, because it runs before the program is compiled. rewritten(text) takes
// preprocessed text and returns JSON.
#include <algorithm>
#include <cstdlib>
#include <string>

#include "data/json_text.h"
#include "findings/text.h"
#include "try/rewrite.h"

using namespace ladder;

namespace {

using data::Json;

// The program's own file is the only one that does not come from the library or from this repository.
bool is_own(const std::string& file) {
  return !file.empty() && file[0] != '<' && file[0] != '/' && !file.starts_with("harness/") &&
         !file.starts_with("lib/") && !file.starts_with("build/");
}

Json place(const try_program::Place& at) { return {{"file", at.file}, {"line", at.line}}; }

// Variables that are __constinit thread_local for g++ are in a separate section here
// (platform/wasm/language.h).
void put_into_section(std::string& text) {
  const std::string shared = "__constinit thread_local",
                    here = "thread_local __attribute__((section(\"simt_shared\")))";
  for (size_t at = text.find(shared); at != std::string::npos; at = text.find(shared, at + here.size()))
    text.replace(at, shared.size(), here);
}

// The position after the bracket that closes the one at `at`.
size_t behind_bracket(const std::string& text, size_t at) {
  int open = 0;
  for (; at < text.size(); ++at) {
    open += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
    if (open == 0) break;
  }
  return std::min(at + 1, text.size());
}

// clang's output for a function does not show its launch bounds, which may depend on template parameters.
// So a kernel's body begins with a call that specifies them (platform/wasm/host/tables.js). They are removed
// from a declaration, which has no body.
void state_launch_bounds(std::string& text) {
  const std::string attribute = "__attribute__((simt_launch_bounds";
  for (size_t at = text.find(attribute); at != std::string::npos; at = text.find(attribute, at)) {
    const size_t number = at + attribute.size(), end = behind_bracket(text, number);
    const std::string call = "simt_launch_bounds" + text.substr(number, end - number) + ";";
    text.erase(at, end + 2 - at);
    size_t body = at;
    while (body < text.size() && text[body] != '{' && text[body] != ';')
      body = text[body] == '(' ? behind_bracket(text, body) : body + 1;
    if (body < text.size() && text[body] == '{') text.insert(body + 1, call);
  }
}

std::string last;

}  // namespace

extern "C" {
__attribute__((export_name("simt_room"))) char* simt_room(size_t bytes) {
  return static_cast<char*>(std::malloc(bytes));
}
__attribute__((export_name("rewritten"))) const char* simt_rewritten(const char* text) {
  try_program::Rewritten rewritten = try_program::rewrite(text, is_own);
  put_into_section(rewritten.text);
  state_launch_bounds(rewritten.text);
  Json launches = Json::array(), kernels = Json::array(), refused = Json::array();
  for (const try_program::Place& at : rewritten.launches) launches.push_back(place(at));
  for (const try_program::Definition& d : rewritten.kernels) {
    kernels.push_back(place(d.place));
    kernels.back()["name"] = d.name;
  }
  for (const try_program::Refused& r : rewritten.refused) {
    refused.push_back(place(r.place));
    refused.back()["why"] = text_of(r.why);
  }
  last =
      Json{{"text", rewritten.text}, {"launches", launches}, {"kernels", kernels}, {"refused", refused}}.dump(
          -1, ' ', false, Json::error_handler_t::replace);
  return last.c_str();
}
}
