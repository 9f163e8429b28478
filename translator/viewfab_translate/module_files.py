"""The files of a folder in the order of their modules, and the files whose modules a file uses."""
from __future__ import annotations

import re
from pathlib import Path

SUFFIXES = {".f", ".for", ".ftn", ".f77", ".f90", ".f95", ".f03", ".f08"}


def by_modules(files: list) -> list:
    """The files, each behind the files whose modules it uses."""
    text = {f: f.read_text(errors="surrogateescape") for f in files}
    owner = {m.lower(): f for f in files for m in re.findall(r"(?im)^\s*module\s+(\w+)\s*(?:!.*)?$", text[f])}
    out: list = []

    def place(f: Path, above: tuple) -> None:
        if f in out or f in above:
            return
        for name in re.findall(r"(?im)^\s*use\s*(?:,\s*\w+\s*)?(?:::)?\s*(\w+)", text[f]):
            if owner.get(name.lower(), f) != f:
                place(owner[name.lower()], above + (f,))
        out.append(f)

    for f in files:
        place(f, ())
    return out


def used_files(path: Path) -> list:
    """The files beside a file whose modules it uses, directly or by another of these files, in the order for --with."""
    beside = sorted(f for f in path.parent.iterdir() if f.suffix.lower() in SUFFIXES and f.is_file() and f.name != path.name)
    order = by_modules([path, *beside])
    return order[:order.index(path)]


def missing_module(message: str, path: Path) -> str:
    """What to do about a message of the compiler: the option that names the missing modules, if their files are beside the file."""
    name = re.search(r"Cannot open module file \W(\w+)\.mod", message)
    if not name:
        return "name the files that it uses before it with --with, and the code's flags with --flags"
    found = used_files(path)
    if not any(re.search(rf"(?im)^\s*module\s+{name.group(1)}\s*(?:!.*)?$", f.read_text(errors="surrogateescape")) for f in found):
        return f"no file beside {path.name} has the module {name.group(1)}: name the file of the module with --with, and the files that this file uses"
    return "give these files of its modules beside those that you gave, in this order: --with " + " ".join(map(str, found))
