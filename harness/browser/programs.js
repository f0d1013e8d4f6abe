// Runs the programs of executor/tests/programs as WebAssembly: each must get the verdict that it declares, as in ./ladder try.
// differences.json lists the programs that do not, each with the reason.
//   node harness/browser/programs.js [--write] [NAME of run.py…]
// Exit status: 0 the results are as listed; 1 they are not; 77 a required tool is missing.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { whyNot as whyNotRun } from '../executor/platform/wasm/host/instance.js';
import { buildJudge, root, whyNot } from './build.js';
import { asListed, list } from './listed.js';

const why = whyNot() || whyNotRun();
if (why) {
  console.log(`SKIPPED: ${why}`);
  process.exit(77);
}
const words = process.argv.slice(2), write = words.includes('--write'), wanted = words.filter(word => !word.startsWith('--'));
const kAtOnce = 2;
buildJudge();
const top = fs.mkdtempSync(path.join(os.tmpdir(), 'programs-')), results = path.join(top, 'results.json');
process.on('exit', () => fs.rmSync(top, { recursive: true, force: true }));
const judge = path.join(root, 'harness/executor/tests/programs/run.py');
const done = spawnSync('python3', [judge, ...wanted, '--ladder', path.join(import.meta.dirname, 'try.js'), '--jobs', `${kAtOnce}`, '--results', results],
  { stdio: ['ignore', 'inherit', 'inherit'] });
if (!fs.existsSync(results)) throw new Error(`run.py ended with status ${done.status} and without results`);
const found = new Map(Object.entries(JSON.parse(fs.readFileSync(results, 'utf8')))
  .map(([name, mistake]) => [`programs/${name}`, mistake ? { error: mistake } : null]).filter(([id]) => !(id in list.skipped)));
process.exit(asListed(found, write));
