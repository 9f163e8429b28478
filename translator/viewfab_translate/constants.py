"""Small arrays of constants in loops over columns: their elements become numbers, and branches that the numbers decide are taken or left
out, so that loops over levels do not stand in a branch."""
from __future__ import annotations

from typing import Optional

from viewfab_translate import ir
from viewfab_translate.affine import affine
from viewfab_translate.compare import TESTS
from viewfab_translate.sections import rebuilt

MOST = 16


def elements_of(symbol: ir.Symbol) -> Optional[dict]:
    """The numbers of an array PARAMETER with one index, by subscript."""
    if symbol is None or symbol.place != "parameter" or len(symbol.bounds) != 1 or not isinstance(symbol.value, ir.Call):
        return None
    low, values = symbol.bounds[0][0] or ir.Num("int", 4, 1), symbol.value.args
    if symbol.value.name != "[]" or not isinstance(low, ir.Num) or not 0 < len(values) <= MOST or \
            any(not isinstance(v, ir.Num) or v.type != symbol.type for v in values):
        return None
    return {low.value + at: ir.Num(symbol.type, symbol.kind, v.value) for at, v in enumerate(values)}


def with_numbers(body: list, symbols: dict) -> list:
    """The statements with numbers in place of elements of such arrays. An index that is no number chooses among them."""
    def change(x):
        known = elements_of(symbols.get(x.name)) if isinstance(x, ir.Ref) and len(x.subs) == 1 else None
        if known is None or isinstance(x.subs[0], ir.Range):
            return None
        sub = ir.rebuild(x.subs[0], change)
        form = affine(sub, {}, set(), symbols)
        if form is not None and len(form) == 1 and not next(iter(form)).terms:
            return known.get(next(iter(form)).constant)
        numbers = sorted(known)
        out: ir.Expr = known[numbers[-1]]
        for n in reversed(numbers[:-1]):
            out = ir.Call("merge", (known[n], out, ir.Op("==", (sub, ir.Num("int", 4, n, str(n))))))
        return out
    return [rebuilt(s, change) for s in body]


def decided(body: list) -> list:
    """The statements without branches that numbers decide."""
    out: list = []
    for s in body:
        if isinstance(s, ir.If):
            branches = []
            for condition, inner in s.branches:
                known = None if condition is None else truth(condition)
                if known is False:
                    continue
                branches.append((None if known else condition, decided(inner)))
                if known or condition is None:
                    break
            if not branches:
                continue
            if branches[0][0] is None:
                out += branches[0][1]
                continue
            s = ir.If(s.first, s.last, branches)
        elif isinstance(s, ir.Do):
            s = ir.Do(s.first, s.last, s.var, s.lo, s.hi, s.step, decided(s.body), s.head_last, s.label, s.name)
        out.append(s)
    return out


def truth(e: ir.Expr) -> Optional[bool]:
    """The value of a condition of whole numbers, or None."""
    if isinstance(e, ir.Paren):
        return truth(e.inner)
    if isinstance(e, ir.Num) and e.type == "logical":
        return bool(e.value)
    if not isinstance(e, ir.Op):
        return None
    if e.op == "not":
        inner = truth(e.args[0])
        return None if inner is None else not inner
    if e.op in ("and", "or"):
        a, b = truth(e.args[0]), truth(e.args[1])
        return None if a is None or b is None else (a and b) if e.op == "and" else (a or b)
    if e.op in TESTS and all(isinstance(x, ir.Num) and x.type == "int" for x in e.args):
        return TESTS[e.op](*(x.value for x in e.args))
    return None
