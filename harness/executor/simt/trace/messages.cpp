#include "simt/trace/messages.h"

#include <algorithm>
#include <bit>
#include <set>
#include <tuple>
#include <unordered_map>

#include "simt/memory.h"

namespace ladder::simt {
namespace {

using trace::Kind;

constexpr size_t kMostAccesses = 10'000'000;  // the largest number of recorded accesses
constexpr uint64_t kWord = 4;

std::string object_at(uint64_t word) {
  const Allocation* allocation = find_allocation(reinterpret_cast<const char*>(word * kWord));
  return allocation == nullptr ? "" : allocation->name;
}

}  // namespace

MessageRecorder::~MessageRecorder() { trace::set_observer(nullptr); }

void MessageRecorder::listen(device::Machine& machine) {
  machine_ = &machine;
  machine.limit_launches(launch_);
  trace::set_observer(this);
}

// Tickets that blocks take with an atomic are not messages.
void MessageRecorder::instruction(const trace::WarpInstruction& i) {
  if (machine_->launches() != launch_) return;
  BlockRun& run = runs_[i.block];
  run.block = i.block;
  ++requests_;
  for (uint32_t m = i.lanes; m; m &= m - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(m));
    const uint64_t turn = i.order[lane];
    run.start = run.start == 0 ? turn : std::min(run.start, turn);
    run.end = std::max(run.end, turn);
    if (i.kind == Kind::bulk_load) run.copies.push_back(turn);
    if (i.kind != Kind::global_load && i.kind != Kind::global_store) continue;
    if (accesses_.size() >= kMostAccesses) {
      trace_.out_of_room = true;
      return;
    }
    for (uint64_t byte = 0; byte < i.bytes; byte += kWord)
      accesses_.push_back(
          {turn, i.block, (i.address[lane] + byte) / kWord, requests_, i.kind == Kind::global_store});
  }
}

LaunchTrace MessageRecorder::take() {
  trace::set_observer(nullptr);
  std::sort(accesses_.begin(), accesses_.end(),
            [](const Access& a, const Access& b) { return a.turn < b.turn; });
  struct Word {
    const Access* last_write = nullptr;
    std::map<uint64_t, uint64_t> first_look;  // the first poll by each block since the last write
  };
  std::unordered_map<uint64_t, Word> words;
  std::set<uint64_t> of_messages;  // words that hold messages
  // A message of several words counts as one: the words come from one store and are read by one
  // block.
  std::map<std::tuple<uint64_t, uint64_t>, size_t> known;  // (request of the store, reader) → index
  for (const Access& a : accesses_) {
    Word& word = words[a.word];
    if (a.write) {
      word.last_write = &a;
      continue;
    }
    const uint64_t looked = word.first_look.try_emplace(a.block, a.turn).first->second;
    if (word.last_write == nullptr || word.last_write->block == a.block) continue;
    of_messages.insert(a.word);
    const auto [at, is_new] = known.try_emplace({word.last_write->request, a.block}, trace_.messages.size());
    if (is_new)
      trace_.messages.push_back(
          {word.last_write->block, a.block, object_at(a.word), word.last_write->turn, looked, a.turn});
    else
      trace_.messages[at->second].first_look = std::min(trace_.messages[at->second].first_look, looked);
  }
  std::map<uint64_t, uint64_t> first_turn;  // by request
  for (const Access& a : accesses_)
    if (a.write && of_messages.contains(a.word) && first_turn.try_emplace(a.request, a.turn).second)
      runs_[a.block].posts.push_back(a.turn);
  for (auto& [block, run] : runs_) trace_.blocks.push_back(std::move(run));
  return std::move(trace_);
}

}  // namespace ladder::simt
