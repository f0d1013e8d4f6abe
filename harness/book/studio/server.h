// The server of ./ladder studio: only on 127.0.0.1, protected by guard.h. The command provides the responses
// (cli/studio.cpp).
#pragma once
#include <functional>
#include <map>
#include <stdexcept>
#include <string>

#include "data/json_text.h"
#include "studio/runs.h"

namespace ladder::studio {

// Thrown with a message for the page and an HTTP status.
struct Refused : std::runtime_error {
  Refused(int status, const std::string& why, data::Json more = data::Json::object())
      : std::runtime_error(why), status(status), more(std::move(more)) {}
  int status;
  data::Json more;
};

// Returns the response to a request; before that, it may send lines of JSON, each as soon as it is known,
// until `gone()`.
using Answer = std::function<data::Json(const data::Json& question)>;
struct Listener {
  std::function<void(const data::Json&)> tell;
  std::function<bool()> gone;
};
using Work = std::function<void(const Listener&)>;
using Worker = std::function<Work(const data::Json& question)>;  // throws Refused before any work starts

struct Studio {
  std::map<std::string, Answer> answers;  // keyed by the NAME in /api/NAME
  std::map<std::string, Worker> workers;
  std::string page_folder, site_folder;  // there is no second folder if the site has not been built
  int port = 0;                          // 0: any free port
  std::function<void(int port, const std::string& token)> ready;
};

// One line that says what to install; "": this program has a server.
std::string no_server();
// Runs until Ctrl-C. Throws os::Error if the port is in use. Returns false if a client still has a connection
// open, with its threads; that connection is closed only when this program ends.
bool serve(const Studio&, Runs&);

}  // namespace ladder::studio
