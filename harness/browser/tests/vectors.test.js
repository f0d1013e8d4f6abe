// The structures that a function names decide how wide one access of a GPU is (platform/wasm/host/vectors.js).
import assert from 'node:assert/strict'
import test from 'node:test'
import { alignmentAt, vectorsOf } from '../../executor/platform/wasm/host/vectors.js'

const text = `struct alignas(8) Range { int first, last; };
struct Plain { float a, b, c, d; };
using Vector = const uint4;
namespace {  // a float4 in a comment
__global__ void wide(const float4* x,
                     float* y) {
  if (x) { y[0] = x[0].x; }
}
__global__ void words(float* y, size_t n) { const char* s = "float4 {"; y[0] = s[0]; }
__global__ void both(float4* x, double2 y, float2 z) {}
__global__ void own(Range r) {}
__global__ void renamed(Vector* v) {}
__global__ void plain(Plain* p, float4 v) {}
}
`
const at = (line, bytes, file = 'a.cu') => alignmentAt(vectorsOf({ 'a.cu': text }), { file, line }, bytes)

test('the alignment of the structures that the function names', () => {
  for (const line of [5, 6, 7, 8]) assert.equal(at(line, 16), 16)
  assert.equal(at(9, 8), 0)
  assert.equal(at(10, 16), 16)
  assert.equal(at(10, 8), 8)
  assert.equal(at(11, 8), 8)
  assert.equal(at(12, 16), 16)
  assert.equal(at(13, 16), 4)
})
test('nothing is known outside functions, in other files, and without a line', () => {
  assert.equal(at(2, 8), 0)
  assert.equal(at(5, 8, 'b.cu'), 0)
  assert.equal(alignmentAt([], undefined, 8), 0)
})
