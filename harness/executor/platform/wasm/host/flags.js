// How a kernel file is compiled and linked for wasm32, with Debian's clang or with the clang in a web page: the
// arguments for clang -cc1 and wasm-ld. `root`: the folder that holds the C++ library's include/ and lib/. In
// file names, / is the repository.

// The instrumentation is the same as in the native build (cmake/Kernels.cmake); simt/trace/hooks.cpp has the hooks.
export const compileArguments = ({ root, resources = root, harness, libraries = [], debug = true }) => [
  '-cc1', '-triple', 'wasm32-unknown-wasip1', '-emit-obj', '-disable-free', '-clear-ast-before-backend', '-mrelocation-model', 'static',
  '-mframe-pointer=none', '-ffp-contract=off', '-fwrapv', '-fno-rounding-math', '-mconstructor-aliases', '-target-cpu', 'generic',
  ...['+bulk-memory', '+sign-ext', '+nontrapping-fptoint', '+mutable-globals', '+exception-handling'].flatMap(f => ['-target-feature', f]),
  '-fcxx-exceptions', '-fexceptions', '-exception-model=wasm', '-mllvm', '-wasm-enable-eh',
  ...(debug ? ['-debug-info-kind=line-tables-only', '-dwarf-version=4', '-debugger-tuning=gdb', '-fdebug-compilation-dir=/'] : []),
  '-resource-dir', resources, '-isysroot', root,
  ...['wasm32-wasip1/c++/v1', 'c++/v1'].flatMap(f => ['-internal-isystem', `${root}/include/${f}`]),
  '-internal-isystem', `${resources}/include`, '-internal-isystem', `${root}/include/wasm32-wasip1`,
  '-std=c++20', '-O1', '-fgnuc-version=4.2.1', '-fno-builtin-memcpy', '-fno-builtin-memmove', '-fno-builtin-memset',
  '-fno-builtin-memcmp', '-ferror-limit', '19', '-w',
  ...['base', 'executor', 'ladder', 'executor/runtime/include'].flatMap(part => ['-I', `${harness}/${part}`]),
  ...libraries.flatMap(folder => ['-internal-isystem', folder]),
  '-DLADDER_TRACED',
  // Makes precompiled headers faster to build and to use: fewer headers, no later instantiation, no check of their times.
  '-D_LIBCPP_REMOVE_TRANSITIVE_INCLUDES', '-fpch-instantiate-templates', '-fno-validate-pch',
  '-fsanitize=thread', '-fsanitize-coverage-type=3', '-fsanitize-coverage-trace-pc',
  ...['-tsan-instrument-func-entry-exit=0', '-tsan-distinguish-volatile', '-tsan-instrument-read-before-write', '-disable-vector-combine']
    .flatMap(option => ['-mllvm', option]),
];

// Symbols that instance.js and rewrite.js use by name.
const kExported = ['simt_pc', '_initialize', 'judge', 'run_file', 'share_memory', 'simt_room', 'simt_fiber_main', 'simt_add_shared_array', 'simt_add_static_shared',
  'simt_add_dynamic_shared', 'simt_count_division', 'simt_count_float_division', 'simt_memcpy', 'simt_memmove', 'simt_memset', 'simt_memcmp'];

// kernels: object files, the kernels' first. archive: the executor and the judge, with the parts of the C++ library that they
// need. practice: the archive that judges exercises, for the module of all stages.
export const linkArguments = ({ root, resources = root, kernels, practice, archive, output }) => [
  '--no-entry', '--no-demangle', '--undefined=stated_tracks', ...(practice ? ['--undefined=simt_practice'] : []), ...kExported.map(name => `--export=${name}`),
  '--export-if-defined=__start_simt_shared', '--export-if-defined=__stop_simt_shared', '-z', 'stack-size=262144', '--stack-first',
  '--initial-memory=67108864', '--max-memory=4294967296',
  `${root}/lib/wasm32-wasip1/crt1-reactor.o`, ...kernels, ...(practice ? [practice] : []), archive, '-L', `${root}/lib/wasm32-wasip1`,
  ...(practice ? ['-lc++', '-lc++abi'] : []), '-lwasi-emulated-getpid', '-lc',
  `${resources}/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a`, '-o', output,
];
