// Queries the program for the list of stages and for the traces of thread blocks.
import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'

export const repository = resolve(import.meta.dirname, '../..')

// LADDER names a program to use instead of the one that ./ladder builds.
function ladder(...args) {
  const program = resolve(repository, process.env.LADDER || 'ladder')
  return JSON.parse(
    execFileSync(program, args, {
      cwd: repository,
      env: { LADDER_PRESET: 'cpu', ...process.env },
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'inherit']
    })
  )
}

let stages
export const allStages = () => (stages ??= ladder('list', '--json'))

// options: { n: '64', block: '64', block_index: '0', … }, as in a stepper mark
const traces = new Map()
export function trace(id, options) {
  const flags = Object.entries({ input: 'iota', ...options }).flatMap(([key, value]) => [`--${key.replace('_', '-')}`, value])
  const key = [id, ...flags].join(' ')
  if (!traces.has(key)) traces.set(key, ladder('trace', id, ...flags, '--quiet', '--json', '-'))
  return traces.get(key)
}
