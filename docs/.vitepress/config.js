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
import { stepperMark, traceFiles } from './stepper.js'
import { cards, longTables, neighbourLines, powers, wholeCode } from './typeset.js'
import { words } from './words.js'

const names = pages()

export default defineConfig({
  title: 'Warp Ladder',
  description: 'How a GPU kernel becomes fast, one stage at a time',
  lang: 'en-GB',
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/logo.svg' }]],
  // Preload the font of the first line, so that the browser loads it before it has read the style sheet.
  transformHead: ({ assets }) =>
    assets.filter((file) => /-latin-wght-normal\.[^/]*\.woff2$/.test(file)).map((href) => ['link', { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href }]),
  rewrites: { [`${front}.md`]: 'index.md', 'README.md': 'tutorial.md' },
  markdown: {
    anchor: { slugify: anchor },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    attrs: { disable: true }, // GitHub shows {…} as it is written
    languageAlias: { cuda: 'cpp' },
    config: (md) => md.use(neighbourLines).use(exerciseMark).use(pictures).use(fileLinks).use(stepperMark).use(glossaryLinks).use(glossaryLanguages).use(powers).use(longTables).use(cards).use(wholeCode)
  },
  transformPageData: ({ filePath, frontmatter }) => {
    if (filePath === `${front}.md`) Object.assign(frontmatter, frontMatter)
  },
  vite: { plugins: [publish([...copies(linkedFiles(names)), ...traceFiles(names)])] },
  themeConfig: {
    logo: { src: '/logo.svg', alt: '' },
    nav: [
      { text: 'Tutorial', link: '/tutorial' },
      ...(existsSync(`${docs}/public/playground/index.html`) ? [{ text: 'Playground', link: '/playground/', target: '_self' }] : []),
      { text: 'Glossary', link: '/glossary' }
    ],
    socialLinks: [{ icon: 'github', link: site.repository, ariaLabel: 'The repository' }],
    sidebar: sidebar(docs, names), // the only list of pages; it also contains their headings
    aside: false,
    outline: false,
    docFooter: { prev: 'Previous', next: 'Next' },
    externalLinkIcon: true,
    search: {
      provider: 'local',
      options: {
        translations: { button: { buttonText: 'Search', buttonAriaLabel: 'Search' } },
        miniSearch: { options: { tokenize: words } },
        // A page is also found by the Chinese and Japanese names of the terms that it explains.
        _render: (text, env, md) => md.render(text, Object.assign(env, { asTyped: true })).replace('</h1>', `</h1><p>${namesFor(env.relativePath.replace(/\.md$/, ''))}</p>`)
      }
    }
  }
})
