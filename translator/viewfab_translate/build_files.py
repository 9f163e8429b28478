"""The files of a build: for the sources of a target the kernel files, the changed sources, the originals, and a list of all."""
from __future__ import annotations

import argparse
import hashlib
import re
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from viewfab_translate import ir, prove
from viewfab_translate.devices import devices_of
from viewfab_translate.in_place import note_callers
from viewfab_translate.line_markers import with_markers
from viewfab_translate.originals import originals_module
from viewfab_translate.port import changed_file, changed_lines
from viewfab_translate.report import text_report
from viewfab_translate.routines import read_file
from viewfab_translate.source import Source, compile_modules, load
from viewfab_translate.translate import library_names, names_in, translate_routine

LIST = "translated.txt"


@dataclass
class Part:
    """A source of the target with its outcomes. done: pairs (routine, kernels of its nests)."""
    source: Source
    routines: list
    outcomes: list = field(default_factory=list)
    done: list = field(default_factory=list)


def build_arguments(argv: list) -> argparse.Namespace:
    p = argparse.ArgumentParser(prog="viewfab-translate --build", description="Writes the files of a build: kernel files, changed "
                                "sources and originals. viewfab_translate() and viewfab.mk call this.")
    p.add_argument("sources", nargs="+", help="the Fortran sources of a target")
    p.add_argument("--routines", default="", help="names with commas; without, all routines")
    p.add_argument("--form", choices=("fixed", "free", ""), default="")
    p.add_argument("--flags", default="")
    p.add_argument("--include", action="append", default=[], help="a folder as of -I, which is no part of the list's options")
    p.add_argument("--with", dest="modules", action="append", default=[], help="a file whose modules the sources use")
    p.add_argument("--out", required=True)
    p.add_argument("--target", required=True)
    p.add_argument("--names", action="append", default=[], help="file or folder with the names of viewfab, which no kernel may have")
    p.add_argument("--on-device", action="store_true", help="no copies to the host behind the kernels")
    p.add_argument("--viewfab", default="")
    p.add_argument("--prove", action="store_true", help="prove the kernels too")
    p.add_argument("--cases", type=int, default=6)
    return p.parse_args(argv)


def flags_of(options: argparse.Namespace) -> list:
    return options.flags.split() + [f"-I{folder}" for folder in options.include]


def main(argv: list) -> int:
    try:
        return build(build_arguments(argv))
    except ir.Refusal as refusal:
        print(f"viewfab-translate: {refusal.cause}", file=sys.stderr)
        if refusal.remedy:
            print(f"    {refusal.remedy}", file=sys.stderr)
        return 2


def build(options: argparse.Namespace) -> int:
    """Writes the files into options.out. A file whose text stays the same keeps its time."""
    folder = Path(options.out)
    folder.mkdir(parents=True, exist_ok=True)
    wanted = {n.strip().lower() for n in options.routines.split(",") if n.strip()}
    with tempfile.TemporaryDirectory() as modules:
        flags = flags_of(options)
        compile_modules(options.modules, flags, Path(modules), options.form, Path(options.sources[0]))
        parts = [translate(Path(name), options, flags, Path(modules), wanted) for name in options.sources]
    check_routines(parts, wanted)
    shape_all(parts, wanted, names_of_library(options))
    warn(parts, wanted)
    kernels = [k for p in parts for _, ks in p.done for k in ks]
    if not kernels:
        raise ir.Refusal("no loop is translated:\n" + "".join(text_report(p.source, p.outcomes, {}) for p in parts).rstrip(), 0,
                         "", "environment")
    write(folder, parts, kernels, options)
    return prove_all(folder, parts, options) if options.prove else 0


def translate(path: Path, options: argparse.Namespace, flags: list, modules: Path, wanted: set) -> Part:
    if not path.exists():
        raise ir.Refusal(f"there is no file {path}", 0, "", "environment")
    try:
        source = load(path, options.form, flags, modules)
        routines, differences = read_file(source, [*options.modules, *(s for s in options.sources if Path(s) != path)], options.form)
    except ir.Refusal as refusal:
        raise ir.Refusal(f"{path}:{refusal.line}: {refusal.cause}" + (f" ({refusal.remedy})" if refusal.remedy else "")) from refusal
    return Part(source, [(r, [d for owner, d in differences if owner is r]) for r in routines])


def check_routines(parts: list, wanted: set) -> None:
    have = [r.name for p in parts for r, _ in p.routines]
    for name in sorted(wanted - set(have)):
        files = ", ".join(str(p.source.path) for p in parts)
        raise ir.Refusal(f"there is no routine {name} in {files}; their routines are {', '.join(sorted(have))}", 0, "", "environment")


def names_of_library(options: argparse.Namespace) -> frozenset:
    if options.names:
        files = [f for n in map(Path, options.names) for f in ([n] if n.is_file() else sorted(n.rglob("*.h")))]
        return frozenset().union(*(names_in(f.read_text()) for f in files))
    return library_names(prove.find_prefix(options.viewfab))


def shape_all(parts: list, wanted: set, library: frozenset) -> None:
    taken: set = set()
    note_callers([routine for p in parts for routine, _ in p.routines])
    for p in parts:
        for routine, differences in p.routines:
            if wanted and routine.name not in wanted:
                continue
            found = translate_routine(routine, p.source, differences, taken, library)
            p.outcomes += found
            kernels = [k for o in found for k in o.kernels]
            if kernels:
                p.done.append((routine, kernels))


def warn(parts: list, wanted: set) -> None:
    """Tells which nests of the wanted routines stay loops of the host."""
    for p in parts:
        for o in p.outcomes:
            if o.refusal is not None and wanted:
                print(f"{p.source.place(o.refusal.line or o.first)}: {o.routine}: the loops of lines {o.first}-{o.last} stay as they "
                      f"are: {o.refusal.cause}", file=sys.stderr)
                if o.refusal.remedy:
                    print(f"    to make them translatable: {o.refusal.remedy}", file=sys.stderr)


def write(folder: Path, parts: list, kernels: list, options: argparse.Namespace) -> None:
    texts: dict = {}
    listed = [f"# Made by viewfab-translate. Edit the Fortran sources; this folder follows them.", f"options {summary(options)}"]
    for path in sorted({f for p in parts for f in files_read(p.source)} | {str(Path(m)) for m in options.modules}):
        listed.append(f"read {hashlib.sha256(Path(path).read_bytes()).hexdigest()} {path}")
    module = f"{options.target}_kernels"
    for p in parts:
        for k in (k for _, ks in p.done for k in ks):
            if f"{k.name}.h" in texts:
                raise ir.Refusal(f"two kernels are called {k.name}; give a routine another name", 0, "", "environment")
            texts[f"{k.name}.h"] = k.text
            listed.append(f"kernel {k.name}.h")
    for p in parts:
        name = p.source.path.name
        if p.done:
            if name in texts:
                raise ir.Refusal(f"two sources are called {name}", 0, "", "environment")
            texts[name] = "\n".join(with_markers(*changed_lines(p.source, p.done, module, options.on_device), p.source)) + "\n"
            listed.append(f"changed {name} {p.source.path}")
    texts[f"{options.target}_originals.f90"] = "\n".join(originals_module(f"{options.target}_originals", kernels, module)) + "\n"
    listed.append(f"originals {options.target}_originals.f90")
    texts["report.txt"] = "".join(text_report(p.source, p.outcomes, {}) for p in parts)
    texts[LIST] = "\n".join(listed) + "\n"
    before = folder / LIST
    for s in before.read_text().splitlines() if before.exists() else []:
        old = s.split()
        if old[:1] in (["kernel"], ["changed"], ["originals"]) and old[1] not in texts:
            (folder / old[1]).unlink(missing_ok=True)
    for name, text in texts.items():
        put(folder / name, text)


def put(path: Path, text: str) -> None:
    data = text.encode(errors="surrogateescape")
    if not path.exists() or path.read_bytes() != data:
        path.write_bytes(data)


def summary(options: argparse.Namespace) -> str:
    """The options that change the result, in the spelling of viewfab_translate() and of the fragment for make."""
    return (f"routines={options.routines.lower()} form={options.form} flags={' '.join(options.flags.split())} "
            f"target={options.target} {'on_device=yes ' if options.on_device else ''}sources={' '.join(options.sources)}")


def files_read(source: Source) -> list:
    """The file and the files that it includes, so far as they are files of the code."""
    found, wait = [], [source.path]
    places = [source.path.parent] + [Path(f[2:]) for f in source.flags if f.startswith("-I") and len(f) > 2]
    while wait:
        path = wait.pop()
        if str(path) in found:
            continue
        found.append(str(path))
        for name in re.findall(r"""(?im)^\s*#?\s*include\s*['"]([^'"]+)['"]""", path.read_text(errors="surrogateescape")):
            wait += [p / name for p in [path.parent, *places] if (p / name).is_file()][:1]
    return found


def prove_all(folder: Path, parts: list, options: argparse.Namespace) -> int:
    failed = 0
    for p in parts:
        if not p.done:
            continue
        kernels = [k for _, ks in p.done for k in ks]
        prefix = prove.find_prefix(options.viewfab)
        tools = prove.Tools(prefix, flags_of(options), options.modules, options.form, options.cases, devices=devices_of(prefix, ""))
        place = folder / f"proof_of_{p.source.path.stem}"
        place.mkdir(exist_ok=True)
        for k in kernels:
            put(place / f"{k.name}.h", k.text)
        proofs = prove.prove(place, p.source, changed_file(p.source, p.done, "translated_kernels"),
                             originals_module("translated_originals", kernels, "translated_kernels"), p.done, tools)
        print(text_report(p.source, p.outcomes, proofs), end="")
        failed += sum(proof.verdict == "failed" for proof in proofs.values())
    return 1 if failed else 0
