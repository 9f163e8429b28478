"""Affine forms of subscripts: a sum of names times whole numbers, and a constant."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from viewfab_translate import ir
from viewfab_translate.tree import text_of


@dataclass(frozen=True)
class Affine:
    """terms: sorted pairs (name, factor). A name may be the text of an expression that does not change in the nest."""
    terms: tuple
    constant: int = 0

    def factor(self, name: str) -> int:
        return dict(self.terms).get(name, 0)

    def names(self) -> set:
        return {n for n, _ in self.terms}

    def plus(self, other: "Affine", sign: int = 1) -> "Affine":
        sums = dict(self.terms)
        for n, f in other.terms:
            sums[n] = sums.get(n, 0) + sign * f
        return Affine(tuple(sorted((n, f) for n, f in sums.items() if f)), self.constant + sign * other.constant)

    def times(self, factor: int) -> "Affine":
        return Affine(tuple((n, f * factor) for n, f in self.terms if factor), self.constant * factor)

    def without(self, name: str) -> "Affine":
        return Affine(tuple((n, f) for n, f in self.terms if n != name), self.constant)


ATOMS: dict = {}  # the expression of each text that stands for a name


def constant(value: int) -> Affine:
    return Affine((), value)


def affine(e: ir.Expr, env: dict, changed: set, symbols: dict) -> Optional[frozenset]:
    """All values that an integer expression may have, or None. env: values of integer temporaries; changed: names that the
    nest changes, so that an expression with these names is no fixed number."""
    if isinstance(e, ir.Num):
        return frozenset([constant(e.value)]) if e.type == "int" else None
    if isinstance(e, ir.Paren):
        return affine(e.inner, env, changed, symbols)
    if isinstance(e, ir.Var):
        if e.name in env:
            return env[e.name]
        symbol = symbols.get(e.name)
        if symbol is not None and symbol.place == "parameter" and isinstance(symbol.value, ir.Num) and \
                symbol.value.type == "int" and not symbol.bounds:
            return frozenset([constant(symbol.value.value)])
        if e.name in changed:
            return None
        return frozenset([Affine(((e.name, 1),))])
    if isinstance(e, ir.Op):
        args = [affine(a, env, changed, symbols) for a in e.args]
        if all(a is not None for a in args):
            found = combine(e.op, args)
            if found is not None:
                return found
    if is_bound(e) or not (ir.names_of(e) & (changed | set(env))):
        ATOMS[text_of(e)] = e
        return frozenset([Affine(((text_of(e), 1),))])
    return None


def is_bound(e: ir.Expr) -> bool:
    """LBOUND, UBOUND or SIZE of an array along a constant dimension: new values of elements do not change it."""
    return isinstance(e, ir.Call) and e.name in ("lbound", "ubound", "size") and len(e.args) == 2 and \
        isinstance(e.args[0], ir.Var) and isinstance(e.args[1], ir.Num)


def combine(op: str, args: list) -> Optional[frozenset]:
    if op in ("neg", "pos"):
        return frozenset(a.times(-1 if op == "neg" else 1) for a in args[0])
    out = set()
    for a in args[0]:
        for b in args[1]:
            if op in "+-":
                out.add(a.plus(b, 1 if op == "+" else -1))
            elif op == "*" and not a.terms:
                out.add(b.times(a.constant))
            elif op == "*" and not b.terms:
                out.add(a.times(b.constant))
            else:
                return None
    return frozenset(out) if len(out) <= 12 else None
