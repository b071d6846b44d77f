"""Small multiples as SVG: one small chart per measure, each with the same lines, x logarithmic. Plain text, no script in it."""
import math
from html import escape

COLUMNS, WIDTH, CELL_HEIGHT = 3, 900, 216
LEFT, RIGHT, TOP, BOTTOM = 52, 14, 36, 44
STYLE = """
 text { font: 11px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; fill: #444c56 }
 .ground { fill: #ffffff } .title { font-weight: 600; font-size: 12px; fill: #1f2328 } .small { font-size: 10px }
 .grid { stroke: #d8dee4 } .axis { stroke: #8c959f }
 .line { fill: none; stroke-width: 2 } .dot { stroke-width: 1.5 }
 .s0 { stroke: #0072b2 } .s1 { stroke: #c2510a } .s2 { stroke: #00805f } .s3 { stroke: #8250df }
 .dot.s0 { fill: #0072b2 } .dot.s1 { fill: #ffffff } .dot.s2 { fill: #00805f } .dot.s3 { fill: #ffffff }
 @media (prefers-color-scheme: dark) {
  text { fill: #adbac7 } .ground { fill: #161b22 } .title { fill: #e6edf3 } .grid { stroke: #30363d } .axis { stroke: #768390 }
  .s0 { stroke: #56b4e9 } .s1 { stroke: #f0883e } .s2 { stroke: #3fcf9f } .s3 { stroke: #bc8cff }
  .dot.s0 { fill: #56b4e9 } .dot.s1 { fill: #161b22 } .dot.s2 { fill: #3fcf9f } .dot.s3 { fill: #161b22 }
 }
"""
STYLES = 4


class Chart:
    """A title with its unit, and for each line its points (x, y); y may be logarithmic as x is."""

    def __init__(self, title, lines, logarithmic=False):
        self.title, self.lines, self.logarithmic = title, lines, logarithmic


def short(value):
    """A number as an axis has room for it."""
    return f"{value / 1e6:g} M" if value >= 1e6 else f"{value:,.6g}"


class Linear:
    """From zero to a round number above the largest."""

    def __init__(self, values):
        rough = max(max(values), 1e-9) / 4
        size = 10 ** math.floor(math.log10(rough))
        step = next(size * part for part in (1, 2, 2.5, 5, 10) if size * part >= rough)
        self.ticks = [step * i for i in range(math.ceil(max(values) / step) + 1)]

    def share(self, value):
        return value / self.ticks[-1]


class Logarithmic:
    """From one of 1, 2, 5 times a power of ten to another."""

    def __init__(self, values, exact=()):
        low, high = min(values), max(values)
        round_ones = [digit * 10 ** power for power in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
                      for digit in (1, 2, 5)]
        self.low = max((r for r in round_ones if r <= low), default=low)
        self.high = min((r for r in round_ones if r >= high), default=high)
        powers = [r for r in round_ones if self.low <= r <= self.high and math.log10(r) % 1 == 0]
        self.ticks = list(exact) or (powers if len(powers) > 2 else [r for r in round_ones if self.low <= r <= self.high])
        if exact:
            self.low, self.high = low, high if high > low else low * 10

    def share(self, value):
        return math.log(value / self.low) / math.log(self.high / self.low)


def marker(kind, x, y):
    style = f'class="dot s{kind % STYLES}"'
    if kind % STYLES == 0:
        return f'<circle {style} cx="{x:.1f}" cy="{y:.1f}" r="3.2"/>'
    if kind % STYLES == 1:
        return f'<rect {style} x="{x - 3:.1f}" y="{y - 3:.1f}" width="6" height="6"/>'
    if kind % STYLES == 2:
        return f'<path {style} d="M{x:.1f} {y - 4:.1f}l4 7h-8z"/>'
    return f'<path {style} d="M{x:.1f} {y - 4:.1f}l4 4l-4 4l-4 -4z"/>'


def text(x, y, words, anchor="start", style=""):
    kind = f' class="{style}"' if style else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{kind}>{escape(words)}</text>'


def drawn(chart, left, top, x_label):
    """One chart in its cell."""
    width, height = WIDTH / COLUMNS - LEFT - RIGHT, CELL_HEIGHT - TOP - BOTTOM
    x0, y0 = left + LEFT, top + TOP + height
    ys = [y for line in chart.lines for _, y in line]
    xs = sorted({x for line in chart.lines for x, _ in line})
    logarithmic = chart.logarithmic and min(ys) > 0
    across, up = Logarithmic(xs, exact=xs), Logarithmic(ys) if logarithmic else Linear(ys)
    out = [text(left + 10, top + 20, chart.title + (" (log)" if logarithmic else ""), style="title")]
    for tick in up.ticks:
        y = y0 - up.share(tick) * height
        out.append(f'<line class="grid" x1="{x0:.1f}" x2="{x0 + width:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>')
        out.append(text(x0 - 6, y + 3.5, short(tick), "end", "small"))
    out.append(f'<line class="axis" x1="{x0:.1f}" x2="{x0 + width:.1f}" y1="{y0:.1f}" y2="{y0:.1f}"/>')
    inset = 12
    at = lambda x: x0 + inset + across.share(x) * (width - 2 * inset)
    for tick in across.ticks:
        out.append(f'<line class="axis" x1="{at(tick):.1f}" x2="{at(tick):.1f}" y1="{y0:.1f}" y2="{y0 + 4:.1f}"/>')
        out.append(text(at(tick), y0 + 16, f"{tick:,}", "middle", "small"))
    out.append(text(x0 + width / 2, y0 + 31, x_label, "middle", "small"))
    for number, line in enumerate(chart.lines):
        points = [(at(x), y0 - up.share(y) * height) for x, y in line]
        joined = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        out.append(f'<polyline class="line s{number % STYLES}" points="{joined}"/>')
        out += [marker(number, x, y) for x, y in points]
    return out


def small_multiples(charts, names, x_label, remark):
    """The drawing: charts in rows of three, and after the last of them the legend with a remark of some lines."""
    height = CELL_HEIGHT * math.ceil((len(charts) + 1) / COLUMNS)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" role="img">',
           f'<title>{escape("; ".join(chart.title for chart in charts))}: over {escape(x_label)}</title>',
           f"<style>{STYLE}</style>", f'<rect class="ground" width="{WIDTH}" height="{height}" rx="6"/>']
    for number, chart in enumerate(charts):
        out += drawn(chart, number % COLUMNS * WIDTH / COLUMNS, number // COLUMNS * CELL_HEIGHT, x_label)
    left, top = len(charts) % COLUMNS * WIDTH / COLUMNS + LEFT, len(charts) // COLUMNS * CELL_HEIGHT + TOP
    for number, name in enumerate(names):
        y = top + 14 + 20 * number
        out.append(f'<line class="line s{number % STYLES}" x1="{left}" x2="{left + 30}" y1="{y}" y2="{y}"/>')
        out.append(marker(number, left + 15, y))
        out.append(text(left + 38, y + 4, name))
    for number, line in enumerate(remark):
        out.append(text(left, top + 34 + 20 * len(names) + 15 * number, line))
    return "\n".join([*out, "</svg>"]) + "\n"
