// differences.json lists the differences from the terminal, each with the reason. All listed items must differ,
// and no others may.
import fs from 'node:fs';
import path from 'node:path';
import { root } from './build.js';

const file = path.join(root, 'harness/browser/differences.json');
export const list = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : { differs: {}, skipped: {} };

// `found`: for each ID tried, null or the difference: { counters } or { error }. `write`: writes these
// differences to the file, and keeps the reasons. Returns the exit status.
export function asListed(found, write) {
  const ids = [...found.keys()];
  if (write) {
    for (const id of ids) {
      const reason = list.differs[id]?.reason ?? '';
      if (found.get(id)) list.differs[id] = { ...found.get(id), reason };
      else delete list.differs[id];
    }
    fs.writeFileSync(file, JSON.stringify(list, null, 2) + '\n');
  }
  const same = (a, b) => JSON.stringify(a?.counters ?? a?.error ?? null) === JSON.stringify(b?.counters ?? b?.error ?? null);
  const wrong = ids.filter(id => !same(found.get(id), list.differs[id]));
  console.log(`${ids.length} run as WebAssembly: ${ids.filter(id => !found.get(id)).length} the same, ${ids.filter(id => found.get(id)).length} not`);
  for (const id of wrong) console.log(`not as harness/browser/differences.json lists it: ${id}`);
  return wrong.length === 0 && ids.length > 0 ? 0 : 1;
}
