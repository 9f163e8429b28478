"""Types and kinds of expressions, as Fortran has them."""
from __future__ import annotations

from viewfab_translate import ir
from viewfab_translate.compare import generic
from viewfab_translate.tree import kinds_of_flags

ELEMENTS = {("int", 4): "int", ("int", 8): "int64", ("logical", 4): "logical"}
SAME = {"abs", "sign", "mod", "modulo", "max", "min", "dim", "merge", "aint", "anint"}
REAL = {"sqrt", "exp", "log", "log10", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "erf", "erfc", "atan2",
        "hypot"}
WHOLE = {"int", "nint", "floor", "ceiling", "ifix", "idint"}
KINDS = {"real", "dble", "float", "sngl", "dfloat"}
FIXED = {"size", "lbound", "ubound", "present", "huge", "tiny", "epsilon"}
BITS = {"iand", "ior", "ieor"}
INTRINSICS = SAME | REAL | WHOLE | KINDS | FIXED | BITS
RANK = {"logical": 0, "int": 1, "real": 2}


def wider(a: tuple, b: tuple) -> tuple:
    if RANK.get(a[0], 9) != RANK.get(b[0], 9):
        return a if RANK.get(a[0], 9) > RANK.get(b[0], 9) else b
    return (a[0], max(a[1], b[1]))


def type_of(e: ir.Expr, routine: ir.Routine, dummies: dict = {}) -> tuple:
    """(type, kind) of an expression."""
    if isinstance(e, ir.Num):
        return (e.type, e.kind)
    if isinstance(e, ir.Paren):
        return type_of(e.inner, routine, dummies)
    if isinstance(e, (ir.Var, ir.Ref)):
        if e.name in dummies:
            return dummies[e.name]
        if e.name in (".true.", ".false."):
            return ("logical", 4)
        symbol = routine.symbols.get(e.name)
        return (symbol.type, symbol.kind) if symbol is not None else ("none", 0)
    if isinstance(e, ir.Op):
        args = [type_of(a, routine, dummies) for a in e.args]
        if e.op in ("<", "<=", ">", ">=", "==", "/=", "and", "or", "not", "eqv", "neqv"):
            return ("logical", 4)
        if e.op == "=":
            return args[1]
        if e.op == "**" and args[1][0] == "int":
            return args[0]
        return args[0] if len(args) == 1 else wider(args[0], args[1])
    if isinstance(e, ir.Call):
        return type_of_call(e, routine, dummies)
    return ("none", 0)


def type_of_call(e: ir.Call, routine: ir.Routine, dummies: dict) -> tuple:
    name = generic(e.name)
    if e.name.startswith("[line]"):
        symbol = routine.symbols[e.name[6:]]
        return (symbol.type, symbol.kind)
    if e.name in routine.helpers:
        from viewfab_translate.functions import result_of
        symbol = result_of(routine.helpers[e.name])
        return (symbol.type, symbol.kind)
    if e.name in routine.functions:
        symbol = routine.symbols[e.name]
        return (symbol.type, symbol.kind)
    args = [type_of(a, routine, dummies) for a in e.args]
    if name in KINDS:
        return ("real", kind_argument(e, routine, default_kinds(routine)[name in ("dble", "dfloat")]))
    if name in WHOLE:
        return ("int", kind_argument(e, routine, 4))
    if name in ("max", "min"):
        out = args[0]
        for a in args[1:]:
            out = wider(out, a)
        return {"max1": ("int", 4), "min1": ("int", 4), "amax0": ("real", default_kinds(routine)[0]),
                "amin0": ("real", default_kinds(routine)[0])}.get(e.name, out)
    if name == "present":
        return ("logical", 4)
    if name in ("size", "lbound", "ubound"):
        return ("int", 4)
    return args[0] if args else ("none", 0)


def default_kinds(routine: ir.Routine) -> tuple:
    return kinds_of_flags(routine.source.flags if routine.source is not None else [])


def kind_argument(e: ir.Call, routine: ir.Routine, default: int) -> int:
    if len(e.args) < 2:
        return default
    kind = e.args[1].args[1] if isinstance(e.args[1], ir.Op) and e.args[1].op == "=" else e.args[1]
    if isinstance(kind, ir.Num):
        return int(kind.value)
    symbol = routine.symbols.get(getattr(kind, "name", ""))
    if symbol is not None and isinstance(symbol.value, ir.Num):
        return int(symbol.value.value)
    if isinstance(kind, ir.Call) and kind.name == "kind":
        return type_of(kind.args[0], routine)[1]
    raise ir.Refusal(f"the kind of {e.name} is no constant", 0, "", "kind")
