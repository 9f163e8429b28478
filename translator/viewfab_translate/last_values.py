"""Values that loop variables have behind a nest, where code behind the nest may read them."""
from __future__ import annotations

from typing import Optional

from viewfab_translate import ir
from viewfab_translate.facts import Facts, exposed_reads, path_to
from viewfab_translate.tree import text_of

ONE = ir.Num("int", 4, 1, "1")


def last_value(name: str, facts: Facts) -> Optional[str]:
    """The statement that sets a loop variable as the loops leave it, or None if the loop is not one of the outermost."""
    here, around = facts.origin, []
    while True:
        if ir.names_read(here.lo) & facts.changed or ir.names_read(here.hi) & facts.changed or here.step not in (None, ONE, *DOWN):
            return None
        if here.var == name:
            break
        around.append(here)
        if len(here.body) != 1 or not isinstance(here.body[0], ir.Do):
            return None
        here = here.body[0]
    if len(facts.loops.get(name, [])) > 1:
        return None
    down = here.step in DOWN
    end = bracket(ir.Op("-" if down else "+", (bracket(here.hi), ONE)))
    text = f"{name} = {text_of(ir.Call('min' if down else 'max', (here.lo, end)))}"
    runs = [f"{text_of(x.lo)} {'>=' if x.step in DOWN else '<='} {text_of(x.hi)}" for x in around]
    return f"if ({' .and. '.join(runs)}) {text}" if runs else text


DOWN = (ir.Op("neg", (ONE,)), ir.Num("int", 4, -1))


def bracket(e: ir.Expr) -> ir.Expr:
    return ir.Paren(e) if isinstance(e, ir.Op) and e.op in "+-" and not isinstance(e.args[-1], ir.Num) else e


def set_again(name: str, facts: Facts) -> bool:
    """All ways from the nest to the end of the routine set the variable before the caller can read it."""
    routine = facts.routine
    path = path_to(facts.origin, routine.body)
    end = routine.body[-1]  # a RETURN there is no other way out
    if path is None or any(isinstance(s, ir.Jump) and s.word in ("goto", "return", "stop") and not (s is end and s.word == "return")
                           for s in ir.walk_statements(routine.body)):
        return False
    for body, at, owner in reversed(path):
        exposed, defined = exposed_reads(body[at + 1:], set(), routine)
        if name in exposed:
            return False
        if name in defined:
            return True
        if isinstance(owner, (ir.While, ir.Other)):
            return False
    return False
