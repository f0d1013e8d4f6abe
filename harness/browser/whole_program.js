// The steps before a program is compiled, which are the same in node and in the page: the rewriter's module,
// and the errors that ./ladder try reports before it compiles.

const text = new TextDecoder(), toBytes = new TextEncoder();

// `module`: that of rewriter.cpp. Returns a function that turns preprocessed text into { text, launches,
// kernels, refused }.
export async function startRewriter(module) {
  const unused = new Proxy({}, { get: () => () => 8 });
  const { exports } = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: unused, simt: unused });
  exports._initialize();
  return preprocessed => {
    const bytes = toBytes.encode(preprocessed), at = exports.simt_room(bytes.length + 1) >>> 0;
    const memory = () => new Uint8Array(exports.memory.buffer);
    memory().set(bytes, at);
    memory()[at + bytes.length] = 0;
    const answer = exports.rewritten(at) >>> 0;
    return JSON.parse(text.decode(memory().subarray(answer, memory().indexOf(0, answer))));
  };
}

// The text of the file itself, without the prologue, which is compiled only once (clang's -E still reads its
// text).
export function behindPrologue(preprocessed, file) {
  const begins = `# 1 "${file}" 2\n`, at = preprocessed.indexOf(begins);
  if (at < 0) throw new Error(`the preprocessed text does not say where ${file} begins`);
  return `# 1 "${file}"\n${preprocessed.slice(at + begins.length)}`;
}

// Code from the library's headers has no debug information (kernel_file.h): line markers show where it begins and ends.
export function withoutDebugOfHeaders(preprocessed, isOwn) {
  let inside = false;
  const lines = [];
  for (const line of preprocessed.split('\n')) {
    const file = /^# \d+ "([^"]*)"/.exec(line)?.[1];
    if (file !== undefined && inside === isOwn(file)) {
      lines.push(inside ? '#pragma clang attribute pop' : '#pragma clang attribute push(__attribute__((nodebug)), apply_to = hasType(functionType))');
      inside = !inside;
    }
    lines.push(line);
  }
  if (inside) lines.push('#pragma clang attribute pop');
  return lines.join('\n');
}
// The lines of the program's own files as the compiler reads them, by "file:line".
export function linesAsRead(preprocessed, isOwn) {
  const lines = {};
  let file = '', number = 0;
  for (const line of preprocessed.split('\n')) {
    const marker = /^# (\d+) "([^"]*)"/.exec(line);
    if (marker) [number, file] = [Number(marker[1]), marker[2]];
    else if (isOwn(file)) lines[`${file}:${number++}`] ??= line;
  }
  return lines;
}
export const isOwnFile = file => !/^(<|\/|harness\/|lib\/|build\/)/.test(file);

export const refusalOf = ({ refused }) => refused.length > 0 ? `${refused[0].file}:${refused[0].line}: ${refused[0].why}` : '';
