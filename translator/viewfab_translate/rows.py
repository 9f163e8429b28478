"""Row buffers: a local array that one loop over a row fills and the next loop over the row reads. They become lines of a kernel."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from viewfab_translate import ir
from viewfab_translate.affine import Affine, affine
from viewfab_translate.read_elsewhere import live_names
from viewfab_translate.normalise import split

MARK = "[line]"


@dataclass
class Row:
    """A row buffer: its name, the variable of the loop that fills it, and its value for this variable."""
    name: str
    var: str
    value: ir.Expr
    kind: tuple
    form: Affine


def take_rows(nest: ir.Do, routine: ir.Routine, origin: ir.Do) -> Optional[tuple]:
    """(the nest without the loops that fill rows and with calls of [line]name, rows by name), or None."""
    chain, here, outer = [], nest, {}
    while True:
        inner = [s for s in here.body if isinstance(s, ir.Do)]
        plain = [s for s in here.body if isinstance(s, ir.Assign) and isinstance(s.left, ir.Var)]
        if len(inner) == 1 and len(plain) == len(here.body) - 1:
            chain.append(here)
            here = inner[0]
            continue
        break
    for s in [x for loop in chain + [here] for x in loop.body if isinstance(x, ir.Assign) and isinstance(x.left, ir.Var)]:
        outer[s.left.name] = as_operand(ir.rebuild(s.right, lambda x: outer.get(x.name) if isinstance(x, ir.Var) else None))
    body = here.body
    loops = [s for s in body if isinstance(s, ir.Do)]
    if len(loops) < 2 or any(not isinstance(s, (ir.Do, ir.Assign)) for s in body):
        return None
    rows: dict = {}
    fills, rest = [], []
    for s in body:
        found = filled(s, routine, outer) if isinstance(s, ir.Do) else None
        if found and all(dead(n, origin, routine) for n in found):
            rows.update(found)
            fills.append(s)
        else:
            rest.append(s)
    users = [s for s in rest if isinstance(s, ir.Do)]
    if not rows or not users or body.index(fills[-1]) > body.index(users[0]):
        return None
    user = users[0]
    if any((u.var, u.lo, u.hi, u.step) != (user.var, user.lo, user.hi, user.step) for u in users):
        return None
    written = {s.left.name for s in ir.walk_statements(users) if isinstance(s, ir.Assign)}
    inner = {id(u): temporaries_of(u, outer, routine) for u in users}
    for f in fills:
        if not all(covered(f, u, rows, routine, inner[id(u)]) for u in users):
            return None
    if any(ir.names_of(row.value) & (written - {row.var}) for row in rows.values()):
        return None  # a line reads no array that the points write
    if any(n in ir.names_of(e) for n in rows for s in rest if not isinstance(s, ir.Do) for e, _ in ir.expressions(s)):
        return None
    new = []
    for s in rest:
        if isinstance(s, ir.Do):
            s = ir.Do(s.first, s.last, s.var, s.lo, s.hi, s.step,
                      [marked(x, rows, s.var, inner[id(s)], routine) for x in s.body], s.head_last)
            if any(isinstance(x, ir.Ref) and x.name in rows for y in ir.walk_statements([s]) for e, _ in ir.expressions(y)
                   for x in ir.walk(e)):
                return None
        new.append(s)
    for at, loop in enumerate([here] + list(reversed(chain))):
        before = [s for s in loop.body if isinstance(s, ir.Assign)] if at else []
        new = [ir.Do(loop.first, loop.last, loop.var, loop.lo, loop.hi, loop.step, before + new, loop.head_last)]
    return new[0], rows


def as_operand(e: ir.Expr) -> ir.Expr:
    return ir.Paren(e) if isinstance(e, ir.Op) else e


def filled(loop: ir.Do, routine: ir.Routine, outer: dict) -> Optional[dict]:
    """The rows that a loop fills, if it does nothing else. outer: values of temporaries from the loops around."""
    out, temporaries = {}, dict(outer)
    if loop.step is not None and loop.step != ir.Num("int", 4, 1):
        return None
    for s in loop.body:
        if not isinstance(s, ir.Assign):
            return None
        value = ir.rebuild(s.right, lambda x: temporaries.get(x.name) if isinstance(x, ir.Var) else None)
        if isinstance(s.left, ir.Var):
            symbol = routine.symbols.get(s.left.name)
            if symbol is None or symbol.bounds or symbol.type != "int":
                return None
            temporaries[s.left.name] = as_operand(value)
            continue
        subs = s.left.subs if isinstance(s.left, ir.Ref) else ()
        value = ir.rebuild(value, lambda x: ir.Paren(out[x.name].value) if isinstance(x, ir.Ref) and x.name in out and
                           x.subs == subs else None)
        symbol = routine.symbols.get(s.left.name)
        if symbol is None or symbol.place != "local" or symbol.rank != 1 or symbol.type != "real" or s.left.name in out or \
                any(isinstance(x, ir.Ref) and x.name in out for x in ir.walk(value)):
            return None
        f = one_form(s.left.subs[0], temporaries, routine)
        if f is None or f.factor(loop.var) < 1:
            return None
        out[s.left.name] = Row(s.left.name, loop.var, value, (symbol.type, symbol.kind), renamed(f, loop.var))
    return out or None


def one_form(e: ir.Expr, temporaries: dict, routine: ir.Routine) -> Optional[Affine]:
    """The single affine form of a subscript, with temporaries replaced by their values."""
    e = ir.rebuild(e, lambda x: temporaries.get(x.name) if isinstance(x, ir.Var) else None)
    form = affine(e, {}, set(), routine.symbols)
    return next(iter(form)) if form and len(form) == 1 else None


def renamed(f: Affine, var: str) -> Affine:
    return Affine(tuple(sorted(("@" if n == var else n, x) for n, x in f.terms)), f.constant)


def temporaries_of(loop: ir.Do, outer: dict, routine: ir.Routine) -> dict:
    """Values of whole-number temporaries that the loop sets once, in front of its other statements."""
    out = dict(outer)
    for s in loop.body:
        if isinstance(s, ir.Assign) and isinstance(s.left, ir.Var):
            symbol = routine.symbols.get(s.left.name)
            if symbol is not None and symbol.type == "int":
                out[s.left.name] = as_operand(ir.rebuild(s.right, lambda x: out.get(x.name) if isinstance(x, ir.Var) else None))
    return out


def distance(row: Row, sub: ir.Expr, var: str, temporaries: dict, routine: ir.Routine) -> Optional[int]:
    """How many points beyond the point of the loop the element lies, or None."""
    f = one_form(sub, temporaries, routine)
    if f is None:
        return None
    rest = renamed(f, var).plus(row.form, -1)
    factor = row.form.factor("@")
    return rest.constant // factor if not rest.terms and rest.constant % factor == 0 else None


def dead(name: str, nest: ir.Do, routine: ir.Routine) -> bool:
    """Nothing outside of the nest reads the buffer without a loop of its own that fills it: here, nothing but nests use it."""
    symbol = routine.symbols[name]
    if "SAVE" in " ".join(symbol.flags) or symbol.flags & {"RESULT", "EQUIVALENCED", "SECTION"}:
        return False
    return name not in live_names(nest, routine)


def covered(fill: ir.Do, user: ir.Do, rows: dict, routine: ir.Routine, temporaries: dict) -> bool:
    """The fill has all elements that the user reads: bounds that differ by constants."""
    mine = {n for s in fill.body for n in [getattr(s.left, "name", "")] if n in rows}
    low, high = 0, 0
    for s in ir.walk_statements(user.body):
        for e, written in ir.expressions(s):
            for x in ir.walk(e):
                if isinstance(x, ir.Ref) and x.name in mine:
                    at = distance(rows[x.name], x.subs[0], user.var, temporaries, routine)
                    if written or at is None:
                        return False
                    low, high = min(low, at), max(high, at)
    (a, x), (b, y) = split(fill.lo), split(user.lo)
    (c, u), (d, v) = split(fill.hi), split(user.hi)
    return a == b and c == d and x <= y + low and u >= v + high


def marked(s: ir.Stmt, rows: dict, var: str, temporaries: dict, routine: ir.Routine):
    """The statement with [line]name(point) in place of elements of the buffers."""
    def change(x):
        if isinstance(x, ir.Ref) and x.name in rows:
            at = distance(rows[x.name], x.subs[0], var, temporaries, routine)
            number = ir.Num("int", 4, abs(at), str(abs(at)))
            return ir.Call(MARK + x.name, (ir.Op("+" if at > 0 else "-", (ir.Var(var), number)) if at else ir.Var(var),))
        return None
    inner = lambda b: [marked(x, rows, var, temporaries, routine) for x in b]
    if isinstance(s, ir.Assign):
        left = s.left if not isinstance(s.left, ir.Ref) else ir.Ref(s.left.name, tuple(ir.rebuild(a, change) for a in s.left.subs))
        return ir.Assign(s.first, s.last, left, ir.rebuild(s.right, change))
    if isinstance(s, ir.If):
        return ir.If(s.first, s.last, [(None if c is None else ir.rebuild(c, change), inner(b)) for c, b in s.branches])
    return s
