// Does for a linked WebAssembly module what harness/executor/instrument does for assembly. In the functions of
// kernel files, it inserts a store to simt_pc before each call into the executor, so that the executor knows
// its caller (here.h). It also inserts the hooks that count divisions. A code address is an offset in the code
// section before the rewrite, so .debug_line stays valid. Branches need no change, because they refer to
// blocks, not to offsets.
import { kDivisions, kOfRuntime } from './flags.js';
import {
  addressOf, exportedFunctions, forInstructions, functionNames, functions, kCode, kCustom, sectionOf, sections, signedBytes, unsignedBytes,
} from './module.js';

const kCall = 0x10, kConstant = 0x41, kLongConstant = 0x42, kStore = [0x36, 2, 0];
const kIntegerDivisions = new Set([0x6d, 0x6e, 0x6f, 0x70, 0x7f, 0x80, 0x81, 0x82]);
const kFloatDivisions = new Set([0x95, 0xa3]);

// `lastOfKernels`: the function that follows those of the kernel files, which wasm-ld puts first because these
// files are first on its command line.
export function rewrite(wasm, lastOfKernels = 'simt_kernels_end') {
  const all = sections(wasm), code = sectionOf(all, kCode), names = functionNames(wasm, all);
  // A function may have several names, of which the module keeps one; the exported ones are all known.
  const numbers = new Map([...exportedFunctions(wasm, all), ...[...names].map(([number, name]) => [name, number])]);
  const end = numbers.get(lastOfKernels), every = functions(wasm, all);
  if (end === undefined) throw new Error(`the module has no function ${lastOfKernels}`);
  const first = every[0].number;
  const isKernel = number => number >= first && number < end;
  const hook = name => {
    if (!numbers.has(name)) throw new Error(`the module has no function ${name}`);
    return [kCall, ...unsignedBytes(numbers.get(name))];
  };
  const pc = signedBytes(addressOf(wasm, all, 'simt_pc'));
  const integer = hook('simt_count_division'), float = hook('simt_count_float_division');

  const observed = new Map(['memcpy', 'memmove', 'memset', 'memcmp'].filter(name => numbers.has(name))
    .map(name => [numbers.get(name), hook(`simt_${name}`)]));
  for (const [name, here] of kOfRuntime) if (numbers.has(name) && numbers.has(here)) observed.set(numbers.get(name), hook(here));

  // Divisions in a program are performed by runtime functions, because a division by zero would trap.
  const divides = new Map([...kDivisions].filter(([, name]) => numbers.has(name)).map(([opcode, name]) => [opcode, hook(name)]));

  let sites = 0;
  const parts = [unsignedBytes(every.length)];
  for (const f of every) {
    const body = [];
    let from = f.from;
    const insert = (at, bytes, behind = at) => {  // replaces the bytes from `at` to `behind`
      body.push(wasm.subarray(from, at), bytes);
      from = behind;
      ++sites;
    };
    let constant = false;  // is the last instruction a constant? g++ and nvcc multiply instead of dividing by it
    if (isKernel(f.number))
      forInstructions(wasm, f, (opcode, at, operands) => {
        const byConstant = constant && kIntegerDivisions.has(opcode);
        constant = (opcode === kConstant || opcode === kLongConstant) && wasm[operands.at] !== 0;
        if (byConstant) return;
        const called = opcode === kCall ? operands.unsigned() : undefined;
        const calls = called !== undefined && !isKernel(called);
        const instead = observed.get(called) ?? divides.get(opcode);
        const counted = instead ? [] : kIntegerDivisions.has(opcode) ? integer : kFloatDivisions.has(opcode) ? float : [];
        if (calls || instead || counted.length > 0)
          insert(at, [kConstant, ...pc, kConstant, ...signedBytes(at - code.from), ...kStore, ...counted, ...instead ?? []], instead ? operands.at : at);
      });
    body.push(wasm.subarray(from, f.to));
    parts.push(unsignedBytes(bytesOf(body)), joined(body));
  }

  const out = [wasm.subarray(0, 8)];
  for (const s of all) {
    if (s.id === kCustom) continue;
    const content = s === code ? parts : [wasm.subarray(s.from, s.to)];
    out.push([s.id], unsignedBytes(bytesOf(content)), joined(content));
  }
  return { wasm: joined(out), sites };
}

const bytesOf = parts => parts.reduce((sum, part) => sum + part.length, 0);
function joined(parts) {
  const bytes = new Uint8Array(bytesOf(parts));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
