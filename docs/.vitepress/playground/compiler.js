// A worker that compiles kernel files with the clang of @yowasp/clang. The headers are precompiled once, as soon as clang is
// loaded.
import { compileArguments, linkArguments } from '../../../harness/executor/platform/wasm/host/flags.js'
import { bindDynamicShared, sharedSegments } from '../../../harness/executor/platform/wasm/host/object.js'
import { prepared } from '../../../harness/executor/platform/wasm/host/program.js'
import { address, bytesOf, jsonOf, unzipped } from './load.js'

const got = new Map()
let all // compressed bytes of everything to be loaded; undefined: everything is loaded
function tell(url, bytes) {
  got.set(url, bytes)
  const sum = [...got.values()].reduce((a, b) => a + b, 0)
  if (all) postMessage({ progress: Math.min(0.99, sum / all), status: `loading the compiler: ${(sum / 1e6).toFixed(1)} of ${(all / 1e6).toFixed(1)} MB` })
}
// The compiler's own loader requests uncompressed files, so its requests are redirected to the compressed ones.
const plainFetch = globalThis.fetch.bind(globalThis)
globalThis.fetch = (url, options) => (String(url).includes('/llvm/') ? unzipped(String(url), (bytes) => tell(String(url), bytes)) : plainFetch(url, options))

const kPrologue = 'harness/browser/kernel_file.h', kHeaders = 'headers.pch'
const flags = compileArguments({ root: '/usr', harness: 'harness', libraries: ['lib'] })

// Precompiling the headers takes longest, so the result is cached for the next visit if the browser allows it.
async function headersOf(runLLVM, tree, version) {
  const kept = await globalThis.caches?.open('playground headers').catch(() => undefined)
  const before = await kept?.match(address(version))
  if (before) return new Uint8Array(await before.arrayBuffer())
  postMessage({ status: 'reading the headers' })
  const io = { stdout: () => {}, stderr: (bytes) => bytes && console.warn(new TextDecoder().decode(bytes)), fetchProgress: () => {} }
  const words = flags.map((word) => (word === '-emit-obj' ? '-emit-pch' : word))
  const { [kHeaders]: headers } = await runLLVM(['clang++', ...words, '-fno-pch-timestamp', '-o', kHeaders, '-x', 'c++-header', kPrologue], structuredClone(tree), io)
  for (const old of (await kept?.keys()) ?? []) await kept.delete(old)
  await kept?.put(address(version), new Response(headers)).catch(() => {})
  return headers
}

let compiler
const theCompiler = () =>
  (compiler ??= (async () => {
    const sizes = await (await plainFetch(address('sizes.json'))).json()
    all = sizes.compiler
    const { runLLVM } = await import(/* @vite-ignore */ address(`${sizes.llvm}/bundle.js`))
    const of = (name) => bytesOf(name, (bytes) => tell(name, bytes))
    const [tree, archive, end] = await Promise.all([jsonOf('headers.json'), of('judge.o'), of('kernels_end.o'), runLLVM(null, {}, { fetchProgress: () => {} })])
    all = undefined
    postMessage({ progress: 1 })
    const headers = await headersOf(runLLVM, tree, sizes.headers)
    postMessage({ status: 'the compiler is ready' })
    return { runLLVM, tree: { ...tree, [kHeaders]: headers }, archive, end }
  })())

async function compiled({ file, text }) {
  const { runLLVM, tree, archive, end } = await theCompiler()
  postMessage({ status: 'compiling …' })
  let said = ''
  const take = (bytes) => bytes && (said += new TextDecoder().decode(bytes))
  const io = { stdout: take, stderr: take, fetchProgress: () => {} }
  const inFolder = structuredClone(tree)
  const name = file.split('/').at(-1)
  file.split('/').slice(0, -1).reduce((at, part) => (at[part] ??= {}), inFolder)[name] = text
  try {
    const { 'kernel.o': object } = await runLLVM(['clang++', ...flags, '-include-pch', kHeaders, '-o', 'kernel.o', '-x', 'c++', file], inFolder, io)
    const bound = bindDynamicShared(object)
    const words = linkArguments({ root: '/usr', kernels: ['kernel.o', 'end.o'], archive: 'judge.o', output: 'kernel.wasm' })
    const linked = await runLLVM(['wasm-ld', ...words], { 'kernel.o': bound.object, 'end.o': end, 'judge.o': archive }, io)
    const { wasm, ...program } = prepared(linked['kernel.wasm'], sharedSegments(bound.object), bound.names)
    const module = await WebAssembly.compile(wasm)
    return { program: { ...program, module } }
  } catch (error) {
    return { said: said || String(error?.stack ?? error) }
  }
}

onmessage = async ({ data }) => {
  try {
    if (data.load) await theCompiler()
    else postMessage({ compiled: await compiled(data) })
  } catch (error) {
    postMessage({ compiled: { error: error.message } })
  }
}
