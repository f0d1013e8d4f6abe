// Every large file is stored beside the page, compressed with zstd, which browsers do not unpack by themselves.
import { Decompress } from 'fzstd'

export const address = (name) => new URL(name, self.location.href).href
const plainFetch = globalThis.fetch.bind(globalThis)

// Firefox 153: if a page is left while it compiles a stream, no later compilation of a stream ends.
if (navigator.userAgent.includes('Firefox')) WebAssembly.compileStreaming = async (response) => WebAssembly.compile(await (await response).arrayBuffer())

function unpacking() {
  let unpacker
  return new TransformStream({
    start: (to) => (unpacker = new Decompress((bytes) => to.enqueue(bytes))),
    transform: (chunk) => unpacker.push(chunk),
    flush: () => unpacker.push(new Uint8Array(0), true) // throws if the file is incomplete
  })
}

// `got(bytes, total)` is called whenever more of the compressed file has arrived: bytes so far, bytes in all.
export async function unzipped(url, got = () => {}) {
  const response = await plainFetch(`${url}.zst`)
  if (!response.ok) throw new Error(`${url}.zst: ${response.status}`)
  const total = Number(response.headers.get('content-length')) || 0
  let bytes = 0
  const counted = new TransformStream({
    transform(chunk, to) {
      got((bytes += chunk.length), total)
      to.enqueue(chunk)
    }
  })
  const type = url.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream'
  return new Response(response.body.pipeThrough(counted).pipeThrough(unpacking()), { headers: { 'content-type': type } })
}
export const bytesOf = async (name, got) => new Uint8Array(await (await unzipped(address(name), got)).arrayBuffer())
export const jsonOf = async (name) => JSON.parse(new TextDecoder().decode(await bytesOf(name)))
