// The page: editor, stages, and the worker's answers. The address contains the compressed text; opening one runs nothing.
import 'vitepress/dist/client/theme-default/styles/vars.css'
import '../studio/studio.css'
import './playground.css'
import { makeEditor } from '../studio/editor.js'
import { packed, unpacked } from './address.js'

const kSeconds = 60 // then a run counts as endless
const by = (id) => document.getElementById(id)
const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark', dark.matches)
dark.addEventListener('change', follow)
follow()

const stages = await (await fetch('./stages.json')).json() // [{ id, idea, file, text }]
const stageOf = (id) => stages.find((stage) => stage.id === id)
const kept = (id) => localStorage.getItem(`playground ${id}`)
let current = stages[0]
let worker, timer, answerTo

const editor = makeEditor(by('editor'), { typed: keep, judge: run })
function keep() {
  if (editor.text() === current.text) localStorage.removeItem(`playground ${current.id}`)
  else localStorage.setItem(`playground ${current.id}`, editor.text())
}
function open(id, text) {
  current = stageOf(id) ?? stages[0]
  by('stage').value = current.id
  localStorage.setItem('playground stage', current.id)
  editor.open(text ?? kept(current.id) ?? current.text, current.file)
}

for (const track of new Set(stages.map(({ id }) => id.split('/')[0]))) {
  const group = document.createElement('optgroup')
  group.label = track
  for (const { id, idea } of stages.filter((stage) => stage.id.startsWith(`${track}/`))) group.append(new Option(`${id} · ${idea}`, id))
  by('stage').append(group)
}
by('stage').onchange = () => open(by('stage').value)
by('reset').onclick = () => {
  editor.replace(current.text)
  keep()
}
by('share').onclick = async () => {
  const content = { id: current.id, n: by('n').value, text: editor.text() === current.text ? undefined : editor.text() }
  history.replaceState(null, '', `#${await packed(content)}`)
  await navigator.clipboard?.writeText(location.href).catch(() => {})
  by('status').textContent = 'the address of this page now holds the text'
}
async function openAddress() {
  try {
    const { id, n, text } = await unpacked(location.hash.slice(1))
    if (n) by('n').value = String(n)
    open(id, text)
  } catch {
    by('status').textContent = 'this link is damaged: it holds no kernel'
    open(localStorage.getItem('playground stage'))
  }
}
if (location.hash.length > 1) await openAddress()
else open(localStorage.getItem('playground stage'))
addEventListener('hashchange', openAddress)

// --- running ---

function begin() {
  worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data }) => {
    if (data.progress !== undefined) {
      by('progress').hidden = data.progress >= 1
      by('progress').value = data.progress
    }
    if (data.status !== undefined) by('status').textContent = data.status
    if (data.running) arm()
    if (data.answer) finish(data.answer)
  }
  worker.onerror = (event) => finish({ error: event.message ?? 'the worker could not be started' })
}
function arm() {
  clearTimeout(timer)
  timer = setTimeout(() => stop(`stopped after ${kSeconds} s: a loop without an end, or too large an n`), 1000 * kSeconds)
}
function stop(why) {
  worker.terminate()
  begin()
  finish({ error: why })
}
function finish(answer) {
  clearTimeout(timer)
  answerTo?.(answer)
  answerTo = undefined
}
async function run() {
  if (answerTo || !worker) return
  by('run').disabled = true
  by('stop').disabled = false
  by('status').textContent = 'runs …'
  const began = performance.now(), text = editor.text()
  const answer = await new Promise((resolve) => {
    answerTo = resolve
    worker.postMessage({ id: current.id, file: current.file, n: Number(by('n').value) || 0, text: text === current.text ? undefined : text })
  })
  by('run').disabled = false
  by('stop').disabled = true
  by('status').textContent = `${((performance.now() - began) / 1000).toFixed(1)} s`
  show(answer, text)
}
by('bar').onsubmit = (event) => {
  event.preventDefault()
  run()
}
by('stop').onclick = () => stop('stopped')

// --- the answer ---

const make = (name, content, className = '') => {
  const element = document.createElement(name)
  element.className = className
  element.append(...[content].flat())
  return element
}
const lineButton = (line, text) => {
  const button = make('button', text, 'line')
  button.type = 'button'
  button.onclick = () => editor.goTo(line)
  return button
}
const kCosts = [
  ['global requests', (c) => c.global_load_requests + c.global_store_requests],
  ['sectors', (c) => c.global_load_sectors + c.global_store_sectors],
  ['shared requests', (c) => c.shared_load_requests + c.shared_store_requests],
  ['wavefronts', (c) => c.shared_load_wavefronts + c.shared_store_wavefronts],
  ['shuffles', (c) => c.shuffles],
  ['votes', (c) => c.votes],
  ['atomics', (c) => c.atomics + c.shared_atomics],
  ['barriers', (c) => c.barriers],
  ['divisions', (c) => c.integer_divisions]
]
function show(answer, text) {
  const out = []
  if (answer.compiler) {
    out.push(make('h2', 'It does not compile', 'bad'), make('pre', answer.compiler))
    editor.mark([...answer.compiler.matchAll(/^[^\n:]*\.cu:(\d+):\d+: (?:fatal )?error: (.*)$/gm)].map(([, line, message]) => ({ line: Number(line), bad: true, text: message })))
    by('answer').replaceChildren(...out)
    return
  }
  if (answer.error) {
    out.push(make('h2', answer.error, 'bad'))
    by('answer').replaceChildren(...out)
    return
  }
  const hazards = answer.hazards
  out.push(make('h2', answer.passed ? `${answer.status.replaceAll('_', ' ')} at n = ${answer.n}` : `${answer.status.replaceAll('_', ' ')} at n = ${answer.n}`, answer.passed ? 'good' : 'bad'))
  if (answer.message) out.push(make('p', answer.message))
  const list = make('ul', hazards.map((hazard) => make('li', [
    make('p', hazard.message),
    ...hazard.where.filter(({ line }) => line > 0).map(({ line, thread, access }) => lineButton(line, `line ${line}: ${[thread, access].filter(Boolean).join(', ')}`))
  ])), 'findings')
  if (hazards.length > 0) out.push(make('h3', 'Findings'), list)
  editor.mark(hazards.flatMap((hazard) => hazard.where.filter(({ file, line }) => line > 0 && file.endsWith('.cu')).map(({ line }) => ({ line, bad: !answer.passed, text: hazard.message }))))
  const source = text.split('\n')
  const lines = answer.lines.filter(({ file, counters }) => file === current.file && kCosts.some(([, of]) => of(counters) > 0))
  if (lines.length > 0) {
    const columns = kCosts.filter(([, of]) => lines.some(({ counters }) => of(counters) > 0))
    const head = make('tr', ['line', ...columns.map(([name]) => name)].map((name) => make('th', name)))
    const rows = lines.map(({ line, counters }) => make('tr', [
      make('td', [lineButton(line, String(line)), make('code', source[line - 1]?.trim() ?? '')], 'source'),
      ...columns.map(([, of]) => make('td', of(counters) > 0 ? of(counters).toLocaleString('en') : ''))
    ]))
    out.push(make('h3', 'What each line costs'), make('p', 'Counted over all warps of all launches, by the executor.', 'soft'),
      make('div', [make('table', [make('thead', [head]), make('tbody', rows)])], 'table'))
  }
  by('answer').replaceChildren(...out)
}

// --- differences from the native executor ---

const { differs } = await (await fetch('./differences.json')).json()
const told = ({ counters, error }) => error ?? Object.entries(counters).map(([name, [there, here]]) => `${name.replaceAll('_', ' ')}: ${here.toLocaleString('en')}, natively ${there.toLocaleString('en')}`).join('; ')
by('differs').append(...Object.entries(differs).map(([id, what]) => make('li', [make('code', id), ` ${told(what)}. ${what.reason}`])))

const missing = typeof WebAssembly.Suspending !== 'function' ? 'This browser cannot run the playground: its WebAssembly has no JavaScript Promise Integration (Chromium 137 and later have it). Nothing was downloaded.'
  : typeof DecompressionStream !== 'function' ? 'This browser cannot run the playground: it has no DecompressionStream.' : ''
if (missing) {
  by('cannot').textContent = missing
  by('cannot').hidden = false
  by('run').disabled = true
} else {
  begin()
  worker.postMessage({ load: true }) // while the reader reads
}
