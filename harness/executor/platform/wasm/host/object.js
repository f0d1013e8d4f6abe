// Processes an object file before linking: the arrays that it declares as `extern __shared__ T name[]` become
// aliases of the executor's one block of dynamic shared memory, as instrument/ arranges in assembly.
import { Reader, customSection, sections, unsignedBytes } from './module.js';

const kDynamic = 'simt_dynamic_shared', kData = 1, kUndefined = 0x10, kOwnName = 0x40, kSymbols = 8, kSegments = 5, kDataSection = 11;
// Variables that a kernel file may use without defining.
const kOthers = /^(threadIdx|blockIdx|blockDim|gridDim|_ZT|_ZN?K?St|_ZN4simt|_ZN5stage|_ZN5check|__)/;
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
  const section = customSection(sections(object), 'linking'), names = new Set();
  const content = [...withName('linking')], r = new Reader(object, section.body);
  content.push(...unsignedBytes(r.unsigned()));  // version
  while (r.at < section.to) {
    const kind = r.byte(), bytes = r.unsigned(), end = r.at + bytes;
    const part = kind === kSymbols ? renamed(object, r, names) : [...object.subarray(r.at, end)];
    content.push(kind, ...unsignedBytes(part.length), ...part);
    r.at = end;
  }
  if (names.size === 0) return { object, names: [] };
  const header = [0, ...unsignedBytes(content.length)], out = [];
  const before = object.subarray(0, startOf(object, section)), after = object.subarray(section.to);
  for (const part of [before, header, content, after]) out.push(part);
  const result = new Uint8Array(out.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of out) {
    result.set(part, at);
    at += part.length;
  }
  return { object: result, names: [...names].map(plainName) };
}

// The object, with constructors of global objects that run before those of a kernel file or a program: 60000 in place of
// the default 65535.
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

// A section begins with its id and its size; the size field has the width that the compiler reserved.
function startOf(object, section) {
  let at = section.from - 1;
  while (object[at - 1] & 128 && section.from - at < 5) --at;
  return at - 1;
}

function renamed(object, r, names) {
  const count = r.unsigned(), out = [...unsignedBytes(count)];
  for (let k = 0; k < count; ++k) {
    const from = r.at, kind = r.byte(), flags = r.unsigned();
    if (kind === kData) {
      const head = object.subarray(from, r.at), name = r.name(), behind = r.at;
      if (!(flags & kUndefined)) r.skipNumbers(3);
      const rest = object.subarray(behind, r.at);
      const isDynamic = flags & kUndefined && !kOthers.test(name);
      if (isDynamic) names.add(name);
      out.push(...head, ...withName(isDynamic ? kDynamic : name), ...rest);
      continue;
    }
    r.skipNumber();
    if (kind !== 3 && (!(flags & kUndefined) || flags & kOwnName)) r.name();
    out.push(...object.subarray(from, r.at));
  }
  return out;
}
