"""Mutants of the subroutines of originals.f90: a mutant differs from its original by a single line. A seed makes the same mutants
again."""
from __future__ import annotations

import random
import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

DECLARATIONS = ["  implicit none", "  integer, intent(in) :: n, m", "  double precision, intent(inout) :: a(-2:n+3, -2:m+3)",
                "  double precision, intent(inout) :: b(-2:n+3, -2:m+3), c(-2:n+3, -2:m+3), p(-2:n+3)",
                "  double precision, intent(in) :: s", "  double precision, intent(inout) :: t"]
LOCALS = ["  double precision :: q(-2:n+3, -2:m+3), x, y, z", "  integer :: i, j, k"]
REFERENCE = re.compile(r"\b([abcq])\(([^()]*), ([^()]*)\)|\b(p)\(([^()]*)\)")


@dataclass
class Mutant:
    """name: of the subroutine; kind: the sort of the mutation; line: the mutated line; text: the lines of the subroutine."""
    name: str
    kind: str
    original: str
    line: str
    text: list


def originals(path: Path) -> dict:
    """The bodies by name, each a list of lines."""
    found = re.findall(r"(?ms)^subroutine (\w+)\(.*?\n(.*?)^end subroutine", path.read_text())
    return {name: [s for s in body.splitlines() if not re.match(r"\s*!(?!\$omp)", s)] for name, body in found}


def is_work(line: str) -> bool:
    return "=" in line and not line.strip().startswith("do ") or line.strip().startswith("if")


def shifted(subscript: str, rng: random.Random) -> str:
    """The subscript off by one."""
    return subscript + rng.choice([" + 1", " - 1"])


def references(line: str) -> list:
    return list(REFERENCE.finditer(line))


def put(line: str, match: re.Match, text: str) -> str:
    return line[:match.start()] + text + line[match.end():]


def spelled(match: re.Match, first: str, second: str) -> str:
    return f"{match.group(1)}({first}, {second})" if match.group(1) else f"p({first})"


def index_off_by_one(line: str, rng: random.Random):
    found = references(line)
    if not found:
        return None
    m = rng.choice(found)
    if m.group(4):
        return put(line, m, f"p({shifted(m.group(5), rng)})")
    first, second = m.group(2), m.group(3)
    if rng.random() < 0.6:
        first = shifted(first, rng)
    else:
        second = shifted(second, rng)
    return put(line, m, spelled(m, first, second))


def swapped(line: str, rng: random.Random):
    """Subscripts, arrays or arguments in another order."""
    ways = []
    for m in references(line):
        if m.group(1) and m.group(2) != m.group(3):
            ways.append(put(line, m, spelled(m, m.group(3), m.group(2))))
    for old, new in (("sign(min(abs(x), abs(y)), x)", "sign(x, min(abs(x), abs(y)))"), ("merge(x, y,", "merge(y, x,"),
                     ("x < y", "y < x"), ("max(x, c(i, j))", "min(x, c(i, j))"), ("b(i, j) - s*c(i, j)", "s*c(i, j) - b(i, j)"),
                     ("mod(i + 2*j, 3)", "mod(3, i + 2*j)")):
        if old in line:
            ways.append(line.replace(old, new))
    right = line.split("=", 1)[-1]
    if "b(" in right and "c(" in right and "=" in line:
        left = line[:line.index("=")]
        ways.append(left + "=" + right.replace("b(", "#(").replace("c(", "b(").replace("#(", "c("))
    return rng.choice(ways) if ways else None


def carried_value(line: str, rng: random.Random):
    """A value of the iteration before."""
    m = re.match(r"(\s*)([xyzk]) = (.*)$", line)
    if m and m.group(2) != "k":
        return f"{m.group(1)}{m.group(2)} = {rng.choice(['0.5d0*', '-', ''])}{m.group(2)} + {m.group(3)}"
    m = re.match(r"(\s*)(?!if)(.*\)) = (.*)$", line)
    if m:
        return rng.choice([f"{m.group(1)}{m.group(2)} = {m.group(3)} + t", f"{m.group(1)}{m.group(2)} = {m.group(3)} + x",
                           f"{m.group(1)}t = {m.group(3)}"])
    return None


def aliased(line: str, rng: random.Random):
    """An array that is read becomes the array that is written."""
    m = re.match(r"(\s*)([aq])\((.*?)\) = (.*)$", line)
    if not m:
        return None
    found = [r for r in references(m.group(4)) if r.group(1) and r.group(1) != m.group(2)]
    if not found:
        return None
    r = rng.choice(found)
    first = r.group(2) if rng.random() < 0.5 else shifted(r.group(2), rng)
    return f"{m.group(1)}{m.group(2)}({m.group(3)}) = " + put(m.group(4), r, f"{m.group(2)}({first}, {r.group(3)})")


def overlapping(line: str, rng: random.Random):
    """Several iterations write the same element."""
    m = re.match(r"(\s*)([aqp])\((.*?)\) = (.*)$", line)
    if not m:
        return None
    subs = m.group(3).split(", ")
    at = rng.randrange(len(subs))
    subs[at] = rng.choice([f"({subs[at]})/2", f"min({subs[at]}, 3)", "1", f"mod({subs[at]}, 3)", f"abs({subs[at]} - 3)"])
    return f"{m.group(1)}{m.group(2)}({', '.join(subs)}) = {m.group(4)}"


def hidden(line: str, rng: random.Random):
    """A value out of COMMON, by the array of the COMMON or by a function that reads it."""
    found = [r for r in references(line) if r.start() > line.find("=")]
    if not found or "=" not in line or line.strip().startswith("if"):
        return None
    r = rng.choice(found)
    first = r.group(2) or r.group(5)
    return put(line, r, rng.choice([f"w({first})", f"hidden({first})", f"(w({first}) + {r.group(0)})"]))


def changed_loop(line: str, rng: random.Random):
    m = re.match(r"(\s*)do (\w) = (\S+), (.*)$", line)
    if not m:
        return None
    lead, v, low, high = m.groups()
    return lead + rng.choice([f"do {v} = {low} + 1, {high}", f"do {v} = {low}, {high} - 1", f"do {v} = {high}, {low}, -1",
                              f"do {v} = {low}, {high}, 2", f"do {v} = {low}, {high} + 1", f"do {v} = {low}, {'ij'[v == 'i']}"
                              if v != "j" else f"do {v} = 0, {high}"])


def changed_operator(line: str, rng: random.Random):
    if not is_work(line):
        return None
    at = [m for m in re.finditer(r" [-+] |(?<!\*)\*(?!\*)|/|0\.5d0|0\.25d0|\b4\b| [<>] ", line) if m.start() > line.find("=") or "if" in line]
    if not at:
        return None
    m = rng.choice(at)
    other = {" + ": " - ", " - ": " + ", "*": "/", "/": "*", "0.5d0": "0.1", "0.25d0": "0.1d0", "4": "4.1", " < ": " >= ", " > ": " <= "}
    return line[:m.start()] + other[m.group(0)] + line[m.end():]


def changed_directive(line: str, rng: random.Random):
    """Another clause, another construct, or none."""
    m = re.match(r"(\s*!\$omp )(.*)$", line)
    if not m:
        return None
    lead, text = m.groups()
    ways = [("nowait", ""), ("schedule(static)", "schedule(dynamic)"), ("reduction(+: t)", ""), ("reduction(+: t)", "reduction(max: t)"),
            ("reduction(max: t)", ""), ("reduction(max: t)", "firstprivate(t)"), ("private(x, y)", "private(x)"), ("private(x, y)", "firstprivate(x, y)"),
            ("private(i)", "private(i) lastprivate(x)"), ("end do", "end do nowait"), ("barrier", "flush"), ("private(i)", "private(i, y)"),
            ("private(x, y)", "private(x, y, p)")]
    found = [text.replace(old, new) for old, new in ways if old in text and not (old == "end do" and "nowait" in text)]
    if text == "do" or text.startswith("do "):
        found += [text + " firstprivate(s)", text + " private(q)", text + " lastprivate(y)", text + " private(y)", text + " ordered"]
    return lead + rng.choice(found) if found else None


def changed_value(line: str, rng: random.Random):
    """A value that may be another one in each thread."""
    m = re.match(r"(\s*)([xy]) = (.*)$", line)
    return f"{m.group(1)}{m.group(2)} = {m.group(3)} + " + rng.choice(["number()", "t", "p(1)", "n", "abs(s)", "0*number()"]) if m else None


def changed_call(line: str, rng: random.Random):
    """Another element, another size, arguments in another order, or one of them twice."""
    m = re.match(r"(.*\bcall \w+\()(.*)(\))$", line)
    if not m:
        return None
    args = re.split(r", (?![^(]*\))", m.group(2))
    way, at, other = rng.randrange(5), rng.randrange(len(args)), rng.randrange(len(args))
    if way == 0:
        args[at], args[other] = args[other], args[at]
    elif way == 1:
        args[at] = args[other]
    elif way == 2:
        found = list(re.finditer(r"(?<![\w.])(?:[ijnmk]|\d+)(?![\w.(=])", args[at]))
        if not found:
            return None
        x = rng.choice(found)
        args[at] = args[at][:x.start()] + x.group(0) + rng.choice(["+1", "-1"]) + args[at][x.end():]
    elif way == 3:
        args[at] = re.sub(r"\((?::|[^,:()]+:[^,:()]+)(?=[,)])", rng.choice(["(:", "(1:n", "(-1:n+2", "(1:n:2", "(j:"]), args[at], count=1)
    else:
        args[at] = rng.choice([f"({args[at]})", f"0.5d0*{args[at]}", re.sub(r"\(.*", "", args[at])])
    return m.group(1) + ", ".join(args) + m.group(3)


KINDS = {"index off by one": index_off_by_one, "swapped": swapped, "carried value": carried_value, "aliased": aliased,
         "overlapping writes": overlapping, "hidden read of COMMON": hidden, "loop": changed_loop, "operator": changed_operator}

# Loops of teams stay loops without a race in most of these.
TEAMS = {k: KINDS[k] for k in ("index off by one", "swapped", "hidden read of COMMON", "loop", "operator")} | {
    "directive": changed_directive, "value of a thread": changed_value}


def mutants(path: Path, count: int, seed: int) -> list:
    """Different mutants, each kind as often as the others as far as there are so many."""
    rng = random.Random(seed)
    bodies, out, seen, tries = originals(path), [], set(), 0
    known = {**KINDS, "call": changed_call} if path.name == "calls.f90" else TEAMS if path.name == "teams.f90" else KINDS
    names, kinds = sorted(bodies), [*known, *(["call"]*3 if "call" in known else []), *(["directive"]*3 if known is TEAMS else [])]
    while len(out) < count:
        tries += 1
        if tries > 400*count:
            raise SystemExit(f"only {len(out)} different mutants are found")
        kind = kinds[(len(out) + tries//40) % len(kinds)]
        original = rng.choice(names)
        at = rng.randrange(len(bodies[original]))
        line = known[kind](bodies[original][at], rng)
        if line is None or line == bodies[original][at] or (original, at, line) in seen:
            continue
        seen.add((original, at, line))
        name = f"m{len(out) + 1:03}_{original}"
        text = subroutine(name, bodies[original], at, line)
        if known is KINDS or compiles(path.with_name("called.f90"), text):
            out.append(Mutant(name, kind, original, line.strip(), text))
    return out


def compiles(called: Path, text: list) -> bool:
    """An explicit interface refuses some mutants of calls, and OpenMP some of directives."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "mutant.f90"
        file.write_text(called.read_text() + "\n".join(text) + "\n")
        how = ["-fopenmp", "-w", "-c", "-o", f"{folder}/mutant.o"] if any("!$omp" in s for s in text) else ["-fsyntax-only"]
        return not subprocess.run(["gfortran", *how, f"-J{folder}", str(file)], capture_output=True).returncode


def subroutine(name: str, body: list, at: int, line: str) -> list:
    common = ["  double precision :: w", "  common /secret/ w(-2:40)"] if re.search(r"\bw\(", line) else []
    function = ["  double precision, external :: hidden"] if "hidden(" in line else []
    function += ["  integer, external :: number"] if "number(" in line else []
    function += ["  external :: meet"] if any("call meet" in s for s in body) else []
    text = " ".join(body[:at] + [line] + body[at + 1:])
    start = ["  x = 0"] if re.search(r"\bx\b", line) and not re.search(r"\bx\b", " ".join(body)) else []
    start += [f"  {v} = 0" for v in "xyz" if re.match(rf"\s*{v} = .*\b{v}\b", line)]
    start += ["  q = 0"] if "q(" in text else []
    module = ["  use called"] if re.search(r"call (?!meet)", text) else []
    return [f"subroutine {name}(n, m, a, b, c, p, s, t)", *module, *DECLARATIONS, *LOCALS, *common, *function, *start, *body[:at], line,
            *body[at + 1:], f"end subroutine {name}", ""]
