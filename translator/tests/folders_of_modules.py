"""The proof finds the module files that --flags names, relative to the folder of the command too; a module whose code the proof needs is
to be named behind --with.

folders_of_modules.py PROGRAM FOLDER"""
import subprocess
import sys
from pathlib import Path

CODE = """module kept_kinds
  implicit none
  integer, parameter :: rk = kind(1d0)
  type :: limits
    real(rk) :: least = 0
  end type
end module

module kept_work
  use kept_kinds, only: rk
  implicit none
contains
  subroutine add_one(a)
    real(rk), intent(inout) :: a(:)
    a = a + 1
  end subroutine
end module
"""
KINDS_ALONE = """subroutine limit(n, a, c)
  use kept_kinds, only: limits, rk
  implicit none
  integer, intent(in) :: n
  real(rk), intent(inout) :: a(n)
  type(limits), intent(in) :: c
  integer :: i
  do i = 1, n
    a(i) = max(a(i), c%least)
  end do
end subroutine
"""
WITH_WORK = """subroutine add(n, a)
  use kept_kinds, only: rk
  use kept_work, only: add_one
  implicit none
  integer, intent(in) :: n
  real(rk), intent(inout) :: a(n)
  integer :: i
  call add_one(a)
  do i = 1, n
    a(i) = 2*a(i)
  end do
end subroutine
"""


def main() -> int:
    program, folder = sys.argv[1], Path(sys.argv[2]).resolve()
    (folder / "kept").mkdir(parents=True, exist_ok=True)
    for name, text in (("kept.f90", CODE), ("limit.f90", KINDS_ALONE), ("add.f90", WITH_WORK)):
        (folder / name).write_text(text)
    subprocess.run(["gfortran", "-fsyntax-only", "-Jkept", "kept.f90"], cwd=folder, check=True)

    def report(*options: str) -> str:
        return subprocess.run([sys.executable, program, *options], cwd=folder, capture_output=True, text=True).stdout

    relative = report("limit.f90", "--flags=-Ikept", "--out", "relative")
    apart = report("limit.f90", f"--flags=-I {folder}/kept", "--out", "apart")
    lost = report("add.f90", "--flags=-Ikept", "--out", "lost")
    whole = report("add.f90", "--with", "kept.f90", "--out", "whole")
    wanted = ((relative, "1 translated, 1 proved"), (apart, "1 translated, 1 proved"), (whole, "1 translated, 1 proved"),
              (lost, "--flags names the .mod file of kept_work, and the proof needs the code, too: name the file of each of these modules "
                     "behind --with"))
    wrong = [f"no '{word}' in:\n{text}" for text, word in wanted if word not in text]
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
