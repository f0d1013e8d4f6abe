#!/usr/bin/env python3
"""./ladder practice --watch in a terminal: its keys, and how soon a saved file is judged. It must be noticed, built
and judged at a few sizes within 3 seconds; on a busy machine, within its share of CPU time.

  watch.py LADDER
"""
import os
import pty
import select
import subprocess
import sys
import tempfile
import time
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]
SECONDS = 3


class Terminal:
    def __init__(self, words, folder):
        self.master, slave = pty.openpty()
        self.text = ""
        self.process = subprocess.Popen(words, cwd=folder, stdin=slave, stdout=slave, stderr=slave)
        os.close(slave)

    def wait_for(self, words, seconds=120):
        """Removes and returns the output up to and including `words`."""
        until = time.monotonic() + seconds
        while words not in self.text:
            if time.monotonic() > until or not select.select([self.master], [], [], until - time.monotonic())[0]:
                sys.exit(f"no \"{words}\" within {seconds} s:\n{self.text}")
            self.text += os.read(self.master, 4096).decode(errors="replace").replace("\r\n", "\n")
        before, self.text = self.text.split(words, 1)
        return before

    def key(self, key):
        os.write(self.master, key.encode())


def main():
    ladder = str(Path(sys.argv[1]).resolve())
    right = (REPOSITORY / "kernels/first/01_index.cu").read_text()
    with tempfile.TemporaryDirectory() as folder:
        shown = Terminal([ladder, "practice", "first", "--watch", "--no-color"], folder)
        file = Path(folder) / "practice/first/index.cu"
        start = shown.wait_for("q quit")
        assert "Created practice/first/index.cu" in start and "was never written" in start, start
        shown.key("h")
        shown.wait_for("Hint 1 of 3 for first/index")  # even if it was requested in another folder

        # A program that is not in ccache's cache.
        file.write_text(right.replace("i ", f"i{os.getpid()} ").replace("[i]", f"[i{os.getpid()}]"))
        began = time.monotonic()
        shown.wait_for("at a few sizes")
        took = time.monotonic() - began
        assert "at every size" in shown.wait_for("Solved."), shown.text
        shown.wait_for("q quit")
        busy = max(1.0, os.getloadavg()[0] / os.cpu_count())
        print(f"a save was judged at a few sizes after {took:.1f} s; {busy:.1f} programs compete for each core")
        if took > SECONDS * busy:
            sys.exit(f"a save must be judged within {SECONDS} s")

        shown.key("l")
        assert "✓ index" in shown.wait_for("not begun (./ladder practice reduce starts with the first one)"), shown.text
        shown.key("n")
        assert "Created practice/first/stride.cu" in shown.wait_for("q quit")
        shown.key("n")
        shown.wait_for("first/stride is not solved yet. (N opens the next one anyway.)")
        shown.key("r")
        shown.wait_for("output[2048] was never written")
        shown.wait_for("q quit")
        shown.key("q")
        if shown.process.wait(30) != 1:
            sys.exit(f"its exit status is {shown.process.returncode}, but stride is not solved, so it should be 1")

        # A pitfall: the effect is shown, but not the cause until it is requested.
        shown = Terminal([ladder, "practice", "pitfalls/missing_barrier", "--watch", "--no-color"], folder)
        start = shown.wait_for("w why, n next")
        assert "the result is" in start and "Find the mistake and its line" in start, start
        assert "partial" not in start and "syncthreads" not in start and ".cu:23" not in start, start
        shown.key("w")
        shown.wait_for("put a")
        shown.wait_for("practice/pitfalls/missing_barrier.cu:23: read by block 0")
        shown.key("q")
        shown.process.wait(30)
    return 0


if __name__ == "__main__":
    sys.exit(main())
