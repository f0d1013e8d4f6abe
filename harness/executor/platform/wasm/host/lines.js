// Reads .debug_line of a linked module (DWARF 4): maps an offset in the code section to a file, line and
// column.
import { Reader, customSection, sections } from './module.js';

export function lineTable(wasm) {
  const section = customSection(sections(wasm), '.debug_line'), rows = [];
  if (!section) return rows;
  for (const r = new Reader(wasm, section.body); r.at < section.to;) {
    const bytes = r.u32(), end = r.at + bytes, version = r.u16();
    if (version !== 4) throw new Error(`.debug_line of DWARF ${version}: compile with -gdwarf-4`);
    readUnit(r, end, rows);
    r.at = end;
  }
  return rows.sort((a, b) => a.place - b.place || b.ends - a.ends);
}

// The files of the unit at this offset in .debug_line.
export function filesOf(wasm, offset) {
  const r = new Reader(wasm, customSection(sections(wasm), '.debug_line').body + offset);
  r.take(6);  // the size and the version
  return headerOf(r).files;
}

function headerOf(r) {
  const headerBytes = r.u32(), program = r.at + headerBytes, step = r.byte();
  r.take(2);  // operations per instruction, initial value of is_stmt
  const base = r.byte() << 24 >> 24, range = r.byte(), firstSpecial = r.byte();
  const operands = [0, ...Array.from({ length: firstSpecial - 1 }, () => r.byte())];
  const folders = ['.'], files = [''];
  for (let name; (name = r.zeroEnded());) folders.push(name);
  for (let name; (name = r.zeroEnded());) {
    const folder = folders[r.unsigned()];
    r.skipNumbers(2);
    files.push(folder === '.' || name.startsWith('/') ? name : `${folder}/${name}`);
  }
  r.at = program;
  return { step, base, range, firstSpecial, operands, files };
}

function readUnit(r, end, rows) {
  const { step, base, range, firstSpecial, operands, files } = headerOf(r);
  let at;
  const restart = () => at = { place: 0, file: 1, line: 1, column: 0 };
  const row = ends => rows.push({ place: at.place, file: files[at.file], line: at.line, column: at.column, ends });
  const advance = special => at.place += step * Math.floor((special - firstSpecial) / range);
  restart();
  while (r.at < end) {
    const opcode = r.byte();
    if (opcode >= firstSpecial) {
      advance(opcode);
      at.line += base + (opcode - firstSpecial) % range;
      row(false);
      continue;
    }
    switch (opcode) {
      case 0: {
        const bytes = r.unsigned(), next = r.at + bytes, extended = r.byte();
        if (extended === 1) {
          row(true);
          restart();
        } else if (extended === 2) {
          at.place = r.u32();
        }
        r.at = next;
        break;
      }
      case 1: row(false); break;
      case 2: at.place += step * r.unsigned(); break;
      case 3: at.line += r.signed(); break;
      case 4: at.file = r.unsigned(); break;
      case 5: at.column = r.unsigned(); break;
      case 8: advance(255); break;
      case 9: at.place += r.u16(); break;
      default: r.skipNumbers(operands[opcode]);
    }
  }
}

// The row that covers a code offset; undefined if there is none.
export function lineOf(rows, place) {
  let low = 0, high = rows.length;
  while (low < high) {
    const middle = low + high >> 1;
    if (rows[middle].place <= place) low = middle + 1;
    else high = middle;
  }
  const row = rows[low - 1];
  return row && !row.ends ? row : undefined;
}
