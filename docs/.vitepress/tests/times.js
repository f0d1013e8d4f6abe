// Measures how long verdicts take in the playground, in Chromium: taskset -c 1 node .vitepress/tests/times.js [REPEATS [PAUSE [MBIT]]]
// The CPU time is the total of all Chromium processes. A first verdict begins with the visit, and includes loading the
// compiler; `warm` is a second visit. Before each later verdict, the text is changed, and PAUSE seconds pass before
// the button is pressed (default: 0), in which the page compiles the text. After a verdict, the player runs; this is not counted. MBIT limits the server, in Mbit/s (default: no limit).
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { loadavg } from 'node:os'
import { extname, join } from 'node:path'
import { chromium } from 'playwright-core'
import { packed } from '../playground/address.js'
import { solutionsIn } from './solutions.js'

const folder = process.env.PLAYGROUND || join(import.meta.dirname, '../../public/playground'), kRepeats = Number(process.argv[2] ?? 10), kPause = Number(process.argv[3] ?? 0), kRate = Number(process.argv[4] ?? Infinity) / 8 * 1e6
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' }
const kPiece = 64 * 1024
let idle = 0 // when the connection will have sent everything, in milliseconds
async function sent(response, bytes) {
  for (let at = 0; at < bytes.length; at += kPiece) {
    const piece = bytes.subarray(at, at + kPiece)
    idle = Math.max(idle, performance.now()) + (1000 * piece.length) / kRate
    const wait = idle - performance.now()
    if (wait > 0) await new Promise((go) => setTimeout(go, wait))
    response.write(piece)
  }
  response.end()
}
const server = createServer((request, response) => {
  const file = join(folder, new URL(request.url, 'http://x').pathname.replace(/\/$/, '/index.html'))
  if (!existsSync(file)) return response.writeHead(404).end()
  sent(response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }), readFileSync(file))
})
await new Promise((go) => server.listen(0, '127.0.0.1', go))
const address = `http://127.0.0.1:${server.address().port}/`

// The CPU time, in seconds, of all processes that this process has started.
const kTick = 100 // per second, on Linux
function cpu() {
  const all = new Map()
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const [, parent, ...rest] = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ')
      all.set(pid, { parent, ticks: rest.slice(9, 13).reduce((sum, one) => sum + Number(one), 0) })
    } catch {} // it has ended
  const isOurs = (pid) => pid !== undefined && (pid === String(process.pid) || isOurs(all.get(pid)?.parent))
  return [...all].filter(([pid]) => pid !== String(process.pid) && isOurs(pid)).reduce((sum, [, { ticks }]) => sum + ticks, 0) / kTick
}
async function timed(work) {
  const wall = performance.now(), before = cpu()
  await work()
  return { wall: (performance.now() - wall) / 1000, cpu: cpu() - before }
}
const median = (all) => all.sort((a, b) => a - b)[all.length >> 1]
const tell = (what, times) => console.log(`${what}: ${['wall', 'cpu'].map((of) => `${of} ${median(times.map((one) => one[of])).toFixed(2)} s`).join(', ')}, load ${loadavg()[0].toFixed(1)}`)

const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) => file && existsSync(file))
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] }), context = await browser.newContext()
const v2 = JSON.parse(readFileSync(join(folder, 'stages.json'), 'utf8')).find(({ id }) => id === 'reduce/v2')
const hash = await packed({ id: v2.id, text: `${v2.text}// changed\n`, n: 4096 })
const judged = async (page) => {
  await page.click('.judge')
  await page.waitForFunction(() => document.querySelector('.verdict h2:is(.good, .bad)'), null, { timeout: 600_000, polling: 50 }) // polling with each frame would itself take time
}
const playerIsIdle = (page) => page.waitForFunction(() => document.querySelector('.stepper') && !document.querySelector('.choose [role=status]'), null, { timeout: 600_000, polling: 50 })
let page
for (const visit of ['cold', 'warm']) {
  await page?.close()
  page = await context.newPage()
  tell(`${visit} first verdict, ${v2.id}`, [await timed(async () => {
    await page.goto(`${address}#${hash}`)
    await page.waitForSelector('.cm-content')
    await judged(page)
  })])
}
await page.uncheck('text=as I type') // it compiles what is typed, and judges it when the button is pressed
const solutionOf = await solutionsIn(folder)
const firstSteps = JSON.parse(readFileSync(join(folder, 'exercises.json'), 'utf8')).map(({ id }) => id).filter((id) => id.startsWith('first/')).map((id) => `exercise ${id}`)
for (const choice of [...firstSteps, 'stage reduce/v1', 'stage reduce/v2', 'stage reduce/v6']) {
  const [kind, id] = choice.split(' ')
  await page.evaluate((choice) => (location.hash = `open=${choice.replace(' ', '+')}`), choice)
  await page.waitForFunction((id) => document.title.startsWith(`${id} `), id)
  const text = kind === 'exercise' ? await solutionOf(id) : await page.evaluate(() => document.querySelector('.cm-content').cmTile.view.state.doc.toString())
  const times = []
  for (let i = 0; i <= kRepeats; i++) {
    await page.evaluate((text) => {
      const { view } = document.querySelector('.cm-content').cmTile
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
    }, `${text}// ${i}\n`)
    await page.waitForTimeout(1000 * kPause)
    times.push(await timed(() => judged(page)))
    await playerIsIdle(page)
  }
  tell(`next verdict, ${choice} (${await page.innerText('.verdict h2')})`, times.slice(1))
}
await browser.close()
server.close()
