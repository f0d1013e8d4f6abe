// The access control of ./ladder studio. docs/.vitepress/tests/studio.test.js sends requests of this kind to a
// running studio.
#include <filesystem>

#include "tests/catch.h"
#include "os/files.h"
#include "studio/guard.h"

using namespace ladder;

namespace fs = std::filesystem;
using studio::Asked;

namespace {

const studio::Door kDoor = {4000, "0123456789abcdef0123456789abcdef"};

Asked a_run() {
  Asked a;
  a.method = "POST", a.path = "/api/judge";
  a.host = "127.0.0.1:4000", a.origin = "http://127.0.0.1:4000", a.site = "same-origin";
  a.token = kDoor.token, a.type = "application/json", a.length = "100";
  return a;
}
Asked a_file() {
  Asked a;
  a.method = "GET", a.path = "/studio/", a.host = "localhost:4000";
  return a;
}
int status(Asked a, void (*change)(Asked&)) {
  change(a);
  return studio::refusal(a, kDoor).status;
}

}  // namespace

TEST_CASE("the studio's page may run programs and open its own files") {
  CHECK(studio::refusal(a_run(), kDoor).status == 0);
  CHECK(studio::refusal(a_file(), kDoor).status == 0);
  CHECK(status(a_run(), [](Asked& a) { a.origin.reset(), a.site.reset(); }) == 0);  // curl, with the token
  CHECK(status(a_run(), [](Asked& a) { a.type = "application/json; charset=utf-8"; }) == 0);
  CHECK(status(a_run(), [](Asked& a) { a.length = std::to_string(studio::kMostBody); }) == 0);
  CHECK(status(a_file(), [](Asked& a) { a.site = "cross-site", a.mode = "navigate"; }) == 0);  // a link to it
}

TEST_CASE("a request without the studio's token, or from another page, is refused") {
  CHECK(status(a_run(), [](Asked& a) { a.token.reset(); }) == 403);
  CHECK(status(a_run(), [](Asked& a) { a.token = ""; }) == 403);
  CHECK(status(a_run(), [](Asked& a) { a.token = "0123456789abcdef"; }) == 403);
  CHECK(status(a_run(), [](Asked& a) { a.token = "0123456789abcdef0123456789abcdee"; }) == 403);
  CHECK(studio::refusal(a_run(), {4000, ""}).status == 403);
  CHECK(status(a_run(), [](Asked& a) { a.host.reset(); }) == 403);
  CHECK(status(a_run(), [](Asked& a) { a.host = "evil.example:4000"; }) == 403);
  CHECK(status(a_run(), [](Asked& a) { a.host = "127.0.0.1:4001"; }) == 403);
  CHECK(status(a_run(), [](Asked& a) { a.host = "127.0.0.1"; }) == 403);
  CHECK(status(a_run(), [](Asked& a) { a.origin = "http://evil.example"; }) == 403);
  CHECK(status(a_run(), [](Asked& a) { a.origin = "null"; }) == 403);
  CHECK(status(a_run(), [](Asked& a) { a.origin = "http://localhost:4000"; }) == 403);
  CHECK(status(a_run(), [](Asked& a) { a.site = "cross-site"; }) == 403);
  CHECK(status(a_run(), [](Asked& a) { a.site = "same-site", a.mode = "navigate"; }) == 403);
  CHECK(status(a_run(), [](Asked& a) { a.other_protocol = true; }) == 400);
  CHECK(status(a_run(), [](Asked& a) { a.method = "GET"; }) == 405);
  CHECK(status(a_run(), [](Asked& a) { a.type = "text/plain"; }) == 415);
  CHECK(status(a_run(), [](Asked& a) { a.type.reset(); }) == 415);
  CHECK(status(a_run(), [](Asked& a) { a.length = std::to_string(studio::kMostBody + 1); }) == 413);
  CHECK(status(a_run(), [](Asked& a) { a.length = "99999999999999999999"; }) == 413);
  CHECK(status(a_run(), [](Asked& a) { a.length = "-1"; }) == 413);
  CHECK(status(a_run(), [](Asked& a) { a.length.reset(); }) == 413);
  CHECK(status(a_file(), [](Asked& a) { a.host = "evil.example:4000"; }) == 403);
  CHECK(status(a_file(), [](Asked& a) { a.site = "cross-site", a.mode = "no-cors"; }) == 403);
  CHECK(status(a_file(), [](Asked& a) { a.method = "PUT"; }) == 405);
  for (const char* path : {"", "x", "/../x", "/studio/../../x", "/studio//x", "/a\\b", "/a b", "/\x01"}) {
    Asked a = a_file();
    a.path = path;
    CHECK(studio::refusal(a, kDoor).status == 400);
  }
}

TEST_CASE("the studio's server serves files from its two folders, and no others") {
  const fs::path root = fs::temp_directory_path() / ("studio_guard_" + studio::new_token());
  fs::create_directories(root / "page");
  fs::create_directories(root / "site/sub");
  os::write_text((root / "page/index.html").string(), "page");
  os::write_text((root / "site/sub/a.html").string(), "a");
  os::write_text((root / "secret").string(), "secret");
  fs::create_symlink(root / "secret", root / "site/link");
  const auto file = [&](const char* path) {
    const std::string found = studio::file_of(path, (root / "page").string(), (root / "site").string());
    return found.empty() ? "" : fs::path(found).lexically_relative(fs::canonical(root)).string();
  };
  CHECK(file("/studio/") == "page/index.html");
  CHECK(file("/sub/a.html") == "site/sub/a.html");
  CHECK(file("/sub") == "");
  CHECK(file("/none") == "");
  CHECK(file("/../secret") == "");
  CHECK(file("/studio/../secret") == "");
  CHECK(file("/link") == "");
  fs::remove_all(root);
}

TEST_CASE("a studio file must be in this folder") {
  for (const char* name : {"a.cu", "my_kernel-2.cu", "A.b.cu"}) CHECK(studio::is_own_name(name));
  for (const char* name :
       {"", ".cu", "a.cpp", "../a.cu", "b/a.cu", "/a.cu", ".a.cu", "-a.cu", "a b.cu", "a.cu\n", "ä.cu"})
    CHECK_FALSE(studio::is_own_name(name));
}

TEST_CASE("two texts have different versions, and two studios different tokens") {
  CHECK(studio::version_of("a") == studio::version_of("a"));
  CHECK(studio::version_of("a") != studio::version_of("b"));
  CHECK(studio::version_of("ab") != studio::version_of("ba"));
  CHECK(studio::new_token().size() == 32);
  CHECK(studio::new_token() != studio::new_token());
}
