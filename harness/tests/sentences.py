"""Checks that sentences about kernels are only in harness/base/findings/, and that no code reads them back.

Three rules for the files of harness/ that produce findings (they name a ladder::findings::Cause), except tests:
- they contain no sentence: any string of four words or more is for the compiler, for a shell, or for a thrown error;
- no file searches rendered text: message(), text_of(), text() and lines() end up on a screen or in a file, and so do the
  members note, skipped and error; nor does it search a variable that holds such a text;
- each cause has the facts that its sentence names: none remains in braces (tests/test_findings.cpp renders them).

Prints every violation and exits with status 1 if there is one. --prove: the same for faulty files.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).parents[2]
LITERALS = re.compile(r'(?:"(?:[^"\\\n]|\\.)*"\s*)+')
PART = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
WORD = re.compile(r"[A-Za-z]{2,}")
# Strings sent to or received from g++, an assembler or a shell: messages, patterns, options, code and lists of
# reserved names. And errors, which end a command with one line.
FOR_OTHERS = re.compile(r"‘|’|error:|array bound is|\.\*|\\\\d|\\\\w|^-|exec |objcopy|2>|-std=|\\t\.|::ladder::|^(?: __\w+)+ ?$")
THROWN = re.compile(r"throw [^;]*$|(?:os::Error|Failure|fail|invalid_argument|runtime_error|static_assert|fprintf|update)\([^;]*$")
RENDERED = (r"(?:\bmessage\(\)|\btext_of\((?:[^()]|\([^()]*\))*\)|\btext\(\)|\blines\(\)(?:\.front\(\)|\[\d+\])?"
            r"|(?:\.|->)(?:note|skipped|error)\b(?!\())")
SEARCH = r"\s*\.\s*(?:find|rfind|starts_with|ends_with|contains|substr|replace|compare)\b"
SEARCHED = re.compile(RENDERED + SEARCH)
# const std::string said = text_of(evidence);
HELD = re.compile(r"\b(?:string|string_view|auto)\b[\s&]+(\w+)\s*(?:=|\{|\()[^;{}]*?" + RENDERED + r"\s*[;)}]")
FUNCTION_END = re.compile(r"^\}", re.MULTILINE)
# Names that facts contain, and (in the last lines) words that g++ or the headers of ./ladder try print.
NAMES = {"a local variable of thread ", "a variable of the program", "write by the host", "read by the host",
         "loop iterations, over all warps", "pieces of code without a jump, executed by warps", "not run: {} with {}, block {} did not end",
         "n = {}, only the last blocks",
         "only the last blocks for more than 2^31 elements", "only the last blocks for many elements",
         "before the first case",
         "on a GPU with {} multiprocessors{}", "with blocks of {} threads differs from that with blocks of {}",
         "{} differs from that {}", "{} could not be judged: {}",
         "the kernel was stopped in block ", "the program crashed, or ended itself", "its launch was refused", "the report of try",
         ", its only block watched",
         "In file included from ", "to match other operand", "File size limit exceeded",
         "needs C++20 on the CPU executor"}


def without_comments(text):
    return re.sub(r"//[^\n]*|'\"'", lambda m: " " * len(m[0]), text)


def mistakes_in(name, text):
    code = without_comments(text)
    for found in SEARCHED.finditer(code):
        yield f"{name}:{code.count(chr(10), 0, found.start()) + 1}: searches rendered text: {found[0]}"
    for held in HELD.finditer(code):
        end = FUNCTION_END.search(code, held.end())
        for found in re.finditer(rf"\b{held[1]}{SEARCH}", code[held.end():end.start() if end else len(code)]):
            line = code.count(chr(10), 0, held.end() + found.start()) + 1
            yield f"{name}:{line}: searches rendered text, which this variable holds: {found[0]}"
    if "Cause::" not in code or name.startswith("cli/"):  # a command's output is not a finding
        return
    for found in LITERALS.finditer(code):
        words = "".join(PART.findall(found[0]))
        if len(WORD.findall(words)) < 4 or " " not in words or words in NAMES or FOR_OTHERS.search(words):
            continue
        if THROWN.search(code[max(0, found.start() - 400):found.start()]):
            continue
        yield f"{name}:{code.count(chr(10), 0, found.start()) + 1}: a sentence outside base/findings: {words[:90]}"


def files():
    for path in sorted((ROOT / "harness").rglob("*")):
        if path.suffix in {".h", ".cpp"} and not {"tests", "include", "findings"} & set(path.parts):
            yield str(path.relative_to(ROOT / "harness")), path.read_text()


def prove():
    """The findings for six files: with a sentence, with each kind of search, with a sentence among code, and with neither."""
    wrong = 'h.evidence = {Cause::trap};\nstep.note = "the kernel has no barrier here";\n'
    search = 'if (hazard.message().find("barrier") != npos) return;\nif (text_of(e).starts_with("a race")) return;\n'
    member = 'if (row.note.find("was not checked") != npos) return;\nreturn result->skipped.starts_with("n = ");\n'
    variable = 'const std::string said = text_of(around(e, Cause::trap));\nlog(said);\nif (said.contains("barrier")) return;\n}\n'
    built = wrong + 'step.note = "::ladder::simt_runtime::known(the kernel)" + " __global__ __device__ __host__ __shared__";\n'
    built += 'found = text.find(\'"\') != npos && text.rfind(\'"\') != npos;\n'
    good = 'const std::string said = text_of(e);\nprint(said);\n}\nbool is(const std::string& said) { return said.contains("x"); }\n'
    good += 'h.evidence = {Cause::trap}; // the kernel has no barrier here\nthrow os::Error("the kernel has no barrier here");\n'
    found = [list(mistakes_in("a.cpp", text)) for text in (wrong, search, member, variable, built, good)]
    assert [len(f) for f in found] == [1, 2, 2, 1, 1, 0], found
    return found


if __name__ == "__main__":
    if sys.argv[1:] == ["--prove"]:
        print("\n".join(line for lines in prove() for line in lines))
        sys.exit(0)
    found = [line for name, text in files() for line in mistakes_in(name, text)]
    print("\n".join(found) or "every sentence about a kernel is in base/findings, and no code reads one back")
    sys.exit(1 if found else 0)
