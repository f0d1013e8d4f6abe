#include "instrument/host_use.h"

#include <algorithm>
#include <deque>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace ladder::instrument {
namespace {

using View = std::string_view;
using Names = std::unordered_set<View>;

bool begins_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_of_word(char c) { return begins_word(c) || is_digit(c); }
bool is_name(View text) { return !text.empty() && begins_word(text[0]); }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

bool is_one_of(View word, std::initializer_list<View> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}
bool opens(View t) { return is_one_of(t, {"(", "{", "["}); }
bool closes(View t) { return is_one_of(t, {")", "}", "]"}); }
bool is_kind_of_type(View t) { return is_one_of(t, {"struct", "class", "union", "enum"}); }

struct Token {
  View text;
  unsigned line = 0;
  View file;
};

// Device-side alternatives to these names in the standard library.
const std::unordered_map<View, View>& library() {
  static const auto* all = [] {
    auto* map = new std::unordered_map<View, View>;
    const auto know = [&](std::initializer_list<View> names, View instead) {
      for (const View name : names) map->emplace(name, instead);
    };
    know({"cout", "cerr", "clog"}, "a kernel prints with printf()");
    know({"rand", "srand"}, "generate the numbers before the launch, or from the thread's index");
    know({"vector", "list", "deque", "map", "unordered_map", "set", "unordered_set", "multimap", "queue",
          "stack", "priority_queue"},
         "a kernel can use arrays whose size is known at compile time, and memory through the pointers "
         "passed to it");
    know({"string", "to_string", "stringstream", "ostringstream", "unique_ptr", "shared_ptr", "make_unique",
          "make_shared", "function", "thread", "mutex"},
         "move this work to host code");
    return map;
  }();
  return *all;
}

// Device-side alternatives to constexpr functions of the standard library. nvcc allows these functions in a
// kernel only with a compiler option, which a program may use but this project's kernel files do not.
const std::unordered_map<View, View>& constexpr_functions() {
  static const auto* all = [] {
    auto* map = new std::unordered_map<View, View>;
    const auto know = [&](std::initializer_list<View> names, View instead) {
      for (const View name : names) map->emplace(name, instead);
    };
    know({"max"}, "use max() or fmaxf()");
    know({"min"}, "use min() or fminf()");
    know({"minmax", "clamp"}, "use min() and max()");
    know({"swap", "exchange"}, "use a variable for the old value");
    know({"popcount"}, "use __popc()");
    know({"countl_zero", "bit_width"}, "use __clz()");
    know({"countr_zero"}, "use __ffs()");
    know({"accumulate", "reduce", "inner_product", "transform", "iota", "fill", "copy", "sort", "find",
          "count", "gcd", "lcm", "midpoint", "has_single_bit"},
         "write the loop or the expression yourself");
    return map;
  }();
  return *all;
}

class Tokens {
 public:
  Names of_others;  // functions that third-party headers call or declare
  Names own_types;  // including macros

  void read(const std::string& file, const std::string& not_own) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream all;
    all << in.rdbuf();
    texts_.push_back(std::move(all).str());
    names_.push_back(file);
    file_ = names_.back();
    line_ = 0;
    in_comment_ = in_macro_ = others_ = false;
    const View text = texts_.back();
    for (size_t at = 0; at < text.size();) {
      const size_t end = std::min(text.find('\n', at), text.size());
      line_of(text.substr(at, end - at), not_own);
      at = end + 1;
    }
  }

  // Token `i`, or an empty token if `i` is out of range.
  View operator[](long i) const { return i < 0 || i >= size() ? View() : all_[static_cast<size_t>(i)].text; }
  const Token& at(long i) const { return all_[static_cast<size_t>(i)]; }
  long size() const { return static_cast<long>(all_.size()); }

  // The index of the token that closes the bracket at index i.
  long closing(long i) const {
    int depth = 0;
    for (; i < size(); ++i) {
      if (opens((*this)[i])) ++depth;
      if (closes((*this)[i]) && --depth == 0) return i;
    }
    return size() - 1;
  }
  long behind_angles(long i) const {  // the index after the <…> of a template
    int depth = 0;
    for (; i < size(); ++i) {
      if ((*this)[i] == "<") ++depth;
      if ((*this)[i] == ">" && --depth == 0) return i + 1;
      if ((*this)[i] == "(") i = closing(i);
    }
    return size() - 1;
  }

 private:
  std::deque<std::string> texts_, names_;
  std::vector<Token> all_;
  View file_;
  unsigned line_ = 0;
  bool in_comment_ = false, in_macro_ = false, others_ = false;

  // # 12 "FILE": the preprocessor's record of where the next line comes from.
  bool is_place(View line, const std::string& not_own) {
    if (not_own.empty() || !line.starts_with("# ") || line.size() < 3 || !is_digit(line[2])) return false;
    const size_t quote = line.find('"');
    if (quote == line.npos) return false;
    line_ = static_cast<unsigned>(std::stoul(std::string(line.substr(2)))) - 1;
    file_ = line.substr(quote + 1);
    file_ = file_.substr(0, file_.find('"'));
    others_ = file_.starts_with('<') || file_.starts_with("/usr/") ||
              (file_.starts_with(not_own) && file_.substr(not_own.size() - 1).find("/tests/") == file_.npos);
    return true;
  }

  void line_of(View line, const std::string& not_own) {
    if (is_place(line, not_own)) return;
    ++line_;
    if (others_) return called_in(line);
    size_t hash = 0;
    while (hash < line.size() && (line[hash] == ' ' || line[hash] == '\t')) ++hash;
    if (in_macro_ || (!in_comment_ && hash < line.size() && line[hash] == '#')) {
      macro(line.substr(std::min(hash, line.size())));
      in_macro_ = line.ends_with('\\');
      return;
    }
    tokens_of(line);
  }
  void called_in(View line) {
    for (size_t at = 0; at < line.size();) {
      if (!begins_word(line[at])) {
        ++at;
        continue;
      }
      size_t end = at;
      while (end < line.size() && is_of_word(line[end])) ++end;
      size_t open = end;
      while (open < line.size() && line[open] == ' ') ++open;
      if (open < line.size() && line[open] == '(') of_others.insert(line.substr(at, end - at));
      at = end;
    }
  }
  void macro(View line) {  // notes the name in #define NAME
    if (!line.starts_with('#')) return;
    std::istringstream words{std::string(line.substr(1))};
    std::string define, name;
    words >> define >> name;
    if (define != "define" || !is_name(name)) return;
    const size_t at = line.find(name, line.find("define") + 6);
    size_t end = at;
    while (end < line.size() && is_of_word(line[end])) ++end;
    own_types.insert(line.substr(at, end - at));
  }

  void tokens_of(View line) {
    while (!line.empty()) {
      size_t length = 1;
      const View two = line.substr(0, 2);
      if (in_comment_) {
        const size_t end = line.find("*/");
        if (end == line.npos) return;
        in_comment_ = false;
        length = end + 2;
      } else if (is_blank(line[0])) {
      } else if (two == "//") {
        return;
      } else if (two == "/*") {
        in_comment_ = true;
        length = 2;
      } else if (const size_t literal = literal_at(line)) {
        length = literal;
        add("\"");
      } else {
        if (begins_word(line[0]))
          while (length < line.size() && is_of_word(line[length])) ++length;
        else if (is_digit(line[0]))
          while (length < line.size() &&
                 (is_of_word(line[length]) || line[length] == '.' || line[length] == '\''))
            ++length;
        else if (is_one_of(two, {"::", "->", "==", "<=", ">=", "!="}))
          length = 2;
        add(line.substr(0, length));
      }
      line.remove_prefix(length);
    }
  }
  // The length of the literal that begins here; 0 if no literal both begins here and ends on this line.
  static size_t literal_at(View line) {
    if (line[0] != '"' && line[0] != '\'') return 0;
    for (size_t i = 1; i < line.size(); ++i) {
      if (line[i] == '\\')
        ++i;
      else if (line[i] == line[0])
        return i + 1;
    }
    return 0;
  }
  void add(View text) {
    if (!all_.empty() &&
        is_one_of(all_.back().text, {"struct", "class", "union", "enum", "using", "typename", "concept"}))
      own_types.insert(text);
    all_.push_back({text, line_, file_});
  }
};

struct Body {
  long first, last;
};

class Search {
 public:
  Search(const Tokens& tokens, bool of_kernel_file) : token(tokens), of_kernel_file_(of_kernel_file) {}

  HostUse run() {
    for (long i = 0; i < token.size(); ++i)
      if (token[i] == "__shared__") look_at_shared(i);
    for (long i = 0; i < token.size();) i = Declaration{*this, i}.read();
    for (const Body& body : device_bodies_) look_at_device(body);
    for (const Body& body : host_bodies_) look_at_host(body);
    return std::move(found_);
  }

 private:
  const Tokens& token;
  const bool of_kernel_file_;
  HostUse found_;
  std::vector<Body> device_bodies_, host_bodies_;
  Names device_functions_;
  std::unordered_map<View, unsigned> host_functions_, host_variables_;  // the line of each declaration
  Names device_variables_, device_arrays_;  // in host code, such a name denotes the host's own copy

  void say(long i, const std::string& what) {
    found_.text +=
        std::string(token.at(i).file) + ":" + std::to_string(token.at(i).line) + ": " + what + "\n";
  }
  void problem(long i, const std::string& what) {
    say(i, "error: " + what);
    found_.refused = true;
  }
  void note_device_variable(View name, bool is_array) {
    if (!is_name(name)) return;
    device_variables_.insert(name);
    if (is_array) device_arrays_.insert(name);
  }

  // One declaration at namespace scope, read from its first token.
  struct Declaration {
    Search& s;
    long i;
    const Tokens& token = s.token;
    const long first = i;
    bool device = false, free = false, both = false, type = false, shadowed = false, managed = false,
         evaluated = false, behind_body = false;
    View name = {};
    long parameters = -1;

    // Is this the start of a variable, or of a function that is not device-only?
    bool is_variable() const { return parameters < 0 && !free && !type; }
    void note_variable(bool is_array) {
      if (is_variable() && shadowed && !managed) s.note_device_variable(name, is_array);
    }
    unsigned line() const { return token.at(first).line; }

    long read() {  // returns where the next declaration begins
      for (; i < token.size(); ++i) {
        const View t = token[i];
        if (t == "template" && token[i + 1] == "<") {
          i = token.behind_angles(i + 1) - 1;
        } else if (t == "<" && is_name(token[i - 1]) && token[i - 1] != "operator") {
          i = token.behind_angles(i) - 1;
        } else if (t == "," && shadowed && parameters < 0) {
          s.note_device_variable(name, false);
        } else if (is_one_of(t, {"constexpr", "consteval"})) {
          free = evaluated = true;
        } else if (is_one_of(t, {"__device__", "__constant__"})) {
          device = shadowed = true;
        } else if (is_one_of(t, {"__global__", "__shared__", "__managed__"})) {
          device = true;
          managed = managed || t == "__managed__";
        } else if (t == "__host__") {
          both = true;
        } else if (is_one_of(t, {"constinit", "const", "using", "typedef", "friend", "static_assert",
                                 "operator", "concept", "STAGE"})) {
          free = true;
        } else if (is_kind_of_type(t) && parameters < 0) {
          type = true;
        } else if (t == "namespace" || (t == "extern" && token[i + 1] == "\"")) {
          while (token[i] != "{" && token[i] != ";" && i < token.size()) ++i;
          return i + 1;  // the contents of the block are treated like the code around it
        } else if (is_one_of(t, {"__attribute__", "__launch_bounds__", "__align__", "alignas", "decltype",
                                 "requires", "noexcept"}) &&
                   token[i + 1] == "(") {
          i = token.closing(i + 1);
        } else if (t == "[" && token[i + 1] == "[") {
          i = token.closing(i);
        } else if (t == "(") {
          if (parameters < 0) parameters = i;
          i = token.closing(i);
        } else if (t == "=" || t == "[") {
          return initialised(t == "[");
        } else if (t == ";") {
          if (i - first > 2) note_variable(false);
          if (is_variable() && !device && is_name(name) && i - first > 1) s.host_variables_[name] = line();
          return i + 1;
        } else if (t == "{") {
          if (const long next = body()) return next;
        } else if (t == ",") {
          if (behind_body && !device && !free && is_name(name)) s.host_variables_[name] = line();
        } else if (t == "}") {
          return i + 1;  // a namespace's brace
        } else if (is_name(t)) {
          name = t;
        }
      }
      return i;
    }

    long initialised(bool is_array) {
      note_variable(is_array);
      if (is_variable() && !device && is_name(name)) {
        for (; i < token.size() && token[i] != ";"; ++i) {
          if (token[i] == "__device__") device = true;  // a lambda
          if (opens(token[i])) i = token.closing(i);
        }
        if (!device) s.host_variables_[name] = line();
        return i + 1;
      }
      while (i < token.size() && token[i] != ";") i = opens(token[i]) ? token.closing(i) + 1 : i + 1;
      return i + 1;
    }

    // Reads the body of a function, type or variable. Returns 0 if variable names follow the body of a type.
    long body() {
      note_variable(false);
      const bool member = parameters >= 0 && token[parameters - 2] == "::";
      if (parameters >= 0 && !device && !evaluated && !type && !member)
        s.host_bodies_.push_back({first, token.closing(i)});
      if (parameters >= 0) {
        name = token[parameters - 1];
        if (!is_name(name)) return token.closing(i) + 1;
        if (device) {
          s.device_functions_.insert(name);
          // Names in a member may belong to its class; for __host__ __device__ functions, nvcc only warns.
          if (!member && !both) s.device_bodies_.push_back({first, token.closing(i)});
        } else if (free) {
          s.device_functions_.insert(name);
        } else {
          s.host_functions_[name] = line();
        }
      }
      i = token.closing(i);
      if (!type || parameters >= 0) return token[i + 1] == ";" ? i + 2 : i + 1;
      type = false;  // variables or aliases of this type follow
      behind_body = true;
      name = {};
      return 0;
    }
  };

  // Does the name at index i denote something else, such as a member?
  bool is_other(long i) const { return is_one_of(token[i - 1], {".", "->", "::"}); }
  // Is the name at index i in an unevaluated context?
  bool only_its_type(long i) const {
    return token[i - 1] == "(" &&
           is_one_of(token[i - 2], {"sizeof", "decltype", "alignof", "noexcept", "typeid"});
  }
  // Is the name at index i declared there, as a local variable of the body?
  bool declares(long i) const {
    const View before = token[i - 1], further = token[i - 2], behind = token[i + 1];
    if (is_name(before))
      return !is_one_of(before, {"return", "else", "do", "case", "throw", "new", "sizeof", "and", "or", "not",
                                 "goto", "co_return"});
    if (before == "*" && host_variables_.contains(further)) return false;  // a product
    if (is_one_of(before, {"*", "&", ">"})) {
      if (is_one_of(further, {")", "]"}) || (!further.empty() && is_digit(further[0]))) return false;
      return before != "*" || is_one_of(behind, {":", "=", ",", ";", ")", "(", "{", "["});
    }
    return is_one_of(before, {",", "["}) && is_one_of(behind, {"=", ",", ";", "]"});
  }

  // Returns "reads" or "writes", depending on how host code uses the name at index i; nullptr if the code only
  // takes a reference to the variable, its address or its type.
  const char* use_of(long i) const {
    if (is_other(i) || only_its_type(i) || token[i - 1] == "sizeof" || token[i + 1] == "(") return nullptr;
    const View further = token[i - 2];
    const bool is_operand = is_one_of(further, {")", "]"}) || (!further.empty() && is_of_word(further[0]));
    if (token[i - 1] == "&" && !is_operand) return nullptr;
    if (device_arrays_.contains(token[i]) && token[i + 1] != "[") return nullptr;
    long j = i - 1;
    for (int depth = 0; j >= 0 && !is_one_of(token[j], {";", "{", "}"}); --j) {
      if (is_one_of(token[j], {")", "]"})) ++depth;
      if (is_one_of(token[j], {"(", "["}) && --depth < 0) break;
    }
    const View callee = token[j] == "(" ? token[j - 1] : View();
    if (callee.starts_with("cuda") || is_one_of(callee, {"sizeof", "decltype", "alignof", "noexcept",
                                                         "typeid", "addressof", "ref", "cref"}))
      return nullptr;
    if (callee == ">" && token[j - 2] != ">") return nullptr;
    if (is_name(callee) && !is_one_of(callee, {"if", "while", "for", "switch", "return"}) &&
        !token.of_others.contains(callee) && is_one_of(token[i - 1], {"(", ","}) &&
        is_one_of(token[i + 1], {")", ","}))
      return nullptr;  // the function may take a reference
    for (j = i + 1; is_one_of(token[j], {"[", "."});) j = token[j] == "[" ? token.closing(j) + 1 : j + 2;
    return token[j] == "=" ? "writes" : "reads";
  }

  // nvcc rejects __shared__ int s = 0 and s{0}.
  void look_at_shared(long i) {
    const long first = i;
    bool inside = false;
    for (; i < token.size() && !is_one_of(token[i], {";", ")"}); ++i) {
      const View t = token[i];
      if (is_kind_of_type(t)) inside = true;
      if (is_one_of(t, {"[", "("}) || (t == "{" && inside)) {
        i = token.closing(i);
      } else if (is_one_of(t, {"=", "{"})) {
        for (--i; i > first && (!is_name(token[i]) || token[i - 1] == "["); --i)
          if (token[i] == "]")
            while (i > first && token[i] != "[") --i;
        return problem(
            first, "the __shared__ variable '" + std::string(token[i]) +
                       "' has an initializer, which nvcc rejects: have one thread store the value, before a "
                       "__syncthreads()");
      }
    }
  }

  // The alternative to this standard-library name; "" if there is none or the program may declare the name.
  View instead_of_library(long i, const Names& own) const {
    const View name = token[i];
    const auto known = library().find(name);
    if (known == library().end() || own.contains(name) || token.own_types.contains(name) ||
        device_functions_.contains(name) || host_functions_.contains(name) || host_variables_.contains(name))
      return {};
    if (is_one_of(token[i - 1], {".", "->"}) || only_its_type(i)) return {};
    const bool qualified = token[i - 1] == "::";
    if (qualified && (token[i - 2] != "std" || token[i - 3] == "::" || only_its_type(i - 2))) return {};
    if (is_one_of(name, {"cout", "cerr", "clog"}))
      return token[i + 1] == "<" && token[i + 2] == "<" ? known->second : View();
    if (name.ends_with("rand")) return token[i + 1] == "(" ? known->second : View();
    // Without std::, a name counts only where it can mean nothing else: at the start of a statement or a type.
    const bool begins =
        is_one_of(token[i - 1], {"{", "}", ";"}) && token[i + 1] == "<" &&
        is_one_of(token[i + 2], {"int", "unsigned", "float", "double", "char", "bool", "size_t"});
    return qualified || begins ? known->second : View();
  }

  // Does the compiler have to evaluate the name at index i, as in constexpr int k = std::max(2, 3)?
  bool is_evaluated(long i) const {
    if (token[i - 3] == "<" || (token[i + 1] == "(" && token[token.closing(i + 1) + 1] == ">")) return true;
    for (int depth = 0; i > 0 && !is_one_of(token[i], {";", "{", "}"}); --i) {
      if (is_one_of(token[i], {"constexpr", "static_assert", "case"})) return true;
      if (is_one_of(token[i], {")", "]"})) ++depth;
      if (token[i] == "[" && depth == 0) return true;
      if (is_one_of(token[i], {"(", "["})) depth = std::max(0, depth - 1);
    }
    return false;
  }
  void look_at_constexpr_function(long i) {
    const auto known = constexpr_functions().find(token[i]);
    if (!of_kernel_file_ || known == constexpr_functions().end() || token[i - 1] != "::" ||
        token[i - 2] != "std" || token[i - 3] == "::" || is_evaluated(i))
      return;
    problem(i, "a kernel calls 'std::" + std::string(known->first) +
                   "', a host function, which nvcc does not allow: " + std::string(known->second));
  }

  void look_at_device(const Body& body) {
    Names own;
    for (long i = body.first; i <= body.last; ++i) {
      const View name = token[i];
      const std::string quoted(name);
      if (library().contains(name) && token[i - 1] != "::" && declares(i)) own.insert(name);
      if (const View instead = instead_of_library(i, own); !instead.empty())
        problem(i, "a kernel uses '" + std::string(token[i - 1] == "::" ? "std::" : "") + quoted +
                       "', which exists only on the host: " + std::string(instead));
      look_at_constexpr_function(i);
      const auto function = host_functions_.find(name), variable = host_variables_.find(name);
      if (function == host_functions_.end() && variable == host_variables_.end()) continue;
      if (is_other(i) || only_its_type(i) || token.of_others.contains(name)) continue;
      if (declares(i)) own.insert(name);
      if (own.contains(name)) continue;
      if (function != host_functions_.end() && !device_functions_.contains(name) && token[i + 1] == "(")
        problem(i, "a kernel calls '" + quoted + "', which is a host function (line " +
                       std::to_string(function->second) + "): declare it __device__");
      if (variable != host_variables_.end())
        problem(i, "a kernel uses '" + quoted + "', which is a host variable (line " +
                       std::to_string(variable->second) +
                       "): declare it __device__, or pass its value to the kernel as an argument");
    }
  }

  void look_at_host(const Body& body) {
    Names own;
    for (long i = body.first; i <= body.last; ++i) {
      if (token[i] == "__device__") {  // a lambda
        while (token[i] != "{" && i < body.last) ++i;
        i = token.closing(i);
      }
      const View name = token[i];
      if (!device_variables_.contains(name) || host_variables_.contains(name)) continue;
      if (!is_other(i) && declares(i)) own.insert(name);
      if (own.contains(name)) continue;
      if (const char* how = use_of(i)) say(i, std::string("host_use: ") + how + " " + std::string(name));
    }
  }
};

}  // namespace

HostUse host_use(const std::vector<std::string>& files, const std::string& not_own) {
  Tokens tokens;
  for (const std::string& file : files) tokens.read(file, not_own);
  return Search(tokens, not_own.empty()).run();
}

}  // namespace ladder::instrument
