// Finds the step of a trace (docs/trace.md) in which a finding happens.
import { elements, lanes, objectOf, writes } from '../theme/trace.js'

// "block 3, thread 17"; in a block of several dimensions "block 3, thread (1, 2)". The result is the block and the thread's linear index.
const threadOf = (text, [x, y] = [0, 0]) => {
  const [, block, one, several] = /^block (\d+), thread (?:(\d+)|\(([\d, ]+)\))$/.exec(text) ?? []
  if (block === undefined) return []
  const [i, j = 0, k = 0] = (one ?? several).split(', ').map(Number)
  return [Number(block), i + x * (j + y * k)]
}
export const blockOf = (hazard) => threadOf(hazard.where.find(({ thread }) => threadOf(thread).length > 0)?.thread ?? '')[0]

// { interval, at, threads }, with the threads of this block that are involved; undefined if this trace does not contain the finding.
export function stepOf(trace, hazard) {
  const sides = hazard.where
    .map(({ file, line, thread, access }) => {
      const [block, index] = threadOf(thread, trace.shape)
      return { file, line, access, block, thread: index }
    })
    .filter(({ block, line }) => block === trace.block_index && line > 0)
  if (sides.length === 0) return undefined
  const [, object, index] = /^(\w+)(?:\[(\d+)\])?/.exec(hazard.object) ?? [], of_rows = /\]\[/.test(hazard.object)
  const touches = (step, lane, access) =>
    step.index && (access !== 'read') === writes(step) && objectOf(step, lane) === object && (of_rows || elements(step, lane).some(([element]) => element === Number(index)))
  const find = (steps, { file, line, access, thread }, exactly) =>
    steps.findIndex((step) => {
      const lane = thread % 32
      return step.line === line && (step.file ?? trace.file) === file && step.warp === Math.floor(thread / 32) && lanes(step)[lane] && (!exactly || touches(step, lane, access))
    })
  for (const exactly of object ? [true, false] : [false])
    for (const wanted of [sides, ...sides.map((side) => [side])])
      for (const [interval, { steps }] of trace.intervals.entries()) {
        const found = wanted.map((side) => find(steps, side, exactly))
        if (found.every((at) => at >= 0)) return { interval, at: Math.max(...found), threads: sides.map(({ thread }) => thread) }
      }
  return undefined
}
