"""The survey as text and as JSON."""
from __future__ import annotations

import json
from collections import Counter

from viewfab_translate.nest_classes import MEANING, ORDER

REASONS = {
    "call": "calls a subroutine or function", "io": "input or output", "jump": "a jump", "recurrence": "iterations depend on each other",
    "carried value": "a scalar carries a value", "last value": "the last value is used behind the nest", "type": "a type that kernels lack",
    "compile": "the compiler does not take the file", "two readings": "the two readings differ", "unknown name": "a name without declaration",
    "shared elements": "iterations may write the same element", "objects": "each iteration has another object",
    "offsets": "arrays are written at different offsets",
    "several loops": "statements between the loops", "bounds": "bounds that change in the loops", "step": "a step other than 1",
    "rank": "arrays with more than three indices", "optional": "an OPTIONAL argument", "power": "a power without a form",
    "statement": "a statement that kernels lack", "function": "a function that kernels lack", "reader": "the program cannot read the file"}


def counts(nests: list) -> list:
    """Rows (class, nests, translated, refused) with all classes that occur."""
    rows = []
    for word in (*ORDER, "unknown"):
        here = [n for n in nests if n.group == word]
        if here:
            done = sum(n.verdict == "translated" for n in here)
            rows.append((word, len(here), done, len(here) - done))
    return rows


def reasons(nests: list) -> list:
    """Rows (number, reason, an example)."""
    refused = [n for n in nests if n.verdict != "translated"]
    number = Counter(n.reason for n in refused)
    return [(c, r, next(n for n in refused if n.reason == r)) for r, c in number.most_common()]


def table(rows: list, heads: tuple) -> list:
    cells = [heads] + [tuple(str(c) for c in r) for r in rows]
    width = [max(len(r[at]) for r in cells) for at in range(len(heads))]
    right = [all(r[at].replace(".", "").replace("%", "").replace("x", "").isdigit() for r in cells[1:]) for at in range(len(heads))]
    return ["  " + "  ".join(c.rjust(w) if r else c.ljust(w) for c, w, r in zip(row, width, right)).rstrip() for row in cells]


def text(s) -> str:
    done = sum(n.verdict == "translated" for n in s.nests)
    out = [f"{len(s.files)} files, {len(s.nests)} nests: {done} can be translated, {len(s.nests) - done} are refused "
           f"({s.seconds:.1f} s)"]
    inner = [n.inner for n in s.nests if n.inner]
    if inner:
        out.append(f"in {len(inner)} of the refused nests {sum(inner)} loops inside can be translated")
    out += ["", "Nests by class"]
    out += table([(w, n, d, r, MEANING.get(w, "")) for w, n, d, r in counts(s.nests)],
                 ("class", "nests", "translated", "refused", "meaning"))
    out += ["", "Files"]
    out += table(files(s), ("file", "nests", "translated"))
    if done < len(s.nests):
        out += ["", "Reasons of refusals, with an example each"]
        for number, reason, n in reasons(s.nests):
            out.append(f"  {number:4}  {REASONS.get(reason, reason)}")
            out.append(f"        {n.file}:{n.line or n.first}: {n.routine}: {n.cause[:150]}")
            if n.remedy:
                out.append(f"        to make it translatable: {n.remedy[:150]}")
    if s.shared:
        out += ["", "Arrays that routines share, by name"]
        out += table([(a.name[:40], a.nests, len(a.written_in), len(a.read_in)) for a in s.shared[:20]],
                     ("array", "nests", "routines that write", "routines that read"))
    out += ["", "Order to port" + ("" if s.profiled else " (by the number of nests; --profile gives the order by time)")]
    rows = s.steps[:25]
    if s.profiled:
        out += table([(at + 1, p.routine, p.file, f"{p.translated} of {p.nests}", f"{100*p.share:.1f}%", f"{100*p.covered:.1f}%",
                       f"{p.most:.2f}x", p.new) for at, p in enumerate(rows)],
                     ("", "routine", "file", "nests", "time", "covered", "speedup at most", "new arrays"))
    else:
        out += table([(at + 1, p.routine, p.file, f"{p.translated} of {p.nests}", p.new) for at, p in enumerate(rows)],
                     ("", "routine", "file", "nests", "new arrays"))
    for title, rows in (("Read without the compiler, so nothing is translated", s.loose), ("Not read", s.unread)):
        if rows:
            out += ["", title] + [f"  {name}: {cause[:150]}" for name, cause in rows]
    return "\n".join(out) + "\n"


def files(s) -> list:
    rows = []
    for name in s.files:
        here = [n for n in s.nests if n.file == name]
        if here:
            rows.append((name, len(here), sum(n.verdict == "translated" for n in here)))
    return rows


def json_text(s) -> str:
    from viewfab_translate.survey import as_data
    return json.dumps(as_data(s), indent=1) + "\n"
