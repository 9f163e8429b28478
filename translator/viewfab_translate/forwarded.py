"""Whole numbers that a loop over levels sets from its own variable, such as k = kk - 1: subscripts get the expression in their place, so
that a level is a constant distance from the loop's variable."""
from __future__ import annotations

from viewfab_translate import ir
from viewfab_translate.affine import affine
from viewfab_translate.sections import rebuilt


def forwarded(body: list, symbols: dict, changed: set) -> list:
    """The statements with such expressions in subscripts. changed: names that the nest changes."""
    return [forward(s, symbols, changed, ()) for s in body]


def forward(s: ir.Stmt, symbols: dict, changed: set, loops: tuple) -> ir.Stmt:
    if isinstance(s, ir.Do):
        return ir.Do(s.first, s.last, s.var, s.lo, s.hi, s.step, in_list(s.body, symbols, changed, loops + (s.var,)), s.head_last, s.label,
                     s.name, s.concurrent)
    if isinstance(s, ir.If):
        return ir.If(s.first, s.last, [(c, in_list(b, symbols, changed, loops)) for c, b in s.branches])
    return s


def in_list(body: list, symbols: dict, changed: set, loops: tuple) -> list:
    """Statements of a list, in order: a value holds until a statement sets its name or one of the names in it."""
    out, known = [], {}
    for s in body:
        set_here = {e.name for x in ir.walk_statements([s]) for e, written in ir.expressions(x) if written}
        single = isinstance(s, ir.Assign) and isinstance(s.left, ir.Var)
        inside = known if single else {n: v for n, v in known.items() if n not in set_here and not ir.names_of(v) & set_here}
        new = rebuilt(s, lambda x: in_subscripts(x, inside)) if inside else s
        if not single:
            new = forward(new, symbols, changed, loops)
        out.append(new)
        known = {n: v for n, v in known.items() if n not in set_here and not ir.names_of(v) & set_here}
        symbol = symbols.get(s.left.name) if single else None
        if symbol is not None and symbol.type == "int" and not symbol.bounds and s.left.name not in ir.names_of(s.right):
            form = affine(s.right, {}, changed - set(loops), symbols)
            if form is not None and len(form) == 1 and next(iter(form)).names() & set(loops):
                known[s.left.name] = ir.Paren(s.right) if isinstance(s.right, ir.Op) else s.right
    return out


def in_subscripts(x: ir.Expr, known: dict):
    if not isinstance(x, ir.Ref):
        return None
    change = lambda y: known.get(y.name) if isinstance(y, ir.Var) else in_subscripts(y, known)
    return ir.Ref(x.name, tuple(ir.rebuild(s, change) for s in x.subs))
