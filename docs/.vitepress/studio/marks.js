// The lines in the file that have a finding: [{ line, bad, short, text }, …]. bad: a mistake, otherwise a remark.
// text: for the mark in the editor. short: for a list next to the whole message; may be "".
const base = (file) => file.slice(file.lastIndexOf('/') + 1)

// The lines of `file` mentioned in a text: "v1.cu:25", "practice/reduce/v1.cu:25:7", "line 25 of v1.cu".
function linesIn(text, file) {
  const found = []
  for (const [, name, line] of text.matchAll(/([\w./+-]+\.cu):(\d+)/g)) if (base(name) === base(file)) found.push(Number(line))
  for (const [, line, name] of text.matchAll(/\bline (\d+) of ([\w./+-]+\.cu)/g)) if (base(name) === base(file)) found.push(Number(line))
  return found
}

// Marks for the judge's steps. The verdict already has the sentences, so a mark says only what happens on its line.
export function marksOfSteps(steps, file) {
  const marks = []
  for (const step of steps.filter(({ good }) => !good)) {
    const bad = step.what !== 'counter'
    const [places, sentences] = [[], []]
    for (const detail of step.details ?? []) (detail.startsWith('  ') ? places : sentences).push(detail)
    const cause = sentences.find((line) => line.startsWith('race') || /thread/.test(line)) ?? sentences[0] ?? step.text
    const deeds = new Map() // by line
    for (const place of places)
      for (const line of linesIn(place, file)) deeds.set(line, [...(deeds.get(line) ?? []), place.replace(/^.*\.cu:\d+: /, '')])
    for (const [line, all] of deeds) {
      const short = [...new Set(all)].join('; ')
      marks.push({ line, bad, short, text: `${cause} (here: ${short})` })
    }
    const told = new Set(marks.map(({ line }) => line))
    for (const sentence of [step.text, ...sentences]) {
      // For a whole program: "line 12 and line 8: …".
      const ofProgram = [...(/^((?:line \d+(?: and )?)+): /.exec(sentence)?.[1] ?? '').matchAll(/\d+/g)].map(Number)
      // For the first difference from the solution: "on line 12, thread 0 …".
      const ofDifference = [...sentence.matchAll(/\bon line (\d+)[,:]/g)].map(([, line]) => Number(line))
      for (const line of [...linesIn(sentence, file), ...ofProgram, ...ofDifference])
        if (!told.has(line)) marks.push({ line, bad, short: '', text: sentence === step.text ? sentence : `${step.text}: ${sentence}` })
    }
  }
  return marks
}

// Marks for what ./ladder try observed.
export function marksOfSeen(seen, file) {
  const remarks = ['leak', 'never_written', 'same_value']
  return [...seen.host_hazards, ...seen.kernels.flatMap(({ hazards }) => hazards)].flatMap(({ kind, message, where }) =>
    where
      .filter((place) => place.line > 0 && base(place.file) === base(file))
      .map(({ line }) => ({ line, bad: !remarks.includes(kind), short: kind.replaceAll('_', ' '), text: `${kind.replaceAll('_', ' ')}: ${message}` }))
  )
}

// Marks for the output of a compiler or a command.
export const marksOfOutput = (output, file) =>
  output.split('\n').flatMap((text) => (/error|race|wrong/.test(text) ? linesIn(text, file).map((line) => ({ line, bad: true, short: '', text })) : []))

// One mark for each line and text.
export const once = (marks) => [...new Map(marks.map((mark) => [`${mark.line} ${mark.text}`, mark])).values()]
