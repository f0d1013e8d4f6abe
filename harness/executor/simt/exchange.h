// Does a kernel use an atomic's result? g++ removes the call to a pure function whose result is not used.
#pragma once

namespace simt {

template <typename T>
[[gnu::pure]] T result_used(const T* address, T old) noexcept;

}  // namespace simt
