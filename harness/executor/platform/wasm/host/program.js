// Turns the linker's output into a program that instance.js can run.
import { inlinedCalls } from './inlined.js';
import { lineOf, lineTable } from './lines.js';
import { rewrite } from './rewrite.js';
import { addressesOf, functionsOfKernels, launchBounds, loopsOfKernels, readOnlyLoads, sharedArrays, staticShared } from './tables.js';
import { vectorsOf } from './vectors.js';

// The result is plain data, so that it can be stored in a file or sent to a worker.
// `texts`: the files of the kernels, by name. `variables`: those of a whole program (object.js).
export function prepared(linked, segments, dynamicNames, texts, variables) {
  const arrays = sharedArrays(linked, segments), { wasm, sites } = rewrite(linked), rows = lineTable(linked);
  return { wasm, sites, rows, arrays, shared: arrays.length ? staticShared(linked, arrays) : [], dynamicNames,
    inlined: inlinedCalls(linked), loops: loopsOfKernels(linked, rows), readOnly: readOnlyLoads(linked), vectors: vectorsOf(texts), ...(variables ? { ...functionsOfKernels(linked), bounds: launchBounds(linked), variables: addressesOf(linked, variables) } : {}) };
}

export const linesOf = rows => place => lineOf(rows, place);
