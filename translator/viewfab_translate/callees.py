"""Which routine a call means, and whether the statements of this routine can stand in place of the call."""
from __future__ import annotations

import re
from dataclasses import replace
from typing import Optional

from viewfab_translate import ir
from viewfab_translate.compare import generic
from viewfab_translate.functions import PLAIN
from viewfab_translate.threads import directives
from viewfab_translate.types import INTRINSICS

MOST_DEEP = 12
UNFIT = ("OPTIONAL", "POINTER", "ALLOCATABLE", "VALUE", "VOLATILE", "ASYNCHRONOUS", "TARGET")
INTRINSIC_SUBROUTINES = {"random_number", "random_seed", "system_clock", "cpu_time", "date_and_time", "move_alloc", "mvbits",
                         "get_command_argument", "get_environment_variable"}
ASKS = ("lbound", "ubound", "size")


class Unfit(Exception):
    """Why a call stays a call: a clause that begins with "which", "whose" or "with"."""


def callee_of(s: ir.CallStmt, routine: ir.Routine, routines: list) -> ir.Routine:
    """The subroutine that the name means in the routine: internal, of a module, or external. No name is enough by itself."""
    symbol = routine.symbols.get(s.name)
    if "%" in s.name:
        raise Unfit("which is a procedure of an object")
    if symbol is not None and symbol.flags & {"DUMMY", "PROC-POINTER", "POINTER"}:
        raise Unfit("which is an argument" if "DUMMY" in symbol.flags else "which is a pointer to a procedure")
    wanted = symbol.real_name if symbol is not None and symbol.real_name else s.name
    if s.called and wanted in INTRINSIC_SUBROUTINES and (symbol is None or not symbol.flags & {"EXTERNAL", "EXTERNAL-PROC", "MODULE-PROC", "USE-ASSOC"}):
        raise Unfit("which is a subroutine of Fortran itself, and no kernel has it")
    if s.called and s.called != wanted:
        raise Unfit(f"which is a generic name of {s.called}")
    kind = "function" if getattr(s, "function", False) else "subroutine"
    found = [r for r in routines if r.kind == kind and r.name == wanted]
    hosts = {routine.name, routine.internal_of} - {""}
    internal = [r for r in found if r.internal_of in hosts and r.module == routine.module and r.source is routine.source]
    if symbol is not None and symbol.module and not internal:
        found = [r for r in found if not r.internal_of and r.module == symbol.module]
    else:
        found = internal or [r for r in found if not r.internal_of and not r.module]
    if len(found) != 1:
        raise Unfit("which is not in this file, nor in a file behind --with" if not found else "which is there twice")
    return found[0]


def place_in(callee: ir.Routine) -> tuple:
    """(file, first line, last line, name) of the subroutine."""
    return (str(callee.source.path), callee.first, callee.last, callee.name)


def at(callee: ir.Routine, line: int) -> str:
    """(file:line) for the text of a refusal."""
    from pathlib import Path
    name, _, number = callee.source.place(line).rpartition(":")
    return f" ({Path(name).name}:{number})"


def check_callee(callee: ir.Routine, body: list, routine: ir.Routine) -> None:
    """Raises Unfit if the subroutine does anything but computing its arguments from its arguments."""
    begin = at(callee, callee.first)
    if callee.contains_line:
        raise Unfit("which has internal procedures" + at(callee, callee.contains_line))
    lines = callee.source.lines[callee.first - 1:callee.last]
    for number, line in enumerate(lines):
        if re.match(r"(?i)^\s*(?:\d+\s+)?entry\b\s*\w", line) and not (callee.source.fixed and line[:1] in "cC*!"):
            raise Unfit("which has ENTRY" + at(callee, callee.first + number))
    for line, text in ((n, t) for n, t in directives(callee.source, callee.first, callee.last) if t.split()[0].lower() != "declare"):
        raise Unfit(f"which has !$omp {text.split()[0]}" + at(callee, line))
    if any(re.fullmatch(r"-fno-automatic|-save|-static", f) for f in callee.source.flags):
        raise Unfit("whose local variables stay between calls by a flag of the compiler")
    for d in callee.dummies:
        check_dummy(d, callee.symbols.get(d), begin)
    for t in ir.walk_statements(body):
        check_statement(t, body, callee, routine)


def check_dummy(name: str, symbol, begin: str) -> None:
    if symbol is None or symbol.type not in PLAIN:
        what = {"complex": "COMPLEX, a type that kernel files do not have", "char": "a text", "derived": "an object"}
        raise Unfit(f"whose argument {name} is {what.get(getattr(symbol, 'type', ''), 'no plain number and no array of numbers')}" + begin)
    for flag in UNFIT:
        if flag in symbol.flags:
            raise Unfit(f"whose argument {name} is {flag}" + begin)


def check_statement(t: ir.Stmt, body: list, callee: ir.Routine, routine: ir.Routine) -> None:
    if isinstance(t, ir.Jump) and (t.word == "return" and t is body[-1] or t.word in ("exit", "cycle") and not t.target):
        return
    if isinstance(t, ir.CallStmt):
        raise Unfit(f"which calls {t.name}, {getattr(t, 'why', '')}" + at(callee, t.first))
    if not isinstance(t, (ir.Assign, ir.If, ir.Select, ir.Do, ir.While)) or isinstance(t, ir.Assign) and t.pointer:
        word = getattr(t, "what", "") or getattr(t, "word", "") or "that no kernel has"
        raise Unfit(f"which has a statement {word}" + at(callee, t.first))
    for e, written in ir.expressions(t):
        for x in ir.walk(e):
            check_name(x, written and x is e, t, callee, routine)
        check_whole(e, t, callee)


def check_whole(e: ir.Expr, t: ir.Stmt, callee: ir.Routine) -> None:
    """Arrays are read and written by their elements. A question for bounds is no such use."""
    if isinstance(e, ir.Call) and generic(e.name) in ASKS and e.args and isinstance(e.args[0], ir.Var):
        return
    symbol = callee.symbols.get(getattr(e, "name", ""))
    if isinstance(e, ir.Var) and symbol is not None and symbol.bounds or isinstance(e, ir.Ref) and any(isinstance(s, ir.Range) for s in e.subs):
        raise Unfit(f"which uses the array {e.name} as a whole, in a form that has no loops" + at(callee, t.first))
    for x in ir.children(e):
        check_whole(x, t, callee)


def check_name(x: ir.Expr, written: bool, t: ir.Stmt, callee: ir.Routine, routine: ir.Routine) -> None:
    here = at(callee, t.first)
    if isinstance(x, ir.Call):
        if is_shared_function(x.name, callee, routine):
            return
        if x.name == "[substring]":
            raise Unfit("which uses a text" + here)
        if x.name in callee.functions or generic(x.name) not in INTRINSICS:
            raise Unfit(f"which calls the function {x.name}" + here)
        known = callee.symbols.get(x.name)
        if known is not None and "INTRINSIC-PROC" not in known.flags:
            raise Unfit(f"which calls the function {x.name}" + here)
        return
    if not isinstance(x, (ir.Var, ir.Ref)) or x.name in (".true.", ".false."):
        return
    symbol = callee.symbols.get(x.name)
    if symbol is None or symbol.type not in PLAIN or "%" in x.name:
        raise Unfit(f"which uses {x.name}, no plain number and no array of numbers" + here)
    if symbol.flags & {"EQUIVALENCED", "POINTER", "ALLOCATABLE", "VOLATILE", "TARGET"}:
        raise Unfit(f"which uses {x.name}, a pointer or an allocatable, shared or volatile variable" + here)
    if symbol.place == "parameter":
        if not isinstance(symbol.value, ir.Num):
            raise Unfit(f"which uses the constant {x.name}, whose value is not known" + here)
    elif symbol.place == "dummy" and x.name in callee.dummies:
        if written and symbol.intent == "in":
            raise Unfit(f"which changes {x.name} outside of its arguments" + here)
    elif symbol.place != "local" or "HOST" in symbol.flags:
        if not written and borrowed(x.name, symbol, callee, routine):
            return
        if not same_variable(x.name, symbol, callee, routine) or written and "BORROWED" in routine.symbols[x.name].flags or written and "HOST" in symbol.flags:
            raise Unfit(f"which {'changes' if written else 'reads'} {x.name} outside of its arguments" + here)
    elif fixed_value(x.name, callee) is not None:
        return
    elif "SAVE" in " ".join(symbol.flags) or "DATA" in symbol.flags or symbol.value is not None:
        raise Unfit(f"which keeps {x.name} between calls" + here)


def borrowed(name: str, symbol: ir.Symbol, callee: ir.Routine, routine: ir.Routine) -> bool:
    """A variable of a third module, or of the module of both routines, that the caller does not know: the block of the kernel uses
    the module. Names of the callee's own module may be private."""
    known = routine.symbols.get(name)
    if known is not None:
        return "BORROWED" in known.flags and known.module == symbol.module
    third = symbol.place == "module" and symbol.module and symbol.module != callee.module and not symbol.real_name
    if not third or callee.internal_of or symbol.flags & {"POINTER", "ALLOCATABLE"} or any(None in b for b in symbol.bounds):
        return False
    routine.symbols[name] = replace(symbol, flags=symbol.flags | {"BORROWED"})
    return True


def fixed_value(name: str, callee: ir.Routine) -> Optional[ir.Num]:
    """The number of a local variable that gets its value in a declaration or in DATA, and never another one."""
    symbol = callee.symbols[name]
    if symbol.place != "local" or symbol.bounds or not isinstance(symbol.value, ir.Num) or symbol.flags & {"EQUIVALENCED", "HOST", "POINTER"}:
        return None
    for t in ir.walk_statements(callee.body):
        if isinstance(t, ir.Other) and name in t.names or isinstance(t, ir.CallStmt) and any(name in ir.names_of(a) for a in t.args):
            return None
        for e, written in ir.expressions(t):
            if written and e.name == name or any(isinstance(x, ir.Call) and generic(x.name) not in INTRINSICS and name in ir.names_of(x)
                                                 for x in ir.walk(e)):
                return None
    return symbol.value


def is_shared_function(name: str, callee: ir.Routine, routine: ir.Routine) -> bool:
    """A function that kernels have, of a module or of the host, which the caller knows by the same name."""
    ours, theirs = routine.symbols.get(name), callee.symbols.get(name)
    known = name in callee.helpers or name in callee.functions and theirs is not None and "STATEMENT-PROC" not in theirs.flags
    return known and ours is not None and theirs is not None and (ours.place, ours.module) == (theirs.place, theirs.module) and \
        ours.place == "function" and "DUMMY" not in ours.flags and not ours.real_name and not theirs.real_name


def same_variable(name: str, symbol: ir.Symbol, callee: ir.Routine, routine: ir.Routine) -> bool:
    """The name means the same variable of a module, of COMMON or of the host in the caller."""
    known = routine.symbols.get(name)
    if known is None or symbol.real_name or known.real_name:
        return False
    if symbol.place == "common" and known.place == "common":
        return same_block(name, callee, routine)
    if symbol.place != "module":
        return False
    if callee.internal_of and "HOST" in symbol.flags and symbol.module == callee.internal_of:
        return routine.name == callee.internal_of and known.place in ("dummy", "local") or known == symbol
    return (known.place, known.module) == (symbol.place, symbol.module)


def same_block(name: str, callee: ir.Routine, routine: ir.Routine) -> bool:
    """Both routines declare the block of COMMON that has the name in the same way."""
    blocks = [next(((b, names) for b, names in r.commons.items() if name in names), None) for r in (callee, routine)]
    return None not in blocks and blocks[0] == blocks[1] and all(alike(callee.symbols.get(n), routine.symbols.get(n)) for n in blocks[0][1])


def alike(a, b) -> bool:
    """Two declarations of the same type and of the same bounds, which are numbers."""
    if a is None or b is None or "EQUIVALENCED" in a.flags | b.flags:
        return False
    numbers = [[None if x is None else getattr(x, "value", x) for pair in s.bounds for x in pair] for s in (a, b)]
    return (a.type, a.kind, numbers[0]) == (b.type, b.kind, numbers[1]) and not any(isinstance(x, ir.Expr) for x in numbers[0])
