// How the page runs its compiler, and how site.js precompiles the headers for the page: both must use the same arguments.
import { compileArguments, programArguments } from '../executor/platform/wasm/host/flags.js';

export const ofKernels = { prologue: 'harness/browser/kernel_file.h', headers: 'headers.pch', flags: compileArguments({ root: '/usr', harness: 'harness', libraries: ['lib'] }) };
export const ofPrograms = { prologue: 'harness/browser/program_file.h', headers: 'program.pch', flags: programArguments({ root: '/usr', harness: 'harness', headers: 'cuda_headers' }) };

// If these complaints name something of the C++ library, the file may need the headers of usual_headers.h.
export const kUsual = 'harness/browser/usual_headers.h';
export const needsUsual = complaints => /in namespace 'std'|undeclared identifier 'std'/.test(complaints);

// Runs a tool, and returns the bytes that it writes to its standard output. (A file would be copied at each of the many writes.)
export async function written(runLLVM, words, tree, complain) {
  const pieces = [], said = new TextDecoder();
  await runLLVM(words, tree, { stdout: bytes => bytes && pieces.push(bytes.slice()), stderr: bytes => bytes && complain(said.decode(bytes, { stream: true })), fetchProgress: () => {} });
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

export const precompiled = (runLLVM, tree, { prologue, flags }) =>
  written(runLLVM, ['clang++', ...flags.map(word => word === '-emit-obj' ? '-emit-pch' : word), '-fno-pch-timestamp', '-o', '-', '-x', 'c++-header', prologue], structuredClone(tree), console.warn);
