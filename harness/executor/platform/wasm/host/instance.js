// Runs a module linked with the executor, in node or in a browser's worker. Fibers use JavaScript
// Promise Integration; the WASI calls are those that a program needs to print and to read files.
import { readOnlyFiles } from './files.js';
import { callingLine } from './inlined.js';
import { alignmentAt } from './vectors.js';
import { wholeProgram } from './whole_program.js';

const text = new TextDecoder(), toBytes = new TextEncoder();

export const whyNot = () => typeof WebAssembly.Suspending === 'function' ? ''
  : 'WebAssembly here cannot suspend a stack, because it lacks JavaScript Promise Integration';

export class Trapped extends Error {}  // `place`: the last kernel address from which the executor was called

// `program`: { module, lines, arrays, shared } as build.js makes it; lines(place) gives { file, line }.
// `print(text)` prints; `files(name)` returns the bytes of a file; `tell(step)` receives each step of a
// judgement; `other()` returns the instance that contains the reader's file (created if necessary).
// `environment` and `words` are a whole program's environment variables and its command line
// (whole_program.js).
export async function start(program, { print = () => {}, files = () => undefined, tell = () => {}, other, environment = {}, words = [] } = {}) {
  const resume = [];  // for each suspended fiber, the function that resumes it
  let exports, nextFiber, failed;
  let status;  // the exit status, once the program has exited
  const failure = new Promise((_, reject) => failed = reject);
  failure.catch(() => {});
  const memory = () => new Uint8Array(exports.memory.buffer), view = () => new DataView(exports.memory.buffer);

  // A stack that nothing will resume is ended, which frees it: otherwise the engine, which collects suspended stacks late, would run out of memory.
  const stacks = [{ isEnded: false }];  // for each fiber, its current stack
  const end = fiber => {
    if (!resume[fiber]) return;
    stacks[fiber].isEnded = true;
    resume[fiber](1);
    resume[fiber] = null;
  };
  let alive = 0;  // stacks that have not ended
  const begin = () => {
    const stack = stacks[nextFiber] = { isEnded: false };
    ++alive;
    fiberMain(nextFiber).catch(error => stack.isEnded || failed(error)).finally(() => --alive);
  };
  const switchTo = (from, to, fresh) => new Promise(resolve => {
    resume[from] = resolve;
    if (fresh || !resume[to]) {
      end(to);
      nextFiber = to;
      queueMicrotask(begin);
    } else {
      const other = resume[to];
      resume[to] = null;
      other(0);
    }
  });
  const lineOf = (place, file, room) => {
    const line = program.lines(place);
    if (!line) return 0;
    const name = toBytes.encode(line.file).subarray(0, room - 1), bytes = memory();
    bytes.set(name, file);
    bytes[file + name.length] = 0;
    return line.line;
  };
  // The text of the line as the compiler read it, and the column, counted from 1; 0: unknown.
  const textOf = (place, to, room) => {
    const row = program.lines(place), line = row && program.text?.[`${row.file}:${row.line}`];
    if (line === undefined || row.column === 0 || line.length >= room || !/^[ -~\t]*$/.test(line)) return 0;
    memory().set(toBytes.encode(`${line}\0`), to);
    return row.column;
  };
  const badDescriptor = 8, decoders = [];
  const list = (strings, at, to) => {  // pointers at `at`, the strings themselves at `to`
    for (const string of strings) {
      const bytes = toBytes.encode(string);
      memory().set(bytes, to);
      memory()[to + bytes.length] = 0;
      view().setUint32(at, to, true);
      at += 4;
      to += bytes.length + 1;
    }
    return 0;
  };
  const sizes = (strings, count, bytes) => {
    view().setUint32(count, strings.length, true);
    view().setUint32(bytes, strings.reduce((sum, string) => sum + toBytes.encode(string).length + 1, 0), true);
    return 0;
  };
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const wasi = {
    fd_write(descriptor, pieces, count, written) {
      let sum = 0;
      for (let i = 0; i < count; ++i) {
        const at = view().getUint32(pieces + 8 * i, true), bytes = view().getUint32(pieces + 8 * i + 4, true);
        print((decoders[descriptor] ??= new TextDecoder()).decode(memory().subarray(at, at + bytes), { stream: true }), descriptor);
        sum += bytes;
      }
      view().setUint32(written, sum, true);
      return 0;
    },
    ...readOnlyFiles(files, memory, view),
    clock_time_get(_, __, at) {
      view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    environ_sizes_get: (count, bytes) => sizes(variables, count, bytes),
    environ_get: (at, to) => list(variables, at, to),
    args_sizes_get: (count, bytes) => sizes(words, count, bytes),
    args_get: (at, to) => list(words, at, to),
    random_get(at, bytes) {
      crypto.getRandomValues(memory().subarray(at, at + bytes));
      return 0;
    },
    // The module then traps: an exception would run the destructors of the objects on the program's stacks.
    proc_exit(number) { status = number; },
  };
  const address = at => at >>> 0;  // a number from the module is signed
  const withAddresses = f => (...words) => f(...words.map(word => typeof word === 'number' ? address(word) : word));
  ({ exports } = await WebAssembly.instantiate(program.module, {
    wasi_snapshot_preview1: new Proxy(wasi, { get: (known, name) => name in known ? withAddresses(known[name]) : () => badDescriptor }),
    simt: {
      switch_to: new WebAssembly.Suspending(switchTo), line_of: withAddresses(lineOf), alignment_at: withAddresses((place, bytes) => alignmentAt(program.vectors, program.lines(place), bytes)), calling_line_of: withAddresses(place => callingLine(program.inlined, place, program.lines(place))), text_of: withAddresses(textOf),
      stop() {},  // the module then traps
      tell: at => tell(JSON.parse(get(at))), ask: new WebAssembly.Suspending(withAddresses((...words) => ask(...words))),
    },
  }) ?? {});
  const fiberMain = WebAssembly.promising(exports.simt_fiber_main);

  const room = bytes => address(exports.simt_room(bytes));
  const put = string => {
    const bytes = toBytes.encode(string), at = room(bytes.length + 1);
    memory().set(bytes, at);
    memory()[at + bytes.length] = 0;
    return at;
  };
  const get = at => {
    const bytes = memory(), from = address(at);
    return text.decode(bytes.subarray(from, bytes.indexOf(0, from)));
  };
  // The judge sends the other instance a request and copies device memory between the two
  // (harness/browser/remote_module.cpp).
  const ask = async (question, questionBytes, spans, count, answerAt, answerBytesAt) => {
    let there = 1, answer;
    const shared = Array.from({ length: count }, (_, i) =>
      ({ begin: view().getUint32(spans + 8 * i, true), bytes: view().getUint32(spans + 8 * i + 4, true) }));
    try {
      const asked = memory().slice(question, question + questionBytes);
      answer = await (await other()).runFile(asked, shared, memory);
    } catch (error) {
      there = 0;
      answer = toBytes.encode(error.message);
    }
    const at = room(answer.length);
    memory().set(answer, at);
    view().setUint32(answerAt, at, true);
    view().setUint32(answerBytesAt, answer.length, true);
    return there;
  };
  for (const { name, address, bytes } of program.arrays) exports.simt_add_shared_array(put(name), address, bytes);
  for (const { kernel, bytes } of program.shared) exports.simt_add_static_shared(kernel, bytes);
  for (const { name, address, bytes, constant, managed } of program.variables ?? []) exports.simt_add_variable(put(name), address, bytes, constant, managed);
  for (const [place, to, isCall] of program.loops ?? []) exports.simt_add_loop(place, to, isCall);
  for (const place of program.readOnly ?? []) exports.simt_add_read_only_load(place);
  for (const { kernel, threads } of program.bounds ?? []) exports.simt_add_launch_bounds(kernel, threads);
  for (const place of program.functions ?? []) exports.simt_add_function(place);
  for (const [place, called] of program.calls ?? []) exports.simt_add_call(place, called);
  for (const name of program.dynamicNames) exports.simt_add_dynamic_shared(put(name));
  const failing = async (name, ...words) => {
    try {
      return await Promise.race([WebAssembly.promising(exports[name])(...words), failure]);
    } catch (error) {
      instance.ended = true;
      instance.status = status;
      const place = program.lines(view().getInt32(exports.simt_pc.value, true));
      throw new Trapped(`${status === undefined ? error.message : `the program ended with status ${status}`}${place ? `, after ${place.file}:${place.line}` : ''}`, { cause: error });
    }
  };
  const instance = {
    // Frees the suspended stacks: those of idle fibers or, after a trap, all of them. Unless there was a trap, the instance remains usable.
    end: () => resume.forEach((_, fiber) => (fiber > 0 || instance.ended) && end(fiber)),
    ended: false,  // true after a trap
    stacks: () => alive,  // if any are left after end(), the page eventually runs out of memory
    status: undefined,  // the exit status, if the program has called exit()
    judge: async request => JSON.parse(get(await failing('judge', put(JSON.stringify(request))))),
    practice: async request => JSON.parse(get(await failing('practice', put(JSON.stringify(request))))),
    // `shared`: [{ begin, bytes }, …], the parts of the other instance's memory to copy.
    async runFile(question, shared, theirs) {
      const at = room(question.length), bytesAt = room(4);
      exports.share_memory();
      for (const { begin, bytes } of shared) memory().set(theirs().subarray(begin, begin + bytes), begin);
      memory().set(question, at);
      const answer = address(await failing('run_file', at, question.length, bytesAt));
      for (const { begin, bytes } of shared) theirs().set(memory().subarray(begin, begin + bytes), begin);
      return memory().slice(answer, answer + view().getUint32(bytesAt, true));
    },
  };
  if (program.whole) return wholeProgram(exports, { failing, instance, put, get, room, status: () => status });
  exports._initialize();
  return instance;
}

// Returns a function that gives the program's instance: a new one on the first call and after the previous one has ended. The
// function's end() frees the stacks of the last instance.
export function restarting(program) {
  let instance;
  const current = async () => instance && !instance.ended ? instance : instance = (instance?.end(), await start(program));
  return Object.assign(current, { end: () => instance?.end() });
}
