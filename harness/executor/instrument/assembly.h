// One assembly file as g++ writes it (ELF; x86-64 or 64-bit ARM): its lines, facts about its symbols, and the
// text that the passes (passes.h) add.
#pragma once
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace ladder::instrument {

enum class Kind { label, directive, instruction, other };
enum class Area { code, shared, data, constant, managed };  // shared is thread-local: one per block

struct Line {
  std::string_view text;
  Kind kind = Kind::other;
  std::string_view word;      // the label or mnemonic: .section, movl
  std::string_view operands;  // the rest of the line, without surrounding blanks
  Area area = Area::code;
  std::string_view function;  // the most recent function label
  bool removed = false;
  std::string before, after;  // lines that a pass inserts before and after this line

  bool is(std::string_view directive) const { return kind == Kind::directive && word == directive; }
  bool calls() const {
    return kind == Kind::instruction && (word == "call" || word == "bl" || word == "blr");
  }
  std::string_view called() const;               // the name of the callee, without @PLT
  std::string_view jump_target(bool arm) const;  // the label; "" if it is not a jump to one
  // True for an instruction that makes no call, and for a directive or label that does not interrupt a
  // sequence of instructions.
  bool is_in_sequence() const;
};

struct Options {
  bool traced = false;
  std::string
      locals;  // the file in which to list the names of file-local symbols; "" unless the program has two forms
  bool whole_program() const { return !locals.empty(); }
};

struct Variable {
  std::string_view bytes;
  int kind = 0;  // 1: __constant__, 2: may be __managed__, 3: is __managed__ and has its own pages
};

class Assembly {
 public:
  Assembly(std::string text, Options of);

  const Options options;
  bool arm = false;
  std::deque<Line> lines;
  std::string_view own_file;
  std::unordered_map<std::string_view, std::string> begins_at;  // the FILE:LINE at which each function begins

  // Symbols, as declared by directives and labels.
  std::set<std::string_view> functions, objects;
  std::unordered_set<std::string_view> unique, aliases, global, defined, shared;

  // Facts that the passes collect for the tables.
  std::map<std::string_view, std::string_view> array_bytes;  // arrays in shared memory
  std::map<std::string_view, Variable> variables;
  std::map<std::string_view, unsigned> most_threads;                       // keyed by kernel
  std::set<std::pair<std::string_view, std::string_view>> thread_calls;    // keyed by device function
  std::set<std::pair<std::string_view, std::string_view>> uses_of_shared;  // keyed by function
  std::string tail;                                                        // text after the last line
  std::vector<std::string_view> made_global;                               // file-local symbols

  void replace(Line& line, std::string text);
  // True for symbols of the host, the executor or the standard library, and for symbols defined in this file;
  // none of these symbols refers to dynamic shared memory.
  bool is_own(std::string_view symbol) const;
  // True for functions of the standard library or the executor, and for their section groups.
  bool is_of_library(std::string_view symbol) const;
  std::string text() const;

 private:
  std::string source_;
  std::deque<std::string> replaced_;
  void read();
};

std::string_view trimmed(std::string_view text);
std::vector<std::string_view> words_of(std::string_view text);  // separated by blanks and commas
bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words);
bool starts_with_one_of(std::string_view word, std::initializer_list<std::string_view> starts);
bool is_number(std::string_view text);  // digits, with an optional minus sign
bool is_of_name(char c);                // can this character appear in an assembly symbol?
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace ladder::instrument
