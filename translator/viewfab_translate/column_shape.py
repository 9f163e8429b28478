"""A kernel whose points are columns as a kernel over columns: loops over levels become sweeps, values that go from level to level are
carried, and local arrays by level become temporaries. A kernel without such a form stays a kernel over points, for a reason."""
from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Optional

from viewfab_translate import ir
from viewfab_translate.affine import ATOMS, Affine, affine, constant
from viewfab_translate.axes import ends, is_minus_one
from viewfab_translate.columns import MARK, local_arrays
from viewfab_translate.contraction import dissolved
from viewfab_translate.facts import collect, exposed_reads
from viewfab_translate.filled import Filled
from viewfab_translate.local_arrays import Check
from viewfab_translate.sections import has_gaps, rebuilt
from viewfab_translate.tree import text_of

MOST_SPECIES, MOST_NUMBERS = 16, 64
MOST_COPIES = 8
NO_LEVELS = "it has no loop over levels"


class NoColumns(Exception):
    """Why a kernel is none over columns."""


@dataclass
class Sweep:
    """One loop over levels, or statements of one level. var: the variable of the loop, or empty; down: the level rises. The level of
    the body is the variable plus shift, or it is at. lo and hi: the first and last level in the source's own numbers."""
    name: str
    body: list
    var: str
    down: bool
    lo: Affine
    hi: Affine
    shift: int = 0
    loop: Optional[ir.Do] = None


@dataclass
class Form:
    """How an array stands in the kernel. word: its map; roles: for each subscript point, level, species or block; first: the source's
    subscript that is number 1, for a level or a species."""
    word: str
    roles: tuple
    first: dict
    axes: str = ""


@dataclass
class Columns:
    """A kernel over columns. lo, hi: levels 1 and nlev in the source's numbers. carried: private to count of numbers (0: a scalar)."""
    lo: Affine
    hi: Affine
    sweeps: list
    forms: dict
    temporaries: dict = field(default_factory=dict)  # name to (argument, Form, symbol)
    carried: dict = field(default_factory=dict)
    block: Optional[ir.Axis] = None
    needs_level: bool = False  # statements without a level write arrays: the original does so for no level too


def as_columns(kernel: ir.Kernel) -> None:
    """Makes the kernel one over columns, or raises NoColumns and leaves the kernel as it is."""
    before = (dict(kernel.privates), dict(kernel.local_arrays), [(a, a.map, a.reach) for a in kernel.arrays], list(kernel.values))
    try:
        Maker(kernel).make()
    except NoColumns:
        kernel.privates, kernel.local_arrays, _, kernel.values = before
        kernel.arrays = [a for a, _, _ in before[2]]
        for a, word, reach in before[2]:
            a.map, a.reach = word, reach
        raise


class Maker:
    def __init__(self, kernel: ir.Kernel):
        self.kernel, self.routine = kernel, kernel.routine
        self.symbols = self.routine.symbols
        self.point, self.block = kernel.axes[0], kernel.axes[1] if len(kernel.axes) > 1 else None
        self.facts = kernel.facts
        self.origin = kernel.facts.origin

    def make(self) -> None:
        kernel = self.kernel
        self.check_points()
        self.axes = {a.var for a in kernel.axes}
        self.body = [y for s in kernel.body for y in dissolved(s, self.axes)]
        self.changed = self.facts.changed | self.axes
        self.body = self.unrolled(self.body)
        if not any(self.is_level_loop(s) for s in self.body):
            raise NoColumns(NO_LEVELS)
        self.own: dict = {}
        self.take_local_arrays()
        self.arrays = [a for a in kernel.arrays if a.name not in self.own]
        self.find_levels()
        sweeps = self.sweeps()
        self.find_base(sweeps)
        forms = {a.name: self.form(a) for a in self.arrays}
        self.columns = Columns(self.lo, self.hi, sweeps, forms, block=self.block)
        self.take_temporaries()
        self.anchor(sweeps)
        self.load_ends(sweeps)
        self.find_reach(sweeps)
        self.find_carried(sweeps)
        self.finish(sweeps)

    # ------------------------------------------------------------------------------------------------------------------ shape
    def check_points(self) -> None:
        k = self.kernel
        if k.points != "all" or k.results or k.lines or k.components or k.race or k.colour is not None or k.around or k.behind:
            raise NoColumns("it has results, row values or components")
        if len(k.axes) > 2:
            raise NoColumns("its points have three independent indices")
        if any(a.shift is not None for a in k.axes):
            raise NoColumns("its points are shifted")
        loops = [s for s in ir.walk_statements(k.body) if isinstance(s, ir.Do)]
        for a in k.axes:
            if len({ends(s) for s in loops if s.var == a.var}) != 1:
                raise NoColumns(f"the loops over {a.var} have different bounds")
        if any(isinstance(s, ir.Jump) and s.target for s in ir.walk_statements(k.body)):
            raise NoColumns("it leaves a named loop")
        if any("ASSUMED_SIZE" in a.symbol.flags or "SECTION" in a.symbol.flags and has_gaps(a.name) for a in k.arrays):
            raise NoColumns("an array is a section with gaps, or has no last bound")

    def is_level_loop(self, s: ir.Stmt) -> bool:
        """A loop whose variable is in a subscript that is neither of points nor of a few species."""
        if not isinstance(s, ir.Do) or s.var in self.axes or (self.number(s.lo) is not None and self.number(s.hi) is not None):
            return False
        for x, _, _ in self.references([s]):
            symbol = self.symbols.get(x.name)
            for d, sub in enumerate(x.subs):
                if s.var in ir.names_of(sub) and symbol is not None and len(symbol.bounds) == len(x.subs) and \
                        self.extents((symbol.bounds[d],)) is None:
                    return True
        return False

    def number(self, e: ir.Expr) -> Optional[int]:
        f = self.form_of(e)
        return f.constant if f is not None and not f.terms else None

    def form_of(self, e: ir.Expr, *free: str) -> Optional[Affine]:
        """The affine form of an expression in names that do not change; free: loop variables that may stand in it."""
        if isinstance(e, ir.Range):
            return None
        found = affine(e, {}, self.changed - set(free), self.symbols)
        f = next(iter(found)) if found and len(found) == 1 else None
        if f is None or any(n in ATOMS and ir.names_of(ATOMS[n]) & self.changed for n in f.names()):
            return None
        return f

    # ----------------------------------------------------------------------------------------------------------- local arrays
    def take_local_arrays(self) -> None:
        """Local arrays that a column fills before it reads them, without the indices of points: name to the other dimensions."""
        dead = local_arrays(self.origin, self.origin, self.routine)
        if self.routine.contains_line or self.routine.internal_of or self.routine.kind == "program":
            dead = set()
        for a in self.kernel.arrays:
            rest = tuple(d for d, letter in enumerate(a.dims) if letter == "any")
            if (MARK in a.name or a.name in dead) and len(a.dims) - len(rest) == len(self.kernel.axes):
                self.own[a.name] = rest
                self.symbols[a.name + "@c"] = ir.Symbol(a.name + "@c", a.symbol.type, a.symbol.kind,
                                                        tuple(self.bounds_of(a, d) for d in rest), "local")
        while True:
            body = [rebuilt(s, self.without_points) for s in self.body]
            failed = {n for n in self.own if not self.is_filled(n, body)}
            if not failed:
                break
            if any(MARK in n for n in failed):
                raise NoColumns(f"{min(failed).split('@')[0]} has no place in a column")
            self.own = {n: rest for n, rest in self.own.items() if n not in failed}
        self.body = body
        for a in self.kernel.arrays:
            if a.name in self.own:
                bounds = self.symbols[a.name + "@c"].bounds
                if not bounds:
                    self.kernel.privates[a.name + "@c"] = a.argument
                elif self.extents(bounds) is not None:
                    self.kernel.local_arrays[a.name + "@c"] = (a.argument, self.extents(bounds))

    def bounds_of(self, a: ir.ArrayUse, d: int) -> tuple:
        """The declared bounds of a dimension; an array made for each point has those of the local array."""
        lo, hi = a.symbol.bounds[d]
        if MARK in a.name and isinstance(lo, ir.Call) and lo.name == "lbound":
            return self.symbols[lo.args[0].name].bounds[lo.args[1].value - 1]
        return lo, hi

    def without_points(self, x):
        """The element of a column's own array."""
        if isinstance(x, ir.Ref) and x.name in self.own:
            subs = tuple(ir.rebuild(x.subs[d], self.without_points) for d in self.own[x.name])
            return ir.Ref(x.name + "@c", subs) if subs else ir.Var(x.name + "@c")
        return None

    def is_filled(self, name: str, body: list) -> bool:
        """A column sets all elements of the array that it reads."""
        new = name + "@c"
        if not self.symbols[new].bounds:
            return new not in exposed_reads(body, set(), self.routine)[0]
        for a in reversed(self.kernel.axes):
            body = [ir.Do(self.origin.first, self.origin.last, a.var, a.lo, a.hi, None, body, self.origin.first)]
        return Filled(new, self.axes, collect(body[0], self.routine, {}, self.origin)).failed is None

    def extents(self, bounds: tuple) -> Optional[list]:
        """Bounds as numbers, of a small array."""
        out, size = [], 1
        for lo, hi in bounds:
            low, high = 1 if lo is None else self.number(lo), None if hi is None else self.number(hi)
            if low is None or high is None or high < low:
                return None
            out.append((low, high))
            size *= high - low + 1
        return out if size <= MOST_NUMBERS else None

    # ----------------------------------------------------------------------------------------------------------------- levels
    def references(self, body: list):
        """(reference, written, line) of all arrays in statements."""
        for s in ir.walk_statements(body):
            for e, written in ir.expressions(s):
                for x in ir.walk(e):
                    if isinstance(x, ir.Ref):
                        yield x, written and x is e, s.first

    def find_levels(self) -> None:
        """The subscript of each array that is a level: the one that follows the loops over levels."""
        variables = {s.var for s in self.body if self.is_level_loop(s)}
        self.level: dict = {}
        for x, _, line in self.references(self.body):
            for d, s in enumerate(x.subs):
                if ir.names_of(s) & variables:
                    if self.level.setdefault(x.name, d) != d:
                        raise NoColumns(f"{x.name} has two indices of levels")
        for a in self.arrays:  # single levels alone, such as the last one
            wide = [d for d, letter in enumerate(a.dims) if letter == "any" and self.extents((a.symbol.bounds[d],)) is None]
            if a.name not in self.level and len(wide) == 1 and "i" in a.dims:
                self.level[a.name] = wide[0]

    def unrolled(self, body: list) -> list:
        """The statements, with a copy for each number of a short loop around loops over levels."""
        out: list = []
        for s in body:
            inner = isinstance(s, ir.Do) and not self.is_level_loop(s) and any(self.is_level_loop(x) for x in ir.walk_statements(s.body))
            lo, hi = (self.number(s.lo), self.number(s.hi)) if inner else (None, None)
            if not inner or None in (lo, hi) or s.step is not None or hi - lo >= MOST_COPIES or leaves_loop(s.body):
                out.append(s)
                continue
            for number in range(lo, hi + 1):
                value = ir.Num("int", 4, number, str(number))
                out += self.unrolled([rebuilt(x, lambda y: value if y == ir.Var(s.var) else None) for x in s.body])
        return out

    def sweeps(self) -> list:
        out: list = []
        for s in self.body:
            if self.is_level_loop(s):
                back = is_minus_one(s.step)
                if s.step is not None and s.step != ir.Num("int", 4, 1) and not back:
                    raise NoColumns(f"the loop over {s.var} has a step")
                if leaves_loop(s.body):
                    raise NoColumns(f"line {s.first}: a column leaves the loop over {s.var} early")
                lo, hi = (self.form_of(e) for e in ends(s))
                if lo is None or hi is None:
                    raise NoColumns(f"the bounds of the loop over {s.var} come from the column")
                if any(self.is_level_loop(x) for x in ir.walk_statements(s.body)):
                    raise NoColumns(f"line {s.first}: a loop over levels is in another one")
                out.append(Sweep("", s.body, s.var, not back, lo, hi, 0, s))
                continue
            if any(self.is_level_loop(x) for x in ir.walk_statements([s])):
                raise NoColumns(f"line {s.first}: a loop over levels is in a branch or in another loop")
            if leaves_loop([s]):
                raise NoColumns(f"line {s.first}: a jump")
            out.append(Sweep("", [s], "", True, constant(0), constant(0)))
        return out

    def levels_of(self, sweep: Sweep, name: str) -> list:
        """(affine subscript, written) of each access to the levels of an array in a sweep."""
        out = []
        for x, written, line in self.references(sweep.body):
            if x.name == name:
                f = self.form_of(x.subs[self.level[name]], sweep.var)
                if f is None or f.factor(sweep.var) not in (0, 1):
                    raise NoColumns(f"line {line}: a level of {name.split('@')[0]} comes from data")
                out.append((f, written))
        return out

    def hull(self, sweeps: list, name: str) -> tuple:
        """The least and largest levels of an array, as lists of forms, within its declaration. A branch may keep the kernel from a
        level beyond the loop: such a level needs a declaration."""
        lows, highs = [], []
        low, high = self.ends_of(name)
        for s in sweeps:
            sure = [f for x, _, _ in self.references(unconditional(s.body)) if x.name == name
                    for f in [self.form_of(x.subs[self.level[name]], s.var)]]
            for f, _ in self.levels_of(s, name):
                rest = f.without(s.var)
                inside = bool(s.var) and f.factor(s.var) == 1
                if f not in sure and (low is None or high is None) and (rest.constant or not inside):
                    raise NoColumns(f"a branch reads levels of {name.split('@')[0]}, whose bounds are not declared")
                lows.append(clipped(s.lo.plus(rest) if inside else f, low, max))
                highs.append(clipped(s.hi.plus(rest) if inside else f, high, min))
        return lows, highs

    def ends_of(self, name: str) -> tuple:
        """The declared ends of the levels, or None for an end that is not known."""
        symbol = self.symbols[name]
        if symbol.flags & {"ALLOCATABLE", "POINTER"}:
            return None, None
        lo, hi = symbol.bounds[self.level[name]]
        return constant(1) if lo is None else self.form_of(lo), None if hi is None else self.form_of(hi)

    def find_base(self, sweeps: list) -> None:
        """Levels 1 and nlev, and the level that is number 1 of each array: of the loops if all arrays have these levels, or of the
        declarations, or of the loops with half levels."""
        names = [a.name for a in self.arrays if a.name in self.level]
        if not names:
            raise NoColumns("no array has levels")
        self.half: set = set()
        ranges = {n: self.hull(sweeps, n) for n in names}
        declared = {n: self.declared(n) for n in names}
        inside = self.of_loops(sweeps, ranges)
        if inside is not None:
            self.lo, self.hi = inside
            full = {n for n in names if self.range_of(ranges[n]) == inside}
            known = [declared[n] for n in full if declared[n] is not None]
            if all(n in full or declared[n] in known for n in names):
                self.first = {n: self.lo for n in names}
                return
        if all(declared.values()) and self.of_declarations(names, declared):
            return
        below = None if inside is None else (self.lo, self.hi.plus(constant(-1)))
        halves = {n for n in names if inside is not None and self.range_of(ranges[n]) == inside}
        others = set(names) - halves
        if below and halves and all(self.range_of(ranges[n]) == below for n in others) and all(self.begins(n) for n in names):
            self.half, self.hi, self.first = halves, below[1], {n: self.lo for n in names}
            return
        raise NoColumns("the arrays have levels that cannot be compared")

    def begins(self, name: str) -> bool:
        """The array is declared from level 1 of the kernel on."""
        low = self.symbols[name].bounds[self.level[name]][0]
        plain = not self.symbols[name].flags & {"ALLOCATABLE", "POINTER"}
        return plain and (constant(1) if low is None else self.form_of(low)) == self.lo

    def range_of(self, ends_of_array: tuple) -> Optional[tuple]:
        low = [f for f in ends_of_array[0] if not f.plus(self.lo, -1).terms]
        high = [f for f in ends_of_array[1] if not f.plus(self.hi, -1).terms]
        return (min(low, key=lambda f: f.constant), max(high, key=lambda f: f.constant)) if low and high else None

    def of_loops(self, sweeps: list, ranges: dict) -> Optional[tuple]:
        """The hull of the levels of all loops, and of single levels that are comparable with an end."""
        lows = [s.lo for s in sweeps if s.var]
        highs = [s.hi for s in sweeps if s.var]
        if any(f.plus(lows[0], -1).terms for f in lows) or any(f.plus(highs[0], -1).terms for f in highs):
            return None
        lows += [f for low, _ in ranges.values() for f in low if not f.plus(lows[0], -1).terms]
        highs += [f for _, high in ranges.values() for f in high if not f.plus(highs[0], -1).terms]
        used = [f for low, _ in ranges.values() for f in low if not f.plus(lows[0], -1).terms]
        used_high = [f for _, high in ranges.values() for f in high if not f.plus(highs[0], -1).terms]
        if not used or not used_high:
            return None
        return min(used, key=lambda f: f.constant), max(used_high, key=lambda f: f.constant)

    def of_declarations(self, names: list, declared: dict) -> bool:
        lengths = {n: declared[n][1].plus(declared[n][0], -1) for n in names}
        least = min(lengths.values(), key=lambda f: f.constant)
        more = {n: f.plus(least, -1) for n, f in lengths.items()}
        if any(m.terms or m.constant > 1 for m in more.values()):
            return False
        lowest = next(declared[n] for n in names if not more[n].constant)
        if any(declared[n][0] != lowest[0] for n in names if not more[n].constant):
            return False
        self.lo, self.hi = lowest
        self.first = {n: declared[n][0] for n in names}
        self.half = {n for n in names if more[n].constant}
        return True

    def declared(self, name: str) -> Optional[tuple]:
        lo, hi = self.symbols[name].bounds[self.level[name]]
        if hi is None or self.symbols[name].flags & {"ALLOCATABLE", "POINTER"}:
            return None
        low, high = constant(1) if lo is None else self.form_of(lo), self.form_of(hi)
        return None if low is None or high is None else (low, high)

    def form(self, a: ir.ArrayUse) -> Form:
        roles, first, letters, number, tables = [], {}, [], 0, []
        for d, letter in enumerate(a.dims):
            if letter == "i":
                roles.append("point")
                letters.append("i")
            elif letter == "j":
                roles.append("block")
                letters.append("b")
            elif self.level.get(a.name) == d:
                roles.append("level")
                letters.append("k")
                first[d] = self.first[a.name]
            else:
                extents = self.extents((a.symbol.bounds[d],))
                table = set(a.dims) == {"any"} and len(a.dims) == 2 and a.intent == "READ" and not self.level.get(a.name)
                if extents is None or (extents[0][1] - extents[0][0] + 1 > MOST_SPECIES or number) and not table:
                    raise NoColumns(f"{a.name} has an index that is neither a level nor a few species")
                roles.append("species")
                letters.append("s")
                tables.append(extents[0][1] - extents[0][0] + 1)
                first[d] = constant(extents[0][0])
                number = extents[0][1] - extents[0][0] + 1
        level = "half_levels" if a.name in self.half else "levels"
        if "level" not in roles:
            if roles == ["species", "species"] and a.intent == "READ":
                return Form(f"table({tables[0]}, {tables[1]})", tuple(roles), first, "c d")
            if roles == ["species"] and a.intent == "READ" and a.symbol.type == "real" and a.symbol.kind == self.kernel.pass_kind:
                return Form(f"reals({number})", ("species",), first)
            if "point" not in roles:
                raise NoColumns(f"{a.name} has neither an index of points nor one of levels")
            word = f"parts({number})" if number else "surface"
            letters = ["c" if x == "s" else x for x in letters]
        elif "point" not in roles:
            if a.intent != "READ" or number:
                raise NoColumns(f"{a.name} has no index of points")
            if "block" in roles:
                if level != "levels":
                    raise NoColumns(f"{a.name} has half levels of blocks")
                word = "levels_of_block"
            else:
                word = "half_profile" if level == "half_levels" else "profile"
        elif number and level == "half_levels":
            raise NoColumns(f"{a.name} has half levels with species")
        else:
            word = f"levels_species({number})" if number else level
        if "point" in roles and roles[0] != "point":
            raise NoColumns(f"the points of {a.name} are no neighbours in memory")
        if "block" in roles and roles[-1] != "block":
            raise NoColumns(f"{a.name} has levels behind two indices of points")
        if a.reach != "reach(0)":
            raise NoColumns(f"{a.name} is read in other columns")
        return Form(word, tuple(roles), first, " ".join(letters))

    def take_temporaries(self) -> None:
        """Local arrays with a level become temporaries."""
        for name, rest in self.own.items():
            new = name + "@c"
            if new in self.kernel.privates or new in self.kernel.local_arrays:
                continue
            symbol, roles, first, number = self.symbols[new], [], {}, 0
            if new not in self.level:
                raise NoColumns(f"{name.split('@')[0]} is neither small nor has an index of levels")
            lows, highs = self.hull(self.columns.sweeps, new)
            low = self.nearest(lows, self.lo, min)
            high = self.nearest(highs, self.hi, max)
            start = self.lo.plus(constant(min(0, low)))
            extra = max(0, high) - min(0, low)
            if extra > 1:
                raise NoColumns(f"{name.split('@')[0]} has more levels than half levels")
            for d in range(len(symbol.bounds)):
                if d == self.level[new]:
                    roles.append("level")
                    first[d] = start
                    continue
                extents = self.extents((symbol.bounds[d],))
                if extents is None or extents[0][1] - extents[0][0] + 1 > MOST_SPECIES or number:
                    raise NoColumns(f"{name.split('@')[0]} has an index that is neither a level nor a few species")
                number = extents[0][1] - extents[0][0] + 1
                roles.append("species")
                first[d] = constant(extents[0][0])
            word = ("half_levels" if extra else "levels") + (f"_species({number})" if number else "")
            argument = next(a.argument for a in self.kernel.arrays if a.name == name)
            self.columns.temporaries[new] = (argument, Form(word, tuple(roles), first), symbol)

    def nearest(self, forms: list, base: Affine, choose) -> int:
        """How far the forms lie from an end of the levels; forms that are comparable with the other end lie inside."""
        out = []
        for f in forms:
            here, low, high = f.plus(base, -1), f.plus(self.lo, -1), f.plus(self.hi, -1)
            if here.terms and low.terms and high.terms:
                raise NoColumns("a local array has levels that cannot be compared")
            out.append(0 if here.terms else here.constant)
        return choose(out)

    # ---------------------------------------------------------------------------------------------------------------- anchors
    def offset(self, sweep: Sweep, f: Affine, first: Affine) -> Optional[int]:
        """The number of a level less the level of the body, or None."""
        own = Affine(((sweep.var, 1),)).plus(constant(sweep.shift)) if sweep.var else sweep.lo
        difference = f.plus(own, -1).plus(self.lo.plus(first, -1))
        return None if difference.terms else difference.constant

    def anchor(self, sweeps: list) -> None:
        """Chooses the level of each sweep so that it writes its own level."""
        for s in sweeps:
            writes, reads = [], []
            for n, first in self.first.items():
                for f, written in self.levels_of(s, n):
                    number = f.plus(first, -1).plus(self.lo)  # in the source's numbers of levels
                    (writes if written else reads).append((number, n in self.half))
            if s.var:
                own = [(f.without(s.var), half) for f, half in writes if f.factor(s.var) == 1]
                if len(own) != len(writes) or any(f.terms for f, _ in own):
                    raise NoColumns("a sweep writes another level than its own")
                whole = {f.constant for f, half in own if not half}
                halves = {f.constant for f, half in own if half}
                s.shift = min(whole) if whole else max(halves) - 1 if halves and max(halves) > 1 else min(halves | {0})
            else:
                s.lo = s.hi = self.level_of(sorted(writes, key=lambda u: u[1]) or sorted(reads, key=lambda u: u[1]))
        merged: list = []
        for s in sweeps:
            if merged and not s.var and not merged[-1].var and (merged[-1].lo == s.lo or not self.has_levels(s)):
                merged[-1].body = merged[-1].body + s.body
                continue
            merged.append(s)
        sweeps[:] = merged

    def has_levels(self, s: Sweep) -> bool:
        return any(self.levels_of(s, n) for n in self.first)

    def level_of(self, uses: list) -> Affine:
        """The level of statements outside of the loops over levels."""
        below = self.hi.plus(constant(1))
        found = [self.hi if half and f == below else f for f, half in uses]
        for f in found:
            if not f.plus(self.lo, -1).terms or not f.plus(self.hi, -1).terms:
                return f
        if found:
            raise NoColumns("a statement outside of the loops over levels is about a level of data")
        return self.lo

    def load_ends(self, sweeps: list) -> None:
        """A sweep that reads the first or the last level of an array, which the kernel does not write: the value is carried."""
        written = {a.name for a in self.arrays if a.intent != "READ"}
        loads: dict = {}
        for s in sweeps:
            def change(x):
                if not isinstance(x, ir.Ref) or x.name not in self.first:
                    return None
                f = self.form_of(x.subs[self.level[x.name]], s.var)
                offset = self.offset(s, f, self.first[x.name])
                if offset is not None:
                    return None
                at = f.plus(self.first[x.name], -1).plus(self.lo)
                where = self.lo if at == self.lo else self.hi if at in (self.hi, self.hi.plus(constant(1))) else None
                others = [y for d, y in enumerate(x.subs) if self.columns.forms[x.name].roles[d] == "species"]
                if where is None or x.name in written or any(self.number(y) is None for y in others) or \
                        at != where and x.name not in self.half:
                    raise NoColumns(f"a level reads a far level of {x.name}")
                if x not in loads:
                    loads[x] = (f"{x.name}@end{len(loads) + 1}", where)
                return ir.Var(loads[x][0])
            s.body = [rebuilt(t, change) for t in s.body]
        first: list = []
        for x, (name, where) in loads.items():
            symbol = self.symbols[x.name]
            self.symbols[name] = ir.Symbol(name, symbol.type, symbol.kind)
            self.kernel.privates[name] = self.free(x.name.split("%")[-1].split("@")[0] + "_end")
            line = self.origin.first
            first.append(Sweep("", [ir.Assign(line, line, ir.Var(name), x)], "", True, where, where))
        sweeps[:0] = first

    def free(self, wanted: str) -> str:
        """A name that the kernel does not use yet."""
        k = self.kernel
        used = {a.argument for a in k.arrays} | {v.argument for v in k.values} | set(k.privates.values()) | \
            {n for n, _ in k.local_arrays.values()}
        name, number = wanted, 1
        while name in used:
            number += 1
            name = f"{wanted}_{number}"
        return name

    def find_reach(self, sweeps: list) -> None:
        """The reach in levels of each array; a written level has to be the level of the body."""
        self.reach: dict = {}
        for n, first in self.first.items():
            half = n in self.half
            below = above = 0
            for s in sweeps:
                for f, written in self.levels_of(s, n):
                    offset = self.offset(s, f, first)
                    if offset is None:
                        raise NoColumns(f"a level of {n} is no constant distance away")
                    if written and offset not in ((0, 1) if half else (0,)):
                        raise NoColumns(f"a sweep writes level k{offset:+d} of {n}")
                    below, above = max(below, -offset), max(above, offset - half)
            self.reach[n] = (below, above)

    # ---------------------------------------------------------------------------------------------------------------- carried
    def find_carried(self, sweeps: list) -> None:
        kernel = self.kernel
        for s in sweeps:
            exposed, _ = exposed_reads(s.body, {s.var}, self.routine)
            for n in sorted(exposed & set(kernel.privates) - self.axes):
                if any(x.var == n for t in sweeps for x in [t.loop, *ir.walk_statements(t.body)] if isinstance(x, ir.Do)):
                    raise NoColumns(f"{n}, the variable of a loop, is used outside of the loop")
                self.columns.carried[n] = 0
            for n in kernel.local_arrays:
                if n in self.columns.carried or not any(x.name == n for x, _, _ in self.references(s.body)):
                    continue
                bounds = kernel.local_arrays[n][1]
                if not self.fills(s.body, n, bounds):
                    if len(bounds) != 1 or bounds[0][1] - bounds[0][0] + 1 > MOST_NUMBERS:
                        raise NoColumns(f"the small array {n.split('@')[0]} goes from level to level")
                    self.columns.carried[n] = bounds[0][1] - bounds[0][0] + 1

    def fills(self, body: list, name: str, bounds: list) -> bool:
        check = Check(set(), {name: bounds}, self.routine)
        check.body(body, {}, {name: frozenset()})
        return not check.failed

    # ----------------------------------------------------------------------------------------------------------------- finish
    def finish(self, sweeps: list) -> None:
        kernel = self.kernel
        for number, s in enumerate(sweeps, 1):
            s.name = f"sweep_{number}"
        for a in self.arrays:
            below, above = self.reach.get(a.name, (0, 0))
            a.map, a.reach = self.columns.forms[a.name].word, "reach(0)" if not below and not above else \
                f"reach(below({below}), above({above}))"
        small = [a for a in self.arrays if a.map.startswith("reals")]
        kernel.arrays = [a for a in self.arrays if a not in small]
        kernel.values += [ir.ValueUse(a.argument, a.map, ir.Var(a.name), ("real", a.symbol.kind)) for a in small]
        self.columns.needs_level = any(written for s in sweeps if not s.var and not self.has_levels(s)
                                       for _, written, _ in self.references(s.body))
        uses_point = any(isinstance(x, ir.Var) and x.name in self.axes for s in sweeps for t in ir.walk_statements(s.body)
                         for e, _ in ir.expressions(t) for x in outside_points(e, self.columns.forms))
        if uses_point:
            raise NoColumns("the number of the column is a value")
        self.add_values(sweeps)
        kernel.columns, kernel.points = self.columns, "columns"
        kernel.loops = self.whole(sweeps)
        c = self.columns
        parts = [(len(c.sweeps), "sweep"), (len(c.carried), "carried value"), (len(c.temporaries), "temporary array")]
        kernel.form = "over columns: " + ", ".join(f"{n} {word}{'s' if n > 1 else ''}" for n, word in parts if n)

    def add_values(self, sweeps: list) -> None:
        """The names in the ends of sweeps and in the first levels are values of the call."""
        known = {v.actual for v in self.kernel.values}
        forms = [self.lo, *self.first.values(), *(f for s in sweeps for f in (s.lo, s.hi))]
        forms += [f for _, form, _ in self.columns.temporaries.values() for f in form.first.values()]
        for f in forms:
            for name in f.names():
                e = ATOMS.get(name) or ir.Var(name)
                if e not in known:
                    known.add(e)
                    self.kernel.values.append(ir.ValueUse(self.free(re.sub(r"\W+", "_", text_of(e)).strip("_")), "int", e, ("int", 4)))

    def whole(self, sweeps: list) -> list:
        """The loops with columns outside, for the original of the kernel."""
        body: list = []
        for s in sweeps:
            if not s.var:
                body += s.body
                continue
            loop = s.loop
            body.append(ir.Do(loop.first, loop.last, loop.var, loop.lo, loop.hi, loop.step, s.body, loop.head_last))
        a = self.point
        return [ir.Do(self.origin.first, self.origin.last, a.var, a.lo, a.hi, None, body, self.origin.first)]


def unconditional(body: list) -> list:
    """The statements outside of branches."""
    out: list = []
    for s in body:
        if isinstance(s, ir.Do):
            out.append(ir.Do(s.first, s.last, s.var, s.lo, s.hi, s.step, unconditional(s.body), s.head_last))
        elif isinstance(s, ir.Assign):
            out.append(s)
    return out


def clipped(f: Affine, end: Optional[Affine], choose) -> Affine:
    """The level, or the end of the declaration if the level lies beyond."""
    return f if end is None or f.plus(end, -1).terms else choose(f, end, key=lambda x: x.constant)


def leaves_loop(body: list) -> bool:
    """A jump in the statements that is about a loop around them."""
    for s in body:
        if isinstance(s, ir.Jump):
            return True
        if not isinstance(s, (ir.Do, ir.While)) and any(leaves_loop(b) for b in ir.blocks(s)):
            return True
    return False


def outside_points(e: ir.Expr, forms: dict):
    """All parts of an expression but the subscripts of points and blocks."""
    yield e
    if isinstance(e, ir.Ref) and e.name in forms:
        for s, role in zip(e.subs, forms[e.name].roles):
            if role not in ("point", "block"):
                yield from outside_points(s, forms)
        return
    for c in ir.children(e):
        yield from outside_points(c, forms)


def expression(f: Affine) -> ir.Expr:
    """The expression of an affine form."""
    out: Optional[ir.Expr] = None
    for name, factor in f.terms:
        x: ir.Expr = ir.Paren(ATOMS[name]) if name in ATOMS and isinstance(ATOMS[name], ir.Op) else ATOMS.get(name) or ir.Var(name)
        x = x if abs(factor) == 1 else ir.Op("*", (ir.Num("int", 4, abs(factor), str(abs(factor))), x))
        out = (x if factor > 0 else ir.Op("neg", (x,))) if out is None else ir.Op("+" if factor > 0 else "-", (out, x))
    number = ir.Num("int", 4, abs(f.constant), str(abs(f.constant)))
    if out is None:
        return number if f.constant >= 0 else ir.Op("neg", (number,))
    return out if not f.constant else ir.Op("+" if f.constant > 0 else "-", (out, number))
