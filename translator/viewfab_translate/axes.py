"""Which loops of a nest are directions of points: loops whose iterations touch different elements of all written arrays."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from viewfab_translate import ir
from viewfab_translate.affine import ATOMS, Affine
from viewfab_translate.colours import other_colour
from viewfab_translate.facts import Facts, exposed_reads

LETTERS = "ijk"
SHORT = 16


@dataclass
class Candidate:
    """A loop variable that may be an axis. ratio and shift of the written elements: ratio * v + shift."""
    var: str
    loop: ir.Do
    ratio: int
    shift: Optional[Affine]
    why: str = ""
    reason: str = "recurrence"


# The reasons that a loop is no direction of points, the weightiest first.
WORST = ("recurrence", "shared elements", "offsets", "bounds", "step", "several loops", "no result")
REMEDIES = {"offsets": "write the arrays in loops of their own, or declare them with the same lower bounds",
            "shared elements": "give each iteration an element of its own, or leave the loop on the host",
            "bounds": "compute the bounds before the loops", "step": "write a loop with step 1",
            "several loops": "put the statements between the loops into the loops, or into loops of their own"}


def choose_axes(facts: Facts, results: list, exclude: frozenset = frozenset()) -> tuple:
    """(axes, shifts by variable, variable of the components or None). exclude: loops that stay in the body."""
    found, causes = [], []
    for var, loops in facts.loops.items():
        if var in exclude:
            continue
        candidate = examine(facts, var, loops, results)
        (causes if candidate.why else found).append(candidate)
    if not found:
        worst = min(causes, key=lambda c: WORST.index(c.reason)) if causes else Candidate("", facts.nest, 1, None)
        raise ir.Refusal("no loop of the nest has independent iterations: " + "; ".join(dict.fromkeys(c.why for c in causes)),
                         facts.nest.first, REMEDIES.get(worst.reason, ""), worst.reason)
    order = order_axes(facts, [c.var for c in found])
    components = component_axis(facts, order, results)
    chosen = without_short([v for v in order if v != components], facts)[:3]
    ratios = {c.ratio for c in found if c.var in chosen}
    if len(ratios) > 1:  # a map has the same ratio in all directions
        chosen = [v for v in chosen if next(c for c in found if c.var == v).ratio == 1] or chosen[:1]
        order = chosen
    by_var = {c.var: c for c in found}
    axes = []
    for at, v in enumerate(chosen):
        loop = by_var[v].loop
        lo, hi = ends(loop)
        others = facts.loops[v][1:]
        if any(ends(x) != (lo, hi) for x in others):
            by_var[v].guarded = True
            lo = outermost([ends(x)[0] for x in facts.loops[v]], "min")
            hi = outermost([ends(x)[1] for x in facts.loops[v]], "max")
            for a in facts.accesses:
                if v in a.loops:
                    a.conditional = True
        axes.append(ir.Axis(v, lo, hi, LETTERS[at], shift_of(by_var[v])))
    return axes, {v: by_var[v] for v in chosen}, components


def without_short(order: list, facts: Facts) -> list:
    """At least three loops: a loop over a few components, such as 1 to 5, is the first that stays in the body."""
    def is_short(v: str) -> bool:
        lo, hi = ends(facts.loops[v][0])
        return isinstance(lo, ir.Num) and isinstance(hi, ir.Num) and hi.value - lo.value < SHORT
    for v in [v for v in order if is_short(v)]:
        if len(order) > 3:
            order = [x for x in order if x != v]
    return order


def shift_of(c: "Candidate") -> Optional[ir.Expr]:
    """The offset of the written elements as an expression; None for 0."""
    if c.shift is None or c.ratio > 1 or not c.shift.terms and not c.shift.constant:
        return None
    out: Optional[ir.Expr] = None
    for name, factor in c.shift.terms:
        x: ir.Expr = ir.Paren(ATOMS[name]) if name in ATOMS else ir.Var(name)
        out = (x if factor > 0 else ir.Op("neg", (x,))) if out is None else ir.Op("+" if factor > 0 else "-", (out, x))
    if out is None:
        return ir.Num("int", 4, c.shift.constant)
    if c.shift.constant:
        out = ir.Op("+" if c.shift.constant > 0 else "-", (out, ir.Num("int", 4, abs(c.shift.constant))))
    return out


def ends(loop: ir.Do) -> tuple:
    """(lower, upper) bound of a loop in either direction."""
    return (loop.hi, loop.lo) if is_minus_one(loop.step) else (loop.lo, loop.hi)


def outermost(bounds: list, word: str) -> ir.Expr:
    """The least or largest of the bounds, simplified where they differ by constants."""
    from viewfab_translate.normalise import split
    kept: list = []
    for b in bounds:
        for at, k in enumerate(kept):
            if split(b)[0] == split(k)[0]:
                if (split(b)[1] < split(k)[1]) == (word == "min"):
                    kept[at] = b
                break
        else:
            kept.append(b)
    return kept[0] if len(kept) == 1 else ir.Call(word, tuple(kept))


def is_minus_one(step) -> bool:
    return step in (ir.Op("neg", (ir.Num("int", 4, 1),)), ir.Num("int", 4, -1))


def examine(facts: Facts, var: str, loops: list, results: list) -> Candidate:
    c = Candidate(var, loops[0], 1, None)
    c.why, c.reason = obstacle_of_loops(facts, var, loops, results)
    if not c.why:
        c.why, c.reason = obstacle_of_arrays(facts, c)
    if not c.why and not facts.arrays_written - set(facts.local) and not results:
        objects = any("(" in n for n in facts.scalars_written)
        c.why, c.reason = ("the nest changes parts of objects in an array", "objects") if objects else ("the nest writes no array", "no result")
    if not c.why and any(ends(x) != ends(loops[0]) for x in loops[1:]) and not hull_fits(facts, var, loops):
        c.why, c.reason = f"loops over {var} have different bounds, and arrays may end between them", "bounds"
    return c


def obstacle_of_loops(facts: Facts, var: str, loops: list, results: list) -> tuple:
    """(text, reason) of what the loops themselves have against points; ('', '') if nothing."""
    if any(x.step is not None and x.step != ir.Num("int", 4, 1) and not is_minus_one(x.step) for x in loops):
        return f"the loop over {var} has a step", "step"
    if any(ir.names_read(e) & facts.changed for x in loops for e in (x.lo, x.hi)):
        return f"the bounds of the loop over {var} change in the nest", "bounds"
    carried = carried_by(loops, {r.variable for r in results} | {p for r in results for p, _ in r.places}, facts)
    if carried:
        return f"{carried} goes from iteration to iteration of the loop over {var}", "recurrence"
    if not covers(facts.nest, var, facts, {r.variable for r in results}):
        return f"statements stand outside of the loop over {var}", "several loops"
    return "", ""


def carried_by(loops: list, results: set, facts: Facts) -> str:
    """A scalar that an iteration of a loop reads before it sets the scalar: the iteration before, or a statement in front, has set it.
    Scalars in place of arrays, x@, have their own check."""
    for loop in loops:
        written = {s.left.name for s in ir.walk_statements(loop.body) if isinstance(s, ir.Assign) and isinstance(s.left, ir.Var)}
        found = sorted((exposed_reads(loop.body, {loop.var}, facts.routine)[0] & written) - results)
        found = [n for n in found if not n.endswith("@")]
        if found:
            return found[0]
    return ""


def obstacle_of_arrays(facts: Facts, c: Candidate) -> tuple:
    """(text, reason) of a written array that keeps the iterations together; sets ratio and shift of the candidate."""
    ratio = shift = None
    for name in sorted(facts.arrays_written - set(facts.local) - facts.packed):
        found = dimension(facts, name, c.var)
        if found is None:
            return shared(facts, name, c.var)
        r, s = found
        if ratio is None:
            ratio, shift = r, s
        elif ratio != r:
            return f"arrays follow {c.var} by different steps", "step"
        elif r == 1 and s != shift:
            return f"{name} and other arrays are written at different offsets along {c.var}", "offsets"
    if shift is not None and any(not n.isidentifier() and n not in ATOMS or abs(f) != 1 for n, f in shift.terms):
        return f"arrays are written at a computed offset along {c.var}", "shared elements"
    c.ratio, c.shift = ratio or 1, shift
    return "", ""


def shared(facts: Facts, name: str, var: str) -> tuple:
    """Why iterations over var may touch the same elements of a written array."""
    uses = [a for a in facts.accesses if a.array == name]
    written = {a.ref for a in uses if a.write}
    if any(f is None for a in uses if a.write for f in a.subs):
        return f"an index of {name} is computed or comes from data, so iterations over {var} may write the same element", "shared elements"
    if any(not a.write and a.ref not in written and var in a.loops for a in uses):
        return f"iterations over {var} read elements of {name} that other iterations write", "recurrence"
    return f"iterations over {var} share elements of {name}", "shared elements"


def hull_fits(facts: Facts, var: str, loops: list) -> bool:
    """All written arrays are declared for all iterations of all loops: bounds that differ by constants."""
    from viewfab_translate.normalise import split
    low = outermost([ends(x)[0] for x in loops], "min")
    high = outermost([ends(x)[1] for x in loops], "max")
    if isinstance(low, ir.Call) and low.name == "min" or isinstance(high, ir.Call) and high.name == "max":
        return False
    for a in facts.accesses:
        if a.array not in facts.arrays_written or a.array in facts.local:
            continue
        bounds = facts.routine.symbols[a.array].bounds
        for d, f in enumerate(a.subs):
            if f is None or not any(x.factor(var) for x in f):
                continue
            first = bounds[d][0] if bounds[d][0] is not None else ir.Num("int", 4, 1)
            if bounds[d][1] is None or split(first)[0] != split(low)[0] or split(bounds[d][1])[0] != split(high)[0]:
                return False
            if split(first)[1] > split(low)[1] or split(bounds[d][1])[1] < split(high)[1]:
                return False
    return True


def dimension(facts: Facts, name: str, var: str):
    """(ratio, shift) of the subscript that keeps iterations over var apart, or None."""
    uses = [a for a in facts.accesses if a.array == name]
    if facts.colour and any(a.write for a in uses):
        uses = other_colour(facts, name, facts.colour[1]) or uses
    rank = len(uses[0].subs)
    if any(len(a.subs) != rank for a in uses):
        return None
    for d in range(rank):
        forms = [a.subs[d] for a in uses]
        if any(f is None or len(f) != 1 for f in forms) or any(var not in a.loops for a in uses):
            continue
        forms = [next(iter(f)) for f in forms]
        ratio = forms[0].factor(var)
        if ratio < 1 or any(f.factor(var) != ratio for f in forms):
            continue
        rests = [f.without(var) for f in forms]
        if any(r.names() & (facts.scalars_written | facts.arrays_written) for r in rests):
            continue
        if ratio == 1 and len(set(rests)) == 1:
            return (1, rests[0])
        if ratio > 1 and all(r.terms == rests[0].terms for r in rests):
            values = [r.constant for r in rests]
            if max(values) - min(values) < ratio:
                return (ratio, min(rests, key=lambda r: r.constant))
    return None


def covers(nest: ir.Do, var: str, facts: Facts, results: set) -> bool:
    """Each statement of the nest is in a loop over var, or only sets a temporary or begins another loop."""
    def body(statements: list, under: bool) -> bool:
        for s in statements:
            now = under or isinstance(s, ir.Do) and s.var == var
            if isinstance(s, ir.Assign) and not under:
                if s.left.name in facts.local:
                    continue
                if not isinstance(s.left, ir.Var) or s.left.name in results or s.left.name in facts.arrays_written:
                    return False
            for b in ir.blocks(s):
                if not body(b, now):
                    return False
        return True
    return body([nest], False)


def order_axes(facts: Facts, found: list) -> list:
    """Axes in the order of the indices of the array that has most of them; the written array wins."""
    best, score = [], (-1, -1, -1)
    for a in facts.accesses:
        here = []
        for f in a.subs:
            if f is not None and len(f) == 1:
                v = [n for n in next(iter(f)).names() if n in found]
                if len(v) == 1 and v[0] not in here:
                    here.append(v[0])
        rate = (len(here), a.write, len(a.subs) == len(here))
        if rate > score:
            best, score = here, rate
    depth = {v: at for at, v in enumerate(facts.loops)}
    rest = sorted((v for v in found if v not in best), key=lambda v: -depth[v])
    return best + rest


def component_axis(facts: Facts, order: list, results: list) -> Optional[str]:
    """The loop over the last index of arrays with four, if the loop runs over all of this index."""
    if not any(len(a.subs) == 4 for a in facts.accesses) and len(order) < 4 or len(order) < 2:
        return None
    for var in order:
        if is_component(var, facts):
            return var
    return None


def is_component(var: str, facts: Facts) -> bool:
    loop = facts.loops[var][0]
    depends = dependent(facts, var)
    found = False
    for a in facts.accesses:
        at = [d for d, (f, s) in enumerate(zip(a.subs, a.ref.subs))
              if (f is None and ir.names_of(s) & depends) or f is not None and any(x.factor(var) for x in f)]
        if not at:
            continue
        bounds = facts.routine.symbols[a.array].bounds
        if at != [len(a.subs) - 1] or a.subs[-1] != frozenset([Affine(((var, 1),))]):
            return False
        if not is_whole(a.array, bounds, loop):
            return False
        found = found or len(a.subs) == 4
    for s in ir.walk_statements([facts.nest]):  # the number of the component has no other use
        for e, written in ir.expressions(s):
            if any(x == ir.Var(var) for x in ir.walk(e)) and not isinstance(s, ir.Do) and not within_last(e, var, facts):
                return False
            if isinstance(s, ir.Do) and not written and ir.Var(var) in set(ir.walk(e)):
                return False
    written = {a.array for a in facts.accesses if a.write}
    return found and all(any(f is not None and f == frozenset([Affine(((var, 1),))]) for f in a.subs[-1:])
                         for a in facts.accesses if a.array in written)


def is_whole(name: str, bounds: tuple, loop: ir.Do) -> bool:
    """The loop runs over all of the last index, by the declared bounds or by LBOUND and UBOUND."""
    last = (ir.Var(name), ir.Num("int", 4, len(bounds)))
    declared = (bounds[-1][0] or ir.Num("int", 4, 1)) == loop.lo and bounds[-1][1] == loop.hi
    return loop.step is None and (declared or (loop.lo, loop.hi) == (ir.Call("lbound", last), ir.Call("ubound", last)))


def dependent(facts: Facts, var: str) -> set:
    """The variable, and scalars whose values depend on it."""
    out, size = {var}, 0
    while len(out) != size:
        size = len(out)
        for s in ir.walk_statements([facts.nest]):
            if isinstance(s, ir.Assign) and isinstance(s.left, ir.Var) and ir.names_of(s.right) & out:
                out.add(s.left.name)
            if isinstance(s, ir.Do) and (ir.names_of(s.lo) | ir.names_of(s.hi)) & out:
                out.add(s.var)
    return out


def within_last(e: ir.Expr, var: str, facts: Facts) -> bool:
    """All uses of var in the expression are the last subscript of an array."""
    def count(x) -> int:
        if isinstance(x, ir.Ref) and x.subs and x.subs[-1] == ir.Var(var):
            return sum(count(s) for s in x.subs[:-1])
        return int(x == ir.Var(var)) + sum(count(y) for y in ir.children(x))
    return count(e) == 0
