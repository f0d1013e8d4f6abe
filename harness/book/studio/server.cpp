#include "studio/server.h"

#include "os/error.h"

#if LADDER_HAS_HTTPLIB
#include <fmt/format.h>
#include <httplib.h>

#include <atomic>
#include <filesystem>
#include <memory>
#include <mutex>
#include <thread>

#include "os/files.h"
#include "os/interrupt.h"
#include "studio/guard.h"

namespace ladder::studio {
namespace {

namespace fs = std::filesystem;
using data::Json;
using httplib::Request;
using httplib::Response;

std::optional<std::string> header(const Request& request, const char* name) {
  if (!request.has_header(name)) return std::nullopt;
  // If a header is repeated, other programs could interpret the request differently.
  return request.get_header_value_count(name) > 1 ? "twice" : request.get_header_value(name);
}

Asked asked(const Request& r) {
  // The address as sent, not decoded: %2e%2e stays as it is, and is refused.
  const std::string path = r.target.substr(0, r.target.find('?'));
  return {.method = r.method,
          .path = path == r.path ? path : "",
          .host = header(r, "Host"),
          .origin = header(r, "Origin"),
          .site = header(r, "Sec-Fetch-Site"),
          .mode = header(r, "Sec-Fetch-Mode"),
          .token = header(r, "X-Studio-Token"),
          .type = header(r, "Content-Type"),
          .length = header(r, "Content-Length"),
          .other_protocol = r.has_header("Upgrade") || r.has_header("Transfer-Encoding")};
}

std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

void refuse(Response& response, int status, const std::string& why, Json more = Json::object()) {
  more["error"] = why;
  response.status = status;
  response.set_content(line_of(more), "application/json");
}

const char* type_of(const fs::path& file) {
  static const std::map<std::string, const char*> types = {{".html", "text/html; charset=utf-8"},
                                                           {".js", "text/javascript; charset=utf-8"},
                                                           {".css", "text/css; charset=utf-8"},
                                                           {".json", "application/json"},
                                                           {".svg", "image/svg+xml"},
                                                           {".png", "image/png"},
                                                           {".woff2", "font/woff2"}};
  const auto found = types.find(file.extension().string());
  return found == types.end() ? "text/plain; charset=utf-8" : found->second;
}

constexpr const char* kNoSite =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Warp Ladder</title><body><p>The pages "
    "of the tutorial are not built here. With Node.js 20 or newer, this command builds them: <code>npm "
    "--prefix docs "
    "ci &amp;&amp; npm --prefix docs run build</code>. Without Node.js, read the pages in the folder "
    "<code>docs/</code>.";

void send_file(const Studio& studio, const Request& request, Response& response) {
  const std::string file = file_of(request.path, studio.page_folder, studio.site_folder);
  if (!file.empty()) {
    response.set_content(os::read_text(file), type_of(file));
    if (request.path.starts_with("/studio/"))
      response.set_header(
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src "
          "'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors "
          "'none'");
  } else {
    response.status = 404;
    const bool page = request.path.ends_with(".html") || request.path.ends_with('/');
    response.set_content(page && !fs::exists(studio.site_folder) ? kNoSite : "there is no such file\n",
                         page ? "text/html; charset=utf-8" : "text/plain");
  }
}

Json question_of(const Request& request) {
  const Json question = Json::parse(request.body, nullptr, false);
  if (!question.is_object()) throw Refused(400, "the body is not a JSON object");
  return question;
}

// Turns a handler's exception into a response.
template <typename Do>
void answering(Response& response, Do&& work) {
  try {
    work();
  } catch (const Refused& refused) {
    refuse(response, refused.status, refused.what(), refused.more);
  } catch (const Json::exception&) {
    refuse(response, 400, "the request lacks a field, or one has the wrong type");
  } catch (const std::exception& error) {
    refuse(response, 500, error.what());
  }
}

void stream(Response& response, Work work) {
  response.set_chunked_content_provider("application/x-ndjson",
                                        [work = std::move(work)](size_t, httplib::DataSink& sink) {
                                          bool lost = false;
                                          const auto tell = [&](const Json& json) {
                                            const std::string line = line_of(json);
                                            lost = lost || !sink.write(line.data(), line.size());
                                          };
                                          try {
                                            work({tell, [&] { return lost || !sink.is_writable(); }});
                                          } catch (const std::exception& error) {
                                            tell({{"error", error.what()}});
                                          }
                                          sink.done();
                                          return true;
                                        });
}

}  // namespace

std::string no_server() { return ""; }

bool serve(const Studio& studio, Runs& runs) {
  const os::CatchInterrupts interrupts;
  auto own = std::make_unique<httplib::Server>();
  httplib::Server& server = *own;
  Door door;
  door.token = new_token();
  std::mutex one;
  server.new_task_queue = [] { return new httplib::ThreadPool(64); };
  server.set_payload_max_length(kMostBody);
  server.set_keep_alive_max_count(1);  // a refused request may have left an unread body
  server.set_keep_alive_timeout(1);
  server.set_read_timeout(2);
  server.set_tcp_nodelay(true);
  server.set_socket_options([](auto socket) {  // without SO_REUSEPORT: two studios must not share a port
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  server.set_default_headers({{"X-Content-Type-Options", "nosniff"},
                              {"X-Frame-Options", "DENY"},
                              {"Referrer-Policy", "no-referrer"},
                              {"Cross-Origin-Resource-Policy", "same-origin"},
                              {"Cache-Control", "no-store"}});
  server.set_expect_100_continue_handler([](const Request&, Response&) { return 417; });
  server.set_pre_routing_handler([&](const Request& request, Response& response) {
    const Refusal no = refusal(asked(request), door);
    if (no.status == 0) return httplib::Server::HandlerResponse::Unhandled;
    refuse(response, no.status, no.why);
    return httplib::Server::HandlerResponse::Handled;
  });
  for (const auto& [name, answer] : studio.answers)
    server.Post("/api/" + name, [&one, &answer = answer](const Request& request, Response& response) {
      answering(response, [&] {
        const std::lock_guard lock(one);
        response.set_content(line_of(answer(question_of(request))), "application/json");
      });
    });
  for (const auto& [name, worker] : studio.workers)
    server.Post("/api/" + name, [&one, &worker = worker](const Request& request, Response& response) {
      answering(response, [&] {
        const std::lock_guard lock(one);
        stream(response, worker(question_of(request)));
      });
    });
  server.Get("/.*", [&](const Request& request, Response& response) {
    if (request.path == "/studio" || (request.path == "/" && !fs::exists(studio.site_folder)))
      return response.set_redirect("/studio/");
    answering(response, [&] { send_file(studio, request, response); });
  });

  const char* here = "127.0.0.1";
  if (studio.port == 0)
    door.port = server.bind_to_any_port(here);
  else
    door.port = server.bind_to_port(here, studio.port) ? studio.port : -1;
  if (door.port <= 0)
    throw os::Error(studio.port == 0 ? "no port of 127.0.0.1 is free"
                                     : fmt::format("port {} is in use: without --port, a free one is chosen",
                                                   studio.port));
  std::atomic<bool> ended = false;
  std::thread listening([&] {
    server.listen_after_bind();
    ended = true;
  });
  while (!server.is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  studio.ready(door.port, door.token);
  while (!os::CatchInterrupts::caught()) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  runs.end_all();
  server.stop();
  for (int i = 0; i < 40 && !ended; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  if (!ended) {
    static_cast<void>(own.release());
    listening.detach();
    return false;
  }
  listening.join();
  return true;
}

}  // namespace ladder::studio

#else

namespace ladder::studio {

std::string no_server() {
  return "this build has no server: install cpp-httplib (Debian, Ubuntu: libcpp-httplib-dev), then run "
         "again";
}
bool serve(const Studio&, Runs&) { throw os::Error(no_server()); }

}  // namespace ladder::studio
#endif
