// Access control: a studio runs compilers, so a page from another site, or another user of this computer,
// must not reach it. Used by server.cpp; independent of the network, so that it can be tested alone.
#pragma once
#include <optional>
#include <string>

namespace ladder::studio {

constexpr size_t kMostText = size_t{256} << 10;  // bytes of a file
constexpr size_t kMostBody =
    6 * kMostText + (16 << 10);  // for a request: in JSON, a character may need six bytes

struct Door {
  int port = 0;
  std::string token;
};
struct Asked {  // the relevant parts of a request; nullopt: the header was not sent
  std::string method, path;
  std::optional<std::string> host, origin, site, mode, token, type, length;
  bool other_protocol = false;  // Upgrade, Transfer-Encoding
};
struct Refusal {
  int status = 0;  // 0: admitted
  std::string why;
};

// Everything except files is requested by POST under /api/, as JSON, with the token.
Refusal refusal(const Asked&, const Door&);

std::string new_token();  // 128 random bits

// The file at an address, in one of two folders: that of the studio's page, or that of the site. "": there
// is none.
std::string file_of(const std::string& path, const std::string& page_folder, const std::string& site_folder);

// Is this a file in this folder ("my.cu"), and not in any other?
bool is_own_name(const std::string&);

// A hash of a file's text. Never "", which stands for a missing file.
std::string version_of(const std::string& text);

}  // namespace ladder::studio
