"""Two IFs that follow each other, the second for the opposite of the first: one IF with ELSE, so that a value that both set is set."""
from __future__ import annotations

from viewfab_translate import ir
from viewfab_translate.compare import generic
from viewfab_translate.types import INTRINSICS, type_of

OPPOSITE = {"==": "/=", "/=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
UNFIT = {"POINTER", "TARGET", "EQUIVALENCED", "VOLATILE"}


def with_opposites(body: list, routine: ir.Routine) -> list:
    out: list = []
    for s in body:
        if out and joins(out[-1], s, routine):
            before = out[-1]
            out[-1] = ir.If(before.first, s.last, [before.branches[0], (None, s.branches[0][1])])
        else:
            out.append(s)
    return out


def joins(a: ir.Stmt, b: ir.Stmt, routine: ir.Routine) -> bool:
    """Both are IFs without ELSE, exactly one of them does its statements, and those of the first leave the condition alone."""
    if not all(isinstance(s, ir.If) and len(s.branches) == 1 and not hasattr(s, "concurrent") for s in (a, b)):
        return False
    condition, inner = a.branches[0]
    if not are_opposite(bare(condition), bare(b.branches[0][0]), routine):
        return False
    used = {x.name for x in ir.walk(condition) if isinstance(x, (ir.Var, ir.Ref))}
    if calls(condition) or any(unfit(n, routine) for n in used):
        return False
    for s in ir.walk_statements(inner):
        if not isinstance(s, (ir.Assign, ir.If)):
            return False
        for e, written in ir.expressions(s):
            name = getattr(e, "name", "")
            if written and (name in used or unfit(name, routine)) or calls(e):
                return False
    return True


def calls(e: ir.Expr) -> bool:
    return any(isinstance(x, ir.Call) and generic(x.name) not in INTRINSICS for x in ir.walk(e))


def unfit(name: str, routine: ir.Routine) -> bool:
    """The variable may have a second name, or is a part of an object."""
    symbol = routine.symbols.get(name)
    return symbol is None or "%" in name or bool(symbol.flags & UNFIT)


def bare(e: ir.Expr) -> ir.Expr:
    while isinstance(e, ir.Paren):
        e = e.inner
    return e


def are_opposite(a: ir.Expr, b: ir.Expr, routine: ir.Routine) -> bool:
    """Exactly one of the conditions is true, for a NaN too."""
    for x, y in ((a, b), (b, a)):
        if isinstance(x, ir.Op) and x.op == "not" and bare(x.args[0]) == y:
            return True
    if not (isinstance(a, ir.Op) and isinstance(b, ir.Op) and OPPOSITE.get(a.op) == b.op and a.args == b.args):
        return False
    return a.op in ("==", "/=") or all(type_of(x, routine)[0] == "int" for x in a.args)
