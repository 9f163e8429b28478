"""Runs of a proof's program: arguments that the legacy routine takes, and the elements in which the changed routine differs."""
from __future__ import annotations

import os
import random
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from viewfab_translate import ir
from viewfab_translate.cases import Roles, mended
from viewfab_translate.compare import generic
from viewfab_translate.coverage import counts_of
from viewfab_translate.driver_data import count_numbers, texts_of
from viewfab_translate.proof_programs import Tools
from viewfab_translate.sections import DIFFER
from viewfab_translate.unreached import stop_of

SAME = "the same elements are read and written"
OWN_BITS = {"exp", "log", "log10", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "erf", "erfc", "atan2", "hypot"}


@dataclass
class Proof:
    """What is known of a routine: proved, failed or none, and why."""
    verdict: str
    text: str
    cases: int = 0
    elements: int = 0
    other: int = 0
    output: list = field(default_factory=list)
    unreached: list = field(default_factory=list)
    elsewhere: list = field(default_factory=list)  # (first line of the nest, file:line) of called subroutines
    devices: tuple = ()
    captured: int = 0
    sets: list = field(default_factory=list)  # the sets of arguments
    stops: list = field(default_factory=list)  # errors of the sets of arguments with which the legacy routine stops
    idle: dict = field(default_factory=dict)  # first line of a nest without a run: reasons
    absent: list = field(default_factory=list)  # procedures that the routine calls, and no given file has
    threads: bool = False  # the legacy routine ran with threads of its own, too
    judged: int = -1  # sets of arguments with which both routines ran in the threads of a team; in the others the legacy routine has a race
    raced: set = field(default_factory=set)


def has_race(program: Path, case: list, count: int, slow: int, loose: bool) -> bool:
    """The legacy routine has a race with these arguments, which shows when threads wait longer."""
    settings = {"VF_DEVICE": "host", "VF_HOST_MEMORY": "alias", "OMP_NUM_THREADS": str(count), "SLOW_THREAD": str(slow), "SLOW_MILLISECONDS": "25"}
    runs = (execute(program, [2 if loose else 0, *case], settings) for _ in range(4))
    return any(run is not None and re.search(r"(?m)^raced$", run.stdout) is not None for run in runs)


def on_devices(program: Path, cases: list, proof: Proof, kernels: list, tools: Tools) -> None:
    """Runs the sets of arguments on the devices of the proof."""
    sums = rounds_on_devices(kernels)
    for device in tools.devices:
        for case in cases:
            if proof.verdict == "proved":
                run_case(program, case, device, "", proof, kernels, sums)
        proof.devices += (device,)


def rounds_on_devices(kernels: list) -> bool:
    """A device adds in another order, and its own exp, log and power have other bits than the host's."""
    return any(k.has_sums for k in kernels) or any(
        isinstance(x, ir.Op) and x.op == "**" or isinstance(x, ir.Call) and generic(x.name) in OWN_BITS for k in kernels
        for s in ir.walk_statements([k.nest]) for e, _ in ir.expressions(s) for x in ir.walk(e))


def takes_extremes(kernels: list) -> bool:
    """A kernel has MAX or MIN, whose value is the compiler's own choice if an argument is no number."""
    return any(isinstance(x, ir.Call) and generic(x.name) in ("max", "min") for k in kernels for s in ir.walk_statements([k.nest])
               for e, _ in ir.expressions(s) for x in ir.walk(e))


def find_cases(program: Path, routine: ir.Routine, parts: list, tools: Tools, kernels: list, stops: list) -> tuple:
    """(sets of arguments that the legacy routine takes: it stays within its arrays and changes something; tries; sets left out
    because an operation was invalid; sets for which a second call gives other results)."""
    rng = random.Random(tools.seed)
    numbers = count_numbers(parts)
    roles = Roles(routine, numbers, any(k.colour is not None for k in kernels))
    found, tries, seen, invalid, extremes = [], 0, set(), 0, takes_extremes(kernels)
    again, steps, kept = None, 0, []
    optional = any("OPTIONAL" in routine.symbols[d].flags for d in routine.dummies if d in routine.symbols)
    texts = any(p.symbol.type == "char" and len(texts_of(p.name, routine)) > 2 for p in parts)  # each seed has other texts
    wanted = max(tools.cases, min(12, roles.most_values() + 1), 24 if texts else 0)
    while len(found) < wanted and tries < (400 if len(found) < 3 else 120 + 12 * wanted):
        tries += 1
        filling = 0 if invalid % 4 else (0, 1, 2, 0, 1, 3)[len(found) % 6]
        values, steps = (again, steps + 1) if again is not None and steps < 12 else (roles.draw(rng, 0 if tries % 4 else 6, tries), 0)
        again = None
        absent = optional and tries % 3 == 0
        key = (absent, filling, tries if texts else 0, *values)
        if key in seen:
            continue
        seen.add(key)
        seed = rng.randrange(1, 10000)
        seed += (tries - seed) % 3 if optional else 0  # the driver leaves optional arguments out if 3 divides the seed
        run = execute(program, [1, seed, filling, *values], {})
        stops += [stop_of(run.stderr)] if run is not None and run.returncode else []
        if tools.lost and len(stops) == tries == 12:  # each run meets code without a file
            break
        count = re.search(r"changed (\d+)", run.stdout) if run is not None else None
        if run is not None and run.returncode == 0 and count and int(count.group(1)):
            if extremes and "invalid" in run.stdout:
                invalid += 1
                continue
            found.append([run.args[2], *map(str, [filling, *values])])
            kept += [found[-1]] if "kept" in run.stdout else []
        elif run is not None and run.returncode:
            again = mended(values, numbers, run.stderr, routine, roles, rng)
    return found, tries, invalid, kept


def execute(program: Path, numbers: list, settings: dict):
    environment = {**os.environ, "OMP_NUM_THREADS": "2", "OMP_WAIT_POLICY": "passive", "GCOV_PREFIX": str(counts_of(program)),
                   "GCOV_PREFIX_STRIP": "99", "GFORTRAN_ERROR_BACKTRACE": "0", **settings}
    try:
        return subprocess.run([str(program), *map(str, numbers)], capture_output=True, text=True, errors="replace", timeout=60,
                              env=environment, cwd=program.parent)
    except subprocess.TimeoutExpired:
        return None


def run_case(program: Path, case: list, memory: str, order: str, proof: Proof, kernels: list, sums: bool, more: dict = {},
             rounding: bool = False) -> bool:
    """False if the case stops because two indices are equal that a note of the kernel wants to differ."""
    settings = {"VF_DEVICE": "host", "VF_HOST_MEMORY": memory, "VF_MODE": "check", "VF_REPORT": "-", "VF_REPORT_FAIL": "3",
                "VF_CHECK": order or "every=1"}
    device = memory not in ("alias", "mirror")
    if device:
        settings.update(VF_DEVICE=memory, VF_HOST_MEMORY="alias")
    if not sums:  # of any kernel of the file: the routine may call others
        settings["VF_TOLERANCE"] = "ulp:0"
    loose = rounding or device and sums or any(k.has_sums for k in kernels)
    run = execute(program, [2 if loose else 0, *case], {**settings, **more})
    if run is None:
        proof.verdict, proof.text = "failed", "the run took more than a minute"
        return True
    if re.search(r"(?m)^raced$", run.stdout):
        proof.raced.add(tuple(case))
        return True
    proof.output = run.stdout.splitlines()[-30:] + run.stderr.splitlines()[-10:]
    counts = re.findall(r"(?m)^(\w+) (\d+) (\d+)$", run.stdout)
    # The arguments lead past all nests; the program has come to its end all the same.
    idle = run.returncode == 3 and "validation checked nothing" in run.stderr and bool(counts) and "ERROR STOP" not in run.stderr
    if run.returncode and SAME in run.stderr and any(DIFFER in n for k in kernels for n in k.notes):
        return False
    if run.returncode and not idle:
        proof.verdict = "failed"
        words = re.search(r"viewfab: .*|WRONG .*|Fortran runtime error.*", run.stdout + run.stderr)
        proof.text = f"memory {memory}, arguments {' '.join(case)}: " + (words.group(0)[:300] if words else "the program stops")
        return True
    for name, count, other in counts:
        proof.elements += int(count)
        if int(other):
            proof.verdict, proof.other = "failed", proof.other + int(other)
            proof.text = f"memory {memory}, arguments {' '.join(case)}: {other} of {count} elements of {name} have other bits"
    for name, other in re.findall(r"(?m)^\s+'(\w+)', .*: \d+ compared, (\d+) with other bits", run.stdout):
        if int(other) and not (device and sums) and name not in {r.argument for k in kernels for r in k.results if r.operation == "sum"}:
            proof.verdict, proof.text = "failed", f"in a checked call {other} elements of {name} have other bits"
    checked = re.findall(r"(?m)^\s+(\w+)\s+\d+\s+(\d+)\s+(\w+)", run.stdout)
    if any(verdict == "failed" for _, _, verdict in checked):
        wrong = re.search(r"WRONG.*", run.stdout)
        proof.verdict, proof.text = "failed", (wrong.group(0)[:300] if wrong else "a checked call failed")
    return True
