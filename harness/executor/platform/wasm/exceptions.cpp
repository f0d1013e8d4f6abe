// C++ exceptions as clang throws and catches them in WebAssembly (-fwasm-exceptions). This file implements
// exceptions because the C++ library of wasm32-wasip1 is built without them. The host unwinds its own stack;
// a landing pad calls this code to find out which of its handlers matches.
#include <unwind.h>

#include <cstdint>
#include <cstdlib>
#include <exception>
#include <new>
#include <typeinfo>

namespace {

struct Exception {  // precedes the thrown object
  unsigned owners = 0;
  unsigned handlers = 0;  // handlers entered and not yet left
  const std::type_info* type = nullptr;
  void* (*destroy)(void*) = nullptr;  // on WebAssembly, a destructor returns its object
  void* caught_as = nullptr;
  Exception* outer = nullptr;  // the exception being handled when this one was caught
  _Unwind_Exception unwind{};  // identifies exceptions to the host
};
constexpr size_t kHeader = (sizeof(Exception) + 15) / 16 * 16;

void* object_of(Exception* e) { return reinterpret_cast<char*>(e) + kHeader; }
Exception* of_object(void* object) {
  return reinterpret_cast<Exception*>(static_cast<char*>(object) - kHeader);
}
Exception* of_unwind(void* p) {
  return reinterpret_cast<Exception*>(static_cast<char*>(p) - offsetof(Exception, unwind));
}

Exception* handled = nullptr;  // the innermost exception being handled
int uncaught = 0;

void release(Exception* e) {
  if (--e->owners != 0) return;
  if (e->destroy) e->destroy(object_of(e));
  std::free(e);
}

[[noreturn]] void raise(Exception* e) {
  ++uncaught;
  __builtin_wasm_throw(0, &e->unwind);
}

// The C++ library's type_info decides which handler catches which exception.
class Type : public std::type_info {
 public:
  virtual void unused_1() const;
  virtual void unused_2() const;
  virtual bool can_catch(const Type* thrown, void*& object) const = 0;
};

uint32_t unsigned_number(const uint8_t*& at) {
  uint32_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    const uint8_t byte = *at++;
    value |= static_cast<uint32_t>(byte & 127) << shift;
    if (byte < 128) return value;
  }
}
int32_t signed_number(const uint8_t*& at) {
  uint32_t value = 0;
  for (unsigned shift = 0;;) {
    const uint8_t byte = *at++;
    value |= static_cast<uint32_t>(byte & 127) << shift;
    shift += 7;
    if (byte < 128) return static_cast<int32_t>(byte & 64 && shift < 32 ? value | ~0u << shift : value);
  }
}

}  // namespace

extern "C" {

struct {
  int32_t landing_pad;  // the pad's number in the function
  const uint8_t* table;
  int32_t selector;  // read by the landing pad: the type that matched; 0: none
} __wasm_lpad_context;

int __gxx_wasm_personality_v0() { return 0; }  // only the name of this function is used

// Reads the function's table: a start and a type encoding; then, for each landing pad, its number and the first
// of its types; and finally lists of types, as indices that count backwards from the end of the type table.
int _Unwind_CallPersonality(void* exception) {
  constexpr uint8_t kNone = 0xff;
  Exception* const e = of_unwind(exception);
  const uint8_t* at = __wasm_lpad_context.table;
  __wasm_lpad_context.selector = 0;
  if (*at++ != kNone) unsigned_number(at);
  const Type* const* types = nullptr;
  if (*at++ != kNone) {
    const uint32_t offset = unsigned_number(at);
    types = reinterpret_cast<const Type* const*>(at + offset);
  }
  ++at;  // the encoding of the entries that follow
  const uint32_t bytes = unsigned_number(at);
  const uint8_t* const actions = at + bytes;
  uint32_t action = 0;
  for (int32_t pad = 0; at < actions; ++pad) {
    unsigned_number(at);
    action = unsigned_number(at);
    if (pad == __wasm_lpad_context.landing_pad) break;
    action = 0;
  }
  for (const uint8_t* next = actions + action - 1; action != 0;) {
    const int32_t type = signed_number(next);
    const uint8_t* const here = next;
    const int32_t further = signed_number(next);
    if (type > 0) {
      const Type* const wanted = types[-type];
      void* object = object_of(e);
      if (wanted == nullptr || wanted->can_catch(static_cast<const Type*>(e->type), object)) {
        e->caught_as = object;
        __wasm_lpad_context.selector = type;
        return 0;
      }
    }
    if (further == 0) break;
    next = here + further;
  }
  return 0;
}

void* __cxa_allocate_exception(size_t bytes) noexcept {
  void* const p = std::calloc(1, kHeader + bytes);
  if (p == nullptr) std::terminate();
  return object_of(new (p) Exception);
}
void __cxa_free_exception(void* object) noexcept { std::free(of_object(object)); }

[[noreturn]] void __cxa_throw(void* object, std::type_info* type, void* (*destroy)(void*)) {
  Exception* const e = of_object(object);
  e->type = type;
  e->destroy = destroy;
  e->owners = 1;
  raise(e);
}
[[noreturn]] void __cxa_rethrow() {
  if (handled == nullptr) std::terminate();
  Exception* const e = handled;
  ++e->owners;  // __cxa_end_catch() runs before the exception is caught again
  raise(e);
}

void* __cxa_get_exception_ptr(void* exception) noexcept { return of_unwind(exception)->caught_as; }
void* __cxa_begin_catch(void* exception) noexcept {
  Exception* const e = of_unwind(exception);
  --uncaught;
  if (e->handlers++ == 0) {
    e->outer = handled;
    handled = e;
  }
  return e->caught_as ? e->caught_as : object_of(e);
}
void __cxa_end_catch() {
  Exception* const e = handled;
  if (e == nullptr) return;
  if (--e->handlers == 0) handled = e->outer;
  release(e);
}
unsigned __cxa_uncaught_exceptions() noexcept { return static_cast<unsigned>(uncaught); }
void _Unwind_Resume(_Unwind_Exception* e) { __builtin_wasm_throw(0, e); }
}

namespace std {

exception_ptr current_exception() noexcept {
  exception_ptr p;
  if (handled != nullptr) {
    ++handled->owners;
    *reinterpret_cast<void**>(&p) = object_of(handled);
  }
  return p;
}
void rethrow_exception(exception_ptr p) {
  Exception* const e = of_object(*reinterpret_cast<void**>(&p));
  ++e->owners;
  raise(e);
}
exception_ptr::exception_ptr(const exception_ptr& other) noexcept : __ptr_(other.__ptr_) {
  if (__ptr_) ++of_object(__ptr_)->owners;
}
exception_ptr& exception_ptr::operator=(const exception_ptr& other) noexcept {
  exception_ptr copy(other);
  swap(__ptr_, copy.__ptr_);
  return *this;
}
exception_ptr::~exception_ptr() noexcept {
  if (__ptr_) release(of_object(__ptr_));
}
int uncaught_exceptions() noexcept { return uncaught; }
bool uncaught_exception() noexcept { return uncaught > 0; }

}  // namespace std

// The library's operator new would end the program if memory ran out.
void* operator new(size_t bytes) {
  void* const p = std::malloc(bytes == 0 ? 1 : bytes);
  if (p == nullptr) throw std::bad_alloc();
  return p;
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, size_t) noexcept { std::free(p); }
