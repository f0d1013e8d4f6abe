# Between g++ -S and as, for every kernel file (ELF, for x86-64 or for 64-bit ARM). What the C++ language cannot say:
#  1. each __shared__ array (a thread_local) gets a red zone behind it, so that an index past its end lands nowhere else,
#     and starts in bank 0, as on a GPU;
#  2. each `extern __shared__ T name[]` becomes another name of the block's dynamic shared memory;
# and in traced code:
#  3. each integer division is counted; without locals=FILE, each division of floats, too, for ./ladder practice;
#  4. memcpy, memmove, memset and memcmp become calls of hooks (simt/trace/hooks.cpp);
#  5. where a function of this file is called, what is read from memory for its arguments is shown to a hook: g++
#     instruments assignments, but not a structure passed by value;
#  6. each variable of the file (__device__, __constant__) gets a red zone before it;
#  7. what g++ adds to look at shifts and conversions (simt/trace/arithmetic.cpp) is not counted: the code behind such a look
#     belongs to the basic block before it, and a float that was loaded to be looked at is not loaded again;
#  8. with locals=FILE (below): a call through a pointer goes to the traced form of what it points to, by runtime/launch.cpp;
#  9. without locals=FILE, an inline function of the standard library or of the executor stays this file's own: else the linker
#     may take it for the whole program, and what the executor itself does would be watched.
# Everywhere, __launch_bounds__ (nops before a kernel, see language.h) becomes an entry (kernel, threads) of section
# simt_bounds, read by simt/launch_bounds.cpp, and the code goes into a section of its own, simt_code: only there may a thread be interrupted that waits for
# another one without calling anything (simt/workers.cpp).
# With locals=FILE, of a program whose plain and traced forms are linked into one (harness/executor/try/build.cpp): variables get
# their red zones in both forms, symbols of the file alone become global, with their names in FILE, and in traced code
# variables become weak, so that the plain form's are the only ones. Before each volatile access the lanes of a warp come
# together (runtime/lockstep.cpp); of what g++ shows of plain code, this is all that stays. In plain code, what each function that runs a thread
# calls goes into section simt_calls: its kernel is among it; and of each function, how many bytes the __shared__ arrays have
# that it uses itself, into simt_static, read by simt/launch_bounds.cpp.
# A table of the arrays (name, bytes, offset from the thread pointer; bytes 0 = dynamic) goes into section simt_shared,
# read by simt/shared_memory.cpp (on ARM, whose data cannot hold such an offset: a function that returns it); one of the variables (name, bytes, address, 1 if it is __constant__, 2 if it may be __managed__) into simt_variables, read
# by simt/trace/variables.cpp.
# Use: awk -v traced=0|1 -f shared_memory.awk in.s in.s > out.s (the same file twice: functions are looked up first)
BEGIN {
  red_zone = 256
  zones = traced || locals != ""
  arm = 0
  tls_use[0] = "[A-Za-z_.$][A-Za-z0-9_.$]*@(gottpoff|tpoff|tlsgd|tlsld|dtpoff|GOTTPOFF|TPOFF)"
  tls_use[1] = ":(tprel|gottprel|tlsdesc|tlsgd|dtprel)[a-z0-9_]*:[A-Za-z_.$][A-Za-z0-9_.$]*"
}

FNR == NR {
  if (/^[ \t]*\.arch[ \t]+armv8/) arm = 1
  if (arm && /^[ \t]*\.(section|text|data|bss)/) in_tls = /\.tbss|\.tdata/
  if (arm && in_tls && /^[A-Za-z_.$][A-Za-z0-9_.$]*:/) defined_tls[substr($1, 1, length($1) - 1)] = 1
  if (/^[ \t]*\.type[ \t].*[@%]function/) { gsub(/,/, " "); is_function[$2] = 1 }
  if (/^[ \t]*\.type[ \t].*[@%]object/) { gsub(/,/, " "); is_object[$2] = 1 }
  if (/^[ \t]*\.type[ \t].*[@%]gnu_unique_object/) { gsub(/,/, " "); is_unique[$2] = 1 }
  if (/^[ \t]*\.set[ \t]/) { gsub(/,/, " "); is_alias[$2] = 1 }
  if (traced) find_looks()
  if (/^[ \t]*\.(globl|global|weak)[ \t]/) is_global[$2] = 1
  next
}

/^[ \t]*\.file[ \t]/ {
  name = $0
  gsub(/^[^"]*"|"[^"]*$/, "", name)
  if ($2 ~ /^[0-9]+$/) file_of[$2] = name
  else own_file = name
}
/^[ \t]*\.loc[ \t]/ && !(in_function in at) { at[in_function] = file_of[$2] ":" $3 }

/^[ \t]*\.section[ \t]+__patchable_function_entries/ { in_bounds = 1; next }
in_bounds && /^[ \t]*\.(align|quad|8byte|xword)/ { next }
{ in_bounds = 0 }
/^\.LPFE[0-9]+:/ { counting = 1; bound = 0; next }
counting && /^[ \t]+nop/ { ++bound; next }
counting && /^[A-Za-z_.$][A-Za-z0-9_.$]*:/ { bounds[substr($1, 1, length($1) - 1)] = bound; counting = 0 }

/^[ \t]*\.section[ \t]/ || /^[ \t]*\.(text|data|bss)([ \t]|$)/ {
  in_tls = ($0 ~ /\.tbss|\.tdata/)
  in_data = ($0 ~ /\.(data|bss|rodata|sdata)|simt_(constant|managed)_/)
  in_constant = ($0 ~ /simt_constant_/)
  in_managed = ($0 ~ /simt_managed_/)
}
in_tls && /^[ \t]*\.size[ \t]/ { gsub(/,/, " "); size[$2] = $3; print "\t.size\t" $2 ", " $3; next }
zones && in_data && !in_tls && /^[ \t]*\.size[ \t]/ {
  line = $0
  gsub(/,/, " ", line)
  split(line, word, " ")
  if ((word[2] in is_object || word[2] in is_unique) && word[2] !~ /^(\.L|_ZGV|_ZT|DW\.)/ && word[3] + 0 > 0) {
    variable[word[2]] = word[3]
    constant[word[2]] = in_constant ? 1 : in_managed || word[2] in is_unique ? 2 : 0
  }
}
/^[A-Za-z_.$][A-Za-z0-9_.$]*:/ { label = substr($1, 1, length($1) - 1); defined[label] = 1; if (in_tls) defined_tls[label] = 1; if (label in is_function) in_function = label }
zones && in_data && /^[A-Za-z_.$][A-Za-z0-9_.$]*:/ && label in variable { print "\t.zero\t" red_zone "\n\t.balign 256" }

# An index that is known to be 2^28 or more is past the end of every __shared__ array, and its offset too large for the linker:
# g++ makes it of partial[2 * blockDim.x - 1] for a block of no threads, in code that never runs. Any place far away will do.
/[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]+\+[A-Za-z0-9_.$]*@tpoff/ {
  sub(/[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]+\+/, "1073741824+")
}

{
  line = $0
  while (match(line, tls_use[arm])) {
    symbol = substr(line, RSTART, RLENGTH)
    sub(/@.*|.*:/, "", symbol)
    used_tls[symbol] = 1
    uses[in_function " " symbol] = 1
    if (arm && !is_own(symbol)) sub(":" quoted(symbol), ":simt_dynamic_shared")  # which .set cannot do there
    line = substr(line, RSTART + RLENGTH)
  }
}

/^[ \t]*\.text[ \t]*$/ { release(0); print "\t.section\tsimt_code,\"ax\",@progbits"; next }
/^[ \t]*\.section[ \t]+\.text\._Z/ { sub(/\.text\.[^,]*/, "simt_code") }
traced && locals == "" && /^[ \t]*\.section[ \t].*,comdat$/ {
  split($0, word, ",")
  if (is_of_library(word[4])) {
    sub(/G"/, "\"")
    sub(/,[^,]*,comdat$/, "")
  }
}
traced && locals == "" && /^[ \t]*\.weak[ \t]/ && is_of_library($2) && ($2 in is_function || $2 in is_alias) { next }

traced && /^\.L[0-9]+:/ { behind_look = ($1 in goes_on) && jumps_to[$1] <= 1 }
traced && behind_look && /^[ \t]+(call|bl)[ \t]/ {
  behind_look = 0
  if (/__sanitizer_cov_trace_pc/) next
}
traced && looks_at_floats && /^[ \t]+(call|bl)[ \t]+__tsan_read[48](@PLT)?$/ {
  release(0)
  read_again = $0
  next
}
traced && /^[ \t]+cvtts[sd]2si[lq]?[ \t]+[^%]*\([^)]*\)/ { read_again = "" }
traced && arm && /^[ \t]+fcvtz[su][ \t]/ && loads($NF) { read_again = "" }

# There the processor itself lets a division by zero pass.
arm && /^[ \t]+[su]div[ \t]/ {
  zero = "\tcbnz\t" $NF ", 1f\n\tbl\tsimt_divided_by_zero\n1:"
  if (traced) hold(zero)
  else print zero
}
traced && (arm ? /^[ \t]+[su]div[ \t]/ : /^[ \t]+i?div[bwlq]?[ \t]/) {
  hold(arm ? "\tstp\tx0, x30, [sp, -16]!\n\tbl\tsimt_count_division\n\tldp\tx0, x30, [sp], 16" : "\tcall\tsimt_count_division")
}
traced && locals == "" && (arm ? /^[ \t]+fdiv[ \t]/ : /^[ \t]+(v?div[sp][sd]|fi?divr?p?[sl]?)([ \t]|$)/) { hold(count_float_division()) }
traced && /^[ \t]+(call|bl)[ \t]+mem(cpy|move|set|cmp)(@PLT)?$/ { sub(/mem/, "simt_mem"); sub(/@PLT/, "") }
in_tls && /^[A-Za-z_.$][A-Za-z0-9_.$]*:/ { print "\t.p2align\t7" }
!traced && locals != "" && /^[ \t]+call[ \t]+__tsan_/ && !/__tsan_atomic/ {
  if (/volatile/) print "\tcall\tsimt_volatile"
  next
}
traced && locals != "" && /^[ \t]+call[ \t]+__tsan_(unaligned_)?volatile_/ {
  release(0)
  print "\tpushq\t%rdi\n\tsubq\t$8, %rsp\n\tcall\tsimt_volatile\n\taddq\t$8, %rsp\n\tpopq\t%rdi"
}
!traced && locals != "" && /^_ZN12simt_runtime11simt_thread.*:/ { thread = label }
!traced && thread != "" && /^[ \t]*\.size[ \t]/ { thread = "" }
!traced && thread != "" && /^[ \t]+(call|jmp)[ \t]+[A-Za-z_]/ {  # of extern "C", too
  called = $2
  sub(/@PLT$/, "", called)
  calls[thread " " called] = 1
}
traced && (arm ? /^[ \t]+blr?[ \t]/ : /^[ \t]+call[ \t]/) {
  called = $2
  sub(/@PLT$/, "", called)
  release(called ~ /^\*/ || $1 == "blr" || called in is_function)
  if (locals == "" && called ~ /^_Z[0-9]+__([fd]|h2?)(div|rcp)/) print count_float_division()
  if (locals != "" && called ~ /^\*/) print "\tmovq\t" substr(called, 2) ", %r11\n\tcall\tsimt_call_traced"
  else print
  next
}
traced && /^[ \t]+([a-z]|\.(loc[ \t]|cfi))|^\.L(VL|BB|BE|BI|FB)[0-9]+:/ { hold($0); next }
# Static variables without an initialiser: here, so that they have a red zone too.
zones && /^[ \t]*\.local[ \t]/ { is_local[$2] = 1; next }
zones && /^[ \t]*\.comm[ \t]/ {
  line = $0
  gsub(/,/, " ", line)
  split(line, word, " ")
  release(0)
  if (!(word[2] in is_local)) { print; next }
  defined[word[2]] = 1
  print "\t.pushsection .bss\n\t.zero\t" red_zone "\n\t.balign 256\n" word[2] ":\n\t.zero\t" word[3] "\n\t.popsection"
  if (word[2] !~ /^(\.L|_ZGV|_ZT)/) { variable[word[2]] = word[3]; constant[word[2]] = 0 }
  next
}
{ release(0); print }
in_tls && /^[ \t]*\.zero[ \t]/ && (label in size) && !(label in zoned) { print "\t.zero\t" red_zone; zoned[label] = 1 }

# Of the first reading: where code goes on after g++ has looked at a shift or a conversion, and how many jumps lead there
# but for the one from the call that reports.
function find_looks(  label) {
  if (/^[ \t]+(call|bl)[ \t]+__ubsan_handle_[^b]/) reporting = 1
  if (/__ubsan_handle_float_cast_overflow/) looks_at_floats = 1
  if (/^\.L[0-9]+:/) {
    if (reporting) goes_on[$1] = 1
    reporting = 0
  } else if (/^[ \t]+(j[a-z]+|b|b\.?[a-z][a-z]|[ct]bn?z)[ \t].*\.L[0-9]+$/) {
    label = $NF ":"
    if (reporting && ($1 == "jmp" || $1 == "b")) goes_on[label] = 1
    else ++jumps_to[label]
    reporting = 0
  }
}

function count_float_division() {
  return arm ? "\tstp\tx0, x30, [sp, -16]!\n\tbl\tsimt_count_float_division\n\tldp\tx0, x30, [sp], 16" : "\tcall\tsimt_count_float_division"
}

# Not another name of the dynamic shared memory: the executor's, the standard library's, and `extern thread_local` variables,
# which g++ reads through a function of their own (_ZTW).
function is_own(symbol) {
  return symbol in defined_tls || symbol ~ /^(threadIdx|blockIdx|blockDim|gridDim|simt_dynamic_shared|_ZSt.*|_ZNSt.*)$/ ||
         ("_ZTW" (symbol ~ /^_Z/ ? substr(symbol, 3) : length(symbol) symbol)) in is_function
}
function quoted(symbol) { gsub(/[.$]/, "[&]", symbol); return symbol }

# Does a held instruction of 64-bit ARM load this register?
function loads(register,  i) {
  for (i = 1; i <= held_count; ++i)
    if (held[i] ~ "^[ \t]+ldr[ \t]+" register ",") return 1
  return 0
}

# Instructions since the last label or call, until it is known whether they prepare arguments.
function hold(text) { held[++held_count] = text }
function release(as_arguments,  i) {
  if (read_again != "") print read_again
  read_again = ""
  for (i = 1; as_arguments && i <= held_count; ++i) find_read(i)
  for (i = 1; i <= held_count; ++i) {
    if (as_arguments) show_read(i)
    print held[i]
  }
  held_count = 0
}
# Does this instruction copy from memory, and not from the stack? Where, as base[i] and offset[i], and how many bytes[i].
function find_read(i,  text, word, place) {
  bytes[i] = 0
  text = held[i]
  if (arm) return find_read_on_arm(i, text)
  if (!match(text, /^[ \t]+(mov[a-z]*|push[a-z]*)[ \t]+(%fs:[A-Za-z0-9_.$@+-]+|(%fs:)?-?[A-Za-z0-9_.$@+-]*\([^)]*\))(,[ \t]*%[a-z0-9]+)?$/)) return
  split(text, word, " ")
  place = substr(text, index(text, word[1]) + length(word[1]))
  from_thread[i] = (place ~ /%fs:/)
  if (place ~ /%rip/ || place !~ /\(/) {
    if (!find_variable(i, place)) return
  } else {
    match(place, /-?[A-Za-z0-9_.$@+-]*\([^)]*\)/)
    place = substr(place, RSTART, RLENGTH)
    if (place ~ /%rsp/) return
    offset[i] = substr(place, 1, index(place, "(") - 1)
    base[i] = substr(place, index(place, "("))
  }
  bytes[i] = word[1] ~ /^mov(aps|ups|apd|upd|dqa|dqu)$/ ? 16 : word[1] ~ /^(movq|pushq|movsd|movlps|movhps|movlpd|movhpd)$/ ? 8 \
           : word[1] ~ /^(movl|movss|movd|movslq)$/ ? 4 : word[1] ~ /^mov[sz]w|^movw$/ ? 2 : word[1] ~ /^mov[sz]b|^movb$/ ? 1 : 0
}
# A fixed place in a variable of this file: 8+name(%rip), or %fs:8+name@tpoff. Not a constant that g++ keeps in memory.
function find_variable(i, place,  symbol) {
  gsub(/[ \t]|%fs:|,.*/, "", place)
  symbol = place
  gsub(/^-?[0-9]+\+|[+-][0-9]+(@tpoff|\()|@tpoff|\(?%rip\)/, "", symbol)
  sub(/\($/, "", symbol)
  if (symbol !~ /^[A-Za-z_$]/ || symbol ~ /^(_ZT|_ZGV)|@/) return 0
  if (!(symbol in is_object) && (!from_thread[i] || is_own(symbol))) return 0
  offset[i] = match(place, /^-?[0-9]+\+/) ? substr(place, 1, RLENGTH - 1) : match(place, /[+-][0-9]+[@(]/) ? substr(place, RSTART, RLENGTH - 1) : 0
  offset[i] += 0
  base[i] = symbol (from_thread[i] ? "@tpoff" : "(%rip)")
  return 1
}
# A structure in several registers is read in as many parts: they are shown as one, if there is a hook for that many bytes.
function show_read(i,  k, from, to) {
  if (!arm && held[i] ~ /^[ \t]+rep movs[qlb]/) {
    print "\tcall\tsimt_see_copied_" (held[i] ~ /movsq/ ? 8 : held[i] ~ /movsl/ ? 4 : 1)
    return
  }
  if (!bytes[i]) return
  if (offset[i] ~ /^-?[0-9]*$/) {
    from = offset[i] + 0
    to = from + bytes[i]
    for (k = i + 1; k <= held_count && !changes(k - 1, base[i]); ++k) {
      if (!bytes[k] || base[k] != base[i] || from_thread[k] != from_thread[i] || offset[k] !~ /^-?[0-9]*$/) continue
      if (offset[k] + 0 != to && offset[k] + bytes[k] != from) continue
      if ((to - from + bytes[k]) !~ /^(2|4|8|12|16|20|24|28|32)$/) continue
      if (offset[k] + 0 == to) to += bytes[k]
      else from = offset[k] + 0
      bytes[k] = 0
    }
    offset[i] = from
    bytes[i] = to - from
  }
  if (arm) return show_read_on_arm(i)
  if (base[i] ~ /^\(/) print "\tpushq\t%rdi\n\tleaq\t" offset[i] base[i] ", %rdi"
  else if (from_thread[i]) print "\tpushq\t%rdi\n\tmovq\t%fs:0, %rdi\n\tleaq\t" offset[i] "+" base[i] "(%rdi), %rdi"
  else print "\tpushq\t%rdi\n\tleaq\t" offset[i] "+" base[i] ", %rdi"
  if (from_thread[i] && base[i] ~ /^\(/) print "\tpushq\t%rax\n\tmovq\t%fs:0, %rax\n\tleaq\t(%rdi,%rax), %rdi\n\tpopq\t%rax"
  print "\tcall\tsimt_see_argument_" bytes[i] "\n\tpopq\t%rdi"
}
# Does a held instruction write a register of this address? (Any part of it; %rb is taken for %rbx and %rbp.)
function changes(k, address,  last, registers, r) {
  last = held[k]
  sub(/^[ \t]+/, "", last)
  if (last ~ /^(\.|push|cmp|test)/) return 0
  if (last ~ /^(i?div|i?mul|rep|xchg|xadd|c[lq]t)/) return 1
  if (arm) {
    if (last ~ /\](,|!)/) return 1
    last = substr(last, index(last, "\t") + 1)
    if (held[k] ~ /[ \t](ldp|ldpsw)[ \t]/) split(last, registers, /,[ \t]*/)
    else { sub(/,.*/, "", last); registers[1] = last; registers[2] = "" }
    for (r = 1; r <= 2; ++r) {
      sub(/^w/, "x", registers[r])
      if (registers[r] != "" && (", " address ",") ~ ("[ ,]" registers[r] ",")) return 1
    }
    return 0
  }
  if (!match(last, /%[a-z0-9]+$/)) return 0
  last = substr(last, RSTART + 1)
  if (last ~ /^xmm/) return 0
  sub(/^[re]/, "", last)
  sub(/[lwbdx]$/, "", last)
  return index(address, "%r" last) > 0
}

# A function, or the group of the sections of one.
function is_of_library(symbol) { return symbol ~ /^_Z(NK?[RO]?)?(S[tabsiod]|9__gnu_cxx|4simt)/ && !(symbol in is_object) && !(symbol in is_unique) }

# A symbol of this file, for the linker.
function join(symbol) {
  if (!(symbol in defined) || symbol in defined_tls || index(symbol, ".") > 0) return
  if (!(symbol in is_global)) {
    print "\t.globl\t" symbol
    print symbol > locals
  }
  if (traced && symbol in is_object && symbol !~ /^_ZT/) print "\t.weak\t" symbol
}

# ldr w1, [x19, 8] and its kin: into each register as many bytes as its name says.
function find_read_on_arm(i, text,  place, part, address, first) {
  if (!match(text, /^[ \t]+ld(p|p?sw|r|ur|rs?[bh]|urs?[bh]|rsw|ursw)[ \t]+[a-z][0-9a-z]+,.*\[x[0-9]+[^]]*\]/)) return
  first = text
  sub(/^[ \t]+/, "", first)
  address = substr(text, index(text, "[") + 1)
  sub(/\].*/, "", address)
  if (address ~ /^x29/) return
  if (address ~ /:/ && (!match(address, /:lo12:[A-Za-z0-9_.$]+/) || !(substr(address, RSTART + 6, RLENGTH - 6) in is_object) || address ~ /:_ZT/)) return
  bytes[i] = first ~ /^ldu?rs?b/ ? 1 : first ~ /^ldu?rs?h/ ? 2 : first ~ /^ld(u?r|p)sw/ ? 4 : 0
  sub(/^[a-z]+[ \t]+/, "", first)
  if (bytes[i] == 0) bytes[i] = index("w s", substr(first, 1, 1)) ? 4 : substr(first, 1, 1) == "q" ? 16 : 8
  if (text ~ /[ \t]ldp/) bytes[i] *= 2
  gsub(/#/, "", address)
  part = split(address, place, /,[ \t]*/)
  base[i] = part == 2 && place[2] ~ /^-?[0-9]+$/ ? place[1] : address
  offset[i] = base[i] == address ? 0 : place[2] + 0
}
function show_read_on_arm(i,  address) {
  if (offset[i] < 0) address = "\tsub\tx0, " base[i] ", " (-offset[i])
  else if (base[i] ~ /,/) address = "\tadd\tx0, " base[i]
  else address = "\tadd\tx0, " base[i] ", " (offset[i] % 4096) (offset[i] > 4095 ? "\n\tadd\tx0, x0, " (offset[i] - offset[i] % 4096) : "")
  print "\tstp\tx0, x30, [sp, -16]!\n" address "\n\tbl\tsimt_see_argument_" bytes[i] "\n\tldp\tx0, x30, [sp], 16"
}

function entry(symbol, bytes, value) {
  print "\t.section\tsimt_names,\"a\",@progbits"
  print ".Lsimt_name_" ++entries ":\n\t.string\t\"" symbol "\""
  print "\t.section\tsimt_shared,\"aw\",@progbits\n\t.balign 8"
  print "\t.quad\t.Lsimt_name_" entries " - .\n\t.quad\t" bytes "\n\t.quad\t" (arm ? ".Lsimt_offset_" entries : value "@tpoff")
  if (arm)
    print "\t.text\n.Lsimt_offset_" entries ":\n\tmov\tx0, 0\n\tadd\tx0, x0, #:tprel_hi12:" value ", lsl #12\n\tadd\tx0, x0, #:tprel_lo12_nc:" value "\n\tret"
}
function variable_entry(symbol) {
  print "\t.section\tsimt_names,\"a\",@progbits"
  print ".Lsimt_name_" ++entries ":\n\t.string\t\"" symbol "\""
  print "\t.section\tsimt_variables,\"aw\",@progbits\n\t.balign 8"
  print "\t.quad\t.Lsimt_name_" entries " - .\n\t.quad\t" variable[symbol] "\n\t.quad\t" symbol "\n\t.quad\t" constant[symbol]
}

END {
  release(0)
  for (symbol in size) if (symbol in defined_tls) entry(symbol, size[symbol], symbol)
  for (symbol in variable) variable_entry(symbol)
  for (symbol in calls) {
    split(symbol, word, " ")
    print "\t.section\tsimt_calls,\"aw\",@progbits\n\t.balign 8\n\t.quad\t" word[1] ", " word[2]
  }
  if (locals != "") {
    printf "" > locals
    for (symbol in is_function) join(symbol)
    for (symbol in is_object) join(symbol)
  }

  for (symbol in bounds) print "\t.section\tsimt_bounds,\"aw\",@progbits\n\t.balign 8\n\t.quad\t" symbol "\n\t.quad\t" bounds[symbol]
  if (locals != "")
    for (symbol in uses) {
      split(symbol, word, " ")
      if (word[2] in size && word[2] in defined_tls) static_shared[word[1]] += size[word[2]]
    }
  for (symbol in static_shared)
    if (static_shared[symbol] > 49152)
      refuse(at[symbol] ": error: this kernel has " static_shared[symbol] " bytes of __shared__ arrays, and nvcc allows 49152: ask for more with extern __shared__ and cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)")
  for (symbol in variable) if (constant[symbol] == 1) of_constants += variable[symbol]
  if (locals != "" && of_constants > 65536)
    refuse(own_file ": error: this file has " of_constants " bytes of __constant__ variables, and nvcc allows 65536: make large ones __device__")
  if (!traced) for (symbol in static_shared) print "\t.section\tsimt_static,\"aw\",@progbits\n\t.balign 8\n\t.quad\t" symbol "\n\t.quad\t" static_shared[symbol]
  for (symbol in used_tls) {
    if (is_own(symbol)) continue
    if (!arm) print "\t.set\t" symbol ", simt_dynamic_shared"
    entry(symbol, 0, "simt_dynamic_shared")
  }
  exit refused
}
# What nvcc refuses once it knows all sizes.
function refuse(text) {
  print text > "/dev/stderr"
  refused = 1
}
