"""The markers of the made sources: each line of the author has his line, and all else a line of the nests that it replaces.

line_markers.py PROGRAM SOURCES FOLDER
"""
import json
import re
import subprocess
import sys
from pathlib import Path

NAMES = ("rows.f90", "kept.f90", "optional.f90", "teams.f90", "column_kernels.f90", "pure.f90", "long_names.f90", "fixed.f",
         "gotos.f", "semicolons.F90", "preprocessed.F", "teams.F")


def placed(text: str) -> list:
    """(file, line, text) of each line that is no marker."""
    out, name, number = [], "", 0
    for line in text.splitlines():
        marker = re.match(r'# (\d+) "([^"]*)"$', line)
        if marker:
            number, name = int(marker.group(1)), marker.group(2)
            continue
        out.append((name, number, line))
        number += 1
    return out


def plain(line: str) -> str:
    """A line without its case, blanks, signs of directives and comment, and without the words that the tool changes."""
    line = re.sub(r"legacy_|(?i:\bpure\b)|^[cC*!]\$?|!.*|_[0-9a-f]{8}\b", "", line)
    return re.sub(r"\s", "", line).lower()


def check(program: str, source: Path, folder: Path) -> None:
    found = re.findall(r"(?m)^[!cC*]\s*options (.*)$", source.read_text())
    flags = [o for o in found if o.startswith("--flags=")]
    folder.mkdir(parents=True, exist_ok=True)
    for more in (["--build", "--target", "t", "--names", "/dev/null"], ["--target", "t", "--no-proof"]):
        subprocess.run([sys.executable, program, *more, "--out", str(folder / ("made" if "--build" in more else "file")), *flags, str(source)],
                       check=True, stdout=subprocess.DEVNULL)
    made = placed((folder / "made" / source.name).read_text())
    without = [line for _, _, line in made]
    assert without == (folder / "file" / source.name).read_text().splitlines(), f"{source.name}: the markers change the text"
    author = source.read_text().splitlines()
    firsts = {row["first"] for row in json.loads((folder / "file" / "report.json").read_text()) if row["verdict"] != "refused"}
    written = 0
    for name, number, line in made:
        if not line.strip():
            continue
        assert name == str(source) and 0 < number <= len(author), f"{source.name}: {name}:{number} for {line}"
        macro = source.suffix.isupper() and re.search(r"[A-Z]{4}", author[number - 1])
        head = re.search(r"subroutine legacy_", line) and "subroutine" in author[number - 1]
        if plain(line) in plain(author[number - 1]) or macro or head:
            continue
        written += 1
        assert number in firsts, f"{source.name}: line {number} for {line}, which is {author[number - 1]}"
    assert written, f"{source.name}: nothing is translated"


def main() -> None:
    program, sources, folder = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    for name in NAMES:
        check(program, sources / name, folder / name)
    print(f"{len(NAMES)} sources with the author's lines")


main()
