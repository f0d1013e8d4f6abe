// A worker that compiles kernel files and whole programs with the clang of @yowasp/clang. The headers are precompiled when the
// page is built (harness/browser/site.js); those for whole programs are loaded when the first program is opened.
import { linkArguments } from '../../../harness/executor/platform/wasm/host/flags.js'
import { bindDynamicShared, exportVariables, sharedSegments } from '../../../harness/executor/platform/wasm/host/object.js'
import { prepared } from '../../../harness/executor/platform/wasm/host/program.js'
import { kUsual, needsUsual, ofKernels, ofPrograms, written } from '../../../harness/browser/page_compiler.js'
import { behindPrologue, isOwnFile, linesAsRead, refusalOf, startRewriter, withoutDebugOfHeaders } from '../../../harness/browser/whole_program.js'
import { address, bytesOf, jsonOf, unzipped } from './load.js'

const got = new Map()
let told = 0
let all // the total size to load, in compressed bytes; undefined: everything is loaded
function tell(url, bytes) {
  got.set(url, bytes)
  const sum = [...got.values()].reduce((a, b) => a + b, 0)
  if (!all || performance.now() - told < 100) return
  told = performance.now()
  postMessage({ loading: { part: Math.min(0.99, sum / all), said: `Loading the compiler: ${(sum / 1e6).toFixed(1)} of ${(all / 1e6).toFixed(1)} MB` } })
}
// The compiler's own loader requests uncompressed files, so its requests are redirected to the compressed ones.
const plainFetch = globalThis.fetch.bind(globalThis)
globalThis.fetch = (url, options) => (String(url).includes('/llvm/') ? unzipped(String(url), (bytes) => tell(String(url), bytes)) : plainFetch(url, options))

let compiler, runtime
const theCompiler = () =>
  (compiler ??= (async () => {
    const sizes = await (await plainFetch(address('sizes.json'))).json()
    all = sizes.compiler
    const { runLLVM } = await import(/* @vite-ignore */ address(`${sizes.llvm}/bundle.js`))
    const of = (name) => bytesOf(name, (bytes) => tell(name, bytes))
    const [tree, headers, archive, end] = await Promise.all([jsonOf('headers.json'), of(sizes.headers), of('judge.o'), of('kernels_end.o'), runLLVM(null, {}, { fetchProgress: () => {} })])
    all = undefined
    postMessage({ loading: { part: 1, said: '' } })
    return { runLLVM, sizes, tree: { ...tree, [ofKernels.headers]: headers }, archive, end }
  })())
// The files that only whole programs need.
const theRuntime = () =>
  (runtime ??= (async () => {
    const { sizes } = await theCompiler()
    const [{ libraries: names, ...tree }, headers, object, rewriter] = await Promise.all([
      jsonOf('program_headers.json'), bytesOf(sizes.headersOfPrograms), bytesOf('program.o'), unzipped(address('rewriter.wasm')).then((wasm) => WebAssembly.compileStreaming(wasm))
    ])
    const libraries = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await bytesOf(name)])))
    return { rewrite: await startRewriter(rewriter), tree: { ...tree, [ofPrograms.headers]: headers }, libraries, object }
  })())

const inFolder = (tree, file, text) => {
  const folder = structuredClone(tree)
  file.split('/').slice(0, -1).reduce((at, part) => (at[part] ??= {}), folder)[file.split('/').at(-1)] = text
  return folder
}

// `run(words, tree)` runs a tool, and returns the bytes that it writes to its output, `-`. run.said: its complaints.
async function compiledKernel(run, file, text) {
  const { tree, archive, end } = await theCompiler()
  const compile = (...more) => run(['clang++', ...ofKernels.flags, '-include-pch', ofKernels.headers, ...more, '-o', '-', '-x', 'c++', file], inFolder(tree, file, text))
  const object = await compile().catch((error) => {
    if (!needsUsual(run.said)) throw error
    run.said = ''
    return compile('-include', kUsual)
  })
  const bound = bindDynamicShared(object)
  const words = linkArguments({ root: '/usr', kernels: ['kernel.o', 'end.o'], archive: 'judge.o', output: '-' })
  const linked = await run(['wasm-ld', ...words], { 'kernel.o': bound.object, 'end.o': end, 'judge.o': archive })
  return prepared(linked, sharedSegments(bound.object), bound.names, { [file]: text })
}

// The steps of ./ladder try: preprocess, rewrite the launches, compile, link with the runtime.
async function compiledProgram(run, file, text) {
  const { archive, end } = await theCompiler(), { rewrite, tree, libraries, object: program } = await theRuntime()
  const words = ofPrograms.flags.filter((word) => word !== '-emit-obj')
  const read = await run(['clang++', ...words, '-E', '-include', ofPrograms.prologue, '-o', '-', '-x', 'c++', file], inFolder(tree, file, text))
  const { text: rewritten, ...found } = rewrite(behindPrologue(new TextDecoder().decode(read), file))
  const refused = refusalOf(found)
  if (refused) throw new Refused(refused)
  const compiled = await run(['clang++', ...ofPrograms.flags, '-include-pch', ofPrograms.headers, '-o', '-', '-x', 'c++-cpp-output', 'rewritten.ii'],
    inFolder(tree, 'rewritten.ii', withoutDebugOfHeaders(rewritten, isOwnFile)))
  const named = exportVariables(compiled), bound = bindDynamicShared(named.object)
  const linked = await run(['wasm-ld', ...linkArguments({ root: '/usr', kernels: ['program.o', 'end.o'], program: 'runtime.o', archive: 'judge.o', library: '.', output: '-' })],
    { 'program.o': bound.object, 'end.o': end, 'runtime.o': program, 'judge.o': archive, ...libraries })
  return { ...prepared(linked, sharedSegments(bound.object), bound.names, { [file]: text }, named.variables), whole: true, file, text: linesAsRead(rewritten, isOwnFile), launches: found.launches, kernels: found.kernels }
}
class Refused extends Error {}

async function compiled({ file, text, whole }) {
  const { runLLVM } = await theCompiler()
  const run = (words, tree) => written(runLLVM, words, tree, (text) => (run.said += text))
  run.said = ''
  try {
    if (whole) await theRuntime()
    postMessage({ compiles: true })
    const { wasm, ...program } = await (whole ? compiledProgram : compiledKernel)(run, file, text)
    return { program: { ...program, module: await WebAssembly.compile(wasm) } }
  } catch (error) {
    const missing = [...new Set([...run.said.matchAll(/undefined symbol: (.*)/g)].map(([, name]) => name))]
    if (missing.length > 0) run.said = `not available here: ${missing.join(', ')}`
    return { said: error instanceof Refused ? error.message : run.said || String(error?.stack ?? error) }
  }
}

onmessage = async ({ data }) => {
  try {
    if (data.load) await (data.whole ? theRuntime() : theCompiler())
    else postMessage({ compiled: await compiled(data) })
  } catch (error) {
    if (!data.load) postMessage({ compiled: { error: error.message } }) // the next text reports a failed load
  }
}
