// Processes an object file before linking. The arrays that it declares as `extern __shared__ T name[]` become aliases
// of the executor's one block of dynamic shared memory, as instrument/ arranges in assembly. The linked
// module exports the addresses of a program's variables.
import { Reader, customSection, sections, unsignedBytes } from './module.js';

const kDynamic = 'simt_dynamic_shared', kData = 1, kUndefined = 0x10, kOwnName = 0x40, kSymbols = 8, kSegments = 5, kDataSection = 11;
// Variables that a kernel file may use without defining.
const kOthers = /^(threadIdx|blockIdx|blockDim|gridDim|_ZT|_ZN?K?St|_ZN6ladder|__|(stdin|stdout|stderr|environ|errno)$)/;
const kWithAddend = new Set([3, 4, 5, 8, 9, 11, 14, 15, 16, 17, 21, 22, 23, 25]);  // relocations
const toBytes = new TextEncoder();
const withName = name => [...unsignedBytes(toBytes.encode(name).length), ...toBytes.encode(name)];

// The last part of a mangled name (_ZN12_GLOBAL__N_16valuesE).
export function plainName(name) {
  let last = name;
  for (let at = 2; name.startsWith('_Z') && at < name.length;) {
    const digits = /^\d+/.exec(name.slice(at))?.[0];
    if (digits) last = name.substr(at + digits.length, Number(digits));
    at += digits ? digits.length + Number(digits) : 1;
  }
  return last;
}

export function bindDynamicShared(object) {
  const section = customSection(sections(object), 'linking'), names = new Set(), merged = new Map();
  const edited = withSymbols(object, section, symbols => renamed(symbols, names, merged));
  if (names.size === 0) return { object: withArraysApart(object), names: [] };
  return { object: withArraysApart(withRelocations(edited, merged)), names: [...names].map(plainName) };
}

// As instrument/ arranges in assembly, each __shared__ array starts in bank 0 and is followed by a red zone, so
// that an index past its end reaches no other array.
function withArraysApart(object) {
  const kRedZone = 256, kBanks = 7, kBytesOfBanks = 1 << kBanks, shared = segmentNames(object).map(name => name === 'simt_shared');
  if (!shared.includes(true)) return object;
  // The arrays' new offsets, by segment and old offset, and the new sizes of the segments.
  const places = new Map(), sizes = [];
  withSymbols(object, customSection(sections(object), 'linking'), symbols => {
    const arrays = symbols.filter(({ kind, flags, numbers }) => kind === kData && !(flags & kUndefined) && shared[numbers[0]])
      .map(({ numbers: [segment, from, bytes] }) => ({ segment, from, bytes })).sort((a, b) => a.from - b.from || b.bytes - a.bytes);
    for (const { segment, from, bytes } of arrays) {
      const key = `${segment} ${from}`;
      if (places.has(key)) continue;
      const at = Math.ceil((sizes[segment] ?? 0) / kBytesOfBanks) * kBytesOfBanks;
      places.set(key, at);
      sizes[segment] = at + bytes + kRedZone;
    }
    return symbols;
  }, kBanks);
  const moved = withSymbols(object, customSection(sections(object), 'linking'), symbols => symbols.map(symbol => {
    const at = places.get(`${symbol.numbers[0]} ${symbol.numbers[1]}`);
    return symbol.kind === kData && !(symbol.flags & kUndefined) && at !== undefined ? { ...symbol, numbers: [symbol.numbers[0], at, symbol.numbers[2]] } : symbol;
  }), kBanks);
  const data = sections(moved).find(s => s.id === kDataSection), r = new Reader(moved, data.from), content = [], starts = [];
  const count = r.unsigned();
  const put = bytes => { for (const byte of bytes) content.push(byte); };
  put(unsignedBytes(count));
  for (let segment = 0; segment < count; ++segment) {
    const from = r.at;
    r.unsigned();  // memory 0
    r.byte();
    r.skipNumber();
    r.byte();  // i32.const 0, end
    put(moved.subarray(from, r.at));
    const bytes = r.unsigned(), before = r.at - data.from, its = r.take(bytes);
    put(unsignedBytes(sizes[segment] ?? bytes));
    starts.push({ before, after: content.length });
    put(sizes[segment] === undefined ? its : new Uint8Array(sizes[segment]));
  }
  return withMovedData(withContent(moved, data, content), starts);
}

// Returns the object with the relocations of its data adjusted to the new positions.
function withMovedData(object, starts) {
  const section = customSection(sections(object), 'reloc.DATA');
  if (!section) return object;
  const r = new Reader(object, section.body), content = [...withName('reloc.DATA'), ...unsignedBytes(r.unsigned())], count = r.unsigned();
  content.push(...unsignedBytes(count));
  for (let k = 0; k < count; ++k) {
    const type = r.byte(), offset = r.unsigned(), from = r.at, { before, after } = starts.findLast(start => start.before <= offset);
    r.skipNumber();
    if (kWithAddend.has(type)) r.skipNumber();
    content.push(type, ...unsignedBytes(offset - before + after), ...object.subarray(from, r.at));
  }
  return withContent(object, section, content);
}

// A program's variables, for tables.js: their names, their sizes, and the sections into which CUDA's keywords
// put them. A module linked with the new object exports the address of each.
export function exportVariables(object) {
  const kExported = 0x20, kLocal = 0x2, kHidden = 0x4, variables = [], segments = segmentNames(object);
  const edited = withSymbols(object, customSection(sections(object), 'linking'), symbols => symbols.map(symbol => {
    const { kind, flags, name, numbers } = symbol;
    const section = kind === kData && !(flags & kUndefined) ? segments[numbers[0]] : '';
    if (!section || section === 'simt_shared' || numbers[2] === 0 || /^(\.L|_ZT|_ZGV|_ZZ.*E\d*__func__$)/.test(name)) return symbol;
    variables.push({ name, bytes: numbers[2], constant: section.startsWith('simt_constant'), managed: section.startsWith('simt_managed') });
    return { ...symbol, flags: (flags | kExported) & ~kLocal & ~kHidden };
  }));
  return { object: variables.length > 0 ? edited : object, variables };
}

// Returns the object with priority 60000 for its constructors of global objects: they run before those of a
// kernel file or a program, which have the default priority, 65535.
export function initialisedEarly(object) {
  const kInitialisers = 6, kDefault = 65535, early = unsignedBytes(60000);
  const result = Uint8Array.from(object), section = customSection(sections(object), 'linking'), r = new Reader(object, section.body);
  for (r.unsigned(); r.at < section.to;) {
    const kind = r.byte(), bytes = r.unsigned(), end = r.at + bytes;
    if (kind === kInitialisers)
      for (let count = r.unsigned(); count-- > 0;) {
        const at = r.at;
        if (r.unsigned() === kDefault) result.set(early, at);
        r.skipNumber();
      }
    r.at = end;
  }
  return result;
}

// The __shared__ arrays that an object defines: the segments of its `simt_shared` section in the linker's
// layout order, each with the arrays in it.
export function sharedSegments(object) {
  const all = sections(object), linking = customSection(all, 'linking'), data = all.find(s => s.id === kDataSection);
  if (!data) return [];
  const segments = [], r = new Reader(object, data.from);
  for (let count = r.unsigned(); count-- > 0;) {
    r.unsigned();  // memory 0
    r.byte();
    r.skipNumber();
    r.byte();  // i32.const 0, end
    const bytes = r.unsigned();
    r.take(bytes);
    segments.push({ bytes, arrays: [] });
  }
  r.at = linking.body;
  for (r.unsigned(); r.at < linking.to;) {
    const kind = r.byte(), bytes = r.unsigned(), end = r.at + bytes;
    if (kind === kSegments) {
      r.unsigned();
      for (const segment of segments) {
        Object.assign(segment, { name: r.name(), alignment: 1 << r.unsigned() });
        r.unsigned();
      }
    } else if (kind === kSymbols) {
      for (let count = r.unsigned(); count-- > 0;) {
        const symbol = r.byte(), flags = r.unsigned();
        if (symbol === kData) {
          const name = r.name();
          if (!(flags & kUndefined)) segments[r.unsigned()].arrays.push({ name, offset: r.unsigned(), bytes: r.unsigned() });
        } else {
          r.skipNumber();
          if (symbol !== 3 && (!(flags & kUndefined) || flags & kOwnName)) r.name();
        }
      }
    }
    r.at = end;
  }
  return segments.filter(segment => segment.name === 'simt_shared');
}

function segmentNames(object) {
  const names = [], section = customSection(sections(object), 'linking'), r = new Reader(object, section.body);
  for (r.unsigned(); r.at < section.to;) {
    const kind = r.byte(), bytes = r.unsigned(), end = r.at + bytes;
    if (kind === kSegments)
      for (let count = r.unsigned(); count-- > 0;) {
        names.push(r.name());
        r.skipNumbers(2);
      }
    r.at = end;
  }
  return names;
}

// A section begins with its id and its size; the size field has the width that the compiler reserved.
function startOf(object, section) {
  let at = section.from - 1;
  while (object[at - 1] & 128 && section.from - at < 5) --at;
  return at - 1;
}

// Returns the object with the contents of one section replaced.
function withContent(object, section, content) {
  const out = [object.subarray(0, startOf(object, section)), [section.id, ...unsignedBytes(content.length)], content, object.subarray(section.to)];
  const result = new Uint8Array(out.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of out) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}

// Returns the object with its symbols replaced by `edit`. `alignment`: of shared memory, as a power of two.
function withSymbols(object, section, edit, alignment) {
  const content = [...withName('linking')], r = new Reader(object, section.body);
  content.push(...unsignedBytes(r.unsigned()));  // version
  while (r.at < section.to) {
    const kind = r.byte(), bytes = r.unsigned(), end = r.at + bytes;
    const part = kind === kSymbols ? bytesOfSymbols(edit(symbolsAt(r)))
      : kind === kSegments && alignment !== undefined ? bytesOfSegments(r, alignment) : [...object.subarray(r.at, end)];
    content.push(kind, ...unsignedBytes(part.length));
    for (const byte of part) content.push(byte);
    r.at = end;
  }
  return withContent(object, section, content);
}

function bytesOfSegments(r, alignment) {
  const count = r.unsigned(), out = [...unsignedBytes(count)];
  for (let k = 0; k < count; ++k) {
    const name = r.name(), before = r.unsigned(), flags = r.unsigned();
    out.push(...withName(name), ...unsignedBytes(name === 'simt_shared' ? Math.max(before, alignment) : before), ...unsignedBytes(flags));
  }
  return out;
}

// Each symbol's kind, flags and name, and its numbers: for a variable, its segment, offset and size; otherwise an index.
function symbolsAt(r) {
  const all = [];
  for (let count = r.unsigned(); count-- > 0;) {
    const kind = r.byte(), flags = r.unsigned(), symbol = { kind, flags, name: undefined, numbers: [] };
    if (kind === kData) {
      symbol.name = r.name();
      if (!(flags & kUndefined)) symbol.numbers = [r.unsigned(), r.unsigned(), r.unsigned()];
    } else {
      symbol.numbers = [r.unsigned()];
      if (kind !== 3 && (!(flags & kUndefined) || flags & kOwnName)) symbol.name = r.name();
    }
    all.push(symbol);
  }
  return all;
}
function bytesOfSymbols(symbols) {
  const out = [...unsignedBytes(symbols.length)];
  for (const { kind, flags, name, numbers } of symbols) {
    const number = numbers.flatMap(unsignedBytes), named = name === undefined ? [] : withName(name);
    out.push(kind, ...unsignedBytes(flags), ...(kind === kData ? [...named, ...number] : [...number, ...named]));
  }
  return out;
}

// `names` receives the arrays of dynamic shared memory; `merged`, the symbols that the first array's symbol replaces.
function renamed(symbols, names, merged) {
  let first;
  return symbols.map((symbol, index) => {
    const isDynamic = symbol.kind === kData && symbol.flags & kUndefined && !kOthers.test(symbol.name);
    if (!isDynamic) return symbol;
    names.add(symbol.name);
    if (first !== undefined) {
      merged.set(index, first);
      return symbol;  // nothing refers to it any more
    }
    first = index;
    return { ...symbol, name: kDynamic };
  });
}

// Returns the object with the symbols in the relocations of its code and data replaced.
function withRelocations(object, merged) {
  if (merged.size === 0) return object;
  let result = object;
  for (const name of sections(object).map(section => section.name).filter(name => name?.startsWith('reloc.'))) {
    const section = customSection(sections(result), name), r = new Reader(result, section.body), content = [...withName(name)];
    content.push(...unsignedBytes(r.unsigned()));  // the section to be relocated
    const count = r.unsigned();
    content.push(...unsignedBytes(count));
    for (let k = 0; k < count; ++k) {
      const type = r.byte(), offset = r.unsigned(), index = r.unsigned(), at = r.at;
      if (kWithAddend.has(type)) r.skipNumber();
      const isSymbol = type !== 6;  // 6: a type
      content.push(type, ...unsignedBytes(offset), ...unsignedBytes(isSymbol ? merged.get(index) ?? index : index));
      for (const byte of result.subarray(at, r.at)) content.push(byte);
    }
    result = withContent(result, section, content);
  }
  return result;
}
