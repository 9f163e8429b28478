"""Splits a nest with several loops side by side into nests of their own, where they share nothing that either of them changes."""
from __future__ import annotations

from typing import Optional

from viewfab_translate import ir
from viewfab_translate.axes import dimension
from viewfab_translate.facts import collect


def split_nest(nest: ir.Do, statements: bool = False) -> Optional[list]:
    """Nests that together do the work of the nest, or None if it has one part alone. statements: parts need no loops of their own."""
    chain = ir.chain_of(nest)
    bounds = {n for loop in chain for e in (loop.lo, loop.hi, loop.step) for n in ir.names_of(e)}
    groups = independent(chain[-1].body, statements)
    if len(groups) < 2 or any(names(s, {})[1] & bounds for s in chain[-1].body):
        return None
    return [within(chain, g) for g in groups]


def in_turn(nest: ir.Do, routine: ir.Routine) -> Optional[list]:
    """Nests that one after the other do the work of the nest: an iteration of a part needs from the parts before it only elements of the
    same iteration, and changes nothing that these parts need in a later iteration."""
    chain = ir.chain_of(nest)
    if any(isinstance(s, (ir.Jump, ir.CallStmt, ir.Other, ir.While)) for s in ir.walk_statements([nest])):
        return None
    facts = collect(nest, routine)
    uses = [names(s, {}) for s in chain[-1].body]
    changed = set().union(*[w for _, w in uses])
    if changed & {n for loop in chain for e in (loop.lo, loop.hi, loop.step) for n in ir.names_of(e)}:
        return None
    aligned = {n for n in changed & facts.arrays_written if is_shared(routine.symbols.get(n))
               and all(dimension(facts, n, loop.var) is not None for loop in chain)}
    parts = [[chain[-1].body[0]]]
    for at, s in enumerate(chain[-1].body[1:], 1):
        (reads, writes), (later, written) = ((set().union(*[u[0] for u in side]), set().union(*[u[1] for u in side]))
                                             for side in (uses[:at], uses[at:]))
        if (writes & (later | written) | reads & written) - aligned:
            parts[-1].append(s)
        else:
            parts.append([s])
    if len(parts) < 2 or not all(any(isinstance(s, ir.Do) for s in p) for p in parts):
        return None
    return [within(chain, p) for p in parts]


def within(chain: list, body: list) -> ir.Do:
    """The loops, with these statements in the innermost of them."""
    for loop in reversed(chain):
        body = [ir.Do(loop.first, loop.last, loop.var, loop.lo, loop.hi, loop.step, body, loop.head_last, "", loop.name)]
    return body[0]


def is_shared(symbol) -> bool:
    """An array that code behind the nest may need, so that no part takes the array for its own."""
    return symbol is not None and symbol.place in ("dummy", "common", "module") and \
        not symbol.flags & {"POINTER", "TARGET", "EQUIVALENCED", "VOLATILE"}


def independent(body: list, statements: bool) -> list:
    """Groups of statements without a name in common that one of them changes. Jumps keep everything together."""
    if not statements and sum(isinstance(s, ir.Do) for s in body) < 2 or any(isinstance(s, ir.Jump) for s in ir.walk_statements(body)):
        return [body]
    groups: list = []
    planes = planes_of(body) if statements else {}
    for s in body:
        reads, writes = names(s, planes)
        joined = [g for g in groups if g[2] & (reads | writes) or writes & g[1]]
        statements = [x for g in joined for x in g[0]] + [s]
        order = {id(x): at for at, x in enumerate(body)}
        statements.sort(key=lambda x: order[id(x)])
        merged = (statements, reads.union(*[g[1] for g in joined]), writes.union(*[g[2] for g in joined]))
        groups = [g for g in groups if all(g is not j for j in joined)] + [merged]
    return [g[0] for g in groups] if statements or all(any(isinstance(x, ir.Do) for x in g[0]) for g in groups) else [body]


def planes_of(body: list) -> dict:
    """Arrays whose uses all have a constant at the same subscript: the number of this subscript."""
    uses: dict = {}
    for s in ir.walk_statements(body):
        for x in (x for e, _ in ir.expressions(s) for x in ir.walk(e)):
            if isinstance(x, (ir.Ref, ir.Var)):
                here = {d for d, e in enumerate(x.subs) if isinstance(e, ir.Num)} if isinstance(x, ir.Ref) else set()
                uses[x.name] = uses.get(x.name, here) & here
    return {n: min(d) for n, d in uses.items() if d}


def names(s: ir.Stmt, planes: dict) -> tuple:
    """(names read, names written) of a statement; variables of its own loops do not count. A plane of an array is a name."""
    found = lambda e: {named(x, planes) for x in ir.walk(e) if isinstance(x, (ir.Var, ir.Ref, ir.Call))}
    reads, writes, loops = set(), set(), set()
    for x in ir.walk_statements([s]):
        if isinstance(x, ir.Do):
            loops.add(x.var)
        if isinstance(x, ir.Other):
            reads |= set(x.names)
            writes |= set(x.names)
        if isinstance(x, ir.CallStmt):
            for a in x.args:
                writes |= found(a)
        for e, written in ir.expressions(x):
            if written:
                writes.add(named(e, planes))
                for y in ir.children(e):
                    reads |= found(y)
            else:
                reads |= found(e)
    return reads - loops, writes - loops


def named(x: ir.Expr, planes: dict) -> str:
    return f"{x.name}[{x.subs[planes[x.name]].value}]" if isinstance(x, ir.Ref) and x.name in planes else x.name
