"""More files that try to get an undeserved mark or to do harm; attempts.py includes them. Each uses memory that the
executor attributes to no thread, or an operation that nothing counts, or imitates the messages of another program."""
import re

from attempts import RIGHT, STAGE, at_top, in_run, kernel, replaced, run_is


def stage_line(name):
    text = kernel(name)
    return text[text.index("STAGE("):].rstrip("\n")


V2 = STAGE + '.after("v1.5");'


def file(body, headers=(), stage=V2, first="tracks/reduce.h", behind=""):
    """headers: as written after #include, with quotes or angle brackets."""
    return (f'#include "{first}"\n' + "".join(f"#include {h}\n" for h in headers) + "\nnamespace {\n\n" + body +
            "\n}  // namespace\n\n" + stage + "\n" + behind)


# A kernel that only reads the whole input: it satisfies a check of the bytes moved.
READS = """template <typename T>
__global__ void reads_all(const T* input, T* never, size_t n) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n && input[i] == T(12345.5)) never[0] = T{1};
}
"""
LAUNCH_READS = ("  launch(job, reads_all<T>, {blocks_for(job.n, job.block), job.block}, job.input, scratch<T>(job, \"never\", 1), "
                "job.n);\n")
# One thread that does everything, with a sum that does not round.
SUM = """template <typename T>
using Sum = std::conditional_t<std::is_floating_point_v<T>, double, T>;
"""
ONE = SUM + """template <typename T>
__global__ void all_of_it(%sconst T* input, T* output, size_t n) {
  Sum<T> sum{0};
  for (size_t i = 0; i < n; ++i) sum += static_cast<Sum<T>>(input[i]);
  *output = static_cast<T>(sum);
}
"""
# The tree of v1.5, the start of reduce/v2; `words` holds the words of the block.
SLOW = """template <typename T>
__global__ void slow(const T* input, T* block_sums, size_t n) {
  __shared__ T words[kMaxBlock];
  const unsigned tid = threadIdx.x;
  const size_t i = size_t{blockIdx.x} * blockDim.x + tid;
  words[tid] = i < n ? input[i] : T{0};
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if ((tid & (2 * s - 1)) == 0) words[tid] += words[tid + s];
    __syncthreads();
  }
  if (tid == 0) block_sums[blockIdx.x] = words[0];
}
"""


def passes(kernel_name="reduce<T>", before="", more=""):
    """The launcher of v2, with an optional extra argument for each launch."""
    return ("template <typename T>\nvoid run(const ReduceJob<T>& job) {\n" + before +
            "  const auto grid = [&](size_t n) { return blocks_for(n, job.block); };\n"
            "  job.until_one_is_left(grid, [&](const T* input, T* block_sums, size_t n) {\n"
            f"    launch(job, {kernel_name}, {{grid(n), job.block}}, input, block_sums, n{more});\n  }});\n}}\n")


FILES = {}

# --- A. memory that the trace attributes to no thread: within reach of every thread, and neither counted nor checked ---

# Threads that never wait run one after another on one fiber (executor.cpp, thread_main), so each thread
# finds what the previous one left in its frame; on_own_stack() (bounds.cpp, observe) is neither counted nor checked. No
# shared memory, no barrier, no atomic: a GPU would add garbage. The 64 KB keep the word away from the stack of code
# that runs between two threads.
FILES["q01_residue_of_the_stack"] = (file("""template <typename T>
__global__ void reduce(const T* input, T* block_sums, size_t n) {
  volatile T left[1 << 14];
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  T sum = i < n ? input[i] : T{0};
  if (threadIdx.x > 0) sum += left[0];
  left[0] = sum;
  if (threadIdx.x == blockDim.x - 1) block_sums[blockIdx.x] = sum;
}

""" + passes()), "")

# threadIdx, blockIdx, blockDim and gridDim belong to the block, and their 48 bytes are skipped (is_builtin,
# bounds.cpp). gridDim.z is written only at a launch (prepare_worker): it is the accumulator, without atomics.
FILES["q02_gridDim_as_memory"] = (file("""template <typename T>
__global__ void reduce(const T* input, T* block_sums, size_t n, size_t shift) {
  T* const sum = reinterpret_cast<T*>(reinterpret_cast<uintptr_t>(&gridDim.z) + shift);
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) *sum = T{0};
  __syncthreads();
  *sum += i < n ? input[i] : T{0};
  __syncthreads();
  if (threadIdx.x == 0) block_sums[blockIdx.x] = *sum;
}

""" + passes(more=", size_t{0}")), "")

# A kernel's parameters are skipped too (Context::parameters), and all threads share one object. The copy that a
# thread gets reveals its source. The slow tree keeps all its words in that object. (On the small GPUs, where blocks
# are suspended, and in untraced runs, it uses shared memory.)
FILES["q03_parameters_as_memory"] = (file("""template <typename T>
struct Board {
  Board() : self(this) {}
  Board(const Board& from) : self(const_cast<Board*>(&from)), in_use(from.in_use) {}
  T words[kMaxBlock];
  Board* self;
  bool in_use = false;
};

""" + replaced(replaced(SLOW, "slow(const T* input", "reduce(Board<T> board, const T* input"),
               "__shared__ T words[kMaxBlock];", """__shared__ T partial[kMaxBlock];
  T* const words = board.in_use ? board.self->words : partial;""") + """
template <typename T>
void run(const ReduceJob<T>& job) {
  Board<T> board;
  board.in_use = kThisBuild == Build(2) && job.context.device().multiprocessors > 2;
  const auto grid = [&](size_t n) { return blocks_for(n, job.block); };
  job.until_one_is_left(grid, [&](const T* input, T* block_sums, size_t n) {
    launch(job, reduce<T>, {grid(n), job.block}, board, input, block_sums, n);
  });
}
"""), "")

# Calls to memcpy are replaced with a hook (executor/instrument/passes.h), but its own address is not, and nm's
# list allows the name. The slow tree: no access to shared memory is observed, and no race either.
FILES["q04_memcpy_by_its_address"] = (file("""using Copy = void* (*)(void*, const void*, size_t);

template <typename T>
__global__ void reduce(const T* input, T* block_sums, size_t n, Copy copy) {
  __shared__ T partial[kMaxBlock];
  const unsigned tid = threadIdx.x;
  const size_t i = size_t{blockIdx.x} * blockDim.x + tid;
  T sum = i < n ? input[i] : T{0}, other{0};
  copy(partial + tid, &sum, sizeof sum);
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if ((tid & (2 * s - 1)) == 0) {
      copy(&other, partial + tid + s, sizeof other);
      sum += other;
      copy(partial + tid, &sum, sizeof sum);
    }
    __syncthreads();
  }
  if (tid == 0) block_sums[blockIdx.x] = sum;
}

""" + passes(more=", static_cast<Copy>(std::memcpy)"), ["<cstring>"]), "")

# bulk_store() accepts any two addresses, and counts as one store to global memory, whatever it reads and writes
# (observe_bulk_copy counts with count = false; async.cpp checks only the alignment). Here it moves words from
# shared memory to the thread's own variables, and back. The attempt uses the slow tree.
FILES["q05_bulk_store_moves_words"] = (file("""template <typename T>
struct alignas(16) Cell {
  T value[16 / sizeof(T)];
};

template <typename T>
__device__ __forceinline__ void move(Cell<T>* to, const Cell<T>* from) {
  bulk_store(to, from, sizeof(Cell<T>));
  bulk_stores_read<0>();
  publish_shared_to_bulk();
}

template <typename T>
__global__ void reduce(const T* input, T* block_sums, size_t n) {
  __shared__ Cell<T> partial[kMaxBlock];
  const unsigned tid = threadIdx.x;
  const size_t i = size_t{blockIdx.x} * blockDim.x + tid;
  Cell<T> own{}, other{};
  own.value[0] = i < n ? input[i] : T{0};
  move(partial + tid, &own);
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if ((tid & (2 * s - 1)) == 0) {
      move(&other, partial + tid + s);
      own.value[0] += other.value[0];
      move(partial + tid, &own);
    }
    __syncthreads();
  }
  if (tid == 0) block_sums[blockIdx.x] = own.value[0];
}

""" + passes(), ['"stage/bulk_copy.h"']), "")

# The same call, used against the rules for work: one thread copies the whole input, 192 KB at a time, to its own stack.
# A bulk copy is one step and adds no bytes to Context::moved (replay.cpp counts kinds up to shared_atomic), and 3200
# elements are added in one basic block. 131 blocks are idle. The sectors of the copies even satisfy "the kernels moved
# so many bytes".
FILES["q06_one_thread_by_bulk_copies"] = (file(SUM + """constexpr size_t kChunk = 48000, kAtOnce = 3200, kPiece = 800;

template <typename T, size_t... k>
__device__ __forceinline__ Sum<T> piece(const T* p, std::index_sequence<k...>) {
  return (static_cast<Sum<T>>(p[k]) + ...);
}

template <typename T>
__device__ Sum<T> all_of_it(const T* input, size_t n) {
  alignas(16) T here[kChunk];
  Sum<T> sum{0};
  const size_t whole = n / 4 * 4;  // bulk copies move multiples of 16 bytes
  for (size_t at = 0; at < whole; at += kChunk) {
    const size_t count = whole - at < kChunk ? whole - at : kChunk;
    bulk_store(here, input + at, static_cast<unsigned>(count * sizeof(T)));
    bulk_stores_read<0>();
    const size_t end = (count + kAtOnce - 1) / kAtOnce * kAtOnce;
    memset(here + count, 0, (end - count) * sizeof(T));
    constexpr auto each = std::make_index_sequence<kPiece>();
    for (const T* p = here; p != here + end; p += kAtOnce)
      sum += piece(p, each) + piece(p + kPiece, each) + piece(p + 2 * kPiece, each) + piece(p + 3 * kPiece, each);
  }
  for (size_t i = whole; i < n; ++i) sum += static_cast<Sum<T>>(input[i]);
  return sum;
}

template <typename T>
__global__ void reduce(const T* input, T* output, size_t n) {
  if (blockIdx.x + threadIdx.x == 0) *output = static_cast<T>(all_of_it(input, n));
}

template <typename T>
void run(const ReduceJob<T>& job) {
  launch(job, reduce<T>, {132, 32}, job.input, job.output, job.n);
}
""", ['"stage/bulk_copy.h"', "<cstring>", "<utility>"]), "")


# The same call, used against "host code reads part": a variable counts as written by a kernel if a store was
# observed (Variable::written). The host adds the block sums, as in r21.
FILES["q08_the_host_reads_what_was_stored_unseen"] = (file("""template <typename T>
struct Cell {
  T value;
};
template <typename T>
__device__ Cell<T> cell_of(T value) {
  return {value};
}
template <typename T>
__device__ T part[1 << 22];

template <typename T>
__global__ void parts(const T* input, size_t n, Cell<T> (*make)(T)) {
  __shared__ T warps[32];
  T sum{0};
  const size_t first = size_t{blockIdx.x} * blockDim.x * 8 + threadIdx.x;
  for (int k = 0; k < 8; ++k)
    if (first + k * blockDim.x < n) sum += input[first + k * blockDim.x];
  for (unsigned s = 16; s > 0; s /= 2) sum += __shfl_down_sync(0xffffffff, sum, s);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x > 0) return;
  for (unsigned w = 1; w < blockDim.x / 32; ++w) sum += warps[w];
  new (part<T> + blockIdx.x) Cell<T>(make(sum));
}
template <typename T>
__global__ void stores(T* output, T sum) {
  *output = sum;
}

template <typename T>
void run(const ReduceJob<T>& job) {
  const unsigned blocks = blocks_for(job.n, 8 * job.block);
  launch(job, parts<T>, {blocks, job.block}, job.input, job.n, &cell_of<T>);
  T sum{0};
  for (unsigned b = 0; b < blocks && b < (1u << 22); ++b) sum += part<T>[b];
  launch(job, stores<T>, {1, 1}, job.output, sum);
}
""", ["<new>"]), "")


# --- B. the executor's own functions, without writing "simt" ---

# Argument-dependent lookup: Barrier is simt::Barrier, so launch<false>(…) with a Barrier argument finds
# simt::launch<false> (launch.h): an untraced launch in the traced build, like g06 without its keyword. nm's
# list allows simt::run. One thread does everything; a kernel that reads everything comes first.
FILES["q10_untraced_launch_by_lookup"] = (file(READS + "\n" + ONE % "Barrier, " + """
template <typename T>
void run(const ReduceJob<T>& job) {
""" + LAUNCH_READS + """  launch<false>(all_of_it<T>, dim3(1), dim3(1), size_t{0}, false, Barrier{}, job.input, job.output, job.n);
}
""", ['"stage/bulk_copy.h"']), "")

# The same access to simt, but with a traced launch: a type that converts to anything becomes a simt::Launch,
# whose parameters are all addresses (argument_bytes). Device memory, launches and blocks are counted as usual;
# shared memory is skipped. The attempt uses the slow tree.
FILES["q11_all_addresses_are_parameters"] = (file(SLOW + """
template <typename T>
struct Arguments {
  const T* input;
  T* block_sums;
  size_t n;
};
template <typename T>
struct Anything : Barrier {
  unsigned grid, block;
  Arguments<T>* arguments;
  template <typename L>
  operator L() const {
    return L{dim3(grid), dim3(block), 0,
             [](void* p) {
               const auto* a = static_cast<const Arguments<T>*>(p);
               slow<T>(a->input, a->block_sums, a->n);
             },
             arguments, ~size_t{0}, kThisBuild == Build(2), reinterpret_cast<const void*>(&slow<T>), false};
  }
};

template <typename T>
void run(const ReduceJob<T>& job) {
  const auto grid = [&](size_t n) { return blocks_for(n, job.block); };
  job.until_one_is_left(grid, [&](const T* input, T* block_sums, size_t n) {
    Arguments<T> arguments{input, block_sums, n};
    Anything<T> it{};
    it.grid = grid(n);
    it.block = job.block;
    it.arguments = &arguments;
    if (job.context.count_launch()) run(it);
  });
}
""", ['"stage/bulk_copy.h"']), "")


# The same attack through the registry: an explicit instantiation may name a private member, so
# Registration::stage_ reveals where this form's Stage is, and the plain form's is near it on the heap. The
# traced launcher calls the plain one. (Build(1) is the plain build: the list refuses its name, but not its
# number.)
FILES["q13_the_plain_launcher_by_the_registry"] = (file(READS + "\n" + ONE % "" + """
using Field = Stage* Registration::*;
struct Key {
  friend Field field(Key);
};
template <Field kField>
struct Give {
  friend Field field(Key) { return kField; }
};
template struct Give<&Registration::stage_>;

const Stage* plain = nullptr;

bool is_plain(const char* p) {
  const auto* words = reinterpret_cast<const uintptr_t*>(p);
  if (words[0] != reinterpret_cast<uintptr_t>(p) + 16 || words[1] != 9) return false;  // a short std::string
  const char name[] = "reduce/v2";
  for (int k = 0; k < 9; ++k)
    if (p[16 + k] != name[k]) return false;
  return reinterpret_cast<const Stage*>(p)->build == Build(1);
}

template <typename T>
void run(const ReduceJob<T>& job) {
  if (plain != nullptr) {
""" + LAUNCH_READS.replace("  launch", "    launch") + """    Job again;
    again.context = &job.context;
    again.block = job.block;
    again.n = job.n;
    again.input = job.input;
    again.output = job.output;
    for (const Variant& v : plain->variants)
      if (v.dtype == dtype_of<T>()) v.run(again);
    return;
  }
  launch(job, all_of_it<T>, {1, 1}, job.input, job.output, job.n);
}
""", ['"stage/registry.h"'], behind="""
static const int looked = [] {
  const auto* mine = reinterpret_cast<const char*>(registration.*field(Key{}));
  for (long away = 8; kThisBuild == Build(2) && away < 65536 && plain == nullptr; away += 8) {
    if (is_plain(mine - away)) plain = reinterpret_cast<const Stage*>(mine - away);
    if (away < 8192 && plain == nullptr && is_plain(mine + away)) plain = reinterpret_cast<const Stage*>(mine + away);
  }
  return 0;
}();
"""), "")

# Registration's constructor is public and takes the Build. The plain form registers itself as the traced one,
# and vice versa; the STAGE line is only for the reader. The traced form then has no hooks; peek() is observed
# because it is a function of the executor. This file also needs the lookup of attempt q10.
FILES["q14_builds_exchanged"] = (file("""template <typename T>
__global__ void looks_at_all(Barrier, const Message<T>* input, T* never, size_t n) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n / 2 && peek(input + i).epoch == 0x7fc12345u) never[0] = T{1};
}
""" + ONE % "Barrier, " + """
constexpr bool kTraced = kThisBuild == Build(1);  // as it is registered

template <typename T>
void run(const ReduceJob<T>& job) {
  launch<kTraced>(looks_at_all<T>, dim3(blocks_for(job.n, job.block)), dim3(job.block), size_t{0}, false, Barrier{},
                  reinterpret_cast<const Message<T>*>(job.input), scratch<T>(job, "never", 1), job.n);
  launch<kTraced>(all_of_it<T>, dim3(1), dim3(1), size_t{0}, false, Barrier{}, job.input, job.output, job.n);
}
""", ['"stage/bulk_copy.h"', '"stage/messages.h"'], "#if 0\n" + V2 + "\n#endif\n"
    "static const Registration other(kTraced ? Build(2) : Build(1), __FILE__, \"reduce/v2\",\n"
    "                                       \"sequential addressing\", run<float>, run<int32_t>);"), "")

# "download() and upload() are not for a launcher" comes from the judge's Launcher (main.cpp), which holds a
# reference to the machine that supports both: the ninth word of the job's context object. Host code may read
# it, because the heap is not device memory. One launch, and the host adds the block sums (a21).
V82 = kernel("reduce/16_v8_2_full_tiles")
V82_KERNEL = V82[V82.index("constexpr int kPerThread"):V82.index("template <typename T>\nvoid run(")]



# --- C. right only where it is checked ---



# Hazards are looked for up to n = 130,000, so a missing barrier is not found above that (r14 with another
# number). At 2^20 the counted run has hazards = false, and the order of the fibers makes the result right.
UPSIDE_DOWN = RIGHT[RIGHT.index("  __syncthreads();\n\n  for"):RIGHT.index("}\n\ntemplate <typename T>\nvoid run")]




# The file is not blamed for a lack of memory: at 2^31 and above, try_last_blocks() continues with the next size and
# reports nothing. This file has a 32-bit index, and requests 2^47 bytes of scratch where the index would fail.
FILES["q24_no_memory_where_an_index_ends"] = (replaced(replaced(
    RIGHT, "  const size_t i = size_t{blockIdx.x} * blockDim.x + tid;\n  partial[tid] = i < n ?",
    "  const int i = static_cast<int>(blockIdx.x * blockDim.x + tid);\n  partial[tid] = i < static_cast<int>(n) ?"),
    "  const auto grid", "  if (job.n >> 31 != 0) scratch<T>(job, \"never\", size_t{1} << 45);\n  const auto grid"), "")

# The same trick at the n of `grid=2^25`: largest_launch() is 0 then, and grid_limited() says "no memory for
# it". Each block has one tile; the loop over tiles that v6 introduces is missing, and so is its limit.
V6 = kernel("reduce/09_v6_many_per_thread")
FILES["q25_no_memory_where_the_grid_is_looked_at"] = (replaced(replaced(replaced(
    V6, "for (size_t i = blockIdx.x * kTile + tid; i < n; i += gridDim.x * kTile) {",
    "if (const size_t i = blockIdx.x * kTile + tid; i < n) {"),
    "std::min(kMaxGrid, blocks_for(n, kBlock * kPerThread))", "blocks_for(n, kBlock * kPerThread)"),
    "    const auto grid", "    if (job.n == (size_t{1} << 25)) scratch<T>(job, \"never\", size_t{1} << 45);\n    const auto grid"), "")

# --- D. right by luck, and not a race in the model ---

# Two relaxed atomics never race (both_strong, races.cpp), and fibers run in numerical order: a chain through
# the block without any barrier. Lanes that depend on one another count as one request, because the replay does not
# have the data. On a GPU, each thread reads a sum that is not there yet. (The second load keeps look_again() from
# mistaking the chain for a loop.)
FILES["q26_a_chain_of_relaxed_atomics"] = (file("""template <typename T>
__global__ void reduce(const T* input, T* block_sums, size_t n) {
  __shared__ T partial[kMaxBlock];
  const unsigned tid = threadIdx.x;
  const size_t i = size_t{blockIdx.x} * blockDim.x + tid;
  T sum = i < n ? input[i] : T{0};
  if (tid > 0) sum += std::atomic_ref<T>(partial[tid - 1]).load(std::memory_order_relaxed);
  std::atomic_ref<T>(partial[tid]).store(sum, std::memory_order_relaxed);
  sum = std::atomic_ref<T>(partial[tid]).load(std::memory_order_relaxed);
  if (tid == blockDim.x - 1) block_sums[blockIdx.x] = sum;
}

""" + passes(), ["<atomic>"]), "")

# The same trick for a pitfall: the fence is still missing, but the sums are stored and loaded as relaxed
# atomics, which strong_and_yet_a_race accepts. They count as plain stores and loads, so "close to v9" holds.
# In PTX nothing orders the sum before the ticket.
#
FENCE = kernel("pitfalls/missing_fence")
FENCE = FENCE[:FENCE.index("\n    .expect(")] + ";\n"

# --- E. targets reached by the old method ---


# "Many threads do the work": one lane of each warp does the work and 31 lanes are idle, but the rules (four
# times the steps and bytes, and 256) accept the file. The loads are as bad as possible, but no target of v2
# covers them.
FILES["q29_one_lane_of_each_warp"] = (file("""template <typename T>
__global__ void reduce(const T* input, T* block_sums, size_t n) {
  __shared__ T warps[32];
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (threadIdx.x % 32 == 0) {
    T sum{0};
    for (size_t k = i; k < i + 32 && k < n; ++k) sum += input[k];
    warps[threadIdx.x / 32] = sum;
  }
  __syncthreads();
  if (threadIdx.x > 0) return;
  T sum{0};
  for (unsigned w = 0; w < blockDim.x / 32; ++w) sum += warps[w];
  block_sums[blockIdx.x] = sum;
}

""" + passes()), "")

# v2's targets are loads and stores of shared memory; atomics are neither. All threads of a block add to one
# word, 32 lanes one after another. The result is right, but this is the opposite of the exercise.
FILES["q30_an_atomic_for_each_thread"] = (file("""template <typename T>
__global__ void reduce(const T* input, T* block_sums, size_t n) {
  __shared__ T sum;
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) sum = T{0};
  __syncthreads();
  if (i < n) atomicAdd(&sum, input[i]);
  __syncthreads();
  if (threadIdx.x == 0) block_sums[blockIdx.x] = sum;
}

""" + passes()), "")

# Launches and global memory do not count: twenty launches of a tree in global memory, without shared memory.
FILES["q31_a_tree_in_global_memory"] = (file("""template <typename T>
__global__ void halves(const T* from, T* to, size_t n, size_t half) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i > 0 && i >= half) return;
  T sum = i < n ? from[i] : T{0};
  if (i + half < n && half > 0) sum += from[i + half];
  to[i] = sum;
}

template <typename T>
void run(const ReduceJob<T>& job) {
  T* const room[] = {scratch<T>(job, "even", job.n / 2 + 1), scratch<T>(job, "odd", job.n / 4 + 1)};
  const T* from = job.input;
  size_t n = job.n;
  for (int level = 0;; ++level) {
    const size_t half = (n + 1) / 2;
    T* const to = half <= 1 ? job.output : room[level % 2];
    launch(job, halves<T>, {blocks_for(half, job.block), job.block}, from, to, n, half);
    if (half <= 1) return;
    from = to;
    n = half;
  }
}
"""), "")


# judged=none: "most of what was to be changed is gone" counts sequences of three words, and a macro with
# parameters breaks each of them (plain_words inserts the macro's own tokens, including parameters). The start of v5,
# with each word in ID(…). The documentation says that this is possible by hand; here, one search-and-replace is
# enough, and the start stays readable.
START_V5 = kernel("reduce/07_v4_2_shuffle")
BODY_V5 = START_V5[START_V5.index("template"):START_V5.index("}  // namespace")]
BODY_V5 = "\n".join(line.split("//")[0].rstrip() for line in BODY_V5.split("\n"))
FILES["q33_each_word_in_a_macro"] = (
    '#include "tracks/reduce.h"\n\n#define ID(x) x\n\nnamespace {\n\n' +
    re.sub(r"\b(?!__)[A-Za-z_0-9]\w*\b", lambda m: f"ID({m.group(0)})", BODY_V5) + "}  // namespace\n\n" +
    stage_line("reduce/08_v5_unrolled") + "\n", "")

# The same trick with two brackets: if the solution differs from the start by one factor, three sequences of
# words are all that "was to be changed". The division is still there.
REGISTERS = kernel("stencil/03_registers")
FILES["q34_two_brackets"] = (replaced(
    REGISTERS[:REGISTERS.index("STAGE(")], "/ 5.0f;", "/ (5.0f);") + stage_line("stencil/04_reciprocal") + "\n", "")

# --- F. harm ---

WRONG = replaced(RIGHT, "i < n ?", "i + 1 < n ?")  # needed in case the harm has no effect

# told() (build.cpp) attributes a line of compiler output that begins with "ccache: error: " to the machine. g++
# prints the text of a static_assert unchanged, including line breaks. The row gets no marks, the whole grading
# ends with status 4, and with --resume it fails in the same way again.
FILES["q35_an_assertion_that_speaks_for_ccache"] = (at_top(
    'static_assert(sizeof(int) == 0, "x\\nccache: error: no space left on device");'), "does not build")

# tell_how_it_ended() (remote_runner.cpp) also attributes last words that begin with "bwrap: " to the machine.
# If there is more than 256 KiB of output, only the end is kept, and the last words begin wherever that end
# begins, so the text repeats every 8 bytes. __assert_fail is allowed, and prints the text. Again, the row gets
# no marks, and the status is 4.
FILES["q36_last_words_of_bwrap"] = ("#include <cassert>\n" + at_top("""static char words[400001];
static int early = [] {
  for (int k = 0; k < 6; ++k) words[k] = '.';
  for (int k = 6; k + 8 < 400000; ++k) words[k] = "bwrap: \\n"[(k - 6) % 8];
  __assert_fail(words, "x", 1, "f");
  return 0;
}();
"""), "before any kernel ran")

# what_to_do() (words.cpp) applies std::regex to g++'s output: a 120,000-letter name in an error overflows the stack. In
# grade, only the child process of this submission crashes, but ./ladder practice and the studio crash themselves.
# (attempts.py has a similar attempt, d_long_name.)
FILES["q37_a_long_name_in_an_error"] = (at_top("static int x = " + "a" * 120_000 + ";"), "does not build")

# executor/instrument looks for lines that include a .cuh, in comments too. A shell that expanded this pattern
# walked the whole file system of the sandbox, including /proc/*/root, before g++ started.
FILES["q38_a_pattern_in_a_comment"] = (WRONG + '/*\n#include "' + "/*?" * 9 + '.cuh"\n*/\n', "")

# Buffer names are quoted in the reason: escapes, a formula, the end of CDATA, invalid UTF-8, a change of
# writing direction. All of it must be replaced in the table, CSV, JSON and JUnit.
FILES["q40_a_name_that_is_a_command"] = (in_run(
    '  T* s = scratch<T>(job, "=cmd|\' /C calc\'!A0 \\033[2J\\033]0;all reached\\007 ]]> <script>alert(1)</script> \\377\\376 \\342\\200\\256 {{ 7 * 7 }}", 4);\n'
    "  launch(job, stores<T>, {1, 1}, s + 4, T{1});\n").replace("namespace {\n", "namespace {\n" + """template <typename T>
__global__ void stores(T* to, T value) {
  *to = value;
}
""", 1), "")
