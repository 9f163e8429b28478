"""The programs of a proof: the file beside its legacy routines without protection, and the rules of make that build it."""
from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from viewfab_translate import captures, ir, standins
from viewfab_translate.devices import make_variables
from viewfab_translate.source import Source, form_flags, is_fixed
from viewfab_translate.threads import directives

OPENMP = ("-fopenmp", "-fopenmp-simd", "-mp")


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
    lost: list = field(default_factory=list)  # modules whose code the proof does not have


def proof_copy(lines: list, source: Source) -> list:
    """The changed file with all names of its modules public, so that the program of the proof can call them."""
    out = []
    for s in lines:
        if re.match(r"(?i)^\s*private\s*(!.*)?$|^\s*private\s*::", s) or re.match(r"(?i)^\s*private\s+[a-z]", s):
            s = "!" + s[1:] if s[:1] == " " else "! " + s
        out.append(re.sub(r"(?i)^(\s*[a-z][^!'\"]*?),\s*private\b(?=[^!'\"]*::)", r"\1", s))
    return without_protection(out)


def without_protection(lines: list) -> list:
    """The lines without PROTECTED: the program of the proof sets the variables of modules."""
    out = []
    for s in lines:
        if re.match(r"(?i)^\s*protected\b\s*(::|[a-z])", s):
            s = "!" + s[1:]
        out.append(re.sub(r"(?i)^(\s*[a-z][^!'\"]*?),\s*protected\b(?=[^!'\"]*::)", r"\1", s))
    return out


def compiled_path(folder: Path, module: str) -> Path:
    """The file of a module that the proof compiles: the code's own, or a copy without PROTECTED."""
    path = Path(module).resolve()
    text = path.read_text(errors="surrogateescape").splitlines()
    copy = without_protection(text)
    if path.suffix == ".mod" or copy == text:
        return path
    (folder / "unprotected").mkdir(exist_ok=True)
    (folder / "unprotected" / path.name).write_text("\n".join(copy) + "\n", errors="surrogateescape")
    return folder.resolve() / "unprotected" / path.name


def modules_in(files: list) -> set:
    """Names of the modules in these files."""
    return {m.lower() for f in files if Path(f).suffix != ".mod"
            for m in re.findall(r"(?im)^\s*module\s+(\w+)\s*(?:!.*)?$", Path(f).read_text(errors="surrogateescape"))}


def with_whole_paths(flags: list) -> list:
    """The flags with whole paths of folders: the proof is built in another folder."""
    text = re.sub(r"(^|\s)-I\s+(?=\S)", r"\1-I", " ".join(flags))
    return [f"-I{Path(f[2:]).resolve()}" if f.startswith("-I") else f for f in text.split()]


def makefile(folder: Path, source: Source, kernels: list, routines: list, tools: Tools) -> str:
    """The rules that build the proof: viewfab's own fragment for make does the kernels."""
    suffix = ".f" if source.fixed else ".f90"
    given = with_whole_paths(source.flags)
    flags = " ".join(f for f in given if not f.startswith("-O") and f not in OPENMP)
    before = " ".join(f"{Path(m).stem}_before.o" for m in tools.modules)
    common = f"-O1 -g0 -w -ffp-contract=off -fcheck=bounds -finit-local-zero -fallow-argument-mismatch {flags} -I{source.path.parent.resolve()}"
    folders = " ".join(f for f in given if f.startswith("-I"))  # of modules that the code's own build has made
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
        out += [f"{Path(m).stem}_before.o:", f"\tgfortran {common} -I{Path(m).resolve().parent} --coverage {form} -J. -I. -o $@ -c {compiled_path(folder, m)}"]
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
                f"\tgfortran -O0 -w -fallow-argument-mismatch -I. {folders} $(VIEWFAB_FFLAGS) -o $@ -c $<",
                f"prove_{r.name}: driver_{r.name}.o changed.o originals.o {before} $(STANDINS) $(needed)",
                "\tgfortran --coverage -no-pie -Wl,--warn-unresolved-symbols -o $@ $^ $(VIEWFAB_LIBS)"]
    out += [f"standins.o: {standins.NAME}", "\tgcc -O0 -w -o $@ -c $<"]
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
                f"\tgfortran {common} -I{Path(m).parent.resolve()} {form} -o $@ -c threads_of_{Path(m).name}"]
        names.append(f"{Path(m).stem}_threads.o")
    out += [f"changed_threads.o: changed_threads{suffix} $(VIEWFAB_MODULES) {' '.join(names)}", "\tmkdir -p threads",
            f"\tgfortran {common} {' '.join(form_flags(source))} $(VIEWFAB_FFLAGS) -o $@ -c $<",
            "\tobjcopy --redefine-sym main=main_of_the_file $@", "delays.o: delays.c", "\tgcc -O1 -fopenmp -o $@ -c $<"]
    for r in routines:
        if has_threads(source, r):
            out += [f"driver_threads_{r.name}.o: driver_{r.name}.f90 changed_threads.o originals.o",
                    "\tgfortran -O0 -w -fopenmp -fallow-argument-mismatch -Ithreads -I. $(VIEWFAB_FFLAGS) -o $@ -c $<",
                    f"threads_{r.name}: driver_threads_{r.name}.o changed_threads.o originals.o delays.o {' '.join(names)} $(STANDINS) $(needed)",
                    "\tgfortran -fopenmp -no-pie -Wl,--warn-unresolved-symbols -o $@ $^ $(VIEWFAB_LIBS)"]
    return out


def build(folder: Path, targets: list) -> subprocess.CompletedProcess:
    return subprocess.run(["make", "-k", "-j2", "--output-sync=target", *targets], cwd=folder, capture_output=True, text=True, errors="replace")
