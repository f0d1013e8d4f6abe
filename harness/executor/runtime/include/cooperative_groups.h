// Cooperative groups on the executor. Every member is forced inline, down to the calls to the executor's
// functions, so that its work is attributed to the program's calling line.
//
// Each operation is counted as the code that nvcc generates for it on an H200. block.sync() is a barrier, and
// sync() of a tile or a coalesced group is a __syncwarp(). shfl, any, all, ballot and match are the warp
// operations of the same name, with the group's mask; a non-numeric value of more than 4 bytes takes one
// shuffle per 4 bytes. binary_partition is one vote; labeled_partition is a match (counted as a vote) and a
// vote. For grid.sync(), see simt/groups.h.
//
// Tiles of more than 32 threads, thread block clusters and split barriers (barrier_arrive, barrier_wait) are
// not supported.
#pragma once
#include <cstring>
#include <type_traits>
#include <utility>

#include "simt/groups.h"
#include "simt/language.h"

#define SIMT_NOT_HERE(what) \
  __attribute__((error(what " is not supported by the CPU executor; this kernel needs a GPU")))

namespace cooperative_groups {

template <unsigned Size, typename Parent = void>
class thread_block_tile;
class coalesced_group;
class thread_block;

namespace details {

constexpr unsigned kAll = 0xffffffffu;

SIMT_INLINE unsigned lane() { return ladder::simt::thread_in_block() % 32; }
SIMT_INLINE unsigned threads_in_block() { return blockDim.x * blockDim.y * blockDim.z; }
SIMT_INLINE unsigned lanes_before(unsigned mask) { return mask & ((1u << lane()) - 1); }

template <typename T>
using value_of = std::remove_cv_t<std::remove_reference_t<T>>;

// The types that __shfl_sync accepts; char, short and bool are passed as int.
template <typename T>
constexpr bool is_number = std::is_arithmetic_v<T> && !std::is_same_v<T, long double>;
template <typename T>
using shuffled = std::conditional_t<(is_number<T> && sizeof(T) < 4), int, T>;

#define SIMT_GROUP_SHUFFLE(F)                                                                          \
  template <typename T>                                                                                \
  SIMT_INLINE T F(unsigned mask, T value, unsigned argument, unsigned width) {                         \
    if constexpr (is_number<T>) {                                                                      \
      return static_cast<T>(                                                                           \
          __##F##_sync(mask, static_cast<shuffled<T>>(value), argument, static_cast<int>(width)));     \
    } else {                                                                                           \
      static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 32,                                \
                    "a shuffle needs a trivially copyable type of at most 32 bytes");                  \
      unsigned words[(sizeof(T) + 3) / 4] = {};                                                        \
      __builtin_memcpy(words, &value, sizeof value);                                                   \
      for (unsigned& word : words) word = __##F##_sync(mask, word, argument, static_cast<int>(width)); \
      __builtin_memcpy(static_cast<void*>(&value), words, sizeof value);                               \
      return value;                                                                                    \
    }                                                                                                  \
  }
SIMT_GROUP_SHUFFLE(shfl)
SIMT_GROUP_SHUFFLE(shfl_up)
SIMT_GROUP_SHUFFLE(shfl_down)
SIMT_GROUP_SHUFFLE(shfl_xor)
#undef SIMT_GROUP_SHUFFLE

}  // namespace details

// The grid.
class grid_group {
 public:
  SIMT_INLINE void sync() const { ladder::simt::grid_sync(); }
  SIMT_INLINE bool is_valid() const { return ladder::simt::is_cooperative(); }
  SIMT_INLINE static unsigned long long size() { return num_threads(); }
  SIMT_INLINE static unsigned long long num_threads() { return num_blocks() * details::threads_in_block(); }
  SIMT_INLINE static unsigned long long thread_rank() {
    return ladder::simt::block_in_grid() * details::threads_in_block() + ladder::simt::thread_in_block();
  }
  SIMT_INLINE static unsigned long long block_rank() { return ladder::simt::block_in_grid(); }
  SIMT_INLINE static unsigned long long num_blocks() {
    return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
  }
  SIMT_INLINE static dim3 dim_blocks() { return gridDim; }
  SIMT_INLINE static dim3 group_dim() { return gridDim; }
  SIMT_INLINE static dim3 block_index() { return blockIdx; }
  struct arrival_token {};
  SIMT_NOT_HERE("grid.barrier_arrive()") arrival_token barrier_arrive() const;
  SIMT_NOT_HERE("grid.barrier_wait()") void barrier_wait(arrival_token&&) const;
};
SIMT_INLINE grid_group this_grid() { return {}; }

class cluster_group {};
SIMT_NOT_HERE("a thread block cluster") cluster_group this_cluster();

// A group whose kind is known only at run time.
class thread_group {
 public:
  SIMT_INLINE unsigned long long size() const { return size_; }
  SIMT_INLINE unsigned long long num_threads() const { return size_; }
  SIMT_INLINE unsigned long long thread_rank() const {
    return mask_ ? static_cast<unsigned>(__popc(details::lanes_before(mask_)))
                 : ladder::simt::thread_in_block();
  }
  SIMT_INLINE void sync() const {
    if (mask_)
      __syncwarp(mask_);
    else
      __syncthreads();
  }
  SIMT_INLINE bool is_valid() const { return true; }

 protected:
  friend __host__ __device__ thread_group tiled_partition(const thread_group&, unsigned);
  template <unsigned, typename>
  friend class thread_block_tile;
  SIMT_INLINE thread_group(unsigned mask, unsigned size) : mask_(mask), size_(size) {}
  unsigned mask_;  // the group's lanes; 0: the whole block
  unsigned size_;
};

class thread_block : public thread_group {
 public:
  SIMT_INLINE thread_block() : thread_group(0, details::threads_in_block()) {}
  SIMT_INLINE static void sync() { __syncthreads(); }
  SIMT_INLINE static unsigned size() { return details::threads_in_block(); }
  SIMT_INLINE static unsigned num_threads() { return details::threads_in_block(); }
  SIMT_INLINE static unsigned thread_rank() { return ladder::simt::thread_in_block(); }
  SIMT_INLINE static dim3 group_index() { return blockIdx; }
  SIMT_INLINE static dim3 thread_index() { return threadIdx; }
  SIMT_INLINE static dim3 group_dim() { return blockDim; }
  SIMT_INLINE static dim3 dim_threads() { return blockDim; }
  struct arrival_token {};
  SIMT_NOT_HERE("block.barrier_arrive()") static arrival_token barrier_arrive();
  SIMT_NOT_HERE("block.barrier_wait()") static void barrier_wait(arrival_token&&);
};
SIMT_INLINE thread_block this_thread_block() { return {}; }

template <unsigned MaxBlockSize = 1024>
struct block_tile_memory {
  char bytes[MaxBlockSize / 32 * 8];
};
template <unsigned MaxBlockSize>
SIMT_INLINE thread_block this_thread_block(block_tile_memory<MaxBlockSize>&) {
  return {};
}

// A subset of a warp's lanes.
class coalesced_group : public thread_group {
 public:
  SIMT_INLINE unsigned size() const { return size_; }
  SIMT_INLINE unsigned num_threads() const { return size_; }
  SIMT_INLINE unsigned thread_rank() const {
    return static_cast<unsigned>(__popc(details::lanes_before(mask_)));
  }
  SIMT_INLINE unsigned meta_group_rank() const { return meta_rank_; }
  SIMT_INLINE unsigned meta_group_size() const { return meta_size_; }
  SIMT_INLINE void sync() const { __syncwarp(mask_); }

  template <typename T>
  SIMT_INLINE details::value_of<T> shfl(T&& value, unsigned rank) const {
    const unsigned from = size_ == 32 ? rank : __fns(mask_, 0, static_cast<int>(rank) + 1);
    return details::shfl<details::value_of<T>>(mask_, value, from, 32);
  }
  template <typename T>
  SIMT_INLINE details::value_of<T> shfl_up(T&& value, unsigned delta) const {
    if (size_ == 32) return details::shfl_up<details::value_of<T>>(mask_, value, delta, 32);
    return from_other(value, __fns(mask_, details::lane(), -static_cast<int>(delta) - 1));
  }
  template <typename T>
  SIMT_INLINE details::value_of<T> shfl_down(T&& value, unsigned delta) const {
    if (size_ == 32) return details::shfl_down<details::value_of<T>>(mask_, value, delta, 32);
    return from_other(value, __fns(mask_, details::lane(), static_cast<int>(delta) + 1));
  }
  SIMT_INLINE int any(int predicate) const { return __any_sync(mask_, predicate); }
  SIMT_INLINE int all(int predicate) const { return __all_sync(mask_, predicate); }
  SIMT_INLINE unsigned ballot(int predicate) const {
    return ladder::simt::pack_bits(__ballot_sync(mask_, predicate), mask_);
  }
  template <typename T>
  SIMT_INLINE unsigned match_any(T value) const {
    return ladder::simt::pack_bits(__match_any_sync(mask_, value), mask_);
  }
  template <typename T>
  SIMT_INLINE unsigned match_all(T value, int& all_agree) const {
    return ladder::simt::pack_bits(__match_all_sync(mask_, value, &all_agree), mask_);
  }

  // Used by the functions below.
  SIMT_INLINE explicit coalesced_group(unsigned mask, unsigned meta_rank = 0, unsigned meta_size = 1)
      : thread_group(mask, static_cast<unsigned>(__popc(mask))),
        meta_rank_(meta_rank),
        meta_size_(meta_size) {}
  SIMT_INLINE unsigned lane_mask() const { return mask_; }

 private:
  template <typename T>
  SIMT_INLINE T from_other(const T& value, unsigned lane) const {
    return details::shfl<T>(mask_, value, lane < 32 ? lane : details::lane(), 32);
  }
  unsigned meta_rank_, meta_size_;
};
SIMT_INLINE coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

namespace details {

// A tile's rank within its parent: computed if the parent is known, otherwise stored.
template <unsigned Size, typename Parent>
struct meta_group {
  SIMT_INLINE static unsigned meta_group_rank() { return Parent::thread_rank() / Size; }
  SIMT_INLINE static unsigned meta_group_size() { return (Parent::size() + Size - 1) / Size; }
};
template <unsigned Size>
struct meta_group<Size, void> {
  unsigned meta_rank = 0, meta_size = 1;
  SIMT_INLINE unsigned meta_group_rank() const { return meta_rank; }
  SIMT_INLINE unsigned meta_group_size() const { return meta_size; }
};

}  // namespace details

// 1, 2, 4, … 32 adjacent threads.
template <unsigned Size, typename Parent>
class thread_block_tile : public details::meta_group<Size, Parent> {
  static_assert((Size & (Size - 1)) == 0 && Size != 0, "the size of a tile must be a power of two");
  static_assert(Size <= 32, "a tile of more than 32 threads is not supported by the CPU executor");

 public:
  SIMT_INLINE thread_block_tile() = default;
  template <typename Other>
  SIMT_INLINE thread_block_tile(const thread_block_tile<Size, Other>& other) {
    static_assert(std::is_void_v<Parent>);
    this->meta_rank = other.meta_group_rank();
    this->meta_size = other.meta_group_size();
  }
  SIMT_INLINE operator thread_group() const { return {lane_mask(), Size}; }

  SIMT_INLINE static constexpr unsigned size() { return Size; }
  SIMT_INLINE static constexpr unsigned num_threads() { return Size; }
  SIMT_INLINE static unsigned thread_rank() { return ladder::simt::thread_in_block() % Size; }
  SIMT_INLINE static void sync() { __syncwarp(lane_mask()); }

  template <typename T>
  SIMT_INLINE details::value_of<T> shfl(T&& value, int rank) const {
    return details::shfl<details::value_of<T>>(lane_mask(), value, static_cast<unsigned>(rank), Size);
  }
  template <typename T>
  SIMT_INLINE details::value_of<T> shfl_up(T&& value, unsigned delta) const {
    return details::shfl_up<details::value_of<T>>(lane_mask(), value, delta, Size);
  }
  template <typename T>
  SIMT_INLINE details::value_of<T> shfl_down(T&& value, unsigned delta) const {
    return details::shfl_down<details::value_of<T>>(lane_mask(), value, delta, Size);
  }
  template <typename T>
  SIMT_INLINE details::value_of<T> shfl_xor(T&& value, unsigned lanes) const {
    return details::shfl_xor<details::value_of<T>>(lane_mask(), value, lanes, Size);
  }
  SIMT_INLINE int any(int predicate) const { return __any_sync(lane_mask(), predicate); }
  SIMT_INLINE int all(int predicate) const { return __all_sync(lane_mask(), predicate); }
  SIMT_INLINE unsigned ballot(int predicate) const {
    return __ballot_sync(lane_mask(), predicate) >> first_lane();
  }
  template <typename T>
  SIMT_INLINE unsigned match_any(T value) const {
    return __match_any_sync(lane_mask(), value) >> first_lane();
  }
  template <typename T>
  SIMT_INLINE unsigned match_all(T value, int& all_agree) const {
    return __match_all_sync(lane_mask(), value, &all_agree) >> first_lane();
  }

  // Used by the functions below.
  SIMT_INLINE static unsigned first_lane() { return details::lane() / Size * Size; }
  SIMT_INLINE static unsigned lane_mask() {
    return Size == 32 ? details::kAll : ((1u << Size % 32) - 1) << first_lane();
  }
};

template <unsigned Size, typename Parent>
SIMT_INLINE thread_block_tile<Size, Parent> tiled_partition(const Parent&) {
  return {};
}
SIMT_INLINE thread_block_tile<1> this_thread() { return {}; }

// Tiles whose size is known only at run time: a power of two, at most 32 threads.
SIMT_INLINE coalesced_group tiled_partition(const coalesced_group& parent, unsigned size) {
  const unsigned rank = parent.thread_rank(), first = rank / size * size;
  unsigned mask = 0, place = 0;
  for (unsigned m = parent.lane_mask(); m; m &= m - 1, ++place)
    if (place >= first && place < first + size) mask |= m & -m;
  return coalesced_group(mask, rank / size, (parent.size() + size - 1) / size);
}
SIMT_INLINE thread_group tiled_partition(const thread_group& parent, unsigned size) {
  const unsigned first = details::lane() / size * size;
  const unsigned tile = size >= 32 ? details::kAll : ((1u << size) - 1) << first;
  return {parent.mask_ ? parent.mask_ & tile : tile, size};
}
SIMT_INLINE thread_group tiled_partition(const thread_block& parent, unsigned size) {
  return tiled_partition(static_cast<const thread_group&>(parent), size);
}

namespace details {

template <typename Group>
SIMT_INLINE coalesced_group partition_by_vote(const Group& parent, bool predicate) {
  const unsigned all = parent.lane_mask(), yes = __ballot_sync(all, predicate);
  if (yes == all || yes == 0) return coalesced_group(all);
  return coalesced_group(predicate ? yes : all & ~yes, predicate, 2);
}
template <typename Group, typename Label>
SIMT_INLINE coalesced_group partition_by_match(const Group& parent, Label label) {
  const unsigned all = parent.lane_mask(), mine = __match_any_sync(all, label);
  const unsigned first = static_cast<unsigned>(__ffs(static_cast<int>(mine))) - 1;
  const unsigned leaders = __ballot_sync(all, first == lane());
  return coalesced_group(mine, static_cast<unsigned>(__popc(leaders & ((1u << first) - 1))),
                         static_cast<unsigned>(__popc(leaders)));
}
template <typename Group, typename Label>
SIMT_INLINE coalesced_group partition_by_label(const Group& parent, Label label) {
  static_assert(std::is_integral_v<Label> || std::is_pointer_v<Label>,
                "the label passed to labeled_partition must be an integer or a pointer");
  if constexpr (std::is_same_v<Label, bool>)
    return partition_by_vote(parent, label);
  else if constexpr (std::is_pointer_v<Label>)
    return partition_by_match(parent, reinterpret_cast<unsigned long long>(label));
  else
    return partition_by_match(parent, static_cast<shuffled<Label>>(label));
}

}  // namespace details

template <unsigned Size, typename Parent>
SIMT_INLINE coalesced_group binary_partition(const thread_block_tile<Size, Parent>& parent, bool predicate) {
  return details::partition_by_vote(parent, predicate);
}
SIMT_INLINE coalesced_group binary_partition(const coalesced_group& parent, bool predicate) {
  return details::partition_by_vote(parent, predicate);
}
template <typename Label, unsigned Size, typename Parent>
SIMT_INLINE coalesced_group labeled_partition(const thread_block_tile<Size, Parent>& parent, Label label) {
  return details::partition_by_label(parent, label);
}
template <typename Label>
SIMT_INLINE coalesced_group labeled_partition(const coalesced_group& parent, Label label) {
  return details::partition_by_label(parent, label);
}

template <typename Group>
SIMT_INLINE void sync(const Group& group) {
  group.sync();
}
template <typename Group>
SIMT_INLINE auto thread_rank(const Group& group) {
  return group.thread_rank();
}
template <typename Group>
SIMT_INLINE auto group_size(const Group& group) {
  return group.size();
}

// One thread of the group calls f; in the second form, all threads receive its result.
template <typename Group, typename F, typename... Arguments>
SIMT_INLINE void invoke_one(const Group& group, F&& f, Arguments&&... arguments) {
  if (group.thread_rank() == 0) std::forward<F>(f)(std::forward<Arguments>(arguments)...);
}
template <typename Group, typename F, typename... Arguments>
SIMT_INLINE auto invoke_one_broadcast(const Group& group, F&& f, Arguments&&... arguments) {
  details::value_of<decltype(f(arguments...))> result{};
  if (group.thread_rank() == 0) result = std::forward<F>(f)(std::forward<Arguments>(arguments)...);
  return group.shfl(result, 0);
}

}  // namespace cooperative_groups

#undef SIMT_NOT_HERE
