// The Markdown files of the tutorial, without ".md": "start", "reduce/v1", …
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from './ladder.js'

export const docs = join(repository, 'docs')

export const pages = () =>
  readdirSync(docs, { recursive: true })
    .filter((file) => file.endsWith('.md') && !/^(node_modules|\.vitepress|files)\//.test(file))
    .map((file) => file.slice(0, -'.md'.length))
    .sort()

// The site's first page, without the list of pages, the list of headings and the links to neighbours.
export const front = 'front'
export const frontMatter = { sidebar: false, prev: false, next: false, pageClass: 'front', titleTemplate: ':title: how a GPU kernel becomes fast' }

// "README" → "/tutorial.html"
export const address = (name) => `/${{ [front]: '', README: 'tutorial.html' }[name] ?? `${name}.html`}`
