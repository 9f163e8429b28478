"""Translates a file and holds the verdict of each nest against the lines "expect" of the file.

check_file.py PROGRAM FILE FOLDER [options of viewfab-translate...]
A line is: expect <routine> <number of the nest> proved (or part, unproved, failed), or: ... refused <reason>. A nest without a line is a failure.
A line "form <routine> <number of the nest> <text>" tells a part of the form of the nest's kernel in the report.
Lines "text <number> <pattern>", "patch <number> <pattern>" and "report <number> <pattern>" tell how often the changed file, the
patch and the report have a text; "kernel <name> <number> <pattern>" tells the same of a kernel file, without its lines #line, and
"driver <routine> <number> <pattern>" of the program of the routine's proof."""
from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path


def expected(path: Path) -> dict:
    found = re.findall(r"(?m)^[!cC*]\s*expect (\w+) (\d+) (proved|part|unproved|refused|failed) ?(.*)$", path.read_text())
    return {(routine, int(number)): (verdict, reason.strip()) for routine, number, verdict, reason in found}


def main() -> int:
    program, name, folder = sys.argv[1:4]
    options = re.findall(r"(?m)^[!cC*]\s*options (.*)$", Path(name).read_text())
    command = [sys.executable, program, name, "--out", folder, "--json", *" ".join(options).split(), *sys.argv[4:]]
    run = subprocess.run(command, capture_output=True, text=True, cwd=Path(name).parent)
    try:
        rows = json.loads(run.stdout)
    except json.JSONDecodeError:
        print(run.stdout, run.stderr)
        return 1
    wanted, wrong, numbers = expected(Path(name)), 0, {}
    proof = "--no-proof" not in sys.argv
    forms: dict = {}
    for routine, number, text in re.findall(r"(?m)^[!cC*]\s*form (\w+) (\d+) (.*)$", Path(name).read_text()):
        forms.setdefault((routine, int(number)), []).append(text.strip())
    for row in rows:
        routine = row["routine"]
        numbers[routine] = numbers.get(routine, 0) + 1
        verdict, reason = wanted.pop((routine, numbers[routine]), ("no line expect", ""))
        verdict = {"part": "proved in part", "unproved": "not proved"}.get(verdict, verdict)
        if verdict.startswith("proved") and not proof:
            verdict = "not proved"
        if row["verdict"] != verdict or verdict == "refused" and row["reason"] != reason:
            wrong += 1
            print(f"{name}:{row['first']}: {routine} nest {numbers[routine]}: expected {verdict} {reason}, is {row['verdict']} "
                  f"{row.get('reason', '')}: {row.get('cause', row.get('text', ''))}")
        for text in forms.pop((routine, numbers[routine]), []):
            if text not in row.get("form", ""):
                wrong += 1
                print(f"{name}:{row['first']}: {routine} nest {numbers[routine]}: the form is {row.get('form')}, not {text}")
    for routine, number in [*wanted, *forms]:
        wrong += 1
        print(f"{name}: no nest {number} of {routine} was found")
    changed = Path(name).parent / folder / Path(name).name
    if changed.suffix == ".f90" and changed.exists() and any(len(s) > 132 for s in changed.read_text().splitlines()):
        wrong += 1
        print(f"{name}: the changed file has lines of more than 132 columns")
    for text in changed.parent.rglob("*.f90"):
        if "\0" in text.read_text():
            wrong += 1
            print(f"{text} has a mark of the translator in front of a line")
    for number, pattern in re.findall(r"(?m)^[!cC*]\s*text (\d+) (.*)$", Path(name).read_text()):
        body = re.sub(r"(?ms)^\s*subroutine legacy_.*?^\s*end subroutine.*?$", "", changed.read_text())
        count = len(re.findall(pattern, re.sub(r"(?m)^[!cC*].*$", "", body)))
        if count != int(number):
            wrong += 1
            print(f"{name}: the changed file has {count} times {pattern}, not {number}")
    for number, pattern in re.findall(r"(?m)^[!cC*]\s*patch (\d+) (.*)$", Path(name).read_text()):
        count = len(re.findall(pattern, changed.with_name(changed.name + ".patch").read_text()))
        if count != int(number):
            wrong += 1
            print(f"{name}: the patch has {count} times {pattern}, not {number}")
    for number, pattern in re.findall(r"(?m)^[!cC*]\s*report (\d+) (.*)$", Path(name).read_text()):
        count = len(re.findall(pattern, (changed.parent / "report.txt").read_text()))
        if count != int(number):
            wrong += 1
            print(f"{name}: the report has {count} times {pattern}, not {number}")
    for kernel, number, pattern in re.findall(r"(?m)^[!cC*]\s*kernel (\w+) (\d+) (.*)$", Path(name).read_text()):
        count = len(re.findall(pattern, re.sub(r"(?m)^#line.*\n", "", (changed.parent / (kernel + ".h")).read_text())))
        if count != int(number):
            wrong += 1
            print(f"{name}: kernel {kernel} has {count} times {pattern}, not {number}")
    for routine, number, pattern in re.findall(r"(?m)^[!cC*]\s*driver (\w+) (\d+) (.*)$", Path(name).read_text()) if proof else ():
        count = len(re.findall(pattern, (changed.parent / f"proof/driver_{routine}.f90").read_text()))
        if count != int(number):
            wrong += 1
            print(f"{name}: the program of {routine} has {count} times {pattern}, not {number}")
    print(f"{len(rows)} nests, {wrong} with another verdict than expected")
    return 1 if wrong or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
