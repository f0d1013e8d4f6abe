// Where in the file something is wrong: [{ line, text, bad }, …]. bad: a mistake; else something to look at.
const base = (file) => file.slice(file.lastIndexOf('/') + 1)

// The lines of `file` that a text names: "v1.cu:25", "practice/reduce/v1.cu:25:7", "line 25 of v1.cu".
function linesIn(text, file) {
  const found = []
  for (const [, name, line] of text.matchAll(/([\w./+-]+\.cu):(\d+)/g)) if (base(name) === base(file)) found.push(Number(line))
  for (const [, line, name] of text.matchAll(/\bline (\d+) of ([\w./+-]+\.cu)/g)) if (base(name) === base(file)) found.push(Number(line))
  return found
}

// Of the judge's steps.
export function marksOfSteps(steps, file) {
  const marks = []
  for (const step of steps.filter(({ good }) => !good)) {
    const bad = step.what !== 'counter'
    const details = step.details ?? []
    const told = details.filter((line) => !line.startsWith('  '))
    for (const detail of [step.text, ...details]) {
      // A whole program's: "line 12 and line 8: …".
      const ofProgram = [...(/^((?:line \d+(?: and )?)+): /.exec(detail)?.[1] ?? '').matchAll(/\d+/g)].map(Number)
      // The place of an access stands below the sentence that tells of it.
      const text = detail.startsWith('  ') ? `${told.find((line) => line.startsWith('race') || /thread/.test(line)) ?? told[0] ?? step.text} (here: ${detail.trim()})` : detail
      for (const line of [...linesIn(detail, file), ...ofProgram]) marks.push({ line, bad, text: detail === step.text ? text : `${step.text}: ${text}` })
    }
  }
  return marks
}

// Of what ./ladder try has seen.
export function marksOfSeen(seen, file) {
  const remarks = ['leak', 'never_written', 'same_value']
  return [...seen.host_hazards, ...seen.kernels.flatMap(({ hazards }) => hazards)].flatMap(({ kind, message, where }) =>
    where
      .filter((place) => place.line > 0 && base(place.file) === base(file))
      .map(({ line }) => ({ line, bad: !remarks.includes(kind), text: `${kind.replaceAll('_', ' ')}: ${message}` }))
  )
}

// Of what a compiler or a command has printed.
export const marksOfOutput = (output, file) =>
  output.split('\n').flatMap((text) => (/error|race|wrong/.test(text) ? linesIn(text, file).map((line) => ({ line, bad: true, text })) : []))

// One for each line and text.
export const once = (marks) => [...new Map(marks.map((mark) => [`${mark.line} ${mark.text}`, mark])).values()]
