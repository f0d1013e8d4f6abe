// The lines in the file that have a finding: [{ line, bad, short, text }, …]. bad: a mistake, otherwise a remark.
// text: for the mark in the editor. short: for a list next to the whole message; may be "".
const base = (file) => file.slice(file.lastIndexOf('/') + 1)
const isOf = (named, file) => !named || base(named) === base(file)

// The lines of `file` in a compiler's message: "practice/reduce/v1.cu:25:7: error: …".
const linesIn = (text, file) => [...text.matchAll(/([\w./+-]+\.cu):(\d+)/g)].filter(([, name]) => isOf(name, file)).map(([, , line]) => Number(line))

// The lines of `file` that a finding names: { file, line }, { place: "v1.cu:25" }, { lines: "line 35 and line 37" }; a place may
// also be a thread or an element. Only a message that another program has written must be read.
function linesOf(finding, file) {
  if (['recorded', 'compiler_line'].includes(finding.cause)) return linesIn(finding.text, file)
  return Object.entries(finding).flatMap(([name, value]) => {
    if (value !== null && typeof value === 'object') return linesOf(value, file)
    if (!['line', 'lines', 'place'].includes(name) || !isOf(finding.file, file)) return []
    const all = [...String(value).matchAll(/([\w./+-]+\.cuh?):(\d+)(?::\d+)?|(\d+)/g)]
    return all.filter(([, named, , bare]) => (bare ? name !== 'place' : isOf(named, file))).map(([, , line, bare]) => Number(line ?? bare))
  })
}

// Marks for the judge's steps. The verdict already has the sentences, so a mark says only what happens on its line.
export function marksOfSteps(steps, file) {
  const marks = []
  for (const { what, text, evidence, details = [], findings } of steps.filter(({ good }) => !good)) {
    const bad = what !== 'counter'
    const told = new Set()
    const others = [] // the findings that are not the place of an access
    let sentence = text
    for (const [i, detail] of details.entries()) {
      const finding = findings?.[i] ?? { cause: 'recorded', text: detail }
      if (finding.cause !== 'place') {
        sentence = detail
        others.push([detail, finding])
        continue
      }
      if (!finding.line || !isOf(finding.file, file)) continue
      const short = [finding.access, finding.thread && `by ${finding.thread}`].filter(Boolean).join(' ')
      told.add(finding.line)
      marks.push({ line: finding.line, bad, short, text: short ? `${sentence} (here: ${short})` : sentence })
    }
    for (const [detail, finding] of [['', evidence ?? {}], ...others])
      for (const line of linesOf(finding, file)) if (!told.has(line)) marks.push({ line, bad, short: '', text: detail ? `${text}: ${detail}` : text })
  }
  return marks
}

// The findings of a program's report, each with its kernel, or of a stage's.
export const findingsOf = ({ verdict, hazards, host_hazards, kernels }) =>
  verdict ? (hazards ?? []) : [...host_hazards, ...kernels.flatMap(({ name, hazards }) => hazards.map((hazard) => ({ ...hazard, kernel: name })))]

// Marks for what ./ladder try or ./ladder explain observed.
export const marksOfSeen = (seen, file) =>
  findingsOf(seen).flatMap(({ kind, message, remark, where }) =>
    where
      .filter((place) => place.line > 0 && isOf(place.file, file))
      .map(({ line }) => ({ line, bad: !remark && !seen.verdict?.correct, short: kind.replaceAll('_', ' '), text: `${kind.replaceAll('_', ' ')}: ${message}` }))
  )

// Marks for the output of a compiler or a command.
export const marksOfOutput = (output, file) =>
  output.split('\n').flatMap((text) => (/error|race|wrong/.test(text) ? linesIn(text, file).map((line) => ({ line, bad: true, short: '', text })) : []))

// One mark for each line and text.
export const once = (marks) => [...new Map(marks.map((mark) => [`${mark.line} ${mark.text}`, mark])).values()]
