"""Gives mutants to viewfab-translate, and holds each proved mutant against a program of its own.

run_mutants.py PROGRAM FOLDER PREFIX COUNT [SEED [FIRST LAST [ORIGINALS]]]
FIRST and LAST choose groups of 20 mutants, counted from 1. ORIGINALS: a file of this folder, originals.f90, columns.f90, calls.f90 or
teams.f90.
A mutant is refused, not proved, or proved. A proved mutant whose translated subroutine gives other values than the mutant itself is
an error of the proof: the test fails. So does a mutant whose proof failed: the translation is wrong, though found."""
from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from make_mutants import Mutant, mutants

GROUP = 20
SHAPES = ((7, 6), (5, 7), (12, 12))


def judge(program: str, folder: Path, prefix: str, group: list) -> dict:
    """The verdict of each mutant of a group: (verdict, text)."""
    folder.mkdir(parents=True, exist_ok=True)
    called = Path(__file__).with_name("called.f90").read_text() if any("use called" in s for m in group for s in m.text) else ""
    (folder / "mutants.f90").write_text(called + "\n".join(s for m in group for s in m.text) + "\n" + HIDDEN)
    command = [sys.executable, program, "mutants.f90", "--out", "out", "--viewfab", prefix, "--json"] + \
        (["--flags=-fopenmp"] if of_team(group) else [])
    run = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    try:
        rows = json.loads(run.stdout)
    except json.JSONDecodeError:
        return {m.name: ("failed", (run.stdout + run.stderr)[-400:]) for m in group}
    verdicts = {}
    for m in group:
        here = [r for r in rows if r["routine"] == m.name]
        order = ("failed", "proved", "proved in part", "not proved", "refused")
        word = next((w for w in order if any(r["verdict"] == w for r in here)), "without loops")
        first = next((r for r in here if r["verdict"] == word), {})
        verdicts[m.name] = (word, first.get("text") or first.get("cause") or "")
    return verdicts


def of_team(group: list) -> bool:
    return any("!$omp" in s for m in group for s in m.text)


def team_oracle(folder: Path, proved: list) -> dict:
    """The same for loops that share threads: all run in teams of 3 and 4 threads. A mutant with a race of its own says nothing."""
    lines = ["program oracle", "  use viewfab, only: vf_finalize, vf_init", "  implicit none", "  double precision :: w",
             "  character(99) :: asked", "  common /secret/ w(-2:40)"] + [f"  external :: {name}, legacy_{name}" for name in proved]
    lines += ["  call random_number(w)", "  call vf_init()", "  call get_command_argument(1, asked)"]
    for name in proved:
        for at, (n, m) in enumerate(SHAPES):
            lines.append(f"  if (asked == '{name}.{at}') call compare('{name}', {n}, {m}, {name}, legacy_{name})")
    lines += ["  call vf_finalize()", "contains", ""]
    wrong: dict = {}
    for word in ("none", "+", "max", "min"):
        here = [n for n in proved if word == added_by_callers(folder, n)]
        if not here:
            continue
        clause = "" if word == "none" else f" reduction({word}: t2)"
        place = folder / "out/proof"
        (place / "oracle.f90").write_text("\n".join(lines) + "\n" + COMPARE_TEAMS.replace("!$omp parallel", "!$omp parallel" + clause))
        (place / "oracle.mk").write_text(
            "include Makefile\noracle: oracle.f90 changed_threads.o delays.o originals.o $(VIEWFAB_OBJECTS)\n"
            "\tgfortran -fopenmp -O0 -ffp-contract=off -no-pie $(VIEWFAB_FFLAGS) -o $@ $^ $(VIEWFAB_LIBS)\n")
        (place / "oracle").unlink(missing_ok=True)
        made = subprocess.run(["make", "-f", "oracle.mk", "oracle"], capture_output=True, text=True, cwd=place)
        if made.returncode:
            raise SystemExit(f"the program of the test does not build:\n{made.stdout}{made.stderr}"[-3000:])
        for name in here:
            for memory, threads in (("alias", "3"), ("mirror", "4")):
                for at in range(len(SHAPES)):
                    run = subprocess.run(["./oracle", f"{name}.{at}"], capture_output=True, text=True, cwd=place,
                                         env={"VF_DEVICE": "host", "VF_HOST_MEMORY": memory, "OMP_NUM_THREADS": threads})
                    if "race of the loops" in run.stdout or "loops done" not in run.stdout and "Fortran runtime error" in run.stderr:
                        continue
                    found = re.findall(rf"(?m)^{name} (\d+)$", run.stdout)
                    if run.returncode or len(found) != 1:
                        raise SystemExit(f"the program of the test stops for {name}:\n{run.stdout[-500:]}{run.stderr[-1000:]}")
                    wrong[name] = wrong.get(name, 0) + int(found[0])
    return wrong


def added_by_callers(folder: Path, name: str) -> str:
    """The operation of the REDUCTION that the proof gave to the callers' region."""
    found = re.search(r"parallel reduction\((\S+): t_1\)", (folder / f"out/proof/driver_{name}.f90").read_text())
    return found.group(1) if found else "none"


def oracle(folder: Path, proved: list) -> dict:
    """Runs the proved mutants beside their translations on other numbers and shapes. The values of both are printed by name."""
    lines = ["program oracle", "  use viewfab, only: vf_finalize, vf_init", "  implicit none", "  double precision :: w",
             "  character(99) :: asked", "  common /secret/ w(-2:40)", "  call random_number(w)", "  call vf_init()",
             "  call get_command_argument(1, asked)"]
    for name in proved:
        for at, (n, m) in enumerate(SHAPES):
            lines.append(f"  if (asked == '{name}.{at}') call compare('{name}', {n}, {m}, {name}, legacy_{name})")
    lines += ["  call vf_finalize()", "contains", ""]
    lines[3:3] = [f"  external :: {name}, legacy_{name}" for name in proved]
    (folder / "out/proof/oracle.f90").write_text("\n".join(lines) + "\n" + COMPARE)
    (folder / "out/proof/oracle.mk").write_text(
        "include Makefile\noracle: oracle.f90 changed.o $(VIEWFAB_OBJECTS)\n"
        "\tgfortran -O0 -ffp-contract=off --coverage -no-pie $(VIEWFAB_FFLAGS) -o $@ $^ $(VIEWFAB_LIBS)\n")
    made = subprocess.run(["make", "-f", "oracle.mk", "oracle"], capture_output=True, text=True, cwd=folder / "out/proof")
    if made.returncode:
        raise SystemExit(f"the program of the test does not build:\n{made.stdout}{made.stderr}"[-3000:])
    wrong: dict = {}
    for name in proved:
        for memory in ("alias", "mirror"):
            for at in range(len(SHAPES)):
                run = subprocess.run(["./oracle", f"{name}.{at}"], capture_output=True, text=True, cwd=folder / "out/proof",
                                     env={"VF_DEVICE": "host", "VF_HOST_MEMORY": memory, "OMP_NUM_THREADS": "2"})
                if "loops done" not in run.stdout and "Fortran runtime error" in run.stderr:
                    continue  # the mutant itself leaves its arrays with this shape
                found = re.findall(rf"(?m)^{name} (\d+)$", run.stdout)
                if run.returncode or len(found) != 1:
                    raise SystemExit(f"the program of the test stops for {name}:\n{run.stdout[-500:]}{run.stderr[-1000:]}")
                wrong[name] = wrong.get(name, 0) + int(found[0])
    return wrong


HIDDEN = """double precision function hidden(i)
  implicit none
  integer, intent(in) :: i
  double precision :: w
  common /secret/ w(-2:40)
  hidden = w(i)
end function hidden

integer function number()
  use omp_lib, only: omp_get_thread_num
  number = omp_get_thread_num()
end function number

subroutine meet()
end subroutine meet
"""

COMPARE_TEAMS = """
  subroutine compare(name, n, m, port, loops)
    character(*), intent(in) :: name
    integer, intent(in) :: n, m
    external :: port, loops
    double precision, dimension(-2:n+3, -2:m+3) :: a, b, c, a1, b1, c1, a2, b2, c2
    double precision :: p(-2:n+3), p1(-2:n+3), p2(-2:n+3), s, t, t1, t2
    integer :: slow, other
    logical :: region
    region = index(name, '_region') > 0
    call random_number(a); call random_number(b); call random_number(c); call random_number(p)
    a = a - 0.5d0; b = 2*b - 1; c = c - 0.3d0
    s = 0.7d0; t = 0.2d0
    do slow = -1, 3
      call set_slow_thread_of_the_proof(slow)
      a2 = a; b2 = b; c2 = c; p2 = p; t2 = t
      if (region) then
        call loops(n, m, a2, b2, c2, p2, s, t2)
      else
        !$omp parallel
        call loops(n, m, a2, b2, c2, p2, s, t2)
        !$omp end parallel
      end if
      if (slow == -1) then
        a1 = a2; b1 = b2; c1 = c2; p1 = p2; t1 = t2
      end if
      other = far(a1, a2, size(a)) + far(b1, b2, size(b)) + far(c1, c2, size(c)) + far(p1, p2, size(p)) + far([t1], [t2], 1)
      if (other > 0) then
        print '(a)', 'race of the loops'
        stop
      end if
    end do
    print '(a)', "loops done"
    flush (6)
    call set_slow_thread_of_the_proof(1)
    a2 = a; b2 = b; c2 = c; p2 = p; t2 = t
    if (region) then
      call port(n, m, a2, b2, c2, p2, s, t2)
    else
      !$omp parallel
      call port(n, m, a2, b2, c2, p2, s, t2)
      !$omp end parallel
    end if
    other = far(a1, a2, size(a)) + far(b1, b2, size(b)) + far(c1, c2, size(c)) + far(p1, p2, size(p)) + far([t1], [t2], 1)
    print '(a, 1x, i0)', name, other
  end subroutine compare

  ! Sums of threads have another order of additions, and elements may have such sums.
  integer function far(x, y, many)
    integer, intent(in) :: many
    double precision, intent(in) :: x(many), y(many)
    far = count(.not. (abs(x - y) <= 1d-11*max(1d0, abs(x)) .or. x /= x .and. y /= y .or. x == y))
  end function far
end program oracle
"""

COMPARE = """
  subroutine compare(name, n, m, port, loops)
    character(*), intent(in) :: name
    integer, intent(in) :: n, m
    external :: port, loops
    double precision, dimension(-2:n+3, -2:m+3) :: a, b, c, a2, b2, c2
    double precision :: p(-2:n+3), p2(-2:n+3), s, t, t2
    integer :: other
    call random_number(a); call random_number(b); call random_number(c); call random_number(p)
    a = a - 0.5d0; b = 2*b - 1; c = c - 0.3d0
    s = 0.7d0; t = 0.2d0
    a2 = a; b2 = b; c2 = c; p2 = p; t2 = t
    call loops(n, m, a, b, c, p, s, t)
    print '(a)', "loops done"
    flush (6)
    call port(n, m, a2, b2, c2, p2, s, t2)
    other = count(a /= a2 .and. (a == a .or. a2 == a2)) + count(b /= b2) + count(c /= c2) &
      + count(p /= p2 .and. (p == p .or. p2 == p2))
    if (abs(t - t2) > 1d-12*max(1d0, abs(t))) other = other + 1
    print '(a, 1x, i0)', name, other
  end subroutine compare
end program oracle
"""


def try_group(program: str, place: Path, prefix: str, group: list) -> tuple:
    """(verdicts of the tool, number of other values by the name of each proved mutant)."""
    verdicts = judge(program, place, prefix, group)
    proved = [m.name for m in group if verdicts[m.name][0].startswith("proved")]
    wrong = (team_oracle if of_team(group) else oracle)(place, proved) if proved else {}
    print(f"{group[0].name} to {group[-1].name}", dict(Counter(v for v, _ in verdicts.values())), flush=True)
    return verdicts, wrong


def main() -> int:
    program, folder, prefix, count = sys.argv[1], Path(sys.argv[2]).resolve(), sys.argv[3], int(sys.argv[4])
    seed = int(sys.argv[5]) if len(sys.argv) > 5 else 1
    made = mutants(Path(__file__).parent / (sys.argv[8] if len(sys.argv) > 8 else "originals.f90"), count, seed)
    tally: Counter = Counter()
    bad, lied = [], 0
    first, last = (int(sys.argv[6]), int(sys.argv[7])) if len(sys.argv) > 7 else (1, (count + GROUP - 1)//GROUP)
    chosen = [(n, made[GROUP*(n - 1):GROUP*n]) for n in range(first, last + 1)]
    count = sum(len(g) for _, g in chosen)
    with ThreadPoolExecutor(2) as pool:
        done = list(pool.map(lambda c: try_group(program, folder / f"group_{c[0]}", prefix, c[1]), chosen))
    for (_, group), (verdicts, wrong) in zip(chosen, done):
        for m in group:
            word, text = verdicts[m.name]
            if wrong.get(m.name):
                word, lied = "wrong but called proved", lied + 1
                text = f"{wrong[m.name]} values differ"
            tally[(m.kind, word)] += 1
            if word in ("failed", "wrong but called proved", "without loops"):
                bad.append((m, word, text))
    report(tally, bad, count, lied)
    return 1 if bad else 0


def report(tally: Counter, bad: list, count: int, lied: int) -> None:
    words = sorted({w for _, w in tally})
    print(f"{'kind':24}" + "".join(f"{w:>26}" for w in words))
    for kind in sorted({k for k, _ in tally}):
        print(f"{kind:24}" + "".join(f"{tally[(kind, w)]:26}" for w in words))
    print(f"{'all ' + str(count):24}" + "".join(f"{sum(c for (_, w), c in tally.items() if w == word):26}" for word in words))
    print(f"wrong but called proved: {lied}")
    for m, word, text in bad:
        print(f"{m.name} ({m.kind}): {word}: {m.line}: {text}")


if __name__ == "__main__":
    sys.exit(main())
