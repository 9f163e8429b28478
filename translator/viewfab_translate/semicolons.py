"""Lines with several assignments or loops, such as a = 0; b = 0 or do j = 1, m; do i = 1, n, become a line for each statement, so that each
can give way to a kernel."""
from __future__ import annotations

import re

ASSIGNMENT = re.compile(r"(?i)\s*[a-z]\w*(?:%[a-z]\w*)*\s*(?:\([^;]*\)(?:%[a-z]\w*)*)*\s*=(?![=>])[^;]+$")


LOOP = re.compile(r"(?i)\s*(?:[a-z]\w*\s*:\s*)?(?:do\s+[a-z]\w*\s*=\s*[^;=]+|end\s*do(?:\s+[a-z]\w*)?|end\s*if|else|if\s*\(.*\)\s*then)\s*$")


def one_statement_each(lines: list, origin: list, fixed: bool, strict: bool = False) -> tuple:
    """(lines, place of each line in the author's file). Lines with other statements, texts, labels or continuations stay.
    strict: what stands behind column 72 is no part of a statement."""
    out, places = [], []
    for at, line in enumerate(lines):
        pieces = pieces_of(line[:72] if strict else line, fixed) if ";" in line and not goes_on(lines, at, fixed) else [line]
        pieces = pieces if len(pieces) > 1 else [line]
        out += pieces
        places += [origin[at]] * len(pieces)
    return out, places


def pieces_of(line: str, fixed: bool) -> list:
    code, sign, comment = line.partition("!")
    if re.search(r"['\"#]", line) or fixed and (line[:1] in "cCdD*" or line[:6].strip() or "\t" in line[:7]):
        return [line]
    pieces = [p for p in code.split(";") if p.strip()]
    if len(pieces) < 2 or not all(ASSIGNMENT.match(p) or LOOP.match(p) for p in pieces):
        return [line]
    margin = " " * (len(line) - len(line.lstrip()))
    out = [margin + p.strip() for p in pieces]
    return out[:-1] + [out[-1] + (" " + sign + comment if sign else "")]


def goes_on(lines: list, at: int, fixed: bool) -> bool:
    """The statement is a part of a longer one, or goes on in the next line."""
    if fixed:
        following = next((s for s in lines[at + 1:] if s.strip() and s[:1] not in "cCdD*!"), "")
        return bool(lines[at][5:6].strip()) or not following[:5].strip() and following[5:6] not in ("", " ", "0")
    before = next((s for s in reversed(lines[:at]) if s.strip() and not s.lstrip().startswith("!")), "")
    return any(s.split("!")[0].rstrip().endswith("&") for s in (before, lines[at])) or lines[at].lstrip().startswith("&")
