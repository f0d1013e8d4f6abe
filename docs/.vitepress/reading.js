// The sidebar follows the reading order of docs/README.md: its headings become groups, and its links become pages. A page is followed by
// its stages, in the order of `./ladder list`, or its subpages, or else its headings. Entries show titles, not file names.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { anchor } from './anchors.js'
import { allStages } from './ladder.js'
import { front } from './pages.js'

const capital = (words) => (/^v\d/.test(words) ? words : words[0].toUpperCase() + words.slice(1))
const plain = (markdown) => markdown.replace(/<!--.*?-->/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '').trim()
const html = (text) => text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign])

// progress.js fills this element with the reader's progress.
const mark = (what) => `<span class="state" data-exercise="${what}"></span>`

// The address of a page named index is its folder.
const addressOf = (name) => `/${name.replace(/\/index$/, '/')}`
const text = (docs, name) => readFileSync(join(docs, `${name}.md`), 'utf8')

// "# `v2`: sequential addressing" → "Sequential addressing", with v2 before it, if the track has numbered names: such a name
// shows the position on the ladder.
const isNumbered = (name) => /\/v\d/.test(name)
function entry(docs, name, withName) {
  const [, short, title] = text(docs, name).match(/^# (?:`([^`]+)`: |Pitfall: )?(.*)/)
  return { text: `${withName ? `<span class="short">${short}</span> ` : ''}${html(capital(plain(title)))}${mark(name)}`, link: addressOf(name) }
}

// The pages below a page that is not a track, in the order of its links: program/bytes, …
const below = (docs, page) =>
  [...new Set([...text(docs, page).matchAll(new RegExp(`\\]\\((${page}/[^):#]+)\\.md\\)`, 'g'))].map(([, name]) => name))]

// The stages of a track, in the order of the list. The pitfalls, which are not a ladder, are in the order of their page.
function stages(docs, track) {
  const ids = allStages().filter((stage) => stage.track === track && existsSync(join(docs, `${stage.id}.md`))).map(({ id }) => id)
  if (track !== 'pitfalls') return ids
  const page = text(docs, 'pitfalls')
  return ids.sort((a, b) => page.indexOf(`(${a}.md)`) - page.indexOf(`(${b}.md)`))
}

function headings(docs, page) {
  const prose = text(docs, page).replace(/^```[^]*?^```/gm, '')
  return [...prose.matchAll(/^## (.*)/gm)].map(([, heading]) => ({ text: html(plain(heading)), link: `${addressOf(page)}#${anchor(plain(heading))}` }))
}

export function sidebar(docs, pages) {
  const groups = []
  const seen = new Set(['README', front])
  for (const line of text(docs, 'README').split('\n')) {
    const heading = line.match(/^##+ (.*)/)
    if (heading) groups.push({ text: heading[1], items: [] })
    if (groups.length === 0) continue
    for (const [, title, page] of line.matchAll(/\[([^\]]+)\]\(([^):#]+)\.md\)/g)) {
      if (seen.has(page) || page.startsWith('.')) continue
      const names = [...stages(docs, page), ...below(docs, page)].filter((name, i, all) => all.indexOf(name) === i)
      const items = names.length > 0 ? names.map((name) => entry(docs, name, names.some(isNumbered))) : headings(docs, page)
      for (const name of [page, ...names]) seen.add(name)
      groups.at(-1).items.push({ text: `${html(capital(plain(title)))}${names.length > 0 ? mark(page) : ''}`, link: `/${page}`, ...(items.length > 0 && { items, collapsed: true }) })
    }
  }
  const lost = pages.filter((page) => !seen.has(page))
  if (lost.length > 0) throw new Error(`docs/README.md: no link leads to ${lost.map((page) => `${page}.md`).join(', ')}`)
  return groups.filter((group) => group.items.length > 0)
}
