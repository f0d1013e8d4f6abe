// Produces the data that instrument/ writes into tables on Linux. The __shared__ arrays are laid out as the
// linker lays out their section of the objects (the linker's own map takes half a minute in a page); each
// kernel's static shared memory is found from the addresses in its code.
import { addresses, addressOf, forInstructions, functionNames, functions, sections, tableOfFunctions } from './module.js';

const kAlignmentOfDynamic = 1024;  // simt/shared_memory.cpp

// `segments`: sharedSegments() of all objects, in link order.
export function sharedArrays(wasm, segments) {
  const arrays = [], all = sections(wasm);
  if (segments.length === 0) return arrays;
  let at = addressOf(wasm, all, '__start_simt_shared');
  for (const segment of segments) {
    at = Math.ceil(at / segment.alignment) * segment.alignment;
    for (const { name, offset, bytes } of segment.arrays) if (bytes > 0) arrays.push({ name, address: at + offset, bytes });
    at += segment.bytes;
  }
  // The executor's dynamic shared memory comes next.
  const dynamic = addresses(wasm, all).get('simt_dynamic_shared');
  const behind = dynamic === undefined ? at : Math.ceil(at / kAlignmentOfDynamic) * kAlignmentOfDynamic;
  if (behind !== (dynamic ?? addressOf(wasm, all, '__stop_simt_shared'))) throw new Error('the linker has laid out the __shared__ arrays in another way');
  return arrays;
}

// `variables`: exportVariables() of a program's object.
export function addressesOf(wasm, variables) {
  const all = sections(wasm), known = addresses(wasm, all);
  return variables.filter(({ name }) => known.has(name)).map(variable => ({ ...variable, address: known.get(variable.name) }));
}

// The places in the table of functions that hold functions of kernel files; and of these, which calls which, directly or through
// others.
export function functionsOfKernels(wasm, lastOfKernels = 'simt_kernels_end') {
  const all = sections(wasm), every = functions(wasm, all);
  const end = [...functionNames(wasm, all)].find(([, name]) => name === lastOfKernels)[0], called = new Map();
  for (const f of every) {
    if (f.number >= end) break;
    const its = new Set();
    forInstructions(wasm, f, (opcode, at, r) => { if (opcode === 0x10) its.add(r.unsigned()); });
    called.set(f.number, its);
  }
  const placeOf = new Map();
  tableOfFunctions(wasm, all).forEach((number, place) => { if (called.has(number)) placeOf.set(number, place); });
  const reached = (number, seen) => {
    for (const next of called.get(number) ?? []) if (!seen.has(next)) reached(next, seen.add(next));
    return seen;
  };
  return {
    functions: [...placeOf.values()],
    calls: [...placeOf].flatMap(([number, place]) => [...reached(number, new Set())].filter(other => placeOf.has(other)).map(other => [place, placeOf.get(other)])),
  };
}

// For each kernel-file function in the table: the total size of the arrays that the function and its callees use.
export function staticShared(wasm, arrays, lastOfKernels = 'simt_kernels_end') {
  const all = sections(wasm), every = functions(wasm, all), names = functionNames(wasm, all);
  const end = [...names].find(([, name]) => name === lastOfKernels)[0];
  const lowest = Math.min(...arrays.map(a => a.address)), highest = Math.max(...arrays.map(a => a.address + a.bytes));
  const arrayAt = address => address < lowest || address >= highest ? undefined
    : arrays.find(a => address >= a.address && address < a.address + a.bytes);
  const used = new Map();
  for (const f of every) {
    if (f.number >= end) break;
    const its = { arrays: new Set(), calls: new Set() };
    forInstructions(wasm, f, (opcode, at, r) => {
      if (opcode === 0x10) its.calls.add(r.unsigned());
      const isAccess = opcode >= 0x28 && opcode <= 0x3e;
      if (isAccess) r.skipNumber();
      const address = isAccess ? r.unsigned() : opcode === 0x41 ? r.signed() : -1;
      const array = arrayAt(address);
      if (array) its.arrays.add(array);
    });
    used.set(f.number, its);
  }
  const collect = (number, seen, arrays) => {
    const its = used.get(number);
    if (!its || seen.has(number)) return arrays;
    seen.add(number);
    its.arrays.forEach(array => arrays.add(array));
    its.calls.forEach(called => collect(called, seen, arrays));
    return arrays;
  };
  const found = [];
  tableOfFunctions(wasm, all).forEach((number, place) => {
    const bytes = [...collect(number, new Set(), new Set())].reduce((sum, array) => sum + array.bytes, 0);
    if (bytes > 0) found.push({ kernel: place, bytes });
  });
  return found;
}
