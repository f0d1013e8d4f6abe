#include "grade/submission_rules.h"

#include <algorithm>
#include <cctype>
#include <regex>
#include <set>
#include <string_view>

#include "practice/cpp_lexer.h"
#include "text/lines.h"

namespace ladder::grade {
namespace {

using findings::Cause;
using findings::Evidence;
using practice::is_at;
using practice::Token;

// Names that begin with two underscores belong to the compiler and the executor. The exceptions are CUDA's
// names, including removed ones (build() informs their users), and other common names.
bool is_cudas(const std::string& name) {
  constexpr std::string_view words =
      " __global__ __device__ __host__ __shared__ __constant__ __restrict__ __restrict __forceinline__ "
      "__noinline__ __inline__ __launch_bounds__ __align__ __managed__ __grid_constant__ __FILE__ __LINE__ "
      "__func__ __VA_ARGS__ __CUDA_ARCH__ __CUDACC__ __cplusplus __syncthreads __syncthreads_count "
      "__syncthreads_and __syncthreads_or __syncwarp __activemask __ballot __all __any __ballot_sync "
      "__all_sync __any_sync __match_any_sync __match_all_sync __threadfence __threadfence_block "
      "__threadfence_system __ldg __ldcg __ldca __ldcs __ldlu __ldcv __stcg __stcs __stwb __stwt __popc "
      "__popcll __clz __clzll __ffs __ffsll __brev __brevll __byte_perm __funnelshift_l __funnelshift_r "
      "__mul24 __umul24 __mulhi __umulhi __mul64hi __umul64hi __sad __usad __rhadd __saturatef __nanosleep "
      "__trap __assert_fail __isGridConstant __cvta_generic_to_shared __nv_bfloat16 __nv_bfloat162 ";
  if (words.find(" " + name + " ") != words.npos) return true;
  for (const char* begin :
       {"__pipeline_", "__shfl_",  "__reduce_", "__float",  "__int",    "__uint",   "__ll2",   "__ull2",
        "__double",    "__half",   "__bfloat",  "__fadd_",  "__fsub_",  "__fmul_",  "__fdiv",  "__fma",
        "__frcp_",     "__fsqrt_", "__frsqrt_", "__dadd_",  "__dsub_",  "__dmul_",  "__ddiv_", "__drcp_",
        "__dsqrt_",    "__dp2a",   "__dp4a",    "__hadd",   "__hsub",   "__hmul",   "__hdiv",  "__hfma",
        "__hneg",      "__habs",   "__hmin",    "__hmax",   "__heq",    "__hne",    "__hlt",   "__hle",
        "__hgt",       "__hge",    "__hequ",    "__hisnan", "__hisinf", "__h2div",  "__sinf",  "__cosf",
        "__tanf",      "__expf",   "__exp10f",  "__logf",   "__log2f",  "__log10f", "__powf",  "__sincosf"})
    if (name.starts_with(begin)) return true;
  return false;
}

// A header for kernels, from the harness, the C++ standard library or CUDA.
bool is_for_kernels(const std::string& header) {
  static const std::set<std::string_view> not_these = {"filesystem", "fstream", "thread", "coroutine"};
  const auto is_word = [](std::string_view word) {
    return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
      return std::islower(static_cast<unsigned char>(c)) != 0 || c == '_';
    });
  };
  const std::string_view name = header;
  for (const std::string_view folder : {"stage/", "tracks/"})
    if (name.starts_with(folder) && name.ends_with(".h"))
      return is_word(name.substr(folder.size(), name.size() - folder.size() - 2));
  for (const char* of_c_or_cuda :
       {"assert.h", "float.h", "limits.h", "math.h", "stdbool.h", "stddef.h", "stdint.h", "stdio.h",
        "stdlib.h", "string.h", "cuda.h", "cuda_runtime.h", "cuda_fp16.h", "cuda_bf16.h",
        "device_launch_parameters.h", "cooperative_groups.h", "cooperative_groups/reduce.h",
        "cuda_pipeline_primitives.h", "cuda/atomic"})
    if (header == of_c_or_cuda) return true;
  return !not_these.contains(header) && is_word(name);
}

// Characters that g++ treats specially, or that are invisible to a reader. Empty: there are none.
Evidence odd_characters(std::string_view text) {
  if (text.starts_with(practice::kByteOrderMark)) text.remove_prefix(practice::kByteOrderMark.size());
  int line = 1;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const bool ends_a_line = c == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
    if ((c < 32 && c != '\n' && c != '\t' && !ends_a_line) || c == 127)
      return {Cause::refused_control_character, {{"line", line}, {"number", c}}};
    if (c == '?' && (text.substr(i).starts_with("?\?/") || text.substr(i).starts_with("?\?=")))
      return {Cause::refused_trigraph, {{"line", line}, {"text", std::string(text.substr(i, 3))}}};
    line += c == '\n';
  }
  return {};
}

bool is_ascii(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return (c & 0x80) == 0; });
}

// The effect of a directive, if it is not visible in these tokens; empty if there is no such effect.
Evidence odd_directive(const std::vector<Token>& all, size_t sharp) {
  static const std::set<std::string_view> known = {"include", "define", "undef",   "if",
                                                   "ifdef",   "ifndef", "elif",    "else",
                                                   "endif",   "error",  "warning", "pragma"};
  if (sharp + 1 >= all.size() || all[sharp + 1].first) return {};
  const Token& directive = all[sharp + 1];
  const auto because = [&](Cause cause) { return Evidence(cause, {{"line", all[sharp].line}}); };
  if (directive.kind == Token::Kind::number || directive.text == "line")
    return because(Cause::refused_line_numbers);
  const auto odd = [&](const std::string& text) {
    return because(Cause::refused_directive).add({"text", text.substr(0, 40)});
  };
  if (!known.contains(directive.text)) return odd(directive.text);
  if (directive.text == "pragma" && !is_at(all, sharp + 2, "unroll") && !is_at(all, sharp + 2, "once") &&
      !is_at(all, sharp + 2, "nv_diag_suppress"))
    return odd(sharp + 2 < all.size() && !all[sharp + 2].first ? "pragma " + all[sharp + 2].text : "pragma");
  if (directive.text != "include") return {};
  if (sharp + 2 >= all.size() || all[sharp + 2].kind != Token::Kind::header)
    return because(Cause::refused_include_of_macro);
  if (sharp + 3 < all.size() && !all[sharp + 3].first) return because(Cause::refused_text_after_header);
  return {};
}

}  // namespace

Evidence not_for_kernels(const std::string& text) {
  static const std::set<std::string_view>
      words = {"asm", "naked", "ifunc", "include_next", "launch_on_each"},
      // Names of the project, the executor and the compiler, which are also not allowed as macros or as aliases
      // of other names.
      never = {"simt", "ladder", "gnu", "_Pragma"}, harness = {"os", "bench", "check", "practice", "data"};
  if (Evidence odd = odd_characters(text); !odd.empty()) return odd;
  const std::vector<Token> all = practice::tokens_of(text);
  bool has_macro = false;
  for (size_t i = 0; i < all.size(); ++i) {
    const Token& t = all[i];
    const auto because = [&](Cause cause) { return Evidence(cause, {{"line", t.line}}); };
    if (t.kind == Token::Kind::name) {
      if (!is_ascii(t.text)) return because(Cause::refused_letter);
      const bool after_dot = i > 0 && (all[i - 1].text == "." || all[i - 1].text == ">");
      const bool qualifies = is_at(all, i + 1, ":") && is_at(all, i + 2, ":");
      const bool other_name = i > 0 && (is_at(all, i - 1, "namespace") ||
                                        (is_at(all, i - 1, "=") && i > 2 && is_at(all, i - 3, "namespace")));
      if (never.contains(t.text) || (harness.contains(t.text) && (qualifies || other_name)) ||
          (words.contains(t.text) && !after_dot) || t.text.starts_with("no_sanitize"))
        return because(Cause::refused_word).add({"text", t.text});
      // Reserved names of compilers and libraries, and those derived from other names.
      const bool reserved =
          t.text.starts_with("__")
              ? !is_cudas(t.text)
              : t.text.size() > 1 && t.text[0] == '_' && std::isupper(static_cast<unsigned char>(t.text[1]));
      if (reserved || t.text.starts_with("simt_") || t.text.starts_with("SIMT_") ||
          t.text.find("tsan") != std::string::npos)
        return because(Cause::refused_name).add({"text", t.text.substr(0, 100)});
      if (t.text == "stage" && i > 0 && is_at(all, i - 1, "namespace") && is_at(all, i + 1, "{"))
        return because(Cause::refused_namespace);
      if (t.text == "import" && t.first) return because(Cause::refused_name).add({"text", t.text});
    }
    // Some compilers treat the quote of 1' as part of the number.
    if (t.kind == Token::Kind::number && i + 1 < all.size() && all[i + 1].kind == Token::Kind::text)
      return because(Cause::refused_string_after_number).add({"text", t.text.substr(0, 40)});
    if (t.kind == Token::Kind::raw_text) return because(Cause::refused_raw_string);
    if (t.kind == Token::Kind::header && !is_for_kernels(t.text))
      return because(Cause::refused_header).add({"text", t.text});
    if (t.kind != Token::Kind::sign) continue;
    if (t.text == "#" && is_at(all, i + 1, "#") && !all[i + 1].first)
      return because(Cause::refused_joined_names);
    if (t.text == "%" && is_at(all, i + 1, ":")) return because(Cause::refused_digraph);
    if (t.text == "\\") return because(Cause::refused_backslash);
    if (!t.first || t.text != "#") continue;
    if (Evidence odd = odd_directive(all, i); !odd.empty()) return odd;
    // A macro could replace names inside the executor's own headers.
    if ((is_at(all, i + 1, "define") || is_at(all, i + 1, "undef"))) has_macro = true;
    if (is_at(all, i + 1, "include") && has_macro) return because(Cause::refused_late_include);
  }
  return {};
}

std::string call_not_for_kernels(const std::string& symbols) {
  // Functions of CUDA and the executor, registration, memory, exceptions, mathematics, printf and assert. From
  // the standard library, only the functions that its headers need are allowed: the memory accesses of compiled
  // library code are not observed, and on a GPU no kernel can call it.
  static const std::regex allowed(
      "_Z\\d+(__|atomic|simt_atomic|simt_exchange|rsqrt|rcbrt|sinpi|cospi|norm|rnorm|hypot|rhypot|exp10|erf|"
      "lgamma|min|"
      "max|umin|"
      "umax|make_)\\w*|"
      "_ZN6ladder4simt(3run|11result_used|9match_any|9match_all|8of_block|4post|4peek|9bulk_load|10bulk_"
      "store|16bulk_stores_read|12barrier_"
      "wait|"
      "\\d+ordered_|15update_in_order|15thread_in_block|13block_in_grid|9pack_bits|14is_cooperative|9grid_"
      "sync|"
      "(4Half|8Bfloat16)\\d+(value|of|add|subtract|multiply|divide|fma|negate|absolute|maximum|minimum|clamp_"
      ")|"
      "12barrier_init|14barrier_arrive|14barrier_expect|11tensor_load|22warpgroup_multiply_add|"
      "16warpgroup_commit|14warpgroup_wait|10async_copy|12async_commit|10async_wait|"
      "22publish_shared_to_bulk|19matrix_multiply_add|15matrix_exchange)\\w*|_ZNK?6ladder5stage("
      "12Registration|14no_"
      "version_for|16scratch_of_level)\\w*|_Zn["
      "wa]\\w*|"
      "_Zd[la]\\w*|_ZSt\\d+__throw_\\w*|_ZSt9terminatev|_ZSt\\d+_Rb_tree_\\w*|_ZNSt8ios_base4Init[CD]\\d\\w*|"
      "_ZNSt(16invalid_argument|11logic_error|13runtime_error|12out_of_range|9exception)[CD]\\d\\w*|_"
      "ZNKSt9exception4whatEv|"
      "_ZT[IVS]\\w*|__cxa_\\w*|__gxx_personality_v0|_Unwind_Resume|__tsan_\\w*|__sanitizer_cov_trace_pc|simt_"
      "\\w+|"
      "__ubsan_handle_[a-z_]+|threadIdx|blockIdx|blockDim|gridDim|memcpy|memmove|memset|memcmp|__popcount\\w*"
      "|"
      "_GLOBAL_OFFSET_TABLE_|__stack_chk_fail|__dso_handle|__assert_fail|abort|malloc|calloc|free|clock|(l|"
      "ll)?abs|"
      "__(start|stop)_simt_shared|__tls_get_addr|"
      "(sqrt|cbrt|fabs|fmin|fmax|fdim|exp|exp2|exp10|expm1|log|log2|log10|log1p|logb|ilogb|pow|sin|cos|tan|"
      "asin|acos|atan|"
      "atan2|sinh|cosh|tanh|asinh|acosh|atanh|hypot|erf|erfc|tgamma|lgamma|floor|ceil|round|l?lround|rint|l?"
      "lrint|nearbyint|"
      "trunc|fmod|remainder|ldexp|scalbn|scalbln|nextafter|copysign|fma|j0|j1|jn|y0|y1|yn)f?");
  for (const std::string& line : text::lines_of(symbols)) {
    const std::string name = line.substr(0, line.find(' '));
    if (name.empty() || name.find(':') != std::string::npos || name.find('/') != std::string::npos) continue;
    const std::string shown = name.substr(0, 200);
    if (!std::regex_match(shown, allowed)) return shown.substr(0, 100);
  }
  return "";
}

}  // namespace ladder::grade
