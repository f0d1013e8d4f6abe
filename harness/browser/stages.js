// The stages that kernel files register.
import fs from 'node:fs';
import path from 'node:path';
import { root } from './build.js';

// The file for each id, in file order.
export const files = new Map();
for (const track of ['first', 'reduce', 'map', 'stencil', 'softmax', 'softmax_bf16', 'matmul', 'matmul_bf16', 'scan', 'pack', 'unpack', 'reduce_global', 'reduce_atomic', 'reduce_op',
  'reduce_multi', 'scan_multi', 'controls', 'pitfalls'])
  for (const name of fs.readdirSync(path.join(root, 'kernels', track)).sort()) {
    const file = `kernels/${track}/${name}`;
    const stage = name.endsWith('.cu') && fs.readFileSync(path.join(root, file), 'utf8').match(/\bSTAGE\(\s*"([^"]+)",\s*"([^"]+)"/);
    if (stage) files.set(stage[1], { file, idea: stage[2] });
  }
