// The arguments for clang -cc1 and wasm-ld that compile and link a kernel file for wasm32, with Debian's clang
// or with the clang in a web page. `root`: the folder that holds the C++ library's include/ and lib/. In file
// names, / is the repository.

// The instrumentation is the same as in the native build (cmake/Kernels.cmake); the hooks are in simt/trace/hooks.cpp.
// -fno-finite-loops: without this option, clang would delete a loop that never ends.
const argumentsOf = ({ root, resources = root, harness, includes, libraries = [], standard, debug = true }) => [
  '-cc1', '-triple', 'wasm32-unknown-wasip1', '-emit-obj', '-disable-free', '-clear-ast-before-backend', '-mrelocation-model', 'static',
  '-mframe-pointer=none', '-ffp-contract=off', '-fwrapv', '-fno-finite-loops', '-fno-rounding-math', '-mconstructor-aliases', '-target-cpu', 'generic',
  ...['+bulk-memory', '+sign-ext', '+nontrapping-fptoint', '+mutable-globals', '+exception-handling'].flatMap(f => ['-target-feature', f]),
  '-fcxx-exceptions', '-fexceptions', '-exception-model=wasm', '-mllvm', '-wasm-enable-eh',
  ...(debug ? ['-debug-info-kind=line-tables-only', '-dwarf-version=4', '-debugger-tuning=gdb', '-fdebug-compilation-dir=/'] : []),
  '-resource-dir', resources, '-isysroot', root,
  ...['wasm32-wasip1/c++/v1', 'c++/v1'].flatMap(f => ['-internal-isystem', `${root}/include/${f}`]),
  '-internal-isystem', `${resources}/include`, '-internal-isystem', `${root}/include/wasm32-wasip1`,
  `-std=${standard}`, '-O1', '-fgnuc-version=4.2.1', '-fno-builtin-memcpy', '-fno-builtin-memmove', '-fno-builtin-memset',
  '-fno-builtin-memcmp', '-ferror-limit', '19', '-w',
  ...includes.flatMap(folder => ['-I', folder]),
  ...libraries.flatMap(folder => ['-internal-isystem', folder]),
  // Makes precompiled headers faster to build and use: fewer headers, no later instantiation, no check of their
  // timestamps.
  '-D_LIBCPP_REMOVE_TRANSITIVE_INCLUDES', '-fpch-instantiate-templates', '-fno-validate-pch',
  // As with g++, every basic block reports itself, including those in which branches meet again: there, the lanes of a
  // warp wait for one another (simt/trace/replay.cpp). So such a block must not be copied into its predecessors.
  '-fsanitize=thread', '-fsanitize-coverage-type=3', '-fsanitize-coverage-trace-pc', '-fsanitize-coverage-no-prune',
  ...['-tsan-instrument-func-entry-exit=0', '-tsan-distinguish-volatile', '-tsan-instrument-read-before-write', '-disable-vector-combine',
    '-disable-tail-duplicate', '-enable-tail-merge=false']  // this backend merges calls that must stay separate: the barriers of two branches
    .flatMap(option => ['-mllvm', option]),
];

export const compileArguments = ({ harness, ...options }) => [
  ...argumentsOf({ ...options, standard: 'c++20', includes: ['base', 'executor', 'ladder', 'executor/runtime/include'].map(part => `${harness}/${part}`) }),
  '-DLADDER_TRACED',
];
// For a whole program, as ./ladder try compiles it (executor/try/build.cpp). `headers`: the folder of CUDA's headers
// (cmake/CudaHeaders.cmake); `standard`: 17, as in nvcc, or later.
export const programArguments = ({ harness, headers, standard = 17, ...options }) => [
  ...argumentsOf({ ...options, standard: `gnu++${standard}`, includes: [headers, ...['executor/runtime/include', 'base', 'executor'].map(part => `${harness}/${part}`)] }),
  '-D__CUDACC__', '-D__NVCC__', '-D__CUDACC_VER_MAJOR__=13', '-D__CUDACC_VER_MINOR__=0', '-fno-builtin-malloc', '-fno-builtin-free',
  '-fno-builtin-printf', '-relaxed-aliasing', '-fno-delete-null-pointer-checks',
];

// Symbols that instance.js and rewrite.js use by name.
const kExported = ['simt_pc', '_initialize', 'judge', 'run_file', 'share_memory', 'simt_room', 'simt_fiber_main', 'simt_add_shared_array', 'simt_add_static_shared',
  'simt_add_dynamic_shared', 'simt_add_variable', 'simt_add_function', 'simt_add_call', 'simt_count_division', 'simt_count_float_division', 'simt_memcpy', 'simt_memmove', 'simt_memset', 'simt_memcmp'];

// The functions that divide for a program, by opcode: as on a GPU, a division by zero does not stop a kernel.
export const kDivisions = new Map(['i32', 'i64'].flatMap((type, i) => ['div_s', 'div_u', 'rem_s', 'rem_u'].map((name, k) => [(i ? 0x7f : 0x6d) + k, `simt_${type}_${name}`])));
const kOfProgram = [...kDivisions.values(), '__stack_pointer', 'simt_run_program', 'simt_trapped', 'simt_limit_time', 'simt_report'];

// Functions that a program's own code calls, and the runtime functions with which rewrite.js replaces them. The
// replacements behave differently in a kernel (as in executor/try/build.cpp), or record the exit
// status.
export const kOfRuntime = new Map(['printf', 'puts', 'putchar', 'malloc', 'calloc', 'realloc', 'free', '_Znwm', '_Znam', '_ZnwmRKSt9nothrow_t', '_ZnamRKSt9nothrow_t', '_ZdlPvSt11align_val_t', '_ZdaPvSt11align_val_t', '_ZnwmSt11align_val_t', '_ZnamSt11align_val_t', '_ZdlPv',
  '_ZdaPv', '_ZdlPvm', '_ZdaPvm', '_ZdlPvmSt11align_val_t', '_ZdaPvmSt11align_val_t', '__assert_fail'].map(name => [name, (name[0] === '_' ? 'simt' : 'simt_') + name]));
kOfRuntime.set('exit', 'simt_exit_with');

// kernels: object files, those of the kernels first. archive: the executor and the judge, with the parts of the
// C++ library that they need. practice: the archive that judges exercises, for the module of all stages.
// program: the runtime of a whole program, whose object is the only one in `kernels`. library: the folder of
// the C++ library.
export const linkArguments = ({ root, resources = root, kernels, practice, program, archive, output, library = `${root}/lib/wasm32-wasip1` }) => [
  '--no-entry', '--no-demangle', '--undefined=stated_tracks', ...(practice ? ['--undefined=simt_practice'] : []),
  ...[...kExported, ...(program ? kOfProgram : [])].map(name => `--export=${name}`),
  ...(program ? [...kOfRuntime.values()] : []).map(name => `--export-if-defined=${name}`),
  '--export-if-defined=__start_simt_shared', '--export=simt_dynamic_shared', '--export-if-defined=__stop_simt_shared', '-z', `stack-size=${program ? 8388608 : 262144}`, '--stack-first',
  '--initial-memory=67108864', `--max-memory=${program ? 2147483648 : 4294967296}`,
  `${root}/lib/wasm32-wasip1/crt1-reactor.o`, ...kernels, ...(practice ? [practice] : []), ...(program ? [program] : []), archive, '-L', library, '-L', `${root}/lib/wasm32-wasip1`,
  ...(practice || program ? ['-lc++', '-lc++abi'] : []), ...(program ? ['-lwasi-emulated-signal', '-lwasi-emulated-process-clocks'] : []), '-lwasi-emulated-getpid', '-lc',
  `${resources}/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a`, '-o', output,
];
