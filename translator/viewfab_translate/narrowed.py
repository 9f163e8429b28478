"""Assignments of whole local arrays among loops over columns, such as za(:,:) = 0 before do jl = kidia, kfdia: the loops need the
columns kidia to kfdia alone, so the assignment becomes a loop over jl too, and all of the nest is about the same columns."""
from __future__ import annotations

from collections import Counter
from typing import Optional

from viewfab_translate import ir
from viewfab_translate.axes import ends
from viewfab_translate.facts import path_to
from viewfab_translate.sections import rebuilt


def narrowed(nest: ir.Do, local: set, routine: ir.Routine, place: ir.Do) -> Optional[ir.Do]:
    """The nest with loops over its columns in place of loops over all elements of local arrays; None if there is nothing to change.
    local: arrays that nobody reads outside of the nest. place: the nest of the routine where the statements begin."""
    loops = [s for s in ir.walk_statements([nest]) if isinstance(s, ir.Do) and not is_statement(s)]
    count = Counter(s.var for s in loops if s is not nest)
    for var, _ in count.most_common():
        of_var = [s for s in loops if s.var == var]
        bounds = {ends(s) for s in of_var}
        if len(bounds) != 1 or any(ir.names_of(e) & changed(nest) for e in bounds.copy().pop()):
            continue
        if has_other_use(nest, var):
            continue
        whole = whole_assignments(nest, local) if runs_once(place, routine) else []
        found = {id(s): s for s in whole if fits(s, var, nest, [id(x) for x in whole], routine)}
        found.update({id(s): s for s in array_assignments(nest) if ends(s) == next(iter(bounds)) and s.step is None and
                      not any(var in ir.names_of(e) for x in ir.walk_statements([s]) for e, _ in ir.expressions(x))})
        if found:
            return replaced([nest], found, var, *bounds.pop(), routine)[0]
    return None


def has_other_use(s: ir.Stmt, var: str) -> bool:
    """A statement outside of the loops over the variable reads or sets the variable."""
    if isinstance(s, ir.Do) and s.var == var:
        return any(var in ir.names_of(e) for e in (s.lo, s.hi, s.step))
    return any(var in ir.names_of(e) for e, _ in ir.expressions(s)) or any(has_other_use(x, var) for b in ir.blocks(s) for x in b)


def runs_once(nest: ir.Do, routine: ir.Routine) -> bool:
    """No loop is around the nest: a second run of the nest might read columns that an assignment of the first has set."""
    path = path_to(nest, routine.body)
    return path is not None and all(owner is None or isinstance(owner, (ir.If, ir.Select)) for _, _, owner in path) and \
        not any(isinstance(s, ir.Jump) and s.word == "goto" for s in ir.walk_statements(routine.body))


def changed(nest: ir.Do) -> set:
    return {e.name for s in ir.walk_statements([nest]) for e, written in ir.expressions(s) if written}


def array_assignments(nest: ir.Do) -> list:
    """Array assignments: loops around one assignment to an array, with the lines of the assignment."""
    out: list = []

    def visit(body: list) -> None:
        for s in body:
            if isinstance(s, ir.Do) and is_statement(s):
                if isinstance(innermost(s).left, ir.Ref):
                    out.append(s)
                continue
            for b in ir.blocks(s):
                visit(b)
    visit(nest.body)
    return out


def whole_assignments(nest: ir.Do, local: set) -> list:
    """Array assignments to local arrays."""
    return [s for s in array_assignments(nest) if innermost(s).left.name in local]


def is_statement(s: ir.Do) -> bool:
    inner = innermost(s)
    return isinstance(inner, ir.Assign) and (inner.first, inner.last) == (s.first, s.last)


def innermost(s: ir.Stmt) -> Optional[ir.Stmt]:
    while isinstance(s, ir.Do):
        if len(s.body) != 1:
            return None
        s = s.body[0]
    return s


def fits(s: ir.Do, var: str, nest: ir.Do, whole: list, routine: ir.Routine) -> bool:
    """The array has its first index for the columns: all other accesses of the nest have the column there, in a loop over columns."""
    name, first = innermost(s).left.name, innermost(s).left.subs[0]
    loop = next((x for x in ir.walk_statements([s]) if isinstance(x, ir.Do) and ir.Var(x.var) == first), None)
    if loop is None or not is_all(loop, name, routine.symbols[name].bounds[0]):
        return False

    def good(body: list, under: bool) -> bool:
        for t in body:
            if id(t) in whole and innermost(t).left.name == name:
                if innermost(t).left.subs[0] not in [ir.Var(x.var) for x in ir.walk_statements([t]) if isinstance(x, ir.Do)]:
                    return False
                continue
            for e, _ in ir.expressions(t):
                for x in ir.walk(e):
                    if getattr(x, "name", "") == name and not (under and isinstance(x, ir.Ref) and x.subs[0] == ir.Var(var)):
                        return False
            if isinstance(t, ir.Other) and name in t.names:
                return False
            if not all(good(b, under or isinstance(t, ir.Do) and t.var == var) for b in ir.blocks(t)):
                return False
        return True
    # A plain number on the right has no error of its own in columns that nobody needs.
    return good([nest], False) and all(isinstance(x, (ir.Num, ir.Op, ir.Paren)) for x in ir.walk(innermost(s).right))


def column_of(s: ir.Do, lo: ir.Expr, hi: ir.Expr, routine: ir.Routine) -> ir.Var:
    """The variable of the loop over columns, in an assignment of the columns lo to hi or of all columns."""
    return ir.Var(s.var) if ends(s) == (lo, hi) else innermost(s).left.subs[0]


def is_all(loop: ir.Do, name: str, bounds: tuple) -> bool:
    """The loop runs over all of the first index."""
    ask = (ir.Var(name), ir.Num("int", 4, 1))
    low, high = loop.lo == (bounds[0] or ir.Num("int", 4, 1)), loop.hi == bounds[1]
    return loop.step is None and (low or loop.lo == ir.Call("lbound", ask)) and (high or loop.hi == ir.Call("ubound", ask))


def replaced(body: list, found: dict, var: str, lo: ir.Expr, hi: ir.Expr, routine: ir.Routine) -> list:
    out = []
    for s in body:
        if id(s) in found:
            inner = innermost(s)
            mine = column_of(s, lo, hi, routine)
            new = rebuilt(inner, lambda x: ir.Var(var) if x == mine else None)
            for loop in reversed([x for x in ir.walk_statements([s]) if isinstance(x, ir.Do)]):
                if ir.Var(loop.var) != mine:
                    new = ir.Do(s.first, s.last, loop.var, loop.lo, loop.hi, loop.step, [new], loop.head_last)
            out.append(ir.Do(s.first, s.last, var, lo, hi, None, [new], s.first))
        elif isinstance(s, ir.Do) and s.var != var:
            out.append(ir.Do(s.first, s.last, s.var, s.lo, s.hi, s.step, replaced(s.body, found, var, lo, hi, routine), s.head_last,
                             s.label, s.name))
        elif isinstance(s, ir.If):
            out.append(ir.If(s.first, s.last, [(c, replaced(b, found, var, lo, hi, routine)) for c, b in s.branches]))
        else:
            out.append(s)
    return out
