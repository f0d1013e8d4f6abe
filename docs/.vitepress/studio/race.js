// Finds the step of a trace (docs/trace.md) in which a finding happens.
import { elements, lanes, objectOf, writes } from '../theme/trace.js'

const base = (file) => file.slice(file.lastIndexOf('/') + 1) // a program's trace names whole paths
// "block 3, thread 17"; in a block of several dimensions "block 3, thread (1, 2)". The result is the block and the thread's linear index.
const threadOf = (text, [x, y] = [0, 0]) => {
  const [, block, one, several] = /^block (\d+), thread (?:(\d+)|\(([\d, ]+)\))$/.exec(text) ?? []
  if (block === undefined) return []
  const [i, j = 0, k = 0] = (one ?? several).split(', ').map(Number)
  return [Number(block), i + x * (j + y * k)]
}
export const blockOf = (hazard) => threadOf(hazard.where.find(({ thread }) => threadOf(thread).length > 0)?.thread ?? '')[0]

// { interval, at, threads, sides }: the last of the accesses in one interval, the threads of this block that are involved, and each
// access, { line, access, thread, interval, at }. undefined if this trace does not contain the finding.
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
      return step.line === line && base(step.file ?? trace.file) === base(file) && step.warp === Math.floor(thread / 32) && lanes(step)[lane] && (!exactly || touches(step, lane, access))
    })
  for (const exactly of object ? [true, false] : [false])
    for (const wanted of [sides, ...sides.map((side) => [side])])
      for (const [interval, { steps }] of trace.intervals.entries()) {
        const found = wanted.map((side) => find(steps, side, exactly))
        if (found.some((at) => at < 0)) continue
        const each = wanted.map(({ line, access, thread }, i) => ({ line, access, thread, interval, at: found[i] }))
        return { interval, at: Math.max(...found), threads: sides.map(({ thread }) => thread), sides: each }
      }
  return undefined
}

const factOf = (finding, name) => finding?.[name] ?? Object.values(finding ?? {}).reduce((found, part) => found ?? (typeof part === 'object' ? factOf(part, name) : undefined), undefined)
// The first finding of a judge's step that has accesses, such as a race, as [{ where, object, block, n }], or []: n is that of the
// case, or the smallest one whose last block is theirs.
export function placesOf({ evidence, findings = [] }) {
  const isPlace = ({ cause, thread }) => cause === 'place' && thread
  const from = findings.findIndex(isPlace), after = findings.findIndex((one, i) => i > from && !isPlace(one))
  const where = from < 0 ? [] : findings.slice(from, after < 0 ? undefined : after), index = blockOf({ where })
  if (index === undefined || !evidence.block) return []
  const n = Number(/^n = (\d+)/.exec(factOf(findings[from - 1], 'case'))?.[1])
  return [{ where, object: factOf(findings[from - 1], 'object'), block: evidence.block, n: n || (index + 1) * evidence.block }]
}
