"""Proves a translated file: builds it with its kernels, runs legacy and changed routines on random arguments, and counts elements
with other bits; all calls of kernels are checked against their loops, the order of points and the bounds of each access too."""
from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from viewfab_translate import captures, ir
from viewfab_translate.cases import Roles
from viewfab_translate.compare import generic
from viewfab_translate.coverage import lines_without_run
from viewfab_translate.devices import make_variables
from viewfab_translate.driver import Unprovable, count_numbers, driver, parts_of
from viewfab_translate.sections import DIFFER
from viewfab_translate.source import Source, form_flags, is_fixed
from viewfab_translate.threads import directives

SAME = "the same elements are read and written"
OWN_BITS = {"exp", "log", "log10", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "erf", "erfc", "atan2", "hypot"}
RUNS = (("alias", ""), ("mirror", "order"))
OPENMP = ("-fopenmp", "-fopenmp-simd", "-mp")


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
    devices: tuple = ()
    captured: int = 0
    sets: list = field(default_factory=list)  # the sets of arguments
    threads: bool = False  # the legacy routine ran with threads of its own, too


@dataclass
class Tools:
    """Where viewfab is installed, and how codes are compiled."""
    prefix: Path
    flags: list
    modules: list
    form: str
    cases: int = 6
    seed: int = 1
    devices: tuple = ()
    captures: str = ""


def find_prefix(given: str) -> Path:
    """The installed viewfab: given, or beside the program, or in the environment."""
    places = [given, os.environ.get("VIEWFAB_PREFIX", ""), str(Path(__file__).resolve().parents[3]), "/usr/local", "/opt/viewfab"]
    for p in places:
        if p and (Path(p) / "share/viewfab/viewfab.mk").exists():
            return Path(p).resolve()
    raise ir.Refusal("no installed viewfab was found: share/viewfab/viewfab.mk", 0, "give its place with --viewfab", "environment")


def proof_copy(lines: list, source: Source) -> list:
    """The changed file with all names of its modules public, so that the program of the proof can call them."""
    out = []
    for s in lines:
        if re.match(r"(?i)^\s*private\s*(!.*)?$|^\s*private\s*::", s) or re.match(r"(?i)^\s*private\s+[a-z]", s):
            s = "!" + s[1:] if s[:1] == " " else "! " + s
        out.append(re.sub(r"(?i)^(\s*[a-z][^!'\"]*?),\s*private\b(?=[^!'\"]*::)", r"\1", s))
    return out


def makefile(folder: Path, source: Source, kernels: list, routines: list, tools: Tools) -> str:
    """The rules that build the proof: viewfab's own fragment for make does the kernels."""
    suffix = ".f" if source.fixed else ".f90"
    flags = " ".join(f for f in source.flags if not f.startswith("-O") and f not in OPENMP)
    before = " ".join(f"{Path(m).stem}_before.o" for m in tools.modules)
    common = f"-O1 -g0 -w -ffp-contract=off -fcheck=bounds -finit-local-zero -fallow-argument-mismatch {flags} -I{source.path.parent.resolve()}"
    out = ["VIEWFAB_NAME = translated",
           "VIEWFAB_KERNELS = " + " ".join(f"{k.name}.h" for k in kernels), "VIEWFAB_BOUNDS = ON", "VIEWFAB_FMA = OFF",
           *make_variables(tools.devices), "FC = gfortran", "CC = gcc", "FFLAGS = -O0 -w",
           "VIEWFAB_KERNEL_HOST_FLAGS = -O0 -fno-math-errno -fno-trapping-math", "VIEWFAB_KERNEL_WARNINGS = -w",
           f"include {tools.prefix}/share/viewfab/viewfab.mk", "",
           "# A pass in another precision than the kernel's own is never called, and not built.",
           "needed = $(filter-out " + " ".join(f"%/{k.name}_host_{'double' if k.pass_kind == 4 else 'float'}.o" for k in kernels) +
           ",$(VIEWFAB_OBJECTS))", "",
           "all: " + " ".join(f"prove_{r.name}" for r in routines), ""]
    for m in tools.modules:
        form = "-ffixed-form" if is_fixed(Path(m), tools.form) else "-ffree-form -ffree-line-length-none"
        out += [f"{Path(m).stem}_before.o:", f"\tgfortran {common} {form} -J. -I. -o $@ -c {Path(m).resolve()}"]
    if len(tools.modules) > 1:
        for a, b in zip(tools.modules, tools.modules[1:]):
            out.append(f"{Path(b).stem}_before.o: {Path(a).stem}_before.o")
    out += [f"changed.o: changed{suffix} $(VIEWFAB_MODULES) {before}",
            f"\tgfortran {common} --coverage {' '.join(form_flags(source))} $(VIEWFAB_FFLAGS) -J. -I. -o $@ -c $<",
            "\tobjcopy --redefine-sym main=main_of_the_file $@",
            "originals.o: originals.f90 $(VIEWFAB_MODULES)", "\tgfortran -O1 -w -ffp-contract=off $(VIEWFAB_FFLAGS) -J. -o $@ -c $<"]
    out += threaded_rules(source, tools, common, suffix, routines)
    for r in routines:
        out += [f"driver_{r.name}.o: driver_{r.name}.f90 changed.o originals.o",
                f"\tgfortran -O0 -w -fallow-argument-mismatch -I. $(VIEWFAB_FFLAGS) -o $@ -c $<",
                f"prove_{r.name}: driver_{r.name}.o changed.o originals.o {before} $(needed)",
                "\tgfortran --coverage -no-pie -Wl,--unresolved-symbols=ignore-all -o $@ $^ $(VIEWFAB_LIBS)"]
    return "\n".join(out + captures.RULES) + "\n"


def has_threads(source: Source, routine: ir.Routine) -> bool:
    """The code is compiled with OpenMP, and the routine has directives."""
    return "-fopenmp" in source.flags and bool(directives(source, routine.first, routine.last))


def threaded_rules(source: Source, tools: Tools, common: str, suffix: str, routines: list) -> list:
    """The same programs with the code's own threads. Counts of lines come from the programs without: gcov has none for regions."""
    if not any(has_threads(source, r) for r in routines):
        return []
    common = common.replace("-O1", "-O1 -fopenmp", 1) + " -Jthreads -Ithreads -I."
    names, out = [], []
    for m in tools.modules:
        form = "-ffixed-form" if is_fixed(Path(m), tools.form) else "-ffree-form -ffree-line-length-none"
        out += [f"{Path(m).stem}_threads.o: {' '.join(names[-1:])}", "\tmkdir -p threads",
                f"\tgfortran {common} {form} -o $@ -c {Path(m).resolve()}"]
        names.append(f"{Path(m).stem}_threads.o")
    out += [f"changed_threads.o: changed{suffix} $(VIEWFAB_MODULES) {' '.join(names)}", "\tmkdir -p threads",
            f"\tgfortran {common} {' '.join(form_flags(source))} $(VIEWFAB_FFLAGS) -o $@ -c $<",
            "\tobjcopy --redefine-sym main=main_of_the_file $@"]
    for r in routines:
        if has_threads(source, r):
            out += [f"threads_{r.name}: driver_{r.name}.o changed_threads.o originals.o {' '.join(names)} $(needed)",
                    "\tgfortran -fopenmp -no-pie -Wl,--unresolved-symbols=ignore-all -o $@ $^ $(VIEWFAB_LIBS)"]
    return out


def with_threads(folder: Path, routine: ir.Routine, proof: Proof, kernels: list, sums: bool, source: Source, made) -> None:
    """Runs the legacy routine with two threads of its own beside the changed routine."""
    program = folder / f"threads_{routine.name}"
    if proof.verdict != "proved" or not has_threads(source, routine):
        return
    if not program.exists():
        proof.verdict, proof.text, proof.output = "failed", "the build with -fopenmp fails", first_lines(made.stderr)
        return
    for case in proof.sets:
        for memory in ("alias", "mirror"):
            if proof.verdict == "proved":
                run_case(program, case, memory, "", proof, kernels, sums)
    if proof.verdict == "failed":
        proof.text = "the legacy routine with 2 threads: " + proof.text
    proof.threads = True


def build(folder: Path, targets: list) -> subprocess.CompletedProcess:
    return subprocess.run(["make", "-k", "-j2", *targets], cwd=folder, capture_output=True, text=True, errors="replace")


def first_lines(text: str) -> list:
    found = [s for s in text.splitlines() if re.search(r"(?i)\berror\b|undefined|\*\*\*", s)]
    return found[:6] or text.splitlines()[-4:]


def forget(folder: Path) -> None:
    """Removes what an earlier proof has built: a program that cannot be built now must not run in its place."""
    for pattern in ("prove_*", "threads_*", "replay", "*.o", "*.mod", "*.gcda", "*.gcno"):
        for old in folder.glob(pattern):
            old.unlink()
    for built in ("viewfab_build", "threads"):
        shutil.rmtree(folder / built, ignore_errors=True)


def prove(folder: Path, source: Source, changed: list, originals: list, done: list, tools: Tools) -> dict:
    """Verdicts by the name of the routine. The kernel files are in the folder already."""
    suffix = ".f" if source.fixed else ".f90"
    forget(folder)
    (folder / f"changed{suffix}").write_text("\n".join(proof_copy(changed, source)) + "\n", errors="surrogateescape")
    (folder / "originals.f90").write_text("\n".join(originals) + "\n")
    verdicts, ready = {}, []
    for routine, kernels in done:
        try:
            if routine.internal_of or routine.kind == "program":
                raise Unprovable("the routine is internal to a program or procedure: nobody else can call it")
            parts = parts_of(routine)
            text = driver(routine, parts, kernels, "translated_originals")
            (folder / f"driver_{routine.name}.f90").write_text("\n".join(text) + "\n")
            ready.append((routine, kernels, parts))
        except Unprovable as why:
            verdicts[routine.name] = Proof("not proved", str(why))
    kernels = [k for _, ks in done for k in ks]
    (folder / "Makefile").write_text(makefile(folder, source, kernels, [r for r, _, _ in ready], tools))
    targets = ["replay"] if any(captures.files_of(tools.captures, k.name) for k in kernels) else []
    (folder / "replay.c").write_text(captures.PROGRAM)
    made = build(folder, ["changed.o", "originals.o", *targets] + [f"prove_{r.name}" for r, _, _ in ready] +
                 [f"threads_{r.name}" for r, _, _ in ready if has_threads(source, r)])
    (folder / "build.log").write_text(made.stdout + made.stderr)
    if not ready and not (folder / "changed.o").exists():
        for name in verdicts:
            verdicts[name] = Proof("failed", "the build fails", output=first_lines(made.stderr))
    sums = any(r.operation == "sum" for k in kernels for r in k.results)
    with ThreadPoolExecutor(2) as pool:
        for routine, proof in pool.map(lambda p: (p[0], run_routine(folder, *p, tools, made, sums)), ready):
            verdicts[routine.name] = proof
    for routine, kernels, _ in ready:
        with_threads(folder, routine, verdicts[routine.name], kernels, sums, source, made)
    for routine, kernels, _ in ready:
        proof = verdicts[routine.name]
        proof.unreached = lines_without_run(folder, suffix, routine, kernels, changed) if proof.verdict == "proved" else []
    if targets:
        judge_captures(folder, done, verdicts, tools, made)
    return verdicts


def judge_captures(folder: Path, done: list, verdicts: dict, tools: Tools, made) -> None:
    """Adds the captured calls to the verdicts. A routine that no driver can call is proved in part by them."""
    if not (folder / "replay").exists():
        found = {k.name: (0, "the program of the captured calls does not build: " + " ".join(first_lines(made.stderr))[:200])
                 for _, ks in done for k in ks if captures.files_of(tools.captures, k.name)}
    else:
        found = captures.replay(folder / "replay", tools.captures, [k for _, ks in done for k in ks], tools.devices)
    for routine, kernels in done:
        proof = verdicts[routine.name]
        numbers = [found.get(k.name, (0, "")) for k in kernels]
        proof.captured = sum(n for n, _ in numbers)
        wrong = next((text for _, text in numbers if text), "")
        if wrong:
            proof.verdict, proof.text = "failed", wrong
        elif proof.verdict == "not proved" and all(n for n, _ in numbers):
            proof.verdict, proof.text = "proved in part", "by captured calls alone: " + proof.text


def run_routine(folder: Path, routine: ir.Routine, kernels: list, parts: list, tools: Tools, made, sums: bool) -> Proof:
    program = folder / f"prove_{routine.name}"
    if not program.exists():
        return Proof("failed", "the build fails", output=first_lines(made.stderr))
    cases, tries, invalid = find_cases(program, routine, parts, tools, kernels)
    if not cases:
        return Proof("not proved", f"none of {tries} sets of random arguments kept the legacy routine within its arrays and "
                     "changed something" + (", without a value that is no number in front of MAX or MIN" if invalid else ""))
    proof = Proof("proved", "", len(cases), sets=cases)
    for case in cases:
        for memory, order in RUNS:
            if not run_case(program, case, memory, order, proof, kernels, sums):
                proof.cases -= 1
                break
            if proof.verdict != "proved":
                return proof
    if proof.cases:
        on_devices(program, cases, proof, kernels, tools)
    else:
        return Proof("not proved", "all sets of random arguments have equal indices where the kernel needs different ones")
    if proof.verdict == "proved" and not proof.elements:
        return Proof("not proved", "no element was compared")
    return proof


def on_devices(program: Path, cases: list, proof: Proof, kernels: list, tools: Tools) -> None:
    """Runs the sets of arguments on the devices of the proof. A device's own exp, log and power have other bits than the host's."""
    sums = any(r.operation == "sum" for k in kernels for r in k.results) or any(
        isinstance(x, ir.Op) and x.op == "**" or isinstance(x, ir.Call) and generic(x.name) in OWN_BITS for k in kernels
        for s in ir.walk_statements([k.nest]) for e, _ in ir.expressions(s) for x in ir.walk(e))
    for device in tools.devices:
        for case in cases:
            if proof.verdict == "proved":
                run_case(program, case, device, "", proof, kernels, sums)
        proof.devices += (device,)


def takes_extremes(kernels: list) -> bool:
    """A kernel has MAX or MIN, whose value is the compiler's own choice if an argument is no number."""
    return any(isinstance(x, ir.Call) and generic(x.name) in ("max", "min") for k in kernels for s in ir.walk_statements([k.nest])
               for e, _ in ir.expressions(s) for x in ir.walk(e))


def find_cases(program: Path, routine: ir.Routine, parts: list, tools: Tools, kernels: list) -> tuple:
    """(sets of arguments that the legacy routine takes: it stays within its arrays and changes something; tries; sets left out
    because an operation was invalid)."""
    rng = random.Random(tools.seed)
    numbers = count_numbers(parts)
    roles = Roles(routine, numbers, any(k.colour is not None for k in kernels))
    found, tries, seen, invalid, extremes = [], 0, set(), 0, takes_extremes(kernels)
    wanted = max(tools.cases, min(12, roles.most_values() + 1))
    while len(found) < wanted and tries < (240 if len(found) < 3 else 90 + 10 * wanted):
        tries += 1
        filling = 0 if invalid % 4 else (0, 1, 2, 0, 1, 3)[len(found) % 6]
        values = roles.draw(rng, 0 if tries % 4 else 6, tries)
        key = (filling, *values)
        if key in seen:
            continue
        seen.add(key)
        run = execute(program, [1, rng.randrange(1, 10000), filling, *values], {})
        count = re.search(r"changed (\d+)", run.stdout) if run is not None else None
        if run is not None and run.returncode == 0 and count and int(count.group(1)):
            if extremes and "invalid" in run.stdout:
                invalid += 1
                continue
            found.append([run.args[2], *map(str, [filling, *values])])
    return found, tries, invalid


def execute(program: Path, numbers: list, settings: dict):
    environment = dict(os.environ, OMP_NUM_THREADS="2", OMP_WAIT_POLICY="passive", **settings)
    try:
        return subprocess.run([str(program), *map(str, numbers)], capture_output=True, text=True, errors="replace", timeout=60,
                              env=environment, cwd=program.parent)
    except subprocess.TimeoutExpired:
        return None


def run_case(program: Path, case: list, memory: str, order: str, proof: Proof, kernels: list, sums: bool) -> bool:
    """False if the case stops because two indices are equal that a note of the kernel wants to differ."""
    settings = {"VF_DEVICE": "host", "VF_HOST_MEMORY": memory, "VF_MODE": "check", "VF_REPORT": "-", "VF_REPORT_FAIL": "3",
                "VF_CHECK": order or "every=1"}
    device = memory not in ("alias", "mirror")
    if device:
        settings.update(VF_DEVICE=memory, VF_HOST_MEMORY="alias")
    if not sums:  # of any kernel of the file: the routine may call others
        settings["VF_TOLERANCE"] = "ulp:0"
    loose = device and sums or any(r.operation == "sum" for k in kernels for r in k.results)
    run = execute(program, [2 if loose else 0, *case], settings)
    if run is None:
        proof.verdict, proof.text = "failed", "the run took more than a minute"
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
