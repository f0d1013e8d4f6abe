// Passes that handle functions and calls to them.
#include <algorithm>

#include "instrument/passes.h"

namespace ladder::instrument {

// An attribute that depends on template parameters reaches the assembly only as a sequence of nops, whose
// length is the value of the attribute. The positions of the nops are listed in a section that has no other
// purpose.
void launch_bounds(Assembly& a) {
  bool in_list = false, counting = false;
  unsigned nops = 0;
  for (Line& line : a.lines) {
    if (line.is(".section") && line.operands.starts_with("__patchable_function_entries")) {
      in_list = line.removed = true;
    } else if (in_list && line.kind == Kind::directive &&
               is_one_of(line.word, {".align", ".quad", ".8byte", ".xword"})) {
      line.removed = true;
    } else {
      in_list = false;
      if (line.kind == Kind::label && line.word.starts_with(".LPFE")) {
        counting = line.removed = true;
        nops = 0;
      } else if (counting && line.kind == Kind::instruction && line.word == "nop") {
        ++nops;
        line.removed = true;
      } else if (counting && line.kind == Kind::label) {
        a.most_threads[line.word] = nops;
        counting = false;
      }
    }
  }
}

void code_section(Assembly& a) {
  for (Line& line : a.lines) {
    if (line.is(".text") && line.operands.empty()) {
      a.replace(line, "\t.section\tsimt_code,\"ax\",@progbits");
    } else if (line.is(".section") && line.operands.starts_with(".text._Z")) {
      const size_t name = static_cast<size_t>(line.operands.data() - line.text.data());
      const size_t end = std::min(line.text.find(',', name), line.text.size());
      a.replace(line,
                std::string(line.text.substr(0, name)) + "simt_code" + std::string(line.text.substr(end)));
    }
  }
}

void library_functions(Assembly& a) {
  for (Line& line : a.lines) {
    if (line.is(".section") && line.operands.ends_with(",comdat")) {  // NAME,"axG",@progbits,GROUP,comdat
      const auto words = words_of(line.operands);
      if (words.size() < 5 || !a.is_of_library(words[3])) continue;
      std::string text(line.text.substr(0, static_cast<size_t>(words[3].data() - line.text.data()) - 1));
      text.erase(text.find("G\""), 1);
      a.replace(line, std::move(text));
    } else if (line.is(".weak") && a.is_of_library(line.operands)) {
      line.removed = a.functions.contains(line.operands) || a.aliases.contains(line.operands);
    }
  }
}

void memory_functions(Assembly& a) {
  for (Line& line : a.lines)
    if (line.calls() && line.word != "blr" &&
        is_one_of(line.called(), {"memcpy", "memmove", "memset", "memcmp"}))
      a.replace(line, "\t" + std::string(line.word) + "\tsimt_" + std::string(line.called()));
}

void volatile_accesses(Assembly& a) {
  if (a.arm) return;  // volatile accesses are left unchanged on ARM
  for (Line& line : a.lines) {
    if (!line.calls() || !line.operands.starts_with("__tsan_")) continue;
    if (a.options.traced) {
      if (starts_with_one_of(line.operands, {"__tsan_volatile_", "__tsan_unaligned_volatile_"}))
        line.before +=
            "\tpushq\t%rdi\n\tsubq\t$8, %rsp\n\tcall\tsimt_volatile\n\taddq\t$8, %rsp\n\tpopq\t%rdi\n";
    } else if (line.operands.find("volatile") != line.operands.npos) {
      a.replace(line, "\tcall\tsimt_volatile");
    } else {
      line.removed = !line.operands.starts_with("__tsan_atomic");
    }
  }
}

void thread_calls(Assembly& a) {
  std::string_view thread;
  for (const Line& line : a.lines) {
    if (line.kind == Kind::label && line.word.starts_with("_ZN6ladder12simt_runtime11simt_thread")) {
      thread = line.word;
    } else if (line.is(".size")) {
      thread = {};
    } else if (!thread.empty() && !line.removed && line.kind == Kind::instruction &&
               is_one_of(line.word, {"call", "jmp"})) {
      const std::string_view called = line.called();
      if (!called.empty() && called != "simt_volatile" && (is_letter(called[0]) || called[0] == '_'))
        a.thread_calls.emplace(thread, called);
    }
  }
}

void calls_through_pointers(Assembly& a) {
  if (a.arm) return;  // see runtime/launch.cpp
  for (Line& line : a.lines)
    if (line.calls() && line.operands.starts_with('*'))
      a.replace(line, "\tmovq\t" + std::string(line.called().substr(1)) + ", %r11\n\tcall\tsimt_call_traced");
}

void weak_symbols(Assembly& a) {
  for (const auto* all : {&a.functions, &a.objects})
    for (const std::string_view symbol : *all) {
      if (!a.defined.contains(symbol) || a.shared.contains(symbol) || symbol.find('.') != symbol.npos)
        continue;
      const std::string name(symbol);
      if (!a.global.contains(symbol)) {
        a.tail += "\t.globl\t" + name + "\n";
        a.made_global.push_back(symbol);
      }
      if (a.options.traced && a.objects.contains(symbol) && !symbol.starts_with("_ZT"))
        a.tail += "\t.weak\t" + name + "\n";
    }
}

namespace {

bool is_code_label(std::string_view label) {  // .L12
  return label.starts_with(".L") && label.size() > 2 && is_number(label.substr(2)) && label[2] != '-';
}

// The labels at which execution continues after the checks that g++ adds to shifts and conversions, except
// labels that are also the target of another jump.
std::set<std::string_view> behind_looks(const Assembly& a, bool& at_floats) {
  std::set<std::string_view> goes_on;
  std::map<std::string_view, unsigned>
      jumps;  // the number of jumps to each label, except those from a reporting call
  bool reporting = false;
  for (const Line& line : a.lines) {
    if (line.calls() && line.operands.starts_with("__ubsan_handle_")) {
      reporting = reporting || !line.operands.starts_with("__ubsan_handle_b");
      at_floats = at_floats || line.operands.starts_with("__ubsan_handle_float_cast_overflow");
    } else if (line.kind == Kind::label && is_code_label(line.word)) {
      if (reporting) goes_on.insert(line.word);
      reporting = false;
    } else if (const std::string_view target = line.jump_target(a.arm); is_code_label(target)) {
      if (reporting && is_one_of(line.word, {"jmp", "b"}))
        goes_on.insert(target);
      else
        ++jumps[target];
      reporting = false;
    }
  }
  std::erase_if(goes_on, [&](std::string_view label) { return jumps[label] > 1; });
  return goes_on;
}

// Given a call to a hook that reports a float, does the instruction that converts the float load it again?
bool is_read_again(const Assembly& a, size_t call) {
  std::set<std::string_view> loaded;
  for (size_t i = call + 1; i < a.lines.size(); ++i) {
    const Line& line = a.lines[i];
    if (line.removed) continue;
    if (!line.is_in_sequence()) return false;
    if (line.kind != Kind::instruction) continue;
    const auto words = words_of(line.operands);
    if (words.empty()) continue;
    if (a.arm && line.word == "ldr") loaded.insert(words[0]);
    if (a.arm && is_one_of(line.word, {"fcvtzs", "fcvtzu"}) && loaded.contains(words.back())) return true;
    if (starts_with_one_of(line.word, {"cvttss2si", "cvttsd2si"}) && !line.operands.starts_with('%'))
      return true;
  }
  return false;
}

}  // namespace

void looks(Assembly& a) {
  bool at_floats = false, is_behind = false;
  const std::set<std::string_view> behind = behind_looks(a, at_floats);
  for (size_t i = 0; i < a.lines.size(); ++i) {
    Line& line = a.lines[i];
    if (line.kind == Kind::label && is_code_label(line.word)) is_behind = behind.contains(line.word);
    if (!line.calls() || line.word == "blr") continue;
    if (is_behind && line.operands.find("__sanitizer_cov_trace_pc") != line.operands.npos)
      line.removed = true;
    else if (at_floats && is_one_of(line.called(), {"__tsan_read4", "__tsan_read8"}))
      line.removed = is_read_again(a, i);
    is_behind = false;
  }
}

}  // namespace ladder::instrument
