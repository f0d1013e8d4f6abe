// Threads of host code. A module has only one thread, so a thread that the program creates runs to completion
// immediately. If the new thread waits for a later action of another thread, it never ends; the program is
// then stopped, and the line that waits is reported.
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
