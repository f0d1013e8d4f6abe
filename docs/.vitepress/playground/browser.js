// The back end of the playground: answers the page's requests (studio/Studio.vue) in this browser. The workers compile, run and
// judge; the browser stores the texts.
import { shallowReactive } from 'vue'
import { statusOf } from '../../../harness/executor/platform/wasm/host/whole_program.js'
import { Refused } from '../studio/refused.js'
import { kept } from '../theme/progress.js'
import { store, stored, storedNames } from '../theme/store.js'
import { packed, unpacked } from './address.js'
import { workers } from './workers.js'

const about = 'Learn to program GPUs in CUDA: solve an exercise, change a kernel of the tutorial, or write a program. Everything runs in this page, so you need neither a GPU nor an installation, and nothing is sent anywhere.'
const missing = typeof WebAssembly.Suspending !== 'function' ? 'This browser cannot run the playground: its WebAssembly has no JavaScript Promise Integration (Chromium 137 and Firefox 153 have it). The compiler was not downloaded.'
  : typeof DecompressionStream !== 'function' ? 'This browser cannot run the playground: it has no DecompressionStream.' : ''
const loading = shallowReactive({ part: 1, said: '', doing: '' })
const { ask, stop, load, loadRuntime, prepare, compileAhead } = workers({
  loading: (now) => Object.assign(loading, now),
  doing: (now) => (loading.doing = now)
})

// --- what can be opened, and its texts ---

const [stages, exercises, programs] = await Promise.all(['stages', 'exercises', 'programs'].map(async (name) => (await fetch(`./${name}.json`)).json()))
const kText = 'playground text ', kEarlier = 'playground earlier text '
// `what`: { id } of an exercise, { stage }, or { file }; each has a key under which its text is stored, and the text of a new one.
function itemOf({ id, stage, file }) {
  if (id) {
    const one = exercises.find((one) => one.id === id)
    return one && { ...one, key: `exercise ${id}`, kind: one.program ? 'program' : one.repair ? 'repair' : 'kernel', hintTexts: one.hints, hints: one.hints.length }
  }
  if (stage) {
    const one = stages.find((one) => one.id === stage)
    return one && { ...one, id: undefined, stage, key: `stage ${stage}`, kind: 'stage' }
  }
  const example = programs.find((one) => one.file === file)
  return { file, idea: example?.idea, key: `program ${file}`, kind: 'program', text: example?.text ?? programs[0].text, removable: !example }
}
// Two programs had other names.
for (const [name, file] of [['program/own', 'program.cu'], ['program/sum', 'sum.cu']]) {
  const text = stored(`${kText}program ${name}`)
  if (text !== null && store(`${kText}program ${file}`, text)) store(`${kText}program ${name}`, undefined)
}
const textOf = ({ key, text }) => stored(kText + key) ?? text
const files = () => [...new Set([...programs.map(({ file }) => file), ...storedNames().filter((name) => name.startsWith(`${kText}program `)).map((name) => name.slice(kText.length + 8))])].sort()
const isReached = (id) => stored(`playground reached exercise ${id}`) !== null

// Saves a text, and returns its version, which is the text itself.
function saved({ text, base, unsaved, ...what }) {
  const item = itemOf(what), before = textOf(item)
  if (unsaved || before === text) return { version: before }
  if (before !== base) throw new Refused(409, { error: `${item.file} was changed by another page`, text: before, version: before })
  const isStored = store(kText + item.key, text === item.text && !item.removable ? undefined : text)
  return isStored ? { version: text } : { version: before, error: 'This browser does not store the text, so it will be lost when the page is closed.' }
}

const answers = {
  list() {
    const before = new Map(kept().map(({ id, state }) => [id, state])) // for example from the progress page
    const stateOf = (id) => {
      if (isReached(id) || before.get(id) === 'reached') return 'reached'
      return before.get(id) === 'begun' || stored(`${kText}exercise ${id}`) !== null ? 'begun' : 'not begun'
    }
    return { exercises: exercises.map(({ id, idea }) => ({ id, idea, state: stateOf(id) })), stages: stages.map(({ id, idea }) => ({ id, idea })), files: files(), unknown: [], folder: '', unconfined: '', site: true }
  },
  open(what) {
    const item = itemOf(what)
    if (!item) throw new Refused(404, { error: 'There is no such exercise or stage in this playground.' })
    const text = textOf(item)
    return { ...item, text, version: text, original: item.removable ? undefined : item.text, earlier: stored(kEarlier + item.key) ?? undefined, isChanged: text !== item.text }
  },
  version: (what) => ({ version: textOf(itemOf(what)) }),
  save: saved,
  hint({ id }) {
    const { hintTexts } = itemOf({ id }), name = `playground hint ${id}`, number = (Number(stored(name)) % hintTexts.length) + 1
    store(name, number)
    return { number, of: hintTexts.length, text: hintTexts[number - 1] }
  },
  new({ file, text }) {
    if (!/^[\w-]+\.cu$/.test(file)) throw new Refused(400, { error: 'Use letters, digits, _ and -, and end the name in .cu, as in my_kernel.cu.' })
    if (files().includes(file)) throw new Refused(409, { error: `${file} already exists.` })
    if (!store(`${kText}program ${file}`, text ?? programs[0].text)) throw new Refused(507, { error: 'This browser does not store any more texts.' })
    return { file }
  },
  remove: ({ file }) => ({ removed: store(`${kText}program ${file}`, undefined) })
}

// --- running ---

// The answer to a question, preceded by what `begin(put)` puts. If the request is aborted, the question ends.
async function* during(signal, begin) {
  const got = []
  let wake, answer
  const put = (line) => {
    got.push(line)
    wake?.()
  }
  const end = () => stop(signal.reason === 'stop' ? 'by hand' : undefined)
  signal.addEventListener('abort', end)
  begin(put).then((its) => {
    answer = its
    wake?.()
  })
  try {
    while (!answer) {
      await new Promise((go) => (got.length > 0 || answer ? go() : (wake = go)))
      while (got.length > 0) yield got.shift()
    }
  } finally {
    signal.removeEventListener('abort', end)
  }
  yield { answer }
}
// What is asked of the workers for the reader's text: an unchanged stage runs without the compiler.
const asStage = ({ text, stage, ...what }, request) => {
  const item = itemOf({ stage, ...what })
  return { file: item.file, ...(stage && text === item.text ? { request: { ...request, id: stage } } : { text, request }) }
}
const whole = (question, more) => ({ file: itemOf(question).file, text: question.text, whole: true, ...more })
const isWhole = (question) => itemOf(question).kind === 'program'

async function* judge(question, signal) {
  yield saved(question)
  const item = itemOf(question), { text } = question
  if (item.id) return yield* judgeExercise(item, question, signal)
  const asking = (put) => (item.stage ? ask(asStage(question, { n: question.n })) : ask(whole(question, { printed: (some) => put({ output: some }) })))
  for await (const line of during(signal, asking)) {
    const { answer } = line
    if (!answer) yield line
    else if (answer.why) yield { ended: null, why: answer.why }
    else if (answer.compiler) yield* [{ output: answer.compiler }, { ended: 2 }]
    else if (answer.error) yield* [{ error: answer.error }, { ended: 1 }]
    else if (item.stage) yield* [{ seen: { ...answer, verdict: { correct: answer.passed, status: answer.status, message: answer.message } } }, { ended: answer.passed ? 0 : 1 }]
    else {
      if (answer.leftOut > 0) yield { output: `\n… ${answer.leftOut.toLocaleString('en')} more characters, which are not shown\n` }
      yield { seen: answer }
      yield { ended: statusOf(answer) }
    }
  }
}

async function* judgeExercise({ id, file, kind }, { text, why }, signal) {
  const asking = (put) => ask({ file, text, exercise: id, whole: kind === 'program', why: Boolean(why), step: put })
  for await (const line of during(signal, asking)) {
    const { answer } = line
    if (!answer) yield line
    else if (answer.why) yield { ended: null, why: answer.why }
    else if (answer.compiler) yield* [{ what: 'builds', good: false, text: 'it does not compile', details: answer.compiler.trimEnd().split('\n') }, { ended: 1 }]
    else if (answer.error) yield* [{ error: answer.error }, { ended: 1 }]
    else {
      if (answer.reached && !isReached(id)) store(`playground reached exercise ${id}`, new Date().toISOString())
      const all = answers.list().exercises, at = all.findIndex((one) => one.id === id)
      const next = [...all.slice(at + 1), ...all.slice(0, at)].find(({ state }) => state !== 'reached')
      yield* [{ reached: answer.reached, said: [], next: next?.id ?? null }, { ended: answer.reached ? 0 : 1 }]
    }
  }
}

// The answer to a question that puts nothing, or the lines that report a failure.
async function* answered(signal, asking, linesOf) {
  for await (const { answer } of during(signal, asking)) {
    const failed = answer.compiler ?? answer.error ?? (answer.why && `stopped ${answer.why}`)
    if (failed !== undefined) yield { output: failed }
    else if (Object.keys(answer).length > 0) yield* linesOf(answer)
  }
}
const streams = {
  judge,
  look(question, signal) {
    const { n, block, text } = question, at = { launch: question.launch, block_index: question.block_index }
    const asking = () => ask(isWhole(question) ? whole(question, { trace: at }) : asStage(question, { trace: at, n, block, input: 'iota' }))
    return answered(signal, asking, (trace) => [{ trace: { ...trace, sources: { [trace.file]: text.split('\n') } } }])
  },
  explain(question, signal) {
    const asking = () => ask(isWhole(question) ? whole(question) : asStage(question, {}))
    return answered(signal, asking, ({ kernels, lines }) => [{ costs: kernels?.map(({ name, lines }) => ({ name, lines })) ?? [{ name: '', lines }] }])
  },
  solution: ({ id, text }, signal) => answered(signal, () => ask({ file: '', solution: id, mine: text }), ({ difference }) => [{ output: difference }])
}
// One request at a time.
let before = Promise.resolve()
async function* stream(name, question, signal) {
  const turn = before
  let over
  before = new Promise((go) => (over = go))
  try {
    await turn
    if (!signal.aborted && !missing) yield* streams[name](question, signal)
  } finally {
    over()
  }
}

// --- the page's address: what is open (#open=exercise+reduce/v1), or a link that contains a text ---

const whatOf = (key) => {
  const [, kind, name] = /^(exercise|stage|program) (.+)$/.exec(key ?? '') ?? []
  return { exercise: { id: name }, stage: { stage: name }, program: { file: name === 'program/own' ? programs[0].file : (programs.find(({ id }) => id === name)?.file ?? name) } }[kind]
}
const isKnown = (what) => Boolean(what) && Boolean(itemOf(what)) && (what.file === undefined || /^[\w-]+\.cu$/.test(what.file))
async function named() {
  const address = location.hash.slice(1)
  if (address === '') return {}
  const key = new URLSearchParams(address).get('open')
  if (key) return { what: whatOf(key) ?? null, link: {} }
  const { id, exercise, whole, n, text } = await unpacked(address)
  if (!['string', 'undefined'].includes(typeof text)) throw new Error('not a link of this page')
  isOfLink = text !== undefined
  return { what: whatOf(`${exercise ? 'exercise' : whole ? 'program' : 'stage'} ${id}`), link: { text, n: /^\d{1,10}$/.test(n) ? Number(n) : undefined } }
}
async function first() {
  const last = whatOf(stored('playground choice')), otherwise = isKnown(last) ? last : { id: exercises[0].id }
  try {
    const { what = otherwise, link } = await named()
    if (!isKnown(what)) throw new Error('nothing of this name')
    return { what, link }
  } catch {
    return { what: otherwise, wrong: 'This link cannot be opened: it is damaged, or it names an exercise or a stage that is not in this playground.' }
  }
}
let isOfLink = false // the address contains a text; going back leads to it
function opened(item) {
  store('playground choice', item.key)
  history[isOfLink ? 'pushState' : 'replaceState'](null, '', `#${new URLSearchParams({ open: item.key }).toString().replaceAll('%2F', '/')}`)
  isOfLink = false
}
async function link({ id, stage, file, n, text, original }) {
  const content = { id: id ?? stage ?? file, exercise: id ? true : undefined, whole: file ? true : undefined, n, text: text === original ? undefined : text }
  history.replaceState(null, '', `#${await packed(content)}`)
  isOfLink = true
  const isCopied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false)
  return `The address of this page now contains the text${isCopied ? ', and is in the clipboard' : ''}.`
}

// --- beginning ---

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
let canLoad = false // true once the page may load the compiler
// What a verdict needs and the reader's text does not change; with a text, the program.
function prepareFor({ text, ...what }) {
  if (!canLoad) return
  const item = itemOf(what)
  if (item.kind === 'program') loadRuntime()
  else if (item.id) prepare(item.id)
  if (text !== undefined) compileAhead({ file: item.file, text, whole: item.kind === 'program' })
}

export const browser = {
  name: 'playground',
  others: 'another page',
  about,
  missing,
  loading,
  post: async (name, question = {}) => answers[name](question),
  stream,
  saveAtLast(question) {
    try {
      saved(question)
    } catch {} // another page has changed the text; the page keeps this one as a draft
  },
  prepare: prepareFor,
  first,
  opened,
  keepEarlier: (text, what) => store(kEarlier + itemOf(what).key, text),
  onAddress: (open) => addEventListener('hashchange', open),
  link,
  async begin(what) {
    if (missing) return
    await offline()
    load() // in the background, while the reader reads
    canLoad = true
    prepareFor(what())
  }
}
