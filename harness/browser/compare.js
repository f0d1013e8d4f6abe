// Runs stages as WebAssembly, compares their counters with results/counters.json, and checks the verdict of each pitfall.
// differences.json lists the stages that differ or are not run, each with the reason.
//   node harness/browser/compare.js [--write] [ID, or the start of one…]
// Exit status: 0 the results are as listed; 1 they are not; 77 a required tool is missing.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import * as instance from '../executor/platform/wasm/host/instance.js';
import { buildJudge, root, whyNot } from './build.js';
import { asListed, list } from './listed.js';
import { files } from './stages.js';

const why = whyNot() || instance.whyNot();
if (why) {
  console.log(`SKIPPED: ${why}`);
  process.exit(77);
}
const wanted = process.argv.slice(2).filter(word => !word.startsWith('--')), write = process.argv.includes('--write');
const kSeconds = 300, kAtOnce = 2;

// Each module runs in its own process, because it might never end.
const answerOf = (file, request) => new Promise(resolve => {
  const run = spawn(process.execPath, [path.join(import.meta.dirname, 'run.js'), file, JSON.stringify(request)]);
  let out = '', err = '';
  run.stdout.on('data', text => out += text);
  run.stderr.on('data', text => err += text);
  const timer = setTimeout(() => run.kill('SIGKILL'), 1000 * kSeconds);
  run.on('close', status => {
    clearTimeout(timer);
    resolve(status === 0 ? JSON.parse(out) : { error: status === null ? `no answer within ${kSeconds} s` : err.trim().split('\n')[0] });
  });
});

// The counters for memory, barriers and so on are compared. (How often a basic block is issued depends on the
// compiler, and ratios are derived from counters.)
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

buildJudge();
const isWanted = id => !(id in list.skipped) && (wanted.length === 0 || wanted.some(start => id.startsWith(start)));
const recorded = JSON.parse(fs.readFileSync(path.join(root, 'results/counters.json'), 'utf8')).results;
const jobs = [
  ...recorded.filter((r, i) => isWanted(r.id) && recorded.findIndex(first => first.id === r.id) === i).map(r => [r.id, () => differencesOf(r)]),
  ...[...files.keys()].filter(id => id.startsWith('pitfalls/') && isWanted(id)).map(id => [id, () => pitfall(id)]),
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
process.exit(asListed(found, write));
