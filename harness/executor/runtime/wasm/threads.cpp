// Threads of host code: a module has one, so a thread runs to its end when it is created. One that waits for what another does
// later never ends, and the program is stopped with the line that it has reached.
#include <pthread.h>

#include <cerrno>
#include <vector>

namespace {

std::vector<void*>& results() {
  static auto& all = *new std::vector<void*>;
  return all;
}

}  // namespace

extern "C" {

int pthread_create(pthread_t* thread, const pthread_attr_t*, void* (*function)(void*), void* argument) {
  results().push_back(nullptr);
  const size_t number = results().size();  // 0: no thread
  *thread = reinterpret_cast<pthread_t>(number);
  void* result = function(argument);
  results()[number - 1] = result;
  return 0;
}

int pthread_join(pthread_t thread, void** result) {
  const auto number = reinterpret_cast<size_t>(thread);
  if (number == 0 || number > results().size()) return ESRCH;
  if (result != nullptr) *result = results()[number - 1];
  return 0;
}

int pthread_detach(pthread_t) { return 0; }

}  // extern "C"
