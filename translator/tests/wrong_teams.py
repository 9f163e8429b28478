"""Takes the barrier or the SINGLE away from kernels that share threads: the proof has to find each change.

wrong_teams.py TRANSLATOR SOURCES FOLDER"""
from __future__ import annotations

import contextlib
import io
import json
import sys
from pathlib import Path

CHANGES = (
    ("all threads call the kernel", "halved", lambda text: ["!$omp barrier", *text, "!$omp barrier"]),
    ("no barrier in front", "after_nowait", lambda text: ["!$omp single", *text, "!$omp end single"]),
    ("no barrier behind", "levels", lambda text: ["!$omp barrier", "!$omp single", *text, "!$omp end single nowait"]),
    ("as it is", "halved,after_nowait,levels", None),
)


def main() -> int:
    translator, sources, folder = map(Path, sys.argv[1:4])
    sys.path.insert(0, str(translator))
    from viewfab_translate import command, port
    right, wrong = port.in_single, 0
    for what, names, change in CHANGES:
        port.in_single = change or right
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            command.main([str(sources / "teams.f90"), "--flags=-fopenmp", "--routines", names, "--out", str(folder), "--json"])
        verdicts = {r["verdict"] for r in json.loads(out.getvalue())} - {"refused"}
        if verdicts != {"failed" if change else "proved"}:
            wrong += 1
            print(f"{what}: {names}: {', '.join(sorted(verdicts))}")
    print(f"{len(CHANGES)} forms, {wrong} with another verdict than expected")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
