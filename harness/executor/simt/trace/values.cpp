#include "simt/trace/values.h"

#include <cstring>

#include "simt/executor.h"

namespace ladder::simt::trace {
namespace {

bool is_access(Kind kind) { return kind >= Kind::global_load && kind <= Kind::shared_atomic; }
bool is_shuffle(const Event& e) {
  return e.kind == Kind::warp_op && static_cast<WarpOp>(e.bytes) <= WarpOp::shuffle_xor;
}

}  // namespace

bool has_value(const Event& e) { return is_access(e.kind) || is_shuffle(e); }

void settle_last_store(Context& c) {
  StoreToCome& store = c.to_come;
  if (store.bytes != 0 && !c.values[store.lane].empty())
    std::memcpy(c.values[store.lane].back().data(), reinterpret_cast<const void*>(store.address),
                store.bytes);
  store.bytes = 0;
}

void keep_value(Context& c, unsigned lane, const Event& e) {
  static uint64_t turn = 0;  // only one block runs at a time
  c.orders[lane].push_back(++turn);
  settle_last_store(c);
  if (!has_value(e)) return;
  Value& value = c.values[lane].emplace_back();
  if (e.kind == Kind::global_load || e.kind == Kind::shared_load)
    std::memcpy(value.data(), reinterpret_cast<const void*>(e.address), e.bytes);
  else if (is_access(e.kind))
    c.to_come = {e.address, e.bytes, lane};
}

void join_last_values(Context& c, unsigned lane, const Event& joined) {
  c.orders[lane].pop_back();
  c.values[lane].pop_back();
  if (joined.kind == Kind::global_load)
    std::memcpy(c.values[lane].back().data(), reinterpret_cast<const void*>(joined.address), joined.bytes);
  else
    c.to_come = {joined.address, joined.bytes, lane};
}

void keep_shuffle_source(Context& c, unsigned lane, unsigned from, unsigned bytes) {
  Event& shuffle = c.events[lane].next[-1];
  shuffle.from = static_cast<uint8_t>(from);
  shuffle.value_bytes = static_cast<uint8_t>(bytes);
}

void keep_shuffle_value(Context& c, unsigned lane, uint64_t value) {
  if (!c.values[lane].empty()) std::memcpy(c.values[lane].back().data(), &value, sizeof value);
}

}  // namespace ladder::simt::trace
