"""The arrays of a kernel over columns: arguments with their maps, and local arrays that become carried values or temporaries."""
from __future__ import annotations

from viewfab_translate import ir
from viewfab_translate.affine import constant
from viewfab_translate.column_levels import MOST_SPECIES, Form, Levels, NoColumns
from viewfab_translate.columns import MARK, local_arrays, mentioned
from viewfab_translate.facts import collect, exposed_reads
from viewfab_translate.filled import Filled
from viewfab_translate.sections import rebuilt


class Arrays(Levels):
    """The maps of arrays, and the local arrays of a column."""

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
        alone = MARK in name and name.split(MARK)[0] not in mentioned(self.origin, self.routine)
        return Filled(new, self.axes, collect(body[0], self.routine, {}, self.origin), alone).failed is None

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
        if "point" in roles and "block" not in roles and len(self.kernel.axes) > 1:
            raise NoColumns(f"{a.name} is the same for all blocks")
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
        return Form(word, tuple(roles), first, " ".join(letters), self.near(a, tuple(roles)))

    def near(self, a: ir.ArrayUse, roles: tuple) -> tuple:
        """How far from its own column, in points and in blocks, a column reads the array."""
        far = {"point": [0], "block": [0]}
        for x, written, _ in self.references(self.body):
            if x.name == a.name:
                for sub, role in zip(x.subs, roles):
                    if role in far:
                        far[role].append(self.distance(sub, role))
        if any(n is None for numbers in far.values() for n in numbers):
            raise NoColumns(f"{a.name} is read in other columns, by indices that are no constant distance away")
        if any(n for numbers in far.values() for n in numbers) and (a.intent != "READ" or "species" in roles):
            raise NoColumns(f"{a.name} is read in other columns" + (", and has species" if a.intent == "READ" else ", and written"))
        return tuple((min(far[r]), max(far[r])) for r in ("point", "block"))

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
