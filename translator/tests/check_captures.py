"""Captured calls are part of a proof: they confirm the kernels of the captured loops, and fail kernels of other loops.

check_captures.py PROGRAM SOURCES FOLDER. VIEWFAB_PREFIX names the installed viewfab. Exit status 77: this viewfab has no captures."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

TOTAL = """! expect step 1 proved
subroutine step(n, m, a, s)
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(n,m), s
  integer :: i, j
  do j = 1, m
    do i = 1, n
      s = s + a(i,j)**2
      a(i,j) = a(i,j) + 1
    end do
  end do
end subroutine step
"""


def translate(program: str, source: Path, folder: Path, *options: str) -> str:
    command = [sys.executable, program, str(source), "--routines", "step", "--out", str(folder), *options]
    return subprocess.run(command, capture_output=True, text=True).stdout


def capture(folder: Path, captures: Path, calls: str, *extents: str) -> subprocess.CompletedProcess:
    """Runs the program of the proof, and captures calls of the loops."""
    return subprocess.run(["./prove_step", "0", "17", "0", *extents], capture_output=True, text=True, cwd=folder / "proof",
                          env=dict(os.environ, VF_DEVICE="host", VF_MODE="original", VF_CAPTURE=calls, VF_CAPTURE_FOLDER=str(captures)))


def main() -> int:
    program, sources, folder = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    captures = folder / "captures"
    captures.mkdir(parents=True, exist_ok=True)
    for f in captures.glob("*.h5"):
        f.unlink()
    translate(program, sources / "kept.f90", folder / "first")
    run = capture(folder / "first", captures, "step_1:call=1,step_4:call=1", "5", "6")
    if "HDF5" in run.stderr:
        print(run.stderr)
        return 77
    same = translate(program, sources / "kept.f90", folder / "same", "--captures", str(captures))
    other = folder / "kept.f90"
    other.write_text((sources / "kept.f90").read_text().replace("b(i,j) = 2*a(i,j)", "b(i,j) = 3*a(i,j)"))
    changed = translate(program, other, folder / "other", "--captures", str(captures))
    total, summed = folder / "total.f90", folder / "sums"
    summed.mkdir(exist_ok=True)
    total.write_text(TOTAL)
    translate(program, total, folder / "total")
    capture(folder / "total", summed, "step:call=1", "43", "37")
    rounded = translate(program, total, folder / "total", "--captures", str(summed))
    total.write_text(TOTAL.replace("a(i,j)**2", "a(i,j)**3"))
    cubes = translate(program, total, folder / "cubes", "--captures", str(summed))
    total.write_text(TOTAL.replace("+ 1\n", "+ 2\n"))
    twos = translate(program, total, folder / "twos", "--captures", str(summed))
    wrong = [text for text, found in ((rounded, "1 captured calls of the routine's kernels: same bits, sums within" in rounded),
                                      (cubes, "captured call viewfab_step_1.h5 on host" in cubes and ": failed" in cubes),
                                      (twos, "captured call viewfab_step_1.h5 on host" in twos and ": failed" in twos),
                                      (same, "2 captured calls of the routine's kernels: same bits" in same and "failed" not in same),
                                      (changed, "captured call viewfab_step_1_1.h5 on host" in changed and ": failed" in changed))
             if not found]
    for text in wrong:
        print(text)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
