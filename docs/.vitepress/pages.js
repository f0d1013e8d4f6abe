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
