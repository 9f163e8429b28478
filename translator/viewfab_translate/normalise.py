"""Plain forms for statements with a shorter spelling: CYCLE, array syntax, WHERE, least and largest values by IF."""
from __future__ import annotations

from typing import Optional

from viewfab_translate import ir
from viewfab_translate.compare import generic
from viewfab_translate.constants import truth
from viewfab_translate.facts import is_array
from viewfab_translate.opposites import with_opposites
from viewfab_translate.products import is_intrinsic, shape_of
from viewfab_translate.sums import Sums, nested
from viewfab_translate.types import INTRINSICS

ONE = ir.Num("int", 4, 1, "1")
REDUCING = {"size", "lbound", "ubound", "present", "huge", "tiny", "epsilon"}


def normalise(body: list, routine: ir.Routine) -> list:
    normal = Normal(routine)
    for s in ir.walk_statements(body):
        if isinstance(s, ir.Other) and "ALLOCATE" in s.what:
            normal.allocated |= s.names
        elif isinstance(s, ir.CallStmt):
            normal.allocated |= {n for a in s.args for n in ir.names_of(a)}
    return normal.body(body, None)


class Normal:
    def __init__(self, routine: ir.Routine):
        self.routine, self.symbols, self.variables = routine, routine.symbols, {}
        self.sums, self.before, self.line = Sums(self), [], (0, 0)
        self.allocated: set = set()  # arrays in ALLOCATE and in calls

    def body(self, body: list, loop: Optional[ir.Do]) -> list:
        out: list = []
        body = with_opposites(self.chosen(body) if loop is not None else body, self.routine)
        for at, s in enumerate(body):
            if isinstance(s, ir.If) and loop is not None:
                joined = self.cycle(s, body[at + 1:], loop)
                if joined is not None:
                    return out + self.statement(joined, loop)
            if isinstance(s, ir.Jump) and s.word == "cycle" and not s.target and loop is not None:
                return out  # nothing behind it runs
            out += self.statement(s, loop)
        return out

    def chosen(self, body: list) -> list:
        """The statements without branches of IF whose conditions are constants."""
        out: list = []
        for s in body:
            if isinstance(s, ir.If) and not hasattr(s, "concurrent") and not hasattr(s, "arithmetic"):
                kept: list = []
                for c, b in s.branches:
                    known = c is None or truth(ir.rebuild(c, self.number))
                    if known is not False:
                        kept.append((None if known else c, b))
                    if known:
                        break
                if not kept or kept[0][0] is None:
                    out += self.chosen(kept[0][1]) if kept else []
                    continue
                s.branches = kept
            out.append(s)
        return out

    def number(self, x):
        symbol = self.symbols.get(x.name) if isinstance(x, ir.Var) else None
        return symbol.value if symbol is not None and symbol.place == "parameter" and isinstance(symbol.value, ir.Num) else None

    def statement(self, s: ir.Stmt, loop: Optional[ir.Do]) -> list:
        if isinstance(s, ir.Do):
            s.body = self.body(s.body, s)
        elif isinstance(s, ir.If):
            s.branches = [(c, self.body(b, loop if not self.has_cycle(b) else None)) for c, b in s.branches]
            return self.conditions(s) if loop is not None else [self.extremum(s) or s]
        elif isinstance(s, ir.Select):
            s.cases = [(v, self.body(b, None)) for v, b in s.cases]
        elif isinstance(s, (ir.Other, ir.While)):
            s.body = self.body(s.body, None)
        elif isinstance(s, ir.Assign):
            self.line, self.before = (s.first, s.last), []
            found = self.array_statement(s)
            if found is None and loop is not None and self.is_section(s.left):
                return self.through_copy(s) or [s]
            if found is None and loop is not None:
                right, before = self.sums.scalars(s.right)
                return before + [ir.Assign(s.first, s.last, s.left, right)] if before else [s]
            return [found or s]
        elif isinstance(s, ir.Where):
            return [self.where(s) or s]
        return [s]

    def conditions(self, s: ir.If) -> list:
        """The IF with temporaries in place of the sums of its conditions. Sums of ELSE IF stand behind ELSE."""
        for at, (c, _) in enumerate(s.branches):
            self.line, self.before = (s.first, s.last), []
            new, before = (c, []) if c is None or hasattr(s, "concurrent") or hasattr(s, "arithmetic") else self.sums.guarded(c)
            if before:
                rest = before + self.conditions(ir.If(s.first, s.last, [(new, s.branches[at][1]), *s.branches[at + 1:]]))
                return rest if at == 0 else [ir.If(s.first, s.last, [*s.branches[:at], (None, rest)])]
        return [self.extremum(s) or s]

    # ------------------------------------------------------------------------------------------------------------------ CYCLE
    @staticmethod
    def has_cycle(body: list) -> bool:
        return any(isinstance(x, ir.Jump) for x in body)

    def is_cycle(self, s, loop: ir.Do) -> bool:
        return isinstance(s, ir.Jump) and (s.word == "cycle" and s.target in ("", loop.name) or
                                           s.word == "goto" and bool(loop.label) and s.target == loop.label)

    def cycle(self, s: ir.If, rest: list, loop: ir.Do) -> Optional[ir.If]:
        """if (c) cycle; rest  becomes  if (c) then; else; rest; end if."""
        ends = [bool(b) and self.is_cycle(b[-1], loop) for _, b in s.branches]
        if sum(ends) != 1 or len(s.branches) > 2:
            return None
        branches = [(c, b[:-1] if e else b + (rest if not e else [])) for (c, b), e in zip(s.branches, ends)]
        if len(branches) == 1:
            branches.append((None, list(rest)))
        if branches[-1][0] is not None:
            return None
        if not branches[0][1]:
            branches = [(ir.Op("not", (ir.Paren(branches[0][0]),)), branches[1][1])]
        return ir.If(s.first, max([s.last] + [x.last for x in rest]), branches)

    # ---------------------------------------------------------------------------------------------- least and largest values
    def extremum(self, s: ir.If) -> Optional[ir.Assign]:
        """if (e < s) s = e  becomes  s = min(s, e)."""
        if len(s.branches) != 1 or len(s.branches[0][1]) != 1 or not isinstance(s.branches[0][1][0], ir.Assign):
            return None
        condition, assign = s.branches[0][0], s.branches[0][1][0]
        while isinstance(condition, ir.Paren):
            condition = condition.inner
        if not isinstance(condition, ir.Op) or condition.op not in ("<", ">", "<=", ">=") or not isinstance(assign.left, ir.Var):
            return None
        a, b = condition.args
        op = condition.op[0]
        if b == assign.left and a == assign.right:
            word = "min" if op == "<" else "max"
        elif a == assign.left and b == assign.right:
            word = "max" if op == "<" else "min"
        else:
            return None
        if is_array(assign.left, self.routine):
            return None
        return ir.Assign(s.first, s.last, assign.left, ir.Call(word, (assign.left, assign.right)))

    # ------------------------------------------------------------------------------------------------------------ array syntax
    def array_statement(self, s: ir.Assign) -> Optional[ir.Do]:
        """a(1:n,j) = b(1:n,j) as a loop, if no element is read behind its change."""
        if not self.is_section(s.left) or self.allocates(s):
            return None
        loops = self.loops_of(s.left)
        if loops is None:
            return None
        left = self.element(s.left, loops, s.left)
        right = self.elements(s.right, loops, s.left)
        reads = [right] + [a.right for a in ir.walk_statements(self.before) if isinstance(a, ir.Assign)]
        if left is None or right is None or not self.keeps_apart(reads, [left], loops):
            return None
        return self.nest(loops, self.before + [ir.Assign(s.first, s.last, left, right)], s)

    def allocates(self, s: ir.Assign) -> bool:
        """The assignment gives a local array its elements: nothing else in the routine allocates the array."""
        symbol = self.symbols.get(s.left.name)
        return isinstance(s.left, ir.Var) and symbol is not None and symbol.place == "local" and "ALLOCATABLE" in symbol.flags and \
            "%" not in s.left.name and s.left.name not in self.allocated and shape_of(s.right, self) != []

    def through_copy(self, s: ir.Assign) -> Optional[list]:
        """An assignment that reads what it changes, such as v = matmul(a, v): its values are in an array of the point before it changes
        any element. The number of elements is a constant."""
        loops = self.loops_of(s.left)
        bounds = [(self.constant(lo), self.constant(hi)) for _, lo, hi in loops or ()]
        if not bounds or any(x is None for b in bounds for x in b):
            return None
        self.line, self.before = (s.first, s.last), []
        left, right = self.element(s.left, loops, s.left), self.elements(s.right, loops, s.left)
        if left is None or right is None:
            return None
        symbol, name = self.symbols[s.left.name], "copy_1"
        while name in self.symbols:
            name = "x" + name
        self.symbols[name] = ir.Symbol(name, symbol.type, symbol.kind, tuple((number(lo), number(hi)) for lo, hi in bounds),
                                       flags=frozenset({"MADE"}))
        copy = ir.Ref(name, tuple(ir.Var(var) for var, _, _ in loops))
        return nested(self.before + [ir.Assign(*self.line, copy, right)], loops, self.line) + \
            nested([ir.Assign(*self.line, left, copy)], loops, self.line)

    def where(self, s: ir.Where) -> Optional[ir.Do]:
        first = next((a for _, b in s.branches for a in b if isinstance(a, ir.Assign)), None)
        if first is None or not self.is_section(first.left):
            return None
        self.line, self.before = (s.first, s.last), []
        loops = self.loops_of(first.left)
        if loops is None:
            return None
        branches, lefts, reads = [], [], []
        for mask, body in s.branches:
            test = None if mask is None else self.elements(mask, loops, first.left)
            if mask is not None and test is None:
                return None
            reads += [test] if test is not None else []
            inner = []
            for a in body:
                if not isinstance(a, ir.Assign) or not self.is_section(a.left) or not self.conform(a.left, first.left):
                    return None
                left, right = self.element(a.left, loops, first.left), self.elements(a.right, loops, first.left)
                if left is None or right is None:
                    return None
                lefts.append(left)
                reads.append(right)
                inner.append(ir.Assign(a.first, a.last, left, right))
            branches.append((test, inner))
        if self.before or not self.keeps_apart(reads, lefts, loops):
            return None
        return self.nest(loops, [ir.If(s.first, s.last, branches)], s)

    def is_section(self, e: ir.Expr) -> bool:
        if isinstance(e, ir.Ref):
            return any(isinstance(x, ir.Range) for x in e.subs)
        return isinstance(e, ir.Var) and is_array(e, self.routine)

    def ranges(self, e: ir.Expr) -> list:
        """The ranges of a section, with the array's own bounds where it gives none."""
        symbol = self.symbols.get(e.name)
        subs = e.subs if isinstance(e, ir.Ref) else tuple(ir.Range(None, None) for _ in symbol.bounds)
        out = []
        for d, s in enumerate(subs):
            if isinstance(s, ir.Range):
                at = ir.Num("int", 4, d + 1, str(d + 1))
                known = symbol.bounds[d] if symbol is not None and d < len(symbol.bounds) else (None, None)
                fixed = known[1] is not None
                lo = s.lo or (known[0] if fixed and known[0] is not None else ir.Call("lbound", (ir.Var(e.name), at)))
                hi = s.hi or (known[1] if fixed else ir.Call("ubound", (ir.Var(e.name), at)))
                out.append((d, lo, hi, s.step))
        return out

    def loops_of(self, e: ir.Expr) -> Optional[list]:
        out = []
        symbol = self.symbols.get(e.name)
        if symbol is None or symbol.type not in ("real", "int", "logical"):
            return None
        for at, (_, lo, hi, step) in enumerate(self.ranges(e)):
            if step is not None and step != ir.Num("int", 4, 1):
                return None
            out.append((self.variable(at, lo, hi), lo, hi))
        return out

    def variable(self, at: int, lo: ir.Expr, hi: ir.Expr) -> str:
        """The variable of a loop over a section: the same for the same bounds, so that statements of a point find each other."""
        key = (at, lo, hi)
        if key not in self.variables:
            name = f"at_{len(self.variables) + 1}"
            while name in self.symbols:
                name = "x" + name
            self.symbols[name] = ir.Symbol(name, "int", 4, flags=frozenset({"MADE"}))
            self.variables[key] = name
        return self.variables[key]

    def element(self, e: ir.Expr, loops: list, model: ir.Expr) -> Optional[ir.Ref]:
        """The element of a section for the loops' variables."""
        ranges = self.ranges(e)
        if len(ranges) != len(loops):
            return None
        subs = list(e.subs) if isinstance(e, ir.Ref) else [None] * len(ranges)
        for (d, lo, _, step), (var, first, _) in zip(ranges, loops):
            if step is not None and step != ir.Num("int", 4, 1):
                return None
            subs[d] = ir.Var(var) if lo == first else offset(var, lo, first)
        return ir.Ref(e.name, tuple(subs))

    def conform(self, a: ir.Expr, b: ir.Expr) -> bool:
        return len(self.ranges(a)) == len(self.ranges(b))

    def elements(self, e: ir.Expr, loops: list, model: ir.Expr) -> Optional[ir.Expr]:
        """The expression for one element; None if it has functions of whole arrays."""
        if isinstance(e, (ir.Ref, ir.Var)) and self.is_section(e):
            return self.element(e, loops, model)
        if isinstance(e, ir.Call):
            if is_intrinsic(e, ("transpose",), self) and len(loops) == 2:
                return self.elements(e.args[0], loops[::-1], model)
            found = self.sums.one(e, loops)
            if found:
                self.before += found[1]
                return found[0]
            if e.name in self.routine.functions or generic(e.name) not in INTRINSICS:
                return None
            if e.name in REDUCING:
                return None if e.name in ("lbound", "ubound") and len(e.args) == 1 else e  # else a number for each index of the array
            args = [self.elements(a, loops, model) for a in e.args]
            return None if any(a is None for a in args) else ir.Call(e.name, tuple(args))
        if isinstance(e, ir.Op):
            args = [self.elements(a, loops, model) for a in e.args]
            return None if any(a is None for a in args) else ir.Op(e.op, tuple(args))
        if isinstance(e, ir.Paren):
            inner = self.elements(e.inner, loops, model)
            return None if inner is None else ir.Paren(inner)
        if isinstance(e, ir.Ref) and any(self.is_section(x) for s in e.subs for x in ir.walk(s) if isinstance(x, (ir.Var, ir.Ref))):
            return None
        return e

    def keeps_apart(self, reads: list, lefts: list, loops: list) -> bool:
        """Array syntax reads all elements before it changes any: each changed array is read at the changed element alone, in another
        plane, or by the same variables of the loops, so that no iteration reads what another one changes."""
        variables = {v for v, _, _ in loops}
        for r in reads:
            for x in ir.walk(r):
                if isinstance(x, ir.Ref) and any(x.name == left.name and not self.planes_differ(x, left) and
                                                 not self.stays(x, left, variables) for left in lefts):
                    return False
        return True

    @staticmethod
    def stays(a: ir.Ref, b: ir.Ref, variables: set) -> bool:
        """All subscripts with variables of the loops are the same in both."""
        follow = [d for d, s in enumerate(b.subs) if ir.names_of(s) & variables]
        return len(a.subs) == len(b.subs) and all(a.subs[d] == b.subs[d] for d in follow) and \
            not any(ir.names_of(s) & variables for d, s in enumerate(a.subs) if d not in follow)

    def planes_differ(self, a: ir.Ref, b: ir.Ref) -> bool:
        """A subscript is another constant."""
        values = [[self.constant(s) for s in x.subs] for x in (a, b)]
        return any(x is not None and y is not None and x != y for x, y in zip(*values))

    def constant(self, e: ir.Expr) -> Optional[int]:
        symbol = self.symbols.get(getattr(e, "name", ""))
        e = symbol.value if symbol is not None and symbol.place == "parameter" and isinstance(e, ir.Var) else e
        return e.value if isinstance(e, ir.Num) and e.type == "int" else None

    @staticmethod
    def nest(loops: list, body: list, s: ir.Stmt) -> ir.Do:
        for var, lo, hi in loops:
            body = [ir.Do(s.first, s.last, var, lo, hi, None, body, s.last)]
        return body[0]


def number(value: int) -> ir.Num:
    return ir.Num("int", 4, value, str(value))


def offset(var: str, lo: ir.Expr, first: ir.Expr) -> ir.Expr:
    """var + (lo - first), simplified for constants and for sums with constants."""
    a, x = split(lo)
    b, y = split(first)
    if a == b:
        if x == y:
            return ir.Var(var)
        return ir.Op("+" if x > y else "-", (ir.Var(var), number(abs(x - y))))
    return ir.Op("+", (ir.Var(var), ir.Paren(ir.Op("-", (lo, first if not isinstance(first, ir.Op) else ir.Paren(first))))))


def split(e: ir.Expr) -> tuple:
    """(expression without its constant, constant)."""
    if isinstance(e, ir.Num):
        return (None, e.value)
    if isinstance(e, ir.Op) and e.op in "+-" and len(e.args) == 2 and isinstance(e.args[1], ir.Num):
        inner, value = split(e.args[0])
        return (inner, value + (e.args[1].value if e.op == "+" else -e.args[1].value))
    return (e, 0)
