#include "os/interrupt.h"

#include <array>

namespace ladder::os {
namespace {

constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};
volatile std::sig_atomic_t caught_signal = 0;
int alive = 0;  // the number of nested CatchInterrupts objects

void remember(int signal) { caught_signal = signal; }

}  // namespace

CatchInterrupts::CatchInterrupts() {
  if (alive++ == 0) caught_signal = 0;
  for (size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], nullptr, &before_[i]);
    if (before_[i].sa_handler == SIG_IGN) continue;
    struct sigaction action = {};
    action.sa_handler = remember;
    action.sa_flags = static_cast<int>(SA_RESETHAND);  // without SA_RESTART: poll() must wake up
    sigaction(kSignals[i], &action, nullptr);
  }
}

CatchInterrupts::~CatchInterrupts() {
  --alive;
  for (size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &before_[i], nullptr);
}

int CatchInterrupts::caught() { return caught_signal; }

void CatchInterrupts::restore_defaults() {
  for (const int signal : kSignals) ::signal(signal, SIG_DFL);
  caught_signal = 0;
  alive = 0;
}

}  // namespace ladder::os
