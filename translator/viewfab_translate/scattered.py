"""Loops that add to several neighbours, as in out(i-1) = out(i-1) - f; out(i) = out(i) + f: each element takes its own terms, in the order in
which the iterations of the loop reach it, so the sums have the bits of the loop."""
from __future__ import annotations

from typing import Optional

from viewfab_translate import ir
from viewfab_translate.affine import affine
from viewfab_translate.facts import exposed_reads, is_array, live_after
from viewfab_translate.work_arrays import chain_of

MOST = 6  # different distances


def gathered(nest: ir.Do, routine: ir.Routine) -> Optional[ir.Do]:
    """The nest over the elements in place of the loop that reaches several of them in each iteration, or None."""
    chain = chain_of(nest, routine)
    body = chain[-1].body
    if not body or not all(isinstance(s, ir.Assign) for s in body):
        return None
    scalars = {s.left.name for s in body if isinstance(s.left, ir.Var) and not is_array(s.left, routine)}
    if any(isinstance(s.left, ir.Var) and s.left.name not in scalars for s in body) or exposed_reads(body, set(), routine)[0] & scalars:
        return None
    changed = {s.var for s in chain} | {s.left.name for loop in chain for s in loop.body if isinstance(s, ir.Assign)}
    if any((ir.names_of(s.lo) | ir.names_of(s.hi)) & changed for s in chain):
        return None
    for at, loop in reversed(list(enumerate(chain))):
        if any(not isinstance(x, ir.Do) for s in chain[at:-1] for x in s.body):
            return None  # numbers that follow the loop
        distances = reached(body, loop, routine, scalars)
        if distances is None or loop.step is not None:
            continue
        symbol = routine.symbols.get(loop.var)
        if symbol is None or symbol.place != "local" or loop.var in live_after(nest, routine):
            return None
        return rewritten(chain, loop, distances)
    return None


def reached(body: list, loop: ir.Do, routine: ir.Routine, scalars: set) -> Optional[list]:
    """(statement, distance) of each assignment to an element: the element is that of the loop's variable plus the distance. None if the
    statements read what others change, or reach a single element each."""
    out, rests = [], {}
    for s in body:
        if not isinstance(s.left, ir.Ref):
            continue
        form = None
        for d, sub in enumerate(s.left.subs):
            found = None if isinstance(sub, ir.Range) else affine(sub, {}, scalars, routine.symbols)
            if found is None or len(found) != 1:
                return None
            f = next(iter(found))
            if f.factor(loop.var):
                if form is not None or f.factor(loop.var) != 1:
                    return None
                form = (d, f.without(loop.var))
        if form is None:
            return None
        d, rest = form
        key = (d, rest.terms, tuple(x for n, x in enumerate(s.left.subs) if n != d))
        if rests.setdefault(s.left.name, key) != key:
            return None
        out.append((s, rest.constant))
    written = {s.left.name for s, _ in out}
    for s in body:
        for x in (x for e in [s.right, *ir.children(s.left)] for x in ir.walk(e)):
            if isinstance(x, (ir.Ref, ir.Var)) and x.name in written and x != s.left:
                return None
    numbers = {c for _, c in out}
    several = any(len({c for s, c in out if s.left.name == n}) > 1 for n in written)
    return out if several and len(numbers) <= MOST else None


def rewritten(chain: list, loop: ir.Do, distances: list) -> ir.Do:
    inner, new = chain[-1], []
    by_statement = {id(s): c for s, c in distances}
    number = lambda c: ir.Num("int", 4, abs(c), str(abs(c)))
    moved = lambda e, c: e if not c else ir.Op("+" if c > 0 else "-", (e if isinstance(e, (ir.Var, ir.Num)) else ir.Paren(e), number(c)))
    low, high = min(c for _, c in distances), max(c for _, c in distances)
    for c in sorted({c for _, c in distances}, reverse=True):  # the iteration of the largest distance comes first
        at = moved(ir.Var(loop.var), -c)
        change = lambda x: (ir.Paren(at) if isinstance(at, ir.Op) else at) if x == ir.Var(loop.var) else None
        part = [ir.Assign(s.first, s.last, ir.rebuild(s.left, change), ir.rebuild(s.right, change)) for s in inner.body
                if by_statement.get(id(s), c) == c]
        tests = [ir.Op(">=", (at, loop.lo))] if c > low else []
        tests += [ir.Op("<=", (at, loop.hi))] if c < high else []
        test = tests[0] if len(tests) == 1 else ir.Op("and", tuple(tests)) if tests else None
        new += part if test is None else [ir.If(part[0].first, part[-1].last, [(test, part)])]
    for s in reversed(chain):
        lo, hi = (moved(s.lo, low), moved(s.hi, high)) if s is loop else (s.lo, s.hi)
        before = [x for x in s.body if not isinstance(x, ir.Do)] if s is not inner else []
        new = [ir.Do(s.first, s.last, s.var, lo, hi, s.step, before + new, s.head_last, "", s.name)]
    return new[0]
