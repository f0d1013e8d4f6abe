// The two workers: one compiles, the other runs the result and may be terminated. They handle one question at a time.
// A run, or a judgement that reports no step, is stopped after this many seconds. A whole program stops itself at its own limit, and
// reports the line that it had reached; it may run several times (executor/try/report.h).
const kSeconds = 60, kJudging = 180, kOfProgram = 20, kWhole = 5 * kOfProgram, kCompiling = 180

// loading: called with { part, said } while the compiler loads; doing: with what a question waits for.
export function workers({ loading, doing }) {
  let compiler, runner, timer, seconds, answerTo, tellStep, tellPrinted
  let last // the last text that was sent to the compiler, and the promise of its result
  let waits = false // a question waits for the compiler
  let prepared // the exercise that is open
  const finish = (answer) => {
    clearTimeout(timer)
    const to = answerTo
    answerTo = tellStep = tellPrinted = undefined
    waits = false
    to?.(answer)
  }
  const said = (data) => {
    if (data.loading) loading(data.loading)
    if (data.compiles) {
      compiler.begun = true
      if (waits) limitCompiling()
    }
    if (data.printed !== undefined) tellPrinted?.(data.printed)
    if (data.step) {
      arm()
      tellStep?.(data.step)
    }
    if (data.answer) finish(data.answer)
  }
  const worker = (made) => {
    made.onmessage = ({ data }) => (data.compiled ? made.took?.(data.compiled) : said(data))
    made.onerror = (event) => (made.took ?? finish)({ error: event.message ?? 'the worker could not be started' })
    return made
  }
  const begin = () => {
    compiler ??= worker(new Worker(new URL('./compiler.js', import.meta.url), { type: 'module' }))
    runner ??= worker(new Worker(new URL('./runner.js', import.meta.url), { type: 'module' }))
  }
  const arm = (limit = seconds, why = 'a loop that never ends, or too large an n') => {
    clearTimeout(timer)
    timer = setTimeout(() => stop(`after ${limit} s: ${why}`), 1000 * limit)
  }
  const limitCompiling = () => {
    doing('Compiling …')
    arm(kCompiling, 'the compiler had not finished')
  }
  // Ends a question, to which the answer is then { why }. A run is ended with its worker, and so is a compilation, except if a newer
  // text follows: then it ends by itself.
  function stop(why) {
    if (answerTo === undefined) return
    if (waits && why === undefined) return finish({})
    if (waits) {
      compiler.terminate()
      compiler = last = undefined
      waits = false
    } else {
      runner.terminate()
      runner = undefined
    }
    begin()
    for (const one of [compiler, runner]) one.postMessage({ load: true })
    if (prepared) runner.postMessage({ prepare: prepared })
    finish(why === undefined ? {} : { why })
  }
  // The promise of the program, which may have been compiled ahead. The compiler handles one text at a time, and skips
  // a text that has been replaced in the meantime.
  function compiled(file, text, whole) {
    if (last?.text === text && last.file === file && last.whole === whole) return last.made
    const before = last?.made, mine = { file, text, whole }
    const compile = async () => {
      await before
      if (last !== mine) return {}
      const made = await new Promise((took) => {
        compiler.took = took
        compiler.postMessage({ file, text, whole })
      })
      compiler.took = undefined
      compiler.begun = false
      if (made.error && last === mine) last = undefined
      return made
    }
    last = mine
    return (mine.made = compile())
  }
  return {
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
    // Runs the solution of an exercise, with which the reader's file will be compared.
    prepare(exercise) {
      begin()
      prepared = exercise
      runner.postMessage({ prepare: exercise })
    },
    // Compiles a text before it is needed, while the reader pauses.
    compileAhead({ file, text, whole }) {
      if (compiler && answerTo === undefined) compiled(file, text, Boolean(whole))
    },
    // { file, text, request | exercise | solution | whole }; without text, a published stage. `step` is called with each step of a
    // judgement, `printed` with the output of a whole program. An answer is { compiler: its complaints }, { error } or that of
    // runner.js.
    ask({ file, step, printed, ...question }) {
      begin()
      doing('')
      return new Promise((resolve) => {
        answerTo = resolve
        tellStep = step
        tellPrinted = printed
        const mine = answerTo
        const go = async () => {
          waits = question.text !== undefined
          if (waits && compiler.begun) limitCompiling()
          const made = waits ? await compiled(file, question.text, Boolean(question.whole)) : {}
          if (answerTo !== mine) return // stopped in the meantime
          waits = false
          if (made.said || made.error) return finish(made.said ? { compiler: made.said } : made)
          doing(question.exercise ? 'Judging …' : 'Running …')
          seconds = question.exercise ? kJudging : question.whole ? kWhole : kSeconds
          arm()
          runner.postMessage({ seconds: kOfProgram, ...question, program: made.program })
        }
        go()
      })
    }
  }
}
