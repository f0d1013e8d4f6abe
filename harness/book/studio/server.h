// The server of ./ladder studio: on 127.0.0.1 alone, behind the guards of guard.h. What it answers is the command's
// (cli/studio.cpp).
#pragma once
#include <functional>
#include <map>
#include <stdexcept>
#include <string>

#include "data/json_text.h"
#include "studio/runs.h"

namespace studio {

// Throw it for what the page is to be told, with an HTTP status.
struct Refused : std::runtime_error {
  Refused(int status, const std::string& why, data::Json more = data::Json::object())
      : std::runtime_error(why), status(status), more(std::move(more)) {}
  int status;
  data::Json more;
};

// A question's answer at once; or before that lines of JSON, each as soon as it is known, until `gone()`.
using Answer = std::function<data::Json(const data::Json& question)>;
struct Listener {
  std::function<void(const data::Json&)> tell;
  std::function<bool()> gone;
};
using Work = std::function<void(const Listener&)>;
using Worker = std::function<Work(const data::Json& question)>;  // throws Refused before anything is begun

struct Studio {
  std::map<std::string, Answer> answers;  // by name: /api/NAME
  std::map<std::string, Worker> workers;
  std::string page_folder, site_folder;  // the latter may not be there: the site is not built
  int port = 0;                          // 0: any that is free
  std::function<void(int port, const std::string& token)> ready;
};

// What to install, a line; "": this program has a server.
std::string no_server();
// Until Ctrl-C. Throws os::Error: the port is in use. False: a connection is still open that somebody else holds, with its
// threads; only the end of this program ends them.
bool serve(const Studio&, Runs&);

}  // namespace studio
