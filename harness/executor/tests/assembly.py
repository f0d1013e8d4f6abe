"""What shared_memory.awk makes of g++'s assembly for 64-bit ARM, on a machine that need not be one: a file as g++
writes it, and what must have become of it. Exit status 1, with what is missing, if something is."""

import pathlib
import subprocess
import sys
import tempfile

SCRIPT = pathlib.Path(__file__).parents[1] / "simt/shared_memory.awk"

# main() divides, shifts and converts; one() is of this file alone; two __shared__ arrays, of which one is dynamic.
ASSEMBLY = """\
	.arch armv8-a
	.text
	.align	2
	.global	main
	.type	main, %function
main:
	mrs	x20, tpidr_el0
	adrp	x1, :gottprel:tile_with_no_size
	ldr	x1, [x1, #:gottprel_lo12:tile_with_no_size]
	add	x2, x20, #:tprel_hi12:partial, lsl #12
	sdiv	w3, w4, w5
	cmp	w26, 31
	bls	.L3
	bl	__sanitizer_cov_trace_pc
	bl	__ubsan_handle_shift_out_of_bounds
.L3:
	bl	__sanitizer_cov_trace_pc
	lsl	w22, w22, w26
	bl	__tsan_read4
	ldr	s8, [x21]
	cbz	w0, .L4
	bl	__sanitizer_cov_trace_pc
	bl	__ubsan_handle_float_cast_overflow
.L4:
	bl	__sanitizer_cov_trace_pc
	mov	x0, x21
	bl	__tsan_read4
	ldr	s8, [x21]
	fcvtzs	w8, s8
	ldr	w1, [x19, 8]
	bl	one
	ldp	s0, s1, [x19, 16]
	mov	w4, 3
	ldr	s2, [x19, 24]
	bl	one
	ldr	x1, [x20, 8]
	ldr	x20, [x20]
	ldr	x2, [x20, 16]
	bl	one
.L5:
	bl	__sanitizer_cov_trace_pc
	ret
	.size	main, .-main
	.type	one, %function
one:
	ret
	.size	one, .-one
	.section	.tbss,"awT",@nobits
	.align	2
	.type	partial, %object
	.size	partial, 128
partial:
	.zero	128
"""


def after(traced):
    """The lines that the script makes of it, and the names that it makes global."""
    with tempfile.TemporaryDirectory() as folder:
        text, names = pathlib.Path(folder, "in.s"), pathlib.Path(folder, "names")
        text.write_text(ASSEMBLY)
        made = subprocess.run(["awk", "-v", f"traced={int(traced)}", "-v", f"locals={names}", "-f", SCRIPT, text, text],
                              check=True, capture_output=True, text=True).stdout
        return [" ".join(line.split()) for line in made.splitlines()], names.read_text().split()


def mistakes():
    """Yields what the script does not do."""
    for traced in (False, True):
        lines, names = after(traced)
        form = "traced" if traced else "plain"
        text = "\n".join(lines)

        def must(holds, what):
            return [] if holds else [f"{form}: {what}"]

        yield from must(names == ["one"], f"only one() is of this file alone, not {names}")
        yield from must("cbnz w5, 1f\nbl simt_divided_by_zero\n1:" in text, "a divisor of 0 is not looked for")
        yield from must("#:gottprel_lo12:simt_dynamic_shared" in text, "dynamic shared memory keeps a name of its own")
        yield from must("partial:\n.zero 128\n.zero 256" in text, "no red zone behind a __shared__ array")
        yield from must("add x0, x0, #:tprel_hi12:partial, lsl #12" in text, "the place of an array is not in the table")
        if traced:
            yield from must(lines.count("bl simt_count_division") == 1, "the division is not counted")
            yield from must(lines.count("bl __sanitizer_cov_trace_pc") == 3, "a look at a shift or a conversion is counted")
            yield from must(lines.count("bl __tsan_read4") == 1, "the float that was looked at is loaded twice")
            yield from must("bl simt_see_argument_4" in text, "what is read for arguments is not shown")
            yield from must("add x0, x19, 16\nbl simt_see_argument_12" in text, "a structure in parts is not shown as one")
            yield from must("add x0, x20, 0\nbl simt_see_argument_16" in text, "parts from high to low are not shown as one")
            yield from must("add x0, x20, 16\nbl simt_see_argument_8" in text, "parts are joined though their address changed")


if __name__ == "__main__":
    found = list(mistakes())
    print("\n".join(found) or "assembly for 64-bit ARM becomes what it must")
    sys.exit(1 if found else 0)
