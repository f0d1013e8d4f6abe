// ./ladder studio, driven in a real Chromium and by hostile requests. LADDER and CHROMIUM: as for the site's tests.
import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { chromium } from 'playwright-core'
import { repository } from '../ladder.js'
import { marksOfOutput, marksOfSeen, marksOfSteps, once } from '../studio/marks.js'
import { barriers } from './looks.js'

const ladder = resolve(repository, process.env.LADDER || 'ladder')
const env = { LADDER_PRESET: 'cpu', ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '' }
const folder = mkdtempSync(join(tmpdir(), 'studio-'))
const inFolder = (file) => join(folder, file)
const read = (file) => readFileSync(inFolder(file), 'utf8')
const put = (file, text) => {
  mkdirSync(dirname(inFolder(file)), { recursive: true })
  writeFileSync(inFolder(file), text)
}
const waitFor = async (what, seconds = 60) => {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await new Promise((go) => setTimeout(go, 50))) if (await what()) return
  assert.fail(`not within ${seconds} seconds: ${what}`)
}

// Starts a studio, and returns its address, token and process.
const begun = []
async function begin(...options) {
  const child = spawn(ladder, ['studio', '--no-browser', '-q', ...options], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  begun.push(child)
  let said = ''
  child.stdout.on('data', (text) => (said += text))
  child.stderr.on('data', (text) => (said += text))
  child.over = new Promise((end) => child.on('exit', (status) => end(status)))
  await waitFor(() => said.includes('token=') || child.exitCode !== null, 600) // the program may be built first
  const [, port, token] = /http:\/\/127\.0\.0\.1:(\d+)\/studio\/#token=([0-9a-f]{32})/.exec(said) ?? assert.fail(said)
  return { child, port: Number(port), token, address: `http://127.0.0.1:${port}/studio/#token=${token}` }
}
async function end({ child }, signal = 'SIGINT') {
  child.kill(signal)
  return child.over
}

let browser, studio
before(async () => {
  const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) => file && existsSync(file))
  ;[browser, studio] = await Promise.all([chromium.launch({ executablePath, args: ['--no-sandbox'] }), begin()])
})
after(async () => {
  await browser?.close()
  if (studio) await end(studio)
  // Ends what a failed test has left running, because node would wait for it forever.
  for (const child of begun) if (child.exitCode === null) child.kill('SIGTERM')
  await Promise.all(begun.map(({ over }) => over))
  rmSync(folder, { recursive: true })
})

async function open(what, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const complaints = []
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && !/status of 40[09]/.test(message.text()) && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => /^(data:|blob:)/.test(request.url()) || request.url().startsWith(`http://127.0.0.1:${studio.port}/`) || complaints.push(`requests ${request.url()}`))
  await page.goto(`${studio.address}&open=${what}`)
  await page.locator('.cm-content').waitFor()
  return { page, complaints, close: () => context.close() }
}
const verdict = (page, words) => page.locator('.verdict h2', { hasText: words }).waitFor()
// Unfolds an exercise's header first, so that all lines are included.
const lines = async (page) => {
  while (await page.locator('.cm-foldPlaceholder').count()) await page.locator('.cm-foldPlaceholder').first().click()
  return page.evaluate(() => [...document.querySelectorAll('.cm-line')].map((line) => line.textContent))
}
// Moves the cursor to the end of a line, which may be wrapped.
const goTo = async (page, text) => {
  await page.locator('.cm-line', { hasText: text }).first().click()
  await page.keyboard.press('End')
  await page.keyboard.press('End')
}
const marked = (page) => page.locator('.places button', { hasText: /^line/ }).allInnerTexts().then((all) => [...new Set(all.map((text) => Number(text.replace('line ', ''))))])
const kernel = (id) => JSON.parse(execFileSync(ladder, ['list', id, '--json'], { env, encoding: 'utf8' })).find((stage) => stage.id === id).file
const stage = (id) => readFileSync(join(repository, kernel(id)), 'utf8')

test('an exercise is solved from its start to Reached by typing, and a terminal command sees the file', async (t) => {
  const { page, complaints, close } = await open('first/index')
  await verdict(page, 'Not yet')
  assert.equal(await page.locator('.list button[aria-current]').innerText().then((text) => text.includes('index')), true)
  assert.match(await page.locator('.task').innerText(), /square root of each element/)
  await goTo(page, 'Your part')
  await page.keyboard.press('Enter')
  await page.keyboard.type('const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;\nif (i < n) output[i] = sqrtf(input[i])')
  await verdict(page, 'Not yet') // no semicolon
  await page.locator('.steps', { hasText: "expected ‘;’" }).waitFor()
  assert.equal((await marked(page)).length, 1)
  await page.keyboard.type(';')
  const began = Date.now()
  await verdict(page, 'Solved')
  t.diagnostic(`from the last key to Reached: ${Date.now() - began} ms`)
  const reached = Date.now()
  await page.locator('.stepper').waitFor()
  t.diagnostic(`from there to the player: ${Date.now() - reached} ms`)
  assert.deepEqual(await marked(page), [])
  assert.equal(await page.locator('.list button[aria-current].reached').count(), 1)
  assert.match(await page.locator('.arrived button').innerText(), /Next: first\/stride/)
  assert.match(await page.locator('.arrived .come').innerText(), /1 of 12 in first/)
  assert.equal(read('practice/first/index.cu'), (await lines(page)).join('\n'))
  assert.equal(JSON.parse(execFileSync(ladder, ['practice', 'first/index', '--json', '-'], { cwd: folder, env, encoding: 'utf8' })).reached, true)
  // Hints are counted as in the terminal.
  await page.getByRole('button', { name: 'Hint' }).click()
  const [, hint] = /^Hint (\d) of 3$/.exec(await page.locator('.hint h3').innerText())
  assert.match(execFileSync(ladder, ['practice', 'first/index', '--hint'], { cwd: folder, env, encoding: 'utf8' }), new RegExp(`^Hint ${(Number(hint) % 3) + 1} of 3`))
  await page.getByRole('button', { name: 'Solution' }).click()
  await page.locator('.verdict > pre', { hasText: 'index.cu' }).waitFor()
  await page.locator('.arrived button').click()
  await page.locator('.work h2', { hasText: 'practice/first/stride.cu' }).waitFor()
  assert.deepEqual(complaints, [])
  await close()
})

test('the verdict stays in view, hints are below it in order, panes can be dragged, and a finding leads to its step', async () => {
  const { page, complaints, close } = await open('first/barrier')
  await verdict(page, 'Not yet')
  // The header is folded, and the part that the reader writes is visible.
  assert.equal(await page.locator('.cm-foldPlaceholder').count(), 1)
  const part = await page.locator('.cm-line', { hasText: 'Your part:' }).last().boundingBox()
  const room = await page.locator('.cm-scroller').boundingBox()
  assert.ok(part.y > room.y && part.y < room.y + room.height, JSON.stringify([part, room]))
  await goTo(page, 'values[tid] =')
  await page.keyboard.press('Enter')
  await page.keyboard.type('__syncthreads();')
  await verdict(page, 'Not yet')
  await page.locator('.steps', { hasText: 'the next iteration' }).waitFor()
  await page.locator('.stepper').waitFor()

  execFileSync(ladder, ['practice', 'first/barrier', '--hint'], { cwd: folder, env }) // hint 1; the page shows 2, 3, 1
  for (let hints = 1; hints <= 3; hints++) {
    await page.getByRole('button', { name: 'Hint' }).click()
    await page.locator('.hint').nth(hints - 1).waitFor()
  }
  await page.getByRole('button', { name: 'Solution' }).click()
  await page.locator('.verdict > pre', { hasText: 'barrier.cu' }).waitFor()
  assert.deepEqual(await page.locator('.hint h3').allInnerTexts(), ['Hint 1 of 3', 'Hint 2 of 3', 'Hint 3 of 3'])
  const top = (what) => page.locator(what).first().evaluate((one) => one.getBoundingClientRect().top)
  assert.ok((await top('.steps')) < (await top('.hint')), 'the verdict is above its hints')
  const before = await top('.verdict .head')
  await page.locator('.verdict').evaluate((pane) => (pane.scrollTop = pane.scrollHeight))
  assert.equal(await top('.verdict .head'), before)
  assert.ok(await page.evaluate(() => document.elementFromPoint(...(({ x, y }) => [x + 8, y + 8])(document.querySelector('.verdict h2').getBoundingClientRect())).closest('h2') !== null))

  const width = () => page.locator('.verdict').evaluate((pane) => pane.clientWidth)
  const wide = await width()
  const bar = await page.locator('.splitter.of-verdict').boundingBox()
  await page.mouse.move(bar.x + 4, bar.y + 100)
  await page.mouse.down()
  await page.mouse.move(bar.x - 96, bar.y + 100, { steps: 4 })
  await page.mouse.up()
  assert.equal(await width(), wide + 100)
  await page.locator('.splitter.of-verdict').focus()
  await page.keyboard.press('ArrowRight')
  assert.equal(await width(), wide + 76)

  const line = (await marked(page))[0]
  const leads = page.locator('.places li', { hasText: `line ${line}` }).getByRole('button', { name: 'player' })
  const moment = async () => Number((await page.locator('.stepper .where').innerText()).split(' / ')[0])
  await leads.click()
  assert.match(await page.locator('.stepper .status').innerText(), new RegExp(`line ${line}:`))
  const first = await moment()
  await leads.click()
  assert.ok((await moment()) > first)
  assert.match(await page.locator('.stepper .status').innerText(), new RegExp(`line ${line}:`))
  await page.reload()
  await verdict(page, 'Not yet')
  assert.equal(await width(), wide + 76)
  assert.deepEqual(complaints, [])
  await close()
})

test('the player begins with a block size that the kernel supports', async () => {
  const { page, complaints, close } = await open('first/tile')
  await verdict(page, 'Not yet')
  await page.locator('.stepper').waitFor()
  assert.equal(await page.getByLabel('threads per block').inputValue(), '1024')
  assert.deepEqual(complaints, [])
  await close()
})

test('a race is introduced, marked on its line and fixed; the player steps through the typed kernel', async () => {
  put('practice/reduce/v2.cu', stage('reduce/v2'))
  const { page, complaints, close } = await open('reduce/v2')
  await verdict(page, 'Solved')
  const before = await lines(page)
  const load = before.findIndex((line) => line.includes('partial[tid] = i < n')) + 1
  await page.locator('.cm-line').nth(load).click()
  await page.keyboard.press('Control+Shift+K') // deletes the barrier after the load
  await page.keyboard.press('Control+Enter')
  await verdict(page, 'Not yet')
  assert.match(await page.locator('.steps').innerText(), /race/)
  const places = await marked(page)
  assert.ok(places.includes(load), `the load of line ${load} is marked: ${places}`)
  assert.ok(await page.locator('.cm-lint-marker-error').count() > 0)
  await page.keyboard.press('Control+z')
  await verdict(page, 'Solved')
  assert.equal(await page.locator('.cm-lint-marker-error').count(), 0)
  assert.deepEqual(await marked(page), [])

  await goTo(page, 'partial[tid] = i < n')
  await page.keyboard.type(' // mine')
  await verdict(page, 'Solved')
  const stepper = page.locator('.stepper')
  await page.locator('.stepper .code', { hasText: '// mine' }).waitFor()
  await stepper.focus()
  await page.keyboard.press('Home')
  assert.match(await stepper.locator('.status').innerText(), new RegExp(`line ${load}: global load of input by 32 lanes`))
  await page.keyboard.press('ArrowRight')
  assert.match(await stepper.locator('.status').innerText(), /shared store of partial by 32 lanes/)
  await page.getByLabel('block', { exact: true }).fill('3')
  await page.keyboard.press('Enter')
  await page.locator('.memory .cell', { hasText: /^192$/ }).first().waitFor() // 3 * 64: the first element of that block
  await page.getByRole('button', { name: 'What each line costs' }).click()
  await page.locator('.verdict > pre', { hasText: '×wavefr' }).waitFor()
  assert.deepEqual(complaints, [])
  await close()
})

test('a program is created and tried, and the page shows its output, its faults, and any of its blocks in the player', async () => {
  const { page, complaints, close } = await open('first/index')
  await page.locator('#new-file').fill('../no')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.locator('[role=alert]', { hasText: 'use letters, digits' }).waitFor()
  await page.locator('#new-file').fill('mine')
  await page.getByRole('button', { name: 'Create' }).click()
  await verdict(page, 'Nothing wrong was found')
  assert.match(await page.locator('.verdict > pre').first().innerText(), /^999\s*$/)
  await page.getByLabel('block', { exact: true }).fill('2')
  await page.keyboard.press('Enter')
  await page.locator('.stepper .cell b', { hasText: /^512$/ }).first().waitFor()
  const guard = (await lines(page)).findIndex((line) => line.includes('if (i < n)')) + 1
  await goTo(page, 'if (i < n)')
  await page.keyboard.press('Shift+Home')
  await page.keyboard.type('out[i] = i;')
  await verdict(page, 'Something is wrong')
  assert.deepEqual(await marked(page), [guard])
  assert.match(await page.locator('.places').innerText(), /out of bounds/)
  assert.match(read('mine.cu'), /^ {2}out\[i\] = i;$/m)
  assert.equal(spawnSync(ladder, ['try', 'mine.cu', '-q'], { cwd: folder, env }).status, 1)
  // Confined: a program run by the page can neither read nor write this user's files.
  if (!(await page.locator('.banner.warn').count())) {
    await goTo(page, 'const int n = 1000')
    await page.keyboard.type(' std::printf("%s %s\\n", std::fopen("written", "w") ? "WRITES" : "writes nothing", std::fopen("/etc/passwd", "r") ? "READS" : "reads nothing");')
    await page.locator('.verdict > pre', { hasText: 'writes nothing reads nothing' }).waitFor()
    assert.equal(existsSync(inFolder('written')), false)
  }
  // The page cuts off the printed output at a limit, and still shows the verdict.
  put('much.cu', '#include <cstdio>\nint main() { for (int i = 0; i < 200000; ++i) std::printf("error: line %d of much.cu\\n", i); }\n')
  await page.reload()
  await page.locator('.list button', { hasText: 'much.cu' }).click()
  await page.locator('.verdict > pre', { hasText: 'the rest is left out' }).waitFor()
  await verdict(page, 'Nothing wrong was found')
  // A program replaces its results file with a link: nothing is read through the link.
  put('link.cu', '#include <cstdlib>\n#include <string>\n#include <unistd.h>\nint main() { const std::string home = std::getenv("HOME") ? std::getenv("HOME") : "."; symlink("/dev/zero", (home + "/seen.json").c_str()); }\n')
  await page.reload()
  await page.locator('.list button', { hasText: 'link.cu' }).click()
  await verdict(page, 'Nothing wrong was found')
  rmSync(inFolder('seen.json'), { force: true })
  assert.deepEqual(complaints, [])
  await close()
})

test('text typed while the version of another program is loading is not overwritten', async () => {
  put('four.cu', 'int main() {}\n')
  const { page, close } = await open('four.cu')
  await verdict(page, 'Nothing wrong was found')
  let held
  await page.route('**/api/open', (route) => { held = route })
  put('four.cu', '// from outside\nint main() {}\n')
  await waitFor(() => held)
  await page.locator('.cm-content').click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('// quick ')
  await held.continue()
  await page.locator('[role=alert]', { hasText: 'four.cu was changed by another program' }).waitFor()
  await page.locator('.cm-line', { hasText: '// quick int main' }).waitFor()
  assert.equal(read('four.cu'), '// from outside\nint main() {}\n')
  await close()
})

test('no text is lost if the page is reloaded during typing or closed, or if another program changes the file', async () => {
  put('one.cu', 'int main() {}\n')
  const { page, complaints, close } = await open('one.cu')
  const looks = new Set() // requests for the file that have not been answered yet
  page.on('request', (request) => request.url().endsWith('/api/version') && looks.add(request))
  for (const ended of ['requestfinished', 'requestfailed']) page.on(ended, (request) => looks.delete(request))
  await verdict(page, 'Nothing wrong was found')
  await page.locator('.cm-content').click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('// typed\n')
  await page.reload()
  await page.locator('.cm-line', { hasText: '// typed' }).waitFor()
  await waitFor(() => read('one.cu').startsWith('// typed'))
  await verdict(page, 'Nothing wrong was found')
  // If another program writes the file and nothing was typed here, the new text appears with a notice.
  put('one.cu', '// from outside\nint main() {}\n')
  await page.locator('.cm-line', { hasText: '// from outside' }).waitFor()
  await page.locator('[role=status]', { hasText: 'was changed by another program' }).waitFor()
  // Another program and the page both change the text.
  await page.route('**/api/version', (route) => route.abort()) // so that the page cannot notice the change in between
  await waitFor(() => looks.size === 0)
  put('one.cu', '// theirs\nint main() {}\n')
  await page.locator('.cm-content').click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('// mine ')
  await page.locator('[role=alert]', { hasText: 'one.cu was changed by another program' }).waitFor()
  assert.equal(read('one.cu'), '// theirs\nint main() {}\n')
  // After leaving without a choice and coming back, the text and the question are shown again.
  put('two.cu', 'int main() {}\n')
  await page.locator('#new-file').fill('three')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.locator('.work h2', { hasText: 'three.cu' }).waitFor()
  assert.equal(await page.locator('[role=alert]').count(), 0)
  for (const back of ['one.cu', 'three.cu', 'one.cu', 'a reload', 'a reload']) {
    await (back === 'a reload' ? page.reload() : page.locator('.list button', { hasText: back }).click())
    if (back === 'three.cu') {
      await page.locator('.work h2', { hasText: 'three.cu' }).waitFor()
      continue
    }
    await page.locator('.cm-line', { hasText: '// mine // from outside' }).waitFor()
    await page.locator('[role=alert]', { hasText: 'one.cu was changed by another program' }).waitFor()
  }
  assert.equal(read('one.cu'), '// theirs\nint main() {}\n')
  await page.getByRole('button', { name: 'Keep the text on this page' }).click()
  await waitFor(() => read('one.cu').startsWith('// mine // from outside'))
  put('one.cu', '// theirs again\nint main() {}\n')
  await page.locator('.cm-content').click()
  await page.keyboard.type('x')
  await page.getByRole('button', { name: 'Use the text in the file' }).click()
  await page.locator('.cm-line', { hasText: '// theirs again' }).waitFor()
  assert.equal(read('one.cu'), '// theirs again\nint main() {}\n')
  await verdict(page, 'Nothing wrong was found')
  // The page is closed during the pause before judging.
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('// last words ')
  await page.close({ runBeforeUnload: true })
  await waitFor(() => read('one.cu').startsWith('// last words'))
  assert.deepEqual(complaints.filter((text) => !/api\/version|ERR_FAILED/.test(text)), [])
  await close()
})

test('the studio is usable with the keyboard alone, on a phone and in dark mode, and axe-core finds nothing serious', async () => {
  for (const [width, colorScheme] of [[1280, 'light'], [390, 'dark'], [1280, 'dark'], [390, 'light']]) {
    const { page, complaints, close } = await open(width === 390 ? 'mine.cu' : 'reduce/v2', { viewport: { width, height: 844 }, colorScheme })
    await page.locator('.stepper').waitFor()
    await verdict(page, width === 390 ? /wrong|build/ : 'Solved')
    assert.deepEqual(await barriers(page), [], `${width}, ${colorScheme}`)
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width)
    assert.equal(await page.evaluate(() => document.documentElement.classList.contains('dark')), colorScheme === 'dark')
    await page.locator('.cm-content').focus()
    await page.keyboard.press('Escape')
    const met = []
    for (let key = 0; key < 40 && !met.includes('stepper'); key++) {
      await page.keyboard.press('Tab')
      met.push(await page.evaluate(() => (document.activeElement.classList.contains('stepper') ? 'stepper' : document.activeElement.innerText)))
    }
    assert.ok((met.includes('Judge') || met.includes('Run')) && met.includes('stepper'), String(met))
    assert.deepEqual(complaints, [])
    await close()
  }
})

const all = (root) => readdirSync(root, { recursive: true }).sort().map((file) => `${file} ${statSync(join(root, file)).isFile() ? createHash('md5').update(readFileSync(join(root, file))).digest('hex') : ''}`)

test('30 hostile requests are refused, and nothing is written', async () => {
  const { port, token } = studio
  const host = `127.0.0.1:${port}`
  const body = JSON.stringify({ file: 'hostile.cu', text: 'int main() {}', base: '' })
  const request = (line, headers, text = '') => `${line} HTTP/1.1\r\n${Object.entries(headers).flatMap(([name, values]) => [values].flat().map((value) => `${name}: ${value}\r\n`)).join('')}\r\n${text}`
  const good = { Host: host, Origin: `http://${host}`, 'Sec-Fetch-Site': 'same-origin', 'X-Studio-Token': token, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
  const without = (...names) => Object.fromEntries(Object.entries(good).filter(([name]) => !names.includes(name)))
  const run = (change, text = body) => request('POST /api/judge', { ...good, ...change }, text)
  const ofFile = (file) => { const text = JSON.stringify({ file, text: 'x', base: '' }); return run({ 'Content-Length': text.length }, text) }
  const hostile = {
    'no token': request('POST /api/judge', without('X-Studio-Token'), body),
    'an empty token': run({ 'X-Studio-Token': '' }),
    'another token': run({ 'X-Studio-Token': token.replace(/./g, '0') }),
    'a part of the token': run({ 'X-Studio-Token': token.slice(0, 31) }),
    'the token twice': run({ 'X-Studio-Token': [token, token] }),
    'the token in the address alone': request(`POST /api/judge?token=${token}`, without('X-Studio-Token'), body),
    'a page of another site': run({ Origin: 'http://evil.example', 'Sec-Fetch-Site': 'cross-site' }),
    'a page of another site in an old browser': request('POST /api/judge', { ...without('Sec-Fetch-Site'), Origin: 'http://evil.example' }, body),
    'a page of another port': run({ Origin: 'http://127.0.0.1:80' }),
    'a sandboxed frame': run({ Origin: 'null' }),
    'https': run({ Origin: `https://${host}` }),
    'a form of another site': request('POST /api/judge', { Host: host, Origin: 'http://evil.example', 'Content-Type': 'text/plain', 'Content-Length': Buffer.byteLength(body) }, body),
    'a preflight': request('OPTIONS /api/judge', { Host: host, Origin: 'http://evil.example', 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'x-studio-token' }),
    'a name that DNS was made to resolve to this address': run({ Host: `evil.example:${port}`, Origin: `http://evil.example:${port}` }),
    'a host without a port': run({ Host: '127.0.0.1' }),
    'two hosts': run({ Host: [host, 'evil.example'] }),
    'no host': request('POST /api/judge', without('Host'), body),
    'GET of a run': request('GET /api/judge', good),
    'PUT': request('PUT /api/judge', good, body),
    'not JSON': run({ 'Content-Type': 'text/plain' }),
    'broken JSON': run({ 'Content-Length': 3 }, '{"a'),
    'JSON of another kind': run({ 'Content-Length': 2 }, '[]'),
    'a text that is not a string': run({ 'Content-Length': 39 }, '{"file":"hostile.cu","text":7,"base":""}'.slice(0, 39)),
    '100 MB': run({ 'Content-Length': 100 << 20 }, Buffer.alloc(1 << 20, 'x').toString()),
    'chunks without an end': request('POST /api/judge', { ...without('Content-Length'), 'Transfer-Encoding': 'chunked' }, '5\r\nhello\r\n'),
    'two lengths': run({ 'Content-Length': [Buffer.byteLength(body), 5] }),
    'a websocket of another page': request('GET /api/judge', { Host: host, Origin: 'http://evil.example', Upgrade: 'websocket', Connection: 'Upgrade', 'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==', 'Sec-WebSocket-Version': 13 }),
    'a websocket with the token': request('GET /studio/', { ...without('Content-Length'), Upgrade: 'websocket', Connection: 'Upgrade' }),
    'a script of another site': request('GET /studio/studio.js', { Host: host, 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' }),
    '../ in the address': request('GET /studio/../../README.md', { Host: host }),
    '%2e%2e in the address': request('GET /studio/%2e%2e/%2e%2e/README.md', { Host: host }),
    'a file above': ofFile('../hostile.cu'),
    'a file with an absolute path': ofFile('/tmp/hostile.cu'),
    'a file that does not end in .cu': ofFile('hostile.sh'),
    'a request that is not HTTP': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'
  }
  const send = (text) =>
    new Promise((told) => {
      let answer = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(text))
      socket.on('data', (piece) => (answer += piece))
      socket.on('error', () => {})
      socket.on('close', () => told(answer))
      socket.setTimeout(8000, () => socket.destroy())
    })
  assert.ok(Object.keys(hostile).length >= 30)
  const before = all(folder)
  const answers = await Promise.all(Object.entries(hostile).map(async ([name, text]) => [name, await send(text)]))
  // A connection that is closed without an answer counts as refused too.
  const bad = answers.filter(([, answer]) => answer !== '' && !/^HTTP\/1\.1 4\d\d /.test(answer)).map(([name, answer]) => `${name}: ${answer.slice(0, 60)}`)
  assert.deepEqual(bad, [])
  assert.ok(answers.filter(([, answer]) => answer !== '').length >= 30, 'most responses say why')
  assert.ok(answers.every(([, answer]) => !/Access-Control-Allow/i.test(answer)))
  assert.deepEqual(all(folder), before)
  assert.equal(existsSync('/tmp/hostile.cu'), false)
  // The same request without the hostile part succeeds.
  assert.match(await send(run({})), /^HTTP\/1\.1 200 [\s\S]*"version"/)
  assert.equal(read('hostile.cu'), 'int main() {}')
  // In the browser, a page of another site gets no answer from the studio either.
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.route('http://evil.example/', (route) => route.fulfill({ contentType: 'text/html', body: 'evil' }))
  await page.goto('http://evil.example/')
  const reached = await page.evaluate(async ([address, token]) => {
    const tries = [
      fetch(`${address}/api/list`, { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json', 'X-Studio-Token': token } }),
      fetch(`${address}/api/list`, { method: 'POST', body: '{}', mode: 'no-cors' }).then(({ type }) => { if (type === 'opaque') throw new Error('nothing can be read') }),
      new Promise((open, no) => { const socket = new WebSocket(address.replace('http', 'ws') + '/api/list'); socket.onopen = open; socket.onerror = no })
    ]
    return (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled').length
  }, [`http://${host}`, token])
  assert.equal(reached, 0)
  await context.close()
})

test('two studios run at the same time, a used port is refused, a newer text ends an older run, and Ctrl-C ends everything', async (t) => {
  const other = await begin()
  assert.notEqual(other.port, studio.port)
  const taken = spawnSync(ladder, ['studio', '--no-browser', '--port', String(other.port)], { cwd: folder, env, encoding: 'utf8' })
  assert.deepEqual([taken.status, taken.stdout, taken.stderr.trim().split('\n').length], [2, '', 1])
  assert.match(taken.stderr, new RegExp(`port ${other.port} is in use`))

  const judge = (text, base) =>
    fetch(`http://127.0.0.1:${other.port}/api/judge`, { method: 'POST', body: JSON.stringify({ file: 'long.cu', text, base }), headers: { 'Content-Type': 'application/json', 'X-Studio-Token': other.token } }).then((answer) => answer.text())
  const inThisFolder = () =>
    readdirSync('/proc').filter((pid) => {
      try {
        return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`) === folder && !['node', 'chrom'].some((name) => readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith(name))
      } catch {
        return false
      }
    })
  const before = inThisFolder().length
  const endless = '#include <cstdio>\nint main() { std::puts("runs"); std::fflush(stdout); for (volatile int i = 0;; ++i) {} }\n'
  const first = judge(endless, '')
  await waitFor(() => existsSync(inFolder('long.cu')) && inThisFolder().length > before)
  // A request from another page, for another file, waits and does not end the current run.
  const waits = fetch(`http://127.0.0.1:${other.port}/api/judge`, { method: 'POST', body: JSON.stringify({ file: 'short.cu', text: 'int main() {}\n', base: '' }), headers: { 'Content-Type': 'application/json', 'X-Studio-Token': other.token } }).then((answer) => answer.text())
  await waitFor(() => existsSync(inFolder('short.cu')))
  assert.equal(await Promise.race([first, new Promise((go) => setTimeout(go, 500, 'runs'))]), 'runs')
  const version = () => fetch(`http://127.0.0.1:${other.port}/api/version`, { method: 'POST', body: '{"file":"long.cu"}', headers: { 'Content-Type': 'application/json', 'X-Studio-Token': other.token } }).then((answer) => answer.text())
  const second = judge('int main() {}\n', JSON.parse(await version()).version)
  assert.match(await first, /"ended":null/)
  // These two requests may end in either order.
  assert.match(await waits, /"ended":0/)
  assert.match(await second, /"ended":0/)
  const third = judge(endless, JSON.parse(await version()).version)
  await waitFor(() => inThisFolder().length > before)
  // Connections that are held open neither block others nor keep the studio from ending.
  const slow = Array.from({ length: 20 }, () => connect(other.port, '127.0.0.1', function () { this.write('GET / HTTP/1.1\r\nX: ') }).on('error', () => {}))
  const drip = setInterval(() => slow.forEach((socket) => socket.write('a')), 500)
  t.after(() => {
    clearInterval(drip)
    slow.forEach((socket) => socket.destroy())
  })
  assert.match(await version(), /version/)
  const began = Date.now()
  assert.equal(await end(other), 0)
  assert.ok(Date.now() - began < 8000, `it ended after ${Date.now() - began} ms`)
  await third.catch(() => {})
  await waitFor(() => inThisFolder().length <= before - 1, 10) // the studio itself is gone, too
})

test('the committed page is identical to a build of its sources', () => {
  const out = join(folder, 'built')
  execFileSync('npm', ['run', 'studio', '--silent'], { cwd: join(repository, 'docs'), env: { ...process.env, STUDIO_OUT: out } })
  for (const file of readdirSync(out)) assert.ok(readFileSync(join(out, file)).equals(readFileSync(join(repository, 'docs/studio', file))), `docs/studio/${file} is stale: npm --prefix docs run studio`)
})

test('a stage from the list is opened as a copy, and runs at the chosen n; the search leaves what it names', async () => {
  const { page, complaints, close } = await open('first/index')
  await page.getByLabel('Search the list').fill('sequential')
  assert.deepEqual(await page.locator('.list li button').allInnerTexts().then((all) => all.map((text) => /v\d+/.exec(text)[0])), ['v2', 'v2'])
  await page.locator('.list li button').last().click()
  await page.locator('.work h2', { hasText: 'reduce_v2.cu' }).waitFor()
  await verdict(page, 'Correct at n = 4096')
  assert.equal(read('reduce_v2.cu'), stage('reduce/v2'))
  await page.locator('.costs').getByRole('button').first().click()
  await page.getByLabel('at n').fill('1000')
  await page.keyboard.press('Enter')
  await verdict(page, 'Correct at n = 1000')
  await goTo(page, 'partial[tid + s];')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+Shift+K') // deletes the barrier in the loop
  await verdict(page, 'Wrong at n = 1000')
  assert.match(await page.locator('.findings').innerText(), /thread 0 reads partial\[32\]/)
  await page.locator('.list li button').last().click() // opens the same copy, with its changes
  await verdict(page, 'Wrong at n = 1000')
  assert.deepEqual(complaints, [])
  await close()
})

test('from a race in a program, the player goes to each of its two accesses', async () => {
  put('sum.cu', readFileSync(join(repository, 'docs/program/sum.cu'), 'utf8'))
  const { page, complaints, close } = await open('sum.cu')
  await verdict(page, 'Something is wrong')
  await page.locator('.findings').getByRole('button', { name: 'player' }).first().click()
  await page.locator('.stepper .lanes .marked').first().waitFor()
  const sides = page.locator('.player .found li').first().getByRole('button')
  const said = await sides.allInnerTexts()
  assert.deepEqual(said.map((text) => /line \d+: (read|write)/.exec(text)?.[1]).sort(), ['read', 'write'])
  for (const [i, text] of said.entries()) {
    await sides.nth(i).click()
    assert.match(await page.locator('.stepper .status').innerText(), new RegExp(`${/line \d+:/.exec(text)[0]} shared`))
  }
  assert.deepEqual(complaints, [])
  await close()
})

test('an exercise can be begun again, and a program pasted over it becomes a file of its own', async () => {
  const { page, complaints, close } = await open('first/shared')
  await verdict(page, 'Not yet')
  const before = read('practice/first/shared.cu')
  const put = async (text) => {
    await page.locator('.cm-content').click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(text)
  }
  await put('// nothing\n')
  await waitFor(() => read('practice/first/shared.cu') === '// nothing\n')
  await page.getByRole('button', { name: 'Original text' }).click()
  await waitFor(() => read('practice/first/shared.cu') === before)
  await verdict(page, 'Not yet')
  await put('int main() { return 3; }\n')
  await page.getByRole('button', { name: 'Judge', exact: true }).click()
  await page.locator('.work h2', { hasText: 'pasted.cu' }).waitFor()
  await verdict(page, 'It ended with exit status 3')
  assert.equal(read('pasted.cu'), 'int main() { return 3; }\n')
  assert.equal(read('practice/first/shared.cu'), before)
  await page.getByLabel('as I type').uncheck()
  await page.keyboard.press('Tab')
  await page.locator('.cm-content').click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('// more')
  await waitFor(() => read('pasted.cu').endsWith('// more'))
  await verdict(page, 'Not run yet')
  assert.match(await page.locator('.verdict').innerText(), /about an earlier text/)
  await page.getByRole('button', { name: 'Run' }).click()
  await verdict(page, 'It ended with exit status 3')
  await put('int main() { return undeclared; }\n')
  await page.getByRole('button', { name: 'Run' }).click()
  await verdict(page, 'It does not build')
  assert.match(await page.locator('.verdict pre.output').innerText(), /undeclared/) // once, although its line is marked
  assert.deepEqual(await marked(page), [1])
  assert.deepEqual(complaints, [])
  await close()
})

test('each line that a finding names has a mark', () => {
  const place = (file, line, access) => ({ cause: 'place', file, line, thread: 'block 0, thread 1', access })
  const race = { what: 'few_sizes', good: false, text: 'the result is correct in this run, despite a data race', evidence: { cause: 'of_case', block: 64 },
    details: ['thread 0 reads partial[1], which thread 1 writes', '', '', ''], findings: [{ cause: 'race_no_barrier', place: { cause: 'between_lines', first_line: 3 } }, place('practice/a/b.cu', 20, 'read'), place('practice/a/b.cu', 16, 'write'), place('kernels/a.cuh', 3, 'call')] }
  assert.deepEqual(marksOfSteps([{ what: 'builds', good: true, text: 'builds' }, race], 'practice/a/b.cu').map(({ line, bad, short }) => [line, bad, short]), [[20, true, 'read by block 0, thread 1'], [16, true, 'write by block 0, thread 1']])
  const costs = { what: 'counter', good: false, text: 'too many', details: ['one', 'two', 'three'], findings: [{ cause: 'line_has', place: 'practice/a/b.cu:25' }, { cause: 'cost_of_divisions', lines: '26 and 27', file: 'b.cu' }, { cause: 'line_has', place: 'kernels/c.cuh:9' }] }
  const elsewhere = { what: 'few_sizes', good: false, text: 'wrong', details: ['a', 'b', 'c'], findings: [{ cause: 'lost_update', place: 'block 0, thread 17' }, { cause: 'element_misplaced', place: 66 }, { cause: 'assigns', place: 'v1.cu:25:7' }] }
  assert.deepEqual(marksOfSteps([elsewhere], 'practice/a/v1.cu').map(({ line }) => line), [25])
  assert.deepEqual(marksOfSteps([costs], 'practice/a/b.cu'), [[25, 'one'], [26, 'two'], [27, 'two']].map(([line, text]) => ({ line, bad: false, short: '', text: `too many: ${text}` })))
  const ofProgram = { what: 'hazards', good: false, text: 'wrong', details: ['line 12 and line 8: a race'], findings: [{ cause: 'of_lines', lines: 'line 12 and line 8', what: { cause: 'recorded', text: 'a race' } }] }
  assert.deepEqual(marksOfSteps([ofProgram], 'practice/program/x.cu').map(({ line }) => line), [12, 8])
  assert.deepEqual(marksOfSteps([{ what: 'builds', good: false, text: 'it does not compile', details: ['practice/a/b.cu:4:1: error: x', '    5 | y'] }], 'practice/a/b.cu').map(({ line, text }) => [line, text]), [[4, 'it does not compile: practice/a/b.cu:4:1: error: x']])
  const seen = { host_hazards: [{ kind: 'leak', message: 'never freed', remark: true, where: [{ file: 'b.cu', line: 3 }] }], kernels: [{ hazards: [{ kind: 'out_of_bounds', message: 'past', remark: false, where: [{ file: '/x/b.cu', line: 7 }, { file: 'c.cuh', line: 1 }] }] }] }
  assert.deepEqual(marksOfSeen(seen, 'b.cu'), [{ line: 3, bad: false, short: 'leak', text: 'leak: never freed' }, { line: 7, bad: true, short: 'out of bounds', text: 'out of bounds: past' }])
  assert.deepEqual(marksOfOutput('b.cu:4: error: x\nb.cu:9 is fine\n', 'b.cu').map(({ line }) => line), [4])
  assert.equal(once([{ line: 1, text: 'a' }, { line: 1, text: 'a' }, { line: 2, text: 'a' }]).length, 2)
})
