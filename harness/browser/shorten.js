// Makes a linked module smaller without changing its behaviour: a linker uses five bytes for each address and
// index in the code, and most of them need fewer.
import { forInstructions, functions, kCode, sectionOf, sections, unsignedBytes } from '../executor/platform/wasm/host/module.js';

const kUnchanged = new Set([0x02, 0x03, 0x04, 0x06, 0x1c, 0x43, 0x44]);  // operands that are types or floats
const kSigned = new Set([0x41, 0x42]);

// A sequence of bytes to which more can be added.
class Writer {
  constructor(size) {
    this.bytes = new Uint8Array(size);
    this.at = 0;
  }
  byte(value) { this.bytes[this.at++] = value; }
  put(bytes, from = 0, end = bytes.length) {
    while (from < end) this.bytes[this.at++] = bytes[from++];
  }
  written() { return this.bytes.subarray(0, this.at); }
}

// Copies the LEB128 numbers between two positions, and drops the padding bytes of each number.
function putNumbers(to, wasm, at, end, signed) {
  const needed = (low, high) => signed ? (low & 64 ? high !== 127 : high !== 0) : high !== 0;
  while (at < end) {
    const first = at;
    while (wasm[at] & 128) ++at;
    let last = at++;
    while (last > first && !needed(wasm[last - 1] & 127, wasm[last] & 127)) --last;
    to.put(wasm, first, last);
    to.byte(wasm[last] & 127);
  }
}

export function shortened(wasm) {
  const all = sections(wasm), code = sectionOf(all, kCode);
  if (!code) return wasm;
  const every = functions(wasm, all);
  const size = code.to - code.from, section = new Writer(size), body = new Writer(size);
  section.put(unsignedBytes(every.length));
  for (const f of every) {
    let opcode, from = f.from;  // the last instruction and its start; at first, the start of the local variables
    const putUntil = end => {
      if (opcode === undefined || kUnchanged.has(opcode)) return body.put(wasm, from, end);
      body.byte(opcode);
      putNumbers(body, wasm, from + 1, end, kSigned.has(opcode));
    };
    body.at = 0;
    forInstructions(wasm, f, (next, at) => {
      putUntil(at);
      opcode = next;
      from = at;
    });
    putUntil(f.to);
    section.put(unsignedBytes(body.at));
    section.put(body.written());
  }
  const parts = [wasm.subarray(0, 8)];
  for (const s of all) {
    const content = s === code ? section.written() : wasm.subarray(s.from, s.to);
    parts.push(Uint8Array.of(s.id, ...unsignedBytes(content.length)), content);
  }
  return Buffer.concat(parts);
}
