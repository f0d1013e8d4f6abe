#!/usr/bin/env node
// ./ladder try FILE.cu for whole programs as WebAssembly: runs a program, shows its output and the findings,
// and ends with the same exit status.
//   node harness/browser/try.js try FILE.cu [--timeout SECONDS] [--json FILE]
import fs from 'node:fs';
import path from 'node:path';
import { start, whyNot as whyNotRun } from '../executor/platform/wasm/host/instance.js';
import { linesOf } from '../executor/platform/wasm/host/program.js';
import { runWhole, statusOf } from '../executor/platform/wasm/host/whole_program.js';
import { buildJudge, buildProgram, whyNot } from './build.js';

const why = whyNot() || whyNotRun();
if (why) {
  console.log(`SKIPPED: ${why}`);
  process.exit(77);
}
const kNotPossible = 2;  // as ./ladder try
const files = [], options = { '--timeout': 60, '--json': '' };
for (let words = process.argv.slice(2), i = words[0] === 'try' ? 1 : 0; i < words.length; ++i)
  if (words[i] in options) options[words[i]] = words[++i];
  else files.push(words[i]);

async function tried() {
  if (files.length !== 1) throw new Error('a program of several files cannot be built here');
  buildJudge();
  const { program, said } = await buildProgram(path.basename(files[0]), fs.readFileSync(files[0], 'utf8'));
  if (!program) throw new Error(said);
  const its = { ...program, module: await WebAssembly.compile(program.wasm), lines: linesOf(program.rows) };
  const report = await runWhole(instance => start(its, instance), its,
    { print: (text, to) => (to === 2 ? process.stderr : process.stdout).write(text), seconds: Number(options['--timeout']) });
  if (report.error) throw new Error(report.error);
  if (options['--json']) fs.writeFileSync(options['--json'], JSON.stringify(report));
  process.stdout.write(report.text ? `\n${report.text}` : '');
  return statusOf(report);
}

let status;
try {
  status = await tried();
} catch (error) {
  process.stderr.write(`${error.message.trim()}\n`);
  status = kNotPossible;
}
process.stdout.write('', () => process.exit(status));
