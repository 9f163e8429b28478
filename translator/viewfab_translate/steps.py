"""Loops with a constant step of more than 1: a loop over the number of the iteration, with the variable computed from this number."""
from __future__ import annotations

from copy import copy
from typing import Optional

from viewfab_translate import ir
from viewfab_translate.facts import live_after
from viewfab_translate.sections import rebuilt

ZERO = ir.Num("int", 4, 0, "0")


def with_counted_steps(nest: ir.Do, routine: ir.Routine) -> Optional[ir.Do]:
    """The nest with counted iterations in place of steps; None if a step is no constant, or code behind reads a variable's last value."""
    live = live_after(nest, routine)
    changed = {e.name for s in ir.walk_statements([nest]) for e, written in ir.expressions(s) if written and isinstance(e, ir.Var)}

    def visit(s: ir.Stmt):
        if not isinstance(s, ir.Do):
            out = copy(s)
            if isinstance(s, ir.If):
                out.branches = [(c, [visit(x) for x in b]) for c, b in s.branches]
            elif isinstance(s, ir.Select):
                out.cases = [(v, [visit(x) for x in b]) for v, b in s.cases]
            elif ir.blocks(s):
                raise ValueError
            return out
        out = copy(s)
        out.body = [visit(x) for x in s.body]
        step = s.step.value if isinstance(s.step, ir.Num) else 1
        if s.step is None or not isinstance(s.step, ir.Num) or step <= 1:
            return out
        if s.var in live or (ir.names_of(s.lo) | ir.names_of(s.hi)) & changed:
            raise ValueError
        number = f"{s.var}@step"
        while number in routine.symbols:
            number += "s"
        routine.symbols[number] = ir.Symbol(number, "int", 4)
        times = ir.Op("*", (ir.Num("int", 4, step, str(step)), ir.Var(number)))
        value = times if s.lo == ZERO else ir.Op("+", (times, s.lo if not isinstance(s.lo, ir.Op) else ir.Paren(s.lo)))
        low = s.lo if not isinstance(s.lo, ir.Op) else ir.Paren(s.lo)
        span = ir.Paren(ir.Op("+", (ir.Op("-", (s.hi, low)), s.step)))
        last = ir.Op("-", (ir.Op("/", (span, s.step)), ir.Num("int", 4, 1, "1")))
        loop = ir.Do(s.first, s.last, number, ZERO, last, None, out.body, s.head_last, s.label, s.name)
        return rebuilt(loop, lambda x: ir.Paren(value) if x == ir.Var(s.var) else None)

    try:
        return visit(nest)
    except ValueError:
        return None
