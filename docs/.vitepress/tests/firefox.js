// Drives Firefox by WebDriver BiDi, which needs no driver program. (Playwright drives only its own Firefox.)
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const program = [process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'].find((file) => file && existsSync(file))
export const whyNotFirefox = !program ? 'no Firefox (Debian: firefox-esr)' : typeof WebSocket !== 'function' ? 'node before version 22' : false

export async function firefox() {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'))
  const browser = spawn(program, ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile])
  const address = await new Promise((found, failed) => {
    let said = ''
    browser.stderr.on('data', (text) => {
      const at = /WebDriver BiDi listening on (\S+)/.exec((said += text))
      if (at) found(at[1])
    })
    browser.on('exit', () => failed(new Error(said)))
  })
  const socket = new WebSocket(`${address}/session`), waiting = new Map(), requests = [], errors = []
  await new Promise((go) => (socket.onopen = go))
  socket.onmessage = ({ data }) => {
    const { id, method, params, result, message } = JSON.parse(data)
    if (method === 'network.beforeRequestSent') requests.push(params.request.url)
    if (method === 'log.entryAdded' && params.level === 'error') errors.push(params.text)
    waiting.get(id)?.(result, message)
    waiting.delete(id)
  }
  const send = (method, params) => new Promise((go, failed) => {
    waiting.set(waiting.id = (waiting.id ?? 0) + 1, (result, message) => (result ? go(result) : failed(new Error(message))))
    socket.send(JSON.stringify({ id: waiting.id, method, params }))
  })
  await send('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['network.beforeRequestSent', 'log.entryAdded'] })
  const context = (await send('browsingContext.getTree', {})).contexts[0].context
  // The value of a JavaScript expression in the page.
  const value = async (expression) => {
    const { result, exceptionDetails } = await send('script.evaluate', { expression: `Promise.resolve(${expression}).then(JSON.stringify)`, target: { context }, awaitPromise: true })
    if (exceptionDetails) throw new Error(exceptionDetails.text)
    return result.value && JSON.parse(result.value)
  }
  return {
    requests, errors, value,
    open: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    beforeEachPage: (code) => send('script.addPreloadScript', { functionDeclaration: `() => { ${code} }` }),
    async until(expression) {
      for (;;) {
        const is = await value(expression)
        if (is) return is
        await new Promise((go) => setTimeout(go, 200))
      }
    },
    async close() {
      await send('browser.close', {}).catch(() => {})
      socket.close()
      await new Promise((go) => (browser.exitCode === null ? browser.once('exit', go) : go()))
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    }
  }
}
