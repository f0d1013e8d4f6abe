// The glossary (docs/glossary.md) as data: the first use of a term on a page links to its entry, with the Chinese and
// Japanese names as a tooltip; search leads from a name to the page that explains it.
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { docs } from './pages.js'

const row = /^\| <a id="([\w-]+)"><\/a>(.*?) \| .*? \| \[[^\]]*\]\(([^)#]+)\.md[^)]*\) \| (.*?) \| (.*?) \|$/gm

// [{ anchor, terms: ["bank conflict"], page: "first/bank_conflict", chinese, japanese }, …]
export const entries = () =>
  [...readFileSync(join(docs, 'glossary.md'), 'utf8').matchAll(row)].map(([, anchor, names, page, chinese, japanese]) => ({
    anchor,
    terms: [...names.matchAll(/\*\*(.+?)\*\*/g)].flatMap(([, name]) => name.split(', ')),
    page,
    chinese,
    japanese
  }))

// Terms that are also everyday words: in running text they are seldom used as terms.
const everyday = new Set(['word', 'pass', 'link', 'map', 'job', 'peer', 'level', 'tree', 'track', 'stage', 'vote', 'scatter', 'gather', 'pack', 'identity', 'efficiency', 'rounding'])

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign])

let known
function lookup() {
  if (known) return known
  const byTerm = new Map()
  for (const entry of entries()) for (const term of entry.terms.filter((one) => !everyday.has(one))) byTerm.set(term.toLowerCase(), entry)
  const longestFirst = [...byTerm.keys()].sort((a, b) => b.length - a.length)
  return (known = { byTerm, pattern: new RegExp(`(?<![\\w-])(${longestFirst.join('|')})(s|es)?(?![\\w-])`, 'gi') })
}

const addressFrom = (page, anchor) => `${posix.relative(posix.dirname(page), 'glossary')}.html#${anchor}`

// Links terms only in the sentences of paragraphs and lists, not in headings, tables, links or code.
export function glossaryLinks(md) {
  md.core.ruler.push('glossary-links', ({ tokens, env, Token }) => {
    const page = env.relativePath
    if (!page || ['index.md', 'glossary.md'].includes(page) || page.startsWith('files/')) return
    const { byTerm, pattern } = lookup()
    const used = new Set()
    tokens.forEach((token, i) => {
      if (token.type !== 'inline' || tokens[i - 1]?.type !== 'paragraph_open' || token.content.startsWith('[all of')) return
      let inLink = 0
      token.children = token.children.flatMap((child) => {
        if (child.type === 'link_open') inLink++
        if (child.type === 'link_close') inLink--
        if (child.type !== 'text' || inLink > 0) return [child]
        const parts = []
        let from = 0
        for (const found of child.content.matchAll(pattern)) {
          const entry = byTerm.get(found[1].toLowerCase())
          if (used.has(entry)) continue
          used.add(entry)
          const before = new Token('text', '', 0), link = new Token('html_inline', '', 0)
          before.content = child.content.slice(from, found.index)
          link.content = `<a class="term" href="${addressFrom(page, entry.anchor)}" title="${escaped(`${entry.chinese} · ${entry.japanese}`)}">${escaped(found[0])}</a>`
          parts.push(before, link)
          from = found.index + found[0].length
        }
        if (from === 0) return [child]
        const rest = new Token('text', '', 0)
        rest.content = child.content.slice(from)
        return [...parts, rest]
      })
    })
  })
}

// In the glossary's own tables, each cell declares its language, so that the right glyphs are used.
export function glossaryLanguages(md) {
  md.core.ruler.push('glossary-languages', ({ tokens, env }) => {
    if (env.relativePath !== 'glossary.md') return
    let cell = 0
    for (const token of tokens) {
      if (token.type === 'tr_open') cell = 0
      if (!/^t[hd]_open$/.test(token.type)) continue
      cell++
      if (cell === 4) token.attrSet('lang', 'zh')
      if (cell === 5) token.attrSet('lang', 'ja')
    }
  })
}

// For search: the names of the terms that a page explains, under the title of that page.
export const namesFor = (page) =>
  entries()
    .filter((entry) => entry.page === page)
    .map(({ terms, chinese, japanese }) => `${terms.join(', ')} ${chinese} ${japanese}`)
    .join(' ')
