// os/files.h for WebAssembly: the host provides a few files to read (host/files.js), and no file can be
// written.
#include "os/files.h"

#include <fstream>
#include <sstream>

#include "os/error.h"

namespace ladder::os {

std::string read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Error("cannot read " + path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace ladder::os
