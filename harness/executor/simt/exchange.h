// Shows whether a kernel uses the result of an atomic: g++ removes the call to a pure function if its result
// is not used.
#pragma once

namespace ladder::simt {

template <typename T>
[[gnu::pure]] T result_used(const T* address, T old) noexcept;

}  // namespace ladder::simt
