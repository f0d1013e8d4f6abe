// Writes the files that the playground loads: node harness/browser/site.js [FOLDER]. They are the compiler, the judge, the
// headers, and a module of the published stages. All large files are compressed here, because a plain file server might not
// compress files. zstd needs a third less space than gzip (docs/.vitepress/playground/load.js unpacks it).
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import zlib from 'node:zlib';
import { start, whyNot as whyNotRun } from '../executor/platform/wasm/host/instance.js';
import { linesOf } from '../executor/platform/wasm/host/program.js';
import {
  archive, buildJudge, compileKernel, folder, headersOfKernels, headersOfPrograms, kernelsEnd, librariesOfPrograms, linkKernels, resourcesOfPackage, rewriter, root, runtime,
  sysroot, whyNot,
} from './build.js';
import { kUsual, ofKernels, ofPrograms, precompiled } from './page_compiler.js';
import { shortened } from './shorten.js';
import { files } from './stages.js';

const why = whyNot() || whyNotRun();
if (why) {
  console.log(`SKIPPED: ${why}`);
  process.exit(77);
}
const out = path.resolve(process.argv[2] ?? path.join(root, 'docs/public/playground'));
// The folder's name contains the version, so its files never change and can be cached forever
// (docs/.vitepress/playground/offline.js).
const llvm = `llvm/${JSON.parse(fs.readFileSync(path.join(path.dirname(resourcesOfPackage()), '../package.json'), 'utf8')).version}`;
fs.rmSync(path.join(out, 'llvm'), { recursive: true, force: true });
fs.mkdirSync(path.join(out, llvm), { recursive: true });
for (const old of fs.readdirSync(out).filter(name => name.endsWith('.pch.zst'))) fs.rmSync(path.join(out, old));
const sizes = new Map();
// The page's decoder keeps the whole window in memory.
const zip = bytes => zlib.zstdCompressSync(bytes, { params: { [zlib.constants.ZSTD_c_compressionLevel]: 19, [zlib.constants.ZSTD_c_windowLog]: 24, [zlib.constants.ZSTD_c_checksumFlag]: 1 } });
function put(name, bytes) {
  const zipped = zip(bytes);
  sizes.set(name, zipped.length);
  fs.writeFileSync(path.join(out, `${name}.zst`), zipped);
}
// A large file is compressed only once (it takes a minute), because the compiler does not change.
function putKept(name, make) {
  const kept = path.join(folder, 'zipped', `${path.basename(name)}.zst`);
  if (!fs.existsSync(kept)) {
    fs.mkdirSync(path.dirname(kept), { recursive: true });
    fs.writeFileSync(`${kept}.new`, zip(make()));
    fs.renameSync(`${kept}.new`, kept);
  }
  sizes.set(name, fs.statSync(kept).size);
  fs.copyFileSync(kept, path.join(out, `${name}.zst`));
}

buildJudge();
const several = /^(reduce_multi|scan_multi|controls)\//;
const shown = [...files].filter(([id]) => !several.test(id));
const program = linkKernels(shown.map(([, { file }]) => compileKernel(file)), path.join(folder, 'stages.wasm'), { judges: true });
put('stages.wasm', shortened(program.wasm));
put('stages.program.json', JSON.stringify({ ...program, wasm: undefined }));
fs.writeFileSync(path.join(out, 'stages.json'), JSON.stringify(
  shown.map(([id, { file, idea }]) => ({ id, idea, file, text: fs.readFileSync(path.join(root, file), 'utf8') }))));

// The whole programs that are not exercises. A reader's own program starts from the first one.
const programs = ['twice', 'sum'];
fs.writeFileSync(path.join(out, 'programs.json'), JSON.stringify(programs.map(name => {
  const text = fs.readFileSync(path.join(root, `docs/program/${name}.cu`), 'utf8'), own = name === programs[0];
  const [, idea] = /^\/\/ (?:program\/\w+ · )?(.*?)[:.]?$/m.exec(text);
  return { id: own ? 'program/own' : `program/${name}`, idea: own ? 'a program of your own' : idea, file: own ? 'program.cu' : `${name}.cu`, text };
})));

// The exercises, as listed by the judge in that module, and the files that it reads.
const texts = Object.fromEntries([
  ...shown.flatMap(([id, { file }]) => [file, `docs/${id}.md`]), 'results/counters.json', 'docs/program.md',
  ...fs.readdirSync(path.join(root, 'docs/program')).filter(name => /\.(md|cu)$/.test(name)).map(name => `docs/program/${name}`),
  ...fs.readdirSync(path.join(root, 'kernels'), { recursive: true }).filter(name => name.endsWith('.cuh')).map(name => `kernels/${name}`),
].filter(name => fs.existsSync(path.join(root, name))).map(name => [name, fs.readFileSync(path.join(root, name), 'utf8')]));
put('files.json', JSON.stringify(texts));
const judge = await start({ ...program, module: await WebAssembly.compile(program.wasm), lines: linesOf(program.rows) },
  { files: name => Object.hasOwn(texts, name) ? Buffer.from(texts[name]) : undefined });
const { exercises, left_out: without, error } = await judge.practice({ list: true });
if (!exercises) throw new Error(error);
for (const [id, why] of Object.entries(without)) console.log(`without the exercise ${id}: ${why}`);
const { differs } = JSON.parse(fs.readFileSync(path.join(root, 'harness/browser/differences.json'), 'utf8'));
fs.writeFileSync(path.join(out, 'exercises.json'), JSON.stringify(
  exercises.map(one => ({ ...one, differs: differs[`exercises/${one.id}`]?.reason }))));

const tree = {}, headerNames = new Set([...headersOfKernels(), 'harness/browser/kernel_file.h', 'harness/ladder/stage/residency.h', 'harness/ladder/stage/precompiled.h', kUsual].map(path.normalize));
// A stage that a reader changes must find its headers in the page.
for (const [id, { file }] of shown)
  for (const [, name] of fs.readFileSync(path.join(root, file), 'utf8').matchAll(/^#include [<"](.+)[>"]$/gm)) {
    const header = ['base', 'executor', 'ladder', 'executor/runtime/include'].map(part => `harness/${part}/${name}`).find(one => fs.existsSync(path.join(root, one)));
    if (header && !headerNames.has(header)) throw new Error(`${id} includes ${name}, which harness/browser/kernel_file.h does not`);
  }
const cuh = fs.readdirSync(path.join(root, 'kernels'), { recursive: true }).filter(name => name.endsWith('.cuh')).map(name => `kernels/${name}`);
for (const name of [...headerNames, ...cuh]) {
  const parts = path.normalize(name).split('/');
  parts.slice(0, -1).reduce((at, part) => at[part] ??= {}, tree)[parts.at(-1)] = fs.readFileSync(path.join(root, name), 'utf8');
}
put('headers.json', JSON.stringify(tree));
const package_ = path.dirname(resourcesOfPackage()), { runLLVM } = await import(pathToFileURL(path.join(package_, 'bundle.js')).href);
// The name contains a hash of the content, because a compiler accepts only headers that the same version has precompiled.
const putPrecompiled = async (tree, its) => {
  const bytes = await precompiled(runLLVM, tree, its), name = its.headers.replace('.', `.${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}.`);
  put(name, bytes);
  return name;
};
const precompiledHeaders = await putPrecompiled(tree, ofKernels);
// The files that only whole programs need: their headers, which a program may include in any order, the
// runtime, the rewriter, and the C++ library, of which the judge contains a part.
const headersOfWhole = {};
for (const name of headersOfPrograms()) {
  const parts = name.replace(/^build\/wasm\//, '').split('/');
  parts.slice(0, -1).reduce((at, part) => at[part] ??= {}, headersOfWhole)[parts.at(-1)] = fs.readFileSync(path.join(root, name), 'utf8');
}
put('program_headers.json', JSON.stringify({ ...headersOfWhole, libraries: librariesOfPrograms }));
const precompiledOfPrograms = await putPrecompiled(headersOfWhole, ofPrograms);
put('program.o', fs.readFileSync(runtime));
put('rewriter.wasm', fs.readFileSync(rewriter));
for (const name of librariesOfPrograms) putKept(name, () => fs.readFileSync(path.join(sysroot, 'lib/wasm32-wasip1', name)));
put('judge.o', fs.readFileSync(archive));
put('kernels_end.o', fs.readFileSync(kernelsEnd));

for (const name of fs.readdirSync(package_).filter(name => name.endsWith('.wasm'))) putKept(`${llvm}/${name}`, () => shortened(fs.readFileSync(path.join(package_, name))));
fs.copyFileSync(path.join(package_, 'bundle.js'), path.join(out, `${llvm}/bundle.js`));
// Headers and libraries that no kernel file can use are left out.
const leftOut = /__cxx03|\.so$|libc\+\+[^/]*\.a$|\/(sanitizer|hlsl|xray|orc)\/|hexagon|spirv|libclang_rt\.profile|libc-printscan|libsetjmp|libwasi-emulated-(mman|process|signal)|\.modules\.json$|intrin\.h$|\/__clang_(cuda|hip)|\/(arm|riscv|opencl|hvx)_|_wrappers\/|\/(altivec|vecintrin|amxcomplexintrin)\.h$|^share\/|\/opencl-c|\/velintrin|\/module\.modulemap$|\.imp$/;
putKept(`${llvm}/llvm-resources.tar`, () => {
  const tar = fs.readFileSync(resourcesOfPackage()), parts = [];
  const field = (at, length) => tar.toString('latin1', at, at + length).replace(/\0.*$/s, '');
  for (let at = 0; tar[at];) {  // each file: a header block with its name, then its contents in whole blocks
    const bytes = 512 + Math.ceil(parseInt(field(at + 124, 12), 8) / 512) * 512;
    const name = [field(at + 345, 155), field(at, 100)].filter(Boolean).join('/');
    if (!leftOut.test(name)) parts.push(tar.subarray(at, at + bytes));
    at += bytes;
  }
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
});
const ofWhole = /^(programs?[._]|rewriter|lib)/;
const compiler = [...sizes].filter(([name]) => !/^(stages\.|files)/.test(name) && !ofWhole.test(name)).reduce((sum, [, bytes]) => sum + bytes, 0);
fs.writeFileSync(path.join(out, 'sizes.json'), JSON.stringify({ compiler, llvm, headers: precompiledHeaders, headersOfPrograms: precompiledOfPrograms }));
for (const [name, bytes] of sizes) console.log(`${name}.zst: ${bytes} bytes`);
console.log(`the compiler and what it needs: ${compiler} bytes`);
console.log(`for whole programs also: ${[...sizes].filter(([name]) => ofWhole.test(name)).reduce((sum, [, bytes]) => sum + bytes, 0)} bytes`);
