// __pipeline_memcpy_async() and related functions -*- C++ -*-: CUDA C++ Programming Guide, "Asynchronous data
// copies".
#pragma once
#include "simt/language.h"
#include "simt/pipeline.h"

SIMT_INLINE void __pipeline_memcpy_async(void* to_shared, const void* from_global, size_t size_and_align,
                                         size_t zfill = 0) {
  ladder::simt::async_copy(to_shared, from_global, size_and_align, zfill);
}
SIMT_INLINE void __pipeline_commit() { ladder::simt::async_commit(); }
SIMT_INLINE void __pipeline_wait_prior(size_t pending) { ladder::simt::async_wait(pending); }
