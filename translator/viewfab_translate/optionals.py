"""PRESENT within loops: the nest of a call with all OPTIONAL arguments."""
from __future__ import annotations

from copy import deepcopy
from typing import Optional

from viewfab_translate import ir
from viewfab_translate.refusals import optional_names


def with_arguments(nest: ir.Do, routine: ir.Routine) -> Optional[ir.Do]:
    """The nest of a call with all OPTIONAL arguments that the nest uses, where the nest asks for one of them."""
    names = optional_names(nest, routine)

    def answer(x):
        asked = isinstance(x, ir.Call) and x.name == "present" and getattr(x.args[0], "name", "") in names
        return ir.Num("logical", 4, True, ".true.") if asked else None

    asked = any(isinstance(x, ir.Call) and x.name == "present" and answer(x) is not None for s in ir.walk_statements([nest])
                for e, _ in ir.expressions(s) for x in ir.walk(e))
    if not asked:
        return None
    new = deepcopy(nest)
    for s in ir.walk_statements([new]):
        if isinstance(s, ir.If):
            s.branches = [(c if c is None else ir.rebuild(c, answer), b) for c, b in s.branches]
        elif isinstance(s, ir.Assign):
            s.right = ir.rebuild(s.right, answer)
    return new
