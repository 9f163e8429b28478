"""Holds the survey of the folder survey/ against the lines "class" of its files, its JSON, its page and its order of steps.

check_survey.py PROGRAM FOLDER"""
from __future__ import annotations

import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

HERE = Path(__file__).parent / "survey"
VOID = {"meta", "input", "br", "link", "img"}
PROFILES = {
    "gprof": "Flat profile:\n\n  %   cumulative   self              self     total\n time   seconds   seconds    calls  s/call   s/call  name\n"
             " 60.00      6.00     6.00       10     0.60     0.60  __classes_MOD_beside\n 30.00      9.00     3.00       10     0.30     0.30  "
             "__classes_MOD_points\n 10.00     10.00     1.00       10     0.10     0.10  __classes_MOD_prints\n\n",
    "report": "# Overhead  Command  Shared Object  Symbol\n    60.00%  app  app  [.] __classes_MOD_beside\n"
              "    30.00%  app  app  [.] __classes_MOD_points._omp_fn.0\n    10.00%  app  libc.so.6  [.] memcpy\n",
    "script": "".join(f"app  1{n:03} 5.{n:06}:   1000 cycles:\n\t    55d0c0de {name}+0x10 (/code/app)\n\t    55d0c0ff main+0x2 (/code/app)\n\n"
                      for n, name in enumerate(["__classes_MOD_beside"]*6 + ["__classes_MOD_points"]*3 + ["other_"]))}


class Page(HTMLParser):
    """Checks that elements are closed in order, and notes addresses of other files."""

    def __init__(self):
        super().__init__()
        self.open, self.faults, self.text, self.tables = [], [], [], 0

    def handle_starttag(self, tag, attrs):
        self.tables += tag == "table"
        self.faults += [f"the page names {v}" for k, v in attrs if k in ("src", "href")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"the element {tag} ends out of order")

    def handle_data(self, data):
        self.text.append(data)


def run(program: str, folder: Path, *options: str) -> str:
    command = [sys.executable, program, "--survey", str(HERE), *options]
    result = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    if result.returncode:
        raise SystemExit(result.stdout + result.stderr)
    return result.stdout


def classes(data: dict) -> list:
    wanted = re.findall(r"(?m)^! class (\w+) (\d+) (\w+)", (HERE / "classes.f90").read_text())
    numbers, found, faults = {}, {}, []
    for n in data["nests"]:
        numbers[n["routine"]] = numbers.get(n["routine"], 0) + 1
        found[(n["routine"], numbers[n["routine"]])] = n
    for routine, number, group in wanted:
        n = found.get((routine, int(number)))
        if n is None or n["group"] != group:
            faults.append(f"{routine} {number}: expected {group}, is {n and n['group']}")
    if len(wanted) != 16 or len(data["nests"]) != 18:
        faults.append(f"{len(wanted)} lines and {len(data['nests'])} nests")
    for routine, verdict in (("points", "translated"), ("beside", "translated"), ("a_user", "translated"), ("sweep", "refused"),
                             ("prints", "refused"), ("alone", "refused")):
        if found[(routine, 1)]["verdict"] != verdict:
            faults.append(f"{routine} is {found[(routine, 1)]['verdict']}: {found[(routine, 1)]['cause']}")
    if found[("alone", 1)]["group"] != "pointwise" or len(data["loose"]) != 1:
        faults.append("the file that the compiler cannot read has no class")
    if any(n["verdict"] == "refused" and not n["cause"] for n in data["nests"]):
        faults.append("a refusal without a cause")
    return faults


def page_faults(text: str, data: dict) -> list:
    page = Page()
    page.feed(text)
    words = " ".join(page.text)
    faults = page.faults + [f"the element {t} is not closed" for t in page.open]
    faults += [f"the page lacks {n['routine']}" for n in data["nests"] if n["routine"] not in words]
    for word in ("prefers-color-scheme", "@media print"):
        if word not in text:
            faults.append(f"the page lacks {word}")
    if re.search(r"https?://", text) or page.tables < 5:
        faults.append(f"the page has {page.tables} tables, or an address")
    return faults


def main() -> int:
    program, folder = sys.argv[1], Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    text = run(program, folder, "--json", "survey.json", "--html", "survey.html")
    data = json.loads((folder / "survey.json").read_text())
    faults = classes(data) + page_faults((folder / "survey.html").read_text(), data)
    if not re.search(r"3 files, 18 nests: \d+ can be translated", text):
        faults.append("the first line of the text is " + text.splitlines()[0])
    if not [a for a in data["shared"] if a["name"] == "a"]:
        faults.append("the array a is not shared")
    for name, profile in PROFILES.items():
        (folder / f"{name}.txt").write_text(profile)
        run(program, folder, "--profile", f"{name}.txt", "--json", "profiled.json", "--html", "profiled.html")
        steps = json.loads((folder / "profiled.json").read_text())["steps"]
        first = [(s["routine"], round(s["share"], 3), round(s["covered"], 3), round(s["most"], 2)) for s in steps[:2]]
        if first != [("beside", 0.6, 0.6, 2.5), ("points", 0.3, 0.9, 10.0)]:
            faults.append(f"{name}: the steps begin with {first}")
        faults += page_faults((folder / "profiled.html").read_text(), data)
    print("\n".join(faults) or f"{len(data['nests'])} nests, three profiles, two pages")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
