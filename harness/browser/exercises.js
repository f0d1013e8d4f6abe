// Judges the starting text and the solution of each exercise twice: in a terminal, and as the page does, with its workers, its
// compiler and the files that it loads. Every step must have the same outcome, counters and findings, in the
// same words; differences.json lists the differences, each with the reason.
//   node harness/browser/exercises.js LADDER [--write] [ID, or TRACK/…]
// Exit status: 0 the results are as listed; 1 they are not; 77 a required tool is missing.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker as Thread } from 'node:worker_threads';
import { folder } from './build.js';
import { asListed } from './listed.js';

const [given, ...wanted] = process.argv.slice(2).filter(word => !word.startsWith('--')), ladder = path.resolve(given);
const page = path.join(folder, 'page');
const made = spawnSync(process.execPath, [path.join(import.meta.dirname, 'site.js'), page], { encoding: 'utf8' });
if (made.status !== 0) {
  console.log(made.stdout, made.stderr);
  process.exit(made.status ?? 1);
}

globalThis.Worker = class {
  constructor(module) {
    this.thread = new Thread(new URL('./in_worker.js', import.meta.url), { workerData: { module: module.href, page: `${pathToFileURL(page)}/` } });
    this.thread.on('message', data => this.onmessage({ data }));
    this.thread.on('error', error => this.onerror(error));
  }
  postMessage(message) { this.thread.postMessage(message); }
  terminate() { this.thread.terminate(); }
};
const { workers } = await import('../../docs/.vitepress/playground/workers.js');
const inPage = workers({ loading() {}, doing() {} });
inPage.load();

const top = fs.mkdtempSync(path.join(os.tmpdir(), 'exercises-'));
process.on('exit', () => fs.rmSync(top, { recursive: true, force: true }));
const inTerminal = (id, file, text) => new Promise(resolve => {
  fs.mkdirSync(path.dirname(path.join(top, file)), { recursive: true });
  fs.writeFileSync(path.join(top, file), text);
  const judge = spawn(ladder, ['practice', id, '--json', '-', '-q'], { cwd: top });
  let out = '', err = '';
  judge.stdout.on('data', more => out += more);
  judge.stderr.on('data', more => err += more);
  judge.on('error', error => resolve({ error: error.message }));
  judge.on('close', () => resolve(out.startsWith('{') ? JSON.parse(out) : { error: err || out }));
});

// A judgement as lines: each step with its numbers, then what was found.
const linesOf = ({ steps, error, why, compiler }) => steps ? steps.flatMap(({ good, text, details = [], value, target }) =>
  [`${good ? '✓' : '✗'} ${text}${value === undefined || text.includes(`${value}`) ? '' : ` (${value}, ${target})`}`, ...details.map(line => line.trim())]) : [error ?? why ?? compiler];
// The first line that differs.
function difference(there, here) {
  const a = linesOf(there), b = linesOf(here), at = a.findIndex((line, i) => line !== b[i]);
  if (at < 0 && a.length === b.length) return '';
  const said = lines => lines[at < 0 ? a.length : at] ?? 'nothing more';
  return `in a terminal “${said(a)}”, here “${said(b)}”`;
}

const all = JSON.parse(fs.readFileSync(path.join(page, 'exercises.json'), 'utf8'));
const found = new Map();
for (const { id, file, text, program } of all) {
  if (wanted.length > 0 && !wanted.some(one => one === id || (one.endsWith('/') && id.startsWith(one)))) continue;
  const differing = [], verdicts = [];
  for (const [form, its] of [['the start', text], ['the solution', (await inPage.ask({ solution: id })).text]]) {
    const [there, here] = await Promise.all([inTerminal(id, file, its), inPage.ask({ file, text: its, exercise: id, whole: program })]);
    const how = difference(there, here);
    if (how) differing.push(`${form}: ${how}`);
    verdicts.push(there.reached);
  }
  // The two verdicts may agree and still be wrong.
  if (verdicts[0] !== false || verdicts[1] !== true) differing.push(`in a terminal the start is ${verdicts[0] ? '' : 'not '}reached, the solution is ${verdicts[1] ? '' : 'not '}reached`);
  found.set(`exercises/${id}`, differing.length > 0 ? { error: differing.join('; ') } : null);
  console.log(`exercises/${id}: ${differing.join('; ') || 'the same'}`);
}
process.exit(asListed(found, process.argv.includes('--write')));
