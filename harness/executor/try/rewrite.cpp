#include "try/rewrite.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstddef>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace ladder::try_program {
namespace {

using findings::Cause;

enum class Kind { word, number, text, punctuation };
struct Token {
  Kind kind;
  size_t begin, end;
};

struct Marker {  // # 12 "file.cu"
  size_t after;  // the start of the line to which it refers
  int line;
  std::string file;
  bool own;
};

// A host library of NVIDIA. Only the result types of its header are provided here.
struct Library {
  std::string_view call, constant;  // the prefixes of names such as cublasCreate, CUBLAS_OP_N
  const char *status, *name;
};
constexpr std::array kLibraries = {Library{"cublas", "CUBLAS_", "cublasStatus_t", "cuBLAS"},
                                   Library{"cufft", "CUFFT_", "cufftResult", "cuFFT"},
                                   Library{"cusparse", "CUSPARSE_", "cusparseStatus_t", "cuSPARSE"},
                                   Library{"cusolver", "CUSOLVER_", "cusolverStatus_t", "cuSOLVER"},
                                   Library{"curand", "CURAND_", "curandStatus_t", "cuRAND"},
                                   Library{"cudnn", "CUDNN_", "cudnnStatus_t", "cuDNN"},
                                   Library{"nvml", "NVML_", "nvmlReturn_t", "NVML"}};

bool starts_word(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '$'; }
bool in_word(char c) { return starts_word(c) || std::isdigit(static_cast<unsigned char>(c)); }

class Rewriter {
 public:
  Rewriter(std::string_view source, const std::function<bool(const std::string&)>& own) : source_(source) {
    read_tokens(own);
  }

  Rewritten result() {
    for (size_t i = 0; i < tokens_.size(); ++i)
      if (text(i) == "simt_global") definition(i);
    write_stubs();
    for (size_t i = 0; i < tokens_.size(); ++i) {
      const Token& t = tokens_[i];
      if (t.kind == Kind::word) {
        word(i);
      } else if (is(i, '<') && is(i + 1, '<') && is(i + 2, '<')) {
        i = launch(i);
      } else if (const auto stub = stubs_.find(i); stub != stubs_.end()) {
        copy_to(t.end);
        out_.text += stub->second;
      }
    }
    refuse_calls();
    look_at_bodies();
    out_.text += source_.substr(copied_);
    return std::move(out_);
  }

 private:
  // ---- tokenising ----
  void read_tokens(const std::function<bool(const std::string&)>& own) {
    std::string last_file;
    bool last_own = false;
    for (size_t i = 0; i < source_.size();) {
      const char c = source_[i];
      if (c == '\n') {
        line_start_ = true;
        ++i;
      } else if (std::isspace(static_cast<unsigned char>(c))) {
        ++i;
      } else if (c == '#' && line_start_) {
        const size_t end = std::min(source_.find('\n', i), source_.size());
        read_marker(source_.substr(i, end - i), std::min(end + 1, source_.size()), own, last_file, last_own);
        i = end;
      } else {
        line_start_ = false;
        i = read_token(i);
      }
    }
  }

  void read_marker(std::string_view line, size_t after, const std::function<bool(const std::string&)>& own,
                   std::string& last_file, bool& last_own) {
    size_t at = line.find_first_of("0123456789\"");
    if (at == std::string_view::npos || line[at] == '"' ||
        line.substr(0, at).find_first_not_of("# ") != line.npos)
      return;  // a pragma
    int number = 0;
    const auto read = std::from_chars(line.data() + at, line.data() + line.size(), number);
    at = static_cast<size_t>(read.ptr - line.data());
    const size_t open = line.find('"', at), close = line.rfind('"');
    if (open == std::string_view::npos || close <= open) return;
    std::string file;
    for (size_t i = open + 1; i < close; ++i) {
      if (line[i] == '\\' && i + 1 < close) ++i;
      file += line[i];
    }
    if (file != last_file) {
      last_file = file;
      last_own = own(file);
    }
    markers_.push_back({after, number, file, last_own});
  }

  size_t read_token(size_t i) {
    const size_t begin = i;
    const char c = source_[i];
    if (starts_word(c)) {
      while (i < source_.size() && in_word(source_[i])) ++i;
      const std::string_view word = source_.substr(begin, i - begin);
      if (i < source_.size() && source_[i] == '"' && word.ends_with('R') && word.size() <= 3)
        return raw(begin, i);
      if (i < source_.size() && (source_[i] == '"' || source_[i] == '\'') &&
          (word == "L" || word == "u" || word == "U" || word == "u8"))
        return quoted(begin, i);
      return add(Kind::word, begin, i);
    }
    if (std::isdigit(static_cast<unsigned char>(c)) ||
        (c == '.' && i + 1 < source_.size() && std::isdigit(static_cast<unsigned char>(source_[i + 1])))) {
      while (i < source_.size() &&
             (in_word(source_[i]) || source_[i] == '.' ||
              (source_[i] == '\'' && i + 1 < source_.size() && in_word(source_[i + 1])) ||
              ((source_[i] == '+' || source_[i] == '-') &&
               std::string_view("eEpP").find(source_[i - 1]) != std::string_view::npos)))
        ++i;
      return add(Kind::number, begin, i);
    }
    if (c == '"' || c == '\'') return quoted(begin, i);
    return add(Kind::punctuation, begin, i + 1);
  }
  size_t quoted(size_t begin, size_t i) {
    const char quote = source_[i++];
    while (i < source_.size() && source_[i] != quote && source_[i] != '\n') i += source_[i] == '\\' ? 2 : 1;
    return add(Kind::text, begin, std::min(i + 1, source_.size()));
  }
  size_t raw(size_t begin, size_t i) {  // R"x( … )x"
    const size_t open = source_.find('(', i);
    if (open == std::string_view::npos) return add(Kind::text, begin, source_.size());
    const std::string close = ")" + std::string(source_.substr(i + 1, open - i - 1)) + "\"";
    const size_t end = source_.find(close, open);
    return add(Kind::text, begin, end == std::string_view::npos ? source_.size() : end + close.size());
  }
  size_t add(Kind kind, size_t begin, size_t end) {
    tokens_.push_back({kind, begin, end});
    return end;
  }

  // ---- queries ----
  std::string_view text(size_t i) const {
    return i < tokens_.size() ? source_.substr(tokens_[i].begin, tokens_[i].end - tokens_[i].begin) : "";
  }
  bool is(size_t i, char c) const {
    return i < tokens_.size() && tokens_[i].kind == Kind::punctuation && source_[tokens_[i].begin] == c;
  }
  bool is_word(size_t i) const { return i < tokens_.size() && tokens_[i].kind == Kind::word; }

  const Marker* marker_at(size_t position) const {
    const auto above = std::upper_bound(markers_.begin(), markers_.end(), position,
                                        [](size_t p, const Marker& m) { return p < m.after; });
    return above == markers_.begin() ? nullptr : &*std::prev(above);
  }
  Place place_at(size_t position) const {
    const Marker* m = marker_at(position);
    if (!m) return {};
    const auto newlines = std::count(source_.begin() + static_cast<std::ptrdiff_t>(m->after),
                                     source_.begin() + static_cast<std::ptrdiff_t>(position), '\n');
    return {m->file, m->line + static_cast<int>(newlines)};
  }
  bool own_at(size_t position) const {
    const Marker* m = marker_at(position);
    return m && m->own;
  }

  // The token that closes the bracket at token i; tokens_.size() if there is none.
  size_t closing(size_t i) const {
    int depth = 0;
    for (; i < tokens_.size(); ++i) {
      if (is(i, '(') || is(i, '[') || is(i, '{')) ++depth;
      if ((is(i, ')') || is(i, ']') || is(i, '}')) && --depth == 0) return i;
    }
    return i;
  }
  size_t opening(size_t i) const {
    int depth = 0;
    for (; i > 0; --i) {
      if (is(i, ')') || is(i, ']') || is(i, '}')) ++depth;
      if ((is(i, '(') || is(i, '[') || is(i, '{')) && --depth == 0) return i;
    }
    return 0;
  }
  // Given the > that ends template arguments, finds the matching <.
  size_t opening_angle(size_t i) const {
    int depth = 0;
    for (; i > 0; --i) {
      if (is(i, ')') || is(i, ']') || is(i, '}')) {
        i = opening(i);
        continue;
      }
      if (is(i, '>') && !is(i - 1, '-')) ++depth;
      if (is(i, '<') && --depth == 0) return i;
      if (is(i, ';') || is(i, '{')) return 0;
    }
    return 0;
  }

  // The first token of the expression whose last token is i, such as a::b<c>, table[i], (*pointer),
  // object.kernel.
  size_t start_of_kernel(size_t i) const {
    for (;;) {
      if (is(i, '>')) {
        i = opening_angle(i);
        if (i == 0) return 0;
        --i;
        continue;
      }
      if (is(i, ')') || is(i, ']')) {
        i = opening(i);
        const size_t before = i - 1;
        const bool called = is_word(before) && text(before) != "return" && text(before) != "else" &&
                            text(before) != "do" && text(before) != "if" && text(before) != "case";
        if (i > 0 && (called || (is(i, '[') && (is(before, ']') || is(before, ')'))))) {
          i = before;
          continue;
        }
        return i;
      }
      // A name may be preceded by ::, . or ->.
      if (i >= 2 && is(i - 1, ':') && is(i - 2, ':')) {
        if (i >= 3 && (is_word(i - 3) || is(i - 3, '>')) && text(i - 3) != "return" &&
            text(i - 3) != "else") {
          i -= 3;
          continue;
        }
        return i - 2;
      }
      if (i >= 2 && is(i - 1, '.')) {
        i -= 2;
        continue;
      }
      if (i >= 3 && is(i - 1, '>') && is(i - 2, '-')) {
        i -= 3;
        continue;
      }
      if (i >= 1 && text(i - 1) == "template") {
        --i;
        if (i >= 2 && is(i - 1, ':')) i -= 1;
        continue;
      }
      return i;
    }
  }

  // Examines the functions that may be kernels, or that a kernel may call: do they take the address of one of
  // their own arrays, or read an array that has not been set?
  void look_at_bodies() {
    for (size_t i = 2; i + 1 < tokens_.size(); ++i) {
      const size_t parameters = is(i, '{') && own_at(tokens_[i].begin) ? end_of_parameters(i) : 0;
      if (parameters == 0) continue;
      const size_t end = closing(i), name = opening(parameters);
      if (name > 0 && text(name - 1) == "main") {
        i = end;
        continue;
      }
      const Place begin = place_at(tokens_[i].begin);
      out_.bodies.push_back(
          {begin.file, begin.line, place_at(tokens_[std::min(end, tokens_.size() - 1)].begin).line});
      std::unordered_set<std::string_view> arrays;
      std::unordered_map<std::string_view, size_t> unset;  // where they are declared
      bool elsewhere = false;                              // the declared variable is not on the stack
      for (size_t k = i + 1; k < end; ++k) {
        if (is(k, ';') || is(k, '{') || is(k, '}')) elsewhere = false;
        if (!is_word(k)) continue;
        const std::string_view w = text(k), before = text(k - 1);
        elsewhere = elsewhere || w == "static" || w == "extern" || w == "thread_local" || w == "__thread";
        const bool declares = is(k + 1, '[') && !elsewhere && (is_word(k - 1) || is(k - 1, '>')) &&
                              before != "return" && before != "else" && before != "case" &&
                              before != "delete";
        if (declares) {
          arrays.insert(w);
          if (const size_t next = past_subscripts(k + 1); is(next, ';') || is(next, ',')) unset.emplace(w, k);
          continue;
        }
        const bool is_it = arrays.contains(w) && !is(k - 1, '.');
        out_.has_local_pointer |= is_it && (!is(k + 1, '[') || is(k - 1, '&'));
        if (!is_it || !unset.contains(w) || is_measured(k)) continue;
        const size_t declared = unset.extract(w).mapped();
        if (reads_element(k))
          out_.unset.push_back({std::string(w), place_at(tokens_[declared].begin).line, out_.bodies.back()});
      }
      i = end;
    }
  }

  // The ) of the parameters before the { of a function's body, as in `f(int x) const noexcept {`; 0 if there
  // is none.
  size_t end_of_parameters(size_t i) const {
    static const std::unordered_set<std::string_view> after = {"const", "volatile", "override",
                                                               "final", "mutable",  "noexcept"};
    while (--i > 1) {
      if (is(i, ')')) {
        const size_t open = opening(i);
        if (open == 0 || text(open - 1) != "noexcept") return i;
        i = open;
      } else if (!after.contains(text(i)) && !is(i, '&')) {
        break;
      }
    }
    // The type after ->, which begins after the parameters.
    for (size_t most = 16; i > 2 && most > 0 &&
                           (is_word(i) || is(i, ':') || is(i, '<') || is(i, '>') || is(i, '*') || is(i, '&'));
         --i, --most)
      if (is(i, '>') && is(i - 1, '-')) return is(i - 2, ')') ? i - 2 : 0;
    return 0;
  }
  size_t past_subscripts(size_t i) const {
    while (is(i, '[')) i = closing(i) + 1;
    return i;
  }
  bool is_measured(size_t i) const {  // by sizeof
    return text(i - 1) == "sizeof" || (is(i - 1, '(') && text(i - 2) == "sizeof");
  }
  // Is this use of an array a read of one of its elements? An operand of inline assembly may be written.
  bool reads_element(size_t i) const {
    if (!is(i + 1, '[') || is(i - 1, '&') || (is(i - 1, '(') && tokens_[i - 2].kind == Kind::text))
      return false;
    size_t next = past_subscripts(i + 1);
    while (is(next, '.')) next = past_subscripts(next + 2);
    return !is(next, '=') || is(next + 1, '=');
  }

  // ---- output ----
  void copy_to(size_t position) {
    out_.text += source_.substr(copied_, position - copied_);
    copied_ = position;
  }
  std::string_view between(size_t first,
                           size_t last) const {  // the tokens from first to last, excluding last
    return first >= last ? ""
                         : source_.substr(tokens_[first].begin, tokens_[last - 1].end - tokens_[first].begin);
  }
  // The tokens as a single line of words, to be used as a name.
  std::string words(size_t first, size_t last) const {
    std::string out;
    for (size_t i = first; i < last; ++i) {
      if (!out.empty() && in_word(out.back()) && in_word(text(i)[0])) out += ' ';
      out += text(i);
    }
    return out;
  }
  static std::string literal(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
    return out + "\"";
  }
  static std::string on_lines_of_its_own(std::string_view text) {
    // A line marker inside the text must begin a line, and so must the text after it.
    return text.find("\n#") == std::string_view::npos ? std::string(text) : "\n" + std::string(text) + "\n";
  }

  std::vector<std::pair<size_t, size_t>> arguments(size_t open, size_t close) const {
    std::vector<std::pair<size_t, size_t>> all;
    size_t begin = open + 1;
    for (size_t i = begin; i < close; ++i) {
      if (is(i, '(') || is(i, '[') || is(i, '{')) {
        i = closing(i);
      } else if (is(i, '<') && is_word(i - 1)) {
        if (const size_t end = template_end(i, close)) i = end;
      } else if (is(i, ',')) {
        all.emplace_back(begin, i);
        begin = i + 1;
      }
    }
    if (begin < close) all.emplace_back(begin, close);
    return all;
  }
  // The end of `name<…>` if `(`, `::` or `{` follows; 0 if this < is a comparison.
  size_t template_end(size_t i, size_t close) const {
    int depth = 0;
    for (; i < close; ++i) {
      if (is(i, '(') || is(i, '[')) i = closing(i);
      if (is(i, '<')) ++depth;
      if (is(i, '>') && --depth == 0) return is(i + 1, '(') || is(i + 1, ':') || is(i + 1, '{') ? i : 0;
      if (is(i, ';') || is(i, '&')) return 0;
    }
    return 0;
  }

  // The name of the declared kernel in the expression from first to last, which may be qualified and in
  // parentheses; `last` if it names none.
  size_t kernel_in(size_t first, size_t last) const {
    size_t end = last;
    if (is(end - 1, '>')) end = opening_angle(end - 1);
    while (is(first, '(') && is(end - 1, ')')) ++first, --end;
    if (is(end - 1, '>')) end = opening_angle(end - 1);
    if (end <= first || !is_kernel(text(end - 1))) return last;
    for (size_t k = first; k + 1 < end; ++k) {
      if (is(k, '<')) k = closing_angle(k);
      if (!is_word(k) && !is(k, ':') && !is(k, '>')) return last;
    }
    return is(end - 2, ':') || !is_variable(end - 1) ? end - 1 : last;
  }
  bool is_kernel(std::string_view name) const {
    return std::any_of(out_.kernels.begin(), out_.kernels.end(), [&](auto& d) { return d.name == name; });
  }
  // Is this a parameter or a variable, rather than the kernel of that name?
  bool is_variable(size_t i) const {
    for (size_t k = i; k-- > 2;) {
      if (text(k) != text(i) || kernels_declared_.contains(k)) continue;
      const size_t around = enclosing(k);
      size_t type = k - 1, scope = around;
      while (is(type, '&') || is(type, '*')) --type;
      const bool in_brackets =
          is(around, '[') && (is(k + 1, '=') || text(around - 1) == "auto" ||
                              text(around - 2) == "auto");  // [kernel = …], auto& [a, kernel]
      const bool ends = is(k + 1, ',') || is(k + 1, ')') || is(k + 1, '=') || is(k + 1, ';') ||
                        is(k + 1, '>') || is(k + 1, '{') || (is(k + 1, ':') && !is(k + 2, ':'));
      const bool of_type = is(type, '>') || (is_word(type) && !no_type().contains(text(type))) ||
                           (is(type, '(') && is(k - 1, '*') && is(closing(type) + 1, '('));
      if (!in_brackets && (!ends || !of_type)) continue;
      const bool is_capture = is(scope, '[') && is(k + 1, '=');
      if (is(scope, '[') && !is_capture) scope = enclosing(scope);
      while (is(scope, '(') && is(scope + 1, '*')) scope = enclosing(scope);  // (*kernel)(
      const size_t first = start_of_declaration(k);
      const bool is_template = text(first) == "template" && closing_angle(first + 1) > k;
      if (is_capture || is(scope, '('))
        scope = closing(scope);
      else if (is_template)
        scope = closing_angle(first + 1);
      const size_t end = is(scope, '{') ? closing(scope) : end_of_body(scope);
      if (scope < i && i < end) return true;
    }
    return false;
  }
  size_t start_of_declaration(size_t i) const {
    while (i > 0 && !is(i - 1, ';') && !is(i - 1, '{') && !is(i - 1, '}')) --i;
    return i;
  }
  // The end of the body, or of the statement, that follows the parameters and a constructor's initialisers.
  size_t end_of_body(size_t i) const {
    while (i < tokens_.size() && !is(i, '{') && !is(i, ';')) ++i;
    if (!is(i, '{')) return i;
    const size_t end = closing(i);
    return is(end + 1, '{') || is(end + 1, ',') ? end_of_body(end + 1) : end;
  }
  static const std::unordered_set<std::string_view>& no_type() {
    static const std::unordered_set<std::string_view> words = {"return", "else", "do",
                                                               "case",   "goto", "using"};
    return words;
  }
  // The bracket that contains this token; tokens_.size() if there is none.
  size_t enclosing(size_t i) const {
    while (i-- > 0) {
      if (is(i, '(') || is(i, '[') || is(i, '{')) return i;
      if (is(i, ')') || is(i, ']') || is(i, '}')) i = opening(i);
    }
    return tokens_.size();
  }

  // ---- stubs ----
  struct Written {  // a parameter as it is written
    size_t first, last;
    size_t name;  // the token before which its name ends, or would be inserted
    bool has_name = false, is_pack = false;
  };
  // The source's text of these tokens, on one line. __restrict__ is not part of a parameter's type.
  std::string spaced(size_t first, size_t last) const {
    std::string out;
    for (size_t i = first; i < last; ++i) {
      if (text(i).starts_with("__restrict")) continue;
      if (i > first && tokens_[i - 1].end != tokens_[i].begin) out += ' ';
      out += text(i);
    }
    return out;
  }
  bool is_assignment(size_t i) const {
    return is(i, '=') && !is(i + 1, '=') && !is(i - 1, '=') && !is(i - 1, '!') && !is(i - 1, '<') &&
           !is(i - 1, '>');
  }
  std::vector<Written> parameters(size_t open) const {
    const size_t close = closing(open);
    // In a default argument, < may be a comparison. What follows it is a parameter if it has a default argument
    // too.
    const auto begins_parameter = [&](size_t i) {
      for (int angles = 0; i < close && angles >= 0 && (angles > 0 || !is(i, ',')); ++i) {
        if (is(i, '(') || is(i, '[') || is(i, '{')) i = closing(i);
        if (is_assignment(i) || (is(i, '.') && is(i + 1, '.'))) return true;
        angles += is(i, '<') ? 1 : is(i, '>') ? -1 : 0;
      }
      return false;
    };
    std::vector<Written> all;
    size_t first = open + 1, is_default = 0;
    int angles = 0;
    for (size_t i = first; i <= close; ++i) {
      if (is(i, '(') || is(i, '[') || is(i, '{')) i = closing(i);
      if (is_default == 0 && angles == 0 && is(i, '=')) is_default = i;
      if (is(i, '<')) ++angles;
      if (is(i, '>')) --angles;
      if (i < close && (!is(i, ',') || (is_default > 0 ? !begins_parameter(i + 1) : angles != 0))) continue;
      const bool is_void = first == open + 1 && i == close && text(first) == "void" && i == first + 1;
      if (i > first && !is_void) all.push_back(written(first, i, is_default > 0 ? is_default : i));
      first = i + 1;
      is_default = 0;
      angles = 0;
    }
    return all;
  }
  // `end`: where a default argument begins.
  Written written(size_t first, size_t last, size_t end) const {
    static const std::unordered_set<std::string_view> no_type_alone = {
        "const", "volatile", "typename", "struct", "class", "enum", "union"};
    Written p{first, last, end};
    for (size_t k = first; k < p.name; ++k) {
      p.is_pack |= is(k, '.') && is(k + 1, '.');
      if (is(k, '<')) k = closing_angle(k);
      if (!is(k, '(')) continue;
      const bool of_name = is(k + 1, '*') || is(k + 1, '&') || is(closing(k) + 1, '(');
      if (of_name && text(k - 1) != "__attribute__" && text(k - 1) != "decltype")
        p.name = closing(k);  // (*f)(int), (&a)[n]
      else if (k > first + 1 && is_word(k - 1) && !is_number(text(k - 1)) && text(k - 1) != "decltype" &&
               text(k - 1) != "__attribute__" && text(k - 1) != "alignas")
        p.name = k;  // f(int)
      else
        k = closing(k);
    }
    for (bool more = true; more;) {
      more = is(p.name - 1, ']');
      if (more) p.name = opening(p.name - 1);
      const size_t open = is(p.name - 1, ')') ? opening(p.name - 1) : 0;
      if (open > first && text(open - 1) == "__attribute__") more = true, p.name = open - 1;
    }
    const size_t name = p.name - 1;
    bool has_type = false;
    for (size_t k = first; k < name; ++k)
      has_type |= !is_word(k) || (!no_type_alone.contains(text(k)) && !text(k).starts_with("__restrict"));
    p.has_name = has_type && is_word(name) && !is_number(text(name)) && !no_type_alone.contains(text(name)) &&
                 !text(name).starts_with("__restrict") && !is(name - 1, ':');
    return p;
  }
  // Each declaration of a kernel is followed by the same declaration of its stub, and each definition by a
  // definition of the stub.
  void write_stubs() {
    for (const size_t name : kernels_declared_) {
      const size_t open = is(name + 1, '<') ? closing_angle(name + 1) + 1 : name + 1;
      size_t end = closing(open);
      while (end < tokens_.size() && !is(end, ';') && !is(end, '{')) ++end;
      while (is(end, '{') && is(closing(end) + 1, '{')) end = closing(end) + 1;  // requires requires { … } {
      if (is(open, '(') && end < tokens_.size())
        stubs_.emplace(is(end, '{') ? closing(end) : end, stub(name, open, is(end, '{')));
    }
  }
  // A stub has the kernel's template parameters, parameters, linkage and result (which may exclude
  // overloads).
  std::string stub(size_t name, size_t open, bool has_body) const {
    static const std::unordered_set<std::string_view> specifiers = {
        "template", "static", "inline", "__inline__", "__inline", "extern", "friend", "constexpr"};
    size_t i = start_of_declaration(name), declarator = name;
    while (is(declarator - 1, ':') && is(declarator - 2, ':')) declarator -= is_word(declarator - 3) ? 3 : 2;
    std::string prefix = " ", result, types, values, list;
    const auto add = [&](std::string& to, size_t first, size_t last) {
      if (!to.empty()) to += ' ';
      to += spaced(first, last);
    };
    for (; i < declarator; ++i) {
      const bool is_specifier = specifiers.contains(text(i)) || tokens_[i].kind == Kind::text;
      if (text(i) == "__attribute__") {
        i = closing(i + 1);
      } else if (is(i, '[')) {
        i = closing(i);
      } else if (is(i + 1, ':') && (text(i) == "public" || text(i) == "private" || text(i) == "protected")) {
        ++i;
      } else if (text(i) == "requires") {
        size_t last = i;
        while (text(last) != "__attribute__" && text(last) != "void" && last < declarator) ++last;
        add(prefix, i, last);
        i = last - 1;
      } else if (is_specifier) {
        const size_t last = text(i) == "template" && is(i + 1, '<') ? closing_angle(i + 1) : i;
        add(prefix, i, last + 1);
        i = last;
      } else if (is_word(i)) {
        add(result, i, i + 1);
      } else {
        result += text(i);
      }
    }
    for (const Written& p : parameters(open)) {
      const std::string its =
          p.has_name ? std::string(text(p.name - 1)) : "simt_parameter_" + std::to_string(p.first);
      list += (list.empty() ? "" : ", ") + spaced(p.first, p.name) + (p.has_name ? " " : " " + its + " ") +
              spaced(p.name, p.last);
      types += (types.empty() ? "" : ", ") + std::string("decltype(") + its + ")" + (p.is_pack ? "..." : "");
      values += (values.empty() ? "" : ", ") + its + (p.is_pack ? "..." : "");
    }
    return prefix + " auto " + spaced(declarator, name) + "simt_stub_" + spaced(name, open) + "(" + list +
           ") -> ::ladder::simt_runtime::Parameters<" +
           (result.empty() || result == "auto" ? "void" : result) + "(" + types + ")>" +
           (has_body ? " { return {" + values + "}; }" : ";");
  }
  // `using ns::kernel;` must also name the kernel's stub.
  void use_stub(size_t i) {
    size_t first = i;
    while (is_word(first) || is(first, ':')) --first;
    const bool is_using =
        text(first + 1) == "using" || (is(first, ',') && text(start_of_declaration(i)) == "using");
    first = text(first + 1) == "using" ? first + 2 : first + 1;
    if (!is_using || first == i || text(first) == "std" || (!is(i + 1, ';') && !is(i + 1, ',')) ||
        !own_at(tokens_[i].begin))
      return;
    copy_to(tokens_[i].end);
    out_.text += ", " + spaced(first, i) + "simt_stub_" + std::string(text(i));
  }
  size_t closing_angle(size_t i) const {
    for (int depth = 0; i < tokens_.size(); ++i) {
      if (is(i, '(') || is(i, '[') || is(i, '{')) i = closing(i);
      if (is(i, '<')) ++depth;
      if (is(i, '>') && !is(i - 1, '-') && --depth == 0) break;
    }
    return i;
  }

  size_t launch(size_t i) {
    constexpr size_t kLength = 3;
    if (i == 0 || text(i - 1) == "operator") return i + 1;
    if (!is_word(i - 1) && !is(i - 1, '>') && !is(i - 1, ')') && !is(i - 1, ']')) return i;
    size_t close = i + kLength;
    for (;; ++close) {
      if (close >= tokens_.size() || is(close, ';')) return i;
      if (is(close, '(') || is(close, '[') || is(close, '{')) {
        close = closing(close);
        continue;
      }
      if (is(close, '>') && is(close + 1, '>') && is(close + 2, '>') && is(close + kLength, '(')) break;
    }
    const size_t open = close + kLength, end = closing(open);
    const size_t start = start_of_kernel(i - 1);
    if (end >= tokens_.size() || tokens_[start].begin < copied_) return i;

    const std::string kernel = on_lines_of_its_own(between(start, i));
    const size_t name = kernel_in(start, i);
    const bool known = name < i;
    const std::string stub =
        known ? on_lines_of_its_own(std::string(between(start, name)) + "simt_stub_" +
                                    std::string(source_.substr(tokens_[name].begin,
                                                               tokens_[i - 1].end - tokens_[name].begin)))
              : "::ladder::simt_runtime::stub(" + kernel + ")";
    copy_to(tokens_[start].begin);
    out_.text += "::ladder::simt_runtime::launch(" + literal(words(start, i)) +
                 ", ::ladder::simt_runtime::Shape(" + on_lines_of_its_own(between(i + kLength, close)) + ")" +
                 (known ? ", [=]" : ".of((const void*)(" + kernel + ")), [simt_kernel = " + kernel + "]") +
                 "(auto simt_over, " + "auto&... simt_parameter) { " + (known ? kernel : "simt_kernel") +
                 "(::ladder::simt_runtime::argument(simt_parameter)...), simt_over(); }, " + stub + "(" +
                 on_lines_of_its_own(between(open + 1, end)) + "))";
    copied_ = tokens_[end].end;
    if (source_.substr(tokens_[start].begin, copied_ - tokens_[start].begin).find('\n') !=
        std::string_view::npos) {
      const Place here = place_at(copied_);
      out_.text += "\n# " + std::to_string(here.line) + " " + literal(here.file) + "\n";
    }
    out_.launches.push_back(place_at(tokens_[start].begin));
    return end;
  }

  void word(size_t i) {
    const std::string_view w = text(i);
    if (w == "__constinit" && text(i + 1) == "thread_local") {
      alignment_first(i);
      shared_arrays(i);
      return;
    }
    if (w.starts_with("simt_library_")) {
      declare_library(i, w.substr(std::string_view("simt_library_").size()));
      return;
    }
    if (w == "volatile" || w == "__volatile__") {
      const bool assembly = i > 0 && (text(i - 1) == "asm" || text(i - 1) == "__asm__");
      out_.has_volatile |= !assembly && own_at(tokens_[i].begin);
      return;
    }
    if (is_kernel(w)) {
      use_stub(i);
      kept_address(i);
      called_as_function(i);
      return;
    }
    if (w.starts_with("__") && without_mask().contains(w) && is(i + 1, '(') && own_at(tokens_[i].begin)) {
      if (i > 0 && is_word(i - 1) && text(i - 1) != "return") declared_.insert(w);  // int __any(
      if (declared_.contains(w)) return;
      reject(i, Cause::call_without_mask, std::string(w));
      return;
    }
    const bool cuda = w.starts_with("cuda") && w.size() > 4 && std::isupper(static_cast<unsigned char>(w[4]));
    const bool driver = w.starts_with("cu") && w.size() > 2 && std::isupper(static_cast<unsigned char>(w[2]));
    if (!cuda && !driver && w != "asm" && w != "__asm__" && w != "__asm" && !w.starts_with("tex") &&
        !w.starts_with("surf"))
      return;
    if (!own_at(tokens_[i].begin)) return;
    if (refuse(i, w) || !cuda || !is(i + 1, '(')) return;

    // A whole statement: the return value of the call is not used.
    size_t start = i;
    if (i >= 2 && is(i - 1, ':') && is(i - 2, ':') && !is_word(i - 3)) start = i - 2;
    const size_t end = closing(i + 1);
    if (!telling().contains(w) && begins_statement(start) && is(end + 1, ';') &&
        tokens_[start].begin >= copied_) {
      copy_to(tokens_[start].begin);
      out_.text += "::ladder::simt_runtime::discarded(), ";
    }
    if (taking_kernels().contains(w)) strip_cast(i + 1);
    if (sized().contains(w)) name_sized_pointer(i + 1, end);
    if (allocating().contains(w) && !(start > 0 && is_word(start - 1) && text(start - 1) != "return")) {
      const auto given = arguments(i + 1, end);
      if (given.empty() || tokens_[given[0].first].begin < copied_) return;
      copy_to(tokens_[given[0].first].begin);
      out_.text +=
          "::ladder::simt_runtime::named(" + literal(variable(given[0].first, given[0].second)) + ", ";
      copy_to(tokens_[given[0].second - 1].end);
      out_.text += ")";
    }
  }

  // __attribute__((…, simt_global)) void __attribute__((…)) name(
  void definition(size_t i) {
    if (!own_at(tokens_[i].begin)) return;
    for (size_t k = i; k < tokens_.size() && !is(k, ';') && !is(k, '{'); ++k) {
      if (text(k) == "__attribute__") {
        k = closing(k + 1);
      } else if (is_word(k) && is(k + 1, '<') && !is(closing_angle(k + 1) + 1, '(')) {
        k = closing_angle(k + 1);  // of the type of the result
      } else if (is_word(k) && k > i && (is(k + 1, '(') || is(k + 1, '<')) && text(k) != "template") {
        const Place place = place_at(tokens_[k].begin);
        const std::string name(text(k));
        kernels_declared_.insert(k);
        if (k > i + 1 && is_number(text(k - 1))) reject(k, Cause::kernel_returns_value, name);
        const auto known =
            std::find_if(out_.kernels.begin(), out_.kernels.end(), [&](auto& d) { return d.name == name; });
        if (known == out_.kernels.end())
          out_.kernels.push_back({name, place});
        else if (is(k + 1, '(') && is(closing(k + 1) + 1, '{'))
          known->place = place;  // declared earlier
        return;
      }
    }
  }

  // __shared__ alignas(16) T a[n]: g++ accepts alignas only at the beginning of a declaration.
  void alignment_first(size_t i) {
    if (text(i + 2) != "alignas" || !is(i + 3, '(') || tokens_[i].begin < copied_) return;
    const size_t first = i > 0 && text(i - 1) == "static" ? i - 1 : i, end = closing(i + 3) + 1;
    copy_to(tokens_[first].begin);
    out_.text += std::string(between(i + 2, end)) + " " + std::string(between(first, i + 2)) + " ";
    copied_ = tokens_[end - 1].end;
  }

  // __shared__ T a[n], b; becomes __constinit thread_local T a[n], b; here. If g++ removed all stores to an
  // array, its assembly would not contain the array's size, which instrument/ needs.
  void shared_arrays(size_t i) {
    if (!own_at(tokens_[i].begin) || (i > 0 && text(i - 1) == "extern")) return;
    std::vector<std::string_view> names;
    int angles = 0;
    size_t end = i + 2;
    for (; end < tokens_.size(); ++end) {
      if (text(end) == "extern" || is(end, '{') || is(end, '=')) return;
      const bool behind_a_name = is_word(end - 1) && angles == 0;
      if (behind_a_name && (is(end, '[') || is(end, ',') || is(end, ';'))) names.push_back(text(end - 1));
      if (is(end, ';')) break;
      if (is(end, '[') || is(end, '(')) end = closing(end);
      if (is(end, '<')) ++angles;
      if (is(end, '>')) --angles;
    }
    if (end >= tokens_.size() || tokens_[end].begin < copied_) return;
    copy_to(tokens_[end].end);
    for (const std::string_view name : names)
      out_.text += " static_assert(sizeof(" + std::string(name) + ") <= 49152, \"" + std::string(name) +
                   " has more than 49152 bytes of __shared__ memory, which nvcc rejects: use extern "
                   "__shared__, request more with cudaFuncSetAttribute(kernel, "
                   "cudaFuncAttributeMaxDynamicSharedMemorySize, bytes), and pass the bytes at the launch, "
                   "<<<blocks, threads, bytes>>>\");";
  }

  // In place of the library's header, declares the names that the program uses from the library: types that can
  // hold anything, calls that end the program when they are executed, and constants.
  void declare_library(size_t marker, std::string_view of) {
    const auto library =
        std::find_if(kLibraries.begin(), kLibraries.end(), [&](auto& l) { return l.call == of; });
    if (library == kLibraries.end() || tokens_[marker].begin < copied_) return;
    static const std::unordered_set<std::string_view> no_type = {"return", "case", "else",
                                                                 "do",     "goto", "typedef"};
    std::unordered_set<std::string_view> known;
    std::set<std::string_view> calls, constants, types;
    for (size_t i = 1; i < tokens_.size(); ++i) {
      const std::string_view w = text(i);
      const bool constant = w.starts_with(library->constant);
      if (!is_word(i) || !(constant || (w.starts_with(of) && w.size() > of.size() &&
                                        std::isupper(static_cast<unsigned char>(w[of.size()])))))
        continue;
      const bool type = w.ends_with("_t") && !constant;
      const bool declared = is_word(i - 1) && !no_type.contains(text(i - 1)) && !type;
      if (declared || !own_at(tokens_[i].begin)) known.insert(w);
      if (is(i - 1, '.') || (is(i - 1, '>') && is(i - 2, '-'))) continue;
      if (constant || type || is(i + 1, '(')) (constant ? constants : type ? types : calls).insert(w);
    }
    copy_to(tokens_[marker + 2].end);  // namespace simt_library_… {}
    const std::string status = library->status;
    for (const std::string_view t : types)
      if (!known.contains(t))
        out_.text += " using " + std::string(t) + " = ::ladder::simt_runtime::LibraryValue;";
    int number = 0;
    for (const std::string_view c : constants)
      if (!known.contains(c))
        out_.text += " constexpr " + status + " " + std::string(c) + " = " + status + "(" +
                     std::to_string(c.ends_with("_SUCCESS") ? 0 : ++number) + ");";
    for (const std::string_view c : calls)
      if (!known.contains(c))
        out_.text += " constexpr ::ladder::simt_runtime::Library" +
                     std::string(kind_of_call(c.substr(of.size()))) + "<" + status + "> " + std::string(c) +
                     "{\"" + std::string(c) + "() of " + library->name + "\"};";
  }
  // Functions that create, set or destroy handles and plans compute nothing, so they do nothing here.
  static std::string_view kind_of_call(std::string_view rest) {
    const auto has = [&](const char* part) { return rest.find(part) != std::string_view::npos; };
    if (rest.ends_with("String") || rest.ends_with("Name")) return "Text";
    const bool moves = has("SetVector") || has("SetMatrix");
    return (has("Create") || has("Destroy") || has("Plan") || has("Init") || has("Shutdown") || has("Set")) &&
                   !moves
               ? "Setting"
               : "Call";
  }

  // Handles kernel(d_x, n); without <<<blocks, threads>>>.
  void called_as_function(size_t i) {
    if (i == 0 || !own_at(tokens_[i].begin) || kernels_declared_.contains(i) || !begins_statement(i)) return;
    const bool called =
        is(i + 1, '(') || (is(i + 1, '<') && !is(i + 2, '<') && template_end(i + 1, tokens_.size()) > 0);
    if (called) called_.push_back(i);
  }
  // A program may also define functions with these names, before or after it calls them.
  void refuse_calls() {
    std::unordered_set<std::string_view> functions;
    for (size_t i = 1; i < tokens_.size() && !called_.empty(); ++i) {
      const bool behind_a_type = (is_word(i - 1) && !no_type().contains(text(i - 1))) || is(i - 1, '*') ||
                                 is(i - 1, '&') || is(i - 1, '>');
      if (is_word(i) && is(i + 1, '(') && behind_a_type && !kernels_declared_.contains(i))
        functions.insert(text(i));
    }
    for (const size_t i : called_)
      if (const std::string name(text(i)); !functions.contains(name))
        reject(i, Cause::kernel_called_as_function, name);
  }

  // A type that is one word. (The type that a typedef or a template stands for is unknown.)
  static bool is_number(std::string_view type) {
    static const std::unordered_set<std::string_view> types = {"int",    "unsigned", "float",   "double",
                                                               "bool",   "char",     "long",    "short",
                                                               "size_t", "signed",   "wchar_t", "__int128"};
    return types.contains(type);
  }

  // For (const void*)kernel, (void*)&ns::kernel<float> or reinterpret_cast<void*>(kernel): the code that
  // receives this address no longer sees the kernel's parameters, so they are recorded.
  void kept_address(size_t i) {
    size_t begin = i, end = i + 1;
    while (begin >= 2 && is(begin - 1, ':') && is(begin - 2, ':'))
      begin -= begin >= 3 && is_word(begin - 3) ? 3 : 2;
    if (begin > 0 && is(begin - 1, '&')) --begin;
    if (is(end, '<')) {
      int depth = 0;
      do {
        if (is(end, '(')) end = closing(end);
        if (is(end, '<')) ++depth;
        if (is(end, '>')) --depth;
        if (is(end, ';') || end >= tokens_.size()) return;
        ++end;
      } while (depth > 0);
    }
    if (begin < 4 || tokens_[begin].begin < copied_ || !own_at(tokens_[i].begin)) return;
    const auto is_void_pointer = [&](size_t star) { return is(star, '*') && text(star - 1) == "void"; };
    const bool cast = is(begin - 1, ')') && is_void_pointer(begin - 2) &&
                      (is(end, ',') || is(end, ')') || is(end, ';') || is(end, '}') || is(end, ':'));
    const bool reinterpreted =
        is(begin - 1, '(') && is(begin - 2, '>') && is_void_pointer(begin - 3) && is(end, ')');
    if (!cast && !reinterpreted) return;
    copy_to(tokens_[begin].begin);
    out_.text += "::ladder::simt_runtime::known(";
    copy_to(tokens_[end - 1].end);
    out_.text += ")";
  }

  // For cudaLaunchKernel((const void*)kernel, …): without the cast, the kernel's parameters are known.
  void strip_cast(size_t open) {
    const auto given = arguments(open, closing(open));
    if (given.empty() || tokens_[given[0].first].begin < copied_) return;
    const auto [first, last] = given[0];
    size_t cast_end = 0, end = last;
    if (is(first, '(') && is(closing(first) - 1, '*') && text(closing(first) - 2) == "void" &&
        closing(first) + 1 < last) {
      cast_end = closing(first) + 1;
    } else if ((text(first) == "reinterpret_cast" || text(first) == "static_cast") && is(last - 1, ')')) {
      cast_end = opening(last - 1) + 1;
      end = last - 1;
    }
    if (cast_end == 0) return;
    copy_to(tokens_[first].begin);
    copied_ = tokens_[cast_end].begin;
    copy_to(tokens_[end - 1].end);
    copied_ = tokens_[last - 1].end;
  }

  // For cudaMemcpy(h, d, sizeof(h), …): if h is a pointer, its size is unlikely to be the intended size.
  bool has_word(std::string_view word, size_t first, size_t last) const {
    while (first < last && text(first) != word) ++first;
    return first < last;
  }
  void name_sized_pointer(size_t open, size_t close) {
    const auto given = arguments(open, close);
    if (given.size() < 3) return;
    const auto [first, last] = given[2];
    const size_t name = is(first + 1, '(') ? first + 2 : first + 1;
    const bool is_sizeof =
        text(first) == "sizeof" && is_word(name) && last - first == (is(first + 1, '(') ? 4 : 2);
    const auto is_it = [&](size_t argument) {
      const auto [begin, end] = given[argument];
      return end - begin == 1 && text(begin) == text(name);
    };
    if (tokens_[first].begin < copied_) return;
    std::string announced;
    if (is_sizeof && (is_it(0) || is_it(1)))
      announced = "sized(" + literal(std::string(text(name))) + ", " + std::string(text(name)) + ")";
    else if (text(open - 1).starts_with("cudaMemcpyToSymbol") && has_word("sizeof", first, last))
      announced = "measured()";
    else
      return;
    copy_to(tokens_[first].begin);
    out_.text += "(::ladder::simt_runtime::" + announced + ", ";
    copy_to(tokens_[last - 1].end);
    out_.text += ")";
  }

  // The variable in (void**)&d_a, which is d_a.
  std::string variable(size_t first, size_t last) const {
    for (size_t i = last; i-- > first;)
      if (is(i, '&')) {
        first = i + 1;
        break;
      }
    while (last > first && is(last - 1, ')') && opening(last - 1) < first) --last;
    return words(first, last);
  }

  bool begins_statement(size_t i) const {
    if (i == 0) return false;
    const size_t before = i - 1;
    if (is(before, ';') || is(before, '{') || is(before, '}') || text(before) == "else" ||
        text(before) == "do")
      return true;
    if (!is(before, ')')) return false;
    const size_t open = opening(before);
    return open > 0 && (text(open - 1) == "if" || text(open - 1) == "for" || text(open - 1) == "while");
  }

  void reject(size_t i, Cause cause, const std::string& name) {
    out_.refused.push_back({place_at(tokens_[i].begin), {cause, {{"name", name}}}});
  }

  bool refuse(size_t i, std::string_view w) {
    const bool assembly = w == "asm" || w == "__asm__" || w == "__asm";
    if (assembly) {
      size_t open = i + 1;
      while (is_word(open)) ++open;                                    // volatile
      if (!is(open, '(') || text(open + 1).size() <= 2) return false;  // "": a compiler barrier
      reject(i, Cause::not_available_in_try, "PTX (asm)");
      return true;
    }
    constexpr std::array kPrefixes = {"cudaGraph",
                                      "cudaTexture",
                                      "cudaSurface",
                                      "cudaArray",
                                      "cudaMallocArray",
                                      "cudaMalloc3DArray",
                                      "cudaMemcpyToArray",
                                      "cudaMemcpy2DToArray",
                                      "cudaMemcpyFromArray",
                                      "cudaCreateTexture",
                                      "cudaCreateSurface",
                                      "cudaBindTexture",
                                      "cudaIpc",
                                      "cudaExternal",
                                      "cudaImportExternal",
                                      "cudaGraphics",
                                      "cudaStreamBeginCapture",
                                      "cudaStreamEndCapture",
                                      "cudaStreamIsCapturing",
                                      "cudaCreateChannelDesc",
                                      "cudaChannelFormat",
                                      "cudaFreeArray",
                                      "tex1D",
                                      "tex2D",
                                      "tex3D",
                                      "surf1D",
                                      "surf2D",
                                      "surf3D",
                                      "texture"};
    constexpr std::array kDriver = {"cuInit",   "cuDevice", "cuCtx",  "cuModule", "cuLibrary", "cuLink",
                                    "cuLaunch", "cuMem",    "cuFunc", "cuStream", "cuEvent"};
    const auto begins = [&](const char* prefix) { return w.starts_with(prefix); };
    if (is(i + 1, '(') && std::any_of(kDriver.begin(), kDriver.end(), begins)) {
      if (i > 0 && is_word(i - 1) && text(i - 1) != "return")
        declared_.insert(w);  // the program's own function
      if (declared_.contains(w)) return false;
      reject(i, Cause::not_available_in_try, "the driver API (" + std::string(w) + ")");
      return true;
    }
    for (const char* prefix : kPrefixes) {
      if (!w.starts_with(prefix)) continue;
      const bool language = !w.starts_with("cuda");
      if (language && !(is(i + 1, '<') || is(i + 1, '('))) continue;
      if (w == "texture" && !is(i + 1, '<')) continue;
      reject(i, Cause::not_available_in_try, std::string(w));
      return true;
    }
    return false;
  }

  static const std::unordered_set<std::string_view>& allocating() {
    static const std::unordered_set<std::string_view> names = {
        "cudaMalloc",      "cudaMallocManaged", "cudaMallocHost", "cudaHostAlloc",
        "cudaMallocPitch", "cudaMallocAsync",   "cudaMalloc3D",   "cudaMallocFromPoolAsync"};
    return names;
  }
  static const std::unordered_set<std::string_view>& without_mask() {
    static const std::unordered_set<std::string_view> names = {
        "__shfl", "__shfl_up", "__shfl_down", "__shfl_xor", "__any", "__all", "__ballot"};
    return names;
  }
  static const std::unordered_set<std::string_view>& taking_kernels() {
    static const std::unordered_set<std::string_view> names = {
        "cudaLaunchKernel", "cudaLaunchCooperativeKernel", "cudaFuncSetAttribute", "cudaFuncGetAttributes"};
    return names;
  }
  static const std::unordered_set<std::string_view>& sized() {  // the third argument is a size
    static const std::unordered_set<std::string_view> names = {
        "cudaMemcpy",         "cudaMemcpyAsync",         "cudaMemset",           "cudaMemsetAsync",
        "cudaMemcpyToSymbol", "cudaMemcpyToSymbolAsync", "cudaMemcpyFromSymbol", "cudaMemcpyFromSymbolAsync"};
    return names;
  }
  // Calls that return a text, not an error.
  static const std::unordered_set<std::string_view>& telling() {
    static const std::unordered_set<std::string_view> names = {"cudaGetErrorString", "cudaGetErrorName"};
    return names;
  }

  std::string_view source_;
  bool line_start_ = true;
  std::vector<Token> tokens_;
  std::vector<Marker> markers_;
  // Names of old or unsupported functions that the program itself declares.
  std::unordered_set<std::string_view> declared_;
  std::unordered_set<size_t> kernels_declared_;    // token indices of the names
  std::vector<size_t> called_;                     // token indices of kernels called like functions
  std::unordered_map<size_t, std::string> stubs_;  // the stub that follows this token
  size_t copied_ = 0;
  Rewritten out_;
};

}  // namespace

Rewritten rewrite(std::string_view preprocessed, const std::function<bool(const std::string&)>& own) {
  return Rewriter(preprocessed, own).result();
}

}  // namespace ladder::try_program
