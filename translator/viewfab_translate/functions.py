"""Functions of the code that a nest calls: of numbers alone, without side effects. A kernel file gets them as functions of C, its
original as internal functions of Fortran."""
from __future__ import annotations

from viewfab_translate import ir
from viewfab_translate.compare import generic
from viewfab_translate.types import INTRINSICS

PLAIN = ("real", "int", "logical")


def is_helper(f: ir.Routine) -> bool:
    """The function reads its arguments and constants, and sets local variables and its result."""
    result = result_of(f)
    if f.kind != "function" or result is None or not f.body:
        return False
    for d in f.dummies:
        s = f.symbols.get(d)
        if s is None or s.bounds or s.type not in PLAIN or s.intent not in ("in", "") or s.flags & {"OPTIONAL", "POINTER"}:
            return False
    for s in ir.walk_statements(f.body):
        if isinstance(s, ir.Jump) and not (s.word == "return" and s is f.body[-1]) or not isinstance(
                s, (ir.Assign, ir.If, ir.Select, ir.Jump)):
            return False
        for e, written in ir.expressions(s):
            if written and (not isinstance(e, ir.Var) or e.name in f.dummies):
                return False
            if not all(allowed(x, f) for x in ir.walk(e)):
                return False
    return True


def allowed(x: ir.Expr, f: ir.Routine) -> bool:
    if isinstance(x, (ir.Ref, ir.Range)):
        return False
    if isinstance(x, ir.Call):
        symbol = f.symbols.get(x.name)
        return generic(x.name) in INTRINSICS and (symbol is None or "INTRINSIC-PROC" in symbol.flags)
    if isinstance(x, ir.Var) and x.name not in (".true.", ".false."):
        symbol = f.symbols.get(x.name)
        if symbol is None or symbol.bounds or symbol.type not in PLAIN:
            return False
        if symbol.place == "parameter":
            return isinstance(symbol.value, ir.Num)
        return symbol.place in ("dummy", "local", "function") and "SAVE" not in " ".join(symbol.flags) and "HOST" not in symbol.flags
    return True


def result_of(f: ir.Routine):
    """The symbol of the result: the variable that the function sets under its own name or the name in RESULT."""
    for s in f.symbols.values():
        if "RESULT" in s.flags and s.type in PLAIN:
            return s
    s = f.symbols.get(f.name)
    return s if s is not None and s.type in PLAIN else None


def locals_of(f: ir.Routine) -> list:
    """Variables that the function sets, its result among them."""
    return sorted({s.left.name for s in ir.walk_statements(f.body) if isinstance(s, ir.Assign)})


def c_function(f: ir.Routine, pass_kind: int) -> str:
    """The function in C."""
    from viewfab_translate.statements import Statements
    own = {n: n + "_of_" + f.name for n in locals_of(f)}
    stub = ir.Kernel(f.name, ir.Do(f.first, f.last, "", ir.Num("int", 4, 1), ir.Num("int", 4, 1), None, []), f, [], [], [], [], [], [],
                     "all", pass_kind, own)
    writer = Statements(stub)
    writer.dummies = {d: (d + "_value", (f.symbols[d].type, f.symbols[d].kind)) for d in f.dummies}
    writer.body([s for s in f.body if not isinstance(s, ir.Jump)])
    ctype = lambda s: writer.ctype((s.type, s.kind))
    result = result_of(f)
    args = ", ".join(f"{ctype(f.symbols[d])} {d}_value" for d in f.dummies)
    lines = [f"VF_INLINE {ctype(result)} {f.name}_function({args})", "{"]
    lines += [f"  {ctype(f.symbols[n] if n != result.name else result)} {own[n]} = 0;" for n in own]
    lines += [text for text, _ in writer.out] + [f"  return {own[result.name]};", "}"]
    return "\n".join(list(writer.helpers.values()) + lines)


def fortran_function(f: ir.Routine) -> list:
    """The function as an internal function of an original."""
    from viewfab_translate.originals import FORTRAN, Loops
    result = result_of(f)
    stub = ir.Kernel(f.name, None, f, [], [], [], [], [], [], "all", 8, {})
    writer = Loops(stub)
    writer.body([s for s in f.body if not isinstance(s, ir.Jump)], 0)
    kind = lambda n: FORTRAN[(f.symbols[n].type, f.symbols[n].kind)] if n != result.name else FORTRAN[(result.type, result.kind)]
    tail = f" result({result.name})" if result.name != f.name else ""
    out = [f"  function {f.name}_function({', '.join(f.dummies)}){tail.replace(f.name, f.name) if tail else f' result({f.name}_result)'}"]
    name = result.name if tail else f"{f.name}_result"
    out += [f"    {kind(d)}, intent(in) :: {d}" for d in f.dummies]
    out += [f"    {kind(n)} :: {name if n == result.name else n}" for n in locals_of(f)]
    import re
    swap = (lambda s: s) if tail else (lambda s: re.sub(rf"\b{f.name}\b", name, s))
    return out + ["    " + swap(s) for s in writer.lines] + [f"  end function {f.name}_function"]
