// Data that the stepper reads from traces (docs/trace.md). A step is one instruction of one warp; an interval goes from
// one barrier to the next.

export const lanes = (step) => Array.from({ length: 32 }, (_, lane) => ((parseInt(step.lanes, 16) >>> lane) & 1) === 1)

// The positions of the slider: [{ interval, steps: [a step or null for each trace] }, …]. All traces are always
// in the same interval; a trace with fewer instructions in it waits for the others (null).
export function moments(traces) {
  const found = []
  for (let interval = 0; interval < Math.max(...traces.map((trace) => trace.intervals.length)); interval++) {
    const steps = traces.map((trace) => trace.intervals[interval]?.steps ?? [])
    for (let at = 0; at < Math.max(1, ...steps.map((list) => list.length)); at++)
      found.push({ interval, at, steps: steps.map((list) => list[at] ?? null) })
  }
  return found
}

const isShared = (step) => step.kind.startsWith('shared')
const isGlobal = (step) => step.kind.startsWith('global') || step.kind.startsWith('bulk')
export const writes = (step) => /_(store|atomic)$/.test(step.kind)
export const objectOf = (step, lane) => (Array.isArray(step.object) ? step.object[lane] : step.object)

// The elements that a lane accesses: [[index, value or undefined], …]; several if the access is a vector.
export function elements(step, lane) {
  const first = step.index?.[lane]
  if (first === null || first === undefined) return []
  const values = step.values?.[lane]
  return (Array.isArray(values) ? values : [values]).map((value, i) => [first + i, value])
}

// The number of different 4-byte words that the request needs from each of the 32 banks.
export function wordsByBank(step) {
  const words = Array.from({ length: 32 }, () => new Set())
  if (isShared(step))
    lanes(step).forEach((active, lane) => {
      if (!active || step.bank[lane] === null) return
      const first = Math.floor(step.address[lane] / 4)
      for (let i = 0; i < Math.max(1, step.bytes / 4); i++) words[(step.bank[lane] + i) % 32].add(`${objectOf(step, lane)} ${first + i}`)
    })
  return words.map((set) => set.size)
}
// A vector of k words takes k passes even without a conflict.
export const isConflict = (step, words) => words > Math.max(1, step.bytes / 4)
export const hasConflict = (step) => Boolean(step?.bank) && wordsByBank(step).some((words) => isConflict(step, words))

// The 32-byte sectors that the request touches: [{ object, sector, words: [8 of true or false] }, …].
export function sectors(step) {
  const found = new Map()
  if (isGlobal(step))
    lanes(step).forEach((active, lane) => {
      if (!active || step.address?.[lane] == null) return
      for (let byte = step.address[lane]; byte < step.address[lane] + step.bytes; byte += Math.min(4, step.bytes)) {
        const sector = step.sector[lane] + Math.floor(byte / 32) - Math.floor(step.address[lane] / 32)
        const key = `${objectOf(step, lane)} ${sector}`
        if (!found.has(key)) found.set(key, { object: objectOf(step, lane), sector, words: Array(8).fill(false) })
        found.get(key).words[Math.floor((byte % 32) / 4)] = true
      }
    })
  return [...found.values()].sort((a, b) => a.sector - b.sector)
}

// The bank at which each array of shared memory begins, its length, and the number of words per element.
export function sharedArrays(trace) {
  return trace.objects
    .filter(({ space }) => space === 'shared')
    .map(({ name, element_bytes }) => {
      let length = 0, firstBank = 0
      for (const { steps, shared } of trace.intervals) {
        length = Math.max(length, shared[name]?.length ?? 0)
        for (const step of steps.filter(isShared))
          lanes(step).forEach((active, lane) => {
            if (active && objectOf(step, lane) === name)
              firstBank = (((step.bank[lane] - Math.floor(step.address[lane] / 4)) % 32) + 32) % 32
          })
      }
      return { name, length, firstBank, words: element_bytes / 4 }
    })
}

// The contents of each array of shared memory after step `at` of an interval. At the interval's end, they are taken from the
// trace; before that, they are the values that the stores have written so far.
export function sharedMemory(trace, interval, at) {
  const memory = {}
  const put = (arrays) => {
    for (const [name, values] of Object.entries(arrays)) memory[name] = [...values]
  }
  for (const { shared } of trace.intervals.slice(0, interval)) put(shared)
  const { steps, shared } = trace.intervals[interval] ?? { steps: [], shared: {} }
  if (at >= steps.length - 1) put(shared)
  else
    for (const step of steps.slice(0, at + 1))
      if (isShared(step) && writes(step))
        lanes(step).forEach((_, lane) => {
          for (const [index, value] of elements(step, lane)) (memory[objectOf(step, lane)] ??= [])[index] = value
        })
  return memory
}

// The counts from the beginning of the block up to step `at` of an interval, and of the whole block.
export function counts(trace, interval, at) {
  const total = { 'instructions shown': 0, 'shared requests': 0, 'shared wavefronts': 0, 'global requests': 0, 'global sectors': 0, divisions: 0, shuffles: 0, barriers: 0 }
  const add = (step) => {
    total['instructions shown']++
    if (isShared(step)) total['shared requests']++
    if (isGlobal(step)) total['global requests']++
    if (step.kind === 'division') total.divisions++
    if (step.kind.startsWith('shuffle')) total.shuffles++
    if (step.kind === 'barrier') total.barriers++
    total['shared wavefronts'] += step.wavefronts ?? 0
    total['global sectors'] += step.sectors ?? 0
  }
  for (const { steps } of trace.intervals.slice(0, interval)) steps.forEach(add)
  trace.intervals[interval]?.steps.slice(0, at + 1).forEach(add)
  return total
}

const number = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`

// A description of the step, also for screen readers.
export function sentence(step) {
  const active = lanes(step).filter(Boolean).length
  const what = step.kind.replace('_', ' ')
  const names = [...new Set([step.object].flat().filter(Boolean))].join(', ')
  const cost = step.wavefronts ? `, ${number(step.wavefronts, 'wavefront')}` : step.sectors ? `, ${number(step.sectors, 'sector')}` : ''
  return `Warp ${step.warp}, line ${step.line}: ${what}${names ? ` of ${names}` : ''} by ${number(active, 'lane')}${cost}`
}
