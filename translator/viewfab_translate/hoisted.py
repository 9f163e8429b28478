"""Calls of functions in loops: the function becomes a subroutine with its result as a last argument, called in front of the statement,
so that its statements can stand in place of the call."""
from __future__ import annotations

from copy import copy, deepcopy
from dataclasses import replace

from viewfab_translate import ir
from viewfab_translate.callees import Unfit
from viewfab_translate.functions import PLAIN, result_of

LAZY = ("and", "or")  # operators that need not evaluate both operands


def is_function(x: ir.Expr, routine: ir.Routine) -> bool:
    """A call of a function of the code whose expression no kernel has by other ways."""
    if not isinstance(x, ir.Call) or x.name in routine.functions or x.name in routine.helpers or x.name.startswith("["):
        return False
    symbol = routine.symbols.get(x.name)
    return symbol is not None and symbol.place == "function" and "INTRINSIC-PROC" not in symbol.flags and "%" not in x.name


def functions_in(s: ir.Stmt, routine: ir.Routine) -> list:
    """The calls of functions in the expressions of the statement itself."""
    return [x for e, _ in ir.expressions(s) for x in ir.walk(e) if is_function(x, routine)]


class Hoist:
    """Takes the calls out of a statement. calls: a statement CALL for each."""

    def __init__(self, s: ir.Stmt, routine: ir.Routine):
        self.s, self.routine, self.calls = s, routine, []

    def statement(self) -> ir.Stmt:
        """The statement with a variable in place of each call."""
        s = copy(self.s)
        if isinstance(s, ir.Assign):
            s.right, s.left = self.expr(s.right), self.expr(s.left)
        elif isinstance(s, ir.If):
            first, rest = s.branches[0], s.branches[1:]
            if not rest and isinstance(first[0], ir.Op) and first[0].op == "and":  # the second condition asks behind the first
                first = (first[0].args[0], [ir.If(s.first, s.last, [(first[0].args[1], first[1])])])
            if any(c is not None and any(is_function(x, self.routine) for x in ir.walk(c)) for c, _ in rest):
                later = ir.If(s.first, s.last, rest)  # its calls come behind the first condition
                rest = [(None, [later])]
            s.branches = [(self.expr(first[0]), first[1])] + rest
        elif isinstance(s, ir.Select):
            s.selector = self.expr(s.selector)
        elif isinstance(s, ir.Do):
            s.lo, s.hi = self.expr(s.lo), self.expr(s.hi)
        else:
            raise Unfit("in a statement that is no assignment, IF, SELECT or DO")
        return s

    def expr(self, e: ir.Expr) -> ir.Expr:
        if isinstance(e, ir.Op) and e.op in LAZY and any(is_function(x, self.routine) for x in ir.walk(e)) or \
                isinstance(e, ir.Call) and e.name == "merge" and any(is_function(x, self.routine) for a in e.args for x in ir.walk(a)):
            if any(is_function(x, self.routine) for a in e.args[1:] for x in ir.walk(a)):
                raise Unfit("behind .AND., .OR. or in MERGE, which may leave the call out")
        if isinstance(e, ir.Ref):
            return ir.Ref(e.name, tuple(self.expr(s) for s in e.subs))
        if isinstance(e, ir.Op):
            return ir.Op(e.op, tuple(self.expr(a) for a in e.args))
        if isinstance(e, ir.Paren):
            return ir.Paren(self.expr(e.inner))
        if isinstance(e, ir.Range):
            return ir.Range(*(None if x is None else self.expr(x) for x in (e.lo, e.hi, e.step)))
        if not isinstance(e, ir.Call):
            return e
        call = ir.Call(e.name, tuple(self.expr(a) for a in e.args))
        return self.value(call) if is_function(e, self.routine) else call

    def value(self, call: ir.Call) -> ir.Var:
        known = self.routine.symbols[call.name]
        if known.type not in PLAIN or known.bounds:
            raise Unfit("whose result is no number")
        number = 1
        while f"{call.name}@value{number}" in self.routine.symbols:
            number += 1
        name = f"{call.name}@value{number}"
        self.routine.symbols[name] = ir.Symbol(name, known.type, known.kind)
        s = ir.CallStmt(self.s.first, self.s.last, call.name, [*call.args, ir.Var(name)], "", True)
        s.function = True
        self.calls.append(s)
        return ir.Var(name)


def as_subroutine(f: ir.Routine) -> ir.Routine:
    """The function as a subroutine whose last argument is the result."""
    result = result_of(f)
    if result is None or result.bounds or result.flags & {"POINTER", "ALLOCATABLE"}:
        raise Unfit("whose result is no number")
    symbols = dict(f.symbols)
    symbols[result.name] = ir.Symbol(result.name, result.type, result.kind, (), "dummy", "")
    return replace(f, kind="subroutine", dummies=[*f.dummies, result.name], symbols=symbols, body=deepcopy(f.body))
