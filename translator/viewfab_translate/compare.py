"""Holds the two readings of a routine against each other, statement by statement."""
from __future__ import annotations

import math
import operator
import re
from dataclasses import dataclass, replace

from viewfab_translate import ir
from viewfab_translate.tree import round_to, text_of

SPECIFIC = {"dabs": "abs", "iabs": "abs", "dsqrt": "sqrt", "dexp": "exp", "dlog": "log", "alog": "log", "dlog10": "log10",
            "alog10": "log10", "dsin": "sin", "dcos": "cos", "dtan": "tan", "datan": "atan", "datan2": "atan2", "dasin": "asin",
            "dacos": "acos", "dsinh": "sinh", "dcosh": "cosh", "dtanh": "tanh", "dmax1": "max", "amax1": "max", "max0": "max",
            "amax0": "max", "max1": "max", "dmin1": "min", "amin1": "min", "min0": "min", "amin0": "min", "min1": "min",
            "dmod": "mod", "amod": "mod", "dsign": "sign", "isign": "sign", "idnint": "nint", "dnint": "anint", "dint": "aint",
            "ddim": "dim", "idim": "dim"}
NAMELESS = {"erf", "erfc", "erfc_scaled"}  # the list of the compiler has no names for them
INQUIRIES = {"huge", "tiny", "epsilon", "kind", "selected_real_kind", "size", "lbound", "ubound", "spacing", "precision", "digits", "range"}
TESTS = {"==": operator.eq, "/=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
LOGIC = {"not": lambda x: not x, "and": lambda x, y: x and y, "or": lambda x, y: x or y, "eqv": operator.eq, "neqv": operator.ne}
CONVERSIONS = {"real", "dble", "float", "sngl", "dfloat", "int", "ifix", "idint", "convert"}


@dataclass
class Difference:
    """A place with two readings."""
    first: int
    last: int
    ours: str
    theirs: str
    called: tuple = ()  # a generic name and its function, if nothing else differs


def generic(name: str) -> str:
    """max of dmax1, and of gfortran's __max_r8."""
    if name.startswith(("__", "_gfortran_")):
        name = re.sub(r"^(_gfortran_|__)", "", name)
        name = re.sub(r"(_[rilc]\d+)+$", "", name)
        name = re.sub(r"_(?:\d+|[rilc]\d+_[rilc]\d+)(?=_|$)", "", name)
        name = re.sub(r"(_[rilc]\d+)+$", "", name)
        name = re.sub(r"^floor\d+$", "floor", name)
        name = "convert" if name.startswith("convert") else name
        name = re.sub(r"^[ms]?(maxloc|minloc)[01]$", r"\1", name)
        name = re.sub(r"^m(sum|product|maxval|minval)$", r"\1", re.sub(r"^count(_\d+)?_l\d?$", "count", name))
        name = re.sub(r"^(len_trim|trim|adjustl|adjustr)_?\d$", r"\1", name)
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
        return ("v", own_name(e.name, symbols))
    if isinstance(e, ir.Ref):
        symbol = symbols.get(e.name)
        if symbol is not None and symbol.place == "parameter" and isinstance(symbol.value, ir.Call):
            element = of_constants(symbol, e, symbols)
            if element is not None:
                return element
        name = own_name(e.name, symbols)
        if all(s == ir.Range(None, None) for s in e.subs):
            return ("v", name)
        return ("r", name) + tuple(normal(s, symbols) for s in e.subs)
    if isinstance(e, ir.Range):
        return (":", normal(e.lo, symbols), normal(e.hi, symbols), normal(e.step, symbols))
    if isinstance(e, ir.Call):
        if e.name == "[substring]":
            return ("r", own_name(e.args[0].name, symbols)) + tuple(normal(a, symbols) for a in e.args[1:])
        name = generic(e.name)
        args = [normal(a.args[1] if isinstance(a, ir.Op) and a.op == "=" else a, symbols) for a in e.args]
        name = "an_intrinsic" if name in NAMELESS else name
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


def own_name(name: str, symbols: dict) -> str:
    """The name in the module of the declaration: USE may give another name, and the compiler's list has the module's."""
    base, rest = re.match(r"([^%(]*)(.*)", name).groups()
    symbol = symbols.get(base)
    return name if symbol is None or not symbol.real_name else symbol.real_name + rest


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
            kind = max(a[3] for a in args)
            return ("c", "n", value if kind != 4 or isinstance(value, int) else round_to(value, 4), kind)
        except (KeyError, ZeroDivisionError, OverflowError):
            pass
        if op in TESTS:
            return ("c", "logical", TESTS[op](*v), 4)
    if op in LOGIC and all(a is not None and a[:2] == ("c", "logical") for a in args):
        return ("c", "logical", LOGIC[op](*(a[2] for a in args)), 4)
    return ("o", op) + args


def same(a, b) -> bool:
    if isinstance(a, tuple) and isinstance(b, tuple):
        if b[0] == "c" and is_inquiry(a):
            return True  # the compiler has folded the inquiry
        if b[:2] == ("c", "n") and a[:2] != ("c", "n"):
            value, kind = value_of(a)
            return value is not None and abs(value - b[2]) <= (1e-14 if kind == b[3] == 8 else 1e-6) * max(abs(value), abs(b[2]))
        if a[0] == "r" and b == ("v", a[1]) and len(a) == 3 and a[2][:1] == (":",):
            return True  # for the compiler a substring is the whole text; a nest has no texts
        if a[:2] == ("c", "n") and b[:2] == ("c", "n"):
            return same_number(a, b)
        if b[0] == "f" and a[0] in "vrf" and "%" in str(a[1]):
            return same_procedure(a, b)
        if a[0] == b[0] and a[0] in "vr" and b[1].startswith(("__tmp_type_", "__tmp_class_")):  # an object within SELECT TYPE
            return a[1].partition("%")[2] == b[1].partition("%")[2] and len(a) == len(b) and all(same(x, y) for x, y in zip(a[2:], b[2:]))
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b))
    return a == b


def with_name_of(a, b, found: list):
    """Our form with the compiler's names of functions of the code; found gets each pair of names."""
    from viewfab_translate.types import INTRINSICS  # types.py needs this file
    if not (isinstance(a, tuple) and isinstance(b, tuple)) or len(a) != len(b):
        return a
    if a[:1] == b[:1] == ("f",) and a[1] != b[1] and a[1] not in INTRINSICS:
        found.append((a[1], b[1]))
        a = ("f", b[1]) + a[2:]
    return tuple(with_name_of(x, y, found) for x, y in zip(a, b))


def same_procedure(a: tuple, b: tuple) -> bool:
    """object%name(arguments) in both readings. The compiler has the object among the arguments, and the name of the type's own
    procedure if the object's type is known."""
    base, _, word = a[1].replace(" ", "").rpartition("%")
    return len(a) + 1 == len(b) and same(("v", base), b[2]) and ("_vptr" not in b[1] or b[1].endswith("%" + word)) and \
        all(same(x, y) for x, y in zip(a[2:], b[3:]))


def is_inquiry(a: tuple) -> bool:
    """An inquiry, or an operation on inquiries and constants."""
    return a[0] == "f" and a[1] in INQUIRIES or \
        a[0] == "o" and any(is_inquiry(x) for x in a[2:]) and all(x[0] == "c" or is_inquiry(x) for x in a[2:])


FOLDED = {"sqrt": math.sqrt, "exp": math.exp, "log": math.log, "log10": math.log10, "sin": math.sin, "cos": math.cos, "tan": math.tan,
          "asin": math.asin, "acos": math.acos, "atan": math.atan, "abs": abs}
FOUR = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "**": operator.pow}


def value_of(a: tuple) -> tuple:
    """(number, kind) of an expression of constants, folded by the compiler; (None, 0) for other expressions."""
    if a[:2] == ("c", "n"):
        return a[2], a[3]
    inner = [value_of(x) if isinstance(x, tuple) and x else (None, 0) for x in a[2:]] if a[0] in ("f", "o") else []
    values = [x for x, _ in inner]
    try:
        if None in values or not values or all(isinstance(x, int) for x in values) and a[1] == "/":
            return None, 0
        value = FOLDED[a[1]](*values) if a[0] == "f" else -values[0] if a[1] == "neg" else FOUR[a[1]](*values)
    except (KeyError, TypeError, ValueError, ArithmeticError):
        return None, 0
    kind = max(kind for _, kind in inner)
    return value if kind != 4 or isinstance(value, int) else round_to(value, 4), kind


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
        elif isinstance(s, ir.If) and hasattr(s, "concurrent"):
            out += events(s.branches[0][1])
        elif isinstance(s, ir.If) and hasattr(s, "arithmetic"):
            out.append((("if", s.arithmetic), s))
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
            unread = getattr(s, "event", "")
            out.append((("while", ir.Var(".true.")) if endless else ("unread", unread, s.what) if unread else ("other", s.what), s))
            out += events(s.body)
    return out


def compare(body: list, theirs: list, symbols: dict) -> list:
    """The differences of the two readings."""
    ours = [(e, s) for e, s in events(body) if e[0] != "other"]
    theirs = [e for e in theirs if not (e[0] == "if" and getattr(e[1], "name", "") == "_gfortran_is_extension_of")]  # CLASS IS
    actuals = [e[2] if e[0] == "call" else None for e in theirs]
    theirs = [("call", generic(e[1])) if e[0] == "call" else e for e in theirs]
    known = {x.real_name or n: replace(x, real_name="") for n, x in symbols.items()}
    out = []
    for at, (mine, statement) in enumerate(ours):
        if at >= len(theirs):
            return out + [Difference(statement.first, 10 ** 9, shown(mine), "nothing")]
        other = theirs[at]
        if mine[0] == "unread" and other[0] in (mine[1], "unread"):
            continue  # no kernel has the statement, and the readings go on behind it
        if mine[0] == other[0] == "call":
            statement.called, statement.agreed = other[1], same_actuals(statement.args, actuals[at], symbols, known)
            continue  # the compiler has the specific routine of a generic name
        if mine[0] != other[0]:
            return out + [Difference(statement.first, 10 ** 9, shown(mine), shown(other))]
        both = [(a, b) if isinstance(a, str) else (normal(a, symbols), normal(b, known)) for a, b in zip(mine[1:], other[1:])]
        if not all(same(a, b) for a, b in both):
            found: list = []
            alike = all(same(with_name_of(a, b, found), b) for a, b in both)
            out.append(Difference(statement.first, last_line(statement), shown(mine), shown(other), found[0] if alike and found else ()))
    if len(theirs) > len(ours):
        out.append(Difference(0, 10 ** 9, "nothing", shown(theirs[len(ours)])))
    return out


def last_line(s: ir.Stmt) -> int:
    """The last line of the statement. A condition around other lines stays in the text, so its lines alone are in doubt."""
    inner = [x.first for _, b in s.branches for x in b] if isinstance(s, ir.If) else []
    return min(inner) - 1 if inner and min(inner) > s.first else s.last


def same_actuals(ours: list, theirs, symbols: dict, known: dict) -> bool:
    """Both readings of a call have the same arguments. The compiler sorts arguments with keywords. known: symbols by their own names."""
    if theirs is None or len(ours) != len(theirs):
        return False
    named = {a.args[0].name: a.args[1] for a in ours if isinstance(a, ir.Op) and a.op == "="}
    plain = [a for a in ours if not (isinstance(a, ir.Op) and a.op == "=")]
    for at, (word, e) in enumerate(theirs):
        mine = named.get(word) if word else plain[at] if at < len(plain) else None
        if mine is None or not same(normal(mine, symbols), normal(e, known)):
            return False
    return True


def shown(event: tuple) -> str:
    words = [x if isinstance(x, str) else text_of(x) for x in event[1:]]
    return words[0] + " = " + words[1] if event[0] == "assign" else event[0] + " " + ", ".join(words)
