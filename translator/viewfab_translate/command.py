"""The command viewfab-translate."""
from __future__ import annotations

import argparse
import difflib
import sys
import tempfile
from pathlib import Path

from viewfab_translate import build_files, ir, prove, survey
from viewfab_translate.captures import check_folder
from viewfab_translate.devices import devices_of
from viewfab_translate.in_place import note_callers
from viewfab_translate.originals import originals_module
from viewfab_translate.port import changed_file
from viewfab_translate.raw_patch import raw_patch
from viewfab_translate.report import json_report, text_report
from viewfab_translate.routines import read_file
from viewfab_translate.source import compile_modules, load
from viewfab_translate.translate import library_names, translate_routine


def arguments(argv: list) -> argparse.Namespace:
    p = argparse.ArgumentParser(prog="viewfab-translate", description="Reads the loops of a Fortran file, writes kernel files of "
                                "viewfab, and proves them against the loops.",
                                epilog="viewfab-translate --survey FOLDER counts the nests of a whole code; --survey --help tells more.")
    p.add_argument("file", help="the Fortran file")
    p.add_argument("--routines", default="", help="names with commas; without, all routines")
    p.add_argument("--form", choices=("fixed", "free", ""), default="", help="the form of the source; without, by the suffix")
    p.add_argument("--flags", default="", help="the code's own flags of the compiler, such as '-DREAL8 -Iinclude'")
    p.add_argument("--with", dest="modules", nargs="*", default=[], help="files whose modules the file uses, in this order")
    p.add_argument("--out", default="translated", help="folder of the results")
    p.add_argument("--target", default="translated", help="target of viewfab_add_kernels: the module is <target>_kernels")
    p.add_argument("--viewfab", default="", help="where viewfab is installed")
    p.add_argument("--no-proof", action="store_true", help="translate without a proof")
    p.add_argument("--on-device", action="store_true", help="no copies to the host behind the kernels: the program has views of all "
                   "arrays, and VF_COHERENCE=auto or its own syncs")
    p.add_argument("--cases", type=int, default=6, help="sets of random arguments for a routine")
    p.add_argument("--device", choices=("", "host", "cuda", "hip"), default="", help="the device of the proof beside the host; "
                   "without, each device that the installed viewfab has and this machine shows")
    p.add_argument("--captures", default="", help="folder with captured calls of the kernels (VF_CAPTURE, VF_MODE=original)")
    p.add_argument("--json", action="store_true", help="print the report as JSON")
    return p.parse_args(argv)


def joined(argv: list) -> list:
    """The flags of a compiler begin with a dash, so --flags gets its value in one word."""
    out: list = []
    for a in argv:
        if out and out[-1] == "--flags":
            out[-1] += "=" + a
        else:
            out.append(a)
    return out


def main(argv: list = None) -> int:
    argv = joined(sys.argv[1:] if argv is None else argv)
    if argv[:1] == ["--build"]:
        return build_files.main(argv[1:])
    if "--survey" in argv:
        return survey.main([a for a in argv if a != "--survey"])
    options = arguments(argv)
    try:
        return run(options)
    except ir.Refusal as refusal:
        line = f":{refusal.line}" if refusal.line else ""
        print(f"viewfab-translate: {options.file}{line}: {refusal.cause}", file=sys.stderr)
        if refusal.remedy:
            print(f"    {refusal.remedy}", file=sys.stderr)
        return 2


def run(options: argparse.Namespace) -> int:
    path = Path(options.file)
    if not path.exists():
        raise ir.Refusal("there is no such file", 0, "", "environment")
    folder = Path(options.out).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    wanted = {n.strip().lower() for n in options.routines.split(",") if n.strip()}
    with tempfile.TemporaryDirectory() as modules:
        flags = options.flags.split()
        compile_modules(options.modules, flags, Path(modules), options.form, path)
        source = load(path, options.form, flags, Path(modules))
        routines, differences = read_file(source, options.modules, options.form)
    note_callers(routines)
    missing = wanted - {r.name for r in routines}
    if missing:
        raise ir.Refusal(f"the file has no routine {', '.join(sorted(missing))}", 0,
                         "its routines are " + ", ".join(r.name for r in routines), "environment")
    outcomes, done, taken, library = [], [], set(), frozenset()
    try:
        library = library_names(prove.find_prefix(options.viewfab))
    except ir.Refusal:
        if not options.no_proof:
            raise
    for routine in routines:
        if wanted and routine.name not in wanted:
            continue
        found = translate_routine(routine, source, [d for r, d in differences if r is routine], taken, library)
        outcomes += found
        kernels = [k for o in found for k in o.kernels]
        for k in kernels:
            (folder / f"{k.name}.h").write_text(k.text)
        if kernels:
            done.append((routine, kernels))
    leave_hosts_whole(done, outcomes, folder)
    proofs = write_port(folder, source, done, options) if done else {}
    print((json_report if options.json else text_report)(source, outcomes, proofs), end="")
    (folder / "report.txt").write_text(text_report(source, outcomes, proofs))
    (folder / "report.json").write_text(json_report(source, outcomes, proofs))
    return 1 if any(p.verdict == "failed" for p in proofs.values()) else 0


def leave_hosts_whole(done: list, outcomes: list, folder: Path) -> None:
    """A routine and its internal procedure are not both changed: their lines would overlap."""
    names = {r.name for r, _ in done}
    for routine, kernels in [p for p in done if p[0].internal_of in names]:
        done.remove((routine, kernels))
        for k in kernels:
            (folder / f"{k.name}.h").unlink(missing_ok=True)
        for o in outcomes:
            if o.routine == routine.name and o.kernel is not None:
                o.kernel, o.kernels = None, []
                o.refusal = ir.Refusal(f"nests of {routine.internal_of}, the host of this procedure, are translated in this run", o.first,
                                       "name the internal procedure alone with --routines", "place")


def write_port(folder: Path, source, done: list, options: argparse.Namespace) -> dict:
    """Writes the changed file, its patch and the originals, and proves them unless told otherwise."""
    kernels = [k for _, ks in done for k in ks]
    changed = changed_file(source, done, f"{options.target}_kernels", options.on_device)
    originals = originals_module(f"{options.target}_originals", kernels, f"{options.target}_kernels")
    name = source.path.name
    (folder / name).write_text("\n".join(changed) + "\n", errors="surrogateescape")
    if source.preprocessed:
        patch, _ = raw_patch(source, done, f"{options.target}_kernels", options.on_device)
    else:
        old = source.path.read_text(errors="surrogateescape").splitlines()
        patch = difflib.unified_diff(old, changed, f"a/{name}", f"b/{name}", lineterm="")
    (folder / f"{name}.patch").write_text("\n".join(patch) + "\n", errors="surrogateescape")
    (folder / f"{options.target}_originals.f90").write_text("\n".join(originals) + "\n")
    if options.no_proof:
        return {}
    prefix = prove.find_prefix(options.viewfab)
    check_folder(options.captures)
    tools = prove.Tools(prefix, options.flags.split(), options.modules, options.form, options.cases,
                        devices=devices_of(prefix, options.device), captures=options.captures)
    place = folder / "proof"
    place.mkdir(exist_ok=True)
    for k in kernels:
        (place / f"{k.name}.h").write_text((folder / f"{k.name}.h").read_text())
    return prove.prove(place, source, changed_file(source, done, "translated_kernels"),
                       originals_module("translated_originals", kernels, "translated_kernels"), done, tools)
