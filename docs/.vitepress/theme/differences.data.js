// What differs between the executor on a computer and the one in a browser: stages, exercises, and the test programs by reason.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const listed = fileURLToPath(new URL('../../../harness/browser/differences.json', import.meta.url))
const power = (text) => text.replace(/2\^(\d+)/g, (_, n) => `2${[...n].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[digit]).join('')}`)
const told = ({ counters, error }) =>
  error ?? Object.entries(counters).map(([name, [there, here]]) => `${name.replaceAll('_', ' ')}: ${here.toLocaleString('en')}, on a computer ${there.toLocaleString('en')}`).join('; ')

export default {
  watch: [listed],
  load() {
    const all = Object.entries(JSON.parse(readFileSync(listed, 'utf8')).differs).map(([name, what]) => ({ name, ...what, reason: power(what.reason) }))
    const isProgram = ({ name }) => name.startsWith('programs/')
    const programs = {}
    for (const { name, reason } of all.filter(isProgram)) (programs[reason] ??= []).push(name.replace('programs/', ''))
    return { stages: all.filter((one) => !isProgram(one)).map((one) => ({ name: one.name.replace('exercises/', 'exercise '), told: power(told(one)), reason: one.reason })), programs: Object.entries(programs) }
  }
}
