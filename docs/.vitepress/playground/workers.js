// The two workers: one compiles, the other runs the result and may be terminated. They handle one request at a time.
// A run, or a judgement that reports no step, is stopped after this many seconds. A whole program stops itself at its own limit, and
// reports the line that it had reached; it may run several times (executor/try/report.h).
const kSeconds = 60, kJudging = 180, kOfProgram = 20, kWhole = 5 * kOfProgram, kCompiling = 180

export function workers({ progress, status, busy }) {
  let compiler, runner, timer, seconds, answerTo, tellStep, tellPrinted, programOf // programOf: the program that was compiled from the last text
  const finish = (answer) => {
    clearTimeout(timer)
    const to = answerTo
    answerTo = tellStep = tellPrinted = undefined
    to?.(answer)
  }
  const said = (data) => {
    if (data.progress !== undefined) progress(data.progress)
    if (data.status !== undefined) status(data.status)
    if (data.compiles && compiler.took) arm(kCompiling, 'the compiler had not finished')
    if (data.printed !== undefined) tellPrinted?.(data.printed)
    if (data.step) {
      arm()
      tellStep?.(data.step)
    }
    if (data.answer) finish(data.answer)
  }
  const worker = (made) => {
    made.onmessage = ({ data }) => (data.compiled ? made.took?.(data.compiled) : said(data))
    made.onerror = (event) => finish({ error: event.message ?? 'the worker could not be started' })
    return made
  }
  const begin = () => {
    compiler ??= worker(new Worker(new URL('./compiler.js', import.meta.url), { type: 'module' }))
    runner ??= worker(new Worker(new URL('./runner.js', import.meta.url), { type: 'module' }))
  }
  const arm = (limit = seconds, why = 'a loop that never ends, or too large an n') => {
    clearTimeout(timer)
    timer = setTimeout(() => stop(`stopped after ${limit} s: ${why}`), 1000 * limit)
  }
  // Only a worker that hangs is terminated, so the other one stays loaded.
  function stop(why) {
    if (compiler.took) {
      compiler.terminate()
      compiler = undefined
    } else {
      runner.terminate()
      runner = undefined
    }
    begin()
    compiler.postMessage({ load: true })
    finish({ error: why })
  }
  async function compiled(file, text, whole) {
    if (programOf?.text === text && programOf.file === file && programOf.whole === whole) return programOf
    const made = await new Promise((took) => {
      compiler.took = took
      compiler.postMessage({ file, text, whole })
    })
    compiler.took = undefined
    return made.program ? (programOf = { file, text, whole, ...made }) : made
  }
  return {
    isBusy: () => answerTo !== undefined,
    stop,
    load() {
      begin()
      runner.postMessage({ load: true })
      compiler.postMessage({ load: true })
    },
    loadRuntime() {
      begin()
      compiler.postMessage({ load: true, whole: true })
    },
    // { file, text, request | exercise | solution | whole }; without text, a published stage. `step` is called with each step of a
    // judgement, `printed` with what a whole program prints.
    ask({ file, step, printed, ...question }) {
      begin()
      busy(true)
      return new Promise((resolve) => {
        answerTo = (answer) => {
          busy(false)
          resolve(answer)
        }
        tellStep = step
        tellPrinted = printed
        const mine = answerTo
        const go = async () => {
          const made = question.text === undefined ? {} : await compiled(file, question.text, Boolean(question.whole))
          if (answerTo !== mine) return // stopped in the meantime
          if (made.said || made.error) return finish(made.said ? { compiler: made.said } : made)
          status(question.exercise ? 'judging …' : 'running …')
          seconds = question.exercise ? kJudging : question.whole ? kWhole : kSeconds
          arm()
          runner.postMessage({ seconds: kOfProgram, ...question, program: made.program })
        }
        go()
      })
    }
  }
}
