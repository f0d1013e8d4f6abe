// Every large file is stored beside the page, compressed with zstd, which browsers do not unpack by themselves.
import { ZSTDDecoder } from 'zstddec/stream'

export const address = (name) => new URL(name, self.location.href).href
const plainFetch = globalThis.fetch.bind(globalThis), decoder = new ZSTDDecoder(), ready = decoder.init()

// Firefox 153: if the reader leaves a page while it compiles a stream, later compilations of streams never end.
if (navigator.userAgent.includes('Firefox')) WebAssembly.compileStreaming = async (response) => WebAssembly.compile(await (await response).arrayBuffer())

// `got(bytes)` is called whenever more of the compressed file has arrived, with the number of bytes so far.
export async function unzipped(url, got = () => {}) {
  const response = await plainFetch(`${url}.zst`)
  if (!response.ok) throw new Error(`${url}.zst: ${response.status}`)
  // Uses no TransformStream, because Chromium 156 crashes the tab if a worker ends while one is active, as on a reload.
  const pieces = [], reader = response.body.getReader()
  let bytes = 0
  for (let piece; !(piece = await reader.read()).done; ) {
    got((bytes += piece.value.length))
    pieces.push(piece.value)
  }
  if (bytes === 0) throw new Error(`${url}.zst is empty`)
  await ready
  // decodeStreaming() throws if the file is incomplete, but for a damaged one it yields empty arrays without end.
  const unpacked = []
  let empty = 0
  const given = function* () {
    for (const piece of pieces) {
      empty = 0
      yield piece
    }
  }
  for (const some of decoder.decodeStreaming(given())) {
    if (some.length === 0 && ++empty > 2) throw new Error(`${url}.zst is damaged`)
    unpacked.push(some)
  }
  const type = url.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream'
  return new Response(new Blob(unpacked), { headers: { 'content-type': type } })
}
export const bytesOf = async (name, got) => new Uint8Array(await (await unzipped(address(name), got)).arrayBuffer())
export const jsonOf = async (name) => JSON.parse(new TextDecoder().decode(await bytesOf(name)))
