"""Holds the two readings of a routine against each other, statement by statement."""
from __future__ import annotations

import operator
import re
from dataclasses import dataclass

from viewfab_translate import ir
from viewfab_translate.tree import round_to, text_of

SPECIFIC = {"dabs": "abs", "iabs": "abs", "dsqrt": "sqrt", "dexp": "exp", "dlog": "log", "alog": "log", "dlog10": "log10",
            "alog10": "log10", "dsin": "sin", "dcos": "cos", "dtan": "tan", "datan": "atan", "datan2": "atan2", "dasin": "asin",
            "dacos": "acos", "dsinh": "sinh", "dcosh": "cosh", "dtanh": "tanh", "dmax1": "max", "amax1": "max", "max0": "max",
            "amax0": "max", "max1": "max", "dmin1": "min", "amin1": "min", "min0": "min", "amin0": "min", "min1": "min",
            "dmod": "mod", "amod": "mod", "dsign": "sign", "isign": "sign", "idnint": "nint", "dnint": "anint", "dint": "aint",
            "ddim": "dim", "idim": "dim"}
INQUIRIES = {"huge", "tiny", "epsilon", "kind", "selected_real_kind", "size", "lbound", "ubound"}
TESTS = {"==": operator.eq, "/=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
CONVERSIONS = {"real", "dble", "float", "sngl", "dfloat", "int", "ifix", "idint", "convert"}


@dataclass
class Difference:
    """A place with two readings."""
    first: int
    last: int
    ours: str
    theirs: str


def generic(name: str) -> str:
    """max of dmax1, and of gfortran's __max_r8."""
    if name.startswith(("__", "_gfortran_")):
        name = re.sub(r"^(_gfortran_|__)", "", name)
        name = re.sub(r"(_[rilc]\d+)+$", "", name)
        name = re.sub(r"_(?:\d+|[rilc]\d+_[rilc]\d+)(?=_|$)", "", name)
        name = re.sub(r"(_[rilc]\d+)+$", "", name)
        name = "convert" if name.startswith("convert") else name
        name = re.sub(r"^[ms]?(maxloc|minloc)[01]$", r"\1", name)
    return SPECIFIC.get(name, name)


def normal(e, symbols: dict):
    """A form in which both readings of the same text are equal: without conversions and parentheses, constants folded."""
    if e is None:
        return None
    if isinstance(e, ir.Num):
        return ("c", e.type if e.type in ("char", "logical") else "n", e.value, e.kind if e.type == "real" else 4)
    if isinstance(e, ir.Paren):
        return normal(e.inner, symbols)
    if isinstance(e, (ir.Var, ir.Ref)) and "(" in e.name:
        e = with_numbers(e, symbols)
    if isinstance(e, ir.Var):
        symbol = symbols.get(e.name)
        if symbol is not None and symbol.place == "parameter" and isinstance(symbol.value, ir.Num):
            return normal(symbol.value, symbols)
        if e.name in (".true.", ".false."):
            return ("c", "logical", e.name == ".true.", 4)
        return ("v", e.name)
    if isinstance(e, ir.Ref):
        symbol = symbols.get(e.name)
        if symbol is not None and symbol.place == "parameter" and isinstance(symbol.value, ir.Call):
            element = of_constants(symbol, e, symbols)
            if element is not None:
                return element
        if all(s == ir.Range(None, None) for s in e.subs):
            return ("v", e.name)
        return ("r", e.name) + tuple(normal(s, symbols) for s in e.subs)
    if isinstance(e, ir.Range):
        return (":", normal(e.lo, symbols), normal(e.hi, symbols), normal(e.step, symbols))
    if isinstance(e, ir.Call):
        name = generic(e.name)
        args = [normal(a.args[1] if isinstance(a, ir.Op) and a.op == "=" else a, symbols) for a in e.args]
        if name in CONVERSIONS and args:
            return args[0]
        if name in ("maxloc", "minloc") and args[-1] == ("c", "logical", False, 4):
            args.pop()  # the compiler adds BACK
        if name in ("max", "min") and len(args) > 2:
            first = args[0]
            for a in args[1:]:
                first = ("f", name, first, a)
            return first
        return ("f", name) + tuple(args)
    args = tuple(normal(a, symbols) for a in e.args)
    return fold(e.op, args)


def with_numbers(e, symbols: dict):
    """v(3,i,4)%x of v(3,i,np)%x, whose subscripts are part of the name."""
    def value(found) -> str:
        symbol = symbols.get(found.group(0))
        known = symbol is not None and symbol.place == "parameter" and isinstance(symbol.value, ir.Num)
        return str(symbol.value.value) if known else found.group(0)
    name = re.sub(r"(?<=[(,+*-])[a-z]\w*(?=[),+*-])", value, e.name)
    return ir.Var(name) if isinstance(e, ir.Var) else ir.Ref(name, e.subs)


def of_constants(symbol: ir.Symbol, e: ir.Ref, symbols: dict):
    sub = normal(e.subs[0], symbols)
    low = normal(symbol.bounds[0][0], symbols)
    if len(e.subs) == 1 and sub[0] == "c" and low and low[0] == "c" and 0 <= sub[2] - low[2] < len(symbol.value.args):
        return normal(symbol.value.args[sub[2] - low[2]], symbols)
    return None


def fold(op: str, args: tuple):
    if op == "pos":
        return args[0]
    if all(a is not None and a[0] == "c" and a[1] == "n" for a in args):
        v = [a[2] for a in args]
        try:
            whole = all(isinstance(x, int) for x in v)
            value = {"neg": lambda: -v[0], "+": lambda: v[0] + v[1], "-": lambda: v[0] - v[1], "*": lambda: v[0] * v[1],
                     "/": lambda: int(v[0] / v[1]) if whole else v[0] / v[1], "**": lambda: v[0] ** v[1]}[op]()
            return ("c", "n", value, max(a[3] for a in args))
        except (KeyError, ZeroDivisionError, OverflowError):
            pass
        if op in TESTS:
            return ("c", "logical", TESTS[op](*v), 4)
    return ("o", op) + args


def same(a, b) -> bool:
    if isinstance(a, tuple) and isinstance(b, tuple):
        if b[0] == "c" and is_inquiry(a):
            return True  # the compiler has folded the inquiry
        if a[:2] == ("c", "n") and b[:2] == ("c", "n"):
            return same_number(a, b)
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b))
    return a == b


def is_inquiry(a: tuple) -> bool:
    """An inquiry, or an operation on inquiries and constants."""
    return a[0] == "f" and a[1] in INQUIRIES or \
        a[0] == "o" and any(is_inquiry(x) for x in a[2:]) and all(x[0] == "c" or is_inquiry(x) for x in a[2:])


def same_number(a: tuple, b: tuple) -> bool:
    """Constants with the same value, as far as the digits of the dump tell; b is the compiler's."""
    x, y = a[2], b[2]
    if x == y or abs(x - y) <= 1e-15 * max(abs(x), abs(y)):
        return True
    return b[3] == 4 and a[3] == 4 and round_to(float(x), 4) == round_to(float(y), 4)


def events(body: list) -> list:
    """The statements of our reading in the form of the second reader: (event, statement)."""
    out = []
    for s in body:
        if isinstance(s, ir.Assign):
            out.append((("assign", s.left, s.right), s))
        elif isinstance(s, ir.Do) and s.concurrent:
            out += events(s.body)
        elif isinstance(s, ir.Do):
            out.append((("do", s.var, s.lo, s.hi, s.step or ir.Num("int", 4, 1)), s))
            out += events(s.body)
        elif isinstance(s, ir.If):
            for condition, inner in s.branches:
                if condition is not None:
                    out.append((("if", condition), s))
                out += events(inner)
        elif isinstance(s, ir.While):
            out.append((("while", s.condition), s))
            out += events(s.body)
        elif isinstance(s, ir.Where):
            for mask, inner in s.branches:
                if mask is not None:
                    out.append((("where", mask), s))
                out += events(inner)
        elif isinstance(s, ir.CallStmt):
            out.append((("call", s.name.split("%")[-1]), s))
        elif isinstance(s, ir.Select):
            for _, inner in s.cases:
                out += events(inner)
        elif isinstance(s, ir.Associate):
            out += events(s.body)
        elif isinstance(s, ir.Other):
            endless = s.what == "DO without a count"
            out.append((("while", ir.Var(".true.")) if endless else ("other", s.what), s))
            out += events(s.body)
    return out


def compare(body: list, theirs: list, symbols: dict) -> list:
    """The differences of the two readings."""
    ours = [(e, s) for e, s in events(body) if e[0] != "other"]
    theirs = [("call", generic(e[1])) if e[0] == "call" else e for e in theirs]
    out = []
    for at, (mine, statement) in enumerate(ours):
        if at >= len(theirs):
            return out + [Difference(statement.first, 10 ** 9, shown(mine), "nothing")]
        other = theirs[at]
        if mine[0] == other[0] == "call":
            continue  # the compiler names the specific routine of a generic one
        if mine[0] != other[0]:
            return out + [Difference(statement.first, 10 ** 9, shown(mine), shown(other))]
        if not all(same(normal(a, symbols) if not isinstance(a, str) else a, normal(b, symbols) if not isinstance(b, str) else b)
                   for a, b in zip(mine[1:], other[1:])):
            out.append(Difference(statement.first, statement.last, shown(mine), shown(other)))
    if len(theirs) > len(ours):
        out.append(Difference(0, 10 ** 9, "nothing", shown(theirs[len(ours)])))
    return out


def shown(event: tuple) -> str:
    words = [x if isinstance(x, str) else text_of(x) for x in event[1:]]
    return words[0] + " = " + words[1] if event[0] == "assign" else event[0] + " " + ", ".join(words)
