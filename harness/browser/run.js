// Runs one request on one kernel file: node harness/browser/run.js FILE.cu '{"n": 4096}'
import { start, whyNot } from '../executor/platform/wasm/host/instance.js';
import { linesOf } from '../executor/platform/wasm/host/program.js';
import { buildKernel } from './build.js';

if (whyNot()) {
  console.log(`SKIPPED: ${whyNot()}`);
  process.exit(77);
}
const [file, request] = process.argv.slice(2);
const program = buildKernel(file);
let printed = '';
try {
  const instance = await start({ ...program, module: await WebAssembly.compile(program.wasm), lines: linesOf(program.rows) },
    { print: text => printed += text });
  const answer = await instance.judge(JSON.parse(request ?? '{}'));
  if (printed) answer.printed = printed;
  instance.end();
  await new Promise(setImmediate);
  if (instance.stacks() > 0) throw new Error(`${instance.stacks()} stacks are left after the instance has ended`);
  process.stdout.write(JSON.stringify(answer) + '\n', () => process.exit(0));
} catch (error) {
  console.error(error.stack, error.cause?.stack ?? '', printed);
  process.exit(1);
}
