"""Proves a translated file: builds it with its kernels, runs legacy and changed routines on random arguments, and counts elements
with other bits; all calls of kernels are checked against their loops, the order of points and the bounds of each access too."""
from __future__ import annotations

import os
import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from viewfab_translate import captures, delays, ir, standins
from viewfab_translate.coverage import counts_of_lines, lines_elsewhere, lines_without_run
from viewfab_translate.driver import driver
from viewfab_translate.driver_data import Unprovable, parts_of
from viewfab_translate.proof_programs import Tools, build, has_threads, makefile, modules_in, proof_copy, with_whole_paths, without_protection
from viewfab_translate.proof_runs import Proof, find_cases, has_race, on_devices, rounds_on_devices, run_case
from viewfab_translate.source import Source, is_fixed
from viewfab_translate.unreached import idle_nests, modules_without_code, most_frequent

RUNS = (("alias", ""), ("mirror", "order"))


def find_prefix(given: str) -> Path:
    """The installed viewfab: given, or beside the program, or in the environment."""
    places = [given, os.environ.get("VIEWFAB_PREFIX", ""), str(Path(__file__).resolve().parents[3]), "/usr/local", "/opt/viewfab"]
    for p in places:
        if p and (Path(p) / "share/viewfab/viewfab.mk").exists():
            return Path(p).resolve()
    raise ir.Refusal("no installed viewfab was found: share/viewfab/viewfab.mk", 0, "give its place with --viewfab", "environment")


def with_threads(folder: Path, routine: ir.Routine, proof: Proof, kernels: list, sums: bool, source: Source, made,
                 devices: tuple) -> None:
    """Runs the legacy routine with own threads beside the changed routine; a routine of a team in the threads of a caller."""
    program = folder / f"threads_{routine.name}"
    if proof.verdict != "proved" or not has_threads(source, routine):
        return
    if not program.exists():
        proof.verdict, proof.text, proof.output = "failed", "the build with -fopenmp fails", first_lines(made.stderr)
        return
    team = routine.team is not None
    loose = team and re.search(r"(?i)\$omp.*reduction\s*\(\s*[-+*]", source.text) is not None  # threads add in an order of their own
    runs = [(2, 0, m, sums) for m in ("alias", "mirror")] + [(n, 1, m, sums) for n in (2, 3) for m in ("alias", "mirror")] + \
        [(2, 1, device, rounds_on_devices(kernels)) for device in devices]
    for count, slow, memory, other in runs if team else [(2, -1, m, sums) for m in ("alias", "mirror")]:
        for case in proof.sets:
            if proof.verdict == "proved":
                run_case(program, case, memory, "", proof, kernels, other, {"OMP_NUM_THREADS": str(count), "SLOW_THREAD": str(slow)}, loose)
                if proof.verdict == "failed" and team and has_race(program, case, count, slow, loose):
                    proof.verdict, proof.text, proof.other = "proved", "", 0
                    proof.raced.add(tuple(case))
                if proof.verdict == "failed":
                    proof.text = f"with {count} threads: {proof.text}" if team else "the legacy routine with 2 threads: " + proof.text
    proof.threads = True
    if team and proof.verdict == "proved":
        proof.judged = len(proof.sets) - len(proof.raced)
        if not proof.judged:
            proof.verdict, proof.text = "not proved", "the legacy routine has a race: with another slow thread it gives other values"


def first_lines(text: str) -> list:
    found = [s for s in text.splitlines() if re.search(r"(?i)\berror\b|undefined|\*\*\*", s)]
    return found[:6] or text.splitlines()[-4:]


def forget(folder: Path) -> None:
    """Removes what an earlier proof has built: a program that cannot be built now must not run in its place."""
    for pattern in ("prove_*", "threads_*", "changed_threads.*", "replay", "*.o", "*.mod", "*.gcda", "*.gcno"):
        for old in folder.glob(pattern):
            old.unlink()
    for built in (folder / "viewfab_build", folder / "threads", *folder.glob("counts_of_*")):
        shutil.rmtree(built, ignore_errors=True)


def prove(folder: Path, source: Source, changed: list, originals: list, done: list, tools: Tools) -> dict:
    """Verdicts by the name of the routine. The kernel files are in the folder already."""
    suffix = ".f" if source.fixed else ".f90"
    forget(folder)
    (folder / f"changed{suffix}").write_text("\n".join(proof_copy(changed, source)) + "\n", errors="surrogateescape")
    (folder / "originals.f90").write_text("\n".join(originals) + "\n")
    if any(has_threads(source, r) for r, _ in done):
        slow = delays.delayed(proof_copy(changed, source), source.fixed) if any(r.team is not None for r, _ in done) else proof_copy(changed, source)
        (folder / f"changed_threads{suffix}").write_text("\n".join(slow) + "\n", errors="surrogateescape")
        (folder / "delays.c").write_text(delays.PROGRAM)
        for m in (Path(m) for m in tools.modules if Path(m).suffix != ".mod"):
            text = without_protection(m.read_text(errors="surrogateescape").splitlines())
            (folder / f"threads_of_{m.name}").write_text("\n".join(delays.delayed(text, is_fixed(m, tools.form))) + "\n", errors="surrogateescape")
    verdicts, ready, absent = {}, [], []
    open_modules = modules_in([source.path, *tools.modules])
    for routine, kernels in done:
        try:
            if routine.internal_of or routine.kind == "program":
                raise Unprovable("the routine is internal to a program or procedure: nobody else can call it")
            parts = parts_of(routine, open_modules)
            text = driver(routine, parts, kernels, "translated_originals")
            (folder / f"driver_{routine.name}.f90").write_text("\n".join(text) + "\n")
            ready.append((routine, kernels, parts))
        except Unprovable as why:
            verdicts[routine.name] = Proof("not proved", str(why))
    kernels = [k for _, ks in done for k in ks]
    (folder / "Makefile").write_text(makefile(folder, source, kernels, [r for r, _, _ in ready], tools))
    targets = ["replay"] if any(captures.files_of(tools.captures, k.name) for k in kernels) else []
    (folder / "replay.c").write_text(captures.PROGRAM)
    programs = [f"prove_{r.name}" for r, _, _ in ready] + [f"threads_{r.name}" for r, _, _ in ready if has_threads(source, r)]
    made = build(folder, ["changed.o", "originals.o", *targets] + programs)
    missing = standins.missing_in(made.stderr)
    if missing:
        absent = standins.write(folder, missing)
        for name in programs:
            (folder / name).unlink(missing_ok=True)
        made = build(folder, ["STANDINS=standins.o", "changed.o", "originals.o", *targets] + programs)
    (folder / "build.log").write_text(made.stdout + made.stderr)
    tools.lost = modules_without_code(folder, with_whole_paths(source.flags))
    if not ready and not (folder / "changed.o").exists():
        for name in verdicts:
            verdicts[name] = Proof("failed", "the build fails", output=first_lines(made.stderr))
    sums = any(k.has_sums for k in kernels)
    with ThreadPoolExecutor(2) as pool:
        for routine, proof in pool.map(lambda p: (p[0], run_routine(folder, *p, tools, made, sums)), ready):
            verdicts[routine.name] = proof if not tools.lost or proof.verdict == "proved" or proof.other else without_code(tools)
    for routine, kernels, _ in ready:
        with_threads(folder, routine, verdicts[routine.name], kernels, sums, source, made, tools.devices)
    for routine, kernels, _ in ready:
        proof = verdicts[routine.name]
        proof.absent = [n for n in absent if n in called_names(routine)]
        if proof.verdict == "proved":
            proof.unreached = lines_without_run(folder, suffix, routine, kernels, changed)
            proof.idle = idle_nests(routine, counts_of_lines(folder, suffix, routine, changed), proof.stops)
            proof.elsewhere = lines_elsewhere(folder, suffix, routine, kernels, changed, source, {r.name for r, _ in done})
    if targets:
        judge_captures(folder, done, verdicts, tools, made)
    return verdicts


def called_names(routine: ir.Routine) -> set:
    """Subroutines and functions that the routine calls by itself."""
    out = {s.called or s.name for s in ir.walk_statements(routine.body) if isinstance(s, ir.CallStmt)}
    return out | {x.name for s in ir.walk_statements(routine.body) for e, _ in ir.expressions(s) for x in ir.walk(e) if isinstance(x, ir.Call)}


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


def without_code(tools: Tools) -> Proof:
    return Proof("not proved", f"--flags names the .mod file of {', '.join(tools.lost)}, and the proof needs the code, too: name the file "
                 "of each of these modules behind --with")


def run_routine(folder: Path, routine: ir.Routine, kernels: list, parts: list, tools: Tools, made, sums: bool) -> Proof:
    program = folder / f"prove_{routine.name}"
    if not program.exists():
        return Proof("failed", "the build fails", output=first_lines(made.stderr))
    stops: list = []
    cases, tries, invalid, kept = find_cases(program, routine, parts, tools, kernels, stops)
    if not cases:
        return Proof("not proved", f"none of {tries} sets of random arguments kept the legacy routine within its arrays and "
                     "changed something" + (", without a value that is no number in front of MAX or MIN" if invalid else "") + (f"; {most_frequent(stops)}" if most_frequent(stops) else ""))
    proof = Proof("proved", "", len(cases), sets=cases, stops=stops)
    for case in cases:
        for memory, order in RUNS:
            if not run_case(program, case, memory, order, proof, kernels, sums):
                proof.cases -= 1
                break
            if proof.verdict != "proved" and case in kept:  # the second run begins with the values of the first run
                return Proof("not proved", "the routine gives other results if it is called again with the same arguments: a "
                             "procedure that it calls keeps values between calls")
            if proof.verdict != "proved":
                return proof
    if proof.cases:
        on_devices(program, cases, proof, kernels, tools)
    else:
        return Proof("not proved", "all sets of random arguments have equal indices where the kernel needs different ones")
    if proof.verdict == "proved" and not proof.elements:
        return Proof("not proved", "no element was compared")
    return proof
