// Who may come in: a studio runs compilers, so a page of another site, or another user of this computer, must not reach it.
// Used by server.cpp; without a network, so that it can be tested alone.
#pragma once
#include <optional>
#include <string>

namespace studio {

constexpr size_t kMostText = size_t{256} << 10;           // bytes of a file
constexpr size_t kMostBody = 6 * kMostText + (16 << 10);  // of a question: as JSON, a character may have six

struct Door {
  int port = 0;
  std::string token;
};
struct Asked {  // what of a request counts; nothing: the header was not sent
  std::string method, path;
  std::optional<std::string> host, origin, site, mode, token, type, length;
  bool other_protocol = false;  // Upgrade, Transfer-Encoding
};
struct Refusal {
  int status = 0;  // 0: it may come in
  std::string why;
};

// All but files are asked for by POST below /api/, as JSON, with the token.
Refusal refusal(const Asked&, const Door&);

std::string new_token();  // 128 bits that nobody can guess

// The file that an address names, below one of two folders: the page of the studio, the site. "": there is none.
std::string file_of(const std::string& path, const std::string& page_folder, const std::string& site_folder);

// "my.cu": a file of this folder, and of no other.
bool is_own_name(const std::string&);

// Of a file's text: two that differ have different ones. Never "", which stands for a file that is not there.
std::string version_of(const std::string& text);

}  // namespace studio
