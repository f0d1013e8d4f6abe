// Compiles and runs kernels. Unchanged stages run from a prebuilt module; anything else is compiled here.
import { compileArguments, linkArguments } from '../../../harness/executor/platform/wasm/host/flags.js'
import { start } from '../../../harness/executor/platform/wasm/host/instance.js'
import { bindDynamicShared, sharedSegments } from '../../../harness/executor/platform/wasm/host/object.js'
import { linesOf, prepared } from '../../../harness/executor/platform/wasm/host/program.js'

// Every file is stored compressed next to the page, but the compiler's own loader requests uncompressed ones.
const sizes = new Map(), got = new Map()
const plainFetch = globalThis.fetch.bind(globalThis)
async function unzipped(url) {
  const response = await plainFetch(`${url}.gz`)
  if (!response.ok) throw new Error(`${url}.gz: ${response.status}`)
  const total = Number(response.headers.get('content-length')) || 0
  sizes.set(url, total)
  const counted = new TransformStream({
    transform(chunk, to) {
      got.set(url, (got.get(url) ?? 0) + chunk.length)
      tell()
      to.enqueue(chunk)
    }
  })
  const type = url.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream'
  return new Response(response.body.pipeThrough(counted).pipeThrough(new DecompressionStream('gzip')), { headers: { 'content-type': type } })
}
let loading = false
function tell() {
  const sum = (map) => [...map.values()].reduce((a, b) => a + b, 0)
  if (loading) postMessage({ progress: Math.min(0.99, sum(got) / Math.max(sum(sizes), loading)), status: `loads the compiler: ${(sum(got) / 1e6).toFixed(1)} of ${(loading / 1e6).toFixed(1)} MB` })
}
globalThis.fetch = (url, options) => (String(url).includes('/llvm/') ? unzipped(String(url)) : plainFetch(url, options))
const address = (name) => new URL(name, self.location.href).href
const bytesOf = async (name) => new Uint8Array(await (await unzipped(address(name))).arrayBuffer())

let stages, compiler
const stagesProgram = () => (stages ??= (async () => {
  const program = JSON.parse(new TextDecoder().decode(await bytesOf('stages.program.json')))
  const wasm = await unzipped(address('stages.wasm'))
  return { ...program, module: await WebAssembly.compileStreaming(wasm), lines: linesOf(program.rows) }
})())
const theCompiler = () => (compiler ??= (async () => {
  loading = (await (await plainFetch(address('sizes.json'))).json()).compiler
  const { runLLVM } = await import(/* @vite-ignore */ address('llvm/bundle.js'))
  const [tree, archive, end] = await Promise.all([bytesOf('headers.json'), bytesOf('judge.a'), bytesOf('kernels_end.o'), runLLVM(null, {}, { fetchProgress: () => {} })])
  const built = { runLLVM, tree: JSON.parse(new TextDecoder().decode(tree)), archive, end }
  loading = false
  postMessage({ progress: 1, status: 'the compiler is loaded' })
  return built
})())

const places = { root: '/usr', harness: 'harness' }
async function compiled({ file, text }) {
  const { runLLVM, tree, archive, end } = await theCompiler()
  let said = ''
  const take = (bytes) => bytes && (said += new TextDecoder().decode(bytes))
  const io = { stdout: take, stderr: take, fetchProgress: () => {} }
  const name = file.split('/').at(-1)
  const inFolder = structuredClone(tree)
  file.split('/').slice(0, -1).reduce((at, part) => (at[part] ??= {}), inFolder)[name] = text
  try {
    const flags = compileArguments({ ...places, libraries: ['lib'] })
    const { 'kernel.o': object } = await runLLVM(['clang++', ...flags, '-include', 'harness/browser/kernel_file.h', '-o', 'kernel.o', '-x', 'c++', file], inFolder, io)
    const bound = bindDynamicShared(object)
    const words = linkArguments({ root: '/usr', kernels: ['kernel.o', 'end.o'], archive: 'judge.a', output: 'kernel.wasm' })
    const linked = await runLLVM(['wasm-ld', ...words], { 'kernel.o': bound.object, 'end.o': end, 'judge.a': archive }, io)
    const program = prepared(linked['kernel.wasm'], sharedSegments(bound.object), bound.names)
    return { ...program, module: await WebAssembly.compile(program.wasm), lines: linesOf(program.rows) }
  } catch (error) {
    return { said: said || String(error?.stack ?? error) }
  }
}

onmessage = async ({ data }) => {
  try {
    if (data.load) {
      await stagesProgram()
      await theCompiler()
      return
    }
    const program = data.text === undefined ? await stagesProgram() : await compiled(data)
    if (program.said) return postMessage({ answer: { compiler: program.said } })
    postMessage({ running: true, status: 'runs …' })
    const instance = await start(program)
    const request = data.n > 0 ? { n: data.n } : {}
    postMessage({ answer: await instance.judge(data.text === undefined ? { ...request, id: data.id } : request) })
  } catch (error) {
    postMessage({ answer: { error: error.message } })
  }
}
