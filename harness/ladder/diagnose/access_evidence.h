// What a warp stored, read or got by a shuffle, as evidence. `lane`: of those that did it, counted from 0.
#pragma once
#include <string>

#include "diagnose/run_pair.h"

namespace diagnose {

struct AccessEvidence {
  stage::DType dtype;  // of the job

  static size_t place_of(const Stored& s, uint32_t bit);
  static Evidence actor(Cause, const Stored& s, size_t lane);       // its thread
  static Evidence at(Cause, const Stored& s, size_t lane = 0);      // and the line
  Evidence deed(const Stored& s, size_t lane, int word = 0) const;  // what it does there
  // Cause::difference: all of this, and what is done instead in the solution.
  Evidence differs(const Stored& s, size_t lane, Evidence instead, int word = 0) const;
  // "partial[3]"; of several dimensions, "tile[0][3]".
  std::string element(const Stored& s, size_t lane, unsigned word = 0) const;
  // Of the job's own type? What is larger elsewhere may be a count of 8 bytes.
  static bool of_the_job(const Stored& s);
  unsigned size_of_element(const Stored& s) const;
  // Of the elements that a lane stores at once, the first that differs; -1: none.
  int differing_word(const Stored& a, size_t in_a, const Stored& b, size_t in_b) const;
  bool is_same_value(const Stored& a, size_t in_a, const Stored& b, size_t in_b) const;
  // Two float sums of the same elements in another order. As long as all sums are whole and small, they are exact.
  bool rounded_alike(const Stored& a, size_t in_a, const Stored& b, size_t in_b, int word) const;
  std::string value(const Stored& s, size_t lane, int word) const;
};

}  // namespace diagnose
