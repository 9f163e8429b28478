"""Directives of OpenMP that keep a routine's loops from being kernels: the changed routine has no directives."""
from __future__ import annotations

import re

from viewfab_translate import ir
from viewfab_translate.source import Source

# Directives that concern the threads of a region around the routine, if the routine has no region of its own there.
SHARED = r"(do|single|workshare|sections|section|barrier|master|masked|critical|atomic|ordered|task|taskloop|taskwait)\b"


def directives(source: Source, first: int, last: int) -> list:
    """(line, text) of the OpenMP directives in these lines, without their continuations."""
    out = []
    for number in range(first, last + 1):
        found = re.match(r"(?i)^\s*[!c*]\$omp\s+(\w.*)$" if not source.fixed else r"(?i)^[!c*]\$omp[ 0](.*)$", source.lines[number - 1])
        if found and found.group(1).strip():
            out.append((number, " ".join(found.group(1).lower().split())))
    return out


def check_threads(routine: ir.Routine, source: Source) -> None:
    """Refuses routines that share the threads of their callers, and regions of threads with calls of other routines."""
    begin = 0  # line of the region's directive
    regions = []
    for number, text in directives(source, routine.first, routine.last):
        if re.match(r"end ?parallel\b", text) and not re.match(r"end ?parallel ?(do|sections|workshare)", text):
            regions.append((begin, number))
            begin = 0
        elif re.match(r"parallel\b", text) and not re.match(r"parallel ?(do|sections|workshare)\b", text):
            begin = number
        elif re.match(SHARED, text) and not begin and not in_loop_of_parallel_do(number, routine, source):
            raise ir.Refusal(f"!$omp {text.split()[0]} shares the threads of a region around the call: each of them would run the kernels",
                             number, "begin the region in this routine, or take the directives away", "threads")
    for first, last in regions:
        for s in ir.walk_statements(routine.body):
            if isinstance(s, ir.CallStmt) and first < s.first < last:
                raise ir.Refusal(f"the region of threads from line {source.author_line(first)} on calls {s.name}: without the region {s.name} "
                                 "could share its loops among the threads of another one", s.first,
                                 "end the region before the call", "threads")


def in_loop_of_parallel_do(number: int, routine: ir.Routine, source: Source) -> bool:
    """The line lies in the loop behind a directive "parallel do", which needs no end."""
    for first, text in directives(source, routine.first, number):
        if re.match(r"parallel ?(do|sections|workshare)\b", text):
            for s in ir.walk_statements(routine.body):
                if isinstance(s, ir.Do) and first < s.first and s.first - first <= 20 and s.first <= number <= s.last + 1:
                    return True
    return False
