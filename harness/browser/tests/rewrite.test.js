// Tests host/rewrite.js, and the code that reads modules, with a handwritten module:
//   node --test harness/browser/tests/rewrite.test.js
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rewrite } from '../../executor/platform/wasm/host/rewrite.js';
import { bindDynamicShared, exportVariables, initialisedEarly, plainName, sharedSegments } from '../../executor/platform/wasm/host/object.js';
import { callingLine, inlinedCalls } from '../../executor/platform/wasm/host/inlined.js';
import { lineOf, lineTable } from '../../executor/platform/wasm/host/lines.js';
import { sharedArrays, staticShared } from '../../executor/platform/wasm/host/tables.js';
import { kCode, sectionOf, sections, signedBytes, unsignedBytes } from '../../executor/platform/wasm/host/module.js';

const name = text => [text.length, ...Buffer.from(text)];
const list = items => [...unsignedBytes(items.length), ...items.flat()];
const section = (id, content) => [id, ...unsignedBytes(content.length), ...content];
const custom = (title, content) => section(0, [...name(title), ...content]);
const body = instructions => { const code = [0, ...instructions, 0x0b]; return [...unsignedBytes(code.length), ...code]; };

const kPc = 1024, kArray = 70000, kArraysEnd = kArray + 80;
const names = ['kernel', 'simt_kernels_end', 'hook', 'simt_count_division', 'simt_count_float_division', 'memcpy', 'simt_memcpy'];
// The hooks record simt_pc: hook at 0, the divisions at 4 and 8, simt_memcpy at 12.
const noteAt = at => [0x41, ...signedBytes(at), 0x41, ...signedBytes(kPc), 0x28, 2, 0, 0x36, 2, 0];
const copy = result => [...result, 0x20, 0];
function moduleOf(kernel) {
  return new Uint8Array([
    0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
    ...section(1, list([[0x60, 0, 0], [0x60, 3, 0x7f, 0x7f, 0x7f, 1, 0x7f]])),
    ...section(3, list([[0], [0], [0], [0], [0], [1], [1]])),
    ...section(4, list([[0x70, 0, 4]])),
    ...section(5, list([[0, 2]])),
    ...section(6, list([kPc, kArray, kArraysEnd].map(address => [0x7f, 0, 0x41, ...signedBytes(address), 0x0b]))),
    ...section(7, list([[...name('simt_pc'), 3, 0], [...name('memory'), 2, 0], [...name('__start_simt_shared'), 3, 1], [...name('__stop_simt_shared'), 3, 2], [...name('kernel'), 0, 0]])),
    ...section(9, list([[0, 0x41, 2, 0x0b, ...list([[0]])]])),
    ...section(kCode, list([body(kernel), body([]), body(noteAt(0)), body(noteAt(4)), body(noteAt(8)), body([0x20, 0]), body(copy(noteAt(12)))])),
    ...custom('name', section(1, list(names.map((text, number) => [number, ...name(text)])))),
  ]);
}
const call = number => [0x10, 0x80 | number, 0x80, 0x80, 0x80, 0];  // in the linker's encoding
const notes = async wasm => {
  const { instance } = await WebAssembly.instantiate(rewrite(wasm).wasm);
  instance.exports.kernel();
  return new Int32Array(instance.exports.memory.buffer, 0, 4);
};
const offsetIn = (wasm, bytes) => Buffer.from(wasm).indexOf(Buffer.from(bytes)) - sectionOf(sections(wasm), kCode).from;

test('a hook receives the offset of its call in the code section of the module as linked', async () => {
  const wasm = moduleOf([0x02, 0x40, 0x41, 1, 0x0d, 0, 0x0b, ...call(2)]);  // after a block that has ended
  assert.equal((await notes(wasm))[0], offsetIn(wasm, call(2)));
});

test('divisions are counted, separately for integers and floats', async () => {
  const divide = [0x41, 7, 0x41, 1, 0x41, 1, 0x6a, 0x6d, 0x1a], float = [0x43, 0, 0, 0x80, 0x3f, 0x43, 0, 0, 0, 0x40, 0x95, 0x1a];
  const wasm = moduleOf([...divide, ...float]), found = await notes(wasm);
  assert.equal(found[1], offsetIn(wasm, divide) + 7);
  assert.equal(found[2], offsetIn(wasm, float) + 10);
});

test('a division by a constant is not counted', async () => {
  assert.equal((await notes(moduleOf([0x41, 7, 0x41, 3, 0x6d, 0x1a])))[1], 0);
});

test('a byte that only looks like a division is not counted', async () => {
  assert.equal((await notes(moduleOf([0x41, ...signedBytes(0x6d), 0x1a])))[1], 0);
});

test('a call to memcpy in a kernel becomes a call to the observed function', async () => {
  const copied = [0x41, 0, 0x41, 0, 0x41, 0, ...call(5), 0x1a], wasm = moduleOf(copied);
  assert.equal((await notes(wasm))[3], offsetIn(wasm, copied) + 6);
});

test('code that is not from a kernel file stays unchanged', () => {
  assert.equal(rewrite(moduleOf([0x01])).sites, 0);
});

test('an unknown instruction is an error, not a guess', () => {
  assert.throws(() => rewrite(moduleOf([0xfd, 0, 0])), /0xfd/);
});

test('the static shared memory of a kernel consists of the arrays that its code uses', () => {
  // As in clang's objects, there are two segments of this section, and one of another section.
  const segment = bytes => [0, 0x41, 0, 0x0b, ...list(Array.from({ length: bytes }, () => [0]))];
  const info = section(5, list([[...name('simt_shared'), 2, 0], [...name('.bss'), 0, 0], [...name('simt_shared'), 4, 0]]));
  const symbols = section(8, list([[1, 0, ...name('few'), 0, 0, 4], [1, 0, ...name('other'), 1, 0, 1], [1, 0, ...name('partial'), 2, 0, 64]]));
  const object = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...section(11, list([segment(4), segment(1), segment(64)])), ...custom('linking', [2, ...info, ...symbols])]);
  const arrays = sharedArrays(moduleOf([0x01]), sharedSegments(object));
  assert.deepEqual(arrays, [{ name: 'few', address: kArray, bytes: 4 }, { name: 'partial', address: kArray + 16, bytes: 64 }]);
  assert.throws(() => sharedArrays(moduleOf([0x01]), sharedSegments(object).slice(1)), /laid out/);
  assert.deepEqual(staticShared(moduleOf([0x41, ...signedBytes(kArray + 20), 0x1a]), arrays), [{ kernel: 2, bytes: 64 }]);
  assert.deepEqual(staticShared(moduleOf([0x01]), arrays), []);
});

test('each offset has the line of its row, and there is no line after the end of a sequence', () => {
  const program = [0, 5, 2, 10, 0, 0, 0, 3, 4, 1, 2, 6, 3, 1, 1, 2, 4, 0, 1, 1];  // 10: line 5; 16: line 6; 20: the end
  const header = [1, 1, 1, 0xfb, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, ...Buffer.from('kernels\0'), 0, ...Buffer.from('a.cu\0'), 1, 0, 0, 0];
  const u32 = n => [n & 255, n >> 8, 0, 0];
  const unit = [4, 0, ...u32(header.length), ...header, ...program];
  const rows = lineTable(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...custom('.debug_line', [...u32(unit.length), ...unit])]));
  assert.deepEqual([9, 10, 15, 16, 20].map(place => lineOf(rows, place)?.line), [undefined, 5, 5, 6, undefined]);
  assert.equal(lineOf(rows, 10).file, 'kernels/a.cu');
});

test('the line of an inlined call is that of the outermost call, if it is in the same file', () => {
  const u32 = n => [n & 255, n >> 8, 0, 0], unit = (...body) => [...u32(body.length), ...body];
  const header = [1, 1, 1, 0xfb, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, 0, ...Buffer.from('a.cu\0'), 0, 0, 0, ...Buffer.from('b.cuh\0'), 0, 0, 0, 0];
  const kinds = [1, 0x11, 1, 0x10, 0x17, 0x11, 0x01, 0, 0, 2, 0x2e, 1, 0x11, 0x01, 0x12, 0x06, 0, 0,  // a unit, a function,
    3, 0x1d, 1, 0x11, 0x01, 0x12, 0x06, 0x58, 0x0b, 0x59, 0x0b, 0, 0, 4, 0x1d, 0, 0x55, 0x17, 0x58, 0x0b, 0x59, 0x0b, 0, 0, 0];  // calls: one piece, several
  const info = unit(4, 0, ...u32(0), 4, 1, ...u32(0), ...u32(0), 2, ...u32(100), ...u32(100),
    3, ...u32(110), ...u32(10), 1, 7, 4, ...u32(0), 1, 99, 0,   // 110 to 120: called on line 7; within it, another call
    4, ...u32(24), 2, 8,                                        // 130 to 132, and 140 to 145: called in b.cuh
    3, ...u32(150), ...u32(5), 1, 0, 4, ...u32(48), 1, 9, 0, 0, 0);  // 151 to 153: called on line 9, in a function that a header calls
  const ranges = [[112, 114], [0, 0], [0, 0], [130, 132], [140, 145], [0, 0], [151, 153], [0, 0]].flat().flatMap(u32);
  const wasm = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...custom('.debug_line', unit(4, 0, ...u32(header.length), ...header)), ...custom('.debug_abbrev', kinds),
    ...custom('.debug_info', info), ...custom('.debug_ranges', ranges)]);
  const calls = inlinedCalls(wasm);
  assert.deepEqual(calls, [[110, 120, 7, 'a.cu'], [130, 132, 8, 'b.cuh'], [140, 145, 8, 'b.cuh'], [151, 153, 9, 'a.cu']]);
  const at = (place, file = 'a.cu', line = 3) => callingLine(calls, place, { file, line });
  assert.deepEqual([at(109), at(110), at(119), at(120), at(131), at(131, 'b.cuh'), at(115, 'a.cu', 7)], [0, 7, 7, 0, 0, 8, 0]);
});

test('an undefined array becomes a name for the dynamic shared memory, and nothing else does', () => {
  const symbols = list([[1, 0x10, ...name('values')], [1, 0x10, ...name('threadIdx')], [0, 0x10, 0], [1, 0, ...name('mine'), 0, 0, 4]]);
  const object = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...custom('linking', [2, ...section(8, symbols)]), ...custom('after', [7])]);
  const bound = bindDynamicShared(object), text = Buffer.from(bound.object).toString('latin1');
  assert.deepEqual(bound.names, ['values']);
  assert.ok(text.includes('simt_dynamic_shared') && text.includes('threadIdx') && text.includes('mine') && !text.includes('values'));
  assert.deepEqual(sections(bound.object).map(s => s.name), ['linking', 'after']);
});

const kHeader = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
test('two undefined arrays become one symbol, to which the relocations of both refer', () => {
  const symbols = list([[1, 0x10, ...name('one')], [0, 0, 0, ...name('kernel')], [1, 0x10, ...name('two')]]);
  const relocations = custom('reloc.CODE', [3, ...list([[3, 7, 2, 0], [0, 20, 1], [4, 30, 0, 5]])]);
  const bound = bindDynamicShared(new Uint8Array([...kHeader, ...custom('linking', [2, ...section(8, symbols)]), ...relocations]));
  assert.deepEqual(bound.names, ['one', 'two']);
  assert.ok(Buffer.from(bound.object).includes(Buffer.from(custom('reloc.CODE', [3, ...list([[3, 7, 0, 0], [0, 20, 1], [4, 30, 0, 5]])]))));
});

test('the variables of a program are exported, with their sections; arrays of blocks, strings and functions are not', () => {
  const info = section(5, list(['simt_constant_3', 'simt_shared', '.bss.mine'].map(segment => [...name(segment), 2, 0])));
  const symbols = section(8, list([[1, 2, ...name('table'), 0, 0, 8], [1, 2, ...name('tile'), 1, 0, 64], [1, 4, ...name('mine'), 2, 0, 4], [1, 2, ...name('.L.str'), 2, 4, 4], [0, 0, 0, ...name('kernel')]]));
  const { object, variables } = exportVariables(new Uint8Array([...kHeader, ...custom('linking', [2, ...info, ...symbols])]));
  assert.deepEqual(variables, [{ name: 'table', bytes: 8, constant: true, managed: false }, { name: 'mine', bytes: 4, constant: false, managed: false }]);
  for (const part of [[1, 0x20, ...name('table')], [1, 2, ...name('tile')], [1, 0x20, ...name('mine')]]) assert.ok(Buffer.from(object).includes(Buffer.from(part)));
});

test('constructors with the default priority run earlier, and others keep their priority', () => {
  const initialisers = priority => section(6, list([[...unsignedBytes(priority), 4], [...unsignedBytes(101), 5]]));
  const object = priority => new Uint8Array([...kHeader, ...custom('linking', [2, ...initialisers(priority)])]);
  assert.deepEqual(initialisedEarly(object(65535)), object(60000));
  assert.deepEqual(initialisedEarly(object(65534)), object(65534));
});

test('a mangled name becomes the name in the source', () => {
  assert.deepEqual(['_ZN12_GLOBAL__N_16valuesE', '_ZZN12_GLOBAL__N_14scanIjEEvPKT_PS1_mE5ranks', 'plain'].map(plainName), ['values', 'ranks', 'plain']);
});
