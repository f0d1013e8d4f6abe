// Passes that list addresses in the machine code, for facts that neither the source nor the debug information
// shows. The section of the list belongs to the same group as the code, so the linker drops either both or
// neither.
#include <algorithm>

#include "instrument/passes.h"

namespace ladder::instrument {
namespace {

std::string entry(std::string_view section, const std::string& values) {
  return "\t.pushsection\t" + std::string(section) + ",\"aw?\",@progbits\n\t.balign 8\n\t.quad\t" + values +
         "\n\t.popsection\n";
}

// The function that this instruction calls; "0" for a call through a pointer.
std::string_view callee(const Line& call) {
  return call.word == "blr" || call.operands.starts_with('*') ? "0" : call.called();
}

bool is_memory(std::string_view operand) {
  return !operand.starts_with('%') || operand.starts_with("%fs:");  // %fs:NAME is in shared memory
}

// Does the code after line `call` copy 16 bytes from or to memory, other than the stack, without requiring an
// aligned address?
bool copies_unaligned(const std::deque<Line>& lines, size_t call, bool write) {
  constexpr int kLookAt = 14;  // instructions
  int seen = 0;
  for (size_t i = call + 1; i < lines.size() && seen < kLookAt; ++i) {
    const Line& line = lines[i];
    // For a structure of more than 16 bytes, g++ calls several hooks, all of them before the copy.
    if (line.calls() && !line.called().starts_with("__tsan_")) return false;
    if (line.kind != Kind::instruction) continue;
    ++seen;
    const bool aligned = is_one_of(line.word, {"movaps", "movapd", "movdqa"});
    if (!aligned && !is_one_of(line.word, {"movups", "movupd", "movdqu"})) continue;
    const size_t between = line.operands.rfind(", ");
    if (between == line.operands.npos) continue;
    const std::string_view place =
        write ? line.operands.substr(between + 2) : line.operands.substr(0, between);
    if (is_memory(place) && place.find("(%rsp)") == place.npos) return !aligned;
  }
  return false;
}

}  // namespace

void loops(Assembly& a) {
  constexpr int kFurthest = 160;  // instructions; simt/trace/races.cpp looks at this number of bytes
  std::unordered_map<std::string_view, size_t> label_at;
  std::vector<Line*> code;  // the instructions
  std::unordered_set<const Line*> backward;
  std::vector<bool> listed;
  for (Line& line : a.lines) {
    if (line.kind == Kind::label) label_at[line.word] = code.size();
    if (line.kind != Kind::instruction) continue;
    code.push_back(&line);
    listed.push_back(false);
    const auto target = label_at.find(line.jump_target(a.arm));
    if (target == label_at.end() || code.size() > target->second + kFurthest) continue;
    backward.insert(&line);
    for (size_t i = target->second - std::min<size_t>(target->second, kFurthest); i < code.size(); ++i)
      listed[i] = true;
  }
  for (size_t i = 0; i < code.size(); ++i) {
    Line& line = *code[i];
    if (!listed[i] || (!line.calls() && !backward.contains(&line))) continue;
    const std::string here = ".Lsimt_loop_" + std::to_string(i);
    const std::string to(line.calls() ? callee(line) : line.jump_target(a.arm));
    line.before += here + ":\n" + entry("simt_loops", here + " + 1, " + to + (line.calls() ? ", 1" : ", 0"));
  }
}

void unaligned_vectors(Assembly& a) {
  int labels = 0;
  for (size_t i = 0; i < a.lines.size(); ++i) {
    Line& line = a.lines[i];
    if (!line.calls() || !line.operands.starts_with("__tsan_")) continue;
    const std::string_view called = line.called();
    // g++ calls these hooks for a type that is aligned to less than 8 bytes. (Entries for other sizes are not
    // used.)
    const bool range = is_one_of(called, {"__tsan_read_range", "__tsan_write_range"});
    const bool write = called.ends_with("write16"), read = called.ends_with("read16");
    // (On 64-bit ARM, no instruction shows whether the address must be aligned.)
    if (!range && (a.arm || !(read || write) || !copies_unaligned(a.lines, i, write))) continue;
    const std::string here = ".Lsimt_unaligned_" + std::to_string(++labels);
    line.after += here + ":\n" + entry("simt_unaligned", here);
  }
}

}  // namespace ladder::instrument
