"""Checks that every reader can distinguish the lines of the chart with the most lines.

colours.py LADDER: draws a sweep with the largest number of stages, light and dark, and computes the colour difference
between every two lines (CIEDE2000), for normal vision and for simulated deuteranopia and protanopia (Machado,
Oliveira, Fernandes 2009). Lines that differ by less than LEAST must have different dashes. --print:
also prints the pairs that differ least. --prove: makes two colours similar, and checks that the pair is found.
"""

import itertools
import math
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).parents[3]
LEAST = 12
EYES = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
}


def linear(colour):
    parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def lab(rgb):
    r, g, b = (min(1, max(0, part)) for part in rgb)
    xyz = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047, \
        0.2126729 * r + 0.7151522 * g + 0.0721750 * b, (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883
    x, y, z = (part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116 for part in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def seen(colour, eye):
    rgb = linear(colour)
    return lab([sum(factor * part for factor, part in zip(row, rgb)) for row in EYES[eye]])


def ciede2000(one, other):
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * math.sqrt(mean ** 7 / (mean ** 7 + 25 ** 7))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = math.degrees(math.atan2(b1, a1)) % 360, math.degrees(math.atan2(b2, a2)) % 360
    grey = c1 * c2 == 0
    dh = 0 if grey else (h2 - h1 + 180) % 360 - 180
    dl, dc, dhue = l2 - l1, c2 - c1, 2 * math.sqrt(c1 * c2) * math.sin(math.radians(dh) / 2)
    l, c = (l1 + l2) / 2, (c1 + c2) / 2
    h = h1 + h2 if grey else (h1 + dh / 2) % 360
    t = (1 - 0.17 * math.cos(math.radians(h - 30)) + 0.24 * math.cos(math.radians(2 * h))
         + 0.32 * math.cos(math.radians(3 * h + 6)) - 0.20 * math.cos(math.radians(4 * h - 63)))
    sl, sc, sh = 1 + 0.015 * (l - 50) ** 2 / math.sqrt(20 + (l - 50) ** 2), 1 + 0.045 * c, 1 + 0.015 * c * t
    turn = -math.sin(math.radians(60 * math.exp(-((h - 275) / 25) ** 2))) * 2 * math.sqrt(c ** 7 / (c ** 7 + 25 ** 7))
    return math.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dhue / sh) ** 2 + turn * (dc / sc) * (dhue / sh))


def lines(ladder, theme):
    """Each line's name, colour and dashes."""
    stages = "stages=v[0-8],v1.5,v4.1,v4.2"
    svg = subprocess.run([ladder, "tables", str(ROOT / "results/h200/sweep.json"), "reduce", stages, "chart=sweep",
                          f"theme={theme}", "--svg", "-"], check=True, capture_output=True, text=True).stdout
    colours = dict(re.findall(r"\.stroke-(\w+)\{stroke:(#\w+)\}", svg))
    found = re.findall(r'<g><title>([^<]*)</title><path d="[^"]*" class="outline stroke-(\w+) ?(\w*)"', svg)
    return [(name, colours[colour], dash) for name, colour, dash in found]


def alike(drawn):
    """Pairs of lines that some readers cannot distinguish, and all pairs with their difference, smallest first."""
    pairs = sorted((ciede2000(seen(a[1], eye), seen(b[1], eye)), eye, a, b)
                   for a, b in itertools.combinations(drawn, 2) for eye in EYES)
    return [pair for pair in pairs if pair[0] < LEAST and pair[2][2] == pair[3][2]], pairs


def main():
    assert abs(ciede2000((50, 2.6772, -79.7751), (50, 0, -82.7485)) - 2.0425) < 1e-4  # Sharma, Wu, Dalal 2005, pair 1
    failed = False
    for theme in "light", "dark":
        drawn = lines(sys.argv[1], theme)
        if len(drawn) < 12 + 2:
            sys.exit(f"only {len(drawn)} lines were found in the chart")
        if "--prove" in sys.argv:
            drawn[1] = (drawn[1][0], drawn[0][1], drawn[1][2])
        found, pairs = alike(drawn)
        for difference, eye, a, b in found + (pairs[:12] if "--print" in sys.argv else []):
            print(f"{theme}, {eye}: {a[0]} and {b[0]} differ by {difference:.1f} ({a[2] or 'solid'}, {b[2] or 'solid'})")
        failed = failed or bool(found)
    if "--prove" in sys.argv:
        return 0 if failed else "two lines with the same colour were not detected"
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
