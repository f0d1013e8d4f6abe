// All counters, and the ratios derived from them, as stored in files and passed between processes.
#pragma once
#include "data/json_members.h"
#include "simt/counters.h"

namespace ladder::data {

template <>
struct JsonOf<simt::Counters> {
  static Json write(const simt::Counters&);
  static void read(const Field&, simt::Counters&);
};

}  // namespace ladder::data
