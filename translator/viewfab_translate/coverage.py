"""Which lines of the nests ran in a proof: a line that no set of arguments reached is not proved."""
from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

from viewfab_translate import ir
from viewfab_translate.layout import legacy


def counts_of(program: Path) -> Path:
    """The folder of a program's own counts of lines."""
    return program.parent / f"counts_of_{program.name}"


def runs_of(folder: Path, routine: ir.Routine, unit: str) -> dict:
    """The lines of each file that ran (True) or never ran (False) in the program of the routine's proof, by the name of the file."""
    place = counts_of(folder / f"prove_{routine.name}")
    if not (place / f"{unit}.gcda").exists() or not (folder / f"{unit}.gcno").exists():
        return {}
    shutil.copy(folder / f"{unit}.gcno", place)
    run = subprocess.run(["gcov", "-t", str(place / f"{unit}.gcda")], cwd=folder, capture_output=True, text=True, errors="replace")
    out: dict = {}
    lines: dict = {}
    for text in run.stdout.splitlines() if not run.returncode else ():
        source = re.match(r"\s*-:\s*0:Source:(.*)", text)
        counted = re.match(r"\s*(#####|\d+)\*?:\s*(\d+):", text)
        if source:
            lines = out.setdefault(source.group(1), {})
        elif counted:
            lines[int(counted.group(2))] = counted.group(1) != "#####"
    return out


def lines_without_run(folder: Path, suffix: str, routine: ir.Routine, kernels: list, changed: list) -> list:
    """Lines of the source, within the translated nests of a routine, that never ran; gcov counts the runs of the legacy routine.
    Without counts of any nest no line is known to have run."""
    nests = {n for k in kernels for n in range(k.nest.first, k.nest.last + 1)}
    ran = runs_of(folder, routine, "changed").get(f"changed{suffix}", {})
    start = begin_of(legacy(routine.name), changed)
    if not start or not {start + n - routine.first for n in nests} & set(ran):
        return sorted(nests)
    return sorted(n for n in nests if not ran.get(start + n - routine.first, True))


def counts_of_lines(folder: Path, suffix: str, routine: ir.Routine, changed: list) -> dict:
    """The lines of the source, within a routine, that ran (True) or never ran (False) in the legacy routine."""
    ran = runs_of(folder, routine, "changed").get(f"changed{suffix}", {})
    start = begin_of(legacy(routine.name), changed)
    return {n - start + routine.first: r for n, r in ran.items()} if start else {}


def lines_elsewhere(folder: Path, suffix: str, routine: ir.Routine, kernels: list, changed: list, source, done: set) -> list:
    """(first line of the nest, file:line) for each line of a called subroutine that never ran in the calls of this routine, or all
    of its lines where nobody counted them. done: names of changed routines."""
    out = []
    for k in kernels:
        for path, first, last, name in sorted({m for s in ir.walk_statements([k.nest]) for m in getattr(s, "inlined", ())}):
            if path == str(source.path):
                ran = runs_of(folder, routine, "changed").get(f"changed{suffix}", {})
                inside = routine.first < first and last < routine.last  # an internal procedure
                start = begin_of(legacy(routine.name if inside else name) if inside or name in done else name, changed)
                shift = start - (routine.first if inside else first) if start else 10 ** 8
            else:
                unit = f"{Path(path).stem}_before"
                ran = next((r for n, r in runs_of(folder, routine, unit).items() if Path(n).name == Path(path).name), {})
                shift = 0
            lines = range(first, last + 1)
            known = any(n + shift in ran for n in lines)
            place = (lambda n: source.place(n).rpartition("/")[2]) if path == str(source.path) else (lambda n: f"{Path(path).name}:{n}")
            out += [(k.nest.first, place(n)) for n in lines if not ran.get(n + shift, True)] if known else \
                [(k.nest.first, f"{place(first)} to {last}")]
    return out


def begin_of(name: str, changed: list) -> int:
    """The line of the changed file where the routine begins; 0 if no line or several lines do."""
    found = [at + 1 for at, line in enumerate(changed)
             if re.match(rf"(?i)^(?!\s*end\b)[^!]*\b(subroutine|function)\s+{re.escape(name)}\b", line)]
    return found[0] if len(found) == 1 else 0
