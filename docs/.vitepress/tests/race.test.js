// A finding leads to its step, even in a two-dimensional block.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockOf, stepOf } from '../studio/race.js'

const step = (warp, line, kind, index) => ({ warp, line, kind, lanes: 'ffffffff', object: 'tile', index: Array.from({ length: 32 }, (_, lane) => index + lane) })
const trace = (shape) => ({
  file: 'a.cu',
  block_index: 2,
  shape,
  intervals: [{ steps: [step(0, 9, 'shared_store', 0), step(0, 12, 'shared_load', 32), step(1, 9, 'shared_store', 32)] }],
})
const race = (reader, writer, object) => ({
  object,
  where: [
    { file: 'a.cu', line: 12, thread: `block 2, thread ${reader}`, access: 'read' },
    { file: 'a.cu', line: 9, thread: `block 2, thread ${writer}`, access: 'write' },
  ],
})

test('the step of a race between two threads is found by their warps and lines', () => {
  const { sides, ...step } = stepOf(trace(), race('1', '33', 'tile[33]'))
  assert.deepEqual(step, { interval: 0, at: 2, threads: [1, 33] })
  assert.deepEqual(sides.map(({ line, at, thread }) => [line, at, thread]), [[12, 1, 1], [9, 2, 33]])
  assert.deepEqual(stepOf(trace([32, 32, 1]), race('(1, 0)', '(1, 1)', 'tile[1][1]')), { ...step, sides })
  assert.equal(blockOf(race('(1, 0)', '(1, 1)', 'tile[1][1]')), 2)
})

test('a finding without a thread, or in another block, has no step', () => {
  assert.equal(stepOf(trace(), { object: '', where: [{ file: 'a.cu', line: 9, thread: '', access: 'launch' }] }), undefined)
  assert.equal(stepOf({ ...trace(), block_index: 0 }, race('1', '33', 'tile[33]')), undefined)
})
