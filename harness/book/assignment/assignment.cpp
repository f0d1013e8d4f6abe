#include "assignment/assignment.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <regex>

namespace ladder::assignment {

std::optional<Seconds> time_from(const std::string& said, int* zone) {
  static const std::regex form(
      R"(\s*(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(Z|UTC|([+-])(\d\d):?(\d\d))\s*)");
  std::smatch m;
  if (!std::regex_match(said, m, form)) return std::nullopt;
  const auto part = [&](size_t i) { return m[i].matched ? std::stoi(m[i].str()) : 0; };
  const std::chrono::year_month_day day{std::chrono::year(part(1)),
                                        std::chrono::month(static_cast<unsigned>(part(2))),
                                        std::chrono::day(static_cast<unsigned>(part(3)))};
  if (!day.ok() || part(4) > 23 || part(5) > 59 || part(6) > 60 || part(9) > 14 || part(10) > 59)
    return std::nullopt;
  const int minutes = (part(9) * 60 + part(10)) * (m[8] == "-" ? -1 : 1);
  if (zone != nullptr) *zone = minutes;
  const auto days = std::chrono::sys_days(day).time_since_epoch();
  return std::chrono::duration_cast<std::chrono::seconds>(days).count() + part(4) * 3600 + part(5) * 60 +
         part(6) - minutes * 60;
}

std::string text_of_time(Seconds at, int zone) {
  const std::string its_zone = zone == 0 ? "UTC"
                                         : fmt::format("{}{:02}:{:02}", zone < 0 ? '-' : '+',
                                                       std::abs(zone) / 60, std::abs(zone) % 60);
  return fmt::format("{:%Y-%m-%d %H:%M} {}", fmt::gmtime(static_cast<std::time_t>(at + zone * 60)), its_zone);
}

double Points::sum() const {
  double all = builds + correct + clean + reached + counters;
  for (const auto& [name, points] : each_counter) all += points;
  return all;
}

double Assignment::points() const {
  double all = 0;
  for (const Task& task : tasks) all += task.points.sum();
  return all;
}

}  // namespace ladder::assignment
