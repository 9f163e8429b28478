"""The levels of a kernel over columns: which subscripts are levels, which levels the loops reach, and which level is number 1."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Optional

from viewfab_translate import ir
from viewfab_translate.affine import ATOMS, Affine, affine, constant

MOST_SPECIES, MOST_NUMBERS = 16, 64
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
    subscript that is number 1, for a level or a species. near: (least, largest) distance of the points that the array is read at,
    and of the blocks."""
    word: str
    roles: tuple
    first: dict
    axes: str = ""
    near: tuple = ((0, 0), (0, 0))


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
    source: list = field(default_factory=list)  # lines of the source
    neighbours: bool = False  # arrays are read in other columns
    needs_level: bool = False  # statements outside of the loops over levels write arrays: the source does so for no level, too


class Levels:
    """What the shape of a kernel over columns asks about subscripts. The class of the shape has the kernel and its statements."""

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

    def distance(self, sub: ir.Expr, role: str) -> Optional[int]:
        """The constant distance of a subscript from the point or the block of the column."""
        axis = self.point if role == "point" else self.block
        f = self.form_of(sub, axis.var)
        rest = None if f is None else f.plus(Affine(((axis.var, 1),)), -1)
        return rest.constant if rest is not None and not rest.terms else None

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

    def references(self, body: list):
        """(reference, written, line) of all arrays in statements."""
        for s in ir.walk_statements(body):
            for e, written in ir.expressions(s):
                for x in ir.walk(e):
                    if isinstance(x, ir.Ref):
                        yield x, written and x is e, s.first

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

    def nearest(self, forms: list, base: Affine, choose) -> int:
        """How far the forms lie from an end of the levels; forms that are comparable with the other end lie inside."""
        out = []
        for f in forms:
            here, low, high = f.plus(base, -1), f.plus(self.lo, -1), f.plus(self.hi, -1)
            if here.terms and low.terms and high.terms:
                raise NoColumns("a local array has levels that cannot be compared")
            out.append(0 if here.terms else here.constant)
        return choose(out)

    def offset(self, sweep: Sweep, f: Affine, first: Affine) -> Optional[int]:
        """The number of a level less the level of the body, or None."""
        own = Affine(((sweep.var, 1),)).plus(constant(sweep.shift)) if sweep.var else sweep.lo
        difference = f.plus(own, -1).plus(self.lo.plus(first, -1))
        return None if difference.terms else difference.constant

    def has_levels(self, s: Sweep) -> bool:
        return any(self.levels_of(s, n) for n in self.first)


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
