"""The arguments of a call that its subroutine's statements replace: which element of the caller each element of a dummy array is,
and which calls have arguments that leave this open."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from viewfab_translate import ir
from viewfab_translate.affine import ATOMS, Affine, affine
from viewfab_translate.callees import Unfit
from viewfab_translate.column_levels import expression
from viewfab_translate.compare import generic
from viewfab_translate.refusals import names_in_brackets
from viewfab_translate.types import INTRINSICS, type_of

ONE = ir.Num("int", 4, 1, "1")


@dataclass
class Place:
    """A dummy array in the caller's array: subs has an expression for each index that the call fixes, and (index of the dummy, first
    element, step) for the others. lows and extents: lower bounds and numbers of elements of the dummy."""
    name: str
    subs: list
    lows: list
    extents: list

    def element(self, subs: tuple, actuals: "Actuals") -> ir.Ref:
        out = []
        for s in self.subs:
            if not isinstance(s, tuple):
                out.append(s)
                continue
            d, first, step = s
            out.append(moved(subs[d], first, self.lows[d], step, actuals))
        return ir.Ref(self.name, tuple(out))


def given(s: ir.CallStmt, callee: ir.Routine) -> dict:
    """The actual arguments by their dummies, by position or by keyword."""
    out, dummies = {}, callee.dummies
    for at, a in enumerate(s.args):
        word = a.args[0].name if isinstance(a, ir.Op) and a.op == "=" else dummies[at] if at < len(dummies) else ""
        if word not in dummies or word in out:
            raise Unfit("with other arguments than it has")
        out[word] = a.args[1] if isinstance(a, ir.Op) and a.op == "=" else a
    return out


def paired(s: ir.CallStmt, callee: ir.Routine) -> dict:
    """The actual argument of each dummy."""
    out = given(s, callee)
    if len(out) != len(callee.dummies):
        raise Unfit(f"without its argument {next(d for d in callee.dummies if d not in out)}")
    return out


def names_in(e: ir.Expr) -> set:
    """Names of the expression, those in the name of an object's component too."""
    return ir.names_of(e) | {n for x in ir.walk(e) if "(" in getattr(x, "name", "") for n in names_in_brackets(x.name)}


class Actuals:
    """by_dummy: the actual argument of each dummy. arrays: dummy arrays. values: expressions that stand in place of numbers that
    the subroutine leaves alone. copied: numbers that are copied in, and out if they change."""

    def __init__(self, s: ir.CallStmt, callee: ir.Routine, body: list, routine: ir.Routine, changes):
        """changes(call, name, routine): the call may change the variable of the routine."""
        self.call, self.callee, self.routine, self.body, self.changes = s, callee, routine, body, changes
        self.written = {e.name for t in ir.walk_statements(body) for e, written in ir.expressions(t) if written}
        self.by_dummy = paired(s, callee)
        self.arrays: dict = {}
        self.values: dict = {}
        self.copied: dict = {}
        self.check_aliases()
        for d, a in self.by_dummy.items():
            if not callee.symbols[d].bounds:
                self.take_number(d, a)
        for d, a in self.by_dummy.items():
            if callee.symbols[d].bounds:
                self.arrays[d] = self.place(d, a)

    # ---------------------------------------------------------------------------------------------------------- two names
    def check_aliases(self) -> None:
        """What the subroutine changes has no second name in the subroutine, and no part in another argument."""
        used = {x.name for t in ir.walk_statements(self.body) for e, _ in ir.expressions(t) for x in ir.walk(e)
                if isinstance(x, (ir.Var, ir.Ref))}
        outside = {n for n in used if n not in self.by_dummy and n in self.callee.symbols
                   and (self.callee.symbols[n].place in ("module", "common") or "HOST" in self.callee.symbols[n].flags)}
        for d, a in self.by_dummy.items():
            for n in sorted(names_in(a) & outside & self.written):
                raise Unfit(f"which changes {n}, and gets {n} for its argument {d}, too")
        for d, a in self.by_dummy.items():
            if d not in self.written:
                continue
            if not isinstance(a, (ir.Var, ir.Ref)):
                raise Unfit(f"which changes its argument {d}, and gets an expression there")
            known = self.routine.symbols.get(a.name)
            if known is None or known.place in ("parameter", "function") or known.intent == "in":
                raise Unfit(f"which changes its argument {d}, and gets {a.name} there, which is not to be changed")
            if a.name in outside:
                raise Unfit(f"which changes its argument {d}, and knows {a.name} by this name, too")
            if isinstance(a, ir.Ref) and any(names_in(x) & self.changed_names() for x in a.subs):
                raise Unfit(f"which changes a subscript of its argument {d}")
            for other, b in self.by_dummy.items():
                numbers = [not self.callee.symbols[x].bounds for x in (d, other)]
                if other == d or a.name not in names_in(b) or self.apart(self.columns(a, d), self.columns(b, other), numbers):
                    continue
                if isinstance(b, ir.Ref) and b.name != a.name:
                    raise Unfit(f"which changes a subscript of its argument {other}")
                raise Unfit(f"which gets {a.name} for {d} and for {other}, and changes {d}: the two may share elements")

    def changed_names(self) -> set:
        return {getattr(a, "name", "") for d, a in self.by_dummy.items() if d in self.written}

    def columns(self, a: ir.Expr, d: str) -> ir.Expr:
        """The section that a dummy has which begins at an element: whole columns, where the dummy has their extents, all numbers."""
        dummy, known = self.callee.symbols[d].bounds, self.routine.symbols.get(getattr(a, "name", ""))
        if not isinstance(a, ir.Ref) or known is None or not dummy or len(dummy) >= len(known.bounds) or any(isinstance(s, ir.Range) for s in a.subs):
            return a
        for (lo, hi), (low, high), s in zip(dummy, known.bounds, a.subs):
            values = [self.number(x) if x is not None else 1 for x in (lo, low)] + [None if x is None else self.number(x) for x in (hi, high, s)]
            if None in values or values[2] - values[0] != values[3] - values[1] or values[4] != values[1]:
                return a
        return ir.Ref(a.name, tuple(ir.Range(None, None) if k < len(dummy) else s for k, s in enumerate(a.subs)))

    def apart(self, a: ir.Expr, b: ir.Expr, numbers: list) -> bool:
        """Two parts of an array have an index of different numbers. numbers: the dummy of a is a number, and that of b."""
        if not isinstance(a, ir.Ref) or not isinstance(b, ir.Ref) or a.name != b.name or len(a.subs) != len(b.subs):
            return False
        if any(a.name in ir.names_of(s) for s in b.subs):
            return False
        if not all(number or any(isinstance(s, ir.Range) for s in x.subs) for x, number in zip((a, b), numbers)):
            return False  # a dummy that begins at an element may go on into other columns
        for x, y in zip(a.subs, b.subs):
            if not isinstance(x, ir.Range) and not isinstance(y, ir.Range):
                difference = self.difference(x, y)
                if difference is not None and not difference.terms and difference.constant:
                    return True
        return False

    # ------------------------------------------------------------------------------------------------------------ numbers
    def take_number(self, d: str, a: ir.Expr) -> None:
        symbol = self.callee.symbols[d]
        known = self.routine.symbols.get(getattr(a, "name", ""))
        if isinstance(a, ir.Var) and known is not None and known.bounds or any(isinstance(x, ir.Range) for x in ir.walk(a)):
            raise Unfit(f"which gets an array for the number {d}")
        if type_of(a, self.routine) != (symbol.type, symbol.kind):
            raise Unfit(f"whose argument {d} has another type than the call gives")
        whole = any(isinstance(x, ir.Var) and (self.routine.symbols.get(x.name) or ir.Symbol("", "")).bounds for x in ir.walk_values(a))
        calls = any(isinstance(x, ir.Call) for x in ir.walk(a))
        if d in self.written or calls or whole:
            self.copied[d] = a
        else:
            self.values[d] = a if isinstance(a, (ir.Num, ir.Var, ir.Ref, ir.Paren)) else ir.Paren(a)

    # ------------------------------------------------------------------------------------------------------------- arrays
    def place(self, d: str, a: ir.Expr) -> Place:
        symbol, words = self.callee.symbols[d], f"whose argument {d}"
        if not isinstance(a, (ir.Var, ir.Ref)):
            raise Unfit(f"{words} is an array, and gets an expression there")
        known = self.routine.symbols.get(a.name)
        if known is None or not known.bounds:
            raise Unfit(f"{words} is an array, and gets {a.name}, which is none")
        if "(" in a.name or "OPTIONAL" in known.flags:
            raise Unfit(f"{words} gets {a.name}, an optional array or one of an object in an array")
        if (known.type, known.kind) != (symbol.type, symbol.kind):
            raise Unfit(f"{words} has another type than the call gives")
        if isinstance(a, ir.Ref) and any(isinstance(x, ir.Ref) and any(isinstance(s, ir.Range) for s in x.subs) or isinstance(x, ir.Var)
                                         and (self.routine.symbols.get(x.name) or ir.Symbol("", "")).bounds
                                         for s in a.subs for x in ir.walk_values(s)):
            raise Unfit(f"{words} gets elements of {a.name} by an array of indices")
        shape = all(hi is None for _, hi in symbol.bounds) and "ASSUMED_SIZE" not in symbol.flags
        element = isinstance(a, ir.Ref) and not any(isinstance(s, ir.Range) for s in a.subs)
        if shape and element:
            raise Unfit(f"{words} is an array of assumed shape, and gets an element")
        sections = self.sections(a, known, symbol.rank, element, d)
        lows = [ONE if lo is None else self.in_caller(lo, d) for lo, _ in symbol.bounds]
        extents = [e for _, _, e in sections]
        if not shape:
            extents = self.same_shape(d, symbol, lows, extents, known, element, len(sections))
        index = iter(range(len(sections)))
        kept = [k for k, s in enumerate(a.subs) if isinstance(s, ir.Range)] if isinstance(a, ir.Ref) and not element else range(symbol.rank)
        subs: list = []
        for k in range(len(known.bounds)):
            if k in kept:
                at = next(index)
                subs.append((at, sections[at][0], sections[at][1]))
            else:
                subs.append(a.subs[k])
        return Place(a.name, subs, lows, extents)

    def sections(self, a: ir.Expr, known: ir.Symbol, rank: int, element: bool, d: str) -> list:
        """(first index, step, number of elements or None) for each index that the dummy follows."""
        out = []
        if element:
            for k in range(rank):
                if k >= len(a.subs):
                    raise Unfit(f"whose argument {d} has more indices than {a.name}")
                lo, hi = self.declared(a.name, known, k)
                at_begin = self.equal(a.subs[k], lo)
                if not at_begin and k < rank - 1:
                    raise Unfit(f"whose argument {d} begins in the middle of a column of {a.name}")
                more = None if hi is None else count(a.subs[k], hi)
                if k == rank - 1 and rank < len(a.subs) and (more is None or not at_begin):
                    raise Unfit(f"whose argument {d} begins at an element of {a.name} and may go on into another column")
                out.append((a.subs[k], 1, more))
            return out
        for k, s in enumerate(a.subs if isinstance(a, ir.Ref) else [ir.Range(None, None)] * known.rank):
            if not isinstance(s, ir.Range):
                continue
            step = 1 if s.step is None else self.number(s.step)
            if not step or step < 1:
                raise Unfit(f"whose argument {d} gets a section with a step that is no positive number")
            lo, hi = self.declared(a.name, known, k)
            first, last = s.lo if s.lo is not None else lo, s.hi if s.hi is not None else hi
            asked = s.lo is None and s.hi is None and step == 1 and known.bounds[k][1] is None and "ASSUMED_SIZE" not in known.flags
            extent = ir.Call("size", (ir.Var(a.name), ir.Num("int", 4, k + 1, str(k + 1)))) if asked else \
                None if last is None else self.count(first, last, step)
            out.append((first, step, extent))
        if len(out) != rank:
            raise Unfit(f"whose argument {d} has another number of indices than the call gives")
        return out

    def count(self, lo: ir.Expr, hi: ir.Expr, step: int) -> ir.Expr:
        """The number of elements from lo to hi; a plain one where the step divides all terms."""
        whole = self.difference(hi, lo)
        if step == 1 or whole is None or any(factor % step for _, factor in whole.terms):
            return count(lo, hi, step)
        return expression(Affine(tuple((n, f//step) for n, f in whole.terms), (whole.constant + step)//step))

    def declared(self, name: str, known: ir.Symbol, k: int) -> tuple:
        """The bounds of the caller's array; the names in them keep their values in the caller."""
        lo, hi = known.bounds[k]
        at = (ir.Var(name), ir.Num("int", 4, k + 1, str(k + 1)))
        if hi is None and "ASSUMED_SIZE" not in known.flags:
            return (ir.Call("lbound", at) if lo is None else lo, ir.Call("ubound", at))
        for x in (lo, hi):
            for n in ir.names_of(x):
                if self.may_change(n):
                    raise Unfit(f"with {name}, whose bounds have {n}, which {self.routine.name} may have changed")
        return (ONE if lo is None else lo, hi)

    def may_change(self, name: str) -> bool:
        """The caller may give the variable a new value behind its declarations."""
        symbol = self.routine.symbols.get(name)
        if symbol is None or symbol.place == "parameter" or symbol.intent == "in":
            return False
        for t in ir.walk_statements(self.routine.body):
            for e, written in ir.expressions(t):
                if written and e.name == name:
                    return True
                if any(isinstance(x, ir.Call) and generic(x.name) not in INTRINSICS and name in ir.names_of(x) for x in ir.walk(e)):
                    return True
            if isinstance(t, ir.Other) and name in t.names or isinstance(t, ir.CallStmt) and self.changes(t, name, self.routine):
                return True
        return False

    def same_shape(self, d: str, symbol: ir.Symbol, lows: list, extents: list, known: ir.Symbol, element: bool, rank: int) -> list:
        """A dummy of explicit shape counts its elements in a row: its columns have to be those of the actual argument. Fortran forbids
        a dummy with more elements than a whole array has, so a last extent that cannot be compared fits there."""
        out = []
        for k, (_, hi) in enumerate(symbol.bounds):
            own = None if hi is None else count(lows[k], self.in_caller(hi, d))
            more = None if own is None or extents[k] is None else self.difference(own, extents[k])
            if k == rank - 1:
                fits = hi is None and (not element or rank == known.rank) or \
                    (more.constant <= 0 if more is not None and not more.terms else rank == known.rank and not element)
                words = "may have more elements than the array of the call"
            else:
                fits = more is not None and not more.terms and not more.constant
                words = "may have columns of another length than the array of the call"
            if not fits:
                raise Unfit(f"whose argument {d} {words}")
            out.append(own)
        return out

    def in_caller(self, e: ir.Expr, d: str) -> ir.Expr:
        """A bound of a dummy array in the names of the caller, with the values at the call."""
        def change(x):
            if isinstance(x, ir.Call) and x.name in ("lbound", "ubound", "size"):
                raise Unfit(f"whose argument {d} has the bounds of another array")
            if not isinstance(x, (ir.Var, ir.Ref)):
                return None
            if x.name in self.values:
                return self.values[x.name]
            symbol = self.callee.symbols.get(x.name)
            if isinstance(x, ir.Var) and symbol is not None and symbol.place == "parameter" and isinstance(symbol.value, ir.Num):
                return symbol.value
            raise Unfit(f"whose argument {d} has bounds with {x.name}, " +
                        ("which changes" if x.name in self.by_dummy else "which is none of its arguments"))
        return ir.rebuild(e, change)

    # ------------------------------------------------------------------------------------------------------------ whole numbers
    def difference(self, a: ir.Expr, b: ir.Expr):
        forms = [affine(x, {}, set(), self.routine.symbols) for x in (a, b)]
        if any(f is None or len(f) != 1 for f in forms):
            return None
        return next(iter(forms[0])).plus(next(iter(forms[1])), -1)

    def equal(self, a: ir.Expr, b: Optional[ir.Expr]) -> bool:
        if b is None:
            return False
        found = self.difference(a, b)
        return found is not None and not found.terms and not found.constant

    def number(self, e: ir.Expr) -> Optional[int]:
        form = affine(e, {}, set(), self.routine.symbols)
        found = next(iter(form)) if form is not None and len(form) == 1 else None
        return found.constant if found is not None and not found.terms else None


def count(lo: ir.Expr, hi: ir.Expr, step: int = 1) -> ir.Expr:
    """hi - lo + 1, or with a step (hi - lo + step)/step; negative for no elements."""
    number = ir.Num("int", 4, step, str(step))
    out = ir.Op("+", (ir.Op("-", (hi, lo if isinstance(lo, (ir.Num, ir.Var)) else ir.Paren(lo))), number))
    return out if step == 1 else ir.Op("/", (ir.Paren(out), number))


def moved(x: ir.Expr, first: ir.Expr, low: ir.Expr, step: int, actuals: Actuals) -> ir.Expr:
    """first + (x - low)*step, as short as it gets."""
    if step == 1:
        return with_difference(x, actuals.difference(first, low), first, low)
    inside = ir.Paren(with_difference(x, actuals.difference(ir.Num("int", 4, 0, "0"), low), ir.Num("int", 4, 0, "0"), low))
    return ir.Op("+", (first, ir.Op("*", (ir.Num("int", 4, step, str(step)), inside))))


def with_difference(x: ir.Expr, difference, first: ir.Expr, low: ir.Expr) -> ir.Expr:
    from viewfab_translate.normalise import split
    if difference is None:
        return ir.Op("+", (x, ir.Paren(ir.Op("-", (first, ir.Paren(low))))))
    more = difference.constant
    if isinstance(x, ir.Op):
        base, own = split(x)
        if base is not None:
            x, more = base, more + own
    out = x
    for name, factor in difference.terms:
        term: ir.Expr = ir.Paren(ATOMS[name]) if name in ATOMS else ir.Var(name)
        if abs(factor) != 1:
            term = ir.Op("*", (ir.Num("int", 4, abs(factor), str(abs(factor))), term))
        out = ir.Op("+" if factor > 0 else "-", (out, term))
    if isinstance(out, ir.Num):
        return ir.Num("int", 4, out.value + more, str(out.value + more))
    return out if not more else ir.Op("+" if more > 0 else "-", (out, ir.Num("int", 4, abs(more), str(abs(more)))))
