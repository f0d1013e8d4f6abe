// Requests to ./ladder studio. The token follows # in the address, so it is not sent to anybody else.
const inAddress = () => new URLSearchParams(location.hash.slice(1))
export const fromAddress = (key) => inAddress().get(key) ?? ''
export function toAddress(key, value) {
  const all = inAddress()
  all.set(key, value)
  history.replaceState(null, '', `#${all.toString().replaceAll('%2F', '/')}`)
}

// A refused request: `status` and `told` give the reason. Status 0: the studio is no longer running.
export class Refused extends Error {
  constructor(status, told) {
    super(told.error ?? 'the studio has ended')
    this.status = status
    this.told = told
  }
}

async function ask(name, question, more) {
  let answer
  try {
    answer = await fetch(`/api/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Studio-Token': fromAddress('token') },
      body: JSON.stringify(question),
      ...more
    })
  } catch (error) {
    if (error.name === 'AbortError') throw error
    throw new Refused(0, {})
  }
  if (!answer.ok) throw new Refused(answer.status, await answer.json().catch(() => ({ error: `error ${answer.status}` })))
  return answer
}

export const post = async (name, question = {}, more = {}) => (await ask(name, question, more)).json()

// Yields lines of JSON, each as soon as it arrives. `signal` ends the run.
export async function* stream(name, question, signal) {
  const reader = (await ask(name, question, { signal })).body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const lines = (rest + piece.value).split('\n')
    rest = lines.pop()
    for (const line of lines) yield JSON.parse(line)
  }
}
