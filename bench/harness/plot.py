# Copyright (c) 2026 The sonda authors. Distributed under the Boost
# Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

"""Plain charts as SVG: lines over a logarithmic axis, and ratios with their intervals."""

import math
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 70, 190, 40, 50
# Told apart by people who see few colours, too (Okabe and Ito).
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")


def write(path, parts, width=WIDTH, height=HEIGHT):
    """A file of drawn parts."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
                   f'height="{height}" font-family="sans-serif" font-size="12">\n'
                   f'<rect width="{width}" height="{height}" fill="white"/>\n' + "\n".join(parts) + "\n</svg>\n")


def text(x, y, what, anchor="start", more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{escape(str(what))}</text>'


def line(x1, y1, x2, y2, colour="#cccccc", width=1, more=""):
    return (f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" '
            f'stroke-width="{width}"{more}/>')


def nice_step(most, count=5):
    """A round distance of about so many ticks."""
    raw = most / count
    size = 10 ** math.floor(math.log10(raw))
    return next(size * each for each in (1, 2, 5, 10) if size * each >= raw)


def lines(path, title, x_label, y_label, series):
    """One line for each name in `series`, of (x, y); x is drawn by its logarithm of 2, y begins at 0."""
    points = [point for each in series.values() for point in each]
    low, high = (math.log2(pick(x for x, _ in points)) for pick in (min, max))
    most = max(y for _, y in points) * 1.05
    bottom, right = HEIGHT - BOTTOM, WIDTH - RIGHT

    def at(x, y):
        return (LEFT + (math.log2(x) - low) / (high - low) * (right - LEFT), bottom - y / most * (bottom - TOP))

    parts = [text(LEFT, 22, title, more=' font-size="14" font-weight="bold"'),
             text((LEFT + right) / 2, HEIGHT - 12, x_label, "middle"),
             text(16, (TOP + bottom) / 2, y_label, "middle", f' transform="rotate(-90 16 {(TOP + bottom) / 2})"')]
    step = nice_step(most)
    for i in range(int(most / step) + 1):
        _, y = at(2 ** low, i * step)
        parts += [line(LEFT, y, right, y), text(LEFT - 6, y + 4, f"{i * step:g}", "end")]
    exponents = range(math.ceil(low), math.floor(high) + 1, max(1, round((high - low) / 10)))
    for exponent in exponents:
        x, _ = at(2 ** exponent, 0)
        label = f"{2 ** exponent:,}" if exponent < 15 else f"2^{exponent}"
        parts += [line(x, bottom, x, bottom + 4, "#000000"), text(x, bottom + 18, label, "middle")]
    for number, (name, each) in enumerate(series.items()):
        colour = COLOURS[number % len(COLOURS)]
        path_of = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(*point) for point in each))
        parts.append(f'<polyline points="{path_of}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in (at(*p) for p in each)]
        key = TOP + 10 + 20 * number
        parts += [line(right + 14, key - 4, right + 34, key - 4, colour, 2), text(right + 40, key, name)]
    write(path, parts)


def ratios(path, title, rows):
    """A dot with its interval for each (name, ratio, low, high, wanted); a stroke where it is to be."""
    height = TOP + 22 * len(rows) + BOTTOM
    left, right = 400, WIDTH - 30
    most = max(1.0, *(high for _, _, _, high, _ in rows)) * 1.05

    def at(ratio):
        return left + ratio / most * (right - left)

    bottom = height - BOTTOM
    parts = [text(12, 22, title, more=' font-size="14" font-weight="bold"'),
             text(right, height - 12, "time of ours / time of the other; a stroke is the wanted figure", "end")]
    step = nice_step(most)
    for i in range(int(most / step) + 1):
        parts += [line(at(i * step), TOP, at(i * step), bottom),
                  text(at(i * step), bottom + 18, f"{i * step:g}", "middle")]
    for number, (name, ratio, low, high, wanted) in enumerate(rows):
        y = TOP + 22 * number + 12
        parts += [text(left - 10, y + 4, name, "end"), line(at(low), y, at(high), y, COLOURS[0], 3),
                  f'<circle cx="{at(ratio):.1f}" cy="{y}" r="4" fill="{COLOURS[0]}"/>']
        if wanted is not None:
            parts.append(line(at(wanted), y - 8, at(wanted), y + 8, COLOURS[1], 2))
    write(path, parts, height=height)
