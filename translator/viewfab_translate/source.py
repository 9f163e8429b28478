"""The text of a file: its form (told, never guessed from the text), its lines, its preprocessing, and fparser's tree."""
from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from viewfab_translate.ir import Refusal
from viewfab_translate.module_files import missing_module
from viewfab_translate.newer_forms import in_known_words, without_lists
from viewfab_translate.semicolons import one_statement_each

DOTTED = "|".join(" *".join(w) for w in ("eqv", "neqv", "eq", "ne", "lt", "le", "gt", "ge", "and", "or", "not", "true", "false"))
FIXED_SUFFIXES = (".f", ".for", ".ftn", ".f77")


@dataclass
class Source:
    """A file. lines: the text that both readers get. origin: for each of these lines the file and line of the author."""
    path: Path
    fixed: bool
    strict: bool
    text: str
    lines: list
    origin: list
    flags: list
    modules: Path
    preprocessed: bool = False
    notes: list = field(default_factory=list)

    def place(self, line: int) -> str:
        name, number = self.origin[line - 1] if 0 < line <= len(self.origin) else (str(self.path), line)
        return f"{name}:{number}"

    def author_line(self, line: int) -> int:
        """The line of the author's file; a line that comes from another file keeps its number."""
        return self.origin[line - 1][1] if self.is_own(line) else line

    def is_own(self, line: int) -> bool:
        return 0 < line <= len(self.origin) and self.origin[line - 1][0] == str(self.path)


def is_fixed(path: Path, form: str) -> bool:
    if form in ("fixed", "free"):
        return form == "fixed"
    return path.suffix.lower() in FIXED_SUFFIXES


def form_flags(source: Source) -> list:
    """Flags of gfortran for this form. Macros make lines longer than 72 columns, so these lines have no end."""
    if source.fixed:
        return ["-ffixed-form"] + ([] if source.strict else ["-ffixed-line-length-none"])
    return ["-ffree-form", "-ffree-line-length-none"]


def load(path: Path, form: str, flags: list, modules: Path) -> Source:
    """Reads the file, and runs the preprocessor over it if its suffix is in capitals or the flags have -cpp."""
    fixed = is_fixed(path, form)
    if path.suffix.isupper() or path.suffix in (".F90", ".F95", ".F03", ".F08") or "-cpp" in flags:
        wanted = [f for f in flags if f.startswith(("-D", "-U", "-I"))]
        run = subprocess.run(["gfortran", "-E", "-cpp", *wanted, str(path)], capture_output=True, text=True)
        if run.returncode:
            raise Refusal(f"the preprocessor fails: {run.stderr.strip().splitlines()[0]}", 1,
                          "give the code's own -D and -I flags behind --flags", "preprocessor")
        lines, origin = one_statement_each(*unfold(run.stdout, str(path)), fixed)
        return Source(path, fixed, False, "\n".join(lines) + "\n", lines, origin, flags, modules, True)
    text = path.read_text(errors="surrogateescape")
    places = [(str(path), n + 1) for n in range(len(text.splitlines()))]
    strict = fixed and not any(f.startswith("-ffixed-line-length") for f in flags)
    lines, origin = one_statement_each(text.splitlines(), places, fixed, strict)
    return Source(path, fixed, strict, text if lines == text.splitlines() else "\n".join(lines) + "\n", lines, origin, flags, modules)


def unfold(text: str, path: str) -> tuple:
    """The lines behind the preprocessor without its markers, and the author's place of each."""
    lines, origin, name, number = [], [], path, 1
    for line in text.splitlines():
        marker = re.match(r'# (\d+) "([^"]*)"', line)
        if marker:
            number, name = int(marker.group(1)), marker.group(2)
            continue
        lines.append(line)
        origin.append((path if os.path.abspath(name) == os.path.abspath(path) else name, number))
        number += 1
    return lines, origin


def parse(source: Source):
    """fparser's tree of the file."""
    try:
        import fparser.two.parser  # noqa: F401
    except ImportError as missing:
        raise Refusal("fparser is not installed (Debian: python3-fparser)", 0, "", "environment") from missing
    import logging
    logging.disable(logging.CRITICAL)
    text = readable(source)
    try:
        return tree_of(text, source)
    except Refusal as refusal:
        plain = re.sub(r"(?im)^([ \t]*)include[ \t]*(['\"]).*$", r"!", text)
        if plain == text:
            raise
        try:  # gfortran has read the declarations of included files; fparser need not
            return tree_of(plain, source)
        except Refusal:
            raise refusal from None


def tree_of(text: str, source: Source):
    from fparser.common.readfortran import FortranStringReader
    from fparser.common.sourceinfo import FortranFormat
    from fparser.two.parser import ParserFactory
    reader = FortranStringReader(text, ignore_comments=True,
                                 include_dirs=[str(source.path.parent)] + [f[2:] for f in source.flags if f[:2] == "-I"])
    reader.set_format(FortranFormat(not source.fixed, source.fixed and source.strict))
    try:
        return ParserFactory().create(std="f2008")(reader)
    except Exception as error:  # fparser raises several kinds
        words = " ".join(str(error).split())
        found = re.search(r"at line (\d+)", words)
        raise Refusal(f"fparser cannot read the file: {words[:160]}", int(found.group(1)) if found else 1,
                      "run the code's own preprocessor first, or move the statement to another file", "syntax") from error


def readable(source: Source) -> str:
    """The text for fparser: tabs of fixed form, comment signs, and blanks within . eq. that fparser does not know are made plain. With
    -fopenmp lines behind the sign !$ are statements."""
    if not source.fixed:
        text = without_lists("\n".join(in_known_words(source.lines, False)) + "\n")
        text = re.sub(r"(?m)^([ \t]*)!\$(?=[ \t&])", r"\1  ", text) if "-fopenmp" in source.flags else text
        plain = lambda m: m.group(1) + "do" + "\n" * m.group(0).count("\n")
        return re.sub(r"(?im)^([ \t]*(?:\w+\s*:\s*)?)do\s+concurrent\b(?:[^\n!]*&[ \t]*(?:![^\n]*)?\n)*[^\n]*$", plain, text)
    out = []
    for line in in_known_words(source.lines, True):
        if "-fopenmp" in source.flags:
            line = re.sub(r"^[!cC*]\$(?=[ 0-9]{3}|\t)", "  ", line)
        if line[:1] in "cCdD*!" and line[:1]:
            line = "C" + line[1:]
        elif "\t" in line[:6]:
            head, tail = line.split("\t", 1)
            line = head.ljust(5) + tail if tail[:1].isdigit() and tail[:1] != "0" else head.ljust(6) + tail
        if line[:1] != "C":
            line = without_comment(line)
        if not re.search(r"['\"]", line):
            line = re.sub(rf"(?i)\. *({DOTTED}) *\.", lambda m: f".{m.group(1).replace(' ', '')}.", line)
        out.append(line)
    return "\n".join(out) + "\n"


def without_comment(line: str) -> str:
    """A line of fixed form without the comment behind its statement."""
    quote = ""
    for at, c in enumerate(line):
        if quote:
            quote = "" if c == quote else quote
        elif c in "'\"" and at > 5:
            quote = c
        elif c == "!" and at != 5:
            return line[:at].rstrip()
    return line


def compile_modules(files: list, flags: list, modules: Path, form: str, user: Path) -> None:
    """Makes the module files of the sources that a user's file uses, in the given order."""
    for name in files:
        path = Path(name)
        if path.suffix == ".mod":
            continue
        more = ["-ffixed-form"] if is_fixed(path, form) else ["-ffree-form", "-ffree-line-length-none"]
        run = subprocess.run(["gfortran", "-fsyntax-only", f"-J{modules}", f"-I{modules}", *flags, *more, str(path)],
                             capture_output=True, text=True)
        if run.returncode:
            raise Refusal(f"{name} does not compile: " + first_error(run.stderr), 0, missing_module(run.stderr, user), "compile")


def first_error(text: str) -> str:
    lines = [s.strip() for s in text.splitlines() if "Error:" in s]
    return lines[0] if lines else text.strip()[:200]
