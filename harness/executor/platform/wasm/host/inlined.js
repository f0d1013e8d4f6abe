// Reads .debug_info of a linked module (DWARF 4): which code comes from a function that the compiler inlined, and the
// line of the call.
import { filesOf } from './lines.js';
import { customSection, Reader, sections } from './module.js';

const kInlined = 0x1d;  // a tag
const kLow = 0x11, kHigh = 0x12, kRanges = 0x55, kLines = 0x10, kCallFile = 0x58, kCallLine = 0x59;  // attributes
const kAddress = 0x01;  // a form
const kFixed = new Map([[kAddress, 4], [0x05, 2], [0x06, 4], [0x07, 8], [0x0b, 1], [0x0c, 1], [0x0e, 4], [0x10, 4], [0x11, 1], [0x12, 2], [0x13, 4],
  [0x14, 8], [0x17, 4], [0x19, 0], [0x20, 8]]);  // the sizes of values in bytes

function valueOf(r, form) {
  const bytes = kFixed.get(form);
  if (bytes !== undefined) return bytes === 1 ? r.byte() : bytes === 2 ? r.u16() : bytes === 4 ? r.u32() : void r.take(bytes);
  switch (form) {
    case 0x08: return void r.zeroEnded();
    case 0x09: case 0x18: return void r.take(r.unsigned());
    case 0x0a: return void r.take(r.byte());
    case 0x03: return void r.take(r.u16());
    case 0x04: return void r.take(r.u32());
    case 0x0d: return r.signed();
    case 0x0f: case 0x15: return r.unsigned();
    case 0x16: return valueOf(r, r.unsigned());
    default: throw new Error(`.debug_info contains the unknown form ${form}`);
  }
}

// The kinds of entries of a unit, by number.
function kindsAt(r) {
  const kinds = new Map();
  for (let number; (number = r.unsigned());) {
    const tag = r.unsigned(), hasChildren = r.byte() === 1, attributes = [];
    for (;;) {
      const attribute = r.unsigned(), form = r.unsigned();
      if (attribute === 0 && form === 0) break;
      attributes.push([attribute, form]);
    }
    kinds.set(number, { tag, hasChildren, attributes });
  }
  return kinds;
}

function rangesOf(entry, ranges, base) {
  const low = entry.get(kLow), high = entry.get(kHigh), all = [];
  if (low !== undefined && high !== undefined) return [[low.value, high.form === kAddress ? high.value : low.value + high.value]];
  if (!ranges || !entry.has(kRanges)) return all;
  for (const r = new Reader(ranges.bytes, ranges.from + entry.get(kRanges).value);;) {
    const from = r.u32(), to = r.u32();
    if (from === 0 && to === 0) return all;
    if (from === 0xffffffff) base = to;
    else all.push([base + from, base + to]);
  }
}

// [from, to, line, file]…: the code at these offsets in the code section comes from a function that is called on this line.
// If the call is itself in an inlined function, only the outermost call counts. (A call without a line is in a header.)
export function inlinedCalls(wasm) {
  const all = sections(wasm), info = customSection(all, '.debug_info'), kinds = customSection(all, '.debug_abbrev'), ranges = customSection(all, '.debug_ranges'), calls = [];
  if (!info || !kinds) return calls;
  const inRanges = ranges && { bytes: wasm, from: ranges.body };
  for (const r = new Reader(wasm, info.body); r.at < info.to;) {
    const bytes = r.u32(), end = r.at + bytes, version = r.u16();
    if (version !== 4) throw new Error(`.debug_info of DWARF ${version}: compile with -gdwarf-4`);
    const known = kindsAt(new Reader(wasm, kinds.body + r.u32()));
    r.byte();  // the size of an address
    const open = [];  // for each entry that contains the next one: is it such a call?
    let base = 0, files = [];
    while (r.at < end) {
      const number = r.unsigned();
      if (number === 0) {
        open.pop();
        continue;
      }
      const { tag, hasChildren, attributes } = known.get(number);
      const entry = new Map(attributes.map(([attribute, form]) => [attribute, { form, value: valueOf(r, form) }]));
      if (open.length === 0) {
        base = entry.get(kLow)?.value ?? 0;
        if (entry.has(kLines)) files = filesOf(wasm, entry.get(kLines).value);
      }
      const line = tag === kInlined ? entry.get(kCallLine)?.value ?? 0 : 0;
      if (line > 0 && !open.includes(true)) calls.push(...rangesOf(entry, inRanges, base).filter(([from, to]) => from < to).map(([from, to]) => [from, to, line, files[entry.get(kCallFile).value]]));
      if (hasChildren) open.push(line > 0);
    }
    r.at = end;
  }
  return calls.sort((a, b) => a[0] - b[0]);
}

// If the line at this code offset is in an inlined function: the line in the same file on which that function is called.
// 0: it is not, or the call is in another file or on the same line.
export function callingLine(calls, place, here) {
  let low = 0, high = calls.length;
  while (low < high) {
    const middle = low + high >> 1;
    if (calls[middle][0] <= place) low = middle + 1;
    else high = middle;
  }
  const [, to, line, file] = calls[low - 1] ?? [0, 0];
  return place < to && file === here?.file && line !== here.line ? line : 0;
}
