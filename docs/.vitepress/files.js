// The files in the repository that pages link to. Sources and folders become pages of the site; data files are copied.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, extname, join, relative, resolve } from 'node:path'
import { repository } from './ladder.js'

const languages = { '.cu': 'cpp', '.cuh': 'cpp', '.h': 'cpp', '.cpp': 'cpp', '.py': 'python', '.sh': 'bash', '.md': 'markdown' }
const isFolder = (file) => statSync(join(repository, file)).isDirectory()
const isSource = (file) => extname(file) in languages || !extname(file)

const address = (file) => (isFolder(file) ? `/files/${file}/` : isSource(file) ? `/files/${file}.html` : `/files/${file}`)

// The file in the repository to which a link on `page` leads; undefined if the link is not a path in the repository.
function target(page, href) {
  if (/^([a-z]+:|\/|#)/i.test(href)) return undefined
  return relative(repository, resolve(dirname(page), decodeURI(href.replace(/[?#].*$/, ''))))
}
const isPage = (file) => file.startsWith('docs/') && file.endsWith('.md')

// Every file to which a page links, and the contents of linked folders.
export function linkedFiles(pages) {
  const files = new Set()
  const add = (file) => {
    files.add(file)
    if (isFolder(file)) for (const name of readdirSync(join(repository, file))) add(join(file, name))
  }
  for (const page of pages.map((name) => join(repository, 'docs', `${name}.md`)))
    for (const [, href] of readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)) {
      const file = target(page, href)
      if (!file || isPage(file) || file.startsWith('..') || !existsSync(join(repository, file))) continue
      add(file)
    }
  return [...files].sort()
}

// A page for each source and each folder: the content of docs/files/[path].md.
export function filePages(files) {
  return files.flatMap((file) => {
    const title = `# \`${file}\`\n\n`
    if (isFolder(file)) {
      const list = readdirSync(join(repository, file)).sort().map((name) => `- [${name}](${address(join(file, name))})`)
      return [{ params: { path: `${file}/index` }, content: title + list.join('\n') }]
    }
    if (!isSource(file)) return []
    // Lines that only ./ladder practice shows (an exercise's text before its answer) are removed. The line numbers would then be
    // wrong, so they are not shown.
    const whole = readFileSync(join(repository, file), 'utf8').trimEnd()
    const text = whole.replace(/^ *\/\/ Was: .*\n/gm, '')
    const numbers = text === whole ? ':line-numbers' : ''
    const fence = '`'.repeat(Math.max(3, ...(text.match(/`+/g) ?? []).map((run) => run.length + 1)))
    return [{ params: { path: file }, content: `${title}${fence}${languages[extname(file)] ?? 'text'}${numbers}\n${text}\n${fence}` }]
  })
}

export const copies = (files) =>
  files.filter((file) => !isFolder(file) && !isSource(file)).map((file) => [`files/${file}`, () => readFileSync(join(repository, file))])

// A link from a page to a file leads to the file's page or copy. A dead link stops the build, as VitePress does for
// links between pages.
export function fileLinks(md) {
  md.core.ruler.push('file-links', ({ tokens, env }) => {
    for (const link of tokens.flatMap((token) => token.children ?? []).filter((token) => token.type === 'link_open')) {
      const href = link.attrGet('href')
      const file = env.path && target(env.path, href)
      if (!file) continue
      if (file === 'docs/README.md') link.attrSet('href', href.replace(/(\.\/)?README\.md/, './tutorial.md'))
      if (isPage(file)) continue
      if (file.startsWith('..') || !existsSync(join(repository, file))) throw new Error(`${relative(repository, env.path)}: the link to ${href} leads nowhere`)
      link.attrSet('href', address(file))
    }
  })
}
