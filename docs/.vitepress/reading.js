// The sidebar is the order of reading in docs/README.md: its headings are the groups, its links the pages. Below a
// track's page are its stages, in the order of `./ladder list`.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allStages } from './ladder.js'
import { front } from './pages.js'

// "the memory" in a sentence is "The memory" in a list; a track keeps its name
const title = (words) => (words.includes(' ') ? words[0].toUpperCase() + words.slice(1) : words).replaceAll('`', '')

// The address of a page that is called index is its folder.
const addressOf = (name) => `/${name.replace(/\/index$/, '/')}`

// The pages below a page that is no track, in the order of its own links: program/bytes, …
const below = (docs, page) =>
  [...new Set([...readFileSync(join(docs, `${page}.md`), 'utf8').matchAll(new RegExp(`\\]\\((${page}/[^):#]+)\\.md\\)`, 'g'))].map(([, name]) => name))].map((name) => ({
    text: readFileSync(join(docs, `${name}.md`), 'utf8').match(/^# (.*)/)[1].replaceAll('`', ''),
    link: addressOf(name)
  }))

// In the order of the list; the pitfalls, which are no ladder, in that of their page.
const rungs = (docs, track) => {
  const stages = allStages().filter((stage) => stage.track === track && existsSync(join(docs, `${stage.id}.md`)))
  if (track === 'pitfalls') {
    const page = readFileSync(join(docs, 'pitfalls.md'), 'utf8')
    stages.sort((a, b) => page.indexOf(`(${a.id}.md)`) - page.indexOf(`(${b.id}.md)`))
  }
  return stages.map((stage) => ({ text: `${stage.stage}: ${stage.idea}`, link: addressOf(stage.id) }))
}

export function sidebar(docs, pages) {
  const groups = []
  const seen = new Set(['README', front])
  for (const line of readFileSync(join(docs, 'README.md'), 'utf8').split('\n')) {
    const heading = line.match(/^## (.*)/)
    if (heading) groups.push({ text: heading[1], items: [] })
    if (groups.length === 0) continue
    for (const [, text, page] of line.matchAll(/\[([^\]]+)\]\(([^):#]+)\.md\)/g)) {
      if (seen.has(page) || page.startsWith('.')) continue
      const stages = rungs(docs, page)
      const items = stages.length > 0 ? stages : below(docs, page)
      for (const name of [page, ...items.map(({ link }) => link.slice(1).replace(/\/$/, '/index'))]) seen.add(name)
      groups.at(-1).items.push({ text: title(text), link: `/${page}`, ...(items.length > 0 && { items, collapsed: true }) })
    }
  }
  const lost = pages.filter((page) => !seen.has(page))
  if (lost.length > 0) throw new Error(`docs/README.md: no link leads to ${lost.map((page) => `${page}.md`).join(', ')}`)
  return groups.filter((group) => group.items.length > 0)
}
