// Builds the site and drives it in a real Chromium. CHROMIUM names the browser if it is not in the usual place.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join, posix, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { serve } from 'vitepress'
import { repository } from '../ladder.js'
import { address, pages } from '../pages.js'
import { withSteppers } from '../stepper.js'
import { barriers, cutOff } from './looks.js'

const root = join(import.meta.dirname, '../..')
const dist = join(root, '.vitepress/dist')
const port = 4179
const origin = `http://localhost:${port}`
let browser, server

// SITE_PART=2/4 SITE_ALSO='start reduce/v1': slow checks run only on pages 2, 6, 10, … and on these.
const [remainder, parts] = (process.env.SITE_PART ?? '0/1').split('/').map(Number)
const also = (process.env.SITE_ALSO ?? '').split(' ').filter(Boolean)
const aPart = (list) => list.filter((one, i) => i % parts === remainder || also.includes(one) || also.some((name) => address(name) === one))

before(async () => {
  execFileSync('npm', ['run', 'build', '--silent'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  server = await serve({ root, port })
  const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) => file && existsSync(file))
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
})
after(async () => {
  await browser?.close()
  server?.server.close()
})

// A key or a click before the page's scripts have run is lost, and a busy computer takes a long time to run them.
const listens = (page) => page.waitForFunction(() => document.querySelector('#app')?.__vue_app__ !== undefined)
const players = (page) => page.waitForFunction(() => document.querySelector('.stepper') && !document.querySelector('.still'))

// A page whose errors and requests to other hosts are in `complaints`.
async function open(path, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  const complaints = []
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(`${page.url()}: ${message.text()}`))
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
  page.on('response', (response) => response.status() >= 400 && complaints.push(`${page.url()}: ${response.status()} ${response.url()}`))
  page.on('request', (request) => /^(data:|blob:)/.test(request.url()) || request.url().startsWith(`${origin}/`) || complaints.push(`${page.url()}: requests ${request.url()}`))
  await page.goto(origin + path, { waitUntil: 'networkidle' })
  if (options.javaScriptEnabled !== false) await listens(page)
  return { page, complaints, close: () => context.close() }
}

async function search(page, words) {
  await page.keyboard.press('Control+k')
  await page.locator('#localsearch-input').fill(words)
}
// Opens a file on the progress page, in the format that ./ladder practice --json FILE writes.
const practised = { practice_version: 1, next: 'first/stride', exercises: [{ id: 'first/index', idea: 'a', state: 'reached' }, { id: 'first/stride', idea: 'b', state: 'begun' }, { id: 'reduce/v1', idea: 'c', state: 'not begun' }] }
const giveProgress = (page, name, text) => page.locator('.open-progress input').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
const built = () => readdirSync(dist, { recursive: true }).filter((file) => file.endsWith('.html') && file !== '404.html' && !file.startsWith('playground/'))

test('every page of the tutorial exists, has no console error or request to another host, and fits a phone', async () => {
  const complaints = []
  const { page, complaints: heard, close } = await open('/', { viewport: { width: 360, height: 740 } })
  for (const name of aPart(pages())) {
    const response = await page.goto(origin + address(name))
    if (!response.ok()) complaints.push(`${name}: ${response.status()}`)
    const [wide, screen, title] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth, document.querySelector('h1')?.textContent])
    if (wide > screen) complaints.push(`${name}: ${wide} pixels wide on a phone of ${screen}`)
    if (!title) complaints.push(`${name}: no title`)
    const typed = await page.evaluate(() => {
      const texts = document.createTreeWalker(document.querySelector('.vp-doc'), NodeFilter.SHOW_TEXT)
      const found = []
      for (let text = texts.nextNode(); text; text = texts.nextNode())
        if (/[\dn]\^[\dk]/.test(text.data) && !text.parentElement.closest('code, pre, .stepper')) found.push(text.data.trim().slice(0, 60))
      return found
    })
    complaints.push(...typed.map((text) => `${name}: a power that is not typeset: ${text}`))
    const broken = await page.evaluate(() => [...document.querySelectorAll('.vp-doc img')].filter((image) => image.complete && image.naturalWidth === 0).map((image) => image.src))
    complaints.push(...broken.map((source) => `${name}: no picture ${source}`))
  }
  await close()
  assert.deepEqual([...complaints, ...heard], [])
})

test('no code, table or picture of any page is cut off at 1280 pixels, and no picture at 390', async () => {
  const { page, close } = await open('/')
  const found = []
  for (const path of aPart([...pages().map(address), ...built().filter((file) => file.startsWith('files/')).map((file) => `/${file}`)])) {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(origin + path)
    found.push(...(await cutOff(page)).map((what) => `${path}: ${what}`))
    await page.setViewportSize({ width: 390, height: 844 })
    found.push(...(await cutOff(page, 'img')).map((what) => `${path} at 390: ${what}`))
  }
  assert.deepEqual(found, [])

  // The check detects a line that is too long, and a picture that is too wide.
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(origin + '/start.html')
  await page.evaluate(() => (document.querySelector('.vp-doc pre code').textContent = 'x'.repeat(300)))
  await page.evaluate(() => (document.querySelector('.vp-doc img').style.minWidth = '2000px'))
  assert.deepEqual((await cutOff(page)).map((what) => what.split(' ')[0]).sort(), ['img', 'pre'])
  await close()
})

test('every page is accessible: axe-core finds nothing serious', async () => {
  const found = []
  const { page, close } = await open('/')
  for (const name of aPart(pages())) {
    await page.goto(origin + address(name), { waitUntil: 'networkidle' })
    found.push(...(await barriers(page)).map((what) => `${name}: ${what}`))
  }
  await page.goto(origin + address('start'), { waitUntil: 'networkidle' })
  await page.evaluate(() => document.querySelector('.vp-doc h1 + p').style.setProperty('color', '#ddd'))
  assert.notDeepEqual(await barriers(page), [], 'illegible letters are not detected')
  await close()
  const dark = await open('/', { colorScheme: 'dark' })
  for (const name of ['front', 'README', 'start', 'first/barrier', 'program', 'reduce', 'reduce/v2', 'pitfalls/missing_barrier', 'glossary']) {
    await dark.page.goto(origin + address(name), { waitUntil: 'networkidle' })
    found.push(...(await barriers(dark.page)).map((what) => `${name}, dark: ${what}`))
  }
  await dark.close()

  // Pages that another program generates, and parts that a reader has opened.
  const others = await open('/files/kernels/reduce/00_v0_modulo.cu.html')
  await others.page.locator('.vp-doc pre').first().waitFor()
  found.push(...(await barriers(others.page)).map((what) => `a source file: ${what}`))
  await others.page.goto(origin + '/progress.html', { waitUntil: 'networkidle' })
  await giveProgress(others.page, 'mine.json', JSON.stringify(practised))
  await others.page.locator('.progress .sum').waitFor()
  found.push(...(await barriers(others.page)).map((what) => `progress: ${what}`))
  await others.page.goto(origin + '/start.html', { waitUntil: 'networkidle' })
  await others.page.locator('.picture').first().click()
  await others.page.locator('dialog.enlarged img').waitFor()
  found.push(...(await barriers(others.page)).map((what) => `an opened picture: ${what}`))
  await others.close()
  const phone = await open('/', { viewport: { width: 390, height: 844 } })
  found.push(...(await barriers(phone.page)).map((what) => `front at 390: ${what}`))
  await phone.close()
  assert.deepEqual(found, [])
})

test('part of the front page is visible within a second', async () => {
  const times = []
  for (let k = 0; k < 3; k++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    const page = await context.newPage()
    await (await context.newCDPSession(page)).send('Network.setCacheDisabled', { cacheDisabled: true })
    await page.goto(origin + '/')
    times.push(
      await page.evaluate(
        () =>
          new Promise((done) => {
            const observer = new PerformanceObserver((list) => {
              const first = list.getEntriesByName('first-contentful-paint')[0]
              if (first) done(first.startTime)
            })
            observer.observe({ type: 'paint', buffered: true })
          })
      )
    )
    await context.close()
  }
  // On a computer with more work than cores, the browser gets only its share, so it is given more time.
  const share = Math.max(1, loadavg()[0] / cpus().length)
  console.log(`first contentful paint: ${times.map(Math.round).join(', ')} ms, ${share.toFixed(1)} programs for each core`)
  assert.ok(Math.min(...times) <= 1000 * share, `${times} ms, ${share} programs for each core`)
})

test('at 1280 pixels no table and no picture of a report is cut off', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'report-'))
  const file = join(folder, 'report.html')
  execFileSync(resolve(repository, process.env.LADDER || 'ladder'), ['report', join(repository, 'results/h200/ladder.json'), '--html', file], { env: { LADDER_PRESET: 'cpu', ...process.env }, stdio: 'ignore' })
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.goto(pathToFileURL(file).href)
  assert.ok((await page.locator('table').count()) > 5)
  assert.deepEqual(await cutOff(page, '.wide, table, svg', 'body'), [])
  await page.evaluate(() => (document.querySelector('.wide table').style.minWidth = '1240px'))
  assert.equal((await cutOff(page, '.wide, table, svg', 'body')).length, 1, 'a table that is too wide is not found')
  await page.close()
  rmSync(folder, { recursive: true })
})

test('the front page is light, and its player starts automatically', async () => {
  const { page, complaints, close } = await open('/')
  const where = async () => Number((await page.locator('.stepper .where').innerText()).split(' / ')[0])
  await players(page)
  assert.equal(await page.locator('.block').first().locator('.conflict').count() > 0, true, 'it begins where v1 has a conflict')
  assert.equal(await page.locator('.block').nth(1).locator('.conflict').count(), 0)
  const began = await where()
  await page.waitForTimeout(1500)
  assert.equal(await where(), began, 'it waits until it is seen')
  await page.locator('.stepper').scrollIntoViewIfNeeded()
  await page.waitForFunction((began) => Number(document.querySelector('.stepper .where').textContent.split('/')[0]) >= began + 2, began)
  await page.locator('.stepper .play').click()
  const stopped = await where()
  await page.waitForTimeout(1500)
  assert.equal(await where(), stopped)
  const doors = await page.evaluate(() => [...document.querySelectorAll('.vp-doc h1 ~ ul a')].map((door) => door.getAttribute('href')))
  assert.deepEqual(doors, ['./start.html', './first.html', './try.html'])
  // Everything loaded before a trace is requested; 86 KB of it is fonts, and 55 KB is the list of all pages, which grows.
  const kilobytes = await page.evaluate(() => {
    const loaded = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    const player = Math.min(...loaded.filter(({ name }) => name.includes('/traces/')).map(({ startTime }) => startTime))
    return loaded.filter(({ startTime }) => startTime < player).reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0) / 1000
  })
  assert.ok(kilobytes > 50 && kilobytes <= 520, `${kilobytes} KB before the player starts`)
  assert.deepEqual(complaints, [])
  await close()

  const still = await open('/', { reducedMotion: 'reduce' })
  await still.page.locator('.stepper').waitFor()
  await still.page.locator('.stepper').scrollIntoViewIfNeeded()
  await still.page.waitForTimeout(1500)
  assert.match(await still.page.locator('.stepper .where').innerText(), new RegExp(`^${began} /`))
  await still.close()
})

test('no two labels of the front page’s chart overlap, and none is cut off', async () => {
  const { page, close } = await open('/')
  const odd = () => page.evaluate(() => {
    const labels = [...document.querySelectorAll('.climb .name')], boxes = labels.map((label) => label.getBoundingClientRect())
    const isOdd = (label, i) => (i > 0 && boxes[i].left < boxes[i - 1].right) || label.scrollHeight > label.clientHeight
    return labels.filter(isOdd).map((label) => label.textContent)
  })
  assert.ok((await page.locator('.climb .name').count()) > 15)
  for (const width of [390, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    assert.deepEqual(await odd(), [], String(width))
  }
  await page.addStyleTag({ content: '.climb .name { writing-mode: horizontal-tb; width: 60px }' })
  assert.notDeepEqual(await odd(), [], 'labels that overlap are not found')
  await close()
})

test('a picture opens on a click, and closes again', async () => {
  const { page, complaints, close } = await open('/start.html', { viewport: { width: 390, height: 844 } })
  const small = await page.locator('.picture img').first().boundingBox()
  await page.locator('.picture').first().click()
  const large = await page.locator('dialog.enlarged img').boundingBox()
  assert.ok(large.width > 2 * small.width, `${large.width} and ${small.width}`)
  await page.keyboard.press('Escape')
  await page.locator('dialog.enlarged').waitFor({ state: 'detached' })
  assert.deepEqual(complaints, [])
  await close()
})

test('the site shows the solved exercises, read from the file that ./ladder practice writes', async () => {
  const { page, complaints, close } = await open('/progress.html')
  const give = (name, text) => giveProgress(page, name, text)
  await give('mine.json', JSON.stringify(practised))
  assert.equal(await page.locator('.progress .sum').innerText(), '1 of 3')
  assert.deepEqual(await page.locator('.progress li.reached a').evaluateAll((all) => all.map((one) => one.getAttribute('href'))), ['/first/index.html'])
  // The sidebar shows the progress on every page, and after a reload.
  const marks = () => page.evaluate(() => Object.fromEntries([...document.querySelectorAll('.VPSidebarItem .state')].map((one) => [one.dataset.exercise, getComputedStyle(one, '::after').content.replace(/^"(.*?)".*/, '$1')]).filter(([, sign]) => sign !== 'none')))
  assert.deepEqual(await marks(), { first: '1/2', 'first/index': '✓', 'first/stride': '…' })
  await page.goto(origin + '/first/stride.html', { waitUntil: 'networkidle' })
  assert.deepEqual(await marks(), { first: '1/2', 'first/index': '✓', 'first/stride': '…' })
  await page.goto(origin + '/progress.html', { waitUntil: 'networkidle' })
  assert.equal(await page.locator('.progress .sum').innerText(), '1 of 3')
  await give('other.json', '{"a": 1}')
  assert.match(await page.locator('[role=alert]').innerText(), /^other\.json was not written by \.\/ladder practice --json FILE/)
  await page.locator('.forget').click()
  assert.deepEqual(await marks(), {})
  assert.deepEqual(complaints, [])
  await close()
})

test('every page leads to the repository', async () => {
  const { repository: home } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const without = built().filter((file) => !readFileSync(join(dist, file), 'utf8').includes(`href="${home}"`))
  assert.deepEqual(without, [])
})

test('an exercise is on its page: the command to type, the task, and folded hints', async () => {
  for (const id of ['first/index', 'reduce/v2', 'pitfalls/missing_barrier']) {
    const { page, complaints, close } = await open(address(id))
    const commands = await page.evaluate(() => [...document.querySelectorAll('.vp-doc div[class*="language-sh"] code')].map((code) => code.textContent.trim()))
    assert.ok(commands.includes(`./ladder practice ${id}`), `${id}: ${commands}`)
    const hints = await page.evaluate(() => [...document.querySelectorAll('.vp-doc details')].filter((one) => /^Hint/.test(one.textContent.trim())).map((one) => one.open))
    assert.deepEqual(hints, [false, false, false], id)
    assert.deepEqual(complaints, [])
    await close()
  }
})

test('every link leads to a page or a file of the site, and every anchor to a heading', () => {
  const texts = new Map(built().map((file) => [`/${file}`, readFileSync(join(dist, file), 'utf8')]))
  const ids = new Map([...texts].map(([file, text]) => [file, new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]))
  const dead = []
  for (const [file, text] of texts)
    for (const [, href] of text.matchAll(/<a [^>]*?href="([^"]+)"/g)) {
      if (/^[a-z]+:/i.test(href)) continue
      const [path, anchor] = decodeURI(href).split('#')
      let to = path === '' ? file : posix.resolve(posix.dirname(file), path) + (path.endsWith('/') ? '/index.html' : '')
      to = to.replace('//', '/')
      if (!existsSync(join(dist, to))) dead.push(`${file}: ${href}`)
      else if (anchor && !ids.get(to)?.has(anchor)) dead.push(`${file}: ${href}: no such heading`)
    }
  assert.deepEqual(dead, [])
})

test('the page after a stage is the next one in ./ladder list', async () => {
  const { page, close } = await open('/reduce/v1.html')
  assert.match(await page.locator('.pager-link.next').getAttribute('href'), /reduce\/v1\.5\.html$/)
  assert.match(await page.locator('.pager-link.prev').getAttribute('href'), /reduce\/v0\.html$/)
  await close()
})

test('the first exercise, whose page is named index, has neighbours and a mark in the sidebar', async () => {
  const { page, close } = await open('/first/index.html')
  assert.match(await page.locator('.pager-link.next').getAttribute('href'), /first\/stride\.html$/)
  assert.match(await page.locator('.pager-link.prev').getAttribute('href'), /first\.html$/)
  await page.locator('.VPSidebarItem.is-active', { hasText: 'one thread, one element' }).waitFor({ timeout: 10_000 })
  await close()
})

for (const words of ['bank conflict', 'coalesced'])
  test(`search finds ${words}`, async () => {
    const { page, complaints, close } = await open('/')
    await search(page, words)
    await page.locator('#localsearch-list .result').first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname !== '/')
    await page.locator('.vp-doc', { hasText: new RegExp(words, 'i') }).waitFor()
    assert.deepEqual(complaints, [])
    await close()
  })

test('search leads from Chinese and Japanese words to the page that teaches them', async () => {
  const { page, close } = await open('/')
  const taught = [['归约', '/reduce.html'], ['リダクション', '/reduce.html'], ['屏障', '/first/barrier.html'], ['栅栏', '/reduce/v9.html'], ['バンクコンフリクト', '/first/bank_conflict.html']]
  for (const [words, teaches] of taught) {
    await search(page, words)
    await page.waitForFunction(() => [...document.querySelectorAll('#localsearch-list .result')].length > 0)
    const leads = () => page.evaluate(() => [...document.querySelectorAll('#localsearch-list .result')].map((one) => new URL(one.href).pathname))
    for (let tries = 0; tries < 50 && !(await leads()).slice(0, 2).includes(teaches); ++tries) await page.waitForTimeout(100)
    assert.ok((await leads()).slice(0, 2).includes(teaches), `${words}: ${await leads()}`)
    await page.keyboard.press('Escape')
    await page.locator('#localsearch-input').waitFor({ state: 'detached' })
  }
  await close()
})

test('the first use of a term on a page links to its entry in the glossary', async () => {
  const { page, complaints, close } = await open('/reduce/v1.html')
  const terms = await page.locator('.vp-doc a.term').allInnerTexts()
  assert.ok(terms.includes('warps') || terms.includes('warp'), String(terms))
  assert.equal(new Set(terms.map((term) => term.toLowerCase().replace(/e?s$/, ''))).size, terms.length, `twice: ${terms}`)
  const warp = page.locator('.vp-doc a.term', { hasText: /^warps?$/i })
  assert.match(await warp.getAttribute('title'), /线程束.*ワープ/)
  await warp.click()
  await page.waitForURL(/glossary\.html#warp$/)
  assert.equal(await page.locator('td[lang=zh]').first().innerText(), '核函数（内核）')
  assert.deepEqual(complaints, [])
  await close()
})

test('the sidebar is the only list of pages, and shows titles instead of file names, and the headings of stand-alone pages', async () => {
  const { page, close } = await open('/grading.html')
  const items = await page.evaluate(() => [...document.querySelectorAll('.VPSidebarItem a')].map((link) => [link.getAttribute('href'), link.querySelector('.text').cloneNode(true)]).map(([href, text]) => [href, (text.querySelector('.short')?.remove(), text.textContent.trim())]))
  assert.ok(items.length > 150, String(items.length))
  // A title is not a file name ("reduce_op"), does not start with one ("v2: …"), and is capitalised. A heading may be code.
  const odd = items.filter(([href, text]) => /[a-z0-9]_[a-z]|`|\.(md|cu)\b/.test(href.includes('#') ? '' : text) || (!href.includes('#') && (/^[\w.]+: /.test(text) || !/^([A-Z0-9]|v\d)/.test(text))))
  assert.deepEqual(odd, [])
  assert.ok(items.some(([href]) => href === '/grading.html#in-a-lecture'))
  assert.equal(await page.locator('.VPDocAside, .VPLocalNavOutlineDropdown button:has-text("On this page")').count(), 0)
  await close()
})

test('a page does not link to its answer before its exercise, and neighbours are named once', () => {
  let seen = 0
  for (const file of built()) {
    const text = readFileSync(join(dist, file), 'utf8').replace(/<aside[^]*?<\/aside>/, '')
    const at = text.indexOf('id="write-it-yourself"')
    assert.ok(!/<a [^>]*>(all of \w+|All pitfalls|Your first program)<\/a> ·/.test(text), `${file}: a line of neighbours`)
    if (at < 0) continue
    seen++
    const [track, name] = file.replace(/\.html$/, '').split('/')
    assert.equal(text.slice(0, at).match(new RegExp(`files/kernels/${track}/[^"]*_${name}(_[^"/]*)?\\.cu`)), null, file)
  }
  assert.ok(seen > 50, String(seen))
})

test('prose, code, tables and pictures share a right edge; headings have no rule, and code in headings has no box; fonts are the site’s own', async () => {
  const { page, complaints, close } = await open('/reduce/v2.html')
  for (const width of [1280, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    const [edges, beyond] = await page.evaluate(() => {
      const right = (one) => Math.round(one.getBoundingClientRect().right)
      const all = [...document.querySelectorAll('.vp-doc > div > :is(p, ul, details, div[class*="language-"])')].map(right)
      return [[...new Set(all)], [...document.querySelectorAll('.vp-doc > div > :is(table, .stepper)')].map(right).filter((edge) => edge > Math.max(...all))]
    })
    assert.equal(edges.length, 1, `${width}: ${edges}`)
    assert.deepEqual(beyond, [], String(width))
  }
  const [rule, box, letters] = await page.evaluate(() => [getComputedStyle(document.querySelector('h2')).borderTopWidth, getComputedStyle(document.querySelector('h1 code')).backgroundColor, [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family)])
  assert.deepEqual([rule, box], ['0px', 'rgba(0, 0, 0, 0)'])
  assert.ok(letters.includes('Plex') && letters.includes('Mono'), String(letters))
  assert.deepEqual(complaints, [])
  await close()
})

test('powers are typeset as powers, and a long table of numbers is folded', async () => {
  const { page, close } = await open('/scan.html')
  assert.ok((await page.locator('.vp-doc sup', { hasText: /^28$/ }).count()) > 5)
  const long = await page.evaluate(() => [...document.querySelectorAll('.vp-doc table:has(td[style*="right"])')].filter((table) => table.tBodies[0].rows.length > 12).map((table) => table.parentElement.matches('details.long-table:not([open])')))
  assert.ok(long.length > 3 && long.every(Boolean), String(long))
  await search(page, '2^28') // as typed, not as typeset
  await page.locator('#localsearch-list .result').first().waitFor()
  await close()
})

test('on a phone the glossary shows the Chinese and Japanese names', async () => {
  const { page, close } = await open('/glossary.html', { viewport: { width: 390, height: 844 } })
  const [names, outside] = await page.evaluate(() => {
    const cells = [...document.querySelectorAll('td[lang]')]
    return [cells.length, cells.filter((cell) => { const { left, right, width } = cell.getBoundingClientRect(); return width === 0 || left < 0 || right > innerWidth }).map((cell) => cell.textContent)]
  })
  assert.ok(names > 100, String(names))
  assert.deepEqual(outside, [])
  await close()
})

test('search finds nothing for words that occur nowhere', async () => {
  const { page, close } = await open('/')
  await search(page, '馬鹿野郎')
  await page.locator('.no-results').waitFor()
  await close()
})

test('dark mode follows the system setting and can be chosen', async () => {
  const paper = (page) => page.evaluate(() => [document.documentElement.classList.contains('dark'), getComputedStyle(document.body).backgroundColor, getComputedStyle(document.documentElement).colorScheme])
  const dark = await open('/', { colorScheme: 'dark' })
  assert.equal((await paper(dark.page))[0], true)
  await dark.close()
  const { page, close } = await open('/')
  const before = await paper(page)
  assert.deepEqual([before[0], before[2]], [false, 'light'])
  await page.locator('.VPNavBar .VPSwitchAppearance').first().click()
  const afterwards = await paper(page)
  assert.deepEqual([afterwards[0], afterwards[2]], [true, 'dark'])
  assert.notEqual(before[1], afterwards[1])
  await close()
})

test('the stepper steps, plays, and shows two stages side by side', async () => {
  const { page, complaints, close } = await open('/reduce/v1.html', { viewport: { width: 1440, height: 900 } })
  const stepper = page.locator('.stepper')
  await stepper.waitFor()
  const trace = JSON.parse(await page.evaluate(async () => (await fetch('/traces/reduce-v1_n-64_block-64.json')).text()))
  const blocks = stepper.locator('.block')
  assert.equal(await blocks.count(), 2)
  const where = async () => (await stepper.locator('.where').innerText()).split(' / ').map(Number)
  const status = (block) => blocks.nth(block).locator('.status').innerText()

  assert.deepEqual((await where())[0], 1)
  assert.match(await status(1), /^Warp 0, line \d+: global load of input by 32 lanes, 4 sectors$/)
  assert.equal(await blocks.nth(1).locator('.sector').count(), 4)
  await stepper.focus()
  await page.keyboard.press('ArrowRight')
  assert.deepEqual((await where())[0], 2)
  assert.match(await status(1), /shared store of partial by 32 lanes, 1 wavefront$/)
  const { line } = trace.intervals[0].steps[1]
  assert.equal(await blocks.nth(1).locator('.code .runs i').innerText(), String(line))
  assert.deepEqual((await blocks.nth(1).locator('.memory .cell.write').allInnerTexts()).map(Number), trace.intervals[0].steps[1].values)

  await page.keyboard.press('Shift+ArrowRight') // the first level: two words from every second bank
  assert.match(await status(1), /shared load of partial by 32 lanes, 2 wavefronts$/)
  assert.match(await status(0), /division/)
  assert.equal(await blocks.nth(1).locator('.wanted .conflict').count(), 16)
  assert.equal(await blocks.nth(0).locator('.wanted .conflict').count(), 0)
  await page.keyboard.press('ArrowLeft')
  assert.match(await blocks.nth(0).locator('header').innerText(), /interval 1 of/)

  // Synchronised blocks are in the same interval, and the one with fewer instructions waits.
  await page.keyboard.press('Home')
  let waited = 0
  for (let [now, last] = await where(); now < last; [now] = await where()) {
    const intervals = await stepper.locator('.block header > span').allInnerTexts()
    assert.equal(intervals[0], intervals[1])
    waited += await stepper.locator('.block.waits').count()
    await page.keyboard.press('ArrowRight')
  }
  assert.ok(waited > 0)
  for (const cells of await stepper.locator('.so-far td').allInnerTexts()) assert.match(cells, /^(\d+) of \1$/)
  const partial = trace.intervals.at(-1).shared.partial ?? trace.intervals.at(-2).shared.partial
  assert.equal(await blocks.nth(1).locator('.memory .cell').first().innerText(), String(partial[0]))

  await page.keyboard.press('Home')
  await page.keyboard.press(' ')
  await page.waitForFunction(() => Number(document.querySelector('.stepper .where').textContent.split('/')[0]) >= 3)
  await page.keyboard.press(' ')
  const [stopped] = await where()
  await page.waitForTimeout(900)
  assert.equal((await where())[0], stopped)
  await stepper.locator('input').fill('0')
  assert.equal((await where())[0], 1)

  const tops = () => blocks.evaluateAll((list) => list.map((block) => block.getBoundingClientRect().top))
  const [above, below] = await tops()
  assert.ok(below > above)
  await stepper.locator('.layout').click()
  assert.equal(...(await tops()))
  assert.deepEqual(complaints, [])
  await close()
})

test('every stepper of the tutorial plays to its end', async () => {
  for (const name of aPart(withSteppers(pages()))) {
    const { page, complaints, close } = await open(address(name))
    await players(page)
    for (const stepper of await page.locator('.stepper').all()) {
      await stepper.focus()
      await page.keyboard.press('Home') // the player on the front page does not start at the first step
      for (let key = 0; key < 12; key++) await page.keyboard.press('ArrowRight')
      assert.match(await stepper.locator('.where').innerText(), /^13 \//)
      await page.keyboard.press('End')
      assert.match(await stepper.locator('.where').innerText(), /^(\d+) \/ \1$/)
    }
    assert.deepEqual(complaints, [])
    await close()
  }
})

test('without JavaScript a page shows its text, and a drawing in place of the stepper', async () => {
  const { page, close } = await open('/reduce/v1.html', { javaScriptEnabled: false })
  assert.match(await page.locator('.vp-doc').innerText(), /bank conflict/)
  assert.equal(await page.locator('.vp-doc img[src*="steps"]').count(), 1)
  await close()
})
