#include "cli/compiler_words.h"

#include <fmt/format.h>

#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string_view>

#include "cli/exit.h"

namespace ladder::cli {
namespace {

std::set<std::string> words(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}
const auto kAlone = words(
    "nvcc -g -G -lineinfo -w -c -dc -v -restrict -use_fast_math -extended-lambda -expt-extended-lambda "
    "-expt-relaxed-constexpr -res-usage -debug -device-debug -generate-line-info -compile -device-c "
    "-resource-usage -disable-warnings");
// Options with a value, as the next argument or after =.
const auto kWithValue = words(
    "-arch -gpu-architecture -gencode -generate-code -code -gpu-code -o -output-file -ccbin -compiler-bindir "
    "-cudart -maxrregcount -Xptxas -ptxas-options -Xlinker -linker-options -x -t -threads -diag-suppress "
    "-rdc "
    "-relocatable-device-code -ftz -fmad -prec-div -prec-sqrt -optimize -split-compile");

std::string standard(const std::string& value) {
  static const std::map<std::string_view, std::string> known = {
      {"03", "17"}, {"11", "17"}, {"14", "17"}, {"17", "17"}, {"20", "20"}, {"2a", "20"}, {"23", "23"}};
  const size_t digits = value.starts_with("c++") ? 3 : value.starts_with("gnu++") ? 5 : std::string::npos;
  const auto found = digits == std::string::npos ? known.end() : known.find(value.substr(digits));
  if (found == known.end())
    throw Failure(fmt::format("-std={}: valid values are c++17 (the default), c++20 and c++23", value));
  return found->second;
}

// A library of the toolkit: the executor replaces it, or refuses calls to it.
bool of_the_toolkit(std::string_view library) {
  for (const char* start : {"cuda", "cublas", "cufft", "curand", "cusparse", "cusolver", "culibos",
                            "nvToolsExt", "nvrtc", "nvidia-ml", "npp"})
    if (library.starts_with(start)) return true;
  return false;
}

}  // namespace

std::vector<std::string> without_compiler_words(const std::vector<std::string>& arguments, Options& o) {
  std::vector<std::string> rest;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    const std::string one_dash = word.starts_with("--") ? word.substr(1) : word;
    const size_t equals = one_dash.find('=');
    const std::string name = one_dash.substr(0, equals);
    const auto value = [&] {
      if (equals != std::string::npos) return one_dash.substr(equals + 1);
      if (i + 1 >= arguments.size()) throw Failure(word + ": its value is missing");
      return arguments[++i];
    };
    const auto glued = [&](size_t letters) {  // -lm, -l m
      return word.size() > letters ? word.substr(letters) : value();
    };
    const bool two_dashes = one_dash != word;
    if (kAlone.contains(one_dash)) {
    } else if (kWithValue.contains(name)) {
      value();
    } else if (name == "-std") {
      o.standard = standard(value());
    } else if (name == "-Xcompiler" || name == "-compiler-options") {
      o.openmp |= value().find("-fopenmp") != std::string::npos;
    } else if (word == "-fopenmp") {
      o.openmp = true;
    } else if (name == "-default-stream") {
      if (value() == "per-thread") o.defines.emplace_back("CUDA_API_PER_THREAD_DEFAULT_STREAM=1");
    } else if (name == "-include" || name == "-isystem") {
      o.preprocessor.insert(o.preprocessor.end(), {name, value()});
    } else if (!two_dashes && word.starts_with("-U")) {
      o.preprocessor.push_back("-U" + glued(2));
    } else if (!two_dashes && word.starts_with("-L")) {
      o.libraries.push_back("-L" + std::filesystem::absolute(glued(2)).string());
    } else if (!two_dashes && word.starts_with("-l")) {
      if (const std::string library = glued(2); !of_the_toolkit(library))
        o.libraries.push_back("-l" + library);
    } else if (!two_dashes && word.size() > 1 && word[0] == '-' &&
               std::string_view("OWm").find(word[1]) < 3) {
    } else {
      rest.push_back(word);
    }
  }
  return rest;
}

}  // namespace ladder::cli
