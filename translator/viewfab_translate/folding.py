"""Arrays with more indices than a kernel's array has: neighbouring indices become one, in the order of the memory, as in u(m,i,j,k) with m
first. An index that stands for several is `any` in the map, so the points of such an array say VF_RACE_INTENDED if they write it; which
iterations are points is decided before, by all indices of the source."""
from __future__ import annotations

import itertools

from viewfab_translate import ir
from viewfab_translate.sections import array_of, has_gaps, indices
from viewfab_translate.tree import text_of

MOST = 3
ZERO = ir.Num("int", 4, 0, "0")
ONE = ir.Num("int", 4, 1, "1")


def groups_of(dims: tuple) -> tuple:
    """Neighbouring dimensions that become an index each: at most three groups, with as many directions of points alone as there can be.
    dims: letters, without the one of components."""
    best = None
    for cuts in itertools.combinations(range(1, len(dims)), MOST - 1):
        ends = (0, *cuts, len(dims))
        found = tuple(tuple(range(a, b)) for a, b in zip(ends, ends[1:]))
        lost = sum(dims[d] != "any" for g in found if len(g) > 1 for d in g)
        key = (lost, sum(len(g) > 1 for g in found))
        if best is None or key < best[0]:
            best = (key, found)
    return best[1]


def can_fold(symbol: ir.Symbol) -> bool:
    """The elements follow each other in memory, or the changed routine can ask whether they do."""
    return not ("SECTION" in symbol.flags and has_gaps(symbol.name))


def names_of_fold(a: ir.ArrayUse) -> str:
    """A word for the way in which the indices are joined."""
    return "" if a.fold is None else "/".join("".join(map(str, g)) for g in a.fold)


def lower(a: ir.ArrayUse, d: int) -> ir.Expr:
    """The lower bound of a dimension, at the time of the call."""
    lo, hi = a.symbol.bounds[d]
    if isinstance(hi, ir.Num) and isinstance(lo, (ir.Num, type(None))):
        return lo or ONE
    return lo if "OWN" in a.symbol.flags else inquiry("lbound", a, d)


def extent(a: ir.ArrayUse, d: int) -> ir.Expr:
    """The number of elements of a dimension, at the time of the call."""
    lo, hi = a.symbol.bounds[d]
    if isinstance(hi, ir.Num) and isinstance(lo, (ir.Num, type(None))):
        value = hi.value - (1 if lo is None else lo.value) + 1
        return ir.Num("int", 4, value, str(value))
    if "OWN" in a.symbol.flags:
        return ir.Op("+", (ir.Op("-", (hi, ir.Paren(lo))), ONE))
    return inquiry("size", a, d)


def inquiry(word: str, a: ir.ArrayUse, d: int) -> ir.Call:
    base, at = a.name, d
    if "SECTION" in a.symbol.flags:
        base, at = array_of(a.name), [n for n, s in enumerate(indices(a.name)) if s == ":"][d]
    return ir.Call(word, (ir.Var(base), ir.Num("int", 4, at + 1, str(at + 1))))


def asked(a: ir.ArrayUse) -> list:
    """The bounds that the elements of the kernel need."""
    groups = [g for g in a.fold or () if len(g) > 1]
    return [lower(a, d) for g in groups for d in g] + [extent(a, d) for g in groups for d in g[:-1]]


def joined(a: ir.ArrayUse, subs: list) -> list:
    """The indices of an element with one for each group; a joined index counts from 0. subs: those of the source, without components."""
    return [subs[g[0]] if len(g) == 1 else number(a, g, subs) for g in a.fold] + list(subs[sum(map(len, a.fold)):])


def number(a: ir.ArrayUse, group: tuple, subs: list) -> ir.Expr:
    out = None
    for d in reversed(group):
        place = less(subs[d], lower(a, d))
        out = place if out is None else plus(place, times(extent(a, d), out))
    return out


def less(x: ir.Expr, lo: ir.Expr) -> ir.Expr:
    if lo == ZERO:
        return x
    if isinstance(x, ir.Num) and isinstance(lo, ir.Num):
        return ir.Num("int", 4, x.value - lo.value, str(x.value - lo.value))
    return ir.Op("-", (x if isinstance(x, (ir.Var, ir.Ref, ir.Call)) else ir.Paren(x), lo if isinstance(lo, (ir.Num, ir.Var, ir.Call))
                       and not (isinstance(lo, ir.Num) and lo.value < 0) else ir.Paren(lo)))


def plus(x: ir.Expr, y: ir.Expr) -> ir.Expr:
    return y if x == ZERO else ir.Op("+", (x, y))


def times(x: ir.Expr, y: ir.Expr) -> ir.Expr:
    whole = lambda e: e if isinstance(e, (ir.Num, ir.Var, ir.Ref, ir.Call)) else ir.Paren(e)
    return ir.Op("*", (whole(x), whole(y)))


def bounds_of_view(a: ir.ArrayUse) -> tuple:
    """(lower bounds, upper bounds, number of components) of the view, as texts."""
    low, high = [], []
    for g in a.fold:
        last = [a.last is not None and d == a.symbol.rank - 1 for d in g]
        if len(g) == 1:
            lo, size = lower(a, g[0]), extent(a, g[0])
            low.append(text_of(lo))
            known = isinstance(lo, ir.Num) and isinstance(size, ir.Num)
            high.append(text_of(a.last) if last[0] else str(lo.value + size.value - 1) if known else f"{low[-1]} + {text_of(size)} - 1")
            continue
        sizes = [f"({text_of(a.last)} - ({text_of(lower(a, d))}) + 1)" if is_last else bracketed(extent(a, d)) for d, is_last in zip(g, last)]
        low.append("0")
        high.append("*".join(sizes) + " - 1")
    return low, high, "1" if "n" not in a.dims else text_of(extent(a, len(a.dims) - 1))


def bracketed(e: ir.Expr) -> str:
    return f"max(0, {text_of(e)})" if isinstance(e, ir.Op) else text_of(e)


def wrapped(a: ir.ArrayUse, view: str) -> list:
    """The statements that wrap the array with its joined indices."""
    low, high, components = bounds_of_view(a)
    base, first = a.name, a.name
    if "SECTION" in a.symbol.flags:
        base, inside = array_of(a.name), indices(a.name)
        first = base + "(" + ",".join(f"lbound({base},{d + 1})" if s == ":" else s for d, s in enumerate(inside)) + ")"
    elif "ASSUMED_SIZE" in a.symbol.flags:
        first = f"{base}({','.join(text_of(lo) if lo is not None else '1' for lo, _ in a.symbol.bounds)})"
    out = [f"if (.not. is_contiguous({base})) error stop '{base[-60:]} is not contiguous'"] if may_have_gaps(a.symbol) else []
    return out + [f"call {view}%wrap({first}, [{', '.join(low)}], [{', '.join(high)}], {components}, label='{base[-60:]}', join=.true.)"]


def may_have_gaps(symbol: ir.Symbol) -> bool:
    """An argument of assumed shape, or a pointer, without CONTIGUOUS."""
    if "CONTIGUOUS" in symbol.flags or "ALLOCATABLE" in symbol.flags or "ASSUMED_SIZE" in symbol.flags:
        return False
    return "POINTER" in symbol.flags or symbol.place == "dummy" and any(hi is None for _, hi in symbol.bounds)


def created(a: ir.ArrayUse) -> tuple:
    """(lower bounds, extents) of an array that viewfab makes, as texts."""
    low, out = [], []
    for g in a.fold:
        low.append(text_of(lower(a, g[0])) if len(g) == 1 else "0")
        out.append("*".join(bracketed(extent(a, d)) for d in g))
    return low, out
