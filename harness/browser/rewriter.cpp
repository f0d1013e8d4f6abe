// The interface of the rewriter of whole programs (executor/try/rewrite.h) to a page or node: a module of its own, because it
// runs before the program is compiled. rewritten(text) takes preprocessed text and returns JSON.
#include <cstdlib>
#include <string>

#include "data/json_text.h"
#include "try/rewrite.h"

namespace {

using data::Json;

// The program's own file is the only one that does not come from the library or from this repository.
bool is_own(const std::string& file) {
  return !file.empty() && file[0] != '<' && file[0] != '/' && !file.starts_with("harness/") &&
         !file.starts_with("lib/") && !file.starts_with("build/");
}

Json place(const try_program::Place& at) { return {{"file", at.file}, {"line", at.line}}; }

// What g++ calls __constinit thread_local is in a section of its own here (platform/wasm/language.h).
void put_into_section(std::string& text) {
  const std::string shared = "__constinit thread_local",
                    here = "thread_local __attribute__((section(\"simt_shared\")))";
  for (size_t at = text.find(shared); at != std::string::npos; at = text.find(shared, at + here.size()))
    text.replace(at, shared.size(), here);
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
  Json launches = Json::array(), kernels = Json::array(), refused = Json::array();
  for (const try_program::Place& at : rewritten.launches) launches.push_back(place(at));
  for (const try_program::Definition& d : rewritten.kernels) {
    kernels.push_back(place(d.place));
    kernels.back()["name"] = d.name;
  }
  for (const try_program::Refused& r : rewritten.refused) {
    refused.push_back(place(r.place));
    refused.back()["why"] = r.why.empty() ? r.what + " is not available in ./ladder try" : r.why;
  }
  last =
      Json{{"text", rewritten.text}, {"launches", launches}, {"kernels", kernels}, {"refused", refused}}.dump(
          -1, ' ', false, Json::error_handler_t::replace);
  return last.c_str();
}
}
