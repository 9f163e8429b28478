"""Results: scalars that a nest only adds to, or takes the least or largest value into."""
from __future__ import annotations

from viewfab_translate import ir
from viewfab_translate.compare import generic
from viewfab_translate.facts import Facts


def find_results(facts: Facts) -> list:
    """The results of a nest: scalars that all statements of the nest use in the form s = s + e, or the like."""
    out = []
    for name in sorted(facts.exposed & facts.scalars_written):
        operation, count = "", 0
        fits = True
        for s in ir.walk_statements([facts.nest]):
            uses = sum(1 for e, _ in ir.expressions(s) for x in ir.walk(e) if isinstance(x, ir.Var) and x.name == name)
            if isinstance(s, ir.Do):
                uses = uses - 1 if s.var == name else uses
            if not uses:
                continue
            found = form(s, name) if isinstance(s, ir.Assign) else ("", None)
            if not found[0] or operation not in ("", found[0]) or uses != 2:
                fits = False
                break
            operation, count = found[0], count + 1
        if fits and count:
            symbol = facts.routine.symbols[name]
            if symbol.type not in ("real", "int") or symbol.kind not in (4, 8):
                continue
            out.append(ir.Result(operation, name, name, (symbol.type, symbol.kind),
                                 element=symbol.value if isinstance(symbol.value, ir.Ref) else None))
    return out


def form(s: ir.Assign, name: str) -> tuple:
    """(operation, values given) of s = s + e, e + s, s - e, max(s, e), min(e, s); else ('', None)."""
    me = ir.Var(name)
    if s.left != me:
        return ("", None)
    e = s.right
    while isinstance(e, ir.Paren):
        e = e.inner
    if isinstance(e, ir.Call) and generic(e.name) in ("max", "min") and e.args.count(me) == 1:
        rest = [a for a in e.args if a != me]
        if any(name in ir.names_of(a) for a in rest):
            return ("", None)
        return (generic(e.name), rest)
    terms: list = []
    if not leading(e, me, terms):
        if isinstance(e, ir.Op) and e.op == "+" and len(e.args) == 2 and e.args[1] == me and name not in ir.names_of(e.args[0]):
            return ("sum", [e.args[0]])
        return ("", None)
    if any(name in ir.names_of(t) for t in terms) or not terms:
        return ("", None)
    return ("sum", terms)


def leading(e, me, terms: list) -> bool:
    """s + a - b: the terms a and -b behind s."""
    if e == me:
        return True
    if isinstance(e, ir.Op) and len(e.args) == 2 and e.op in "+-" and leading(e.args[0], me, terms):
        terms.append(e.args[1] if e.op == "+" else ir.Op("neg", (e.args[1],)))
        return True
    return False
