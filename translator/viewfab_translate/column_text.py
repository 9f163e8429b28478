"""The text of a kernel over columns, and the loops of its original."""
from __future__ import annotations

from viewfab_translate import ir
from viewfab_translate.affine import Affine, constant
from viewfab_translate.column_levels import Columns, Form, Sweep, expression
from viewfab_translate.originals import FORTRAN, Loops
from viewfab_translate.statements import Statements, size_of

ACCESS = {"surface": "VF_SURFACE", "levels": "VF_LEVEL", "half_levels": "VF_HALF", "profile": "VF_PROFILE",
          "half_profile": "VF_HALF_PROFILE", "levels_of_block": "VF_PROFILE", "parts": "VF_PART", "levels_species": "VF_LEVEL_OF", "table": "VF_TABLE"}


class ColumnStatements(Statements):
    """Writes the bodies of sweeps."""

    def __init__(self, kernel: ir.Kernel):
        super().__init__(kernel)
        self.columns: Columns = kernel.columns
        self.sweep: Sweep = self.columns.sweeps[0]
        self.used: set = set()

    def write(self, sweep: Sweep) -> list:
        self.sweep, self.out, self.used = sweep, [], set()
        self.body(sweep.body)
        return self.out

    # ------------------------------------------------------------------------------------------------------------------ numbers
    def level_number(self, f: Affine, first: Affine) -> str:
        """The number of a level of the source, if first is number 1."""
        number = f.plus(first, -1).plus(constant(1))
        if not number.terms:
            return str(number.constant)
        of_last = f.plus(self.columns.hi, -1).plus(self.columns.lo).plus(first, -1)
        if not of_last.terms:
            return "nlev" + signed(of_last.constant)
        return f"{self.expr(ir.Paren(expression(f)))} - {self.expr(ir.Paren(expression(first)))} + 1"

    def of_sweep(self, f: Affine, first: Affine) -> str:
        """The same for a level that may follow the sweep."""
        s, c = self.sweep, self.columns
        own = Affine(((s.var, 1),)).plus(constant(s.shift)) if s.var else s.lo
        difference = f.plus(own, -1).plus(c.lo).plus(first, -1)
        if not difference.terms:
            return "k" + signed(difference.constant)
        return self.level_number(f, first)

    def number_of(self, e: ir.Expr, first: Affine) -> str:
        """The number of a species."""
        if isinstance(e, ir.Num):
            return str(e.value - first.constant + 1)
        return self.expr(e, 6) + signed(1 - first.constant)

    def form_of(self, e: ir.Expr) -> Affine:
        from viewfab_translate.affine import affine
        return next(iter(affine(e, {}, set(), self.routine.symbols)))

    # -------------------------------------------------------------------------------------------------------------- expressions
    def variable(self, e: ir.Var) -> str:
        c, s = self.columns, self.sweep
        if s.var and e.name == s.var:
            return self.of_value(c.lo.plus(constant(-1 - s.shift)))
        if c.block is not None and e.name == c.block.var:
            return "block"
        if e.name in c.carried:
            return f"VF_CARRIED_VALUE({self.kernel.privates[e.name]})"
        if e.name in self.kernel.privates:
            self.used.add(e.name)
        return super().variable(e)

    def of_value(self, less: Affine) -> str:
        """The level of the body in the source's numbers."""
        if not less.terms:
            return "k" if not less.constant else f"(k{signed(less.constant)})"
        return f"(k + {self.expr(ir.Paren(expression(less)))})"

    def element(self, e: ir.Ref) -> str:
        if e.name in self.columns.temporaries:
            argument, form, _ = self.columns.temporaries[e.name]
            word = "VF_TEMPORARY_OF" if "species" in form.word else "VF_TEMPORARY_AT"
            return f"{word}({argument}, {', '.join(self.indices(e, form))})"
        if e.name in self.columns.forms:
            form = self.columns.forms[e.name]
            if form.word.startswith("reals"):
                return f"{self.values[ir.Var(e.name)].argument}.at[{self.number_of(e.subs[0], form.first[0].plus(constant(1)))}]"
            word, use = form.word.split("(")[0], self.arrays[e.name]
            points = ["i" + signed(self.distance(e, form, "point"))] if "point" in form.roles else []
            block = self.distance(e, form, "block") if "block" in form.roles else 0
            blocks = ["block" + signed(block)] if block else []
            return f"{ACCESS[word]}({use.argument}, {', '.join(points + self.indices(e, form) + blocks)})"
        if e.name in self.columns.carried:
            name, bounds = self.kernel.local_arrays[e.name]
            return f"VF_CARRIED_OF({name}, {self.number_of(e.subs[0], constant(bounds[0][0]))})"
        if e.name in self.kernel.local_arrays:
            self.used.add(e.name)
        return super().element(e)

    def distance(self, e: ir.Ref, form: Form, role: str) -> int:
        """The number of points or blocks from the column to the element."""
        axis = self.kernel.axes[0] if role == "point" else self.columns.block
        return self.form_of(e.subs[form.roles.index(role)]).plus(Affine(((axis.var, 1),)), -1).constant

    def indices(self, e: ir.Ref, form: Form) -> list:
        """The number of the level, and of the species behind it."""
        levels = [self.of_sweep(self.form_of(s), form.first[d]) for d, (s, r) in enumerate(zip(e.subs, form.roles)) if r == "level"]
        return levels + [self.number_of(s, form.first[d]) for d, (s, r) in enumerate(zip(e.subs, form.roles)) if r == "species"]

    def loop(self, s: ir.Do) -> None:
        self.used.add(s.var)
        super().loop(s)

    # ------------------------------------------------------------------------------------------------------------------- clauses
    def declarations(self) -> list:
        """The variables of a sweep."""
        k, by_type, out = self.kernel, {}, []
        for name in k.privates:
            if name in self.used and name not in self.columns.carried:
                symbol = k.routine.symbols[name]
                by_type.setdefault(self.ctype((symbol.type, symbol.kind)), []).append(k.privates[name])
        for name, (own, bounds) in k.local_arrays.items():
            if name in self.used:
                symbol = k.routine.symbols[name]
                out.append(f"  {self.ctype((symbol.type, symbol.kind))} {own}[{size_of(bounds)}] = {{ 0 }};")
        return out + [f"  {t} " + ", ".join(f"{n} = 0" for n in names) + ";" for t, names in by_type.items()]

    def element_type(self, symbol: ir.Symbol) -> str:
        return {"bool": "logical", "int64_t": "int64"}.get(word := self.ctype((symbol.type, symbol.kind)), word)

    def carried_list(self) -> list:
        out = []
        for name, count in self.columns.carried.items():
            own = self.kernel.local_arrays[name][0] if count else self.kernel.privates[name]
            out.append(f"CARRY({self.element_type(self.routine.symbols[name])}, {own}, 0{f', {count}' if count else ''})")
        return out

    def temporary_list(self) -> list:
        return [f"TEMPORARY({self.element_type(symbol)}, {argument}, {form.word}, \"{symbol.name.split('@')[0]} of "
                f"{self.routine.name}\")" for argument, form, symbol in self.columns.temporaries.values()]

    def sweep_list(self) -> list:
        out = []
        for s in self.columns.sweeps:
            low, high = (self.level_number(f.plus(constant(s.shift)), self.columns.lo) for f in (s.lo, s.hi))
            out.append(f"{'DOWN' if s.down else 'UP'}({s.name}, {low}, {high})")
        return out


def signed(number: int) -> str:
    return "" if not number else f" {'+' if number > 0 else '-'} {abs(number)}"


class ColumnLoops(Loops):
    """The loops of the original: arrays without the index of the block, whose points and levels begin with 1; or whole arrays in their
    own bounds, if a column reads others."""

    def name(self, e: ir.Expr):
        c: Columns = self.kernel.columns
        if c.neighbours and isinstance(e, ir.Var) and c.block is not None and e.name == c.block.var:
            return ir.Var(self.locals[e.name])
        if c.neighbours and isinstance(e, ir.Ref) and e.name in c.forms:
            return self.in_own_bounds(e, c.forms[e.name])
        if isinstance(e, ir.Var) and c.block is not None and e.name == c.block.var:
            return ir.Var("block")
        if isinstance(e, ir.Ref) and (e.name in c.forms or e.name in c.temporaries):
            argument, form = (self.argument(e.name), c.forms[e.name]) if e.name in c.forms else c.temporaries[e.name][:2]
            subs = []
            for d, (s, role) in enumerate(zip(e.subs, form.roles)):
                if role == "block":
                    continue
                new = ir.rebuild(s, self.name)
                if d in form.first and form.first[d] != constant(1):
                    less = ir.rebuild(expression(form.first[d]), self.name)
                    new = ir.Op("+", (ir.Op("-", (new, ir.Paren(less))), ir.Num("int", 4, 1, "1")))
                subs.append(new)
            return ir.Ref(argument, tuple(subs))
        return super().name(e)

    def in_own_bounds(self, e: ir.Ref, form: Form) -> ir.Ref:
        """Points, levels and blocks in this order; an array without blocks has the block of the call."""
        by_role = {r: ir.rebuild(s, self.name) for s, r in zip(e.subs, form.roles) if r != "species"}
        if "point" in by_role and "block" not in by_role:
            by_role["block"] = ir.Ref("lo", (ir.Num("int", 4, 3, "3"),))
        subs = [by_role[r] for r in ("point", "level", "block") if r in by_role]
        for d, (s, role) in enumerate(zip(e.subs, form.roles)):
            if role == "species":
                less = form.first[d]
                new = ir.rebuild(s, self.name)
                subs.append(new if less == constant(1) else ir.Op("+", (ir.Op("-", (new, ir.Paren(expression(less)))), ir.Num("int", 4, 1, "1"))))
        return ir.Ref(self.argument(e.name), tuple(subs))

    def argument(self, name: str) -> str:
        return self.arrays[name].argument if name in self.arrays else self.values[ir.Var(name)].argument

    def head(self, s: ir.Do) -> str:
        if self.kernel.columns.neighbours and s.var in (a.var for a in self.kernel.axes):
            d = 1 if s.var == self.kernel.axes[0].var else 3
            return f"do {self.locals.get(s.var, s.var)} = lo({d}), hi({d})"
        if s.var == self.kernel.axes[0].var:
            return f"do {self.locals.get(s.var, s.var)} = kidia, kfdia"
        return f"do {self.locals.get(s.var, s.var)} = {self.text(s.lo)}, {self.text(s.hi)}" + \
            (f", {self.text(s.step)}" if s.step is not None else "")

    def declarations(self) -> list:
        """The temporaries, as arrays of a column."""
        out = []
        for argument, form, symbol in self.kernel.columns.temporaries.values():
            bounds = []
            for d, role in enumerate(form.roles):
                levels = "hi(2) - lo(2) + 2" if self.kernel.columns.neighbours else "nlev + 1"
                bounds.append(levels if role == "level" else form.word.split("(")[1].rstrip(")"))
            out.append(f"    {FORTRAN[(symbol.type, symbol.kind)]} :: {argument}({', '.join(bounds)})")
        return out
