// Builds the executor and the judge as an archive (with CMake), and kernel files as programs, each a separate
// module, in build/wasm.
//   node harness/browser/build.js [FILE.cu…]
// Results are cached by their inputs: a second run compiles only what has changed. `whyNot` names the tool that
// is missing.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileArguments, linkArguments, programArguments } from '../executor/platform/wasm/host/flags.js';
import { bindDynamicShared, exportVariables, initialisedEarly, sharedSegments } from '../executor/platform/wasm/host/object.js';
import { sections, unsignedBytes } from '../executor/platform/wasm/host/module.js';
import { prepared } from '../executor/platform/wasm/host/program.js';
import { behindPrologue, isOwnFile, linesAsRead, refusalOf, startRewriter, withoutDebugOfHeaders } from './whole_program.js';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
export const folder = path.join(root, 'build/wasm');
export const sysroot = path.join(folder, 'sysroot');

const found = name => spawnSync('which', [name]).status === 0;
const compiler = ['clang++-22', 'clang++-21', 'clang++-20', 'clang++-19'].find(found);
const linker = compiler && ['wasm-ld-22', 'wasm-ld-21', 'wasm-ld-20', 'wasm-ld-19'].find(found);
export function resourcesOfPackage() {
  try {
    const entry = createRequire(path.join(root, 'docs/package.json')).resolve('@yowasp/clang');
    return path.join(path.dirname(entry), 'llvm-resources.tar');
  } catch {
    return process.env.LADDER_WASM_RESOURCES ?? '';
  }
}

export function whyNot() {
  if (!compiler || !linker) return 'clang++ and wasm-ld of version 19 or later are missing (Debian: clang-19 lld-19)';
  if (!found('cmake') || !found('ninja')) return 'cmake and ninja are missing';
  if (!fs.existsSync(sysroot) && !fs.existsSync(resourcesOfPackage())) return '@yowasp/clang is missing: npm ci in docs/';
  return '';
}

function run(command, words, options = {}) {
  const done = spawnSync(command, words, { encoding: 'utf8', maxBuffer: 1 << 28, ...options });
  if (done.status !== 0) throw new Error(`${command} ${words.join(' ').slice(0, 200)}…\n${done.stderr || done.stdout || done.error}`);
  return done.stdout;
}

// The object without its name section, which no linker reads.
const withoutNames = object => Buffer.concat([object.subarray(0, 8), ...sections(object).filter(({ name }) => name !== 'name')
  .flatMap(({ id, from, to }) => [Uint8Array.of(id, ...unsignedBytes(to - from)), object.subarray(from, to)])]);

export function buildJudge() {
  fs.mkdirSync(folder, { recursive: true });
  if (!fs.existsSync(sysroot)) {
    const fresh = `${sysroot}.new`;
    fs.rmSync(fresh, { recursive: true, force: true });
    fs.mkdirSync(fresh);
    run('tar', ['xf', resourcesOfPackage(), '-C', fresh]);
    fs.renameSync(fresh, sysroot);
  }
  if (!fs.existsSync(path.join(folder, 'build.ninja')))
    run('cmake', ['-G', 'Ninja', '-S', path.join(root, 'harness/browser'), '-B', folder, '-DCMAKE_BUILD_TYPE=None',
      `-DCMAKE_TOOLCHAIN_FILE=${root}/harness/browser/wasm.cmake`, `-DLADDER_WASM_SYSROOT=${sysroot}`]);
  run('ninja', ['-C', folder]);
  // The archive is linked into one object with the parts of the C++ library that it needs, so the page loads a
  // fifth less data and links faster.
  const parts = ['-L', `${sysroot}/lib/wasm32-wasip1`, '-lc++', '-lc++abi'];
  for (const [object, from, more] of [[archive, library, parts], [runtime, path.join(folder, 'libprogram.a'), []]]) {
    const of = hash(fs.readFileSync(from), 'initialised early');
    if (made(object, of)) continue;
    const fresh = `${object}.${process.pid}`;
    run(linker, ['-r', '-o', fresh, '--whole-archive', from, '--no-whole-archive', ...more]);
    fs.writeFileSync(fresh, withoutNames(initialisedEarly(fs.readFileSync(fresh))));
    fs.renameSync(fresh, object);
    note(object, of);
  }
  const of = hash(...['librewriter.a', 'libjudge.a'].map(name => fs.readFileSync(path.join(folder, name))));
  if (made(rewriter, of)) return;
  run(linker, ['--no-entry', '--no-demangle', `${sysroot}/lib/wasm32-wasip1/crt1-reactor.o`, '--whole-archive', path.join(folder, 'librewriter.a'), '--no-whole-archive', library,
    ...parts, '-lwasi-emulated-getpid', '-lc', `${sysroot}/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a`, '-z', 'stack-size=1048576', '--strip-all', '-o', rewriter]);
  note(rewriter, of);
}

let resourceFolder;
const resources = () => resourceFolder ??= run(compiler, ['-print-resource-dir']).trim();
const library = path.join(folder, 'libjudge.a');
export const runtime = path.join(folder, 'program.o'), rewriter = path.join(folder, 'rewriter.wasm');
export const archive = path.join(folder, 'judge.o'), practice = path.join(folder, 'libpractice.a');
export const kernelsEnd = path.join(folder, 'CMakeFiles/kernels_end.dir', root, 'harness/executor/platform/wasm/kernels_end.cpp.obj');
const hash = (...parts) => parts.reduce((h, part) => h.update(part).update('\0'), createHash('sha256')).digest('hex').slice(0, 24);

// All text from which a kernel file is compiled, including its headers.
const preprocessed = (source, flags) => run(compiler, [...flags, '-E', '-o', '-', '-x', 'c++', source], { cwd: root });

const made = (file, of) => fs.existsSync(`${file}.of`) && fs.readFileSync(`${file}.of`, 'utf8') === of;
const note = (file, of) => fs.writeFileSync(`${file}.of`, of);

const kPrologueOfKernels = 'harness/browser/kernel_file.h', kPrologueOfPrograms = 'harness/browser/program_file.h';
const flagsOf = () => compileArguments({ root: sysroot, resources: resources(), harness: 'harness', libraries: [path.join(folder, 'include')] });

// The headers of all kernel files, or of all programs, read once.
const headers = new Map();
function precompiledHeaders(kPrologue = kPrologueOfKernels, flags = flagsOf(), name = 'headers') {
  if (headers.has(name)) return headers.get(name);
  const file = path.join(folder, `kernels/${name}.pch`);
  const of = hash(flags.join(' '), preprocessed(kPrologue, [...flags.filter(f => f !== '-emit-obj'), '-C', '-dD']), 'no times');  // with comments, because clang also compares file sizes
  if (!made(file, of)) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    run(compiler, [...flags.map(f => f === '-emit-obj' ? '-emit-pch' : f), '-fno-pch-timestamp', '-o', `${file}.${process.pid}`, '-x', 'c++-header', kPrologue], { cwd: root });
    fs.renameSync(`${file}.${process.pid}`, file);
    note(file, of);
  }
  headers.set(name, { file, of });
  return headers.get(name);
}
const shared = () => fs.readdirSync(path.join(root, 'kernels'), { recursive: true }).filter(name => name.endsWith('.cuh')).sort()
  .map(name => fs.readFileSync(path.join(root, 'kernels', name)));

// The object file, and the names of its dynamic shared memory.
export function compileKernel(source) {
  // A reader's file is in build/wasm, but messages name it as the page does.
  const names = ['debug', 'macro'].map(what => `-f${what}-prefix-map=${path.relative(root, folder)}/practice/=practice/`);
  const pch = precompiledHeaders(), flags = [...flagsOf(), ...names, '-include-pch', pch.file];
  const object = path.join(folder, 'kernels', source.replace(/^kernels\//, '').replace(/\.cu$/, '.o').replaceAll('/', '_'));
  const of = hash(pch.of, fs.readFileSync(path.join(root, source)), ...shared(), 'arrays apart');
  if (!made(object, of)) {
    fs.mkdirSync(path.dirname(object), { recursive: true });
    const fresh = `${object}.${process.pid}`;  // another process may be building the same file
    run(compiler, [...flags, '-o', fresh, '-x', 'c++', source], { cwd: root });
    const bound = bindDynamicShared(fs.readFileSync(fresh));
    fs.writeFileSync(fresh, bound.object);
    fs.renameSync(fresh, object);
    fs.writeFileSync(`${object}.names`, JSON.stringify(bound.names));
    note(object, of);
  }
  return { object, names: JSON.parse(fs.readFileSync(`${object}.names`, 'utf8')), file: source, text: fs.readFileSync(path.join(root, source), 'utf8') };
}

// `judges`: include the judge of exercises. `whole`: a program with its own main().
export function linkKernels(objects, linked, { judges = false, whole = false } = {}) {
  const archives = { ...(judges ? { practice } : {}), ...(whole ? { program: runtime } : {}), archive };
  const of = hash(linkArguments({ kernels: [], ...archives }).join(' '), ...objects.map(({ object }) => fs.readFileSync(object)),
    ...Object.values(archives).map(name => fs.readFileSync(name)));
  if (!made(linked, of)) {
    run(linker, linkArguments({ root: sysroot, kernels: [...objects.map(({ object }) => object), kernelsEnd], ...archives, output: `${linked}.${process.pid}` }));
    fs.renameSync(`${linked}.${process.pid}`, linked);  // another process may be linking the same program
    note(linked, of);
  }
  return prepared(fs.readFileSync(linked), objects.flatMap(({ object }) => sharedSegments(fs.readFileSync(object))),
    [...new Set(objects.flatMap(({ names }) => names))], Object.fromEntries(objects.map(({ file, text }) => [file, text])), objects.flatMap(({ variables = [] }) => variables));
}

let rewrite;
const flagsOfProgram = standard => programArguments({ root: sysroot, resources: resources(), harness: 'harness', headers: 'build/wasm/cuda_headers', standard });

// Builds a whole program from its text; `file` is its name in messages. Returns { program } for whole_program.js of the platform, or
// { said }, the messages from the compiler or the rewriter.
export async function buildProgram(file, text, standard = 17) {
  rewrite ??= await startRewriter(await WebAssembly.compile(fs.readFileSync(rewriter)));
  const flags = flagsOfProgram(standard), pch = precompiledHeaders(kPrologueOfPrograms, flags, `program${standard}`);
  const at = fs.mkdtempSync(path.join(folder, 'kernels/program-')), inFolder = name => path.join(at, name);
  try {
    fs.writeFileSync(inFolder(file), text);
    const tool = (command, words) => spawnSync(command, words, { encoding: 'utf8', cwd: root, maxBuffer: 1 << 28 });
    const of = flags.filter(f => f !== '-emit-obj');
    const read = tool(compiler, [...of, '-E', '-include', kPrologueOfPrograms, '-o', inFolder('read.ii'), '-x', 'c++', inFolder(file)]);
    if (read.status !== 0) return { said: read.stderr.replaceAll(`${at}/`, '') };
    const rewritten = rewrite(behindPrologue(fs.readFileSync(inFolder('read.ii'), 'utf8').replaceAll(`${at}/`, ''), file));
    const refused = refusalOf(rewritten);
    if (refused) return { said: `${refused}\n` };
    fs.writeFileSync(inFolder('rewritten.ii'), withoutDebugOfHeaders(rewritten.text, isOwnFile));
    const object = inFolder('program.o');
    const compiled = tool(compiler, [...flags, '-include-pch', pch.file, '-o', object, '-x', 'c++-cpp-output', inFolder('rewritten.ii')]);
    if (compiled.status !== 0) return { said: compiled.stderr };
    const named = exportVariables(fs.readFileSync(object)), bound = bindDynamicShared(named.object);
    fs.writeFileSync(object, bound.object);
    let program;
    try {
      program = linkKernels([{ object, names: bound.names, variables: named.variables, file, text }], inFolder('program.wasm'), { whole: true });
    } catch (error) {
      const missing = [...new Set([...error.message.matchAll(/undefined symbol: (.*)/g)].map(([, name]) => name))];
      if (missing.length === 0) throw error;
      return { said: `not available here: ${missing.join(', ')}\n` };
    }
    return { program: { ...program, whole: true, file, text: linesAsRead(rewritten.text, isOwnFile), launches: rewritten.launches, kernels: rewritten.kernels } };
  } finally {
    fs.rmSync(at, { recursive: true, force: true });
  }
}

export function buildKernel(source) {
  const compiled = compileKernel(source);
  return linkKernels([compiled], compiled.object.replace(/\.o$/, '.wasm'));
}

// The files of the repository and the library that are read when kernel files are compiled.
export function headersOfKernels() {
  const text = run(compiler, [...flagsOf().filter(f => f !== '-emit-obj'), '-E', '-dependency-file', '-', '-MT', 'x', '-o', '/dev/null', '-x', 'c++',
    kPrologueOfKernels], { cwd: root });
  return text.replaceAll('\\\n', ' ').split(/\s+/).filter(word => word.startsWith('harness/'));
}

// The libraries that are linked only with whole programs.
export const librariesOfPrograms = ['libc++.a', 'libc++abi.a', 'libwasi-emulated-signal.a', 'libwasi-emulated-process-clocks.a'];

// The headers that a whole program may include, and the headers that they include.
export function headersOfPrograms() {
  const below = (folder, wanted = () => true) => fs.readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && wanted(entry.name)).map(entry => path.relative(root, path.join(entry.parentPath, entry.name)));
  const isHeader = name => name.endsWith('.h');
  return [...below('build/wasm/cuda_headers'), ...below('harness/executor/runtime/include'), kPrologueOfPrograms,
    ...['harness/executor/simt', 'harness/executor/platform/wasm'].flatMap(folder => below(folder, isHeader)),
    ...fs.readdirSync(path.join(root, 'harness/executor/platform')).filter(isHeader).map(name => `harness/executor/platform/${name}`)];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const why = whyNot();
  if (why) {
    console.log(`SKIPPED: ${why}`);
    process.exit(77);
  }
  buildJudge();
  for (const file of process.argv.slice(2)) console.log(file, buildKernel(file).wasm.length, 'bytes');
}
