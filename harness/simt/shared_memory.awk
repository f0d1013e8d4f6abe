# Between g++ -S and as, for every kernel file (x86-64 ELF). Three things the C++ language cannot say:
#  1. each __shared__ array (a thread_local) gets a red zone behind it, so that an index past its end lands nowhere else,
#     and starts in bank 0, as on a GPU;
#  2. each `extern __shared__ T name[]` becomes another name of the block's dynamic shared memory;
#  3. in traced code, each integer division is counted.
# A table of the arrays (name, bytes, offset from the thread pointer; bytes 0 = dynamic) goes into section simt_shared,
# read by simt/shared_memory.cpp. Use: awk -v traced=0|1 -f shared_memory.awk in.s > out.s
BEGIN { red_zone = 256 }

/^[ \t]*\.section[ \t]/ || /^[ \t]*\.(text|data|bss)([ \t]|$)/ { in_tls = ($0 ~ /\.tbss|\.tdata/) }
in_tls && /^[ \t]*\.size[ \t]/ { gsub(/,/, " "); size[$2] = $3; print "\t.size\t" $2 ", " $3; next }
/^[A-Za-z_.$][A-Za-z0-9_.$]*:/ { label = substr($1, 1, length($1) - 1); if (in_tls) defined_tls[label] = 1 }

{
  line = $0
  while (match(line, /[A-Za-z_.$][A-Za-z0-9_.$]*@(gottpoff|tpoff|tlsgd|tlsld|dtpoff|GOTTPOFF|TPOFF)/)) {
    symbol = substr(line, RSTART, RLENGTH)
    sub(/@.*/, "", symbol)
    used_tls[symbol] = 1
    line = substr(line, RSTART + RLENGTH)
  }
}

traced && /^[ \t]+i?div[bwlq]?[ \t]/ { print "\tcall\tsimt_count_division" }
in_tls && /^[A-Za-z_.$][A-Za-z0-9_.$]*:/ { print "\t.p2align\t7" }
{ print }
in_tls && /^[ \t]*\.zero[ \t]/ && (label in size) && !(label in zoned) { print "\t.zero\t" red_zone; zoned[label] = 1 }

function entry(symbol, bytes, value) {
  print "\t.section\tsimt_shared_names,\"a\",@progbits"
  print ".Lsimt_name_" ++entries ":\n\t.string\t\"" symbol "\""
  print "\t.section\tsimt_shared,\"aw\",@progbits\n\t.align 8"
  print "\t.quad\t.Lsimt_name_" entries " - .\n\t.quad\t" bytes "\n\t.quad\t" value
}

END {
  for (symbol in size) if (symbol in defined_tls) entry(symbol, size[symbol], symbol "@tpoff")
  for (symbol in used_tls) {
    if (symbol in defined_tls || symbol ~ /^(threadIdx|blockIdx|blockDim|gridDim)$/) continue
    print "\t.set\t" symbol ", simt_dynamic_shared"
    entry(symbol, 0, "simt_dynamic_shared@tpoff")
  }
}
