"""Copies into buffers: the index of the buffer is one sum over all loops, or a counter. Each iteration has an element of its own if the
factors of the loops are the products of the extents of other loops, as in j + depth*(k - 1)."""
from __future__ import annotations

import itertools
import re
from typing import Optional

from viewfab_translate import ir
from viewfab_translate.axes import dimension, ends
from viewfab_translate.sections import rebuilt
from viewfab_translate.steps import MARK
from viewfab_translate.tree import text_of

ONE = ir.Num("int", 4, 1, "1")


# ------------------------------------------------------------------------------------------------------------------- counters
def count_out(nest: ir.Do, routine: ir.Routine) -> Optional[tuple]:
    """A nest whose innermost loop adds 1 to a counter: (the nest with the counter as an expression of the loops, the statement that
    sets the counter behind the nest), or None."""
    chain = ir.chain_of(nest)
    here = chain[-1]
    if any(loop.step is not None for loop in chain):
        return None
    variables = {loop.var for loop in chain}
    extents = [extent_of(loop, variables) for loop in chain]
    if None in extents:
        return None
    counters = [s for s in here.body if isinstance(s, ir.Assign) and isinstance(s.left, ir.Var) and
                s.right == ir.Op("+", (s.left, ONE))]
    inside = list(ir.walk_statements(here.body))
    if len(counters) != 1 or not all(isinstance(s, (ir.Assign, ir.If)) for s in inside):
        return None
    step = counters[0]
    name = step.left.name
    symbol = routine.symbols.get(name)
    if symbol is None or symbol.type != "int" or symbol.bounds or sum(isinstance(s, ir.Assign) and s.left == step.left for s in inside) != 1:
        return None
    if any(name in ir.names_of(e) for loop in chain for e in (loop.lo, loop.hi)):
        return None
    number: ir.Expr = ir.Var(name)
    factor: Optional[ir.Expr] = None
    for loop, extent in zip(reversed(chain), reversed(extents)):
        term: ir.Expr = ir.Paren(ir.Op("-", (ir.Var(loop.var), bracket(loop.lo))))
        number = ir.Op("+", (number, term if factor is None else ir.Op("*", (factor, term))))
        extent = ir.Paren(extent)
        factor = extent if factor is None else ir.Op("*", (factor, extent))
    at = here.body.index(step)
    body = []
    for n, s in enumerate(here.body):
        if s is step:
            continue
        value = number if n < at else ir.Op("+", (number, ONE))
        change = lambda x, v=value: ir.Paren(v) if x == ir.Var(name) else None
        body.append(rebuilt(s, change))
    new: list = body
    for loop in reversed(chain):
        new = [ir.Do(loop.first, loop.last, loop.var, loop.lo, loop.hi, None, new, loop.head_last)]
    total = None
    for extent in extents:
        extent = ir.Call("max", (ir.Num("int", 4, 0, "0"), extent))
        total = extent if total is None else ir.Op("*", (total, extent))
    return new[0], f"{name} = {name} + {text_of(total)}"


def extent_of(loop: ir.Do, variables: set) -> Optional[ir.Expr]:
    """The number of iterations, which is the same for all values of the loops around: (n+1)*m - (n*m + 1) + 1 is m."""
    if not (ir.names_of(loop.lo) | ir.names_of(loop.hi)) & variables:
        return ir.Op("+", (ir.Op("-", (loop.hi, bracket(loop.lo))), ONE))
    low, high = polynomial(loop.lo), polynomial(loop.hi)
    form = None if low is None or high is None else add(add(high, low, -1), {(): 1}, 1)
    if form is None or any(not re.fullmatch(r"[a-z_]\w*", n) or n in variables for term in form for n in term):
        return None
    out: Optional[ir.Expr] = None
    for term, factor in form.items():
        product: ir.Expr = ir.Num("int", 4, abs(factor), str(abs(factor)))
        for n in term:
            product = ir.Var(n) if product == ONE else ir.Op("*", (product, ir.Var(n)))
        out = (ir.Op("neg", (product,)) if factor < 0 else product) if out is None else ir.Op("+" if factor > 0 else "-", (out, product))
    return out


def bracket(e: ir.Expr) -> ir.Expr:
    return ir.Paren(e) if isinstance(e, ir.Op) else e


# ----------------------------------------------------------------------------------------------------------------- injectivity
def packed_arrays(facts) -> set:
    """Arrays that the nest uses at an index of its own in each iteration."""
    out = set()
    for name in facts.arrays_written:
        uses = [a for a in facts.accesses if a.array == name]
        if any(isinstance(s, ir.Range) for a in uses for s in a.ref.subs):
            continue
        if all(dimension(facts, name, v) for a in uses for v in a.loops):
            continue  # an index for each loop
        apart = all(other_planes(a, b, facts) for a, b in itertools.combinations(sorted({u.ref for u in uses}, key=text_of), 2))
        if apart and all(own_element(a, facts) for a in uses):
            out.add(name)
    return out


def other_planes(a: ir.Ref, b: ir.Ref, facts) -> bool:
    """A subscript of the two is another constant."""
    numbers = [[polynomial(with_values(s, facts)) for s in x.subs] for x in (a, b)]
    return any(x != y and not any(term for p in (x, y) for term in p) for x, y in zip(*numbers) if x is not None and y is not None)


def own_element(use, facts) -> bool:
    """The subscripts tell the iteration: each loop around the access can be found from a subscript, one after another."""
    if any(len(facts.loops[v]) != 1 or facts.loops[v][0].step is not None for v in use.loops):
        return False
    forms = [polynomial(with_values(s, facts)) for s in use.ref.subs]
    known: set = set()
    while known != set(use.loops):
        found = next((v for f in forms if f is not None for v in [separated(f, set(use.loops) - known, use, facts)] if v), None)
        if not found:
            return False
        known |= found
    return True


def with_values(sub: ir.Expr, facts) -> ir.Expr:
    """The subscript with constants, and with the values of temporaries that the nest sets once."""
    values: dict = {}
    for s in ir.walk_statements([facts.nest]):
        if isinstance(s, ir.Assign) and isinstance(s.left, ir.Var):
            values[s.left.name] = None if s.left.name in values else s.right

    def change(x):
        if not isinstance(x, ir.Var):
            return None
        symbol = facts.routine.symbols.get(x.name)
        if symbol is not None and symbol.place == "parameter" and isinstance(symbol.value, ir.Num):
            return symbol.value
        value = values.get(x.name)
        return None if value is None or x.name in ir.names_of(value) else ir.Paren(ir.rebuild(value, change))

    return ir.rebuild(sub, change)


def separated(form: dict, variables: set, use, facts) -> set:
    """The loops among variables whose values the form tells: their factors are products of the extents of others."""
    here = {n for term in form for n in term if n in variables}
    if any(n in facts.scalars_written - set(use.loops) or n in facts.arrays_written for t in form for n in t):
        return set()
    factors: dict = {v: {} for v in here}
    for term, number in form.items():
        inside = [n for n in term if n in variables]
        if len(inside) > 1:
            return set()
        if inside:
            rest = list(term)
            rest.remove(inside[0])
            factors[inside[0]][tuple(rest)] = number
    return here if any(nested(order, factors, facts) for order in itertools.permutations(here)) else set()


def nested(order: tuple, factors: dict, facts) -> bool:
    """The factor of each loop is the number of values of the loops before it in the order, up to its sign."""
    expected: Optional[dict] = factors[order[0]] if order else None
    if expected is None or set(expected) != {()} and expected != step_of(order[0], facts):
        return False  # the first factor is a number, or a step, which is not 0
    for v in order:
        if expected is None or factors[v] not in (expected, times(expected, {(): -1})):
            return False
        low, high = (polynomial(with_values(e, facts)) for e in ends(facts.loops[v][0]))
        extent = None if low is None or high is None else add(add(high, low, -1), {(): 1}, 1)
        if extent is not None and any(n in facts.loops for t in extent for n in t):
            extent = None
        expected = None if extent is None else times(expected, extent)
    return True


def step_of(var: str, facts) -> Optional[dict]:
    """The step of the source's loop, if the variable is the number of its iteration."""
    return polynomial(with_values(facts.routine.symbols[var].value, facts)) if MARK in var else None


def polynomial(e: ir.Expr) -> Optional[dict]:
    """A sum of products: the names of each product, sorted, with its factor."""
    if isinstance(e, ir.Num):
        return ({(): e.value} if e.value else {}) if e.type == "int" else None
    if isinstance(e, ir.Paren):
        return polynomial(e.inner)
    if isinstance(e, ir.Var):
        return {(e.name,): 1}
    if isinstance(e, ir.Op):
        args = [polynomial(a) for a in e.args]
        if all(a is not None for a in args):
            if e.op in "+-" and len(args) == 2:
                return add(args[0], args[1], 1 if e.op == "+" else -1)
            if e.op == "*":
                return times(args[0], args[1])
            if e.op == "neg":
                return add({}, args[0], -1)
    return None if isinstance(e, (ir.Op, ir.Call)) else {(text_of(e),): 1}


def add(a: dict, b: dict, sign: int) -> dict:
    out = dict(a)
    for t, n in b.items():
        out[t] = out.get(t, 0) + sign * n
    return {t: n for t, n in out.items() if n}


def times(a: dict, b: dict) -> dict:
    out: dict = {}
    for s, m in a.items():
        for t, n in b.items():
            term = tuple(sorted(s + t))
            out[term] = out.get(term, 0) + m * n
    return {t: n for t, n in out.items() if n}
