"""Checks that a page that leaves a cause open gives the reason. A sentence of README.md or docs/**/*.md with
"likely", "not known", "was not investigated" or words like these must also contain its reason: "because …" or
"not known: …", such as the control kernel or the counter that is missing, or what else changes at the same time.
Code and generated content are skipped; tables are not.

Prints every such sentence and exits with status 1 if there is one. --prove: the same for a faulty page.
"""

import pathlib
import re
import sys

from prose_numbers import pages, prose

OPEN = re.compile(
    r"\b(?:likely|probably|presumably)\b|\bnot (?:\w+ )?(?:known|investigated|measured separately|separated)\b"
    r"|\b(?:do|does|did) not explain\b|\b(?:cause|reason)s? (?:is|are|was|were) (?:unknown|not (?:clear|examined|found|tested))", re.I)
REASON = re.compile(r"\bbecause\b|\bnot known: \S", re.I)
ALLOWED = {  # sentences that are not about a cause, by their page and some of their words
    "docs/machine/machine_code.md": ["the addresses are not known before the program runs"],
    "docs/pitfalls/divergent_barrier.md": ["the program is likely to hang"],  # NVIDIA's guide
    "docs/reduce_atomic/per_block.md": ["The block size is not known at compile time here"],
    "docs/softmax/overlapped.md": ["The maximum of a share is not known when its first chunk is summed"],
}


def sentences(text):
    """Yields (line, sentence) for each sentence of a page, also for those in tables."""
    for number, line in enumerate(prose(text).splitlines(), 1):
        for part in line.split("|"):
            for sentence in re.split(r"(?<=[.!?])[)*]*\s+", part):
                yield number, sentence.strip()


def open_causes(name, text):
    """Yields (line, sentence) for each sentence that leaves a cause open without saying why."""
    for number, sentence in sentences(text):
        if OPEN.search(sentence) and not REASON.search(sentence):
            if not any(words in sentence for words in ALLOWED.get(name, [])):
                yield number, sentence


PAGE = """The banks are a likely reason. The queue is full. The counters do not explain this.
The barriers are probably slow, because the profile shows waits. Their cost is not known: no control has fewer.
This was not investigated. (Why is not yet known.) The address is not known, because it is computed.
| stage | presumably memory | not separated, because both change |
`likely` is a confidence.
```
probably
```
<!-- table: results/h200/ladder.json reduce -->
likely
<!-- /table -->
The reason was not found. Their effects were not measured separately.
"""


def prove():
    found = [line for line, _ in open_causes("docs/page.md", PAGE)]
    assert found == [1, 1, 3, 3, 4, 12, 12], found
    allowed = "Otherwise the program is likely to hang."
    assert not list(open_causes("docs/pitfalls/divergent_barrier.md", allowed))
    assert list(open_causes("docs/page.md", allowed))
    print(f"{len(found)} causes left open are detected in a deliberately wrong page")


def main():
    good = True
    root = pathlib.Path(__file__).parents[3]
    for name, text in pages(root):
        for line, sentence in open_causes(name, text):
            print(f"{name}:{line}: {sentence}\n  say why this is open (because …): which control or counter is missing?")
            good = False
    if good:
        print("every cause that is left open has a reason")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    prove() if sys.argv[1:] == ["--prove"] else main()
