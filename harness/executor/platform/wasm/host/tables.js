// Produces the data that instrument/ writes into tables on Linux. The __shared__ arrays are laid out as the
// linker lays out their section of the objects (in a web page, the linker takes half a minute to write its map).
// Each kernel's static shared memory is found from the addresses in its code.
import { addresses, addressOf, forInstructions, functionNames, functions, kCode, sectionOf, sections, tableOfFunctions } from './module.js';
import { lineOf } from './lines.js';

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
  if (behind !== (dynamic ?? addressOf(wasm, all, '__stop_simt_shared'))) throw new Error('the linker laid out the __shared__ arrays in an unexpected way');
  return arrays;
}

// `variables`: exportVariables() of a program's object.
export function addressesOf(wasm, variables) {
  const all = sections(wasm), known = addresses(wasm, all);
  return variables.filter(({ name }) => known.has(name)).map(variable => ({ ...variable, address: known.get(variable.name) }));
}

// The entries of the function table that hold functions of kernel files, and which of these functions call which others,
// directly or indirectly.
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

const kLoop = 0x03, kOpens = new Set([0x02, kLoop, 0x04, 0x06]), kEnd = 0x0b, kDelegate = 0x18, kBranch = 0x0c, kBranchIf = 0x0d, kCall = 0x10, kConstant = 0x41;

// The calls and backward jumps in those functions of kernel files that may wait for another thread: [place, target, false] for a jump,
// [place, place of the called function in the table, true] for a call (platform/tables.h). `rows`: lineTable().
export function loopsOfKernels(wasm, rows, lastOfKernels = 'simt_kernels_end') {
  const all = sections(wasm), code = sectionOf(all, kCode), names = functionNames(wasm, all), found = [];
  const end = [...names].find(([, name]) => name === lastOfKernels)[0], placeOf = new Map();
  tableOfFunctions(wasm, all).forEach((number, place) => placeOf.set(number, place));
  const polls = number => /^__tsan_volatile_read|atomic/i.test(names.get(number) ?? '');
  for (const f of functions(wasm, all)) {
    if (f.number >= end) break;
    const its = [], open = [];
    let number = 0;
    forInstructions(wasm, f, (opcode, at, r) => {
      const place = at - code.from;
      ++number;
      if (kOpens.has(opcode)) open.push(opcode === kLoop ? place : undefined);
      else if (opcode === kEnd || opcode === kDelegate) open.pop();
      else if (opcode === kCall) {
        const called = r.unsigned();
        its.push({ number, place, to: placeOf.get(called) ?? 0, isCall: true, polls: polls(called), isBlock: names.get(called) === '__sanitizer_cov_trace_pc', inLoop: open.some(target => target !== undefined) });
      } else if (opcode === kBranch || opcode === kBranchIf) {
        const to = open.at(-1 - r.unsigned());
        if (to !== undefined) its.push({ number, place, to, isCall: false });
      }
    });
    if (its.some(one => one.polls) && its.some(one => !one.isCall)) found.push(...withoutTraces(its, rows).map(({ place, to, isCall }) => [place, to, isCall]));
  }
  return found;
}

// Undoes what clang, unlike g++, does to a polling loop. clang makes the end of a loop a separate block, even
// if it only jumps. It may also move the first poll out of its loop: the poll in the loop then has the same
// line and column.
function withoutTraces(its, rows) {
  const kFew = 3;  // instructions
  const kept = its.filter((one, i) => !(one.isBlock && its[i + 1]?.isCall === false && its[i + 1].number - one.number <= kFew));
  const where = place => {
    const row = lineOf(rows, place);
    return `${row?.file}:${row?.line}:${row?.column}`;
  };
  return kept.flatMap((one, i) => {
    const next = one.polls && !one.inLoop ? kept.slice(i + 1).find(other => !other.isBlock) : undefined;
    return next?.polls && next.inLoop && where(next.place) === where(one.place) ? [one, { place: one.place + 1, to: one.place - 1, isCall: false }] : [one];
  });
}

// The places of the loads generated for __ldg() (platform/wasm/language.h).
export function readOnlyLoads(wasm, lastOfKernels = 'simt_kernels_end') {
  const all = sections(wasm), code = sectionOf(all, kCode), names = functionNames(wasm, all), numbers = new Map([...names].map(([number, name]) => [name, number]));
  const end = numbers.get(lastOfKernels), marks = numbers.get('simt_reads_only'), places = [];
  for (const f of functions(wasm, all)) {
    if (f.number >= end || marks === undefined) break;
    let marked = false;
    forInstructions(wasm, f, (opcode, at, r) => {
      if (opcode !== kCall) return;
      if (marked) places.push(at - code.from);
      marked = r.unsigned() === marks;
    });
  }
  return places;
}

// The limits of __launch_bounds__: each kernel begins with a call that states them (browser/rewriter.cpp). A
// launch runs a function that calls the kernel; the table lists the kernel's limit for this function too.
export function launchBounds(wasm, lastOfKernels = 'simt_kernels_end') {
  const all = sections(wasm), names = functionNames(wasm, all), numbers = new Map([...names].map(([number, name]) => [name, number]));
  const end = numbers.get(lastOfKernels), states = numbers.get('simt_launch_bounds'), called = new Map(), stated = new Map();
  for (const f of functions(wasm, all)) {
    if (f.number >= end || states === undefined) break;
    const its = new Set();
    let constant;
    forInstructions(wasm, f, (opcode, at, r) => {
      const number = opcode === kCall ? r.unsigned() : undefined;
      if (number !== undefined) its.add(number);
      if (number === states && constant !== undefined) stated.set(f.number, constant);
      constant = opcode === kConstant ? r.signed() : undefined;
    });
    called.set(f.number, its);
  }
  const limit = (number, seen) => {
    if (stated.has(number) || seen.has(number)) return stated.get(number);
    seen.add(number);
    for (const next of called.get(number) ?? []) {
      const found = limit(next, seen);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return tableOfFunctions(wasm, all).flatMap((number, place) => {
    const threads = limit(number, new Set());
    return threads === undefined ? [] : [{ kernel: place, threads }];
  });
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
