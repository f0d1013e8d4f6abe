// The content of a link: deflated JSON, in characters that are allowed in an address.
const kMost = 4e6 // bytes: a short link could decompress to gigabytes
async function through(stream, bytes) {
  let size = 0
  const limited = new TransformStream({
    transform(chunk, to) {
      if ((size += chunk.length) > kMost) throw new Error('too long')
      to.enqueue(chunk)
    }
  })
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream).pipeThrough(limited)).arrayBuffer())
}
export async function packed(content) {
  const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(JSON.stringify(content)))
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
export async function unpacked(text) {
  const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = await through(new DecompressionStream('deflate-raw'), Uint8Array.from(letters, (letter) => letter.charCodeAt(0)))
  return JSON.parse(new TextDecoder().decode(bytes))
}
