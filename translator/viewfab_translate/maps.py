"""Maps and reaches of the arrays of a nest."""
from __future__ import annotations

from viewfab_translate import ir
from viewfab_translate.affine import Affine, affine
from viewfab_translate.axes import ends
from viewfab_translate.facts import Facts
from viewfab_translate.folding import MOST, can_fold, groups_of
from viewfab_translate.steps import MARK
from viewfab_translate.types import ELEMENTS


def map_arrays(facts: Facts, kernel: ir.Kernel, shifts: dict, names) -> None:
    """Fills kernel.arrays, in the order of the routine's arguments and then of the text."""
    routine = facts.routine
    order = {n: at for at, n in enumerate(routine.dummies)}
    arrays = [n for n in dict.fromkeys(a.array for a in facts.accesses) if n not in facts.local]
    arrays.sort(key=lambda n: order.get(n, 10 ** 6))
    kernel.ratio = max([s.ratio for s in shifts.values()] or [1])
    for name in arrays:
        uses = [a for a in facts.accesses if a.array == name]
        symbol = routine.symbols[name]
        if not any(a.write for a in uses) and is_constant_element(uses, facts) and all(is_there(a, uses, facts) for a in uses):
            continue  # a value
        found = place(name, uses, facts, kernel, shifts)
        argument = names.take(name)
        access = intent(uses, facts, kernel)
        if access == "WRITE" and "any" in found[2]:
            access = "UPDATE"  # a point owns more elements than it writes
        fold = fold_of(symbol, found[2])
        kernel.race = kernel.race or fold is not None and access != "READ"
        kernel.arrays.append(ir.ArrayUse(name, argument, access, element_type(symbol, kernel, facts), found[0],
                                         found[1], found[2], symbol, last_index(name, uses, facts), fold))


def fold_of(symbol: ir.Symbol, dims: tuple):
    """The groups of neighbouring indices of an array with more indices than a kernel's array has; else None."""
    plain = tuple(d for d in dims if d != "n")
    return groups_of(plain) if len(plain) > MOST else None


def last_index(name: str, uses: list, facts: Facts):
    """The largest last index that the nest reaches, of an array of assumed size; else None."""
    symbol = facts.routine.symbols[name]
    if "ASSUMED_SIZE" not in symbol.flags:
        return None
    found = []
    for a in uses:
        if a.subs[-1] is None:
            raise ir.Refusal(f"the last bound of {name} is not declared, and the nest computes the index from data", a.line,
                             f"declare the last bound of {name} in place of *", "assumed size")
        for f in a.subs[-1]:
            found.append(highest(f, facts, name, a.line))
    out = list(dict.fromkeys(found))
    return out[0] if len(out) == 1 else ir.Call("max", tuple(out))


def highest(f: Affine, facts: Facts, name: str, line: int) -> ir.Expr:
    """The affine form at the ends of the loops where it is largest."""
    terms = []
    for n, factor in f.terms:
        if n in facts.loops:
            bounds = [ends(x)[1 if factor > 0 else 0] for x in facts.loops[n]]
            if any(ir.names_of(b) & facts.changed for b in bounds):
                raise ir.Refusal(f"the last bound of {name} is not declared, and a loop's bound changes in the nest", line,
                                 f"declare the last bound of {name} in place of *", "assumed size")
            e = bounds[0] if len(set(bounds)) == 1 else ir.Call("max" if factor > 0 else "min", tuple(dict.fromkeys(bounds)))
        elif n.isidentifier():
            e = ir.Var(n)
        else:
            raise ir.Refusal(f"the last bound of {name} is not declared", line, f"declare the last bound of {name} in place of *",
                             "assumed size")
        e = ir.Paren(e) if isinstance(e, ir.Op) else e
        terms.append((e if abs(factor) == 1 else ir.Op("*", (ir.Num("int", 4, abs(factor), str(abs(factor))), e)), factor))
    out = None
    for e, factor in terms:
        if out is None:
            out = e if factor > 0 else ir.Op("neg", (e,))
        else:
            out = ir.Op("+" if factor > 0 else "-", (out, e))
    if out is None:
        return ir.Num("int", 4, f.constant, str(f.constant))
    if f.constant:
        out = ir.Op("+" if f.constant > 0 else "-", (out, ir.Num("int", 4, abs(f.constant), str(abs(f.constant)))))
    return out


def is_constant_element(uses: list, facts: Facts) -> bool:
    """All reads have subscripts that do not change in the nest; few different ones."""
    refs = {a.ref for a in uses}
    return len(refs) <= 8 and all(not (ir.names_of(s) & facts.changed) and not isinstance(s, ir.Range) for r in refs for s in r.subs)


def is_there(a, uses: list, facts: Facts) -> bool:
    """The element may be read in front of the nest: its subscripts are constants, or the nest reads it without a condition. A
    condition may keep the nest from an element that the array does not have."""
    constants = all(isinstance(affine_number(s, facts), int) for s in a.ref.subs)
    return constants or any(x.ref == a.ref and not x.conditional for x in uses)


def affine_number(e: ir.Expr, facts: Facts):
    found = affine(e, {}, set(), facts.routine.symbols)
    forms = list(found or ())
    return forms[0].constant if len(forms) == 1 and not forms[0].terms else None


def intent(uses: list, facts: Facts, kernel: ir.Kernel) -> str:
    writes = [a for a in uses if a.write]
    if not writes:
        return "READ"
    if len(writes) != len(uses):
        return "UPDATE"
    axis_loops = {a.var for a in kernel.axes} | {kernel.components}
    certain = [w for w in writes if not w.conditional and set(w.loops) <= axis_loops]
    return "WRITE" if certain and kernel.ratio == 1 else "UPDATE"


def element_type(symbol: ir.Symbol, kernel: ir.Kernel, facts: Facts) -> str:
    if symbol.type == "real" and symbol.kind == kernel.pass_kind:
        return "real"
    if symbol.type == "real" and symbol.kind in (4, 8):
        return "float" if symbol.kind == 4 else "double"
    if (symbol.type, symbol.kind) in ELEMENTS:
        return ELEMENTS[(symbol.type, symbol.kind)]
    raise ir.Refusal(f"{symbol.name} has elements of the type {symbol.type} of {symbol.kind} bytes", facts.nest.first,
                     "declare the array with a kind of 4 bytes" + (" or of 8 bytes" if symbol.type != "logical" else ""), "type")


def place(name: str, uses: list, facts: Facts, kernel: ir.Kernel, shifts: dict) -> tuple:
    """(map, reach, dims) of an array."""
    rank = len(uses[0].subs)
    written = any(a.write for a in uses)
    letters = {a.var: a.letter for a in kernel.axes}
    dims, below, above, taken = [], {}, {}, set()
    for d in range(rank):
        spot = along(uses, d, letters, shifts, kernel, facts)
        if spot is None or spot[0] in taken:
            dims.append("any")
            continue
        taken.add(spot[0])
        dims.append(spot[0])
        below[spot[0]], above[spot[0]] = spot[1], spot[2]
    if kernel.components:
        last = [a.subs[-1] for a in uses]
        if all(f == frozenset([Affine(((kernel.components, 1),))]) for f in last):
            dims[-1] = "n"
    if kernel.ratio > 1:
        return refined(name, uses, facts, kernel, shifts, written)
    missing = [a.letter for a in kernel.axes if a.letter not in dims]
    if written and missing and name not in facts.packed:
        raise ir.Refusal(f"points share elements of {name}, which the nest writes", facts.nest.first, "", "shared elements")
    return words(name, tuple(dims), below, above, kernel, facts)


def words(name: str, dims: tuple, below: dict, above: dict, kernel: ir.Kernel, facts: Facts) -> tuple:
    letters = tuple(a.letter for a in kernel.axes)
    plain = tuple(d for d in dims if d != "n")
    if len(plain) > MOST:
        plain = folded_dims(name, plain, facts)
    if plain == letters:
        text = "same" if "n" in dims or not kernel.components else "shared(same)"
    else:
        text = "along(" + ", ".join(plain + (("n",) if "n" in dims else ())) + ")"
    at = lambda reach: [reach.get(c, 0) if c in plain else 0 for c in letters]
    return text, reach_text(at(below), at(above)), dims


def folded_dims(name: str, plain: tuple, facts: Facts) -> tuple:
    """The letters of the indices of the kernel's array, where neighbouring indices of the source are one."""
    if not can_fold(facts.routine.symbols[name]):
        raise ir.Refusal(f"{name} has {len(plain)} indices beside components, and gaps between its elements; a kernel's array has up to three",
                         facts.nest.first, "select an index of the view, or make the array smaller", "rank")
    return tuple(plain[g[0]] if len(g) == 1 else "any" for g in groups_of(plain))


def reach_text(below: list, above: list) -> str:
    """The shortest word for a reach."""
    if below == above:
        if len(set(below)) == 1:
            return f"reach({below[0]})"
        if len(below) > 1:
            return "reach(" + ", ".join(map(str, below)) + ")"
    return "reach(" + side("below", below) + ", " + side("above", above) + ")"


def side(word: str, numbers: list) -> str:
    return f"{word}(" + (str(numbers[0]) if len(set(numbers)) == 1 else ", ".join(map(str, numbers))) + ")"


def along(uses: list, d: int, letters: dict, shifts: dict, kernel: ir.Kernel, facts: Facts):
    """(letter, below, above) if the subscript d follows one axis by constant offsets, else None."""
    sure, maybe = [], []
    letter = None
    for a in uses:
        if a.subs[d] is None:
            return None
        for f in a.subs[d]:
            axes = [v for v in f.names() if v in letters]
            if len(axes) != 1 or f.factor(axes[0]) != 1 or letter not in (None, letters[axes[0]]):
                return None
            letter = letters[axes[0]]
            rest = f.without(axes[0])
            shift = shifts[axes[0]].shift
            if shift is not None:
                rest = rest.plus(shift, -1)
            if rest.terms:
                return None
            (maybe if a.conditional else sure).append(rest.constant)
    if not letter:
        return None
    low, high = min(sure + maybe), max(sure + maybe)
    if not sure and is_shorter(uses, d, next(a for a in kernel.axes if a.letter == letter), facts):
        return None
    # A view may end where a condition keeps the nest from reading on; a map has the element of the point itself.
    if maybe and (not sure or low < min(sure) or high > max(sure)) and (low, high) != (0, 0) or low > 0 or high < 0:
        return None
    return (letter, -low, high)


def is_shorter(uses: list, d: int, axis: ir.Axis, facts: Facts) -> bool:
    """The nest asks for the point before it has the array, and nothing tells that the array has all points of the loop."""
    symbol = facts.routine.symbols.get(uses[0].array)
    if symbol is None or any(a.write for a in uses) or not all(axis.var in a.asked for a in uses) or d >= len(symbol.bounds):
        return False
    low, high = symbol.bounds[d]
    if high is None or axis.shift is not None:
        return high is not None
    forms = [affine(e, {}, set(), facts.routine.symbols) for e in (low or ir.Num("int", 4, 1), axis.lo, axis.hi, high)]
    if any(f is None or len(f) != 1 for f in forms):
        return True
    a, b, c, e = (next(iter(f)) for f in forms)
    below, above = b.plus(a, -1), e.plus(c, -1)
    return bool(below.terms or above.terms) or below.constant < 0 or above.constant < 0


def refined(name: str, uses: list, facts: Facts, kernel: ir.Kernel, shifts: dict, written: bool) -> tuple:
    """Maps of a nest whose points own several elements of a finer grid."""
    letters = {a.var: a.letter for a in kernel.axes}
    order = [a.var for a in kernel.axes]
    ratio, spans = 0, []
    last = "n" if kernel.components and all(a.subs[-1] == frozenset([Affine(((kernel.components, 1),))]) for a in uses) else ""
    rank = len(uses[0].subs) - bool(last)
    for d in range(rank):
        forms = [f for a in uses for f in (a.subs[d] or [None])]
        fits = rank == len(order) and all(f is not None and f.names() == {order[d]} for f in forms)
        factors = {f.factor(order[d]) for f in forms} if fits else set()
        if len(factors) != 1 or ratio not in (0, *factors):
            if written and fits:
                raise ir.Refusal(f"{name} is written by another ratio in each direction", facts.nest.first, "", "ratio")
            if written:
                raise ir.Refusal(f"{name} is written at places that are no constant distance from the points, so points may share them",
                                 facts.nest.first, "write the offsets as constants", "shared elements")
            return words(name, ("any",) * rank + (("n",) if last else ()), {}, {}, kernel, facts)
        ratio = factors.pop()
        spans.append((min(f.constant for f in forms), max(f.constant for f in forms)))
    if any(MARK in v for v in order) and (any(hi - lo + 1 < ratio for lo, hi in spans) or any(a.conditional for a in uses)):
        kernel.race = kernel.race or written  # the last step of the loop may end beyond the array
        return words(name, ("any",) * rank + (("n",) if last else ()), {}, {}, kernel, facts)
    dims = tuple(letters[v] for v in order) + (("n",) if last else ())
    share = (lambda m: m if last or not kernel.components else f"shared({m})")
    if ratio == 1:
        return share("same"), reach_text([max(0, -lo) for lo, _ in spans], [max(0, hi) for _, hi in spans]), dims
    offset = min(lo for lo, _ in spans)
    if written:
        offsets = [o for o in range(max(hi for _, hi in spans) - ratio + 1, offset + 1)]
        if not offsets:
            raise ir.Refusal(f"points share elements of {name}", facts.nest.first, "", "shared elements")
        offset = offsets[-1]
        return share(f"refined_by({ratio}, {offset})"), "reach(0)", dims
    offset = max((o for o in range(offset, max(hi for _, hi in spans) + 1)), key=lambda o: -sum(
        max(0, o - lo) + max(0, hi - o - ratio + 1) for lo, hi in spans))
    return (share(f"refined_by({ratio}, {offset})"), reach_text([max(0, offset - lo) for lo, _ in spans],
                                                        [max(0, hi - offset - ratio + 1) for _, hi in spans]), dims)
