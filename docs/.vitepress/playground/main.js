// The page: editor, exercises, stages, and the workers' answers. A shared address contains the compressed text; opening it
// runs nothing.
import 'vitepress/dist/client/theme-default/styles/vars.css'
import '../theme/stepper.css'
import '../studio/studio.css'
import './playground.css'
import { createApp, h, nextTick, shallowReactive } from 'vue'
import { makeEditor } from '../studio/editor.js'
import { marksOfSteps, once } from '../studio/marks.js'
import Stepper from '../theme/Stepper.vue'
import { packed, unpacked } from './address.js'
import { blockOf, stepOf } from './race.js'
import { workers } from './workers.js'

const by = (id) => document.getElementById(id)
const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark', dark.matches)
dark.addEventListener('change', follow)
follow()

const make = (name, content, className = '') => {
  const element = document.createElement(name)
  element.className = className
  element.append(...[content].flat())
  return element
}
const words = (text) => text.split('`').map((part, i) => (i % 2 ? make('code', part) : part))

// --- stages and exercises to open ---

const [stages, exercises, programs] = await Promise.all(['stages', 'exercises', 'programs'].map(async (name) => (await fetch(`./${name}.json`)).json()))
const choices = new Map([
  ...exercises.map((exercise) => [`exercise ${exercise.id}`, { ...exercise, exercise: true }]),
  ...stages.map((stage) => [`stage ${stage.id}`, stage]),
  ...programs.map((program) => [`program ${program.id}`, { ...program, whole: true }])
]) // { id, idea, file, text }; an exercise also has task, hints, repair, block; whole: with its own main()
// True for a whole program, whether or not it is an exercise.
const isWhole = ({ whole, program }) => Boolean(whole || program)
const kOwn = `program ${programs[0].id}`
const keyOf = ({ id, exercise, whole }) => `${exercise ? 'exercise' : whole ? 'program' : 'stage'} ${id}`
const inStore = (what, choice) => `playground ${what} ${keyOf(choice)}`
// A browser may refuse to store anything, and its storage is limited.
function stored(name) {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}
function store(name, text) {
  try {
    if (text === undefined) localStorage.removeItem(name)
    else localStorage.setItem(name, text)
    return true
  } catch {
    return false
  }
}
const kept = (choice) => stored(inStore('text', choice))
const isReached = (choice) => stored(inStore('reached', choice)) !== null
let current
let ofLink // the text that was opened through a link
let shown = 0 // number of hints shown
let canRun = false // true once the page may load the compiler

const kPause = 500 // milliseconds without typing, after which the text is compiled
let pause
function typed() {
  keep(true)
  clearTimeout(pause)
  if (canRun) pause = setTimeout(() => compileAhead({ file: current.file, text: editor.text(), whole: isWhole(current) }), kPause)
}
const editor = makeEditor(by('editor'), { typed, judge: run })
// After a change, a reload shows the reader's text instead of the text from the link.
function keep(typed = false) {
  if (typed && location.hash && editor.text() !== ofLink) history.replaceState(null, '', location.pathname)
  const text = editor.text() === current.text ? undefined : editor.text()
  if (!store(inStore('text', current), text)) by('status').textContent = 'the browser does not store this text, so it will be lost when the page is reloaded'
}
function open(key, text) {
  current = choices.get(key) ?? (key?.startsWith('program ') ? choices.get(kOwn) : choices.values().next().value)
  shown = 0
  by('choice').value = keyOf(current)
  store('playground choice', keyOf(current))
  editor.open(text ?? kept(current) ?? current.text, current.file)
  by('run').textContent = current.exercise ? 'Judge' : 'Run'
  by('size').hidden = Boolean(current.exercise || current.whole)
  by('look-n').parentElement.hidden = by('look-block').parentElement.hidden = isWhole(current)
  if (canRun) prepareFor(current)
  by('hint').hidden = by('solution').hidden = !current.exercise
  by('hint').disabled = false
  by('status').textContent = ''
  by('why').hidden = !current.repair
  by('task').replaceChildren(...(current.exercise ? taskOf(current) : current.whole ? aboutPrograms() : []))
  by('answer').replaceChildren(make('p', 'The verdict appears here.', 'soft'))
  by('look-n').value = 256
  by('look-block').value = current.block ?? 64
  by('look-index').value = 0
  play()
}
function taskOf({ id, idea, task, page, differs }) {
  const link = make('a', `The page of ${id}`)
  link.href = `../${page.replace(/^docs\//, '').replace(/\.md$/, '.html')}`
  link.target = '_blank' // the reader's text and verdict stay
  return [
    make('h2', `${id} · ${idea}`),
    ...task.split('\n\n').map((paragraph) => make('p', words(paragraph))),
    ...(differs ? [make('p', [...words(`The verdict here differs from that of \`./ladder practice ${id}\`. `), differs], 'soft')] : []),
    make('p', link)
  ]
}
const aboutPrograms = () => [
  make('h2', 'A whole program'),
  make('p', words('Paste your own CUDA program, including `main()`, its inputs and its sizes. It is compiled and run here in the same way as with `./ladder try`, and each finding is shown with its lines. The program must be a single file.')),
  make('p', words('A host thread runs to completion as soon as it is created. A program has neither input nor files. Pointers and `long` have 32 bits, and device memory is 256 MB. A program is stopped after 20 seconds.'), 'soft')
]
const label = (choice) => `${choice.exercise ? (isReached(choice) ? '✓ ' : '') : ''}${choice.id} · ${choice.idea}`
for (const kind of ['exercise', 'stage', 'program'])
  for (const track of new Set([...choices].filter(([key]) => key.startsWith(`${kind} `)).map(([, { id }]) => id.split('/')[0]))) {
    const group = document.createElement('optgroup')
    group.label = kind === 'program' ? 'whole programs' : `${kind}s: ${track}`
    for (const [key, choice] of choices) if (key.startsWith(`${kind} ${track}/`)) group.append(new Option(label(choice), key))
    by('choice').append(group)
  }
by('choice').onchange = () => open(by('choice').value)
by('reset').onclick = () => {
  editor.replace(current.text)
  keep()
}

// --- a link that contains the text and the settings ---

by('share').onclick = async () => {
  const content = { id: current.id, exercise: current.exercise, whole: current.whole, n: by('n').value, text: editor.text() === current.text ? undefined : editor.text() }
  history.replaceState(null, '', `#${await packed(content)}`)
  await navigator.clipboard?.writeText(location.href).catch(() => {})
  by('status').textContent = 'the address of this page now contains the text'
}
async function openAddress() {
  try {
    const named = new URLSearchParams(location.hash.slice(1)).get('open') // a link from the site: #open=exercise+reduce/v1
    const { n, text, ...choice } = named ? {} : await unpacked(location.hash.slice(1)), key = named ?? keyOf(choice)
    if (!(choices.has(key) || key.startsWith('program ')) || !['string', 'undefined'].includes(typeof text)) throw new Error('not a link of this page')
    if (/^\d{1,10}$/.test(n)) by('n').value = n
    open(key, text)
    ofLink = editor.text()
    if (text !== undefined && (kept(current) ?? text) !== text) by('task').append(ownInstead(key))
  } catch {
    open(stored('playground choice'))
    by('answer').replaceChildren(make('h2', 'This link cannot be opened', 'bad'), make('p', 'The link is damaged, or it names an exercise, stage or program that is not in this playground.'))
  }
}
function ownInstead(key) {
  const button = make('button', 'Open my text')
  button.type = 'button'
  button.onclick = () => {
    history.replaceState(null, '', location.pathname)
    open(key)
  }
  return make('p', ['This browser also stores your own text. Your text is kept until you change the text from the link. ', button])
}

// --- running ---

const { ask, stop, isBusy, load, loadRuntime, prepare, compileAhead } = workers({
  progress(part) {
    by('progress').hidden = part >= 1
    by('progress').value = part
  },
  status: (text) => (by('status').textContent = text),
  busy(is) {
    for (const id of ['run', 'step', 'why', 'solution']) by(id).disabled = is
    by('stop').disabled = !is
  }
})
by('stop').onclick = () => stop('stopped')
// What a verdict needs and the reader's text does not change.
function prepareFor(choice) {
  if (isWhole(choice)) loadRuntime()
  else if (choice.exercise) prepare(choice.id)
}

// The answer; undefined if a run is already in progress.
async function answered(question) {
  if (isBusy()) return undefined
  const began = performance.now()
  const answer = await ask({ file: current.file, text: editor.text(), ...question })
  by('status').textContent = `took ${((performance.now() - began) / 1000).toFixed(1)} s`
  return answer
}
const isOriginal = () => !current.exercise && editor.text() === current.text
const asStage = (request) => (isOriginal() ? { text: undefined, request: { ...request, id: current.id } } : { request })

// A program that was pasted over a stage or an exercise is opened as a program.
const kMain = /^[ \t]*(?:int|auto|void)\s+main\s*\(/m
async function run() {
  if (!isWhole(current) && kMain.test(editor.text())) {
    const text = editor.text()
    editor.replace(current.text)
    keep()
    open(kOwn, text)
    keep()
  }
  if (current.exercise) return judge()
  if (current.whole) return runProgram()
  const n = Number(by('n').value) || 0, text = editor.text()
  const answer = await answered(asStage(n > 0 ? { n } : {}))
  if (answer) show(answer, text)
}
async function runProgram() {
  if (isBusy()) return
  const text = editor.text(), of = current, output = make('pre', '', 'output')
  output.setAttribute('aria-label', 'What the program prints')
  by('answer').replaceChildren(make('p', 'What the program prints appears here.', 'soft'))
  const printed = (some) => {
    if (of !== current) return
    if (!output.isConnected) by('answer').replaceChildren(make('h3', 'Output'), output)
    output.append(some)
  }
  const answer = await answered({ whole: true, printed })
  if (!answer || of !== current) return
  if (answer.compiler) return show(answer, text)
  showProgram(answer, text, output)
}
async function judge(why = false) {
  const of = current, steps = []
  if (!isBusy()) by('answer').replaceChildren()
  const step = (one) => {
    steps.push(one)
    showSteps(of, { steps })
  }
  const answer = await answered({ exercise: of.id, whole: isWhole(of), why, step })
  if (!answer || of !== current) return
  if (answer.compiler || answer.error) return show(answer, '')
  showSteps(of, answer)
  if (answer.report) lastRun = runOf(editor.text(), answer.report)
  if (answer.reached && !isReached(of)) {
    store(inStore('reached', of), new Date().toISOString())
    by('choice').selectedOptions[0].textContent = label(of)
  }
}
by('bar').onsubmit = (event) => {
  event.preventDefault()
  run()
}
by('why').onclick = () => judge(true)
by('hint').onclick = () => {
  const hint = current.hints[shown++]
  by('task').append(make('div', [make('h3', `Hint ${shown} of ${current.hints.length}`), make('p', words(hint))], 'hint'))
  by('hint').disabled = shown >= current.hints.length
}
by('solution').onclick = async () => {
  const answer = await answered({ text: undefined, solution: current.id })
  if (answer) by('answer').replaceChildren(make('h2', 'The same file with the solution'), make('pre', answer.text ?? answer.error))
}

// --- the answer ---

const lineButton = (line, text) => {
  const button = make('button', text, 'line')
  button.type = 'button'
  button.onclick = () => editor.goTo(line)
  return button
}
// The accesses of the step's first finding, such as those of a race, and the smallest n whose last block is theirs.
function placesOf({ evidence, findings = [] }) {
  const isPlace = ({ cause, thread }) => cause === 'place' && thread
  const from = findings.findIndex(isPlace), after = findings.findIndex((one, i) => i > from && !isPlace(one))
  const where = from < 0 ? [] : findings.slice(from, after < 0 ? undefined : after), index = blockOf({ where })
  return index === undefined || !evidence.block ? [] : [{ where, block: evidence.block, n: (index + 1) * evidence.block }]
}
function showSteps(of, { steps, reached }) {
  const next = exercises[exercises.findIndex(({ id }) => id === of.id) + 1]
  const list = make('ul', steps.map((step) => make('li', [
    make('span', step.good ? '✓' : '✗'), make('span', step.good ? 'good: ' : 'not yet: ', 'for-ears'),
    make('span', [...words(step.text), ...(step.better ? [' (less than the stage needs)'] : [])]),
    ...(step.details ? [make('pre', step.details.join('\n'))] : [])
  ], step.good ? 'good' : 'bad')), 'steps')
  const out = reached === undefined ? [list] : [make('h2', reached ? 'Solved' : 'Not yet', reached ? 'good' : 'bad'), list]
  if (reached && next) {
    const button = make('button', `Next: ${next.id}`, 'main')
    button.onclick = () => open(`exercise ${next.id}`)
    out.push(button)
  }
  const marks = once(marksOfSteps(steps, of.file)).sort((a, b) => a.line - b.line)
  editor.mark(marks)
  if (marks.length > 0 && reached !== undefined) out.push(make('p', [...new Set(marks.map(({ line }) => line))].map((line) => lineButton(line, `line ${line}`))))
  const found = steps.flatMap((step) => (step.good ? [] : placesOf(step)))[0]
  if (found && reached !== undefined) out.push(playerButton(found, found))
  if (reached === false) out.push(make('p', '“Step through it”, below, shows what one block of your kernel does.', 'soft'))
  by('answer').replaceChildren(...out)
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
const findingOf = (hazard, ...more) => make('li', [
  make('p', hazard.message),
  ...hazard.where.filter(({ line }) => line > 0).map(({ line, thread, access }) => lineButton(line, `line ${line}: ${[thread, access].filter(Boolean).join(', ')}`)),
  ...more
])
const marksOf = (hazards, passed) =>
  hazards.flatMap((hazard) => hazard.where.filter(({ file, line }) => line > 0 && file.endsWith('.cu')).map(({ line }) => ({ line, bad: !passed, text: hazard.message })))
function show(answer, text) {
  const out = []
  if (answer.compiler) {
    out.push(make('h2', 'It does not compile', 'bad'), make('pre', answer.compiler))
    editor.mark([...answer.compiler.matchAll(/^[^\n:]*\.cu:(\d+):\d+: (?:fatal )?error: (.*)$/gm)].map(([, line, message]) => ({ line: Number(line), bad: true, text: message })))
    return by('answer').replaceChildren(...out)
  }
  if (answer.error) return by('answer').replaceChildren(make('h2', answer.error, 'bad'))
  const { hazards } = answer
  const status = answer.status.replaceAll('_', ' ')
  out.push(make('h2', `${status[0].toUpperCase()}${status.slice(1)} at n = ${answer.n}`, answer.passed ? 'good' : 'bad'))
  // The message may begin with the first finding, which is shown below.
  const message = hazards.length > 0 && answer.message.startsWith(hazards[0].message) ? /In this run: .*/s.exec(answer.message)?.[0] : answer.message
  if (message) out.push(make('p', message))
  if (hazards.length > 0) out.push(make('h3', 'Findings'), make('ul', hazards.map((hazard) => findingOf(hazard, playerButton(hazard, answer))), 'findings'))
  editor.mark(marksOf(hazards, answer.passed))
  const table = costsTable(answer.lines, text, current.file)
  if (table.length > 0) out.push(make('h3', 'What each line costs'), make('p', 'Counted over all warps of all launches, by the executor.', 'soft'), ...table)
  by('answer').replaceChildren(...out)
}

// The costs of the lines of one kernel, or of a stage.
function costsTable(lines, text, file) {
  const source = text.split('\n'), shown = lines.filter((line) => line.file === file && kCosts.some(([, of]) => of(line.counters) > 0))
  if (shown.length === 0) return []
  const columns = kCosts.filter(([, of]) => shown.some(({ counters }) => of(counters) > 0))
  const head = make('tr', ['line', ...columns.map(([name]) => name)].map((name) => make('th', name)))
  const rows = shown.map(({ line, counters }) => make('tr', [
    make('td', [lineButton(line, String(line)), make('code', source[line - 1]?.trim() ?? '')], 'source'),
    ...columns.map(([, of]) => make('td', of(counters) > 0 ? of(counters).toLocaleString('en') : ''))
  ]))
  return [make('div', [make('table', [make('thead', [head]), make('tbody', rows)])], 'table')]
}

// The report of a whole program, in the same order and wording as in ./ladder try.
let lastRun = { hazards: [] }
const runOf = (text, { kernels, wrong }) => ({ text, hazards: kernels.flatMap(({ hazards }) => hazards), wrong })
const foundIn = (text) => {
  const hazards = lastRun.text === text ? lastRun.hazards : []
  return { hazards, verdict: { passed: !lastRun.wrong || hazards.length === 0 } }
}
function showProgram(answer, text, output) {
  const out = []
  if (output.textContent) out.push(make('h3', 'Output'), output)
  if (answer.leftOut > 0) out.push(make('p', `and ${answer.leftOut.toLocaleString('en')} more characters, which are not shown`, 'soft'))
  if (answer.error) {
    editor.mark([])
    return by('answer').replaceChildren(make('h2', answer.error, 'bad'), ...out)
  }
  const isRemark = ({ kind }) => kRemarks.has(kind)
  const findings = [...answer.host_hazards, ...answer.kernels.flatMap(({ name, hazards }) => hazards.map((hazard) => ({ ...hazard, kernel: name })))]
  lastRun = runOf(text, answer)
  const launches = answer.kernels.reduce((sum, kernel) => sum + kernel.launches, 0)
  const title = answer.wrong ? 'What is wrong' : answer.limited ? 'What the executor cannot do' : findings.length > 0 ? 'Remarks' : 'Nothing found'
  out.unshift(make('h2', title, answer.wrong ? 'bad' : answer.limited ? '' : 'good'))
  if (findings.length > 0)
    out.splice(1, 0, make('ul', findings.map((hazard) => {
      const kind = hazard.kind.replaceAll('_', ' '), times = hazard.count > 1 ? ` (${hazard.count} times)` : ''
      const head = `${isRemark(hazard) ? 'remark, ' : ''}${kind}${hazard.kernel ? ` in ${hazard.kernel}` : ''}${times}`
      return make('li', [make('p', make('strong', head)), ...findingOf(hazard, ...(hazard.kernel && launches === 1 ? [playerButton(hazard, {})] : [])).childNodes])
    }), 'findings'))
  else if (answer.clean && !answer.timed_out)
    out.splice(1, 0, make('p', 'Found no race, no out-of-bounds access, no read of memory that was never written, no barrier that threads miss, and no unchecked CUDA error.'))
  if (answer.timed_out) out.push(make('p', 'The program had not finished after 20 seconds, and was stopped.', 'bad'))
  else if (answer.exit_status !== 0) out.push(make('p', `The program ended with exit status ${answer.exit_status}.`, 'bad'))
  if (answer.kernels.length === 0) out.push(make('p', 'The program launched no kernel.'))
  editor.mark(once(findings.flatMap((hazard) => marksOf([hazard], isRemark(hazard)))))
  for (const { name, line, launches_text: launches, watched_launches: watched, lines } of answer.kernels) {
    const table = watched > 0 ? costsTable(lines, text, current.file) : []
    out.push(make('h3', [make('code', name), `, line ${line}; ${launches}`]), ...table)
  }
  if (answer.kernels.some(({ watched_blocks: some, total_blocks: all }) => some !== all)) out.push(make('p', 'Not all blocks were watched; counts are scaled up to cover every block of the watched launches.', 'soft'))
  if (answer.event_times > 0) out.push(make('p', 'The program measures time with events: the times are those of this CPU, and say nothing about a GPU.', 'soft'))
  by('answer').replaceChildren(...out)
}
// These kinds may be intentional (executor/try/report.h).
const kRemarks = new Set(['failed_call', 'never_written', 'not_copied_back', 'leak', 'same_value', 'never_used', 'lost_in_rounding'])

// --- the player ---

const player = shallowReactive({ traces: [], mark: undefined })
createApp({ render: () => (player.traces.length > 0 ? h(Stepper, { given: player.traces, mark: player.mark }) : null) }).mount(by('stepper'))
function play(trace) {
  Object.assign(player, { traces: trace ? [trace] : [], mark: undefined })
  by('found').replaceChildren()
}
function playerButton(hazard, { n, block }) {
  const button = make('button', 'Show it in the player', 'line')
  button.type = 'button'
  button.onclick = async () => {
    if (n) by('look-n').value = n
    if (block) by('look-block').value = block
    by('look-index').value = blockOf(hazard) ?? 0
    await look(hazard)
  }
  return button
}
// `wanted`: the finding to jump to, if any.
async function look(wanted) {
  const number = (id) => Number(by(`look-${id}`).value), text = editor.text(), of = current
  const place = { launch: number('launch'), block_index: number('index') }
  const trace = await answered(isWhole(of) ? { whole: true, trace: place } : asStage({ trace: place, n: number('n'), block: number('block') }))
  if (!trace || of !== current) return
  play()
  if (trace.compiler) return show(trace, text)
  if (trace.error) return by('found').replaceChildren(make('li', trace.error))
  const its = { ...trace, sources: { [trace.file]: text.split('\n') }, id: of.id }
  if (isWhole(of)) Object.assign(its, foundIn(text))  // a recorded block of a program is not judged
  if (its.intervals.every(({ steps }) => steps.length === 0)) return by('found').replaceChildren(make('li', 'This block does nothing that the player can show.'))
  play(its)
  const go = async (hazard) => {
    player.mark = stepOf(its, hazard)
    await nextTick() // the player has its full height only then
    by('stepper').scrollIntoView({ block: 'start' })
  }
  by('found').replaceChildren(...its.hazards.map((hazard) => {
    const at = stepOf(its, hazard), block = blockOf(hazard)
    if (!at) return findingOf(hazard, ...(block !== undefined && block !== its.block_index ? [make('p', `This finding is in block ${block}.`, 'soft')] : []))
    const button = make('button', 'Go to its step', 'line go')
    button.type = 'button'
    button.onclick = () => go(hazard)
    return findingOf(hazard, button)
  }))
  editor.mark(marksOf(its.hazards, its.verdict.passed))
  const first = its.hazards.find((hazard) => stepOf(its, hazard) && (!wanted || hazard.message === wanted.message)) ?? its.hazards.find((hazard) => stepOf(its, hazard))
  if (wanted && first) go(first)
}
by('look').onsubmit = (event) => {
  event.preventDefault()
  look()
}

// --- differences from the native executor ---

const { differs } = await (await fetch('./differences.json')).json()
const told = ({ counters, error }) => error ?? Object.entries(counters).map(([name, [there, here]]) => `${name.replaceAll('_', ' ')}: ${here.toLocaleString('en')}, natively ${there.toLocaleString('en')}`).join('; ')
const isProgram = (id) => id.startsWith('programs/')
by('differs').append(...Object.entries(differs).filter(([id]) => !isProgram(id)).map(([id, what]) => make('li', [make('code', id), ` ${told(what)}. ${what.reason}`])))
// Programs of the tests, by reason.
const byReason = Map.groupBy(Object.entries(differs).filter(([id]) => isProgram(id)), ([, { reason }]) => reason)
by('programs-differ').append(...[...byReason].map(([reason, all]) => make('li', [`${reason} `, ...all.flatMap(([id], i) => [i ? ', ' : '', make('code', id.replace('programs/', ''))])])))

// Caches everything that is loaded from now on, for a visit without a network. If the browser cannot cache, only such visits
// fail.
async function offline() {
  const keeper = navigator.serviceWorker
  if (!keeper || keeper.controller) return
  const controls = new Promise((go) => keeper.addEventListener('controllerchange', go, { once: true }))
  const seconds = (n) => new Promise((go) => setTimeout(go, 1000 * n))
  await Promise.race([keeper.register('./offline.js').then(() => controls), seconds(5)]).catch(() => {})
  const before = performance.getEntriesByType('resource').map(({ name }) => name)
  keeper.controller?.postMessage({ keep: [location.href.replace(/#.*/, ''), ...before].filter((url) => url.startsWith(location.origin)) })
}

const missing = typeof WebAssembly.Suspending !== 'function' ? 'This browser cannot run the playground: its WebAssembly has no JavaScript Promise Integration (Chromium 137 and Firefox 153 have it). The compiler was not downloaded.'
  : typeof DecompressionStream !== 'function' ? 'This browser cannot run the playground: it has no DecompressionStream.' : ''
if (location.hash.length > 1) await openAddress()
else open(stored('playground choice'))
addEventListener('hashchange', openAddress)

if (missing) {
  by('cannot').textContent = missing
  by('cannot').hidden = false
  for (const id of ['run', 'step', 'solution', 'why']) by(id).disabled = true
} else {
  await offline()
  load() // in the background, while the reader reads
  canRun = true
  prepareFor(current)
}
