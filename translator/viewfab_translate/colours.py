"""Red-black loops: the loop over the first index begins at a place that depends on the parity of the other indices, with step 2."""
from __future__ import annotations

from typing import Optional

from viewfab_translate import ir
from viewfab_translate.affine import affine
from viewfab_translate.compare import generic
from viewfab_translate.facts import Facts


def find_colours(nest: ir.Do, routine: ir.Routine) -> Optional[tuple]:
    """(the nest with a plain loop in place of the loop with step 2, that loop's variable, the colour), or None."""
    loops = [s for s in ir.walk_statements([nest]) if isinstance(s, ir.Do)]
    two = [s for s in loops if s.step == ir.Num("int", 4, 2)]
    if len(two) != 1 or len([s for s in loops if s.var == two[0].var]) != 1:
        return None
    loop = two[0]
    values = {}
    for s in ir.walk_statements([nest]):
        if isinstance(s, ir.Assign) and isinstance(s.left, ir.Var):
            values[s.left.name] = None if s.left.name in values else s.right
    start = ir.rebuild(loop.lo, lambda x: values.get(x.name) if isinstance(x, ir.Var) and values.get(x.name) is not None else None)
    terms = sum_of(start, 1)
    parities = [t for t, _ in terms if is_parity(t)]
    if len(parities) != 1:
        return None
    begin = join([(t, sign) for t, sign in terms if not is_parity(t)])
    inner = parities[0].args[0]
    others = [s.var for s in loops if s is not loop]
    form = affine(inner, {}, set(), routine.symbols)
    f = next(iter(form)) if form and len(form) == 1 else None
    if f is None or f.factor(loop.var) or ir.names_of(begin) & set(others + [loop.var]):
        return None
    used = [v for v in others if f.factor(v) % 2]
    if any(f.factor(v) % 2 == 0 and f.factor(v) for v in others) or not used:
        return None
    rest = [(t, sign) for t, sign in sum_of(inner, 1) if not ir.names_of(t) & set(used)]
    colour = ir.Call("modulo", (join(rest + [(begin, 1)]), ir.Num("int", 4, 2, "2")))
    if ir.names_of(colour) & set(others):
        return None
    plain = ir.Do(loop.first, loop.last, loop.var, begin, loop.hi, None, loop.body, loop.head_last)
    return replaced(nest, loop, plain), loop.var, used, colour


def is_parity(e: ir.Expr) -> bool:
    return isinstance(e, ir.Call) and generic(e.name) in ("mod", "modulo") and e.args[1] == ir.Num("int", 4, 2)


def sum_of(e: ir.Expr, sign: int) -> list:
    """The terms of a sum with their signs."""
    if isinstance(e, ir.Paren):
        return sum_of(e.inner, sign)
    if isinstance(e, ir.Op) and e.op in "+-" and len(e.args) == 2:
        return sum_of(e.args[0], sign) + sum_of(e.args[1], sign if e.op == "+" else -sign)
    return [(e, sign)]


def join(terms: list) -> ir.Expr:
    out: Optional[ir.Expr] = None
    for t, sign in terms:
        t = ir.Paren(t) if isinstance(t, ir.Op) else t
        if out is None:
            out = t if sign > 0 else ir.Op("neg", (t,))
        else:
            out = ir.Op("+" if sign > 0 else "-", (out, t))
    return out if out is not None else ir.Num("int", 4, 0, "0")


def replaced(s: ir.Stmt, old: ir.Stmt, new: ir.Stmt):
    """The nest with another loop in place of one of its loops."""
    if s is old:
        return new
    if isinstance(s, ir.Do):
        return ir.Do(s.first, s.last, s.var, s.lo, s.hi, s.step, [replaced(x, old, new) for x in s.body], s.head_last, s.label, s.name)
    return s


def other_colour(facts: Facts, name: str, letters: list) -> Optional[list]:
    """Reads of a coloured array beside the reads of the other colour, or None if a read has no constant distance."""
    uses = [a for a in facts.accesses if a.array == name]
    write = next(a for a in uses if a.write)
    kept = []
    for a in uses:
        if a.write:
            kept.append(a)
            continue
        total = 0
        for f, w in zip(a.subs, write.subs):
            if f is None or w is None or len(f) != 1 or len(w) != 1:
                return None
            difference = next(iter(f)).plus(next(iter(w)), -1)
            if difference.terms:
                return None
            if any(next(iter(w)).factor(v) for v in letters):
                total += difference.constant
            elif difference.constant:
                return None
        if total % 2 == 0:
            kept.append(a)
    return kept
