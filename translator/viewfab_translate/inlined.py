"""Calls of subroutines in loops: the statements of the subroutine stand in place of the call, with the caller's elements in place of
the elements of its dummy arrays. Numbers that the subroutine changes are copied in and out, so that the order of the work is that of the call."""
from __future__ import annotations

from copy import deepcopy

from viewfab_translate import ir
from viewfab_translate.actuals import Actuals, paired
from viewfab_translate.callees import MOST_DEEP, Unfit, callee_of, check_callee, fixed_value, place_in
from viewfab_translate.constants import elements_of, with_numbers
from viewfab_translate.facts import exposed_reads
from viewfab_translate.gotos import without_returns
from viewfab_translate.hoisted import Hoist, as_subroutine, functions_in
from viewfab_translate.inquiries import Inquiries


def inline_calls(routines: list, others: list, doubtful: set) -> None:
    """Replaces calls in the loops of all routines. others: routines of other files; doubtful: routines with two readings."""
    known = Known([*routines, *others], doubtful)
    for r in routines:
        r.body[:] = known.within(r.body, r, (), ())


def does_nothing(s: ir.CallStmt, callee: ir.Routine) -> bool:
    """A subroutine without statements, such as a timer that the build leaves out. Its arguments call no functions."""
    quiet = all(not isinstance(x, ir.Call) or x.name == "[substring]" for a in s.args for x in ir.walk(a))
    return not callee.body and quiet and all(d in callee.symbols and callee.symbols[d].intent != "out" for d in callee.dummies)


class Known:
    """The routines whose statements are known."""

    def __init__(self, routines: list, doubtful: set):
        self.routines, self.doubtful = routines, doubtful
        self.bodies: dict = {}
        self.functions: dict = {}

    def within(self, body: list, routine: ir.Routine, loops: tuple, callers: tuple) -> list:
        """loops: those around the statements, from outside. callers: routines whose statements are being replaced."""
        out: list = []
        for s in body:
            if isinstance(s, ir.CallStmt) and (loops or callers):
                try:
                    out += self.replaced(s, routine, loops, callers)
                    continue
                except Unfit as why:
                    s.why = str(why)
            elif (loops or callers) and functions_in(s, routine):
                try:
                    before, s = self.hoisted(s, routine, loops, callers)
                    out += before
                except Unfit as why:
                    s.why = str(why)
            inner = loops + ((s,) if isinstance(s, ir.Do) else ())
            for b in ir.blocks(s):
                b[:] = self.within(b, routine, inner, callers)
            out.append(s)
        return out

    def hoisted(self, s: ir.Stmt, routine: ir.Routine, loops: tuple, callers: tuple) -> tuple:
        """(statements of the functions that the statement calls, the statement without the calls)."""
        hoist, before = Hoist(s, routine), []
        new = hoist.statement()
        for call in hoist.calls:
            before += self.replaced(call, routine, loops, callers)
        return before, new

    def subroutine(self, f: ir.Routine) -> ir.Routine:
        if f.kind != "function":
            return f
        if id(f) not in self.functions:
            self.functions[id(f)] = as_subroutine(f)
        return self.functions[id(f)]

    def replaced(self, s: ir.CallStmt, routine: ir.Routine, loops: tuple, callers: tuple) -> list:
        callee = callee_of(s, routine, self.routines)
        if id(callee) in self.doubtful:
            raise Unfit("whose two readings differ")
        if callee is routine or callee in callers or self.functions.get(id(callee)) in callers:
            raise Unfit("which calls itself")
        callee = self.subroutine(callee)
        if does_nothing(s, callee):
            return []
        if not s.agreed:
            raise Unfit("whose arguments have two readings, or a form that is not read")
        if len(callers) >= MOST_DEEP:
            raise Unfit("which is called at too great a depth")
        body = self.body_of(callee, callers + (routine,))
        check_callee(callee, body, routine)
        return Copy(s, callee, body, routine, loops, self.changes).statements()

    def changes(self, t: ir.CallStmt, name: str, routine: ir.Routine) -> bool:
        """The call may change the variable of this name in the routine."""
        symbol = routine.symbols.get(name)
        given = [a.args[1] if isinstance(a, ir.Op) and a.op == "=" else a for a in t.args]
        try:
            callee = callee_of(t, routine, self.routines)
            pairs = paired(t, callee)
        except Unfit:
            return symbol is None or symbol.place in ("module", "common") or any(getattr(a, "name", "") == name for a in given)
        written = {e.name for x in ir.walk_statements(callee.body) for e, w in ir.expressions(x) if w}
        inner = any(isinstance(x, (ir.CallStmt, ir.Other)) for x in ir.walk_statements(callee.body))
        if symbol is None or symbol.place in ("module", "common") and (inner or written & set(callee.symbols) - set(callee.dummies) - {
                n for n, x in callee.symbols.items() if x.place == "local" and "HOST" not in x.flags}):
            return True
        return any(getattr(a, "name", "") == name and callee.symbols[d].intent != "in" and (inner or d in written) for d, a in pairs.items())

    def body_of(self, callee: ir.Routine, callers: tuple) -> list:
        """The statements of the subroutine, with those of its own calls."""
        if id(callee) not in self.bodies:
            if not any(isinstance(t, ir.CallStmt) or functions_in(t, callee) for t in ir.walk_statements(callee.body)):
                body = callee.body
            else:
                body = self.within(deepcopy(callee.body), callee, (), callers + (callee,))
            returns = any(isinstance(t, ir.Jump) and t.word == "return" for t in ir.walk_statements(body))
            body = without_returns(deepcopy(body), callee) if returns else body
            tables = any(elements_of(symbol) for symbol in callee.symbols.values())
            self.bodies[id(callee)] = with_numbers(body, callee.symbols) if tables else body
        return self.bodies[id(callee)]


class Copy:
    """A copy of a subroutine's statements in the names of the caller."""

    def __init__(self, s: ir.CallStmt, callee: ir.Routine, body: list, routine: ir.Routine, loops: tuple, changes):
        self.call, self.callee, self.body, self.routine, self.loops = s, callee, body, routine, loops
        self.actuals = Actuals(s, callee, body, routine, changes)
        self.inquiries = Inquiries(self.actuals)
        self.own: dict = {}
        self.numbers = {n: value for n in callee.symbols if (value := fixed_value(n, callee)) is not None}

    def statements(self) -> list:
        self.name_locals()
        out, first, last = [], self.call.first, self.call.last
        certain = exposed_reads(self.body, set(), self.callee)[1]
        for d, a in self.actuals.copied.items():
            is_result = getattr(self.call, "function", False) and d == self.callee.dummies[-1]  # without a value at the begin
            if not is_result and (self.callee.symbols[d].intent != "out" or d not in certain):
                out.append(ir.Assign(first, last, ir.Var(self.own[d]), a))
        out += self.copies(self.body)
        for d, a in self.actuals.copied.items():
            if d in self.actuals.written:
                out.append(ir.Assign(first, last, a, ir.Var(self.own[d])))
        self.share_functions()
        mark = place_in(self.callee)
        for t in ir.walk_statements(out):
            t.inlined = getattr(t, "inlined", ()) + (mark,)
        return out

    def share_functions(self) -> None:
        """The caller's kernels get the functions that the subroutine calls."""
        for t in ir.walk_statements(self.body):
            for x in (x for e, _ in ir.expressions(t) for x in ir.walk(e) if isinstance(x, ir.Call)):
                if x.name in self.callee.helpers:
                    self.routine.helpers[x.name] = self.callee.helpers[x.name]
                elif x.name in self.callee.functions:
                    self.routine.functions[x.name] = self.callee.functions[x.name]
                    self.routine.symbols[x.name] = self.callee.symbols[x.name]

    def name_locals(self) -> None:
        number = 1
        while any(n.endswith(f"@{self.callee.name}{number}") for n in self.routine.symbols):
            number += 1
        used = {n for t in ir.walk_statements(self.body) for e, _ in ir.expressions(t) for n in ir.names_of(e)}
        for name, symbol in self.callee.symbols.items():
            if name in self.actuals.copied or symbol.place == "local" and name in used and name not in self.numbers:
                self.own[name] = f"{name}@{self.callee.name}{number}"
        for name, own in self.own.items():
            symbol = self.callee.symbols[name]
            bounds = tuple(tuple(ir.Num("int", 4, 1, "1") if x is None else self.expression(x) for x in b) for b in symbol.bounds)
            self.check_bounds(name, bounds)
            self.routine.symbols[own] = ir.Symbol(own, symbol.type, symbol.kind, bounds, flags=frozenset(["OWN"] if bounds else []))

    def check_bounds(self, name: str, bounds: tuple) -> None:
        """The size of a local array is the same in all iterations, as far as the nest goes."""
        if not self.loops or not bounds:
            return
        changed = {e.name for t in ir.walk_statements([self.loops[0]]) for e, written in ir.expressions(t) if written}
        calls = [t for t in ir.walk_statements([self.loops[0]]) if isinstance(t, ir.CallStmt) and t is not self.call]
        names = {n for b in bounds for x in b for n in ir.names_of(x)}
        changed |= {n for n in names if not self.fixed(n) and any(self.actuals.changes(t, n, self.routine) for t in calls)}
        changed |= {getattr(a, "name", "") for d, a in self.actuals.by_dummy.items() if d in self.actuals.written}
        for b in bounds:
            for x in b:
                if ir.names_of(x) & changed:
                    raise Unfit(f"whose local array {name} has other bounds in each iteration")

    def fixed(self, name: str) -> bool:
        symbol = self.routine.symbols.get(name)
        return symbol is not None and (symbol.place == "parameter" or symbol.intent == "in")

    # ------------------------------------------------------------------------------------------------------------ copies
    def expression(self, e: ir.Expr) -> ir.Expr:
        return ir.rebuild(e, self.change)

    def change(self, x):
        if isinstance(x, ir.Call) and self.inquiries.asks(x):
            return self.inquiries.exact(x, self.expression)
        if isinstance(x, ir.Ref):
            subs = tuple(self.expression(s) for s in x.subs)
            if x.name in self.actuals.arrays:
                return self.actuals.arrays[x.name].element(subs, self.actuals)
            return ir.Ref(self.own.get(x.name, x.name), subs)
        if not isinstance(x, ir.Var):
            return None
        if x.name in self.own:
            return ir.Var(self.own[x.name])
        if x.name in self.actuals.values:
            return self.actuals.values[x.name]
        symbol = self.callee.symbols.get(x.name)
        if x.name in self.numbers or symbol is not None and symbol.place == "parameter" and isinstance(symbol.value, ir.Num):
            value = symbol.value
            return ir.Num(symbol.type, symbol.kind, float(value.value) if symbol.type == "real" else value.value)
        return None

    def copies(self, body: list) -> list:
        return [self.copy(t) for t in body if not (isinstance(t, ir.Jump) and t.word == "return")]

    def copy(self, t: ir.Stmt) -> ir.Stmt:
        first, last, e = self.call.first, self.call.last, self.expression
        if isinstance(t, ir.Assign):
            out = ir.Assign(first, last, e(t.left), e(t.right))
        elif isinstance(t, ir.Do):
            lo, hi = self.inquiries.bounds(t, e)
            out = ir.Do(first, last, self.own.get(t.var, t.var), lo, hi, None if t.step is None else e(t.step), self.copies(t.body), last,
                        "", t.name)
        elif isinstance(t, ir.If):
            out = ir.If(first, last, [(None if c is None else e(c), self.copies(b)) for c, b in t.branches])
        elif isinstance(t, ir.Select):
            out = ir.Select(first, last, e(t.selector), [(None if v is None else [e(x) for x in v], self.copies(b)) for v, b in t.cases])
        elif isinstance(t, ir.While):
            out = ir.While(first, last, e(t.condition), self.copies(t.body))
        else:
            out = ir.Jump(first, last, t.word)
        if hasattr(t, "inlined"):
            out.inlined = t.inlined
        return out
