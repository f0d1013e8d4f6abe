// A whole program with main(): how it runs, how it ends, and its report, as in ./ladder try.

// The kinds of fault in platform/crash.h, by WebAssembly's messages in Chromium and node, and in Firefox.
const kMemory = 0, kDivision = 2, kInstruction = 3, kAbort = 4;
function faultOf({ message }) {
  if (/divide|overflow|unrepresentable/i.test(message) && !/stack/i.test(message)) return kDivision;
  if (/out of bounds|stack|recursion|null/i.test(message)) return kMemory;
  return /signature/i.test(message) ? kInstruction : kAbort;
}

const kStackOfReport = 1 << 20;

// The operations on an instance of a program, for instance.js.
export function wholeProgram(exports, { failing, instance, put, get, room, status }) {
  const stack = room(kStackOfReport) + kStackOfReport;
  const ended = async error => {
    // The stack on which the trap happened may have no room left, and its contents are still needed.
    exports.__stack_pointer.value = stack;
    if (status() === undefined) {
      try {
        exports.simt_trapped(faultOf(error.cause));
      } catch (last) {
        if (status() === undefined) throw last;
      }
    }
    exports.__stack_pointer.value = stack;
    return status();
  };
  return {
    // Returns the exit status, which is 128 plus the signal's number after a trap.
    async main(seconds) {
      try {
        exports.simt_limit_time(seconds);
        await failing('_initialize');
        await failing('simt_run_program');
      } catch (error) {
        if (!instance.ended) throw error;
        return ended(error);
      }
      throw new Error('the program has returned without an exit status');
    },
    end: instance.end,
    report: request => JSON.parse(get(exports.simt_report(put(JSON.stringify(request))))),
  };
}

const kOtherUndefined = ['f1400001', '7ff00001', '0'];  // executor/try/report.h

// `begin(options)` starts an instance with the options of instance.js. Returns the report of ./ladder try
// --json, including the sentence that describes each finding; if `trace` is { launch, block_index }, returns
// the trace of that block (docs/trace.md). If only reads of undefined values were found, the program runs again
// with other values. `alsoIdle`: a program that succeeds also runs without its kernels
// ("status_without_kernels").
export async function runWhole(begin, { file, launches, kernels }, { print, seconds = 60, words = [], trace, alsoIdle = false } = {}) {
  const run = async (more, print) => {
    const environment = { LADDER_TRY_TIMEOUT: seconds, ...more, ...(trace ? { LADDER_TRY_TRACE: `${trace.launch}:${trace.block_index}:trace` } : {}) };
    const program = await begin({ print, environment, words: [`./${file.replace(/.*\//, '').replace(/\.\w+$/, '')}`, ...words] });
    const status = await program.main(seconds);
    program.end();
    return more => program.report({ status, file, launches, kernels, ...more });
  };
  const report = await run({}, print), first = report({});
  if (trace) return tracedBlock(first, trace);
  const silently = async more => (await run(more, () => {}))({});
  const settled = async () => {
    if (!first.only_undefined) return first;
    for (const bits of kOtherUndefined) {
      const other = await silently({ LADDER_TRY_UNDEFINED: bits });
      if (!other.only_undefined || other.digest !== first.digest) return first;
    }
    return report({ came_to_nothing: true });
  };
  const seen = await settled();
  if (alsoIdle && seen.exit_status === 0 && !seen.timed_out) {
    const idle = await silently({ LADDER_TRY_IDLE: 1 });
    seen.status_without_kernels = idle.timed_out ? kOutOfTime : idle.exit_status;
  }
  return seen;
}

const kGood = 0, kWrong = 1, kNotPossible = 2, kOutOfTime = 124;

// The exit status of ./ladder try.
export const statusOf = ({ timed_out, wrong, limited, exit_status }) => timed_out ? kOutOfTime : wrong ? kWrong : limited ? kNotPossible : exit_status !== 0 ? kWrong : kGood;

function tracedBlock({ error, trace, kernels }, { launch, block_index: block }) {
  if (error) return { error };
  const launches = kernels?.reduce((sum, kernel) => sum + kernel.launches, 0);
  if (launches < launch) return { error: `the program launches ${launches} kernel${launches === 1 ? '' : 's'}` };
  if (!trace) return { error: 'the program ended before that launch did' };
  if (block >= trace.blocks) return { error: `launch ${launch} has ${trace.blocks} block${trace.blocks === 1 ? '' : 's'}, 0 to ${trace.blocks - 1}` };
  return trace;
}
