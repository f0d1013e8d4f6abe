// What the drawings have in common: reading a trace, and the words of a picture. Used by drawing_*.cpp.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/json_text.h"
#include "os/error.h"
#include "report/svg.h"

namespace report::drawing {

inline constexpr double kWidth = 800, kMargin = 14;  // as wide as a page on GitHub shows it unscaled

uint32_t lanes_of(const data::Json& step);
inline bool has_lane(uint32_t lanes, unsigned lane) { return lanes >> lane & 1; }
bool is_kind(const data::Json& step, const char* kind);  // "shared_load"
bool is_shared(const data::Json& step);                  // a request to shared memory
std::string id_of(const data::Json& trace);

// "1 wavefront", "8 wavefronts"
std::string count_of(uint64_t count, const std::string& what);

// "rise1" for 1, … "rise4" for 5 and more.
std::string rise_of(uint64_t wavefronts);
// A row of what the colours mean.
std::string key_of_rises(double x, double y, const std::string& idle);

// The k-th step (from 1) of warp 0 that is of one of these kinds, in all intervals. Throws os::Error.
struct Picked {
  const data::Json* step;
  size_t interval;
};
Picked picked(const data::Json& trace, uint64_t k, const std::vector<std::string>& kinds,
              const std::string& what);

}  // namespace report::drawing
