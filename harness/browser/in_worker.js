// Runs a module of the page's workers in a node thread, and provides the features that only a browser's worker
// has: `self` with an address, messages, and fetch for the page's files.
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

globalThis.self = Object.assign(globalThis, { location: new URL(workerData.page), onmessage: undefined });
globalThis.postMessage = message => parentPort.postMessage(message);
const nodeFetch = globalThis.fetch;
globalThis.fetch = async url => {
  if (String(url).startsWith('data:')) return nodeFetch(url);  // the decoder's own module (docs/.vitepress/playground/load.js)
  const bytes = fs.readFileSync(fileURLToPath(url));
  return new Response(bytes, { headers: { 'content-length': bytes.length } });
};
delete globalThis.process;  // if the compiler finds it, it reads its files from disk itself
await import(workerData.module);
parentPort.on('message', data => globalThis.onmessage({ data }));
