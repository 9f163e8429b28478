"""The survey as one page of HTML: no other file, no network, light and dark, tables that sort by a click, and print."""
from __future__ import annotations

import html
import os

from viewfab_translate.nest_classes import MEANING
from viewfab_translate.survey_text import REASONS, counts, files, reasons

STYLE = """
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5b6675; --paper: #fbfbf9; --card: #ffffff; --line: #dfe2e6;
        --good: #1f7a57; --bad: #b4552d; --bar: #d9efe5; --rest: #f6e2d8; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ee; --soft: #9aa5b4; --paper: #14181e; --card: #1b2129; --line: #303844;
        --good: #6fd1a6; --bad: #f0a27d; --bar: #1f4a3a; --rest: #4d3023; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2.5rem 1.25rem 5rem; max-width: 78rem; background: var(--paper); color: var(--ink);
       font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.7rem; margin: 0 0 .25rem; letter-spacing: -.01em; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 .6rem; }
p { margin: .3rem 0 .8rem; color: var(--soft); max-width: 62rem; }
.figures { display: flex; flex-wrap: wrap; gap: .9rem; margin: 1.4rem 0; }
.figure { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: .8rem 1.2rem; min-width: 8.5rem; }
.figure b { display: block; font-size: 1.8rem; font-weight: 650; font-variant-numeric: tabular-nums; }
.figure span { color: var(--soft); font-size: .88rem; }
.wide { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: .6rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; padding: .42rem .8rem; border-bottom: 1px solid var(--line); vertical-align: top; }
tr:last-child td { border-bottom: 0; }
th { position: sticky; top: 0; background: var(--card); color: var(--soft); font-weight: 600; white-space: nowrap; }
th button { all: unset; cursor: pointer; }
th button:focus-visible { outline: 2px solid var(--good); outline-offset: 2px; }
th[aria-sort=ascending] button::after { content: " \\2191"; }
th[aria-sort=descending] button::after { content: " \\2193"; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
code { font: .86em ui-monospace, monospace; overflow-wrap: anywhere; }
.yes { color: var(--good); font-weight: 600; }
.no { color: var(--bad); font-weight: 600; }
.bar { display: flex; height: .55rem; border-radius: .3rem; overflow: hidden; background: var(--rest); min-width: 7rem; margin-top: .45rem; }
.bar i { background: var(--good); }
.remedy { color: var(--soft); display: block; }
input { font: inherit; padding: .45rem .7rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--card);
        color: inherit; width: min(26rem, 100%); margin: 0 0 .7rem; }
details > summary { cursor: pointer; color: var(--soft); margin: .3rem 0; }
@media print { body { max-width: none; padding: 0; font-size: 10pt; background: #fff; color: #000; } input { display: none; }
  .wide { overflow: visible; border: 0; } tr { break-inside: avoid; } h2 { break-after: avoid; } th { position: static; } }
"""

SCRIPT = """
for (const table of document.querySelectorAll('table')) {
  table.querySelectorAll('th button').forEach((button, at) => button.addEventListener('click', () => {
    const head = button.parentElement, down = head.getAttribute('aria-sort') === 'ascending';
    table.querySelectorAll('th').forEach(h => h.removeAttribute('aria-sort'));
    head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
    const value = row => row.cells[at].dataset.value ?? row.cells[at].textContent;
    const body = table.tBodies[0];
    [...body.rows].sort((a, b) => (down ? -1 : 1) * value(a).localeCompare(value(b), 'en', {numeric: true}))
      .forEach(row => body.append(row));
  }));
}
const filter = document.querySelector('input');
filter?.addEventListener('input', () => {
  for (const row of document.querySelectorAll('#nests tbody tr'))
    row.hidden = !row.textContent.toLowerCase().includes(filter.value.toLowerCase());
});
"""


def cell(value, number: bool = False, sort: str = "") -> str:
    """A cell. value is HTML already."""
    data = f' data-value="{html.escape(sort)}"' if sort else ""
    return f"<td{' class=number' if number else ''}{data}>{value}</td>"


def table(heads: list, rows: list, name: str = "") -> str:
    """heads: pairs (text, is it a number); rows: lists of cells."""
    top = "".join(f"<th scope=col{' class=number' if n else ''}><button>{html.escape(h)}</button></th>" for h, n in heads)
    body = "\n".join("<tr>" + "".join(r) + "</tr>" for r in rows)
    return f"<div class=wide><table{f' id={name}' if name else ''}><thead><tr>{top}</tr></thead><tbody>\n{body}\n</tbody></table></div>"


def code(text: str) -> str:
    return f"<code>{html.escape(text)}</code>"


def bar(done: int, of: int) -> str:
    return f"<div class=bar role=img aria-label='{done} of {of}'><i style='width:{100*done/max(of, 1):.1f}%'></i></div>"


def short(s, name: str) -> str:
    """The file without the folder that all files have."""
    folder = os.path.commonpath([os.path.dirname(os.path.abspath(f)) for f in s.files])
    return os.path.relpath(os.path.abspath(name), folder)


def figures(s) -> str:
    done = sum(n.verdict == "translated" for n in s.nests)
    items = [(len(s.files), "files"), (len(s.units), "routines with nests"), (len(s.nests), "nests"), (done, "can be translated"),
             (len(s.nests) - done, "refused")]
    if s.profiled and s.steps:
        items.append((f"{100*s.steps[-1].covered:.0f} %", "of the time in translated nests"))
        items.append((f"{s.steps[-1].most:.1f}x", "speedup at most"))
    return "<div class=figures>" + "".join(f"<div class=figure><b>{v}</b><span>{html.escape(t)}</span></div>" for v, t in items) + "</div>"


def steps(s) -> str:
    heads = [("", True), ("routine", False), ("file", False), ("nests", True), ("translated", True), ("new arrays", True)]
    if s.profiled:
        heads += [("time", True), ("covered so far", True), ("speedup at most", True)]
    rows = []
    for at, p in enumerate(s.steps):
        row = [cell(at + 1, True), cell(code(p.routine)), cell(code(short(s, p.file))), cell(p.nests, True), cell(p.translated, True),
               cell(p.new, True)]
        if s.profiled:
            row += [cell(f"{100*p.share:.1f} %", True), cell(f"{100*p.covered:.1f} %", True), cell(f"{p.most:.2f}x", True)]
        rows.append(row)
    note = "By the time that translated nests take. The speedup assumes kernels that take no time, so it is a limit, not a promise." \
        if s.profiled else "By the number of translated nests. With a profile (--profile) the order is that of the time."
    return f"<h2>Order to port</h2><p>{note} New arrays are those that no earlier step brings to the device.</p>" + table(heads, rows)


def verdict(n) -> str:
    if n.verdict == "translated":
        return f"<span class=yes>translated</span> {code(n.kernel)}"
    remedy = f"<span class=remedy>to make it translatable: {html.escape(n.remedy)}</span>" if n.remedy else ""
    line = f"line {n.line}: " if n.line else ""
    line = f"({n.inner} loops inside are kernels) {line}" if n.inner else line
    return f"<span class=no>refused</span> {line}{html.escape(n.cause)}{remedy}"


def nest_rows(s) -> list:
    return [[cell(code(short(s, n.file))), cell(n.first, True), cell(code(n.routine)),
             cell(html.escape(n.group) + (f" <span class=remedy>{html.escape(', '.join(n.also))}</span>" if n.also else "")),
             cell(n.depth, True), cell(verdict(n)), cell(code(", ".join(n.writes[:8])))] for n in s.nests]


def page(s) -> str:
    done = sum(n.verdict == "translated" for n in s.nests)
    out = ["<!doctype html><html lang=en><head><meta charset=utf-8><meta name=viewport content='width=device-width, initial-scale=1'>",
           f"<title>Loops of {html.escape(os.path.basename(s.place.rstrip('/')) or s.place)}</title><style>{STYLE}</style></head><body>",
           f"<h1>Loops of {html.escape(os.path.basename(s.place.rstrip('/')) or s.place)}</h1>",
           "<p>A nest is an outermost loop with all loops inside. A translated nest has a kernel file; viewfab-translate proves the kernel "
           "against the loops when it writes the file. This page is a count, not a proof.</p>", figures(s), bar(done, len(s.nests)),
           "<h2>Nests by class</h2>",
           table([("class", False), ("meaning", False), ("nests", True), ("translated", True), ("refused", True), ("", False)],
                 [[cell(w), cell(html.escape(MEANING.get(w, ""))), cell(n, True), cell(d, True), cell(r, True), cell(bar(d, n), sort=f"{d/n:.4f}")]
                  for w, n, d, r in counts(s.nests)]), steps(s)]
    if done < len(s.nests):
        out += ["<h2>Reasons of refusals</h2>", table(
            [("nests", True), ("reason", False), ("example", False)],
            [[cell(c, True), cell(html.escape(REASONS.get(r, r))), cell(code(f"{short(s, n.file)}:{n.line or n.first}") + " " + html.escape(n.cause))]
             for c, r, n in reasons(s.nests)])]
    if s.shared:
        out += ["<h2>Arrays that routines share</h2><p>By name: an array that a caller passes under another name counts as two.</p>",
                table([("array", False), ("nests", True), ("written in", False), ("read in", False)],
                      [[cell(code(a.name)), cell(a.nests, True), cell(code(", ".join(a.written_in)), sort=f"{len(a.written_in)}"),
                        cell(code(", ".join(a.read_in)), sort=f"{len(a.read_in)}")] for a in s.shared])]
    out += ["<h2>Files</h2>", table([("file", False), ("nests", True), ("translated", True), ("", False)],
                                    [[cell(code(short(s, f))), cell(n, True), cell(d, True), cell(bar(d, n), sort=f"{d/n:.4f}")]
                                     for f, n, d in files(s)])]
    out += ["<h2>All nests</h2><input type=search placeholder='Show rows with this text' aria-label='Show rows with this text'>",
            table([("file", False), ("line", True), ("routine", False), ("class", False), ("depth", True), ("verdict", False),
                   ("writes", False)], nest_rows(s), "nests")]
    for title, rows in (("Read without the compiler, so nothing is translated", s.loose), ("Files that no reader takes", s.unread)):
        if rows:
            out += [f"<h2>{title}</h2>", table([("file", False), ("why", False)],
                                                [[cell(code(short(s, n))), cell(html.escape(c))] for n, c in rows])]
    return "\n".join(out) + f"\n<script>{SCRIPT}</script></body></html>\n"
