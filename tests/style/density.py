#!/usr/bin/env python3
"""How often comments, texts and the guide use words that stand in place of a noun: see README.md.

    tests/style/density.py [--by file|folder] [--above N] [--check] [PATH...]
"""

import argparse
import collections
import os
import re
import subprocess
import sys

IN_PLACE_OF_A_NOUN = frozenset("what those one ones which where it that whether".split())
HEAVY_STARTS = frozenset("of what where whether those".split())
MOST_IN_A_FILE = 45  # of 1000 words
GOAL_OF_A_FOLDER = 30
# Files that quote: sentences before they were mended, and texts of errors that the library gives.
QUOTES = ("tests/style/README.md", "tests/style/pages.md", "tests/build/bounds/bounds.c", "tests/build/written/chunk_views.f90")
FEWEST_WORDS = 60  # the share of a shorter text says nothing

C_PARTS = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
WORD = re.compile(r"[A-Za-z][A-Za-z']*")
CODE_IN_TEXT = re.compile(r"`[^`]*`|\$[^$\n]*\$|https?://\S+|%[-+ 0-9.*]*[a-zA-Z]+|\\.|\S*[_/(){}\[\]=<>]\S*")


def texts_of_c(source):
    """Comments, and strings of four words or more, which are texts for a person."""
    for match in C_PARTS.finditer(source):
        part = match.group()
        if part.startswith("/*"):
            yield re.sub(r"(?m)^\s*\*", " ", part[2:-2])
        elif part.startswith("//"):
            yield part[2:]
        elif part.startswith('"') and len(WORD.findall(part)) >= 4:
            yield part[1:-1]


def fortran_comment(line):
    """The comment of a line, or None: a ! within a string begins none."""
    quote = None
    for at, letter in enumerate(line):
        if quote:
            quote = None if letter == quote else quote
        elif letter in "'\"":
            quote = letter
        elif letter == "!":
            return line[at + 1 :].lstrip("!<>$")
    return None


def texts_of_fortran(source, fixed):
    block = []
    for line in source.splitlines():
        comment = line[1:] if fixed and line[:1] in "cC*" else fortran_comment(line)
        if comment is not None:
            block.append(comment)
        elif block:
            yield "\n".join(block)
            block = []
    if block:
        yield "\n".join(block)


def texts_of_script(source):
    block = []
    for line in source.splitlines():
        match = re.match(r"\s*#(?!!)(.*)|[^\"'#]*\s# (.*)", line)
        if match:
            block.append(match.group(1) or match.group(2) or "")
        elif block:
            yield "\n".join(block)
            block = []
    if block:
        yield "\n".join(block)


def texts_of_markdown(source):
    source = re.sub(r"(?ms)^ *```.*?^ *```", "\n\n", source)
    source = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", source)
    for paragraph in re.split(r"\n\s*\n|\n(?=\s*[-*|#] ?)|\|", source):
        yield paragraph


def texts_of(path, source):
    name = os.path.basename(path)
    end = name.rsplit(".", 1)[-1] if "." in name else ""
    if end in ("c", "h", "cu", "cpp", "H"):
        return texts_of_c(source)
    if end in ("f90", "F90", "f", "fypp", "inc"):
        return texts_of_fortran(source, end == "f")
    if end == "md":
        return texts_of_markdown(source)
    if end in ("cmake", "sh", "py") or name in ("CMakeLists.txt", "run") or name.endswith((".cmake.in", ".mk.in")):
        return texts_of_script(source)
    return ()


Count = collections.namedtuple("Count", "words replaced sentences heavy")


def count(texts):
    words = replaced = sentences = heavy = 0
    for text in texts:
        text = CODE_IN_TEXT.sub(" x ", text)
        for sentence in re.split(r"[.!?:;](?:\s|$)|\n\s*\n", text):
            found = [word.lower() for word in WORD.findall(sentence)]
            if not found:
                continue
            words += len(found)
            replaced += sum(word in IN_PLACE_OF_A_NOUN for word in found)
            sentences += 1
            heavy += found[0] in HEAVY_STARTS
    return Count(words, replaced, sentences, heavy)


def add(a, b):
    return Count(*(x + y for x, y in zip(a, b)))


def share(n):
    return 1000.0 * n.replaced / n.words if n.words else 0.0


def folder_of(path):
    parts = path.split("/")
    return "/".join(parts[: 2 if len(parts) > 2 else 1]) if len(parts) > 1 else "."


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--by", choices=["file", "folder"], default="folder")
    parser.add_argument("--above", type=float, default=0.0, help="only with more than so many of 1000 words")
    parser.add_argument("--check", action="store_true", help=f"fails where a file has more than {MOST_IN_A_FILE}")
    parser.add_argument("paths", nargs="*")
    options = parser.parse_args()
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *options.paths],
                            check=True, capture_output=True, text=True).stdout.splitlines()
    files = {}
    for path in listed:
        if os.path.isfile(path):
            with open(path, encoding="utf-8", errors="replace") as file:
                files[path] = count(texts_of(path, file.read()))
    rows = files
    if options.by == "folder":
        rows = collections.defaultdict(lambda: Count(0, 0, 0, 0))
        for path, n in files.items():
            rows[folder_of(path)] = add(rows[folder_of(path)], n)
    print("of 1000   words  heavy starts %  where")
    for where, n in sorted(rows.items(), key=lambda row: -share(row[1])):
        if n.words >= FEWEST_WORDS and share(n) > options.above:
            print(f"{share(n):7.1f} {n.words:7d} {100.0 * n.heavy / max(n.sentences, 1):10.1f}      {where}")
    total = count(())
    for n in files.values():
        total = add(total, n)
    print(f"{share(total):7.1f} {total.words:7d} {100.0 * total.heavy / max(total.sentences, 1):10.1f}      all")
    bad = [path for path, n in files.items() if path not in QUOTES and n.words >= FEWEST_WORDS and share(n) > MOST_IN_A_FILE]
    for path in bad if options.check else []:
        print(f"{path}: {share(files[path]):.0f} of 1000 words stand in place of a noun; at most {MOST_IN_A_FILE}")
    return 1 if options.check and bad else 0


if __name__ == "__main__":
    sys.exit(main())
