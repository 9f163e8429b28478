#!/usr/bin/env python3
"""Each block of code of the guide has a class: a test runs it, this script compiles it, compares it or looks its names up, or the file
excerpts.txt says why nothing is done. A block without a class, and an entry without a block, fail.

    excerpts.py SOURCE BUILD KERNELS WORK FORTRAN_COMPILER C_COMPILER      prints the number of blocks of each class

KERNELS has the modules of the guide's kernels that guide_kernels.cmake wrote; excerpts use them.

excerpts.txt has an entry for each block that no other test runs. Its first line is "== page | beginning of the block"; its second line is
    fortran      statements, compiled as the body of a procedure that sees the variables of common.f90
    fortran unit program units and subroutines, compiled as they are
    c            statements, compiled as the body of a function;  c unit: definitions
    lines FILE...   each line of the block (of a difference without its sign) is a line of one of the files
    names        the names of viewfab in the block are there: variables, options, programs, functions and targets of CMake
    run: TEST    the test that runs the block
    not run: REASON
and the next lines, if any, are declarations of the block's variables; lines before a line "--" stand before the procedure. Around a unit,
these lines stand before and after the unit.
"""
import re
import subprocess
import sys
import textwrap
from collections import Counter
from pathlib import Path

SOURCE, BUILD, KERNELS, WORK = (Path(argument) for argument in sys.argv[1:5])
FORTRAN, C = sys.argv[5:7]
HERE = SOURCE / "tests/build/excerpts"
ELLIPSIS = re.compile(r"^\s*\.\.\.\s*$")


class Block:
    def __init__(self, page, before, language, body):
        self.page, self.line, self.language = page, before.count("\n") + 2, language
        self.lines = textwrap.dedent(body).rstrip("\n").split("\n")
        self.text = "\n".join(self.lines)
        self.is_file = re.search(r"\n`[a-z0-9_./A-Z]+`:\n\n$", before)  # as in guide_page.cmake

    def place(self):
        return f"{self.page}:{self.line}: {self.lines[0].strip()}"

    def is_kernel(self):
        """The condition of guide_kernels.cmake, which compiles the block."""
        return (self.language == "c" and re.search(r"#define VF_KERNEL +[a-z0-9_]+", self.text) and "VF_SUMMARY" in self.text
                and re.search(r"VF_(BODY|TERM|SWEEP|[A-Z]+_PHASE)", self.text))


class Entry:
    def __init__(self, head, kind, rest):
        self.page, self.begin = (part.strip() for part in head.split("|", 1))
        self.kind, self.used = kind, False
        before, mark, after = "\n".join(rest).partition("\n--\n")
        self.before, self.declarations = (before, after) if mark else ("", before)
        self.around = (before, after) if mark else (before, "")

    def fits(self, block):
        return not self.used and block.page == self.page and block.lines[0].strip().startswith(self.begin)


def blocks():
    for page in [SOURCE / "README.md", *sorted((SOURCE / "porting_guide").glob("*.md"))]:
        text = page.read_text()
        for found in re.finditer(r"^ *```(\w*)\n(.*?)^ *```", text, re.S | re.M):
            if found.group(1) != "text":  # outputs and figures
                yield Block(page.name, text[:found.start()], found.group(1), found.group(2))


def entries():
    parts = re.split(r"^== ", (HERE / "excerpts.txt").read_text(), flags=re.M)[1:]
    for part in parts:
        head, kind, *rest = part.rstrip().split("\n")
        yield Entry(head, kind, rest)


def printed_parts():
    """page -> (first line, last line) of the pages and parts that guide_page.cmake runs."""
    found = {}
    for row in (SOURCE / "tests/build/guide_pages.txt").read_text().split("\n"):
        if row[:1].islower():
            values = dict(part.split("=", 1) for part in row.split(" | ")[1:])
            lines = (SOURCE / "porting_guide" / values["PAGE"]).read_text().split("\n")
            first = lines.index(values["BEGIN"]) if "BEGIN" in values else 0
            last = lines.index(values["END"]) if "END" in values else len(lines)
            found[values["PAGE"]] = (first, last)
    return found


def run_by(block, parts):
    first, last = parts.get(block.page, (0, 0))
    if first < block.line <= last and (block.language == "sh" or block.is_file):
        return "guide_page.cmake"
    if block.is_kernel():
        return "guide_kernels.cmake"
    if block.page == "translate.md" and block.language in ("sh", "fortran", "cmake", "make"):
        return "guide_translate.cmake"
    if block.page == "fixed_form.md" and block.language == "fortran":
        return "guide_fixed_form.cmake"
    return None


class Compiled:
    """Sources of one language, compiled together: lines of a block keep the place of the page."""

    def __init__(self):
        self.before, self.bodies, self.units = [], [], []

    @staticmethod
    def placed(block, mark, lines=None):
        lines = enumerate(block.lines) if lines is None else lines
        return [text for at, line in lines for text in (f'{mark} {block.line + at} "{block.page}"', line) if not ELLIPSIS.match(line)]

    def fortran(self, block, entry):
        if entry.kind.endswith("unit"):
            self.units.append("\n".join([entry.around[0], *self.placed(block, "#"), entry.around[1], ""]))
            return
        self.before.append(entry.before)
        uses = [(at, line) for at, line in enumerate(block.lines) if line.strip().startswith("use ")]
        others = [(at, line) for at, line in enumerate(block.lines) if (at, line) not in uses]
        name = f"excerpt_{len(self.bodies)}"
        own = [line for line in entry.declarations.split("\n") if line.strip().startswith("use ")]
        rest = [line for line in entry.declarations.split("\n") if line not in own]
        self.bodies.append("\n".join([f"subroutine {name}()", *own, *self.placed(block, "#", uses), *rest, *self.placed(block, "#", others),
                                      f"end subroutine {name}", ""]))

    def c(self, block, entry):
        if entry.kind.endswith("unit"):
            self.units.append("\n".join([entry.around[0], *self.placed(block, "#line"), entry.around[1], ""]))
            return
        self.before.append(entry.before)
        includes = [(at, line) for at, line in enumerate(block.lines) if line.startswith("#include")]
        others = [(at, line) for at, line in enumerate(block.lines) if (at, line) not in includes]
        self.bodies.append("\n".join([*self.placed(block, "#line", includes), f"void excerpt_{len(self.bodies)}(void)", "{", entry.declarations,
                                      *self.placed(block, "#line", others), "}", ""]))


def used_modules(source):
    """The sources of the modules that the excerpts use, apart from those of the build."""
    names = sorted(set(re.findall(r"^\s*use (viewfab_\w+)", source, re.M)))
    return [file for file in [SOURCE / "fortran_bindings/mpi/viewfab_mpi.f90", *(KERNELS / f"{name}.f90" for name in names)] if file.exists()]


def compile_all(fortran, c):
    WORK.mkdir(parents=True, exist_ok=True)
    source = WORK / "excerpts.f90"
    source.write_text("\n".join([*fortran.before, (HERE / "common.f90").read_text(), "contains", *fortran.bodies, "end module", *fortran.units]))
    of_c = WORK / "excerpts.c"
    of_c.write_text("\n".join(["#include <viewfab/all.h>", "#include <viewfab/boxlib.h>", *c.before, *c.bodies, *c.units]))
    folders = [BUILD / "fortran_bindings/modules", BUILD / "c_src/viewfab_kernels/include", KERNELS / "include"]
    of_fortran = [FORTRAN, "-fsyntax-only", "-ffree-line-length-none", "-fallow-argument-mismatch", "-w", "-J", WORK,
                  *(f"-I{folder}" for folder in folders)]
    of_kernels = [f"-I{SOURCE}/c_src/include", f"-I{BUILD}/c_src/viewfab_kernels/include", f"-I{HERE}"]
    bad = False
    for command in ([*of_fortran, *used_modules(source.read_text()), source],
                    [C, "-std=gnu11", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", *of_kernels, of_c]):
        result = subprocess.run(command, check=False, capture_output=True, text=True)
        if result.returncode:
            bad = True
            print(result.stderr[-6000:])
    return bad


def compare_lines(block, entry):
    known = set()
    for pattern in entry.kind.split()[1:]:
        for file in SOURCE.glob(pattern):
            known.update(line.strip() for line in file.read_text().split("\n"))
    sign = 1 if block.language == "diff" else 0
    return [line for line in block.lines if line.strip() and not ELLIPSIS.match(line) and line[sign:].strip() not in known]


class Names:
    """Names of viewfab in commands and build files."""

    def __init__(self):
        def read(*patterns):
            return "\n".join(file.read_text() for pattern in patterns for file in sorted(SOURCE.glob(pattern)))
        self.variables = set(re.findall(r'X\("(\w+)"', read("c_src/core/config.h")))
        self.cmake = read("CMakeLists.txt", "*/CMakeLists.txt", "*/*/CMakeLists.txt", "*/*/*/CMakeLists.txt", "c_src/cmake/*.cmake",
                          "c_src/cmake/*.in")
        self.make = read("c_src/cmake/*.mk.in")
        self.manuals = {file.stem: file.read_text() for file in (SOURCE / "c_src/programs/manuals").glob("*.1")}

    def options(self, text):
        """(what, is known) for options of programs and of cmake."""
        for line in text.replace("\\\n", " ").split("\n"):
            program = next((name for name in self.manuals if re.search(rf"(^|[\s/]){name}\s", line)), None)
            if program:
                words = line.split("#")[0].split(program, 1)[1].split(" -- ")[0]
                for option in re.findall(r"(?:^|\s)--([a-z][\w-]*)", words):
                    yield f"{program} --{option}", re.search(rf"-{option}\b", self.manuals[program])
                yield program, True
            for name in re.findall(r"-D(VIEWFAB_\w+)", line):
                yield name, re.search(rf"\b{name}\b", self.cmake)
            for name in re.findall(r"--target (\w+)", line):
                yield name, re.search(rf"\b{name}\b|add_custom_target\(\$", self.cmake)

    def of(self, text):
        for name in re.findall(r"\b(VF_\w+)=", text):
            yield name, name in self.variables
        yield from self.options(text)
        for name in re.findall(r"\b(viewfab_\w+)\(", text):
            yield name, re.search(rf"(function|macro)\({name}\b", self.cmake)
        for name in re.findall(r"\bviewfab::(\w+)", text):
            yield f"viewfab::{name}", re.search(rf"EXPORT_NAME {name}\b|viewfab::{name}\b", self.cmake)
        for name in re.findall(r"\b(VIEWFAB_\w+)\b(?=\)| *\?*=)", text):
            yield name, re.search(rf"\b{name}\b", self.make)
        for name in re.findall(r"(?:^|[\s/])(viewfab\w*\.(?:mk|sh|so))\b", text):
            yield name, re.search(rf"\b{name}", self.make + self.cmake) or list(SOURCE.glob(f"c_src/cmake/{name}*"))
        for name in re.findall(r"(?:^|\s)((?:packaging|tests|legacy_examples|website)/[\w./]+)", text):
            yield name, (SOURCE / name).exists()
        for name in re.findall(r"\b(bench_\w+)(?!\w|\.)", text):
            yield name, re.search(rf"\b{name}\b", self.cmake) or list(SOURCE.glob(f"tests/benchmarks/**/{name}.*"))


def main():
    listed, parts, names = list(entries()), printed_parts(), Names()
    counts, reasons, wrong = Counter(), Counter(), []
    fortran, c = Compiled(), Compiled()
    for block in blocks():
        test = run_by(block, parts)
        entry = None if test else next((entry for entry in listed if entry.fits(block)), None)
        if not test and not entry:
            wrong.append(f"{block.place()}\n    has no class: see excerpts.py, and add an entry to excerpts.txt")
            continue
        kind = f"run: {test}" if test else entry.kind
        if entry:
            entry.used = True
        if kind.startswith("fortran"):
            fortran.fortran(block, entry)
        elif re.match(r"c\b", kind):
            c.c(block, entry)
        elif kind.startswith("lines "):
            wrong += [f"{block.place()}\n    no file of '{kind[6:]}' has the line: {line}" for line in compare_lines(block, entry)]
        elif kind == "names":
            found = list(names.of(block.text))
            wrong += [f"{block.place()}\n    names {name}, which viewfab does not have" for name, known in found if not known]
            if not found:
                wrong.append(f"{block.place()}\n    has no name of viewfab")
        elif kind.startswith("run: "):
            if not any((folder / kind[5:]).exists() for folder in (SOURCE, SOURCE / "tests/build")):
                wrong.append(f"{block.place()}\n    has the test {kind[5:]}, which is not there")
        elif not re.match(r"not run: \S", kind):
            wrong.append(f"{block.place()}\n    excerpts.txt has the unknown class '{kind}'")
        short = {"fortran": "compiled", "fortran unit": "compiled", "c": "compiled", "c unit": "compiled"}.get(kind, kind.split(":")[0].split()[0])
        counts["not run" if kind.startswith("not") else short] += 1
        if kind.startswith("not run: "):
            reasons[kind[9:]] += 1
    wrong += [f"excerpts.txt: no block of {entry.page} begins with: {entry.begin}" for entry in listed if not entry.used]
    if compile_all(fortran, c) or wrong:
        sys.exit("\n".join(wrong) or 1)
    print(", ".join(f"{name} {number}" for name, number in counts.most_common()) + f"; {sum(counts.values())} blocks in all")
    for reason, number in reasons.most_common():
        print(f"not run, {number}: {reason}")


if __name__ == "__main__":
    main()
