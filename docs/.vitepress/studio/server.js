// The back end of ./ladder studio: requests to the server on this computer, which reads and writes files. The token follows # in
// the address, so it is not sent to anybody else.
import { Refused } from './refused.js'

const inAddress = () => new URLSearchParams(location.hash.slice(1))
const ended = 'The studio has ended. Your text is still here: start ./ladder studio again, and copy the text into the new page.'

async function ask(name, question, more) {
  let answer
  try {
    answer = await fetch(`/api/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Studio-Token': inAddress().get('token') ?? '' },
      body: JSON.stringify(question),
      ...more
    })
  } catch (error) {
    if (error.name === 'AbortError' || more.signal?.aborted) throw error
    throw new Refused(0, { error: ended })
  }
  if (!answer.ok) throw new Refused(answer.status, await answer.json().catch(() => ({ error: `error ${answer.status}` })))
  return answer
}

// Yields lines of JSON, each as soon as it arrives.
async function* stream(name, question, signal) {
  const reader = (await ask(name, question, { signal })).body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const lines = (rest + piece.value).split('\n')
    rest = lines.pop()
    for (const line of lines) yield JSON.parse(line)
  }
}

export const server = {
  name: 'studio',
  others: 'another program',
  judgesAtOnce: true,
  post: async (name, question = {}) => (await ask(name, question, {})).json(),
  stream,
  saveAtLast: (question) => void ask('save', question, { keepalive: true }).catch(() => {}),
  first({ first, exercises }) {
    const asked = inAddress().get('open') || first
    const next = exercises.find(({ state }) => state !== 'reached') ?? exercises[0]
    return { what: asked.endsWith('.cu') ? { file: asked } : { id: asked || next.id } }
  },
  opened({ id, file }) {
    const all = inAddress()
    all.set('open', id ?? file)
    history.replaceState(null, '', `#${all.toString().replaceAll('%2F', '/')}`)
  }
}
