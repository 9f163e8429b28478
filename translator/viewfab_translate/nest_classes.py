"""The class of a nest: the first word of ORDER that fits, and the other words that fit. The classes count and sort nests; they
decide nothing about a translation."""
from __future__ import annotations

from typing import Iterator

from viewfab_translate import ir
from viewfab_translate.compare import generic
from viewfab_translate.facts import Facts, collect
from viewfab_translate.types import INTRINSICS

ORDER = ("io", "calls", "coloured", "pack", "ghost", "recurrence", "reduction", "rowbuf", "indirect", "transfer", "stencil",
         "pointwise")
MEANING = {
    "io": "reads or writes files", "calls": "calls a subroutine or a function of the code",
    "coloured": "every second point, from a parity", "pack": "to or from a buffer, by a counter or a computed index",
    "ghost": "copies into boundary planes", "recurrence": "a value goes from one iteration to the next",
    "reduction": "a sum, a least or a largest value", "rowbuf": "a local array of a row, filled and read in the nest",
    "indirect": "subscripts that come from data", "transfer": "subscripts such as 2*i (restriction, interpolation)",
    "stencil": "reads at constant offsets", "pointwise": "each array at the point of the loops"}
IO = {"WRITE", "READ", "PRINT", "OPEN", "CLOSE", "INQUIRE", "REWIND", "BACKSPACE"}
EXTREMES = {"max", "min", "amax1", "amin1", "dmax1", "dmin1", "max0", "min0"}


def classify(nest: ir.Stmt, routine: ir.Routine) -> tuple:
    """(class, other classes that fit too)."""
    found = set()
    inner = list(ir.walk_statements([nest]))
    if any(isinstance(s, ir.Other) and s.what in IO for s in inner):
        found.add("io")
    if any(isinstance(s, ir.CallStmt) for s in inner) or any(foreign(x, routine) for x in expressions_of(inner)):
        found.add("calls")
    if isinstance(nest, ir.Do):
        facts = collect(nest, routine)
        for word, test in (("coloured", is_coloured), ("pack", is_pack), ("ghost", is_ghost), ("reduction", is_reduction),
                           ("recurrence", is_recurrence), ("rowbuf", is_rowbuf), ("indirect", is_indirect),
                           ("transfer", is_transfer), ("stencil", is_stencil)):
            if test(facts):
                found.add(word)
    ordered = [w for w in ORDER if w in found] or ["pointwise"]
    return ordered[0], ordered[1:]


def expressions_of(statements: list) -> Iterator[ir.Expr]:
    for s in statements:
        for e, _ in ir.expressions(s):
            yield from ir.walk(e)


def foreign(x: ir.Expr, routine: ir.Routine) -> bool:
    """A function of the code. An unknown name may be an array of a module that was not read."""
    if not isinstance(x, ir.Call) or x.name in routine.functions or x.name.startswith("[") or "%" in x.name:
        return False
    symbol = routine.symbols.get(x.name)
    if symbol is not None and symbol.place == "function" and "INTRINSIC-PROC" not in symbol.flags:
        return generic(x.name) not in INTRINSICS and x.name not in WORDS
    return symbol is not None and symbol.type != "none" and not symbol.bounds and generic(x.name) not in INTRINSICS \
        and x.name not in WORDS


WORDS = {"sum", "maxval", "minval", "any", "all", "count", "dot_product", "matmul", "transpose", "spread", "reshape", "iabs", "dabs",
         "dsqrt", "dexp", "dlog", "amax0", "isign", "dsign", "ishft", "ibits", "btest", "allocated", "associated", "trim", "len",
         "cshift", "maxloc", "minloc", "gamma", "char", "ichar", "cmplx", "aimag", "conjg", "kind", "shape", "transfer"}


def loops(facts: Facts) -> set:
    return set(facts.loops)


def definitions(facts: Facts, name: str) -> list:
    """The right sides of assignments to a scalar."""
    return [s.right for s in ir.walk_statements([facts.nest]) if isinstance(s, ir.Assign) and s.left == ir.Var(name)]


def is_coloured(facts: Facts) -> bool:
    for s in ir.walk_statements([facts.nest]):
        if isinstance(s, ir.Do) and isinstance(s.step, ir.Num) and s.step.value == 2:
            parts = [s.lo] + [d for n in ir.names_of(s.lo) for d in definitions(facts, n)]
            if any(isinstance(x, ir.Call) and x.name in ("mod", "modulo", "iand") for e in parts for x in ir.walk(e)):
                return True
    return False


def counters(facts: Facts) -> set:
    """Whole numbers that grow by a step in each iteration."""
    return {s.left.name for s in ir.walk_statements([facts.nest]) if isinstance(s, ir.Assign) and isinstance(s.left, ir.Var)
            and isinstance(s.right, ir.Op) and s.right.op == "+" and s.left in s.right.args
            and getattr(facts.routine.symbols.get(s.left.name), "type", "int") == "int"}


def is_pack(facts: Facts) -> bool:
    counted, over = counters(facts), loops(facts)
    for a in facts.accesses:
        last = a.array.rsplit("%", 1)[-1]
        if isinstance(a.ref, ir.Ref) and any(w in last for w in ("buf", "sendbuf", "recvbuf")):
            return True
        if isinstance(a.ref, ir.Ref) and len(a.ref.subs) == 1:
            e = a.ref.subs[0]
            if ir.names_of(e) & counted:
                return True
            if len(ir.names_of(e) & (over | facts.scalars_written)) > 1 and has_product(e, over):
                return True
            if isinstance(e, ir.Var) and any(has_product(d, over) and len(ir.names_of(d) & over) > 1 for d in definitions(facts, e.name)):
                return True
    return False


def has_product(e: ir.Expr, names: set) -> bool:
    return any(isinstance(x, ir.Op) and x.op == "*" and ir.names_of(x) & names for x in ir.walk(e))


def is_ghost(facts: Facts) -> bool:
    """A plane is written: a subscript has no loop variable, or runs against the loop."""
    writes = [a for a in facts.accesses if a.write and isinstance(a.ref, ir.Ref)]
    if not writes or is_sum(facts):
        return False
    planes = [a for a in writes if is_plane(a, facts)]
    if len(planes) < len(writes):
        return False
    return any(not a.write and (a.array == planes[0].array or is_plane(a, facts)) for a in facts.accesses)


def is_sum(facts: Facts) -> bool:
    return any(isinstance(s, ir.Assign) and isinstance(s.left, ir.Ref) and isinstance(s.right, ir.Op) and s.left in s.right.args
               for s in ir.walk_statements([facts.nest]))


def is_plane(access, facts: Facts) -> bool:
    if not isinstance(access.ref, ir.Ref):
        return False
    for at, (e, found) in enumerate(zip(access.ref.subs, access.subs)):
        names = ir.names_of(e)
        if isinstance(e, ir.Range) or found is None:
            continue
        forms = list(found)
        if any(f.factor(v) < 0 or f.factor(v) and len(f.terms) > 1 for f in forms for v in loops(facts)):
            return True
        if not (names & loops(facts)) and len(access.ref.subs) > 1 and (any(f.terms for f in forms) or other_planes(access, at, facts)):
            return True
    return False


def other_planes(access, at: int, facts: Facts) -> bool:
    """The nest touches other planes of the array by a subscript with a name, so that a number is a plane too and no component."""
    return any(a.array == access.array and len(a.subs) > at and a.subs[at] and not ir.names_of(a.ref.subs[at]) & loops(facts)
               and any(f.terms for f in a.subs[at]) for a in facts.accesses if isinstance(a.ref, ir.Ref))


def is_reduction(facts: Facts) -> bool:
    for s in ir.walk_statements([facts.nest]):
        if not isinstance(s, ir.Assign) or isinstance(s.left, ir.Ref) or s.left.name not in facts.exposed:
            continue
        symbol = facts.routine.symbols.get(s.left.name)
        if symbol is not None and symbol.bounds:
            continue
        if isinstance(s.right, ir.Op) and s.right.op in "+-*" and s.left in ir.walk(s.right) and s.left.name not in used_as_index(facts):
            return True
        if isinstance(s.right, ir.Call) and s.right.name in EXTREMES and s.left in s.right.args:
            return True
    return bool(conditional_extremes(facts)) or any(over_a_loop(a, facts) for a in facts.accesses if a.write)


def over_a_loop(access, facts: Facts) -> bool:
    """Several iterations of a loop write the same element of an array that the nest does not fill for itself."""
    if not isinstance(access.ref, ir.Ref) or not all(access.subs) or is_local_row(facts, access.array):
        return False
    names = {n for found in access.subs for f in found for n in f.names()}
    names |= {n for e in access.ref.subs for n in ir.names_of(e)}
    return any(v not in names for v in access.loops)


def used_as_index(facts: Facts) -> set:
    return {n for a in facts.accesses if isinstance(a.ref, ir.Ref) for e in a.ref.subs for n in ir.names_of(e)}


def conditional_extremes(facts: Facts) -> set:
    """s of: IF (e > s) s = e."""
    out = set()
    for s in ir.walk_statements([facts.nest]):
        if isinstance(s, ir.If) and isinstance(s.branches[0][0], ir.Op) and s.branches[0][0].op in ("<", ">", "<=", ">="):
            for x in s.branches[0][1]:
                if isinstance(x, ir.Assign) and isinstance(x.left, ir.Var) and x.left in s.branches[0][0].args:
                    out.add(x.left.name)
    return out


def is_recurrence(facts: Facts) -> bool:
    """An array is read where another iteration writes, or a scalar goes from iteration to iteration."""
    over = loops(facts)
    for w in (a for a in facts.accesses if a.write and isinstance(a.ref, ir.Ref)):
        for r in (a for a in facts.accesses if not a.write and a.array == w.array and isinstance(a.ref, ir.Ref)):
            if len(r.subs) == len(w.subs) and not is_plane(w, facts) and any(moved(x, y, over) for x, y in zip(r.subs, w.subs)) \
                    and not is_local_row(facts, w.array):
                return True
    sums = {s.left.name for s in ir.walk_statements([facts.nest]) if isinstance(s, ir.Assign) and isinstance(s.left, ir.Var)
            and (isinstance(s.right, ir.Op) and s.right.op in "+-*" and s.left in ir.walk(s.right)
                 or isinstance(s.right, ir.Call) and s.left in s.right.args)}
    carried = {n for n in facts.exposed & facts.scalars_written if n not in over} - sums - conditional_extremes(facts)
    return bool(carried)


def moved(read, written, over: set) -> bool:
    """The subscripts differ by a constant along a loop variable."""
    if not read or not written:
        return False
    return any(x.terms == y.terms and x.constant != y.constant and x.names() & over for x in read for y in written)


def is_local_row(facts: Facts, name: str) -> bool:
    """A local array whose subscripts leave out a loop around its writes."""
    symbol = facts.routine.symbols.get(name)
    if symbol is None or symbol.place != "local" or "%" in name:
        return False
    writes = [a for a in facts.accesses if a.array == name and a.write and isinstance(a.ref, ir.Ref)]
    return any(set(a.loops) - {n for e in a.ref.subs for n in ir.names_of(e)} for a in writes)


def is_rowbuf(facts: Facts) -> bool:
    read = {a.array for a in facts.accesses if not a.write}
    return any(is_local_row(facts, n) for n in facts.arrays_written & read)


def is_indirect(facts: Facts) -> bool:
    for a in facts.accesses:
        if not isinstance(a.ref, ir.Ref):
            continue
        for e in a.ref.subs:
            if any(isinstance(x, ir.Ref) and names_below(x) & loops(facts) for x in ir.walk(e)):
                return True
            for n in ir.names_of(e) & (facts.scalars_written - loops(facts)):
                found = definitions(facts, n)
                if len(found) > 1 or any(isinstance(x, ir.Ref) for d in found for x in ir.walk(d)):
                    return True
    return False


def names_below(x: ir.Ref) -> set:
    return {n for e in x.subs for n in ir.names_of(e)}


def is_transfer(facts: Facts) -> bool:
    for a in facts.accesses:
        if not isinstance(a.ref, ir.Ref):
            continue
        parts = list(a.ref.subs)
        for n in set().union(*(ir.names_of(e) for e in parts)) & (facts.scalars_written - loops(facts)):
            parts += definitions(facts, n)
        for e in parts:
            for x in ir.walk(e):
                if isinstance(x, ir.Op) and x.op in "*/" and ir.names_of(x) & loops(facts) and not any(
                        isinstance(y, ir.Ref) for y in ir.walk(x)):
                    return True
    return False


def is_stencil(facts: Facts) -> bool:
    """Reads at two places that differ by a constant, or beside the written place."""
    over = loops(facts)
    places: dict = {}
    for a in facts.accesses:
        if isinstance(a.ref, ir.Ref) and all(a.subs):
            for at, found in enumerate(a.subs):
                for f in found:
                    if f.names() & over:
                        places.setdefault((a.array if not a.write else "", at, f.terms), set()).add(f.constant)
    if any(len(v) > 1 for (name, _, _), v in places.items() if name):
        return True
    written = {terms: v for (name, _, terms), v in places.items() if not name}
    return any(name and terms in written and not v & written[terms] for (name, _, terms), v in places.items())
