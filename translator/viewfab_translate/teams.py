"""Routines whose loops share the threads of a team: of a region around the call, or of a region of their own that calls other routines.
The directives of such a routine stay. One thread calls the kernels of a shared loop, between two barriers:

    !$omp barrier
    !$omp single
    ... views, kernels, copies ...
    !$omp end single

The team meets a barrier and SINGLE wherever it may meet DO. The result is that of a run in which one thread gets all iterations, so
a nest is refused if the program can tell which thread had an iteration: by an array or a value of each thread's own."""
from __future__ import annotations

import re
from dataclasses import dataclass, field

from viewfab_translate import ir
from viewfab_translate.compare import generic
from viewfab_translate.directives import constructs, directives, own_last, plain_statements
from viewfab_translate.facts import inside, path_to
from viewfab_translate.sections import array_of
from viewfab_translate.source import Source
from viewfab_translate.types import INTRINSICS

INSIDE = {"simd", "endsimd", "atomic", "endatomic"}  # directives that a translated nest may have
CLAUSES = {"private", "firstprivate", "lastprivate", "reduction", "schedule", "collapse", "nowait", "shared", "default", "if", "num_threads",
           "proc_bind", "safelen", "simdlen", "aligned", "order"}
NOTE = "one thread of the region calls this kernel; on the host the kernel has this thread alone"
SAME = {"+": "sum", "-": "sum", "max": "max", "min": "min"}


@dataclass
class Part:
    """What a translated nest is in its team. shared: one thread of the team does it, else each thread that comes here.
    lines: the directives that give way with the nest."""
    shared: bool
    lines: list = field(default_factory=list)
    workshare: object = None  # directives.Construct around the assignment


class Team:
    """The directives of a routine, and the variables that each thread has for itself. orphaned: the region is around the call."""

    def __init__(self, routine: ir.Routine, source: Source):
        self.routine, self.source = routine, source
        self.found = directives(source, routine.first, own_last(routine))
        self.constructs = constructs(routine, self.found)
        self.regions = [c for c in self.constructs if c.word == "parallel"]
        self.orphaned = any(not any(r.holds(c.begin.first, c.last) for r in self.regions) and
                            not c.word.startswith(("parallel", "simd", "target")) for c in self.constructs)
        alone = [d for d in self.found if d.word == "barrier" and not any(r.holds(d.first, d.last) for r in self.regions)]
        self.orphaned = self.orphaned or bool(alone)
        self.sums: dict = {}  # arguments that only a REDUCTION of the callers makes right: name to operation
        self.path: list = []  # the way to the nest that is being looked at, of facts.path_to
        self.check_routine()

    def check_routine(self) -> None:
        own = next((c for c in self.constructs if c.word.startswith("parallel")), None)
        if self.orphaned and own is not None:
            refuse("the routine begins a region, and shares the threads of a region around the call", own.begin.first,
                   "make a routine of each part")
        for c in self.constructs:
            if c.word.startswith("parallel") and any(o.holds(c.begin.first, c.last) for o in self.constructs if o is not c):
                refuse("a region within a region", c.begin.first, "")
            unknown = [w for w in re.findall(r"[a-z_]+", re.sub(r"\([^()]*(\([^()]*\)[^()]*)*\)", " ", c.begin.clauses)) if w not in CLAUSES]
            if unknown and (c.word == "parallel" or c.loop is not None):
                refuse(f"the clause {unknown[0]} of !$omp {c.word} is none that this tool reads", c.begin.first, "")
        for s in plain_statements(self.routine.body):
            if isinstance(s, ir.Jump) and s.word == "goto":
                refuse("the routine has GOTO and shares threads", s.first, "")

    # ------------------------------------------------------------------------------------------------------------ variables
    def own(self, name: str, place: list) -> bool:
        """Each thread has a variable of this name for itself. place: the constructs around."""
        base = re.split(r"[%(@]", name)[0]
        symbol = self.routine.symbols.get(base)
        if symbol is None or symbol.place in ("parameter", "function") and base != self.routine.name:
            return False
        if "THREADPRIVATE" in symbol.flags:
            return True
        if any(base in c.listed("private", "firstprivate", "lastprivate") for c in place if c.word != "parallel"):
            return True
        region = next((c for c in place if c.word == "parallel"), None)
        if region is None:
            return self.orphaned and (symbol.place == "local" or base == self.routine.name) and \
                not any("SAVE" in f or f == "DATA" for f in symbol.flags)
        if base in region.listed("private", "firstprivate", "lastprivate", "reduction"):
            return True
        if base in region.listed("shared"):
            return False
        return bool(re.search(r"\bdefault ?\( ?(first)?private", region.begin.clauses)) or \
            any(isinstance(s, ir.Do) and s.var == base for s in self.statements(region))

    def statements(self, region) -> list:
        """The statements of a region, or of the routine."""
        return [s for s in plain_statements(self.routine.body) if region is None or region.holds(s.first, s.last)]

    def same(self, name: str, place: list, known: frozenset = frozenset()) -> bool:
        """All threads have the same value: the variable is shared, or each thread sets its own by the same values."""
        base = re.split(r"[%(@]", name)[0]
        if base in self.sums:
            return False  # the callers' threads have a part of it each
        if base in known or not self.own(base, place):
            return True
        symbol, known = self.routine.symbols[base], known | {base}
        region = next((c for c in place if c.word == "parallel"), None)
        if "THREADPRIVATE" in symbol.flags or region is not None and base in region.listed("reduction", "lastprivate") or \
                any(base in c.listed("private", "lastprivate") for c in place if c is not region):
            return False
        last = self.last_set(base)
        if isinstance(last, ir.Do):  # within the loop nothing else sets the variable
            jumps = any(isinstance(x, ir.Jump) for x in ir.walk_statements(last.body))
            return not jumps and all(self.alike(e, place, known) for e in (last.lo, last.hi, last.step) if e is not None)
        if last is not None and all(c is region for c in self.constructs if c.holds(last.first, last.last)):
            return self.alike(last.right, place, known)
        return self.sets_alike(self.routine.body, base, region, known, [])

    def last_set(self, name: str):
        """The loop around the nest, or the assignment in front of it, that gives the variable its value for certain; or None."""
        for body, at, owner in reversed(self.path):
            for s in reversed(body[:at]):
                if isinstance(s, ir.Assign) and s.left == ir.Var(name):
                    return s
                if any(self.may_set(x, name) for x in ir.walk_statements([s])):
                    return None
            if isinstance(owner, ir.Do) and owner.var == name:
                return owner
            if isinstance(owner, (ir.Do, ir.While, ir.Other)) and any(self.may_set(x, name) for x in ir.walk_statements(owner.body)):
                return None
        return None

    def sets_alike(self, body: list, name: str, region, known: frozenset, around: list) -> bool:
        """All statements that may set the variable give it the same value in each thread."""
        for s in body:
            if getattr(s, "inlined", ()):
                return False
            outside = region is not None and not region.holds(s.first, s.last)
            if not outside and self.may_set(s, name):
                if not isinstance(s, (ir.Assign, ir.Do)) or any(isinstance(x, ir.Jump) for a in around for x in ir.walk_statements([a])):
                    return False
                here = [c for c in self.constructs if c.holds(s.first, s.last) or c.loop is s]
                if any(c is not region for c in here):
                    return False
                asked = [e for e, _ in ir.expressions(s)] + [e for a in around for e, _ in ir.expressions(a)]
                if any(not self.alike(e, here, known) for e in asked):
                    return False
            if not all(self.sets_alike(b, name, region, known, around if outside else around + [s]) for b in ir.blocks(s)):
                return False
        return True

    def alike(self, e: ir.Expr, place: list, known: frozenset = frozenset()) -> bool:
        """The expression has the same value in all threads."""
        for x in ir.walk(e):
            if isinstance(x, ir.Call) and (generic(x.name) not in INTRINSICS or x.name in self.routine.functions or
                                           x.name in self.routine.helpers):
                return False
            if isinstance(x, (ir.Var, ir.Ref)) and not self.same(x.name, place, known):
                return False
        return True

    @staticmethod
    def may_set(s: ir.Stmt, name: str) -> bool:
        if isinstance(s, ir.Assign):
            return re.split(r"[%(]", s.left.name)[0] == name
        if isinstance(s, ir.Do):
            return s.var == name
        if isinstance(s, ir.CallStmt):
            return any(name in ir.names_of(a) for a in s.args)
        return isinstance(s, ir.Other) and name in s.names or isinstance(s, ir.Associate)

    # ---------------------------------------------------------------------------------------------------------------- nests
    def part(self, nest: ir.Do, kernels: list) -> Part:
        """What the nest is in its team; refuses a nest that would become wrong."""
        place = [c for c in self.constructs if c.holds(nest.first, nest.last)]
        within = [d for d in self.found if nest.first <= d.first <= nest.last]
        inner = [c for c in self.constructs if nest.first <= c.begin.first and c.last <= nest.last and c.loop is not None]
        for c in [c for c in place if c.word == "simd" and c.loop.first == nest.first]:
            inner.append(c)
            place.remove(c)  # it says nothing on threads
            within = lines_of(c) + within
        self.path = path_to(nest, self.routine.body) or []
        outer = [c for c in place if c.word != "parallel"]
        whole = next((c for c in outer if c.loop is not None and (c.loop.first, c.loop.last) == (nest.first, nest.last)), None)
        if not place and not self.orphaned:
            return Part(False, within)
        if whole is not None and len(outer) == 1 and whole.word in ("do", "dosimd", "paralleldo", "paralleldosimd"):
            self.check_inside([d for d in within if d.first >= nest.first], INSIDE)
            if whole.word.startswith("parallel"):
                return Part(False, lines_of(whole) + within)
            self.check_shared(nest, kernels, place + inner, whole)
            return Part(True, lines_of(whole) + within)
        if len(outer) == 1 and outer[0].word == "workshare":
            found = self.statements(outer[0])
            if not all(any(inside(s, n) for n in found if isinstance(n, ir.Do)) for s in found):
                refuse("not all statements of !$omp workshare are assignments of arrays", outer[0].begin.first, "write !$omp do and loops")
            self.check_shared(nest, kernels, place, None)
            return Part(True, lines_of(outer[0]), outer[0])
        if outer:
            refuse(f"the loop runs within !$omp {outer[-1].word}", outer[-1].begin.first, "move the loop out of it, or give it !$omp do")
        if any(d.word == "do" for d in within):
            self.check_inside(within, INSIDE | {"do", "enddo", "dosimd", "enddosimd", "barrier"})
            self.check_around(nest, [c for c in inner if c.word != "simd"])
            self.check_shared(nest, kernels, place + inner, None)
            return Part(True, within)
        self.check_inside(within, INSIDE)
        self.check_each(nest, kernels, place)
        return Part(False, within)

    def whole_workshares(self, nests: list) -> list:
        """Assignments that stay on the host, because another one of the same WORKSHARE does. nests: the translated ones."""
        done = {id(n) for n in nests}
        left = [c for c in self.constructs if c.word == "workshare" and any(
            isinstance(s, ir.Do) and id(s) not in done and not any(inside(s, n) for n in nests) for s in self.statements(c))]
        return [n for n in nests if any(n.team.workshare is c for c in left)]

    @staticmethod
    def check_inside(within: list, allowed: set) -> None:
        for d in within:
            if d.word not in allowed:
                refuse(f"the loop has !$omp {d.word}", d.first, "")

    def check_around(self, nest: ir.Do, inner: list) -> None:
        """A loop of all threads around shared loops: only the shared loops set arrays."""
        for s in ir.walk_statements([nest]):
            array = isinstance(s, ir.Assign) and (isinstance(s.left, ir.Ref) or bool(self.routine.symbols[s.left.name].bounds))
            if array and not any(c.holds(s.first, s.last) for c in inner):
                refuse(f"each thread of the region runs this statement, in a loop around !$omp {inner[0].word}", s.first, "")

    def check_shared(self, nest: ir.Do, kernels: list, place: list, loop) -> None:
        for k in kernels:
            self.check_listed(k, nest, place)
            for a in k.arrays:
                if "OWN" not in a.symbol.flags and self.own(array_of(a.name), place):
                    refuse(f"each thread has an array {array_of(a.name)} of its own, and one thread alone would use its array", nest.first,
                           "make the array shared, or give each iteration its own")
            for e in asked_by(k):
                if not self.alike(e, place):
                    refuse("the loop needs a value that may be another one in each thread: "
                           + ", ".join(sorted(n for n in ir.names_of(e) if not self.same(n, place))), nest.first,
                           "compute the value by the same statements in all threads")
            for r in k.results:
                self.check_result(r, nest, place, loop)
            kept = {n for text in [*k.before, *k.behind] for n in re.findall(r"([a-z_]\w*)\s*=[^=]", text)}
            if kept - (loop.listed("lastprivate") if loop else set()) or any(r.places for r in k.results):
                refuse("code behind the loop may read " + ", ".join(sorted(kept) or [r.variable for r in k.results]) + ", which threads set", nest.first, "")

    def check_listed(self, k: ir.Kernel, nest: ir.Do, place: list) -> None:
        """With DEFAULT(NONE) the block of the kernel has no name that the region does not list."""
        region = next((c for c in place if c.word == "parallel"), None)
        if region is None or not re.search(r"\bdefault ?\( ?none", region.begin.clauses):
            return
        listed = region.listed("shared", "private", "firstprivate", "lastprivate", "reduction") | {s.var for s in self.statements(region) if
                                                                                                 isinstance(s, ir.Do)}
        sizes = [e for a in k.arrays if a.symbol.flags & {"OWN", "ASSUMED_SIZE"} or a.fold for b in a.symbol.bounds for e in (*b, a.last) if e is not None]
        for name in sorted({n for e in sizes for n in ir.names_of(e)} - listed):
            symbol = self.routine.symbols.get(name)
            if symbol is not None and symbol.place not in ("parameter", "function"):
                refuse(f"DEFAULT(NONE) of the region, which does not list {name}", nest.first, f"write SHARED({name})")

    def check_result(self, r: ir.Result, nest: ir.Do, place: list, loop) -> None:
        region = next((c for c in place if c.word == "parallel"), None)
        if loop is None or r.variable in loop.listed("private", "firstprivate", "lastprivate"):
            refuse(f"{r.variable} adds up in a loop of each thread", nest.first, "")
        clause = loop.operations().get(r.variable)
        if clause is None and region is not None:
            clause = region.operations().get(r.variable)
        if clause is not None and SAME.get(clause) != r.operation:
            refuse(f"{r.variable} has REDUCTION({clause}), and the loop makes another result", nest.first, "")
        if clause is not None or self.own(r.variable, place):
            return
        symbol = self.routine.symbols.get(r.variable)
        if region is not None or symbol is None or symbol.place != "dummy":
            refuse(f"the threads share {r.variable}, and no clause REDUCTION names it", nest.first, f"write REDUCTION for {r.variable}")
        self.sums[r.variable] = {"sum": "+"}.get(r.operation, r.operation)

    def check_each(self, nest: ir.Do, kernels: list, place: list) -> None:
        """A loop that each thread runs as a whole: right if each has arrays of its own."""
        for k in kernels:
            names = [array_of(a.name) for a in k.arrays if "OWN" not in a.symbol.flags] + [r.variable for r in k.results]
            shared = next((n for n in names if not self.own(n, place)), None)
            if shared is not None:
                refuse(f"each thread of the region runs the whole loop, and the threads share {shared}", nest.first,
                       "share the loop with !$omp do, or move the loop out of the region")

    # --------------------------------------------------------------------------------------------------------------- groups
    def joins(self, a: ir.Do, b: ir.Do, between: list) -> bool:
        """Nest b may have a block with nest a in front of it."""
        gap = [d for d in self.found if a.last < d.first < b.first]
        one, two = a.team, b.team
        if one.shared != two.shared or one.shared and (between or self.region_of(a) is not self.region_of(b)):
            return False
        return all(d in one.lines or d in two.lines or one.shared and d.word == "barrier" for d in gap)

    def region_of(self, nest: ir.Do):
        return next((r for r in self.regions if r.holds(nest.first, nest.last)), None)

    def lines(self, groups: list) -> set:
        """The lines of the directives that give way with the groups of nests."""
        gone = [d for g in groups for n in g.nests for d in n.team.lines] + \
            [d for g in groups for d in self.found if g.first <= d.first <= g.last]
        return {n for d in gone for n in range(d.first, d.last + 1)}


def refuse(cause: str, line: int, remedy: str) -> None:
    raise ir.Refusal(cause, line, remedy, "threads")


def lines_of(c) -> list:
    return [c.begin] + ([c.end] if c.end is not None else [])


def asked_by(k: ir.Kernel) -> list:
    """What the call of a kernel asks for beside the arrays and results."""
    out = [v.actual for v in k.values] + [e for a in k.axes for e in (a.lo, a.hi, a.shift) if e is not None]
    out += [k.colour] if k.colour is not None else []
    out += [a.last for a in k.arrays if a.last is not None] + [e for s in k.around for e in (s.lo, s.hi)]
    if k.columns is not None:
        from viewfab_translate.column_levels import expression
        out += [expression(k.columns.lo), expression(k.columns.hi)] + ([k.columns.block.lo, k.columns.block.hi] if k.columns.block else [])
    out += [e for a in k.arrays for n in re.findall(r"[a-z_]\w*", a.name[len(array_of(a.name)):]) for e in [ir.Var(n)]]
    return out + [e for a in k.arrays if "OWN" in a.symbol.flags for b in a.symbol.bounds for e in b if e is not None]


def in_single(text: list) -> list:
    """The block of kernels for one thread of the team. An earlier loop with NOWAIT may still run in others, so all wait first."""
    return ["!$omp barrier", "!$omp single", *text, "!$omp end single"]
