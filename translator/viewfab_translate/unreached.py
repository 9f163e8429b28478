"""Why a proof reached no line of a nest, as far as its runs tell: conditions around the nest, errors that stopped other sets of
arguments, and code that nobody gave."""
from __future__ import annotations

import re
import subprocess
from collections import Counter
from pathlib import Path

from viewfab_translate import ir
from viewfab_translate.tree import text_of


def stop_of(stderr: str) -> str:
    """The error that stopped a run: its file and text, without the numbers of this run."""
    found = re.search(r"At line (\d+) of file (\S+)\s+Fortran runtime error: (.*)", stderr)
    if found is None:
        return "the program crashed" if "SIGSEGV" in stderr else ""
    line, name, text = found.groups()
    place = "" if Path(name).stem == "changed" else f"{Path(name).name}:{line}: "
    return place + re.sub(r"^Index '-?\d+' of dimension", "an index of dimension", text)


def most_frequent(stops: list) -> str:
    """The error of most runs; an array without elements is often one that nobody has allocated."""
    counted = Counter(s for s in stops if s).most_common(1)
    if not counted:
        return ""
    hint = " (does a routine of the code allocate the array first?)" if re.search(r"above upper bound of 0\b|not allocated", counted[0][0]) else ""
    return f"{counted[0][1]} other sets stopped: {counted[0][0]}{hint}"


def conditions(body: list, nest) -> list:
    """The conditions of the IF statements around a nest, from the outside."""
    for s in body:
        if not s.first <= nest.first <= s.last or s is nest:
            continue
        found = []
        if isinstance(s, ir.If):
            passed = []
            for condition, inside in s.branches:
                if any(t.first <= nest.first <= t.last for t in inside):
                    found = [text_of(condition)] if condition is not None else [f".not. ({text_of(c)})" for c in passed]
                    break
                passed.append(condition)
        return found + [c for b in ir.blocks(s) for c in conditions(b, nest)]
    return []


def idle_nests(routine: ir.Routine, counts: dict, stops: list) -> dict:
    """For each nest whose innermost loops had no iteration, by its first line, the reasons that are known. counts: lines that ran (True)
    or never ran. stops: the errors of sets of arguments that the routine does not take. gcov counts the end of a loop without an
    iteration with the last line of its body, so that a body of a single statement tells nothing."""
    out = {}
    for nest in (s for s in ir.walk_statements(routine.body) if isinstance(s, ir.Do)):
        loops = [s for s in ir.walk_statements([nest]) if isinstance(s, ir.Do)]
        innermost = [s.body[0].first for s in loops if s.body and not any(isinstance(t, ir.Do) for t in ir.walk_statements(s.body))]
        if not innermost or any(counts.get(n, True) for n in innermost):
            continue
        behind = conditions(routine.body, nest)
        reached = counts.get(nest.first, False)
        out[nest.first] = [t for t in (
            "its loops had no iteration" if reached else "no set came to its loops" + (" behind " + " and ".join(behind) if behind else ""),
            most_frequent(stops)) if t]
    return out


def modules_without_code(folder: Path, flags: list) -> list:
    """Modules of which the flags name a .mod file, and no object of the proof has the code that the objects use."""
    folders = [Path(f[2:]) for f in flags if f.startswith("-I")]
    run = subprocess.run(["nm", *(o.name for o in folder.glob("*.o"))], cwd=folder, capture_output=True, text=True, errors="replace")
    defined, used = set(), set()
    for kind, name in re.findall(r"(?m)\s([A-Za-z]) (__\w+_MOD_\w+)$", run.stdout):
        (used if kind == "U" else defined).add(name)
    found = {n[2:].partition("_MOD_")[0] for n in used - defined}
    return sorted(m for m in found if any((p / f"{m}.mod").exists() for p in folders))
