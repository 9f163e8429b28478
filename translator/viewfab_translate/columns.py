"""Local arrays of a column or of a row, such as factor(kts:kte): each point gets an array of its own, if each iteration of the loops
over points sets all elements that it reads. The loops then have independent iterations; loops over levels stay in the body."""
from __future__ import annotations

from typing import Optional

from viewfab_translate import ir
from viewfab_translate.axes import choose_axes, dimension
from viewfab_translate.facts import Facts, collect, inside, members
from viewfab_translate.filled import Filled
from viewfab_translate.narrowed import narrowed
from viewfab_translate.read_elsewhere import live_names
from viewfab_translate.reductions import find_results
from viewfab_translate.sections import rebuilt

MARK = "@points"
UNFIT = {"RESULT", "EQUIVALENCED", "POINTER", "TARGET", "DATA", "SECTION", "VOLATILE", "ASSUMED_SIZE"}


def local_arrays(nest: ir.Do, origin: ir.Do, routine: ir.Routine) -> set:
    """Written local arrays without a reader outside of the nest."""
    outside = live_names(origin, routine)
    out = set()
    for s in ir.walk_statements([nest]):
        if isinstance(s, ir.Assign) and isinstance(s.left, ir.Ref):
            symbol = routine.symbols.get(s.left.name)
            if symbol is not None and symbol.place == "local" and symbol.type in ("real", "int", "logical") and \
                    "SAVE" not in " ".join(symbol.flags) and not symbol.flags & UNFIT and s.left.name not in outside | {routine.name}:
                out.add(s.left.name)
    return out


def of_points(nest: ir.Do, routine: ir.Routine, origin: Optional[ir.Do] = None) -> Optional[ir.Do]:
    """The nest in a form in which its columns are more independent, or None. The new nest has the same results. origin: the nests of
    the routine whose statements the nest has."""
    names = local_arrays(nest, origin or nest, routine)
    alone = names - mentioned(origin or nest, routine) - set(routine.__dict__.get("work", ()))
    if not names or routine.contains_line or routine.internal_of or routine.kind == "program":
        return None  # an internal procedure, or the next call, may see the array
    new = narrowed(nest, names, routine, members(origin)[0] if origin is not None else nest)
    return with_own_arrays(new or nest, names, routine, alone) or new


def mentioned(nest: ir.Do, routine: ir.Routine) -> set:
    """Names that statements outside of the nest read or write."""
    out = live_names(nest, routine)
    for s in ir.walk_statements(routine.body):
        if not inside(s, nest):
            out |= {n for e, _ in ir.expressions(s) for n in ir.names_of(e)}
    return out


def with_own_arrays(nest: ir.Do, names: set, routine: ir.Routine, alone: set) -> Optional[ir.Do]:
    """The nest with an array for each point in place of its local arrays, or None. The nest does the same work in the same order.
    alone: arrays that nothing but the nest has."""
    facts = collect(nest, routine)
    results = find_results(facts)
    facts.local = {n: [] for n in names}
    exclude: set = set()
    for var in [""] + list(reversed(facts.loops)):
        exclude.add(var)
        try:
            axes, _, components = choose_axes(facts, results, frozenset(exclude))
        except ir.Refusal:
            return None
        owners = {n: owners_of(n, axes, facts) for n in names}
        if components is None and all(o is not None for o in owners.values()) and \
                all(not o or Filled(n, {a.var for a in o}, facts, n in alone).failed is None for n, o in owners.items()):
            break
    else:
        return None
    owners = {n: o for n, o in owners.items() if o}
    return expanded(nest, owners, routine) if owners else None


def owners_of(name: str, axes: list, facts: Facts) -> Optional[list]:
    """The axes that no subscript of the array follows; None if an access stands outside of their loops."""
    out = [a for a in axes if (dimension(facts, name, a.var) or (0, None))[0] != 1]
    inside = all(a.var in x.loops for a in out for x in facts.accesses if x.array == name)
    return out if inside and all(a.shift is None for a in out) else None


def expanded(nest: ir.Do, owners: dict, routine: ir.Routine) -> Optional[ir.Do]:
    number = 1 + sum(MARK in n for n in routine.symbols)
    made = {n: f"{n}{MARK}{number}" for n in owners}

    def change(x):
        if isinstance(x, ir.Ref) and x.name in owners:
            subs = tuple(ir.rebuild(s, change) for s in x.subs)
            first, last = ends_of(owners[x.name])
            return ir.Ref(made[x.name], tuple(ir.Var(a.var) for a in first) + subs + tuple(ir.Var(a.var) for a in last))
        return None

    for name, axes in owners.items():
        symbol = routine.symbols[name]
        first, last = ends_of(axes)
        at = lambda word, d: ir.Call(word, (ir.Var(name), ir.Num("int", 4, d + 1, str(d + 1))))
        fixed = all(isinstance(x, (ir.Num, type(None))) for b in symbol.bounds for x in b) and all(hi is not None for _, hi in symbol.bounds)
        own = tuple((ir.Num("int", 4, 1, "1") if lo is None else lo, hi) for lo, hi in symbol.bounds) if "@" in name or fixed else \
            tuple((at("lbound", d), at("ubound", d)) for d in range(symbol.rank))
        bounds = tuple((a.lo, a.hi) for a in first) + own + tuple((a.lo, a.hi) for a in last)
        routine.symbols[made[name]] = ir.Symbol(made[name], symbol.type, symbol.kind, bounds, "local", flags=frozenset(["OWN"]))
    return rebuilt(nest, change)


def ends_of(axes: list) -> tuple:
    """(axes in front of the array's own subscripts, axes behind them): the first index of the points stays the first in memory."""
    return [a for a in axes if a.letter == "i"], [a for a in axes if a.letter != "i"]
