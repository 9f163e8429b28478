"""Statement labels of a routine, and the lines to which jumps may lead."""
from __future__ import annotations

import re

from viewfab_translate import ir


def label_lines(source, first: int, last: int) -> dict:
    """The line of each statement label, but those of FORMAT."""
    out = {}
    for n in range(first, last + 1):
        line = source.lines[n - 1]
        if source.fixed:
            label = line[:5].strip() if line[:1] not in ("c", "C", "d", "D", "*", "!") else ""
            rest = line[6:]
        else:
            found = re.match(r"\s*(\d{1,5})\s+(.*)", line)
            label, rest = (found.group(1), found.group(2)) if found else ("", "")
        if label.isdigit() and not re.match(r"(?i)\s*format\s*\(", rest):
            out[label.lstrip("0") or "0"] = n
    return out


def targets(routine: ir.Routine):
    """Lines that jumps may lead to, in order; None if the text of the routine is not there. GOTO to a list of labels,
    and the labels of input and output count, too."""
    left = {s.target.lstrip("0") for s in ir.walk_statements(routine.body) if isinstance(s, ir.Jump) and s.word == "goto"}
    if routine.source is None:
        return None if left else []
    lines = routine.source.lines[routine.first - 1:routine.last]
    comment = re.compile(r"[cCdD*!]" if routine.source.fixed else r"\s*!")
    text = " ".join(re.sub(r"!.*|&", " ", s[6:72] if routine.source.fixed else s) for s in lines if not comment.match(s))
    for found in re.finditer(r"(?i)\bgo\s*to\s*(?:\w+\s*,?\s*)?\(([\d\s,]+)\)|\b(?:err|end|eor)\s*=\s*(\d+)"
                             r"|\bassign\s+(\d+)\s+to\b|[(,]\s*\*\s*(\d+)\s*(?=[,)])", text):
        left |= {n.lstrip("0") for n in re.findall(r"\d+", next(g for g in found.groups() if g))}
    return sorted(n for label, n in label_lines(routine.source, routine.first, routine.last).items() if label in left)
