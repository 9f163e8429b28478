"""Loops with a step of more than 1, or with a step that is a variable: a loop over the number of the iteration, with the variable computed
from this number."""
from __future__ import annotations

from copy import copy
from typing import Optional

from viewfab_translate import ir
from viewfab_translate.axes import is_minus_one
from viewfab_translate.cases import constant_of
from viewfab_translate.facts import live_after
from viewfab_translate.sections import rebuilt

MARK = "@step"  # in the name of the number of an iteration; the value of its symbol is the step, which Fortran forbids to be 0
ZERO = ir.Num("int", 4, 0, "0")


def with_counted_steps(nest: ir.Do, routine: ir.Routine) -> Optional[ir.Do]:
    """The nest with counted iterations in place of steps; None if a loop changes its step, or code behind reads a
    variable's last value."""
    live = live_after(nest, routine)

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
        if s.step is None or is_minus_one(s.step):
            return out
        value = constant_of(s.step, routine)
        if value in (1, -1):
            out.step = ir.Num("int", 4, value, str(value))
            return out
        changed = {e.name for x in ir.walk_statements(s.body) for e, written in ir.expressions(x) if written}
        if s.var in live or (ir.names_of(s.lo) | ir.names_of(s.hi) | ir.names_of(s.step)) & changed:
            raise ValueError
        step = ir.Num("int", 4, value, str(value)) if value is not None else ir.Paren(s.step) if isinstance(s.step, ir.Op) else s.step
        number = s.var + MARK
        while number in routine.symbols:
            number += "s"
        routine.symbols[number] = ir.Symbol(number, "int", 4, value=step)
        times = ir.Op("*", (step, ir.Var(number)))
        value = times if s.lo == ZERO else ir.Op("+", (times, s.lo if not isinstance(s.lo, ir.Op) else ir.Paren(s.lo)))
        low = s.lo if not isinstance(s.lo, ir.Op) else ir.Paren(s.lo)
        span = ir.Paren(ir.Op("+", (ir.Op("-", (s.hi, low)), step)))
        last = ir.Op("-", (ir.Op("/", (span, step)), ir.Num("int", 4, 1, "1")))
        loop = ir.Do(s.first, s.last, number, ZERO, last, None, out.body, s.head_last, s.label, s.name)
        return rebuilt(loop, lambda x: ir.Paren(value) if x == ir.Var(s.var) else None)

    try:
        return visit(nest)
    except ValueError:
        return None
