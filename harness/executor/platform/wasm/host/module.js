// A WebAssembly module as bytes: its sections, names and instructions.
const text = new TextDecoder();

export class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }
  byte() { return this.bytes[this.at++]; }
  unsigned() {  // LEB128 of at most 32 bits
    let value = 0;
    for (let shift = 0;; shift += 7) {
      const byte = this.byte();
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
  }
  signed() {
    let value = 0;
    for (let shift = 0;;) {
      const byte = this.byte();
      value |= (byte & 127) << shift;
      shift += 7;
      if (byte < 128) return shift < 32 && byte & 64 ? value | -1 << shift : value;
    }
  }
  skipNumber() { while (this.byte() & 128); }
  skipNumbers(count) { while (count-- > 0) this.skipNumber(); }
  take(count) {
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }
  name() { return text.decode(this.take(this.unsigned())); }
  u16() { return this.byte() | this.byte() << 8; }
  u32() { return (this.u16() | this.u16() << 16) >>> 0; }
  zeroEnded() {
    const from = this.at;
    while (this.bytes[this.at]) ++this.at;
    return text.decode(this.bytes.subarray(from, this.at++));
  }
}

export function unsignedBytes(value) {
  const bytes = [];
  do {
    bytes.push(value > 127 ? value & 127 | 128 : value);
    value >>>= 7;
  } while (value);
  return bytes;
}
export function signedBytes(value) {
  for (const bytes = [];;) {
    const low = value & 127;
    value >>= 7;
    if (value === (low & 64 ? -1 : 0)) return [...bytes, low];
    bytes.push(low | 128);
  }
}

export const kCustom = 0, kImports = 2, kGlobals = 6, kExports = 7, kElements = 9, kCode = 10;

export function sections(wasm) {
  const all = [];
  for (const r = new Reader(wasm, 8); r.at < wasm.length;) {
    const section = { id: r.byte(), size: r.unsigned() };
    section.from = r.at;
    section.to = r.at + section.size;
    if (section.id === kCustom) section.name = r.name();
    section.body = r.at;
    r.at = section.to;
    all.push(section);
  }
  return all;
}
export const sectionOf = (all, id) => all.find(s => s.id === id);
export const customSection = (all, name) => all.find(s => s.id === kCustom && s.name === name);

// The number and name of each function.
export function functionNames(wasm, all) {
  const names = new Map(), section = customSection(all, 'name');
  for (const r = new Reader(wasm, section.body); r.at < section.to;) {
    const kind = r.byte(), end = r.unsigned() + r.at;
    if (kind === 1)
      for (let count = r.unsigned(); count-- > 0;) {
        const number = r.unsigned();
        names.set(number, r.name());
      }
    r.at = end;
  }
  return names;
}

export function importedFunctions(wasm, all) {
  const section = sectionOf(all, kImports);
  if (!section) return 0;
  const r = new Reader(wasm, section.from);
  let functions = 0;
  const limits = () => { if (r.byte() & 1) r.skipNumber(); r.skipNumber(); };
  for (let count = r.unsigned(); count-- > 0;) {
    r.name();
    r.name();
    const kind = r.byte();
    if (kind === 0) {
      r.skipNumber();
      ++functions;
    } else if (kind === 1) {
      r.byte();
      limits();
    } else if (kind === 2) {
      limits();
    } else if (kind === 3) {
      r.take(2);
    } else {
      r.byte();
      r.skipNumber();
    }
  }
  return functions;
}

// The numbers of the exported functions.
export function exportedFunctions(wasm, all) {
  const found = new Map(), r = new Reader(wasm, sectionOf(all, kExports).from);
  for (let count = r.unsigned(); count-- > 0;) {
    const name = r.name(), kind = r.byte(), number = r.unsigned();
    if (kind === 0) found.set(name, number);
  }
  return found;
}

// The addresses of the program's exported variables.
export function addresses(wasm, all) {
  const values = [], found = new Map();
  let r = new Reader(wasm, sectionOf(all, kGlobals).from);
  for (let count = r.unsigned(); count-- > 0;) {
    r.take(2);
    r.byte();  // i32.const
    values.push(r.signed());
    r.byte();  // end
  }
  r = new Reader(wasm, sectionOf(all, kExports).from);
  for (let count = r.unsigned(); count-- > 0;) {
    const name = r.name(), kind = r.byte(), number = r.unsigned();
    if (kind === 3) found.set(name, values[number]);
  }
  return found;
}
export function addressOf(wasm, all, name) {
  const address = addresses(wasm, all).get(name);
  if (address === undefined) throw new Error(`the module exports no ${name}`);
  return address;
}

// The function number in each slot of the function table.
export function tableOfFunctions(wasm, all) {
  const table = [], section = sectionOf(all, kElements);
  if (!section) return table;
  const r = new Reader(wasm, section.from);
  for (let count = r.unsigned(); count-- > 0;) {
    if (r.unsigned() !== 0) throw new Error('an element segment of a kind that wasm-ld does not write');
    r.byte();
    const from = r.signed();
    r.byte();
    for (let k = 0, functions = r.unsigned(); k < functions; ++k) table[from + k] = r.unsigned();
  }
  return table;
}

// Skips an opcode's operands. Covers the instructions that clang emits for a target without vectors or threads.
function skipOperands(r, opcode) {
  switch (opcode) {
    case 0x02: case 0x03: case 0x04: case 0x06:              // block, loop, if, try
    case 0x07: case 0x08: case 0x09: case 0x0c: case 0x0d:   // catch, throw, rethrow, br, br_if
    case 0x10: case 0x18:                                    // call, delegate
    case 0x20: case 0x21: case 0x22: case 0x23: case 0x24: case 0x25: case 0x26:  // locals, globals, tables
    case 0x3f: case 0x40: case 0x41: case 0x42: case 0xd0: case 0xd2:             // memory.size …, constants, ref.null …
      return r.skipNumber();
    case 0x0e:  // br_table
      return r.skipNumbers(r.unsigned() + 1);
    case 0x11:  // call_indirect
      return r.skipNumbers(2);
    case 0x1c:  // select of a type
      return r.skipNumbers(r.unsigned());
    case 0x43:
      return void r.take(4);
    case 0x44:
      return void r.take(8);
    case 0xfc: {
      const numbers = { 8: 2, 9: 1, 10: 2, 11: 1, 12: 2, 13: 1, 14: 2, 15: 1, 16: 1, 17: 1 };
      return r.skipNumbers(numbers[r.unsigned()] ?? 0);
    }
  }
  if (opcode >= 0x28 && opcode <= 0x3e) return r.skipNumbers(2);  // loads and stores
  const bare = [0x00, 0x01, 0x05, 0x0b, 0x0f, 0x19, 0x1a, 0x1b, 0xd1];
  if (!(opcode >= 0x45 && opcode <= 0xc4) && !bare.includes(opcode))
    throw new Error(`unexpected instruction 0x${opcode.toString(16)}, which clang does not generate for this target`);
}

// The functions in the code section: their numbers and positions.
export function functions(wasm, all) {
  const found = [], section = sectionOf(all, kCode), r = new Reader(wasm, section.from);
  let number = importedFunctions(wasm, all);
  for (let count = r.unsigned(); count-- > 0; ++number) {
    const bytes = r.unsigned();
    found.push({ number, from: r.at, to: r.at + bytes });
    r.at += bytes;
  }
  return found;
}

// Calls visit(opcode, its position, a reader positioned after it) for each instruction of a function.
export function forInstructions(wasm, { from, to }, visit) {
  const r = new Reader(wasm, from);
  for (let groups = r.unsigned(); groups-- > 0;) {
    r.skipNumber();
    r.byte();
  }
  while (r.at < to) {
    const at = r.at, opcode = r.byte(), behind = r.at;
    visit(opcode, at, r);
    r.at = behind;
    skipOperands(r, opcode);
  }
}
