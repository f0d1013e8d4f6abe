// The playground, in a real Chromium. PLAYGROUND: the folder with what harness/browser/site.js and npm run playground have written;
// without one the tests are skipped. CHROMIUM: as for the site's tests.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { chromium } from 'playwright-core'

const folder = process.env.PLAYGROUND || join(import.meta.dirname, '../dist/playground')
const skip = ['index.html', 'stages.json'].every((file) => existsSync(join(folder, file))) ? false : `no playground in ${folder}`
const kMinutes = 3 * 60_000

let server, browser, address
before(async () => {
  if (skip) return
  const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' }
  server = createServer((request, response) => {
    const file = join(folder, new URL(request.url, 'http://x').pathname.replace(/\/$/, '/index.html'))
    if (!existsSync(file)) return response.writeHead(404).end()
    const bytes = readFileSync(file)
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream', 'content-length': bytes.length }).end(bytes)
  })
  await new Promise((go) => server.listen(0, '127.0.0.1', go))
  address = `http://127.0.0.1:${server.address().port}/`
  const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) => file && existsSync(file))
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
})
after(async () => {
  await browser?.close()
  server?.close()
})

// A page that reports what it asks of another origin, and what it breaks.
async function open(hash = '') {
  const context = await browser.newContext(), page = await context.newPage()
  page.wrong = []
  page.on('request', (request) => /^(data|blob):/.test(request.url()) || request.url().startsWith(address) || page.wrong.push(request.url()))
  page.on('pageerror', (error) => page.wrong.push(error.message))
  page.on('console', (message) => message.type() === 'error' && page.wrong.push(message.text()))
  await page.goto(address + hash)
  await page.waitForSelector('.cm-content')
  return page
}
const answered = (page) => page.waitForFunction(() => !document.getElementById('run').disabled, null, { timeout: kMinutes })
const answer = (page) => page.innerText('#answer')
async function run(page) {
  await page.click('#run')
  await answered(page)
  return answer(page)
}
const text = (page) => page.evaluate(() => document.querySelector('.cm-content').cmTile?.view?.state.doc.toString() ?? document.querySelector('.cm-content').innerText)
// The text of the stage with `from` replaced, by way of a link.
async function openWith(id, from, to) {
  const stage = JSON.parse(readFileSync(join(folder, 'stages.json'), 'utf8')).find((one) => one.id === id)
  assert.ok(stage.text.includes(from))
  const { packed } = await import('../playground/address.js')
  return open(`#${await packed({ id, n: 4096, text: stage.text.replace(from, to) })}`)
}

test('a stage as it is runs before the compiler is there', { skip }, async () => {
  const page = await open()
  await page.selectOption('#stage', 'reduce/v2')
  assert.match(await run(page), /^correct at n = 4096/)
  assert.deepEqual(page.wrong, [])
})

test('a changed kernel is compiled, and a race is found with its lines', { skip, timeout: kMinutes }, async () => {
  const page = await openWith('reduce/v2', 'partial[tid + s];\n    __syncthreads();', 'partial[tid + s];\n')
  assert.match(await answer(page), /^The verdict comes here/) // a link runs nothing by itself
  const found = await run(page)
  assert.match(found, /partial\[\d+\]/)
  assert.match(found, /line 20/)
  assert.deepEqual(page.wrong, [])
})

test('what does not compile is shown with its line', { skip, timeout: kMinutes }, async () => {
  const page = await openWith('reduce/v2', 'if (tid == 0)', 'if (tid == zero)')
  assert.match(await run(page), /kernels\/reduce\/03_v2_sequential\.cu:23:\d+: error: .*zero/)
})

test('a loop without an end is stopped, and the page goes on', { skip, timeout: kMinutes }, async () => {
  const page = await openWith('reduce/v2', 'const unsigned tid = threadIdx.x;', 'const unsigned tid = threadIdx.x;\n  for (volatile int go = 1; go;) {}')
  await page.click('#run')
  await page.waitForFunction(() => document.getElementById('status').textContent === 'runs …', null, { timeout: kMinutes })
  await page.click('#stop')
  await answered(page)
  assert.match(await answer(page), /^stopped/)
  await page.click('#reset')
  assert.match(await run(page), /^correct/)
})

test('what is typed survives a reload', { skip, timeout: kMinutes }, async () => {
  const page = await open()
  await page.click('.cm-content')
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('// mine\n')
  await page.reload()
  await page.waitForSelector('.cm-content')
  assert.match(await text(page), /^\/\/ mine/)
})
