#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

#include "os/child.h"
#include "practice/runner_protocol.h"

namespace ladder::practice {

bool send_text(int socket, const std::string& text) {
  const std::string frame = os::framed(text);
  for (size_t sent = 0; sent < frame.size();) {
    const ssize_t some = send(socket, frame.data() + sent, frame.size() - sent, MSG_NOSIGNAL);
    if (some < 0 && errno == EINTR) continue;
    if (some <= 0) return false;
    sent += static_cast<size_t>(some);
  }
  return true;
}

bool receive_text(int socket, std::string& text, size_t most) {
  const auto fill = [socket](char* to, size_t bytes) {
    for (size_t got = 0; got < bytes;) {
      const ssize_t some = read(socket, to + got, bytes - got);
      if (some < 0 && errno == EINTR) continue;
      if (some <= 0) return false;
      got += static_cast<size_t>(some);
    }
    return true;
  };
  uint64_t length = 0;
  if (!fill(reinterpret_cast<char*>(&length), sizeof length) || length > most) return false;
  text.resize(length);
  return fill(text.data(), length);
}

}  // namespace ladder::practice
