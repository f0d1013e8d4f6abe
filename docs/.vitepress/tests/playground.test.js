// Tests the playground in Chromium and Firefox. PLAYGROUND: the folder that npm run playground has written;
// without one the tests are skipped. CHROMIUM: as for the site's tests.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { chromium } from 'playwright-core'
import { firefox, whyNotFirefox } from './firefox.js'
import { barriers } from './looks.js'

const folder = process.env.PLAYGROUND || join(import.meta.dirname, '../../public/playground')
const skip = ['index.html', 'exercises.json'].every((file) => existsSync(join(folder, file))) ? false : `no playground in ${folder}`
const kMinutes = 10 * 60_000
const solutionOf = skip ? undefined : await (await import('./solutions.js')).solutionsIn(folder) // needs a newer node than the skipped tests

let server, browser, address
const served = new Map() // the size of each file that was requested
before(async () => {
  if (skip) return
  const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' }
  server = createServer((request, response) => {
    const file = join(folder, new URL(request.url, 'http://x').pathname.replace(/\/$/, '/index.html'))
    if (!existsSync(file)) return response.writeHead(404).end()
    const bytes = readFileSync(file)
    served.set(file, bytes.length)
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

// A page that reports its requests to other origins and its errors. Without options, all pages belong to one visitor, whose
// browser caches what it has loaded.
let visitor, last // a page takes a lot of memory, so only one is open at a time
async function open(hash = '', options, before = () => {}) {
  const context = options ? await browser.newContext(options) : (visitor ??= await browser.newContext())
  await last?.close()
  const page = (last = await context.newPage())
  await before(page)
  page.wrong = []
  page.on('request', (request) => /^(data|blob):/.test(request.url()) || request.url().startsWith(address) || page.wrong.push(request.url()))
  page.on('pageerror', (error) => page.wrong.push(error.message))
  page.on('console', (message) => message.type() === 'error' && page.wrong.push(message.text()))
  await page.goto(address + hash)
  await page.waitForSelector('.cm-content')
  return page
}
const lineOf = (id, text) => read('stages.json').find((one) => one.id === id).text.split('\n').findIndex((line) => line.includes(text)) + 1
const read = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
const link = async (content) => `#${await (await import('../playground/address.js')).packed(content)}`
const isAnswered = () => document.querySelector('.verdict h2:is(.good, .bad)') !== null
const answered = (page) => page.waitForFunction(isAnswered, null, { timeout: kMinutes })
const answer = (page) => page.innerText('.verdict')
async function run(page) {
  await page.click('.judge')
  await answered(page)
  return answer(page)
}
const compilerIsReady = (page) => page.waitForFunction(() => !document.querySelector('.loading'), null, { timeout: kMinutes })
const choose = async (page, what) => {
  await page.goto(`${address}#open=${what.replace(' ', '+')}`)
  await page.reload()
  await page.waitForSelector('.cm-content')
}
const type = async (page, text) => {
  await page.click('.cm-content')
  await page.keyboard.press('Control+Home')
  await page.keyboard.type(text)
}
const text = (page) => page.evaluate(() => document.querySelector('.cm-content').cmTile?.view?.state.doc.toString() ?? document.querySelector('.cm-content').innerText)
// Opens, through a link, the text of the stage with `from` replaced by `to`.
async function openWith(id, from, to) {
  const stage = read('stages.json').find((one) => one.id === id)
  assert.ok(stage.text.includes(from))
  return open(await link({ id, n: 4096, text: stage.text.replace(from, to) }))
}

test('an unchanged stage runs before the compiler is loaded', { skip }, async () => {
  const page = await open()
  await choose(page, 'stage reduce/v2')
  assert.match(await run(page), /^Correct at n = 4096/)
  assert.deepEqual(page.wrong, [])
})

test('the tab survives many runs', { skip, timeout: kMinutes }, async () => {
  const page = await open()
  await choose(page, 'stage reduce/v2')
  await page.fill('.choose label:has-text("threads per block") input', '1024')
  await page.fill('.choose label:has-text("n ") input', '1024')
  for (let i = 0; i < 50; i++) {
    await page.click('.choose button')
    await page.waitForFunction(() => !document.querySelector('.choose [role=status]') && document.querySelector('.stepper'), null, { timeout: kMinutes })
  }
  assert.match(await run(page), /^Correct/)
})

test('a changed kernel is compiled, and a race is reported with its lines', { skip, timeout: kMinutes }, async () => {
  const page = await openWith('reduce/v2', 'partial[tid + s];\n    __syncthreads();', 'partial[tid + s];\n')
  assert.match(await answer(page), /^Not run yet/) // opening a link runs nothing
  const found = await run(page)
  assert.match(found, /partial\[\d+\]/)
  const line = `line ${lineOf('reduce/v2', 'partial[tid] +=')}`
  assert.ok(found.includes(line), found)
  assert.deepEqual(page.wrong, [])

  // The button leads to the step in which the race happens, with both threads marked.
  await page.click('.findings button:has-text("player")')
  await page.waitForSelector('.stepper .lanes .marked', { timeout: kMinutes })
  assert.deepEqual(await page.$$eval('.stepper .lanes .marked', (cells) => cells.map((cell) => cell.title)), ['thread 0', 'thread 32'])
  assert.ok((await page.innerText('.stepper .status')).includes(`${line}: shared`))
  await page.waitForFunction(() => {
    const box = (of) => document.querySelector(`.stepper ${of}`).getBoundingClientRect()
    return box('.status').top >= box('.controls').bottom && box('.status').bottom <= innerHeight
  })
  assert.deepEqual(page.wrong, [])
})

// The page, the module of all stages, and all that a changed kernel needs; programs need more (harness/browser/README.md).
const kMostLoaded = 27e6
test('the first visit loads at most 27 MB', { skip, timeout: kMinutes }, async () => {
  served.clear()
  const page = await open('', {})
  await page.waitForSelector('.loading')
  await compilerIsReady(page)
  const bytes = [...served.values()].reduce((sum, one) => sum + one, 0)
  assert.ok([...served.keys()].some((file) => file.endsWith('llvm.core.wasm.zst')) && [...served.keys()].some((file) => file.endsWith('stages.wasm.zst')))
  assert.ok(bytes <= kMostLoaded, `${bytes} bytes: ${JSON.stringify([...served])}`)
  console.log(`the first visit loads ${(bytes / 1e6).toFixed(1)} MB`)
  await page.context().close()
})

test('reloads while the compiler loads do not end the tab', { skip, timeout: kMinutes }, async () => {
  const page = await open('', {})
  let crashed = false
  page.on('crash', () => (crashed = true))
  for (const ms of [900, 500, 700, 300, 600, 400]) {
    await new Promise((go) => setTimeout(go, ms))
    await page.reload()
    await page.waitForSelector('.cm-content')
  }
  await page.waitForSelector('.loading')
  await compilerIsReady(page)
  assert.ok(!crashed)
  await page.context().close()
})

test('an exercise is judged as in a terminal: the starting file does not pass, and the solution does', { skip, timeout: 3 * kMinutes }, async () => {
  const id = 'first/barrier', page = await open(await link({ id, exercise: true }))
  const judged = await run(page)
  assert.match(judged, /^Not yet/)
  assert.match(judged, /race|wrong/)
  await page.click('button:has-text("Solution")')
  await page.waitForSelector('.verdict > pre:has-text("+    __syncthreads();")')
  await page.goto('about:blank')
  await page.goto(address + (await link({ id, exercise: true, text: await solutionOf(id) })))
  await page.waitForSelector('.cm-content')
  assert.match(await run(page), /^Solved/)
  await page.waitForSelector('.list button.reached:has-text("barrier")')
  assert.match(await page.innerText('.arrived button.main'), /^Next: first\/tile/)
  assert.match(await page.innerText('.arrived .come'), /1 of 12 in first/)
  assert.deepEqual(page.wrong, [])
})

test('from the verdict on an exercise, the player shows the step of the race', { skip }, async () => {
  const page = await open(await link({ id: 'first/barrier', exercise: true }))
  await run(page)
  await page.click('.steps button:has-text("player")')
  await page.waitForSelector('.stepper .lanes .marked', { timeout: kMinutes })
  assert.deepEqual(await page.$$eval('.stepper .lanes .marked', (cells) => cells.map((cell) => cell.title)), ['thread 0', 'thread 32'])
  const sides = page.locator('.player .found li').first().getByRole('button')
  for (const [access, kind] of [['write by thread 32', 'shared store of values'], ['read by thread 0', 'shared load of values']]) {
    await sides.filter({ hasText: access }).click()
    assert.ok((await page.innerText('.stepper .status')).includes(kind), kind)
  }
  assert.deepEqual(page.wrong, [])
})

test('hints appear one at a time, as on the page of the exercise', { skip }, async () => {
  const page = await open(await link({ id: 'first/index', exercise: true }), {})
  const { hints } = read('exercises.json').find(({ id }) => id === 'first/index')
  for (const _ of hints) await page.click('button:has-text("Hint")')
  assert.deepEqual(await page.$$eval('.hint h3', (all) => all.map((one) => one.innerText)), hints.map((_, i) => `Hint ${i + 1} of ${hints.length}`))
  assert.deepEqual(await page.$$eval('.hint p', (all) => all.map((one) => one.textContent)), hints.map((hint) => hint.replaceAll('`', '')))
  assert.ok(await page.isDisabled('button:has-text("Hint")'))
})

test('after the first visit the playground works without a network', { skip, timeout: 2 * kMinutes }, async (t) => {
  t.after(() => visitor.setOffline(false))
  const page = await openWith('reduce/v2', 'if (tid == 0)', 'if (tid < 1)')
  assert.match(await run(page), /^Correct/)
  await page.context().setOffline(true)
  await page.reload()
  await page.waitForSelector('.cm-content')
  assert.match(await run(page), /^Correct/)
})

test('a browser that cannot run the playground shows a message, and loads no compiler', { skip }, async () => {
  const asked = []
  const page = await open('', {}, (page) => {
    page.on('request', (request) => asked.push(request.url()))
    return page.addInitScript(() => delete WebAssembly.Suspending)
  })
  assert.match(await page.innerText('.cannot'), /cannot run the playground/)
  assert.ok(await page.isDisabled('.judge'))
  assert.deepEqual(asked.filter((url) => url.endsWith('.zst')), [])
})

for (const width of [390, 1280])
  for (const colorScheme of ['light', 'dark'])
    test(`the page is accessible: ${width} px wide, ${colorScheme}`, { skip, timeout: kMinutes }, async () => {
      const page = await open(await link({ id: 'first/barrier', exercise: true }), { viewport: { width, height: 800 }, colorScheme })
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width)
      assert.deepEqual(await barriers(page), [])
      await choose(page, 'program sum.cu')
      assert.match(await run(page), /^Something is wrong/)
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width)
      assert.deepEqual(await barriers(page), [])
    })

test('a text that does not compile is shown with the line of its error', { skip, timeout: kMinutes }, async () => {
  const page = await openWith('reduce/v2', 'if (tid == 0)', 'if (tid == zero)')
  const found = await run(page)
  assert.ok(found.includes(`kernels/reduce/03_v2_sequential.cu:${lineOf('reduce/v2', 'if (tid == 0)')}:`) && /error: .*zero/.test(found), found)
})

test('an endless loop is stopped, and the page still works', { skip, timeout: kMinutes }, async () => {
  const page = await openWith('reduce/v2', 'const unsigned tid = threadIdx.x;', 'const unsigned tid = threadIdx.x;\n  for (volatile int go = 1; go;) {}')
  await page.click('.judge')
  await page.waitForSelector('.verdict h2:has-text("Running")', { timeout: kMinutes })
  await page.click('button:has-text("Stop")')
  await page.waitForSelector('.verdict h2:has-text("Not run yet")')
  await page.click('button:has-text("Original text")')
  await answered(page)
  assert.match(await answer(page), /^Correct/)
})

// Opens this whole program through a link, and runs it.
const kProgram = { id: 'program/own', whole: true }
async function runProgram(text) {
  const page = await open(await link({ ...kProgram, text }))
  return { page, found: await run(page) }
}
const numberOf = (text, part) => text.split('\n').findIndex((line) => line.includes(part)) + 1

test('a pasted program runs: its output, its race with both lines, and the step of the race are shown', { skip, timeout: kMinutes }, async () => {
  const { text } = read('programs.json').find(({ id }) => id === 'program/sum')
  const { page, found } = await runProgram(text)
  assert.match(found, /^Something is wrong/)
  assert.match(found, /race in block_sums/i)
  for (const part of ['partial[t] =', 'partial[index] +=']) assert.ok(found.includes(`line ${numberOf(text, part)}: block 0`), found)
  assert.match(found, /Output\s+\d+ of 100000/)
  assert.match(found, /1 launch, all 391 blocks watched/)
  await page.click('.findings button:has-text("player")')
  await page.waitForSelector('.stepper .lanes .marked', { timeout: kMinutes })
  assert.deepEqual(page.wrong, [])
})

for (const over of [{ id: 'reduce/v2' }, { id: 'first/index', exercise: true }])
  test(`a program pasted over ${over.id} is opened as a program, and a correct one has no findings`, { skip, timeout: kMinutes }, async () => {
    const { text } = read('programs.json')[0]
    const page = await open(await link({ ...over, text }))
    const found = await run(page)
    assert.match(await page.innerText('.work h2'), /^pasted\d*\.cu/)
    assert.match(found, /^Nothing wrong was found/)
    assert.match(found, /0 of 1000 are wrong/)
  })

test('a task of the first program is judged: the starting file does not pass, and the solution does', { skip, timeout: 2 * kMinutes }, async () => {
  const id = 'program/grid'
  const page = await open(await link({ id, exercise: true }))
  const judged = await run(page)
  assert.match(judged, /^Not yet/)
  assert.match(judged, /elements|written/)
  await page.goto('about:blank')
  await page.goto(address + (await link({ id, exercise: true, text: await solutionOf(id) })))
  await page.waitForSelector('.cm-content')
  assert.match(await run(page), /^Solved/)
  assert.deepEqual(page.wrong, [])
})

test('a copy past the end and an ignored error in a program are both reported with their lines', { skip, timeout: kMinutes }, async () => {
  const text = '__global__ void set(int* a) { a[threadIdx.x] = 1; }\nint main() {\n  int host[64], *a;\n  cudaMalloc(&a, 32 * sizeof(int));\n  set<<<1, 32>>>(a);\n' +
    '  cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);\n  set<<<1, 2048>>>(a);\n  cudaFree(a);\n}\n'
  const { found } = await runProgram(text)
  assert.match(found, /copy past end/)
  assert.ok(found.includes('line 6: '), found)
  assert.match(found, /ignored error/)
  assert.ok(found.includes('line 7: '), found)
})

test('hostile programs: the page reports what happened, and stays usable', { skip, timeout: 2 * kMinutes }, async () => {
  const head = '#include <cstdio>\n#include <cstdlib>\n'
  const endless = await runProgram(`${head}int main() {\n  volatile int go = 1;\n  while (go) {}\n}\n`)
  assert.match(endless.found, /timeout/)
  assert.ok(endless.found.includes('line 5'), endless.found)
  assert.match(endless.found, /had not finished after 20 seconds/)
  const inKernel = await runProgram('__global__ void spin(int* a) {\n  while (true) a[0] += 1;\n}\nint main() {\n  int* a;\n  cudaMalloc(&a, 4);\n  spin<<<1, 1>>>(a);\n  return cudaDeviceSynchronize();\n}\n')
  assert.match(inKernel.found, /timeout/)
  assert.ok(inKernel.found.includes('line 2'), inKernel.found)
  // The program does not write to the memory, because writing would exceed its time limit on a busy machine.
  const memory = await runProgram('int main() {\n  char* volatile last;\n  for (;;) last = new char[1 << 26];\n}\n')
  assert.match(memory.found, /too much memory/)
  const output = await runProgram(`${head}int main() {\n  for (int i = 0; i < 200000; ++i) std::printf("%d: a line of a lot of output\\n", i);\n}\n`)
  assert.match(output.found, /more characters, which are not shown/)
  assert.ok(output.found.length < 300_000)
  const broken = await runProgram('int main() { return undeclared; }\n')
  assert.match(broken.found, /program\.cu:1:\d+: error: .*undeclared/)
  const crash = await runProgram('int main() {\n  int* p = nullptr;\n  *p = 1;\n}\n')
  assert.ok(crash.found.includes('crash') && crash.found.includes('line 3'), crash.found)
  assert.match((await runProgram(read('programs.json')[0].text)).found, /^Nothing wrong was found/)
  assert.deepEqual(crash.page.wrong, [])
})

test('what is typed is judged without a click, and not if the reader prefers to click', { skip, timeout: kMinutes }, async () => {
  const page = await openWith('reduce/v2', 'if (tid == 0)', 'if (tid < 1)')
  await type(page, '// mine\n')
  await answered(page)
  assert.match(await answer(page), /^Correct at n = 4096/)
  await page.uncheck('text=as I type')
  await type(page, '// mine, too\n')
  await page.waitForSelector('.verdict h2:has-text("Not run yet")')
  await page.fill('.verdict .size', '1000')
  assert.match(await run(page), /^Correct at n = 1000/)
  await page.check('text=as I type')
  assert.deepEqual(page.wrong, [])
})

test('the list of exercises, stages and files can be searched, and a new program begins with a working one', { skip, timeout: kMinutes }, async () => {
  const page = await open()
  await page.fill('.wanted', 'Shuffle')
  const found = await page.$$eval('.list li button', (all) => all.map((one) => `${one.innerText} ${one.title}`))
  assert.ok(found.length >= 2 && found.every((one) => /shuffle/i.test(one)), String(found))
  await page.fill('#new-file', '../no')
  await page.click('button:has-text("Create")')
  assert.match(await page.innerText('[role=alert]'), /letters, digits/)
  await page.fill('#new-file', 'mine')
  await page.click('button:has-text("Create")')
  await page.waitForSelector('.work h2:has-text("mine.cu")')
  assert.match(await run(page), /^Nothing wrong was found/)
  await page.click('button:has-text("What each line costs")')
  await page.waitForSelector('.verdict .costs')
  assert.deepEqual(page.wrong, [])
})

test('a text that another page has changed is not overwritten', { skip, timeout: kMinutes }, async () => {
  const page = await open('#open=stage+reduce/v1', {})
  await page.uncheck('text=as I type')
  const other = await page.context().newPage()
  await other.goto(`${address}#open=stage+reduce/v1`)
  await other.waitForSelector('.cm-content')
  await type(other, '// theirs\n')
  await other.waitForFunction(() => Object.values(localStorage).some((text) => text.startsWith('// theirs')))
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true })) // does not look for changes
  await type(page, '// mine\n')
  assert.match(await page.innerText('[role=alert]'), /was changed by another page/)
  await page.click('button:has-text("Keep the text on this page")')
  await page.waitForFunction(() => Object.values(localStorage).some((text) => text.startsWith('// mine')))
  await page.context().close()
})

test('typed text survives a reload', { skip, timeout: kMinutes }, async () => {
  const page = await open()
  await type(page, '// mine\n')
  await page.reload()
  await page.waitForSelector('.cm-content')
  assert.match(await text(page), /^\/\/ mine/)
})

test('a change to the text of a link survives a reload, and a link that unpacks to a huge text is refused', { skip, timeout: kMinutes }, async () => {
  const page = await open(await link({ ...kProgram, text: 'int main() {}\n' }))
  await type(page, '// mine\n')
  await page.reload()
  await page.waitForSelector('.cm-content')
  assert.match(await text(page), /^\/\/ mine\s+int main/)
  const { unpacked } = await import('../playground/address.js')
  await assert.rejects(unpacked((await link({ text: ' '.repeat(5_000_000) })).slice(1)), /too long/)
})

test('a link that cannot be opened is reported, and a link does not hide the reader\'s own text', { skip, timeout: kMinutes }, async () => {
  for (const hash of ['#%%%<script>alert(1)</script>', await link({ id: '<img src=x>', text: 'int x;' }), await link(null), await link({ id: 'reduce/v2', text: 5 }), '#open=exercise+none'])
    assert.match(await (await open(hash)).innerText('[role=alert]'), /^This link cannot be opened/, hash)
  const page = await open(await link({ id: 'reduce/v1', text: '// theirs\n' }), {})
  await type(page, '// mine\n')
  await page.goto('about:blank')
  await page.goto(address + (await link({ id: 'reduce/v1', text: '// theirs\n' })))
  await page.click('button:has-text("Open my text")')
  assert.match(await text(page), /^\/\/ mine/)
  // Going back leads to the link again. The reader's own text can be brought back even after the link's text was changed.
  await page.goBack()
  await page.waitForFunction(() => document.querySelector('.cm-content').innerText.startsWith('// theirs'))
  await type(page, '// changed\n')
  await page.click('button:has-text("My earlier text")')
  assert.match(await text(page), /^\/\/ mine/)
  await page.context().close()
})

// The page loads while an abandoned page is still loading. Then a race is found, without any request to another host.
test('Firefox finds a race in a changed kernel, even if the first load was interrupted', { skip: skip || whyNotFirefox, timeout: kMinutes }, async () => {
  const { text } = read('stages.json').find(({ id }) => id === 'reduce/v2')
  const page = await firefox()
  try {
    await page.open(address)
    await page.until("document.querySelector('.loading')?.textContent.includes('Loading the compiler')")
    await page.open('about:blank')
    await page.open(address + (await link({ id: 'reduce/v2', n: 4096, text: text.replace('partial[tid + s];\n    __syncthreads();', 'partial[tid + s];\n') })))
    await page.until("document.title.startsWith('reduce/v2')")
    await page.value("document.querySelector('.judge').click()")
    await page.until(`(${isAnswered})()`)
    const found = await page.value("document.querySelector('.verdict').innerText")
    assert.match(found, /^Wrong at n = 4096/)
    assert.ok(found.includes(`line ${lineOf('reduce/v2', 'partial[tid] +=')}`), found)
    assert.deepEqual(page.requests.filter((url) => !url.startsWith(address) && !/^(data|blob|about):/.test(url)), [])
    assert.deepEqual(page.errors, [])
  } finally {
    await page.close()
  }
})

test('a Firefox that cannot run the playground shows a message, and loads no compiler', { skip: skip || whyNotFirefox }, async () => {
  const page = await firefox()
  try {
    await page.beforeEachPage('delete WebAssembly.Suspending')
    await page.open(address)
    assert.match(await page.until("document.querySelector('.cannot')?.textContent"), /cannot run the playground/)
    assert.ok(await page.value("document.querySelector('.judge').disabled"))
    assert.deepEqual(page.requests.filter((url) => url.endsWith('.zst')), [])
  } finally {
    await page.close()
  }
})
