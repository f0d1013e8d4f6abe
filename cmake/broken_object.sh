# Sourced by kernel_object.sh and link_program.sh. broken_object BUILD G++ SOURCE OBJECT <SAID: an object that
# contains the compiler's or linker's message about this kernel file (harness/ladder/stage/broken.h).
literal() { # converts its input to C++ strings, one per line; $1 ends each of them
  head -c 60000 | sed 's/[\\"]/\\&/g; s/.*/"&'"$1"'"/'
}
broken_object() {
  {
    echo 'namespace ladder::stage { struct DoesNotCompile { DoesNotCompile(const char*, const char*, const char*); }; }'
    echo 'static const ladder::stage::DoesNotCompile it("'"$1"'",'
    printf '%s\n' "$3" | literal ''
    echo ','
    literal '\\n'
    echo '"");'
  } | "$2" -c -x c++ -o "$4" -
}
