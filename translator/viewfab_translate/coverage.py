"""Which lines of the nests ran in a proof: a line that no set of arguments reached is not proved."""
from __future__ import annotations

import re
import subprocess
from pathlib import Path

from viewfab_translate import ir
from viewfab_translate.layout import legacy


def lines_without_run(folder: Path, suffix: str, routine: ir.Routine, kernels: list, changed: list) -> list:
    """Lines of the source, within the translated nests of a routine, that never ran; gcov counts the runs of the legacy routine.
    Without counts of any nest no line is known to have run."""
    nests = {n for k in kernels for n in range(k.nest.first, k.nest.last + 1)}
    run = subprocess.run(["gcov", "-t", f"changed{suffix}", "-o", "changed.o"], cwd=folder, capture_output=True, text=True,
                         errors="replace")
    start = begin_of(routine, changed)
    if run.returncode or not start:
        return sorted(nests)
    ran = {int(n) for n in re.findall(r"(?m)^\s*\d+\*?:\s*(\d+):", run.stdout)}
    never = {int(n) for n in re.findall(r"(?m)^\s*#####\*?:\s*(\d+):", run.stdout)}
    if not {start + n - routine.first for n in nests} & (ran | never):
        return sorted(nests)
    out = set()
    for k in kernels:
        for line in range(k.nest.first, k.nest.last + 1):
            if start + line - routine.first in never:
                out.add(line)
    return sorted(out)


def begin_of(routine: ir.Routine, changed: list) -> int:
    """The line of the changed file where the legacy routine begins."""
    for at, line in enumerate(changed):
        if re.match(rf"(?i)^[^!]*\b(subroutine|function)\s+{re.escape(legacy(routine.name))}\b", line):
            return at + 1
    return 0
