"""Routines whose loops share the threads of a team: one that begins in a caller, or one whose region calls other routines."""
from __future__ import annotations

import re
from typing import Optional

from viewfab_translate import ir
from viewfab_translate.directives import own_last
from viewfab_translate.source import Source
from viewfab_translate.teams import Team

# Directives that concern the threads of a region around the routine, if the routine has no region of its own there.
SHARED = r"(do|single|workshare|sections|section|barrier|master|masked|critical|atomic|ordered|task|taskloop|taskwait)\b"


REMEDY = "give --flags=-fopenmp, the flag of a build with threads: the directives then stay, and one thread calls the kernels"


def directives(source: Source, first: int, last: int) -> list:
    """(line, text) of the OpenMP directives in these lines, without their continuations."""
    out = []
    for number in range(first, last + 1):
        found = re.match(r"(?i)^\s*[!c*]\$omp\s+(\w.*)$" if not source.fixed else r"(?i)^[!c*]\$omp[ 0](.*)$", source.lines[number - 1])
        if found and found.group(1).strip():
            out.append((number, " ".join(found.group(1).lower().split())))
    return out


def refusal_of_threads(routine: ir.Routine, source: Source) -> Optional[ir.Refusal]:
    """Gives the routine its team, if it has one. The refusal tells why no nest of a routine with a team is a kernel."""
    why = team_needed(routine, source)
    if why is None:
        return None
    if "-fopenmp" not in source.flags:
        return why
    try:
        routine.team = Team(routine, source)
    except ir.Refusal as refusal:
        return refusal
    return None


def team_needed(routine: ir.Routine, source: Source) -> Optional[ir.Refusal]:
    """Why the directives of the routine have to stay, or None if its loops may lose them."""
    found = directives(source, routine.first, own_last(routine))
    loops = [s for s in ir.walk_statements(routine.body) if isinstance(s, ir.Do)]
    calls = [s for s in ir.walk_statements(routine.body) if isinstance(s, ir.CallStmt)]
    begin = 0  # line of the region's directive
    regions = []
    for number, text in found:
        joined = re.match(r"(end ?)?parallel ?(do|sections|workshare)\b", text)
        if re.match(r"end ?parallel\b", text) and not joined:
            regions.append((begin, number))
            begin = 0
        elif re.match(r"parallel\b", text) and not joined:
            begin = number
        elif re.match(SHARED, text) and not begin and not in_loop_of_parallel_do(number, found, loops):
            return ir.Refusal(f"!$omp {text.split()[0]} shares the threads of a region around the call: each of them would run the kernels",
                              number, REMEDY, "threads")
    for first, last in regions:
        for s in calls:
            if first < s.first < last:
                return ir.Refusal(f"the region of threads from line {source.author_line(first)} on calls {s.name}: without the region {s.name} "
                                  "could share its loops among the threads of another one", s.first, REMEDY, "threads")
    return None


def in_loop_of_parallel_do(number: int, found: list, loops: list) -> bool:
    """The line lies in the loop behind a directive "parallel do", which needs no end."""
    return any(first < s.first <= first + 20 and s.first <= number <= s.last + 1
               for first, text in found if first < number and re.match(r"parallel ?(do|sections|workshare)\b", text) for s in loops)
