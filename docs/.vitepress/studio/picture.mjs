// Recreates docs/studio.png: the page with first/barrier, half solved.   node docs/.vitepress/studio/picture.mjs
// LADDER and CHROMIUM: as for the site's tests.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'
import { repository } from '../ladder.js'

const folder = mkdtempSync(join(tmpdir(), 'studio-'))
const studio = spawn(resolve(repository, process.env.LADDER || 'ladder'), ['studio', 'first/barrier', '--no-browser', '-q'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
const address = await new Promise((found) => studio.stdout.once('data', (text) => found(String(text).trim())))
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox'] })
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 }, colorScheme: 'light' })
  await page.goto(address)
  await page.locator('.cm-line', { hasText: 'values[tid] =' }).click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('__syncthreads();')
  await page.locator('.verdict .steps', { hasText: 'the next iteration' }).waitFor()
  await page.locator('.stepper').waitFor()
  await page.screenshot({ path: join(repository, 'docs/studio.png') })
} finally {
  await browser.close()
  studio.kill('SIGINT')
  rmSync(folder, { recursive: true })
}
