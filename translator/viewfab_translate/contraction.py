"""Local arrays that hold one value at a time: each iteration sets x(i,k) before it reads x(i,k), and no other element."""
from __future__ import annotations

from viewfab_translate import ir
from viewfab_translate.facts import exposed_reads
from viewfab_translate.read_elsewhere import live_names
from viewfab_translate.sections import rebuilt


def single_valued(nest: ir.Do, origin: ir.Do, routine: ir.Routine) -> dict:
    """Local arrays whose references in the nest all have the same subscripts: name to subscripts."""
    found: dict = {}
    outside = live_names(origin, routine)
    for s in ir.walk_statements([nest]):
        for e, _ in ir.expressions(s):
            for x in ir.walk(e):
                if isinstance(x, ir.Ref):
                    found.setdefault(x.name, set()).add(x.subs)
                elif isinstance(x, ir.Var):
                    found.setdefault(x.name, set())
    written = {s.left.name for s in ir.walk_statements([nest]) if isinstance(s, ir.Assign) and isinstance(s.left, ir.Ref)}
    out = {}
    for name in written:
        symbol = routine.symbols.get(name)
        if symbol is None or symbol.place != "local" or "SAVE" in " ".join(symbol.flags) or name in outside or \
                symbol.flags & {"RESULT", "EQUIVALENCED", "POINTER", "TARGET", "DATA", "SECTION"} or len(found[name]) != 1:
            continue
        out[name] = next(iter(found[name]))
    return out


def contract(nest: ir.Do, names: dict, routine: ir.Routine) -> ir.Do:
    """The nest with a scalar x@ in place of each array."""
    def change(x):
        return ir.Var(x.name + "@") if isinstance(x, ir.Ref) and x.name in names else None
    for name in names:
        symbol = routine.symbols[name]
        routine.symbols[name + "@"] = ir.Symbol(name + "@", symbol.type, symbol.kind)
    return rebuilt(nest, change)


def dissolved(s: ir.Stmt, axes: set) -> list:
    """The statements of a point: without the loops over axes."""
    if isinstance(s, ir.Do) and s.var in axes:
        return [y for x in s.body for y in dissolved(x, axes)]
    if isinstance(s, ir.Do):
        return [ir.Do(s.first, s.last, s.var, s.lo, s.hi, s.step, [y for x in s.body for y in dissolved(x, axes)], s.head_last)]
    if isinstance(s, ir.If):
        return [ir.If(s.first, s.last, [(c, [y for x in b for y in dissolved(x, axes)]) for c, b in s.branches])]
    if isinstance(s, ir.Select):
        return [ir.Select(s.first, s.last, s.selector, [(v, [y for x in b for y in dissolved(x, axes)]) for v, b in s.cases])]
    if isinstance(s, ir.While):
        return [ir.While(s.first, s.last, s.condition, [y for x in s.body for y in dissolved(x, axes)])]
    return [s]


def still_exposed(nest: ir.Do, axes: set, names: dict, routine: ir.Routine) -> set:
    """The arrays that a point may read before it sets them. An array without a subscript of a loop over points is set anew in each
    of these loops: a second loop would read what the last point of the first loop has left."""
    exposed, _ = exposed_reads(dissolved(nest, axes), set(), routine)
    out = {n for n in names if n + "@" in exposed}
    for loop in ir.walk_statements([nest]):
        if isinstance(loop, ir.Do) and loop.var in axes:
            inside, _ = exposed_reads([y for s in loop.body for y in dissolved(s, axes)], set(), routine)
            out |= {n for n, subs in names.items() if n + "@" in inside and not any(loop.var in ir.names_of(s) for s in subs)}
    return out
