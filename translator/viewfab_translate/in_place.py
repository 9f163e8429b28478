"""Arrays that callers pass twice: call step(u, u_new) beside call step(u, u). Fortran forbids the second call where the routine writes an
array, and codes make such calls all the same."""
from __future__ import annotations

from viewfab_translate import ir
from viewfab_translate.actuals import given
from viewfab_translate.callees import Unfit
from viewfab_translate.tree import text_of


def note_callers(routines: list) -> None:
    """Sets passed_twice of each routine: (dummy, dummy, line, file) of the calls that pass the same array for both."""
    by_name: dict = {}
    for r in routines:
        by_name.setdefault(r.name, []).append(r)
    for caller in routines:
        for s in ir.walk_statements(caller.body):
            if not isinstance(s, ir.CallStmt):
                continue
            for callee in by_name.get((s.called or s.name).split("%")[0], []):
                callee.passed_twice += [(a, b, caller.source.author_line(s.first), caller.source.path.name)
                                        for a, b in same_arguments(s, callee)]


def same_arguments(s: ir.CallStmt, callee: ir.Routine) -> list:
    try:
        actuals = given(s, callee)
    except Unfit:  # the call is of another routine with this name
        return []
    arrays = [d for d in callee.dummies if d in actuals and d in callee.symbols and callee.symbols[d].bounds]
    return [(a, b) for n, a in enumerate(arrays) for b in arrays[n + 1:]
            if isinstance(actuals[a], (ir.Var, ir.Ref)) and text_of(actuals[a]) == text_of(actuals[b])]


def allow(kernel: ir.Kernel, routine: ir.Routine) -> None:
    """The kernel takes the same array twice, if each point uses its own elements alone. Else the report has a note."""
    by_name = {a.name: a for a in kernel.arrays}
    for a, b, line, file in routine.passed_twice:
        first, second = by_name.get(a), by_name.get(b)
        if first is None or second is None or first.intent == second.intent == "READ":
            continue
        if kernel.columns is None and not kernel.lines and first.map == second.map and first.reach == second.reach == "reach(0)":
            kernel.safe_in_place = True
        else:
            kernel.notes.append(f"{file}:{line} passes the same array for {a} and {b}, and a point reads elements that other points write: "
                                "viewfab refuses this call; pass a copy, or leave the routine out of ROUTINES")
