// Collects the files that the playground's page loads: node harness/browser/site.js FOLDER. The compiler, the
// judge, the headers, and a module of the unchanged stages; all except the list of stages compressed, because a
// plain file host may not do that.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import {
  archive, buildJudge, compileKernel, folder, headersOfKernels, kernelsEnd, linkKernels, resourcesOfPackage, root, whyNot,
} from './build.js';
import { files } from './stages.js';

const why = whyNot();
if (why) {
  console.log(`SKIPPED: ${why}`);
  process.exit(77);
}
const out = path.resolve(process.argv[2] ?? path.join(root, 'docs/.vitepress/dist/playground'));
fs.mkdirSync(path.join(out, 'llvm'), { recursive: true });
const sizes = new Map();
function put(name, bytes) {
  const zipped = zlib.gzipSync(bytes, { level: 9 });
  sizes.set(name, zipped.length);
  fs.writeFileSync(path.join(out, `${name}.gz`), zipped);
}
// A large file is compressed only once, because the compiler does not change.
function putKept(name, make) {
  const kept = path.join(folder, 'zipped', `${path.basename(name)}.gz`);
  if (!fs.existsSync(kept)) {
    fs.mkdirSync(path.dirname(kept), { recursive: true });
    fs.writeFileSync(`${kept}.new`, zlib.gzipSync(make(), { level: 9 }));
    fs.renameSync(`${kept}.new`, kept);
  }
  sizes.set(name, fs.statSync(kept).size);
  fs.copyFileSync(kept, path.join(out, `${name}.gz`));
}

buildJudge();
const several = /^(reduce_multi|scan_multi|controls)\//;
const shown = [...files].filter(([id]) => !several.test(id));
const program = linkKernels(shown.map(([, { file }]) => compileKernel(file)), path.join(folder, 'stages.wasm'));
put('stages.wasm', program.wasm);
put('stages.program.json', JSON.stringify({ ...program, wasm: undefined }));
fs.writeFileSync(path.join(out, 'stages.json'), JSON.stringify(
  shown.map(([id, { file, idea }]) => ({ id, idea, file, text: fs.readFileSync(path.join(root, file), 'utf8') }))));

fs.copyFileSync(path.join(root, 'harness/browser/differences.json'), path.join(out, 'differences.json'));

const tree = {};
const cuh = fs.readdirSync(path.join(root, 'kernels'), { recursive: true }).filter(name => name.endsWith('.cuh')).map(name => `kernels/${name}`);
for (const name of [...headersOfKernels(), 'harness/browser/kernel_file.h', 'harness/ladder/stage/residency.h', ...cuh]) {
  const parts = path.normalize(name).split('/');
  parts.slice(0, -1).reduce((at, part) => at[part] ??= {}, tree)[parts.at(-1)] = fs.readFileSync(path.join(root, name), 'utf8');
}
put('headers.json', JSON.stringify(tree));
put('judge.a', fs.readFileSync(archive));
put('kernels_end.o', fs.readFileSync(kernelsEnd));

const package_ = path.dirname(resourcesOfPackage());
for (const name of fs.readdirSync(package_).filter(name => name.endsWith('.wasm'))) putKept(`llvm/${name}`, () => fs.readFileSync(path.join(package_, name)));
fs.copyFileSync(path.join(package_, 'bundle.js'), path.join(out, 'llvm/bundle.js'));
// Omits those of its headers and libraries that no kernel file can use.
const leftOut = /__cxx03|\.so$|libc\+\+experimental|libclang_rt\.profile|libc-printscan|libsetjmp|libwasi-emulated-(mman|process|signal)|\.modules\.json$|intrin\.h$|\/__clang_(cuda|hip)|\/(arm|riscv|opencl|hvx)_|_wrappers\/|\/(altivec|vecintrin|amxcomplexintrin)\.h$|^share\//;
putKept('llvm/llvm-resources.tar', () => {
  const tar = fs.readFileSync(resourcesOfPackage()), parts = [];
  const field = (at, length) => tar.toString('latin1', at, at + length).replace(/\0.*$/s, '');
  for (let at = 0; tar[at];) {  // each file: a header block with its name, then its content in whole blocks
    const bytes = 512 + Math.ceil(parseInt(field(at + 124, 12), 8) / 512) * 512;
    const name = [field(at + 345, 155), field(at, 100)].filter(Boolean).join('/');
    if (!leftOut.test(name)) parts.push(tar.subarray(at, at + bytes));
    at += bytes;
  }
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
});
const compiler = [...sizes].filter(([name]) => !name.startsWith('stages.')).reduce((sum, [, bytes]) => sum + bytes, 0);
fs.writeFileSync(path.join(out, 'sizes.json'), JSON.stringify({ compiler }));
for (const [name, bytes] of sizes) console.log(`${name}.gz: ${bytes} bytes`);
console.log(`the compiler and what it needs: ${compiler} bytes`);
