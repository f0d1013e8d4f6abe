#include "studio/guard.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "data/fingerprint.h"
#include "os/error.h"

namespace ladder::studio {
namespace {

namespace fs = std::filesystem;

// Takes the same time no matter where the two texts differ.
bool same_secret(const std::string& a, const std::string& b) {
  unsigned differ = a.size() != b.size();
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    differ |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  return differ == 0 && !b.empty();
}

bool is_path(const std::string& path) {
  return path.starts_with('/') && path.size() < 1000 && path.find("..") == std::string::npos &&
         path.find("//") == std::string::npos &&
         std::all_of(path.begin(), path.end(), [](char c) { return c > ' ' && c < 0x7f && c != '\\'; });
}

bool is_number_up_to(const std::string& text, size_t most) {
  return !text.empty() && text.size() < 10 &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; }) &&
         std::stoul(text) <= most;
}

}  // namespace

Refusal refusal(const Asked& a, const Door& door) {
  const std::array hosts = {fmt::format("127.0.0.1:{}", door.port), fmt::format("localhost:{}", door.port)};
  if (!a.host || std::find(hosts.begin(), hosts.end(), *a.host) == hosts.end())
    return {403, "the studio has a different address"};  // DNS rebinding
  if (a.origin && *a.origin != "http://" + *a.host) return {403, "the request comes from another site"};
  if (a.other_protocol) return {400, "only plain HTTP is accepted, without chunked bodies"};
  if (!is_path(a.path)) return {400, "no such address"};
  if (!a.path.starts_with("/api/")) {
    // A link or a bookmark may lead here; an image or script on another page may not.
    if (a.site && *a.site != "same-origin" && *a.site != "none" && a.mode != "navigate")
      return {403, "the request comes from another site"};
    if (a.method != "GET" && a.method != "HEAD") return {405, "files can only be read"};
    return {};
  }
  if (a.site && *a.site != "same-origin") return {403, "the request comes from another site"};
  if (!a.token || !same_secret(*a.token, door.token))
    return {403, "the token is missing: open the address that ./ladder studio has printed"};
  if (a.method != "POST") return {405, "only POST is accepted"};
  if (!a.type || a.type->substr(0, a.type->find(';')) != "application/json")
    return {415, "only JSON is accepted"};
  if (!a.length || !is_number_up_to(*a.length, kMostBody))
    return {413, "the body is too large, or its length is unknown"};
  return {};
}

std::string new_token() {
  std::array<unsigned char, 16> bytes{};
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    throw os::Error("this system provides no random numbers");
  std::string token;
  for (const unsigned char byte : bytes) token += fmt::format("{:02x}", byte);
  return token;
}

std::string file_of(const std::string& path, const std::string& page_folder, const std::string& site_folder) {
  constexpr const char* kPage = "/studio/";
  const bool page = path.starts_with(kPage);
  const fs::path folder = page ? page_folder : site_folder;
  const std::string name = path.substr(page ? std::string(kPage).size() : 1);
  std::error_code error;
  const fs::path root = fs::canonical(folder, error);
  const fs::path file =
      fs::canonical(folder / (name.empty() || name.ends_with('/') ? name + "index.html" : name), error);
  if (error || !fs::is_regular_file(file, error)) return "";
  return std::mismatch(root.begin(), root.end(), file.begin(), file.end()).first == root.end() ? file.string()
                                                                                               : "";
}

bool is_own_name(const std::string& name) {
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
  };
  return name.size() > 3 && name.size() < 100 && name.ends_with(".cu") && name[0] != '.' && name[0] != '-' &&
         std::all_of(name.begin(), name.end(), allowed);
}

std::string version_of(const std::string& text) {
  return fmt::format("{:016x}", data::fingerprint(text.data(), text.size()));
}

}  // namespace ladder::studio
