"""The survey of a whole code: its nests by class, which the program translates, shared arrays, and an order to port."""
from __future__ import annotations

import argparse
import sys
import tempfile
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Optional

from viewfab_translate import ir
from viewfab_translate.module_files import SUFFIXES, by_modules
from viewfab_translate.nest_classes import classify
from viewfab_translate.plain_symbols import read_loosely
from viewfab_translate.profile_text import read_profile
from viewfab_translate.routines import read_routines, with_calls
from viewfab_translate.source import Source, is_fixed, load
from viewfab_translate.survey_order import order, shared_arrays
from viewfab_translate.translate import translate_routine

LOOPS = ("DO WHILE", "DO CONCURRENT", "DO without a count")


@dataclass
class Nest:
    """A nest of the code: class, other classes, and the verdict: translated, or refused with a cause. inner: kernels from loops
    inside of a refused nest."""
    file: str
    routine: str
    first: int
    last: int
    depth: int
    group: str
    also: list
    verdict: str
    kernel: str = ""
    cause: str = ""
    reason: str = ""
    remedy: str = ""
    line: int = 0
    inner: int = 0
    reads: list = field(default_factory=list)
    writes: list = field(default_factory=list)


@dataclass
class Unit:
    """A routine that has nests."""
    file: str
    name: str
    nests: int = 0
    translated: int = 0
    share: float = 0.0


@dataclass
class Survey:
    """All that was found. unread: files and why no reader takes them; loose: files that the compiler does not take."""
    place: str
    files: list = field(default_factory=list)
    nests: list = field(default_factory=list)
    units: list = field(default_factory=list)
    unread: list = field(default_factory=list)
    loose: list = field(default_factory=list)
    shared: list = field(default_factory=list)
    steps: list = field(default_factory=list)
    profiled: bool = False
    seconds: float = 0.0


def arguments(argv: list) -> argparse.Namespace:
    p = argparse.ArgumentParser(prog="viewfab-translate --survey", description="Counts the loops of a code by class, and says which "
                                "become kernels.")
    p.add_argument("places", nargs="+", help="folders and Fortran files")
    p.add_argument("--form", choices=("fixed", "free", ""), default="", help="the form of all files; without, by their suffixes")
    p.add_argument("--flags", default="", help="the code's own flags of the compiler")
    p.add_argument("--profile", default="", help="text of perf report --stdio, perf script or gprof -p")
    p.add_argument("--json", default="", metavar="FILE", help="write the survey as JSON")
    p.add_argument("--html", default="", metavar="FILE", help="write the survey as a page")
    return p.parse_args(argv)


def main(argv: list) -> int:
    from viewfab_translate import survey_html, survey_text
    options = arguments(argv)
    try:
        found = survey(options)
    except ir.Refusal as refusal:
        print(f"viewfab-translate: {refusal.cause}", file=sys.stderr)
        return 2
    print(survey_text.text(found), end="")
    if options.json:
        Path(options.json).write_text(survey_text.json_text(found))
    if options.html:
        Path(options.html).write_text(survey_html.page(found))
    return 0


def survey(options: argparse.Namespace) -> Survey:
    begin = time.monotonic()
    files = sources(options.places)
    out = Survey(" ".join(options.places), [str(f) for f in files])
    with tempfile.TemporaryDirectory() as folder:
        modules = Path(folder)
        found = [f for f in (read(out, path, options, modules) for path in by_modules(files)) if f is not None]
        for f in found:
            add_file(out, f, found)
    profile = read_profile(Path(options.profile)) if options.profile else {}
    out.profiled = bool(profile)
    out.shared = shared_arrays(out.nests)
    out.steps = order(out.units, out.nests, profile)
    out.seconds = time.monotonic() - begin
    return out


def sources(places: list) -> list:
    found: list = []
    for name in places:
        path = Path(name)
        if path.is_dir():
            found += sorted(f for f in path.rglob("*") if f.suffix.lower() in SUFFIXES and f.is_file())
        elif path.exists():
            found.append(path)
        else:
            raise ir.Refusal(f"there is no file or folder {name}", 0, "", "environment")
    if not found:
        raise ir.Refusal(f"there is no Fortran file in {' '.join(places)}", 0, "", "environment")
    return list(dict.fromkeys(found))


@dataclass
class File:
    """A file that was read. obstacle: why the compiler does not take the file, or None."""
    path: Path
    source: Source
    routines: list
    differences: list
    obstacle: Optional[ir.Refusal] = None


def read(out: Survey, path: Path, options: argparse.Namespace, modules: Path) -> Optional[File]:
    """A file that the compiler does not take is read by its text alone, and none of its nests is translatable yet."""
    flags = options.flags.split()
    try:
        source = load(path, options.form, flags, modules)
    except ir.Refusal:
        source = without_directives(path, options.form, flags, modules)
    try:
        return File(path, source, *read_routines(source))
    except Exception as why:  # fparser and the reader of the dump raise several kinds
        obstacle = why if isinstance(why, ir.Refusal) else ir.Refusal(f"the readers fail: {why!r}", 0, "", "reader")
    try:
        found = File(path, source, read_loosely(source), [], obstacle)
    except Exception as again:
        out.unread.append((str(path), again.cause if isinstance(again, ir.Refusal) else repr(again)))
        return None
    out.loose.append((str(path), obstacle.cause))
    return found


def add_file(out: Survey, file: File, files: list) -> None:
    """Adds the nests of a file. Calls in loops may mean subroutines of any of the files."""
    routines, differences = file.routines, file.differences
    if file.obstacle is None:
        try:
            routines, differences = with_calls(routines, differences, [(f.routines, f.differences) for f in files
                                                                       if f is not file and f.obstacle is None])
        except Exception as why:
            file.obstacle = ir.Refusal(f"the readers fail: {why!r}", 0, "", "reader")
    for routine in routines:
        unit = Unit(str(file.path), routine.name)
        for nest in add_nests(out, file.source, routine, [d for r, d in differences if r is routine], file.obstacle):
            unit.nests += 1
            unit.translated += nest.verdict == "translated"
        if unit.nests:
            out.units.append(unit)


def without_directives(path: Path, form: str, flags: list, modules: Path) -> Source:
    """The text with the lines of the preprocessor left empty, where the preprocessor fails."""
    fixed = is_fixed(path, form)
    lines = ["" if s.startswith("#") else s for s in path.read_text(errors="surrogateescape").splitlines()]
    return Source(path, fixed, False, "\n".join(lines) + "\n", lines, [(str(path), n + 1) for n in range(len(lines))], flags, modules,
                  True)


def is_loop(s: ir.Stmt) -> bool:
    return isinstance(s, (ir.Do, ir.While)) or isinstance(s, ir.Other) and s.what in LOOPS


def nests_in(body: list) -> list:
    """Outermost loops of each kind."""
    out = []
    for s in body:
        if is_loop(s):
            out.append(s)
        else:
            for b in ir.blocks(s):
                out += nests_in(b)
    return out


def add_nests(out: Survey, source: Source, routine: ir.Routine, differences: list, obstacle) -> list:
    outcomes = {}
    if obstacle is None:
        try:
            outcomes = {o.first: o for o in reversed(translate_routine(routine, source, differences, set()))}
        except Exception as why:
            obstacle = ir.Refusal(f"the program fails: {why!r}", 0, "", "reader")
    made = []
    for s in nests_in(routine.body):
        try:
            group, also = classify(s, routine)
        except Exception:  # a name that no declaration has
            group, also = "unknown", []
        row = Nest(*source_place(source, s.first), routine.name, s.first, s.last, depth(s), group, also, "refused")
        row.file, row.first, row.last = str(source.path), author_line(source, s.first), author_line(source, s.last)
        outcome = outcomes.get(s.first)
        refusal = obstacle if outcome is None else outcome.refusal
        if outcome is not None and outcome.kernel is not None:
            row.verdict, row.kernel = "translated", outcome.kernel.name
        elif refusal is not None:
            row.cause, row.reason, row.remedy = refusal.cause, refusal.reason, refusal.remedy
            row.line = author_line(source, refusal.line)
            row.inner = getattr(outcome, "inner", 0)
        else:
            row.cause, row.reason, row.line = f"the nest is a {getattr(s, 'what', 'DO WHILE')}", "statement", row.first
        row.writes, row.reads = arrays(s, routine)
        made.append(row)
    out.nests += made
    return made


def source_place(source: Source, line: int) -> tuple:
    return (source.origin[line - 1][0] if 0 < line <= len(source.origin) else str(source.path),)


def author_line(source: Source, line: int) -> int:
    return source.origin[line - 1][1] if 0 < line <= len(source.origin) else line


def depth(s: ir.Stmt) -> int:
    below = max([depth(x) for b in ir.blocks(s) for x in b], default=0)
    return below + is_loop(s)


def arrays(nest: ir.Stmt, routine: ir.Routine) -> tuple:
    """(written, read) arrays."""
    written, read = set(), set()
    for s in ir.walk_statements([nest]):
        for e, is_written in ir.expressions(s):
            for x in ir.walk(e):
                symbol = routine.symbols.get(getattr(x, "name", ""))
                if isinstance(x, ir.Ref) or isinstance(x, ir.Var) and symbol is not None and symbol.bounds:
                    (written if is_written and x is e else read).add(x.name)
    return sorted(written), sorted(read)


def as_data(found: Survey) -> dict:
    return asdict(found)
