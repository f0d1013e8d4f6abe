#include "stage/registry.h"

#include <algorithm>
#include <array>
#include <climits>
#include <deque>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "os/repository.h"
#include "stage/broken.h"
#include "text/nearest.h"

namespace ladder::stage {
namespace {

std::deque<Stage>& registered() {
  static std::deque<Stage> stages;  // a deque, so that a Stage keeps its address
  return stages;
}

struct Place {
  unsigned number = UINT_MAX;  // in the reading order of docs/README.md
  size_t shown_n = 0;
};

std::map<std::string, Place>& places() {
  static std::map<std::string, Place> places;
  return places;
}

Place place_of(const std::string& track) {
  const auto found = places().find(track);
  return found == places().end() ? Place() : found->second;
}

bool has_follower(const Stage* stage, const std::vector<const Stage*>& all) {
  return std::any_of(all.begin(), all.end(), [&](const Stage* s) { return s->after == stage->id; });
}

// Depth first along `after`: the order of the lesson. Among several followers, those that have no followers
// come first, so that the ladder continues after them; otherwise, roots and siblings are in the order of
// their ids.
void append_with_followers(const Stage* stage, const std::vector<const Stage*>& all,
                           std::vector<const Stage*>& out) {
  out.push_back(stage);
  for (const bool followed : {false, true})
    for (const Stage* next : all)
      if (next->after == stage->id && next != stage && has_follower(next, all) == followed)
        append_with_followers(next, all, out);
}

}  // namespace

Reading::Reading(std::string track, unsigned place, size_t shown_n) {
  places().emplace(std::move(track), Place{place, shown_n});
}

size_t shown_n(const std::string& track) { return place_of(track).shown_n; }

size_t dtype_size(DType type) {
  constexpr std::array<size_t, 6> sizes = {4, 8, 4, 4, 8, 8};
  return sizes[static_cast<size_t>(type)];
}

const Variant* Stage::variant(DType type) const {
  for (const Variant& v : variants)
    if (v.dtype == type) return &v;
  return nullptr;
}

Registration::Registration(Build build, const char* file, const char* id, const char* idea,
                           std::initializer_list<const char*> problems,
                           std::initializer_list<Variant> variants) {
  Stage stage;
  stage.id = id;
  stage.idea = idea;
  stage.file = os::relative_to_repository(file);
  stage.problem = *problems.begin();
  stage.build = build;
  stage.variants = variants;
  // A reader's file replaces the project's (cli/own_file.h), whichever is registered first.
  const auto of_project = [](const Stage& s) { return s.file.starts_with("kernels/"); };
  for (Stage& other : registered())
    if (other.build == build && other.id == id && of_project(other) != of_project(stage)) {
      static std::deque<Stage> displaced;
      if (of_project(stage)) {
        stage_ = &displaced.emplace_back(std::move(stage));
      } else {
        other = std::move(stage);
        stage_ = &other;
      }
      return;
    }
  stage_ = &registered().emplace_back(std::move(stage));
}

template <typename Member, typename Value>
Registration Registration::with(Member Stage::*member, Value value) const {
  stage_->*member = value;
  return *this;
}

Registration Registration::after(const char* stage_of_this_track) const {
  return with(&Stage::after, stage_->track() + "/" + stage_of_this_track);
}
Registration Registration::spoils(const char* id) const { return with(&Stage::spoils, id); }
Registration Registration::min_block(unsigned block) const { return with(&Stage::min_block, block); }
Registration Registration::max_block(unsigned block) const { return with(&Stage::max_block, block); }
Registration Registration::max_n(size_t n, const char* reason) const {
  return with(&Stage::max_n, n).with(&Stage::limit_reason, reason);
}
Registration Registration::needs_sm(unsigned architecture) const {
  return with(&Stage::needs_sm, architecture);
}
Registration Registration::only_sm(unsigned architecture) const {
  return with(&Stage::needs_sm, architecture).with(&Stage::only_that_sm, true);
}
Registration Registration::needs_gpu(const char* what_for) const { return with(&Stage::needs_gpu, what_for); }
Registration Registration::inclusive() const { return with(&Stage::scan, ScanKind::inclusive); }
Registration Registration::exclusive() const { return with(&Stage::scan, ScanKind::exclusive); }
Registration Registration::inclusive_or_exclusive() const { return with(&Stage::scan, ScanKind::both); }
Registration Registration::shares() const { return with(&Stage::layout, device::Layout::shares); }
Registration Registration::dealt() const { return with(&Stage::layout, device::Layout::dealt); }
Registration Registration::needs_nccl() const { return with(&Stage::needs_nccl, true); }
Registration Registration::serial() const { return with(&Stage::serial, true); }
Registration Registration::same_bits(unsigned where) const { return with(&Stage::same_bits, where); }
Registration Registration::racy(const char* why) const { return with(&Stage::racy, why); }
Registration Registration::expect(const char* verdict, const char* why_tempting) const {
  return with(&Stage::expect, verdict).with(&Stage::expect_note, why_tempting);
}

void stand_for(Build build, Build of) {
  for (const Stage* stage : all_stages(build)) registered().emplace_back(*stage).build = of;
}

std::vector<const Stage*> all_stages(Build build) {
  std::vector<const Stage*> all;
  for (const Stage& stage : registered())
    if (stage.build == build) all.push_back(&stage);
  std::sort(all.begin(), all.end(), [](const Stage* a, const Stage* b) {
    const auto key = [](const Stage* s) {
      return std::tuple(place_of(s->track()).number, s->track(), s->id);
    };
    return key(a) < key(b);
  });

  const auto exists = [&](const std::string& id) {
    return std::any_of(all.begin(), all.end(), [&](const Stage* s) { return s->id == id; });
  };
  // A track's roots: first those that other stages follow, then those without followers (such as a student's
  // own stage).
  std::vector<const Stage*> ordered;
  for (size_t first = 0, last; first < all.size(); first = last) {
    last = first;
    while (last < all.size() && all[last]->track() == all[first]->track()) ++last;
    for (const bool followed : {true, false})
      for (size_t i = first; i < last; ++i)
        if ((all[i]->after.empty() || !exists(all[i]->after)) && has_follower(all[i], all) == followed)
          append_with_followers(all[i], all, ordered);
  }
  // A cycle of .after() has no root; registration_mistake reports it.
  for (const Stage* stage : all)
    if (std::find(ordered.begin(), ordered.end(), stage) == ordered.end()) ordered.push_back(stage);
  return ordered;
}

namespace {

bool has_track_and_name(const std::string& id) {
  const size_t slash = id.find('/');
  return slash != 0 && slash != std::string::npos && slash + 1 != id.size();
}

std::string hint(const std::string& typed, const std::vector<std::string>& names) {
  const std::string text = text::did_you_mean(typed, names);
  return (text.empty() ? "." : text) + " ";
}

// .after("v2") names a stage that does not exist (deleted, misspelt), or that comes after this one.
std::string mistake_in_after(const Stage& stage, const std::vector<const Stage*>& stages) {
  if (stage.after.empty()) return "";
  const std::string named = stage.after.substr(stage.track().size() + 1);
  const std::string line = stage.file + ": .after(\"" + named + "\"): ";
  const auto find = [&](const std::string& id) {
    const auto at = std::find_if(stages.begin(), stages.end(), [&](const Stage* s) { return s->id == id; });
    return at == stages.end() ? nullptr : *at;
  };
  const Stage* before = find(stage.after);
  if (before == nullptr && find_broken(stage.build, stage.after) != nullptr)
    return "";  // the stage's row in the results gives the reason
  if (before == nullptr) {
    std::vector<std::string> names;
    for (const Stage* s : stages)
      if (s->track() == stage.track() && s != &stage) names.push_back(s->name());
    const std::string typed =
        named.starts_with(stage.track() + "/") ? named.substr(stage.track().size() + 1) : named;
    return line + "there is no stage " + stage.track() + "/" + typed + hint(typed, names) +
           "Restore the file of that stage, or name another stage of this track";
  }
  for (size_t steps = 0; before != nullptr && steps < stages.size(); ++steps) {
    if (before == &stage)
      return line + "the chain of stages leads back to " + stage.id + " itself: name an earlier stage";
    before = find(before->after);
  }
  return "";
}

std::string mistake_in_spoils(const Stage& stage, const std::vector<const Stage*>& stages) {
  if (stage.spoils.empty()) return "";
  const std::string line = stage.file + ": .spoils(\"" + stage.spoils + "\"): ";
  if (stage.track() != "pitfalls")
    return line + stage.id +
           " is not a pitfall: .spoils(…) is only for pitfalls/…; .after(…) names the previous stage";
  std::vector<std::string> names;
  for (const Stage* s : stages) {
    if (s->id == stage.spoils && s->track() != "pitfalls") return "";
    if (find_broken(stage.build, stage.spoils) != nullptr) return "";
    if (s->track() != "pitfalls") names.push_back(s->id);
  }
  return line + "there is no such stage" + hint(stage.spoils, names) +
         "Restore the file of that stage, or name another stage, such as reduce/v2";
}

}  // namespace

std::string registration_mistake(const std::vector<const Stage*>& stages) {
  for (const Stage* stage : stages) {
    if (!has_track_and_name(stage->id))
      return stage->file + ": STAGE(\"" + stage->id + "\", …): an id is track/stage, such as reduce/my_idea";
    for (const Stage* other : stages)
      if (other != stage && other->id == stage->id)
        return stage->id + " is registered by two files, " + stage->file + " and " + other->file +
               ": give one of them a different id, in its last line";
  }
  for (const Stage* stage : stages)
    for (const std::string& mistake : {mistake_in_after(*stage, stages), mistake_in_spoils(*stage, stages)})
      if (!mistake.empty()) return mistake;
  return "";
}

const Stage* find_stage(Build build, const std::string& id) {
  for (const Stage& stage : registered())
    if (stage.build == build && stage.id == id) return &stage;
  return nullptr;
}

}  // namespace ladder::stage
