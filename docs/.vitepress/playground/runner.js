// A worker that runs programs: the published stages, from a prebuilt module that also judges exercises, and the program
// compiled from the reader's text. It may be terminated at any time.
import { restarting, start } from '../../../harness/executor/platform/wasm/host/instance.js'
import { linesOf } from '../../../harness/executor/platform/wasm/host/program.js'
import { runWhole, statusOf } from '../../../harness/executor/platform/wasm/host/whole_program.js'
import { address, jsonOf, unzipped } from './load.js'

let stages, judge, mine // mine() returns the instance that contains the reader's file
const withLines = (program) => ({ ...program, lines: linesOf(program.rows) })
const stagesProgram = () =>
  (stages ??= (async () => {
    const [program, module] = await Promise.all([jsonOf('stages.program.json'), unzipped(address('stages.wasm')).then((wasm) => WebAssembly.compileStreaming(wasm))])
    return withLines({ ...program, module })
  })())
const theJudge = () =>
  (judge ??= (async () => {
    const [program, texts] = await Promise.all([stagesProgram(), jsonOf('files.json')])
    const toBytes = new TextEncoder()
    const files = (name) => (Object.hasOwn(texts, name) ? toBytes.encode(texts[name]) : undefined)
    return start(program, { files, tell: (step) => postMessage({ step }), other: () => mine() })
  })())

// A program's output is sent in pieces, at a readable rate, up to this many characters.
const kMostPrinted = 200_000, kPause = 100
function printer() {
  let piece = '', printed = 0, leftOut = 0, sent = -Infinity
  const send = () => {
    if (piece) postMessage({ printed: piece })
    piece = ''
    sent = performance.now()
  }
  return {
    print(text) {
      const some = text.slice(0, kMostPrinted - printed)
      piece += some
      printed += some.length
      leftOut += text.length - some.length
      if (performance.now() - sent > kPause) send()
    },
    leftOut() {
      send()
      return leftOut
    }
  }
}

async function answerOfProgram(program, { seconds, trace }) {
  const { print, leftOut } = printer()
  const report = await runWhole((options) => start(program, options), program, { print, seconds, trace })
  return trace ? report : { ...report, leftOut: leftOut() }
}

// An exercise that is a whole program is judged from its report.
async function judgedProgram(program, { exercise, text, seconds }) {
  let output = ''
  const print = (some) => (output += some.slice(0, kMostPrinted - output.length))
  const report = await runWhole((options) => start(program, options), program, { print, seconds, alsoIdle: true })
  if (report.error) return report
  const tried = { status: statusOf(report), output: `${output}${report.text}`, seen: report }
  return (await theJudge()).practice({ judge: exercise, text, tried })
}

async function answerTo({ program, request, exercise, text, why, seconds, trace }) {
  const its = program && withLines(program)
  if (its?.whole && exercise) return judgedProgram(its, { exercise, text, seconds })
  if (its?.whole) return answerOfProgram(its, { seconds, trace })
  if (!exercise) {
    const instance = await start(its ?? (await stagesProgram()))
    return instance.judge(request).finally(instance.end)
  }
  mine = restarting(its)
  try {
    return await (await theJudge()).practice({ judge: exercise, text, why })
  } catch (error) {
    judge = undefined // its memory may be inconsistent
    throw error
  } finally {
    mine.end()
  }
}

// If this fails, the judgement itself reports why.
async function prepare(exercise) {
  try {
    await (await theJudge()).practice({ prepare: exercise })
  } catch {
    judge = undefined
  }
}

// Requests are handled one at a time, because the judge is a single instance.
let before = Promise.resolve()
let opened // the exercise that was opened last; only its solution is run ahead
onmessage = ({ data }) => {
  if (data.prepare) opened = data.prepare
  before = before.then(() => answered(data))
}
async function answered(data) {
  try {
    if (data.load) await stagesProgram()
    else if (data.prepare) await (data.prepare === opened && prepare(data.prepare))
    else if (data.solution) postMessage({ answer: await (await theJudge()).practice({ solution: data.solution, text: data.mine }) })
    else postMessage({ answer: await answerTo(data) })
  } catch (error) {
    postMessage({ answer: { error: error.message } })
  }
}
