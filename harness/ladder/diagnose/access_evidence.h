// The values that a warp stored, read or received in a shuffle, as evidence. `lane` counts from 0 among the lanes
// that took part.
#pragma once
#include <string>

#include "diagnose/run_pair.h"

namespace ladder::diagnose {

struct AccessEvidence {
  stage::DType dtype;    // the job's type
  unsigned input_bytes;  // the size of an element of `input`

  static size_t place_of(const Stored& s, uint32_t bit);
  static Evidence actor(Cause, const Stored& s, size_t lane);       // the thread
  static Evidence at(Cause, const Stored& s, size_t lane = 0);      // the thread and the line
  Evidence deed(const Stored& s, size_t lane, int word = 0) const;  // the access itself
  // Cause::difference: the thread, the line, the access, and what the solution does instead.
  Evidence differs(const Stored& s, size_t lane, Evidence instead, int word = 0) const;
  // "partial[3]"; with several dimensions, "tile[0][3]".
  std::string element(const Stored& s, size_t lane, unsigned word = 0) const;
  // Returns whether the access has the job's own type. A larger type may be an 8-byte count.
  static bool of_the_job(const Stored& s);
  unsigned size_of_element(const Stored& s) const;
  // The first element that differs among those that a lane stores in one access; -1: none.
  int differing_word(const Stored& a, size_t in_a, const Stored& b, size_t in_b) const;
  bool is_same_value(const Stored& a, size_t in_a, const Stored& b, size_t in_b) const;
  // Returns whether these are two float sums of the same elements in a different order. As long as all sums are
  // small integers, they are exact.
  bool rounded_alike(const Stored& a, size_t in_a, const Stored& b, size_t in_b, int word) const;
  std::string value(const Stored& s, size_t lane, int word) const;
};

}  // namespace ladder::diagnose
