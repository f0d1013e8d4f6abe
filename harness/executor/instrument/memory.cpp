// Passes that handle variables: red zones and shared memory.
#include <algorithm>

#include "instrument/passes.h"

namespace ladder::instrument {
namespace {

constexpr const char* kRedZone = "\t.zero\t256\n";
constexpr const char* kBeforeVariable = "\t.zero\t256\n\t.balign 256\n";
constexpr const char* kOwnPages = "\t.balign 4096\n";  // runtime/access.cpp protects these pages

bool is_of_compiler(std::string_view symbol) { return starts_with_one_of(symbol, {".L", "_ZGV", "_ZT"}); }

// Handles .size NAME, BYTES, which precedes the symbol that it describes.
void note_size(Assembly& a, Line& line, bool zones) {
  const auto words = words_of(line.operands);
  if (words.size() != 2) return;
  if (line.area == Area::shared) {
    a.array_bytes[words[0]] = words[1];
  } else if (line.area != Area::code && zones && is_number(words[1]) && words[1] != "0") {
    const bool unique = a.unique.contains(words[0]);
    if (is_of_compiler(words[0]) || words[0].starts_with("DW.") || (!unique && !a.objects.contains(words[0])))
      return;
    const int kind = line.area == Area::constant ? 1 : line.area == Area::managed ? 3 : unique ? 2 : 0;
    a.variables[words[0]] = {words[1], kind};
  }
}

}  // namespace

void red_zones(Assembly& a) {
  const bool zones = a.options.traced || a.options.whole_program();  // red zones after variables
  std::set<std::string_view> behind, locals, managed;
  std::string_view label;
  for (Line& line : a.lines) {
    if (line.kind == Kind::label) {
      label = line.word;
      if (line.area == Area::shared)
        line.before += "\t.p2align\t7\n";
      else if (zones && line.area != Area::code && a.variables.contains(label))
        line.before += std::string(kBeforeVariable) + (line.area == Area::managed ? kOwnPages : "");
    } else if (zones && line.is(".section") && line.area == Area::managed) {
      managed.insert(line.operands);
    } else if (line.is(".size")) {
      note_size(a, line, zones);
    } else if (line.is(".zero") && line.area == Area::shared && a.array_bytes.contains(label)) {
      if (behind.insert(label).second) line.after += kRedZone;
    } else if (zones && line.is(".local")) {
      locals.insert(line.operands);
      line.removed = true;
    } else if (zones && line.is(".comm")) {  // a static variable without an initialiser
      const auto words = words_of(line.operands);
      if (words.size() < 2 || !locals.contains(words[0])) continue;
      const std::string name(words[0]), bytes(words[1]);
      a.replace(line, "\t.pushsection .bss\n" + std::string(kBeforeVariable) + name + ":\n\t.zero\t" + bytes +
                          "\n\t.popsection");
      a.defined.insert(words[0]);
      if (!is_of_compiler(words[0])) a.variables[words[0]] = {words[1], 0};
    }
  }
  for (const std::string_view section : managed)
    a.tail += "\t.section\t" + std::string(section) + "\n" + kOwnPages;
}

// For partial[2 * blockDim.x - 1] with an empty block, g++ generates an index far out of range, in code that
// never runs. This pass may use any distant address instead.
void distant_indices(Assembly& a) {
  for (Line& line : a.lines) {
    if (line.text.find("@tpoff") == line.text.npos) continue;
    for (size_t at = 0; at < line.text.size();) {
      const auto from = line.text.begin() + static_cast<std::ptrdiff_t>(at);
      const auto end = std::find_if_not(from, line.text.end(), is_digit);
      if (end - from >= 10 && end != line.text.end() && *end == '+') {
        a.replace(line,
                  std::string(line.text.begin(), from) + "1073741824" + std::string(end, line.text.end()));
        break;
      }
      at += static_cast<size_t>(std::max<std::ptrdiff_t>(end - from, 1));
    }
  }
}

namespace {

// The first thread-local symbol used at or after `at`, which advances past it; "" if there is none.
std::string_view next_on_x86(std::string_view text, size_t& at) {
  for (; (at = text.find('@', at)) != text.npos; ++at) {
    if (!starts_with_one_of(text.substr(at + 1),
                            {"gottpoff", "tpoff", "tlsgd", "tlsld", "dtpoff", "GOTTPOFF", "TPOFF"}))
      continue;
    size_t begin = at;
    while (begin > 0 && is_of_name(text[begin - 1])) --begin;
    while (begin < at && is_digit(text[begin])) ++begin;
    if (begin < at) return text.substr(begin, at++ - begin);
  }
  return {};
}
std::string_view next_on_arm(std::string_view text, size_t& at) {
  for (; (at = text.find(':', at)) != text.npos; ++at) {
    if (!starts_with_one_of(text.substr(at + 1), {"tprel", "gottprel", "tlsdesc", "tlsgd", "dtprel"}))
      continue;
    const size_t begin = text.find(':', at + 1);
    if (begin == text.npos) return {};
    size_t end = begin + 1;
    while (end < text.size() && is_of_name(text[end])) ++end;
    at = begin;
    if (end > begin + 1) return text.substr(begin + 1, end - begin - 1);
  }
  return {};
}

}  // namespace

void dynamic_shared_arrays(Assembly& a) {
  constexpr std::string_view kDynamic = "simt_dynamic_shared";
  for (Line& line : a.lines) {
    if (line.removed) continue;
    size_t at = 0;
    const auto next = a.arm ? next_on_arm : next_on_x86;
    for (std::string_view symbol; !(symbol = next(line.text, at)).empty();) {
      // (In debug information, a symbol is not in any function.)
      a.uses_of_shared.emplace(line.kind == Kind::instruction ? line.function : std::string_view(), symbol);
      if (!a.arm || a.is_own(symbol)) continue;
      const size_t begin =
          static_cast<size_t>(symbol.data() - line.text.data());  // .set cannot replace this use
      a.replace(line, std::string(line.text.substr(0, begin)) + std::string(kDynamic) +
                          std::string(line.text.substr(begin + symbol.size())));
      at = begin;
    }
  }
}

}  // namespace ladder::instrument
