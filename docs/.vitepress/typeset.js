// Typesetting that GitHub does not do: 2^28 becomes a power, and a long table of numbers is folded. The
// lines that link to neighbouring pages are only for GitHub and are removed: here, the sidebar and the foot of each page link
// to them.
const power = /(?<=[\dA-Za-z)])\^(-?\d+|[a-z]\b|\([^()]*\))/g

// Applies to all text except code and the search index, so that a search for "2^28" finds it.
export function powers(md) {
  md.core.ruler.push('powers', ({ tokens, env, Token }) => {
    if (env.asTyped) return
    for (const token of tokens.filter(({ type }) => type === 'inline'))
      token.children = token.children.flatMap((child) => {
        if (child.type !== 'text' || !child.content.includes('^')) return [child]
        const parts = []
        const put = (type, tag, nesting, content = '') => parts.push(Object.assign(new Token(type, tag, nesting), { content }))
        let from = 0
        for (const { 0: whole, 1: exponent, index } of child.content.matchAll(power)) {
          put('text', '', 0, child.content.slice(from, index))
          put('sup_open', 'sup', 1)
          put('text', '', 0, exponent.replace('-', '−').replace(/^\((.*)\)$/, '$1'))
          put('sup_close', 'sup', -1)
          from = index + whole.length
        }
        put('text', '', 0, child.content.slice(from))
        return parts
      })
  })
}

// Folds tables with many rows that `./ladder docs` writes (between the marks <!-- table: … -->).
const most = 12
export function longTables(md) {
  md.core.ruler.push('long-tables', ({ tokens, Token }) => {
    let written = false, first = 0
    for (let i = 0; i < tokens.length; i++) {
      const { type, content } = tokens[i]
      if (type === 'html_block' && /<!-- table: /.test(content)) written = true
      if (type === 'html_block' && /<!-- \/table -->/.test(content)) written = false
      if (type === 'table_open') first = i
      if (type !== 'table_close' || !written) continue
      const rows = tokens.slice(first, i).filter((token) => token.type === 'tr_open').length - 1
      if (rows <= most) continue
      const html = (content) => Object.assign(new Token('html_block', '', 0), { content })
      tokens.splice(i + 1, 0, html('</details>\n'))
      tokens.splice(first, 0, html(`<details class="long-table"><summary>The table: ${rows} rows</summary>\n`))
      i += 2
    }
  })
}

// The tables of sentences, whose rows become cards on a phone (theme/style.css). Where that would be unclear, each cell after the
// first is labelled with its column's heading.
const sentences = ['controls.md', 'glossary.md', 'tables.md', 'tutorial.md'], labelled = ['controls.md', 'tables.md']
export function cards(md) {
  md.renderer.rules.table_open = (tokens, i, options, env, self) => `<table tabindex="0"${self.renderAttrs(tokens[i])}>\n`
  md.core.ruler.push('cards', ({ tokens, env }) => {
    if (!sentences.includes(env.relativePath)) return
    const isLabelled = labelled.includes(env.relativePath)
    let written = false, headings = [], cell = 0 // written by `./ladder docs`: a table of numbers, which stays a table
    tokens.forEach((token, i) => {
      if (token.type === 'html_block' && /<!-- table: /.test(token.content)) written = true
      if (token.type === 'html_block' && /<!-- \/table -->/.test(token.content)) written = false
      if (written) return
      if (token.type === 'table_open') {
        token.attrJoin('class', 'cards')
        headings = []
      }
      if (token.type === 'tr_open') cell = 0
      if (token.type === 'th_open') headings.push(tokens[i + 1].content)
      if (token.type !== 'td_open') return
      const heading = headings[cell++]
      if (isLabelled && cell > 1 && headings.length > 2) token.attrSet('data-label', heading)
    })
  })
}

// Short code in a sentence is not broken at its hyphens.
const longestWhole = 26 // characters, which also fit in a list on a phone
export function wholeCode(md) {
  md.core.ruler.push('whole-code', ({ tokens }) => {
    for (const code of tokens.flatMap(({ children }) => children ?? []).filter(({ type }) => type === 'code_inline'))
      if (code.content.includes('-') && code.content.length <= longestWhole) code.attrJoin('class', 'whole')
  })
}

// "[all of reduce](../reduce.md) · before: … · next: … · the finished kernel: [03_v2_sequential.cu](…)": only the link to the
// kernel is kept.
const neighbours = /^\[[^\]]+\]\(\.\.\/\w+\.md\) · .*$/gm
export function neighbourLines(md) {
  md.core.ruler.before('normalize', 'neighbours', (state) => {
    state.src = state.src.replace(neighbours, (line) => line.match(/ · (?:the finished )?kernel: (.*)$/)?.[1].replace(/^/, 'The kernel: ') ?? '')
  })
}
