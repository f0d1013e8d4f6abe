import { existsSync } from 'node:fs'
import { defineConfig } from 'vitepress'
import site from '../package.json' with { type: 'json' }
import { anchor } from './anchors.js'
import { exerciseMark } from './exercise.js'
import { copies, fileLinks, linkedFiles } from './files.js'
import { glossaryLanguages, glossaryLinks, namesFor } from './glossary.js'
import { docs, front, frontMatter, pages } from './pages.js'
import { pictures } from './pictures.js'
import { publish } from './publish.js'
import { sidebar } from './reading.js'
import { hasStepper, stepperMark, traceFiles } from './stepper.js'
import { words } from './words.js'

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><g fill="none" stroke="#2f81c7" stroke-width="4" stroke-linecap="round"><path d="M9 3v26M23 3v26M9 9h14M9 16h14M9 23h14"/></g></svg>`
const names = pages()

export default defineConfig({
  title: 'Warp Ladder',
  description: 'How a GPU kernel becomes fast, one stage at a time',
  lang: 'en-GB',
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `data:image/svg+xml,${encodeURIComponent(icon)}` }]],
  rewrites: { [`${front}.md`]: 'index.md', 'README.md': 'tutorial.md' },
  markdown: {
    anchor: { slugify: anchor },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    attrs: { disable: true }, // GitHub shows {…} as it is written
    languageAlias: { cuda: 'cpp' },
    config: (md) => md.use(exerciseMark).use(pictures).use(fileLinks).use(stepperMark).use(glossaryLinks).use(glossaryLanguages)
  },
  transformPageData: ({ filePath, frontmatter }) => {
    if (filePath === `${front}.md`) Object.assign(frontmatter, frontMatter)
    else if (hasStepper(filePath)) Object.assign(frontmatter, { aside: false, pageClass: 'with-stepper' }) // a stepper is wide
  },
  vite: { plugins: [publish([...copies(linkedFiles(names)), ...traceFiles(names)])] },
  themeConfig: {
    nav: [
      { text: 'Tutorial', link: '/tutorial' },
      { text: 'First steps', link: '/first' },
      { text: 'Try your program', link: '/try' },
      ...(existsSync(`${docs}/public/playground/index.html`) ? [{ text: 'Playground', link: '/playground/', target: '_self' }] : []),
      { text: 'Glossary', link: '/glossary' },
      { text: 'Repository', link: site.repository }
    ],
    sidebar: sidebar(docs, names),
    outline: [2, 3],
    externalLinkIcon: true,
    search: {
      provider: 'local',
      options: {
        translations: { button: { buttonText: 'Search', buttonAriaLabel: 'Search' } },
        miniSearch: { options: { tokenize: words } },
        // A page is also found by the Chinese and Japanese names of what it explains.
        _render: (text, env, md) => md.render(text, env).replace('</h1>', `</h1><p>${namesFor(env.relativePath.replace(/\.md$/, ''))}</p>`)
      }
    }
  }
})
