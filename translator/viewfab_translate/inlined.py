"""Calls of subroutines in nests: a subroutine of the same file that works on numbers alone stands in place of its call. Each argument is
copied in and out, so that the order of the work is that of the call."""
from __future__ import annotations

from typing import Optional

from viewfab_translate import ir
from viewfab_translate.compare import generic
from viewfab_translate.facts import exposed_reads
from viewfab_translate.functions import PLAIN
from viewfab_translate.sections import rebuilt
from viewfab_translate.types import INTRINSICS


def inline_calls(routines: list, doubtful: set) -> None:
    """Replaces calls in the loops of all routines. doubtful: routines with two readings."""
    found = {r.name: r for r in routines if r.kind == "subroutine"}
    for r in routines:
        r.body[:] = within(r.body, r, found, doubtful, False)


def within(body: list, routine: ir.Routine, found: dict, doubtful: set, in_loop: bool) -> list:
    out: list = []
    for s in body:
        if isinstance(s, ir.CallStmt) and in_loop:
            callee = found.get(s.name)
            why = obstacle(s, callee, routine, doubtful)
            if not why:
                out += copied(s, callee, routine)
                continue
            s.why = why
        for b in ir.blocks(s):
            b[:] = within(b, routine, found, doubtful, in_loop or isinstance(s, ir.Do))
        out.append(s)
    return out


def obstacle(s: ir.CallStmt, callee: Optional[ir.Routine], routine: ir.Routine, doubtful: set) -> str:
    """Why the statements of the subroutine do not stand in place of the call; '' if they do."""
    if callee is None or callee is routine:
        return "which is not in this file" if callee is None else "which calls itself"
    if id(callee) in doubtful:
        return "whose two readings differ"
    if len(s.args) != len(callee.dummies) or any(isinstance(a, ir.Op) and a.op == "=" for a in s.args):
        return "with named arguments or without some of them"
    return of_dummies(callee) or of_body(callee, routine) or of_arguments(s, callee, routine)


def of_dummies(callee: ir.Routine) -> str:
    for d in callee.dummies:
        symbol = callee.symbols.get(d)
        if symbol is None or symbol.bounds:
            return f"whose argument {d} is an array"
        if symbol.type not in PLAIN or symbol.flags & {"OPTIONAL", "POINTER", "VALUE", "VOLATILE", "ALLOCATABLE"}:
            return f"whose argument {d} is no plain number"
    return ""


def of_body(callee: ir.Routine, routine: ir.Routine) -> str:
    if not callee.body or callee.contains_line or callee.internal_of:
        return "which has internal procedures, or is one"
    for s in ir.walk_statements(callee.body):
        if isinstance(s, ir.Jump) and s.word == "return" and s is callee.body[-1]:
            continue
        if not isinstance(s, (ir.Assign, ir.If, ir.Select, ir.Do)):
            return f"which has a statement {getattr(s, 'what', '') or getattr(s, 'word', '') or 'CALL'}".rstrip()
        for e, written in ir.expressions(s):
            for x in ir.walk(e):
                why = of_name(x, written and x is e, callee, routine)
                if why:
                    return why
    return ""


def of_name(x: ir.Expr, written: bool, callee: ir.Routine, routine: ir.Routine) -> str:
    if isinstance(x, ir.Call):
        return "" if generic(x.name) in INTRINSICS and x.name not in callee.functions else f"which calls the function {x.name}"
    if isinstance(x, (ir.Ref, ir.Range)):
        return f"which uses the array {getattr(x, 'name', '')}".rstrip()
    if not isinstance(x, ir.Var) or x.name in (".true.", ".false."):
        return ""
    symbol = callee.symbols.get(x.name)
    if symbol is None or symbol.bounds or symbol.type not in PLAIN:
        return f"which uses {x.name}"
    if symbol.place in ("module", "common"):
        if written:
            return f"which changes {x.name} outside of its arguments"
        known = routine.symbols.get(x.name)
        return "" if known is not None and (known.place, known.module) == (symbol.place, symbol.module) and symbol.place == "module" \
            else f"which reads {x.name} outside of its arguments"
    if symbol.place == "local" and ("SAVE" in " ".join(symbol.flags) or symbol.flags & {"DATA", "EQUIVALENCED", "HOST"}):
        return f"which keeps {x.name} between calls"
    return ""


def of_arguments(s: ir.CallStmt, callee: ir.Routine, routine: ir.Routine) -> str:
    """Arguments are numbers of the same kind; a changed one is a variable whose subscripts the call leaves alone."""
    from viewfab_translate.types import type_of
    written = written_names(callee)
    changed = {getattr(a, "name", "") for d, a in zip(callee.dummies, s.args) if d in written}
    for d, a in zip(callee.dummies, s.args):
        symbol = callee.symbols[d]
        if type_of(a, routine) != (symbol.type, symbol.kind):
            return f"whose argument {d} has another type than the call gives"
        known = routine.symbols.get(getattr(a, "name", ""))
        if isinstance(a, ir.Var) and known is not None and known.bounds or any(isinstance(x, ir.Range) for x in ir.walk(a)):
            return f"which gets an array for the number {d}"
        if d in written and not isinstance(a, (ir.Var, ir.Ref)):
            return f"which changes its argument {d}, and gets an expression there"
        if isinstance(a, ir.Ref) and any(ir.names_of(x) & changed for x in a.subs):
            return f"which changes a subscript of its argument {d}"
    if sum(getattr(a, "name", "") in changed for a in s.args) > len([d for d in callee.dummies if d in written]):
        return "which gets a variable twice, and changes it"
    return ""


def written_names(callee: ir.Routine) -> set:
    return {e.name for s in ir.walk_statements(callee.body) for e, written in ir.expressions(s) if written}


def copied(s: ir.CallStmt, callee: ir.Routine, routine: ir.Routine) -> list:
    """The statements of the call, with names of their own."""
    number = 1
    while any(n.endswith(f"@{callee.name}{number}") for n in routine.symbols):
        number += 1
    own, out = {}, []
    for name, symbol in callee.symbols.items():
        if symbol.place in ("dummy", "local") and not symbol.bounds and symbol.type in PLAIN:
            own[name] = f"{name}@{callee.name}{number}"
            routine.symbols[own[name]] = ir.Symbol(own[name], symbol.type, symbol.kind)

    def change(x):
        if isinstance(x, ir.Var):
            if x.name in own:
                return ir.Var(own[x.name])
            symbol = callee.symbols.get(x.name)
            if symbol is not None and symbol.place == "parameter" and isinstance(symbol.value, ir.Num):
                value = symbol.value
                number = float(value.value) if symbol.type == "real" else value.value
                return ir.Num(symbol.type, symbol.kind, number)
        return None

    written, certain = written_names(callee), exposed_reads(callee.body, set(), callee)[1]
    for d, a in zip(callee.dummies, s.args):
        if callee.symbols[d].intent != "out" or d not in certain:
            out.append(ir.Assign(s.first, s.last, ir.Var(own[d]), a))
    for t in callee.body:
        if not isinstance(t, ir.Jump):
            out.append(placed(rebuilt(t, change), s, own))
    for d, a in zip(callee.dummies, s.args):
        if d in written:
            out.append(ir.Assign(s.first, s.last, a, ir.Var(own[d])))
    return out


def placed(t: ir.Stmt, s: ir.CallStmt, own: dict) -> ir.Stmt:
    """The statement at the lines of the call."""
    for x in ir.walk_statements([t]):
        x.first, x.last = s.first, s.last
        if isinstance(x, ir.Do):
            x.var, x.head_last = own.get(x.var, x.var), s.last
    return t
