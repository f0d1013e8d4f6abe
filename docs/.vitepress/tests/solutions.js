// The solution of an exercise, as the same file that the reader starts from: from the judge in a built playground.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { start } from '../../../harness/executor/platform/wasm/host/instance.js'
import { linesOf } from '../../../harness/executor/platform/wasm/host/program.js'

export async function solutionsIn(folder) {
  const bytesOf = (name) => zstdDecompressSync(readFileSync(join(folder, `${name}.zst`)))
  const [program, texts] = ['stages.program.json', 'files.json'].map((name) => JSON.parse(bytesOf(name).toString()))
  const module = await WebAssembly.compile(bytesOf('stages.wasm'))
  const files = (name) => (Object.hasOwn(texts, name) ? Buffer.from(texts[name]) : undefined)
  const judge = await start({ ...program, module, lines: linesOf(program.rows) }, { files })
  return async (id) => (await judge.practice({ solution: id })).text
}
