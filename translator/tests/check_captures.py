"""Captured calls are part of a proof: they confirm the kernels of the captured loops, and fail kernels of other loops.

check_captures.py PROGRAM SOURCES FOLDER. VIEWFAB_PREFIX names the installed viewfab. Exit status 77: this viewfab has no captures."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def translate(program: str, source: Path, folder: Path, *options: str) -> str:
    command = [sys.executable, program, str(source), "--routines", "step", "--out", str(folder), *options]
    return subprocess.run(command, capture_output=True, text=True).stdout


def main() -> int:
    program, sources, folder = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    captures = folder / "captures"
    captures.mkdir(parents=True, exist_ok=True)
    for f in captures.glob("*.h5"):
        f.unlink()
    translate(program, sources / "kept.f90", folder / "first")
    run = subprocess.run(["./prove_step", "0", "17", "0", "5", "6"], capture_output=True, text=True, cwd=folder / "first/proof",
                         env=dict(os.environ, VF_DEVICE="host", VF_MODE="original", VF_CAPTURE="step_1:call=1,step_4:call=1",
                                  VF_CAPTURE_FOLDER=str(captures)))
    if "HDF5" in run.stderr:
        print(run.stderr)
        return 77
    same = translate(program, sources / "kept.f90", folder / "same", "--captures", str(captures))
    other = folder / "kept.f90"
    other.write_text((sources / "kept.f90").read_text().replace("b(i,j) = 2*a(i,j)", "b(i,j) = 3*a(i,j)"))
    changed = translate(program, other, folder / "other", "--captures", str(captures))
    wrong = [text for text, found in ((same, "2 captured calls of the routine's kernels: same bits" in same and "failed" not in same),
                                      (changed, "captured call viewfab_step_1_1.h5 on host" in changed and ": failed" in changed))
             if not found]
    for text in wrong:
        print(text)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
