# A kernel that calls a host function, or uses a variable of the host: nvcc refuses it, and to g++ all functions are alike. So
# the source is read once more: functions and variables of a namespace, with __device__ and the like or without.
# Members, macros and what other headers declare are not looked at, and what is constexpr or const is free to all.
# Of the standard library, what is on the host alone: streams, containers that grow, strings, rand().
# The other way round, host code that reads or writes a __device__ or __constant__ variable by its name: nvcc warns of that.
# Such a line begins as an error does, and says `host_use:`, `reads` or `writes`, and the name.
# What is not sure is no error: a name that may be declared in the kernel, or that a header of others has too.
# Use: awk -f host_in_kernel.awk FILE.cu [FILE.cuh…]; prints errors as a compiler does, exit status 1 if there are any.
# With -v not_own=FOLDER: of a file that was preprocessed with __device__ and the like left in it. Then /usr and FOLDER are
# the headers of others.
FNR == 1 {
  in_comment = in_macro = 0
  file = FILENAME
  number = 0
}
not_own != "" && /^# [0-9]+ "/ {
  file = $0
  sub(/^# [0-9]+ "/, "", file)
  sub(/".*/, "", file)
  number = $2 - 1
  others = file ~ /^(<|\/usr\/)/ || (index(file, not_own) == 1 && substr(file, length(not_own)) !~ /\/tests\//)
  next
}
{ ++number }
others {
  line = $0
  while (match(line, /[A-Za-z_][A-Za-z0-9_]*[ ]*\(/)) {
    name = substr(line, RSTART, RLENGTH)
    sub(/[ ]*\($/, "", name)
    of_others[name] = 1
    line = substr(line, RSTART + RLENGTH)
  }
  next
}
{
  line = $0
  if (in_macro || (!in_comment && line ~ /^[ \t]*#/)) {
    if (match(line, /^[ \t]*#[ \t]*define[ \t]+[A-Za-z_][A-Za-z0-9_]*/)) {
      name = substr(line, RSTART, RLENGTH)
      sub(/.*[ \t]/, "", name)
      own_type[name] = 1
    }
    in_macro = (line ~ /\\$/)
    next
  }
  tokens_of(line)
}

function tokens_of(line,  t) {
  while (line != "") {
    if (in_comment) {
      if (!match(line, /\*\//)) return
      in_comment = 0
    } else if (match(line, /^[ \t\r]+/)) {
    } else if (match(line, /^\/\//)) {
      return
    } else if (match(line, /^\/\*/)) {
      in_comment = 1
    } else if (match(line, /^"([^"\\]|\\.)*"/) || match(line, /^'([^'\\]|\\.)*'/)) {
      add("\"")
    } else if (match(line, /^[A-Za-z_][A-Za-z0-9_]*/) || match(line, /^[0-9][A-Za-z0-9_.']*/) || match(line, /^(::|->|==|<=|>=|!=)/)) {
      add(substr(line, 1, RLENGTH))
    } else {
      match(line, /^./)
      add(substr(line, 1, 1))
    }
    line = substr(line, RSTART + RLENGTH)
  }
}
function add(text) {
  token[++count] = text
  at_line[count] = number
  in_file[count] = file
  if (token[count - 1] ~ /^(struct|class|union|enum|using|typename|concept)$/) own_type[text] = 1
}
function is_name(text) { return text ~ /^[A-Za-z_]/ }

# The place of what closes the bracket at place i.
function closing(i,  depth) {
  for (; i <= count; ++i) {
    if (token[i] ~ /^[({[]$/) ++depth
    if (token[i] ~ /^[)}\]]$/ && --depth == 0) return i
  }
  return count
}
function behind_angles(i,  depth) { # of template <…>
  for (; i <= count; ++i) {
    if (token[i] == "<") ++depth
    if (token[i] == ">" && --depth == 0) return i + 1
    if (token[i] == "(") i = closing(i)
  }
  return count
}

# One declaration of a namespace that begins at place i: what it is, and where the next one begins.
function declaration(i,  first, device, both, free, name, parameters, type, shadowed, managed, evaluated, behind_body) {
  first = i
  device = free = both = shadowed = managed = evaluated = behind_body = 0
  name = parameters = type = ""
  for (; i <= count; ++i) {
    if (token[i] == "template" && token[i + 1] == "<") i = behind_angles(i + 1) - 1
    else if (token[i] == "," && shadowed && parameters == "") shadow(name, 0)
    else if (token[i] ~ /^(constexpr|consteval)$/) free = evaluated = 1
    else if (token[i] ~ /^(__device__|__constant__)$/) device = shadowed = 1
    else if (token[i] ~ /^(__global__|__shared__|__managed__)$/) {
      device = 1
      managed = managed || token[i] == "__managed__"
    }
    else if (token[i] == "__host__") both = 1
    else if (token[i] ~ /^(constinit|const|using|typedef|friend|static_assert|operator|concept|STAGE)$/) free = 1
    else if (token[i] ~ /^(struct|class|union|enum)$/ && parameters == "") type = 1
    else if (token[i] == "namespace" || (token[i] == "extern" && token[i + 1] == "\"")) {
      while (token[i] != "{" && token[i] != ";" && i < count) ++i
      return i + 1 # what is in it is looked at as what is around it
    } else if (token[i] ~ /^(__attribute__|__launch_bounds__|__align__|alignas|decltype|requires|noexcept)$/ && token[i + 1] == "(") i = closing(i + 1)
    else if (token[i] == "[" && token[i + 1] == "[") i = closing(i)
    else if (token[i] == "(") {
      if (parameters == "") parameters = i
      i = closing(i)
    } else if (token[i] == "=" || token[i] == "[") {
      if (parameters == "" && shadowed && !managed && !free && !type) shadow(name, token[i] == "[")
      if (parameters == "" && !device && !free && !type && is_name(name)) {
        for (; i <= count && token[i] != ";"; ++i) {
          if (token[i] == "__device__") device = 1 # a lambda
          if (token[i] ~ /^[({[]$/) i = closing(i)
        }
        if (!device) variable_line[name] = at_line[first]
        return i + 1
      }
      while (i <= count && token[i] != ";") i = token[i] ~ /^[({[]$/ ? closing(i) + 1 : i + 1
      return i + 1
    } else if (token[i] == ";") {
      if (parameters == "" && shadowed && !managed && !free && !type && i - first > 2) shadow(name, 0)
      if (parameters == "" && !device && !free && !type && is_name(name) && i - first > 1) variable_line[name] = at_line[first]
      return i + 1
    } else if (token[i] == "{") {
      if (parameters == "" && shadowed && !managed && !free && !type) shadow(name, 0)
      if (parameters != "" && !device && !evaluated && !type && token[parameters - 2] != "::") {
        host_body[++host_bodies] = first
        host_body_end[host_bodies] = closing(i)
      }
      if (parameters != "" && !(type && parameters == "")) {
        name = token[parameters - 1]
        if (!is_name(name)) return closing(i) + 1
        if (device) {
          is_device[name] = 1
          # A member's names may be the structure's; what is for both, nvcc only warns of.
          if (token[parameters - 2] != "::" && !both) {
            body[++bodies] = first
            body_end[bodies] = closing(i)
          }
        } else if (free) is_device[name] = 1
        else host_line[name] = at_line[first]
      }
      i = closing(i)
      if (!type || parameters != "") return token[i + 1] == ";" ? i + 2 : i + 1
      type = 0 # behind it are variables of this type, or names for it
      behind_body = 1
      name = ""
    } else if (token[i] == ",") {
      if (behind_body && !device && !free && is_name(name)) variable_line[name] = at_line[first]
    } else if (token[i] == "}") return i + 1 # of a namespace
    else if (is_name(token[i])) name = token[i]
  }
  return i
}

# Is the name at place i in the body of something else: a member, a variable of its own?
function is_other(i) { return token[i - 1] ~ /^(\.|->|::)$/ }
function declares(i) {
  if (is_name(token[i - 1])) return token[i - 1] !~ /^(return|else|do|case|throw|new|sizeof|and|or|not|goto|co_return)$/
  if (token[i - 1] == "*" && token[i - 2] in variable_line) return 0 # a product
  if (token[i - 1] ~ /^[*&>]$/) return token[i - 2] !~ /^([0-9].*|\)|\])$/ && (token[i + 1] ~ /^[:=,;)({[]$/ || token[i - 1] != "*")
  if (token[i - 1] == "," || token[i - 1] == "[") return token[i + 1] ~ /^[=,;\]]$/
  return 0
}
# A variable whose name means, in host code, the host's own copy of it.
function shadow(name, is_array) {
  if (!is_name(name)) return
  shadow_line[name] = 1
  if (is_array) shadow_array[name] = 1
}
# Is the name at place i in host code read or written there? A reference to it, its address and its type are not.
function uses(i,  j, depth, callee) {
  if (is_other(i) || only_its_type(i) || token[i - 1] == "sizeof" || token[i + 1] == "(") return 0
  if (token[i - 1] == "&" && token[i - 2] !~ /^([A-Za-z0-9_].*|\)|\])$/) return 0
  if (token[i] in shadow_array && token[i + 1] != "[") return 0
  for (j = i - 1; j > 0 && token[j] !~ /^[;{}]$/; --j) {
    if (token[j] ~ /^[)\]]$/) ++depth
    if (token[j] ~ /^[(\[]$/ && --depth < 0) break
  }
  callee = token[j] == "(" ? token[j - 1] : ""
  if (callee ~ /^(cuda.*|sizeof|decltype|alignof|noexcept|typeid|addressof|ref|cref)$/) return 0
  if (callee == ">" && token[j - 2] != ">") return 0
  if (is_name(callee) && callee !~ /^(if|while|for|switch|return)$/ && !(callee in of_others) && token[i - 1] ~ /^[(,]$/ && token[i + 1] ~ /^[),]$/)
    return 0 # it may take a reference
  for (j = i + 1; token[j] ~ /^(\[|\.)$/;) j = token[j] == "[" ? closing(j) + 1 : j + 2
  return token[j] == "=" ? "writes" : "reads"
}

# Nothing is computed there.
function only_its_type(i) { return token[i - 1] == "(" && token[i - 2] ~ /^(sizeof|decltype|alignof|noexcept|typeid)$/ }

# __shared__ int s = 0, s{0}: nvcc refuses it.
function look_at_shared(i,  first, inside) {
  first = i
  for (; i <= count && token[i] !~ /^[;)]$/; ++i) {
    if (token[i] ~ /^(struct|class|union|enum)$/) inside = 1
    if (token[i] ~ /^[[(]$/ || (token[i] == "{" && inside)) i = closing(i)
    else if (token[i] ~ /^[={]$/) {
      for (--i; token[i] !~ /^[A-Za-z_]/ || token[i - 1] == "["; --i) if (token[i] == "]") while (token[i] != "[") --i
      problem(first, "the __shared__ variable '" token[i] "' has an initializer, and nvcc refuses that: let one thread store the value, before a __syncthreads()")
      return
    }
  }
}

# What to do without this part of the standard library; "": it is none of these, or may be the program's own.
function of_the_library(i,  name, qualified) {
  name = token[i]
  if (!(name in library) || name in own || name in own_type || name in is_device || name in host_line || name in variable_line) return ""
  if (token[i - 1] ~ /^(\.|->)$/ || only_its_type(i)) return ""
  qualified = token[i - 1] == "::"
  if (qualified && (token[i - 2] != "std" || token[i - 3] == "::" || only_its_type(i - 2))) return ""
  if (name ~ /^c(out|err|log)$/) return token[i + 1] == "<" && token[i + 2] == "<" ? library[name] : ""
  if (name ~ /rand$/) return token[i + 1] == "(" ? library[name] : ""
  # Without std:: only where it can be nothing else: at the start of a statement, of a type.
  if (!qualified && !(token[i - 1] ~ /^[{};]$/ && token[i + 1] == "<" && token[i + 2] ~ /^(int|unsigned|float|double|char|bool|size_t)$/)) return ""
  return library[name]
}
function know_library(names, instead,  all, n) {
  n = split(names, all, " ")
  while (n > 0) library[all[n--]] = instead
}
BEGIN {
  know_library("cout cerr clog", "a kernel prints with printf()")
  know_library("rand srand", "make the numbers before the launch, or from the index of the thread")
  know_library("vector list deque map unordered_map set unordered_set multimap queue stack priority_queue", "a kernel has arrays whose size is known when it is compiled, and memory that it is given a pointer to")
  know_library("string to_string stringstream ostringstream unique_ptr shared_ptr make_unique make_shared function thread mutex", "it is not for kernels")
}

END {
  for (i = 1; i <= count; ++i) if (token[i] == "__shared__") look_at_shared(i)
  for (i = 1; i <= count;) i = declaration(i)
  for (b = 1; b <= bodies; ++b) {
    split("", own)
    for (i = body[b]; i <= body_end[b]; ++i) {
      name = token[i]
      if (name in library && token[i - 1] != "::" && declares(i)) own[name] = 1
      if ((instead = of_the_library(i)) != "")
        problem(i, "a kernel uses '" (token[i - 1] == "::" ? "std::" : "") name "', which is on the host alone: " instead)
      if (!(name in host_line) && !(name in variable_line)) continue
      if (is_other(i) || only_its_type(i) || name in of_others) continue
      if (declares(i)) own[name] = 1
      if (name in own) continue
      if (name in host_line && !(name in is_device) && token[i + 1] == "(")
        problem(i, "a kernel calls '" name "', which is a host function (line " host_line[name] "): declare it __device__")
      if (name in variable_line)
        problem(i, "a kernel uses '" name "', which is a variable of the host (line " variable_line[name] "): declare it __device__, or give the kernel its value as an argument")
    }
  }
  for (b = 1; b <= host_bodies; ++b) {
    split("", own)
    for (i = host_body[b]; i <= host_body_end[b]; ++i) {
      if (token[i] == "__device__") { # a lambda
        while (token[i] != "{" && i < host_body_end[b]) ++i
        i = closing(i)
      }
      name = token[i]
      if (!(name in shadow_line) || name in variable_line) continue
      if (!is_other(i) && declares(i)) own[name] = 1
      if (!(name in own) && (how = uses(i))) print in_file[i] ":" at_line[i] ": host_use: " how " " name
    }
  }
  exit wrong
}
function problem(i, text) {
  print in_file[i] ":" at_line[i] ": error: " text
  wrong = 1
}
