// Runs one request on one kernel file, or a whole program with main(), and prints the answer as JSON:
//   node harness/browser/run.js FILE.cu '{"n": 4096}'
//   node harness/browser/run.js PROGRAM.cu [SECONDS]
import fs from 'node:fs';
import path from 'node:path';
import { start, whyNot } from '../executor/platform/wasm/host/instance.js';
import { linesOf } from '../executor/platform/wasm/host/program.js';
import { runWhole } from '../executor/platform/wasm/host/whole_program.js';
import { buildJudge, buildKernel, buildProgram } from './build.js';

if (whyNot()) {
  console.log(`SKIPPED: ${whyNot()}`);
  process.exit(77);
}
const [file, request] = process.argv.slice(2);
let printed = '';
const print = text => printed += text;
const runnable = async program => ({ ...program, module: await WebAssembly.compile(program.wasm), lines: linesOf(program.rows) });

async function answerOfProgram(text) {
  buildJudge();
  const { program, said } = await buildProgram(path.basename(file), text);
  if (!program) return { compiler: said };
  const its = await runnable(program);
  return runWhole(options => start(its, options), its, { print, seconds: Number(request ?? 60) });
}

try {
  const text = fs.readFileSync(file, 'utf8');
  const answer = /\bSTAGE\(/.test(text) ? await (await start(await runnable(buildKernel(file)), { print })).judge(JSON.parse(request ?? '{}'))
    : await answerOfProgram(text);
  if (printed) answer.printed = printed;
  process.stdout.write(JSON.stringify(answer) + '\n', () => process.exit(0));
} catch (error) {
  console.error(error.stack, error.cause?.stack ?? '', printed);
  process.exit(1);
}
