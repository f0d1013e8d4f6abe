// What a finding is about, as data: the memory that an access touches, and the thread that executes it. text()
// returns the form that readers see, which is also the form in JSON.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/json_members.h"

namespace ladder::findings {

struct Object {
  std::string name = {};  // an array or other named object; "": known only by its address, or not known
  std::vector<int64_t> index = {};  // of an element, one number per dimension; empty: the object as a whole
  std::string member = {};          // of a structure: "sum", "corner.x"
  int64_t byte = 0;                 // the first byte accessed in that element or member
  std::optional<uint64_t> address = {};  // if there is no name

  bool empty() const { return name.empty() && !address; }
  // "tile[31][0]", "bins[3].sum", "input[3] byte 2", "partial", "0x7f00"; "": not known
  std::string text() const;
  bool operator==(const Object&) const = default;
};

struct ThreadId {
  int64_t block = -1;       // linear index; -1: host code, or not known
  std::string thread = {};  // "17"; in a block of several dimensions "(1, 2)"; "": the block as a whole

  bool empty() const { return block < 0 && thread.empty(); }
  std::string text() const;  // "block 3, thread 17", "block 3", ""
  bool operator==(const ThreadId&) const = default;
};

}  // namespace ladder::findings

template <>
struct ladder::data::JsonOf<ladder::findings::Object> {
  static Json write(const findings::Object& object) { return object.text(); }
  static void read(const Field&, findings::Object&);
};
template <>
struct ladder::data::JsonOf<ladder::findings::ThreadId> {
  static Json write(const findings::ThreadId& id) { return id.text(); }
  static void read(const Field&, findings::ThreadId&);
};
