// CodeMirror with CUDA syntax and line marks. An exercise opens at the part that the reader writes, with its header folded.
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { cpp } from '@codemirror/lang-cpp'
import { bracketMatching, codeFolding, foldEffect, foldGutter, foldKeymap, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language'
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, Prec } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.controlKeyword, tags.operatorKeyword], color: 'var(--code-keyword)' },
  { tag: [tags.typeName, tags.standard(tags.name)], color: 'var(--code-type)' },
  { tag: [tags.string, tags.character], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: [tags.lineComment, tags.blockComment], color: 'var(--code-comment)' },
  { tag: [tags.processingInstruction, tags.meta], color: 'var(--code-keyword)' },
  { tag: tags.function(tags.variableName), color: 'var(--code-function)' }
])

// The header comment is folded because the verdict also shows the task. Then the cursor moves to the part that the reader
// writes.
function foldHeader(view) {
  const { doc } = view.state
  let last = 0
  while (last < doc.lines && doc.line(last + 1).text.startsWith('//')) last++
  if (last >= 4) view.dispatch({ effects: foldEffect.of({ from: doc.line(1).to, to: doc.line(last).to }) })
  for (let line = last + 1; line <= doc.lines; line++) {
    if (!doc.line(line).text.includes('// Your part')) continue
    const { to } = doc.line(Math.min(line + 1, doc.lines))
    return view.dispatch({ selection: { anchor: to }, effects: EditorView.scrollIntoView(to, { y: 'center' }) })
  }
}

// typed: called after each change by the reader, with true if text was pasted; judge: called on Ctrl-Enter.
export function makeEditor(parent, { typed, judge }) {
  let own = false // true during a change that the reader did not make
  const extensions = (label) => [
    Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => (judge(), true) }])),
    lineNumbers(),
    EditorView.lineWrapping,
    lintGutter(),
    codeFolding({ placeholderText: '… the task' }),
    foldGutter({ markerDOM: (open) => Object.assign(document.createElement('span'), { textContent: open ? '▾' : '▸', title: open ? 'Fold' : 'Unfold' }) }),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    history(),
    drawSelection(),
    indentOnInput(),
    indentUnit.of('  '),
    bracketMatching(),
    highlightSelectionMatches(),
    search({ top: true }),
    cpp(),
    syntaxHighlighting(colours),
    keymap.of([...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap, indentWithTab]),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0', spellcheck: 'false', autocapitalize: 'off' }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged && !own) typed(update.transactions.some((change) => change.isUserEvent('input.paste')))
    })
  ]
  const view = new EditorView({ parent, state: EditorState.create({ doc: '' }) })
  const stateOf = (text, file) => EditorState.create({ doc: text, extensions: extensions(`${file}. Ctrl-Enter judges. Escape, then Tab, leaves the editor.`) })
  return {
    text: () => view.state.doc.toString(),
    open(text, file, exercise) {
      view.setState(stateOf(text, file))
      if (exercise) foldHeader(view)
    },
    // Replaces the text of the same file, so that Ctrl-Z restores the reader's text.
    replace(text) {
      own = true
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
      own = false
    },
    mark(marks) {
      const { doc } = view.state
      const diagnostics = marks.map(({ line, text, bad }) => {
        const { from, to, text: code } = doc.line(line)
        return { from: Math.min(to, from + code.length - code.trimStart().length), to, severity: bad ? 'error' : 'warning', message: text }
      })
      view.dispatch(setDiagnostics(view.state, diagnostics))
    },
    goTo(line) {
      const { from } = view.state.doc.line(Math.min(line, view.state.doc.lines))
      view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) })
      view.focus()
    },
    focus: () => view.focus(),
    destroy: () => view.destroy()
  }
}
