#include "simt/ordered_atomics.h"

#include "simt/atomic_words.h"

namespace ladder::simt {
namespace {

// An access with block scope orders nothing in the trace by itself; instead, the trace receives fences
// with that scope before and after the access.
struct Ordered {
  OrderIn in;
  const void* pc;

  bool releases() const { return in.order == Order::release || in.order == Order::acquire_release; }
  bool acquires() const { return in.order == Order::acquire || in.order == Order::acquire_release; }
  trace::AtomicOrder order() const {
    if (in.block) return trace::AtomicOrder::relaxed;
    return releases() ? (acquires() ? trace::AtomicOrder::acquire_release : trace::AtomicOrder::release)
                      : (acquires() ? trace::AtomicOrder::acquire : trace::AtomicOrder::relaxed);
  }
  void before() const {
    if (!in.block || !traced()) return;
    if (releases()) trace::fence(*current_worker, trace::FenceScope::block, pc);
    trace::next_atomic_of_block(*current_worker);
  }
  void after() const {
    if (in.block && acquires() && traced()) trace::fence(*current_worker, trace::FenceScope::block, pc);
  }
};

template <typename T>
T combine(Update update, T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    return update == Update::add        ? a + b
           : update == Update::subtract ? a - b
           : update == Update::minimum  ? (b < a ? b : a)
                                        : (a < b ? b : a);
  } else {
    using U = std::make_unsigned_t<T>;
    switch (update) {
      case Update::add:
        return static_cast<T>(static_cast<U>(a) + static_cast<U>(b));
      case Update::subtract:
        return static_cast<T>(static_cast<U>(a) - static_cast<U>(b));
      case Update::bit_and:
        return static_cast<T>(a & b);
      case Update::bit_or:
        return static_cast<T>(a | b);
      case Update::bit_xor:
        return static_cast<T>(a ^ b);
      case Update::minimum:
        return b < a ? b : a;
      case Update::maximum:
        return a < b ? b : a;
    }
    return a;
  }
}

}  // namespace

#define HERE SIMT_CALLER

template <typename Word>
Word ordered_load(const Word* p, OrderIn in) {
  const Ordered o{in, HERE};
  if (current_worker)
    look_again(p, o.pc, o.acquires());
  else if (host_acquires && o.acquires())
    host_acquires(p);
  o.before();
  if (traced()) trace::atomic(*current_worker, p, sizeof(Word), trace::AtomicUse::load, o.order(), o.pc);
  o.after();
  return std::atomic_ref(*const_cast<Word*>(p)).load();
}

template <typename Word>
void ordered_store(Word* p, Word value, OrderIn in) {
  const Ordered o{in, HERE};
  o.before();
  if (traced()) {
    trace::atomic(*current_worker, p, sizeof(Word), trace::AtomicUse::store, o.order(), o.pc);
    workers_saw_a_change();
  }
  std::atomic_ref(*p).store(value);
}

template <typename Word>
Word exchange_in_order(Word* p, Word value, OrderIn in) {
  const Ordered o{in, HERE};
  o.before();
  const Word old = exchange(p, o.pc, value, o.order());
  o.after();
  return old;
}

template <typename Word>
Word ordered_compare_exchange(Word* p, Word expected, Word value, OrderIn in) {
  const Ordered o{in, HERE};
  o.before();
  const Word old = compare_exchange(p, o.pc, expected, value, o.order(), true);
  o.after();
  return old;
}

template <typename T>
T update_in_order(T* p, Update update, T value, OrderIn in) {
  const Ordered o{in, HERE};
  o.before();
  const T old = read_modify_write(
      p, o.pc, [=](T x) { return combine(update, x, value); }, o.order());
  o.after();
  return old;
}

#define INSTANTIATE(Word)                                \
  template Word ordered_load(const Word*, OrderIn);      \
  template void ordered_store(Word*, Word, OrderIn);     \
  template Word exchange_in_order(Word*, Word, OrderIn); \
  template Word ordered_compare_exchange(Word*, Word, Word, OrderIn);
INSTANTIATE(uint8_t)
INSTANTIATE(uint16_t)
INSTANTIATE(uint32_t)
INSTANTIATE(uint64_t)
#undef INSTANTIATE
#define INSTANTIATE(T) template T update_in_order(T*, Update, T, OrderIn);
INSTANTIATE(char)
INSTANTIATE(signed char)
INSTANTIATE(unsigned char)
INSTANTIATE(short)
INSTANTIATE(unsigned short)
INSTANTIATE(int)
INSTANTIATE(unsigned)
INSTANTIATE(long)
INSTANTIATE(unsigned long)
INSTANTIATE(long long)
INSTANTIATE(unsigned long long)
INSTANTIATE(float)
INSTANTIATE(double)

}  // namespace ladder::simt
