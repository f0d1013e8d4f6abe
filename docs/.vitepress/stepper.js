// Replaces a stepper mark in the Markdown with the component Stepper, which reads traces that the program writes
// while the site is built. Until it is loaded, the content between the marks (a drawing, for GitHub) is shown.
//   <!-- stepper: reduce/v0 reduce/v1 n=64 block=64 --> … <!-- /stepper -->
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { docs } from './pages.js'
import { repository, trace } from './ladder.js'

const opening = /^<!-- stepper: (.*?) -->$/gm

function parse(mark) {
  const words = mark.trim().split(/\s+/)
  const options = Object.fromEntries(words.filter((word) => word.includes('=')).map((word) => word.split('=')))
  return words
    .filter((word) => !word.includes('='))
    .map((id) => {
      const name = [id.replace('/', '-'), ...Object.entries(options).map((pair) => pair.join('-'))].join('_')
      return { id, options, file: `traces/${name}.json` }
    })
}

export function stepperMark(md) {
  md.core.ruler.push('stepper', ({ tokens, env }) => {
    const kind = env.relativePath === 'index.md' ? ' front' : '' // the stepper on the front page is small
    for (const token of tokens.filter((token) => token.type === 'html_block')) {
      const block = token.content.trim()
      for (const [whole, mark] of block.matchAll(opening))
        token.content = token.content.replace(whole, `<Stepper traces="${parse(mark).map(({ file }) => `/${file}`).join(' ')}"${kind}>`)
      token.content = token.content.replace(/^<!-- \/stepper -->$/m, '</Stepper>')
    }
  })
}

// The trace, and the source files to which it refers.
function withSources({ id, options }) {
  const recorded = trace(id, options)
  const files = new Set([recorded.file])
  for (const { steps } of recorded.intervals) for (const { file } of steps) if (file) files.add(file)
  const sources = Object.fromEntries([...files].map((file) => [file, readFileSync(join(repository, file), 'utf8').split('\n')]))
  return JSON.stringify({ ...recorded, sources })
}

const marks = (file) => (existsSync(join(docs, file)) ? [...readFileSync(join(docs, file), 'utf8').matchAll(opening)] : [])

export const withSteppers = (pages) => pages.filter((name) => marks(`${name}.md`).length > 0)
export const traceFiles = (pages) =>
  pages.flatMap((name) =>
    marks(`${name}.md`).flatMap(([, mark]) => parse(mark).map((wanted) => [wanted.file, () => withSources(wanted)]))
  )
