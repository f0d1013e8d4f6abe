// The reader's progress: the exercises of `./ladder practice --json FILE`, stored in this browser and sent nowhere. The
// progress page and the studio store them; the sidebar (reading.js) shows ✓ after each solved exercise, and the number solved
// in each track.
import { store, stored } from './store.js'

const name = 'warp-ladder-progress'
let sheet

// [{ id, idea, state }, …]
export function kept() {
  try {
    return JSON.parse(stored(name)) ?? []
  } catch {
    return []
  }
}
export function keep(exercises) {
  store(name, exercises.length > 0 ? JSON.stringify(exercises.map(({ id, idea, state }) => ({ id, idea, state }))) : undefined)
}

// [[track, its exercises], …]
export function byTrack(exercises) {
  const found = new Map()
  for (const exercise of exercises) {
    const track = exercise.id.split('/')[0]
    found.set(track, [...(found.get(track) ?? []), exercise])
  }
  return [...found]
}
export const reached = (exercises) => exercises.filter(({ state }) => state === 'reached')

export function showMarks() {
  const exercises = kept().filter(({ id }) => /^[\w./]+$/.test(id))
  const rule = (what, sign, words) => `.state[data-exercise="${what}"]::after { content: '${sign}'; content: '${sign}' / '${words}'; }`
  if (!sheet) document.adoptedStyleSheets = [...document.adoptedStyleSheets, (sheet = new CSSStyleSheet())]
  sheet.replaceSync(
    [
      ...exercises.filter(({ state }) => state !== 'not begun').map(({ id, state }) => rule(id, state === 'reached' ? '✓' : '…', state)),
      ...byTrack(exercises).filter(([, all]) => reached(all).length > 0).map(([track, all]) => rule(track, `${reached(all).length}/${all.length}`, `${reached(all).length} of ${all.length} solved`))
    ].join('\n')
  )
}
