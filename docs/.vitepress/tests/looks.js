// The requirements for a page at every width: nothing is cut off, and the page is accessible (axe-core's rules).
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// The code, tables and pictures of the page that are wider than the space available. Folded parts are opened
// first. A player's code scrolls in its own box, so it is excluded.
export const cutOff = (page, what = 'pre, table, img', inside = '.vp-doc') =>
  page.evaluate(([what, inside]) => {
    for (const folded of document.querySelectorAll(`${inside} details`)) folded.open = true
    return [...document.querySelectorAll(`${inside} :is(${what})`)]
      .filter((one) => !one.closest('.stepper'))
      .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
      .map((one) => `${one.tagName.toLowerCase()} of ${one.clientWidth} px, ${one.scrollWidth} needed: ${(one.alt ?? one.textContent).trim().slice(0, 60)}`)
  }, [what, inside])

// The violations that axe-core calls serious or critical.
export async function barriers(page) {
  await page.evaluate(axe)
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }))
  return found.violations
    .filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes.length}, first ${nodes[0].target.join(' ')}: ${nodes[0].failureSummary.split('\n').slice(1, 2).join().trim()}`)
}
