"""A kernel whose points are columns as a kernel over columns: loops over levels become sweeps, values that go from level to level are
carried, and local arrays by level become temporaries. A kernel without such a form stays a kernel over points, for a reason."""
from __future__ import annotations

import re

from viewfab_translate import ir
from viewfab_translate.affine import ATOMS, Affine, constant
from viewfab_translate.axes import ends, is_minus_one
from viewfab_translate.column_arrays import Arrays
from viewfab_translate.column_levels import MOST_NUMBERS, NO_LEVELS, Columns, NoColumns, Sweep
from viewfab_translate.constants import decided, elements_of, with_numbers
from viewfab_translate.contraction import dissolved
from viewfab_translate.facts import exposed_reads
from viewfab_translate.forwarded import forwarded
from viewfab_translate.local_arrays import Check
from viewfab_translate.sections import has_gaps, rebuilt
from viewfab_translate.tree import text_of

MOST_COPIES = 8


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


class Maker(Arrays):
    """Makes the sweeps of a kernel."""

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
        self.body = decided(with_numbers(self.unrolled(self.body), self.symbols))
        self.body = forwarded(self.body, self.symbols, self.changed)
        if not any(self.is_level_loop(s) for s in self.body):
            raise NoColumns(NO_LEVELS)
        self.own: dict = {}
        self.take_local_arrays()
        used = {x.name for x, _, _ in self.references(self.body)}
        self.arrays = [a for a in kernel.arrays if a.name not in self.own and (a.name in used or elements_of(a.symbol) is None)]
        self.find_levels()
        sweeps = self.sweeps()
        self.find_base(sweeps)
        forms = {a.name: self.form(a) for a in self.arrays}
        self.columns = Columns(self.lo, self.hi, sweeps, forms, block=self.block)
        self.columns.neighbours = any(d for form in forms.values() for pair in form.near for d in pair)
        if self.columns.neighbours and any("species" in form.roles and form.word.split("(")[0] not in ("reals", "table")
                                           for form in forms.values()):
            raise NoColumns("it reads other columns, and has arrays with species")
        self.take_temporaries()
        self.anchor(sweeps)
        self.load_ends(sweeps)
        self.find_reach(sweeps)
        self.find_carried(sweeps)
        self.finish(sweeps)

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

    def finish(self, sweeps: list) -> None:
        kernel = self.kernel
        for number, s in enumerate(sweeps, 1):
            s.name = f"sweep_{number}"
        for a in self.arrays:
            below, above = self.reach.get(a.name, (0, 0))
            (west, east), (south, north) = self.columns.forms[a.name].near
            a.map, a.reach = self.columns.forms[a.name].word, "reach(0)" if not below and not above else \
                f"reach(below({below}), above({above}))"
            if west or east or south or north:
                a.reach = f"reach(below({-west}, {below}, {-south}), above({east}, {above}, {north}))"
        small = [a for a in self.arrays if a.map.startswith("reals")]
        kernel.arrays = [a for a in self.arrays if a not in small]
        kernel.values += [ir.ValueUse(a.argument, a.map, ir.Var(a.name), ("real", a.symbol.kind)) for a in small]
        names = {a.name for a in kernel.arrays}
        self.columns.needs_level = any(written and x.name in names for s in sweeps if not s.var for x, written, _ in self.references(s.body))
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
        axes = [self.point] + ([self.block] if self.columns.neighbours and self.block is not None else [])
        for a in axes:
            body = [ir.Do(self.origin.first, self.origin.last, a.var, a.lo, a.hi, None, body, self.origin.first)]
        return body


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
