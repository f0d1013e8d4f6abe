// Runs stages as WebAssembly and compares their counters with results/counters.json, checks the verdict of each pitfall, and
// judges each exercise twice: the starting text must fail and the solution must pass. differences.json lists what differs or
// is not run, and why: everything listed must differ, and nothing else may.
//   node harness/browser/compare.js [--write] [ID, exercises/ID, or the start of one…]
// Exit status: 0 as listed; 1 not as listed; 77 a required tool is missing.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as instance from '../executor/platform/wasm/host/instance.js';
import { buildJudge, root, whyNot } from './build.js';
import { files } from './stages.js';

const why = whyNot() || instance.whyNot();
if (why) {
  console.log(`SKIPPED: ${why}`);
  process.exit(77);
}
const wanted = process.argv.slice(2).filter(word => !word.startsWith('--')), write = process.argv.includes('--write');
const kSeconds = 300, kAtOnce = 2;

// Each module runs in its own process, because it may never end.
const ran = (script, ...words) => new Promise(resolve => {
  const run = spawn(process.execPath, [path.join(path.dirname(fileURLToPath(import.meta.url)), script), ...words]);
  let out = '', err = '';
  run.stdout.on('data', text => out += text);
  run.stderr.on('data', text => err += text);
  const timer = setTimeout(() => run.kill('SIGKILL'), 1000 * kSeconds);
  run.on('close', status => {
    clearTimeout(timer);
    resolve({ status, out, error: status === null ? `no answer within ${kSeconds} s` : err.trim().split('\n')[0] });
  });
});
async function answerOf(file, request) {
  const { status, out, error } = await ran('run.js', file, JSON.stringify(request));
  return status === 0 ? JSON.parse(out) : { error };
}

// Counters of memory, barriers and so on; how often a basic block is issued depends on the compiler. (Ratios
// are derived from counters.)
const isCompared = name => !name.startsWith('issued_') && !['indicative_warp_efficiency', 'active_lanes_per_request'].includes(name);

async function differencesOf({ id, n, block, dtype, counters }) {
  if (!files.has(id)) return { error: 'no file' };
  const answer = await answerOf(files.get(id).file, { n, block, dtype });
  if (answer.error) return { error: answer.error };
  if (!answer.passed) return { error: answer.message };
  const differing = Object.entries(counters).filter(([name, value]) => isCompared(name) && answer.counters[name] !== value);
  return differing.length === 0 ? null
    : { counters: Object.fromEntries(differing.map(([name, value]) => [name, [value, answer.counters[name]]])) };
}

async function pitfall(id) {
  const answer = await answerOf(files.get(id).file, { check: true });
  if (answer.error) return { error: answer.error };
  return answer.passed ? null : { error: `declared ${answer.expect}, found: ${answer.status}: ${answer.message}` };
}

async function exercise(id) {
  for (const [words, wanted] of [[[], 1], [['--solution'], 0]]) {
    const { status, out, error } = await ran('practice.js', id, ...words);
    const last = (out.trim().split('\n').findLast(line => line.startsWith('✗')) ?? out.trim().split('\n').at(-1)).trim();
    if (error || status !== wanted) return { error: error || `the ${wanted ? 'start is reached' : 'solution is not reached'}: ${last}` };
  }
  return null;
}

buildJudge();
const listPath = path.join(root, 'harness/browser/differences.json');
const list = fs.existsSync(listPath) ? JSON.parse(fs.readFileSync(listPath, 'utf8')) : { differs: {}, skipped: {} };
const isWanted = id => !(id in list.skipped) && (wanted.length === 0 || wanted.some(start => id.startsWith(start)));
const recorded = JSON.parse(fs.readFileSync(path.join(root, 'results/counters.json'), 'utf8')).results;
const jobs = [
  ...recorded.filter(r => isWanted(r.id)).map(r => [r.id, () => differencesOf(r)]),
  ...[...files.keys()].filter(id => id.startsWith('pitfalls/') && isWanted(id)).map(id => [id, () => pitfall(id)]),
  ...[...files.keys()].filter(id => fs.existsSync(path.join(root, `docs/${id}.md`)))
    .filter(id => fs.readFileSync(path.join(root, `docs/${id}.md`), 'utf8').includes(`<!-- exercise: ${id} `)).map(id => [`exercises/${id}`, id])
    .filter(([name]) => isWanted(name)).map(([name, id]) => [name, () => exercise(id)]),
];
const found = new Map();
let next = 0;
await Promise.all(Array.from({ length: kAtOnce }, async () => {
  while (next < jobs.length) {
    const [id, work] = jobs[next++], differs = await work();
    found.set(id, differs);
    console.log(`${id}: ${differs ? JSON.stringify(differs) : 'the same'}`);
  }
}));

const ids = jobs.map(([id]) => id);
if (write) {
  for (const id of ids) {
    const reason = list.differs[id]?.reason ?? '';
    if (found.get(id)) list.differs[id] = { ...found.get(id), reason };
    else delete list.differs[id];
  }
  fs.writeFileSync(listPath, JSON.stringify(list, null, 2) + '\n');
}
const same = (a, b) => JSON.stringify(a?.counters ?? a?.error ?? null) === JSON.stringify(b?.counters ?? b?.error ?? null);
const wrong = ids.filter(id => !same(found.get(id), list.differs[id]));
console.log(`${ids.length} run as WebAssembly: ${ids.filter(id => !found.get(id)).length} the same, ${ids.filter(id => found.get(id)).length} not`);
for (const id of wrong) console.log(`not as harness/browser/differences.json lists it: ${id}`);
process.exit(wrong.length === 0 ? 0 : 1);
