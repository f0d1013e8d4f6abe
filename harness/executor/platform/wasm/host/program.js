// Turns the linker's output into a program that instance.js can run.
import { lineOf, lineTable } from './lines.js';
import { rewrite } from './rewrite.js';
import { addressesOf, functionsOfKernels, sharedArrays, staticShared } from './tables.js';

// The result is plain data, so that it can be stored in a file or sent to a worker.
// `variables`: of a whole program (object.js).
export function prepared(linked, segments, dynamicNames, variables) {
  const arrays = sharedArrays(linked, segments), { wasm, sites } = rewrite(linked);
  return { wasm, sites, rows: lineTable(linked), arrays, shared: arrays.length ? staticShared(linked, arrays) : [], dynamicNames,
    ...(variables ? { ...functionsOfKernels(linked), variables: addressesOf(linked, variables) } : {}) };
}

export const linesOf = rows => place => lineOf(rows, place);
