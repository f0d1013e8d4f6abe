// Finds the vector types, and other structures, that each function of a file names. If such a structure has an alignment, nvcc
// moves its members with one access (structure_alignment() in source.cpp). On Linux, the debug information contains the types
// of the variables; here, the text of the function is searched for their names.

const kBytes = { char: 1, short: 2, int: 4, long: 4, longlong: 8, float: 4, double: 8 };
const kWidest = 16, kLarge = 1 << 30;  // the size of a structure is not read

// Comments and literals become spaces; every line keeps its number.
const code = text => text.replace(/\/\/.*|\/\*[^]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'/g, part => part.replace(/[^\n]/g, ' '));

// Each function with its parameters: [{ from, to, text }], in lines.
function functionsOf(text) {
  const found = [], inside = [];  // inside: for each open brace, where the function begins, or -1
  const lineOf = at => text.slice(0, at).split('\n').length;
  for (let at = 0, statement = 0; at < text.length; ++at) {
    if (text[at] === '{') {
      const begins = inside.every(one => one < 0) && /^(?!\s*(?:struct|class|union|namespace)\b).*\)[\w\s]*$/s.test(text.slice(statement, at));
      inside.push(begins ? statement : -1);
    } else if (text[at] === '}') {
      const began = inside.pop() ?? -1;
      if (began >= 0) found.push({ from: lineOf(began + text.slice(began).search(/\S/)), to: lineOf(at), text: text.slice(began, at) });
    }
    if ('{};'.includes(text[at])) statement = at + 1;
  }
  return found;
}

// The structures that the file defines or renames: name → { bytes, alignment }. Without alignas, a structure is moved by members.
function structuresOf(text) {
  const all = new Map();
  for (const [, type, count] of text.matchAll(/\bu?(char|short|int|long|longlong|float|double)([234])\b/g)) {
    const bytes = kBytes[type] * count, alignment = count === '3' ? kBytes[type] : Math.min(bytes, kWidest);
    for (const sign of ['', 'u']) all.set(`${sign}${type}${count}`, { bytes, alignment });
  }
  for (const [, aligned, name] of text.matchAll(/\b(?:struct|class|union)\s+(?:(?:alignas|__align__)\s*\(\s*(\d+)\s*\)\s*)?(\w+)[^;{()]*\{/g))
    all.set(name, { bytes: kLarge, alignment: Math.min(aligned ?? 4, kWidest) });
  for (const [, name, is] of text.matchAll(/\busing\s+(\w+)\s*=\s*(?:const\s+)?(\w+)\s*;/g)) if (all.has(is)) all.set(name, all.get(is));
  for (const [, is, name] of text.matchAll(/\btypedef\s+(\w+)\s+(\w+)\s*;/g)) if (all.has(is)) all.set(name, all.get(is));
  return all;
}

// texts: { file: text }. The result: [{ file, from, to, structures: [{ bytes, alignment }] }].
export const vectorsOf = texts => Object.entries(texts).flatMap(([file, raw]) => {
  const text = code(raw), known = structuresOf(text);
  return functionsOf(text).map(({ from, to, text: its }) => {
    const structures = [...new Set(its.match(/\b[A-Za-z_]\w*\b/g))].flatMap(name => known.get(name) ?? []);
    return { file, from, to, structures };
  }).filter(({ structures }) => structures.length > 0);
});

// The smallest alignment of the structures of at least this many bytes that the function on this line names; 0: it names none.
export function alignmentAt(vectors, row, bytes) {
  const its = row && vectors.find(({ file, from, to }) => row.file === file && row.line >= from && row.line <= to);
  const fitting = its?.structures.filter(one => one.bytes >= bytes) ?? [];
  return fitting.length > 0 ? Math.min(...fitting.map(one => one.alignment)) : 0;
}
