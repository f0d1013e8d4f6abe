// Judges an exercise as the page does: node harness/browser/practice.js ID [FILE]
// Without FILE, the starting text is judged. `judging(tracks)` starts a module of the stages of these tracks, to which
// requests are sent.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { restarting, start } from '../executor/platform/wasm/host/instance.js';
import { linesOf } from '../executor/platform/wasm/host/program.js';
import { buildJudge, buildKernel, compileKernel, folder, linkKernels, root } from './build.js';
import { files } from './stages.js';

const compiled = async program => ({ ...program, module: await WebAssembly.compile(program.wasm), lines: linesOf(program.rows) });

export async function judging(tracks) {
  const objects = [...files].filter(([id]) => tracks.includes(id.split('/')[0])).map(([, { file }]) => compileKernel(file));
  const program = await compiled(linkKernels(objects, path.join(folder, `practice_${tracks.join('_')}.wasm`), true));
  const read = name => {
    const file = path.join(root, name);
    return fs.existsSync(file) && fs.statSync(file).isFile() ? fs.readFileSync(file) : undefined;
  };
  let mine;
  const instance = await start(program, { files: read, other: () => mine() });
  return {
    exercises: (await instance.practice({ list: true })).exercises,
    solution: async id => (await instance.practice({ solution: id })).text,
    async judge(id, text) {
      const file = `practice/${id}.cu`, at = path.join(folder, file);
      fs.mkdirSync(path.dirname(at), { recursive: true });
      fs.writeFileSync(at, text);
      const its = await compiled(buildKernel(path.relative(root, at)));
      mine = restarting(its);
      return instance.practice({ judge: id, text });
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [id, file] = process.argv.slice(2), track = id.split('/')[0];
  buildJudge();
  const judge = await judging(track === 'pitfalls' ? [track, 'reduce', 'scan', 'map', 'pack'] : [track]);
  const { text } = judge.exercises.find(one => one.id === id);
  const judgement = await judge.judge(id, file === '--solution' ? await judge.solution(id) : file ? fs.readFileSync(file, 'utf8') : text);
  if (judgement.error) console.log(judgement.error);
  for (const step of judgement.steps ?? []) console.log(step.good ? '✓' : '✗', step.text, ...(step.details ?? []).map(line => `\n    ${line}`));
  process.exit(judgement.reached ? 0 : 1);
}
