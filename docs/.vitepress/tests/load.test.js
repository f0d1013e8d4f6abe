// Tests that each of the playground's large files arrives complete, or with an error, whatever a server sends.
import assert from 'node:assert/strict'
import test from 'node:test'

const zipped = Buffer.from('KLUv/WRgAyUBAOBhIGxpbmUgb2YgdGV4dCwgbWFueSB0aW1lcy4gAQAE8f90AjmtZ5k=', 'base64')
const plainFetch = globalThis.fetch
let sent
globalThis.self = { location: new URL('http://x/') }
globalThis.navigator ??= { userAgent: '' }
globalThis.fetch = async (url) => (String(url).startsWith('data:') ? plainFetch(url) : new Response(sent))
const { unzipped } = await import('../playground/load.js')
const textOf = async (bytes) => {
  sent = bytes
  return (await unzipped('x')).text()
}

test('a compressed file is unpacked', async () => assert.equal(await textOf(zipped), 'a line of text, many times. '.repeat(40)))

test('an incomplete file is an error', async () => {
  for (let end = 0; end < zipped.length; ++end) await assert.rejects(textOf(zipped.subarray(0, end)), undefined, `${end} bytes`)
})

test('a damaged file is an error, and does not keep the page busy', async () => {
  for (let at = 0; at < zipped.length; ++at) {
    const damaged = Buffer.from(zipped)
    damaged[at] ^= 0x55
    await assert.rejects(textOf(damaged), undefined, `byte ${at}`)
  }
})

test("a server's page in place of the file is an error", async () => assert.rejects(textOf(Buffer.from('<html>not found</html>')), /damaged/))
