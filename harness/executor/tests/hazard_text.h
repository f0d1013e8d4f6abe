// Hazards as text, and the source lines to which they refer.
#pragma once
#include <fstream>
#include <string>

#include "os/repository.h"
#include "simt/observation.h"

namespace {

inline std::string text_of(const ladder::simt::Hazard& h) {
  std::string text = std::string(ladder::data::name(h.kind)) + " " + h.space + " " + h.object.text() + ": " +
                     h.message() + "\n";
  for (const ladder::simt::Access& w : h.where)
    text += "  " + w.file + ":" + std::to_string(w.line) + " " + w.access + " " + w.thread.text() + "\n";
  return text;
}

inline std::string source_of(const ladder::simt::Access& access) {  // the text of the line
  std::ifstream file(ladder::os::in_repository(access.file));
  std::string line;
  for (int i = 0; i < access.line && std::getline(file, line); ++i) {
  }
  return line;
}

inline bool on_line(const ladder::simt::Hazard& h,
                    const std::string& text) {  // is one of the hazard's places on a line with this text?
  for (const ladder::simt::Access& a : h.where)
    if (source_of(a).find(text) != std::string::npos) return true;
  return false;
}

}  // namespace
