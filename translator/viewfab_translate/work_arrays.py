"""Work arrays that outlive a nest: arrays of COMMON, of modules and of arguments that each iteration fills before it reads them. Each
iteration gets an array of its own, and the last iteration leaves its values in the array of the source, as the loops do."""
from __future__ import annotations

from typing import Optional

from viewfab_translate import ir
from viewfab_translate.axes import dimension
from viewfab_translate.column_levels import expression
from viewfab_translate.facts import collect, is_array
from viewfab_translate.filled import Filled
from viewfab_translate.sections import rebuilt

MARK = "@own"
UNFIT = {"EQUIVALENCED", "POINTER", "TARGET", "VOLATILE", "ASSUMED_SIZE", "SECTION", "OPTIONAL"}


def with_own_work(nest: ir.Do, routine: ir.Routine, dead: set) -> Optional[ir.Do]:
    """The nest with an array of each iteration in place of each work array, or None if there is no such array. dead: local arrays that
    nothing needs behind the nest."""
    chain = chain_of(nest, routine)
    facts = collect(nest, routine)
    if any(isinstance(s, ir.Jump) for s in ir.walk_statements([nest])) or \
            any((ir.names_of(s.lo) | ir.names_of(s.hi)) & facts.changed for s in chain):
        return None  # the last iteration is not known
    back, made, kept = [], {}, []
    for name in sorted(facts.arrays_written - dead):
        symbol = routine.symbols.get(name)
        if symbol is None or symbol.flags & UNFIT or symbol.type not in ("real", "int", "logical") or "(" in name:
            continue
        owners = [s for s in chain if dimension(facts, name, s.var) is None]
        if not owners or len(owners) == len(chain) and not any(isinstance(s, ir.Do) for s in chain[-1].body):
            continue
        variables = {s.var for s in owners}
        boxes = Filled(name, variables, facts, False, False).of_iteration(chain, False)
        if boxes is None:
            boxes = Filled(name, variables, facts, False, False).of_iteration(chain, True)
            if boxes is None:
                continue
            kept.append(name)
        made[name] = clone(symbol, routine)
        back.append(last_values(name, made[name], boxes, owners, routine, chain[-1]))
    if not made:
        return None
    change = lambda x: ir.Ref(made[x.name], tuple(ir.rebuild(s, change) for s in x.subs)) if isinstance(x, ir.Ref) and x.name in made else None
    before = [old_values(n, made[n], routine, chain[-1]) for n in kept]
    body = before + [rebuilt(s, change) for s in chain[-1].body] + back
    for at, s in enumerate(reversed(chain)):
        if at:
            body = [rebuilt(x, change) if not isinstance(x, ir.Do) else body[0] for x in s.body]
        body = [ir.Do(s.first, s.last, s.var, s.lo, s.hi, s.step, body, s.head_last, "", s.name)]
    return body[0]


def chain_of(nest: ir.Do, routine: ir.Routine) -> list:
    """The loops from outside whose bodies are a single loop, with settings of numbers in front of it."""
    chain, here = [], nest
    while True:
        chain.append(here)
        *plain, last = here.body or [None]
        if isinstance(last, ir.Do) and all(isinstance(s, ir.Assign) and isinstance(s.left, ir.Var) and not is_array(s.left, routine)
                                           for s in plain):
            here = last
            continue
        return chain


def clone(symbol: ir.Symbol, routine: ir.Routine) -> str:
    """The name of a local array with the bounds of the array."""
    number = 1
    while f"{symbol.name}{MARK}{number}" in routine.symbols:
        number += 1
    name = f"{symbol.name}{MARK}{number}"
    at = lambda word, d: ir.Call(word, (ir.Var(symbol.name), ir.Num("int", 4, d + 1, str(d + 1))))
    bounds = tuple((ir.Num("int", 4, 1, "1") if lo is None else lo, hi) if isinstance(hi, ir.Num) and isinstance(lo, (ir.Num, type(None)))
                   else (at("lbound", d), at("ubound", d)) for d, (lo, hi) in enumerate(symbol.bounds))
    routine.symbols[name] = ir.Symbol(name, symbol.type, symbol.kind, bounds, flags=frozenset(["OWN"]))
    routine.__dict__.setdefault("work", {})[name] = symbol.name
    return name


def last_values(name: str, own: str, boxes: list, owners: list, routine: ir.Routine, inner: ir.Do) -> ir.If:
    """The statement by which the last iteration leaves its elements in the array of the source."""
    condition = None
    for s in owners:
        test = ir.Op("==", (ir.Var(s.var), s.hi))
        condition = test if condition is None else ir.Op("and", (condition, test))
    body = []
    for box in dict.fromkeys(boxes):
        subs, loops = [], []
        for lo, hi in box:
            if lo == hi:
                subs.append(expression(lo))
                continue
            loops.append((variable(routine, len(loops)), expression(lo), expression(hi)))
            subs.append(ir.Var(loops[-1][0]))
        new: list = [ir.Assign(inner.first, inner.last, ir.Ref(name, tuple(subs)), ir.Ref(own, tuple(subs)))]
        for var, lo, hi in loops:
            new = [ir.Do(inner.first, inner.last, var, lo, hi, None, new, inner.first)]
        body += new
    return ir.If(inner.first, inner.last, [(condition, body)])


def old_values(name: str, own: str, routine: ir.Routine, inner: ir.Do) -> ir.Stmt:
    """The loops by which an iteration takes the elements that no iteration writes."""
    bounds = routine.symbols[own].bounds
    subs = tuple(ir.Var(variable(routine, d)) for d in range(len(bounds)))
    out: ir.Stmt = ir.Assign(inner.first, inner.last, ir.Ref(own, subs), ir.Ref(name, subs))
    for s, (lo, hi) in zip(subs, bounds):
        out = ir.Do(inner.first, inner.last, s.name, lo, hi, None, [out], inner.first)
    return out


def variable(routine: ir.Routine, number: int) -> str:
    name = f"at_work_{number + 1}"
    routine.symbols.setdefault(name, ir.Symbol(name, "int", 4))
    return name
