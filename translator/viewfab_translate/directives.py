"""Directives of OpenMP in a routine: their lines, and the constructs that they begin and end."""
from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Optional

from viewfab_translate import ir
from viewfab_translate.source import Source

ALONE = {"barrier", "taskwait", "taskyield", "flush", "threadprivate", "atomic", "endatomic", "section", "nothing"}
FOLLOWERS = {"end": None, "parallel": ("do", "sections", "workshare", "loop", "masked", "master"), "do": ("simd",), "taskloop": ("simd",),
             "target": ("parallel", "teams", "simd", "data", "update", "enter", "exit"), "teams": ("distribute", "loop"),
             "distribute": ("parallel", "simd"), "masked": ("taskloop",), "master": ("taskloop",), "enter": ("data",), "exit": ("data",)}
WORDS = sorted(["end", "parallel", "do", "simd", "sections", "section", "workshare", "single", "masked", "master", "critical", "barrier",
                "taskwait", "taskyield", "taskloop", "taskgroup", "task", "atomic", "flush", "ordered", "target", "teams", "distribute",
                "loop", "scope", "threadprivate", "declare", "cancellation", "cancel", "data", "update", "enter", "exit", "nothing"],
               key=len, reverse=True)


@dataclass
class Directive:
    """first, last: its lines with continuations. word: its name without blanks, such as parallel, paralleldo, enddo."""
    first: int
    last: int
    word: str
    clauses: str


@dataclass
class Construct:
    """last: the line of its end, or of the end of its loop. loop: the loop that belongs to the directive."""
    begin: Directive
    end: Optional[Directive] = None
    last: int = 0
    loop: Optional[ir.Do] = None
    inner: list = field(default_factory=list)

    @property
    def word(self) -> str:
        return self.begin.word

    def holds(self, first: int, last: int) -> bool:
        return self.begin.last < first and last <= self.last

    def listed(self, *clauses: str) -> set:
        """The names in these clauses; in a REDUCTION those behind the operation."""
        return {n for c in clauses for text in arguments(self.begin.clauses, c) for n in re.findall(r"[a-z_]\w*", text.split(":", 1)[-1])}

    def operations(self) -> dict:
        """The operation of each name of a REDUCTION."""
        found = {}
        for text in arguments(self.begin.clauses, "reduction"):
            operation, _, names = text.rpartition(":")
            found.update({n: operation.split(",")[-1].strip() for n in re.findall(r"[a-z_]\w*", names)})
        return found


def arguments(clauses: str, name: str) -> list:
    """The texts in the brackets of a clause."""
    out = []
    for found in re.finditer(rf"(?<!\w){name}\s*\(", clauses):
        depth, at = 1, found.end()
        while at < len(clauses) and depth:
            depth += (clauses[at] == "(") - (clauses[at] == ")")
            at += 1
        out.append(clauses[found.end():at - 1])
    return out


def name_of(text: str) -> tuple:
    """(name without blanks, the rest)."""
    name, allowed = "", WORDS
    while True:
        word = next((w for w in WORDS if w in allowed and text.startswith(w)), None)
        if word is None:
            return name, text.strip()
        name, text = name + word, text[len(word):].lstrip()
        allowed = FOLLOWERS.get(word, ())
        allowed = WORDS if allowed is None else allowed


def directives(source: Source, first: int, last: int) -> list:
    """The directives in these lines."""
    out: list = []
    begin = r"(?i)^[!c*]\$omp[ 0\t](.*)$" if source.fixed else r"(?i)^\s*!\$omp\s+(\w.*)$"
    more = r"(?i)^[!c*]\$omp[^ 0\t](.*)$" if source.fixed else r"(?i)^\s*!\$omp\s*&?(.*)$"
    open_ = False
    for number in range(first, last + 1):
        line = source.lines[number - 1]
        found = re.match(more, line) if open_ or source.fixed and out else None
        if found and (open_ or out[-1].last == number - 1):
            out[-1].last, text = number, found.group(1)
            out[-1].clauses += " " + without_comment(text).rstrip("&").strip().lower()
        else:
            found = re.match(begin, line)
            if not found or not found.group(1).strip():
                open_ = open_ and re.match(r"\s*(!|$)", line) is not None
                continue
            text = found.group(1)
            out.append(Directive(number, number, "", " ".join(without_comment(text).rstrip("&").split()).lower()))
        open_ = not source.fixed and without_comment(text).rstrip().endswith("&")
    for d in out:
        d.word, d.clauses = name_of(" ".join(d.clauses.split()))
    return out


def without_comment(text: str) -> str:
    return text.split("!", 1)[0].rstrip()


def own_last(routine: ir.Routine) -> int:
    """The last line of the routine itself, without its internal procedures."""
    return routine.contains_line - 1 if routine.contains_line else routine.last


def plain_statements(body: list):
    """The statements of the routine, without those of subroutines that stand in place of a call."""
    for s in body:
        if getattr(s, "inlined", ()):
            continue
        yield s
        for b in ir.blocks(s):
            yield from plain_statements(b)


def is_loop(word: str) -> bool:
    return word.endswith(("do", "simd", "loop", "distribute")) and not word.startswith("end")


def constructs(routine: ir.Routine, found: list) -> list:
    """The constructs of the directives, outer ones before inner ones."""
    loops = sorted((s for s in plain_statements(routine.body) if isinstance(s, ir.Do)), key=lambda s: (s.first, -s.last))
    out, stack = [], []

    def close(line: int) -> None:
        while stack and stack[-1].loop is not None and stack[-1].loop.last < line:
            done = stack.pop()
            done.last = done.loop.last

    for d in found:
        if d.word.startswith("end") and d.word not in ALONE:
            while stack and stack[-1].loop is not None and stack[-1].word != d.word[3:]:
                close(d.first) if stack[-1].loop.last < d.first else unread(d)
            if not stack or stack[-1].word != d.word[3:]:
                unread(d)
            done = stack.pop()
            done.end, done.last = d, d.last
            continue
        close(d.first)
        if d.word in ALONE:
            continue
        made = Construct(d)
        if is_loop(d.word):
            made.loop = next((s for s in loops if s.first > d.last), None)
            if made.loop is None:
                unread(d)
        elif not d.word or d.word.startswith(("declare", "cancel", "targetupdate", "targetenter", "targetexit")):
            unread(d)
        out.append(made)
        stack.append(made)
    close(10 ** 9)
    if stack:
        unread(stack[-1].begin)
    return out


def unread(d: Directive) -> None:
    raise ir.Refusal(f"the directive !$omp {d.word or d.clauses} is none that this tool reads", d.first, "take the directive away", "threads")
