"""Statements and names that no kernel has: each is refused with its line, its cause and a change that would help."""
from __future__ import annotations

import re

from viewfab_translate import ir
from viewfab_translate.compare import generic
from viewfab_translate.facts import Facts, path_to
from viewfab_translate.tree import text_of
from viewfab_translate.types import INTRINSICS


def refuse_statements(nest: ir.Do, routine: ir.Routine) -> None:
    """Statements that no kernel has."""
    for s in ir.walk_statements([nest]):
        if isinstance(s, ir.CallStmt):
            why = getattr(s, "why", "")
            raise ir.Refusal(f"the nest calls the subroutine {s.name}" + (f", {why}" if why else ""), s.first,
                             "write the statements of the subroutine in the loop, or split the loop around the call", "call")
        if isinstance(s, ir.Jump) and s.word in ("exit", "cycle") and not s.target and in_inner_loop(s, nest):
            continue
        if isinstance(s, ir.Jump):
            raise ir.Refusal(f"the nest has a jump ({s.word})", s.first, "write the condition as IF ... END IF", "jump")
        if isinstance(s, ir.Where):
            raise ir.Refusal("WHERE within loops", s.first, "write the loops and an IF", "where")
        if isinstance(s, ir.Other):
            io = s.what in ("WRITE", "READ", "PRINT", "OPEN", "CLOSE")
            raise ir.Refusal(f"the nest has a statement {s.what}", s.first,
                             "move the statement out of the loop" if io else "write a counted loop or an assignment",
                             "io" if io else "statement")
        if isinstance(s, ir.Assign):
            for x in ir.walk(s.left):
                if isinstance(x, ir.Call) and x is s.left:
                    raise ir.Refusal(f"{text_of(s.left)} is no variable that the compiler's list of symbols has", s.first, "",
                                     "unknown name")


def in_inner_loop(jump: ir.Jump, nest: ir.Do) -> bool:
    """The jump leaves a loop within the nest, not the nest itself; check_jumps looks at it again when the axes are known."""
    return not any(s is jump for s in outside_loops(nest.body))


def outside_loops(body: list):
    for s in body:
        if not isinstance(s, ir.Do):
            yield s
            for b in ir.blocks(s):
                yield from outside_loops(b)


def check_jumps(nest: ir.Do, axes: set) -> None:
    """No jump leaves a loop whose iterations are points."""
    for loop in ir.walk_statements([nest]):
        if isinstance(loop, ir.Do) and loop.var in axes:
            for s in outside_loops(loop.body):
                if isinstance(s, ir.Jump):
                    raise ir.Refusal(f"a jump ({s.word}) leaves an iteration of the loop over {loop.var}", s.first,
                                     "write the condition as IF ... END IF", "jump")


def refuse_names(facts: Facts) -> None:
    """Names that hide something: EQUIVALENCE, pointers, complex numbers, functions. Functions of the code come first: their other
    arguments may be of any type."""
    symbols = facts.routine.symbols
    for s in ir.walk_statements([facts.nest]):
        for x in (x for e, _ in ir.expressions(s) for x in ir.walk(e)):
            if isinstance(x, ir.Call) and is_foreign(x, symbols.get(x.name), facts):
                raise ir.Refusal(f"the nest calls the function {x.name}", s.first,
                                 "make the function a statement function or an internal function of one assignment", "call")
    for s in ir.walk_statements([facts.nest]):
        for e, _ in ir.expressions(s):
            for x in ir.walk(e):
                if isinstance(x, (ir.Var, ir.Ref)):
                    refuse_symbol(symbols.get(x.name), x.name, s.first, facts)
                elif isinstance(x, ir.Call):
                    refuse_call(x, symbols, s.first, facts)


def refuse_symbol(symbol, name: str, line: int, facts: Facts) -> None:
    if symbol is None:
        if name in (".true.", ".false."):
            return
        raise ir.Refusal(f"the type of {name} is not known", line, "declare the name, or name the file of its module with --with",
                         "unknown name")
    if "EQUIVALENCED" in symbol.flags:
        raise ir.Refusal(f"{name} is in an EQUIVALENCE: the nest may reach its elements by another name", line,
                         "give the loop an array of its own", "equivalence")
    refuse_object(name, line, facts)
    if symbol.type in ("complex", "char", "derived", "none", "type"):
        raise ir.Refusal(f"{name} has the type {symbol.type}, which kernel files do not have", line, "", "type")
    if "OPTIONAL" in symbol.flags and name.split("%")[0].split("(")[0] not in present_names(facts):
        raise ir.Refusal(f"{name} is OPTIONAL", line, "copy the argument to a local variable before the loop", "optional")
    if "VOLATILE" in symbol.flags or "ASYNCHRONOUS" in symbol.flags:
        raise ir.Refusal(f"{name} is VOLATILE or ASYNCHRONOUS", line, "", "volatile")


def refuse_object(name: str, line: int, facts: Facts) -> None:
    """A component of an object whose number the nest changes."""
    if names_in_brackets(name.rpartition("%")[0]) & facts.changed:
        raise ir.Refusal(f"{name} belongs to another object in each iteration", line,
                         "the loops inside, over the elements of a single object, are translated by themselves", "objects")


def names_in_brackets(name: str) -> set:
    """i, map and j of a(i)%b(map(j)+1)%c; names of components are no variables."""
    depth, inside = 0, ""
    for letter in name:
        depth += (letter == "(") - (letter == ")")
        inside += letter if depth else " "
    return set(re.findall(r"(?<![%\w])[a-z_]\w*", inside))


def present_names(facts: Facts) -> set:
    """Optional arguments that a condition around the nest asks for."""
    path = path_to(facts.origin, facts.routine.body) or []
    out: set = set()
    for body, at, _ in path:
        s = body[at]
        if isinstance(s, ir.If):
            for condition, inner in s.branches:
                if condition is not None and path_to(facts.origin, inner):
                    out |= asked_for(condition)
    return out


def asked_for(e: ir.Expr) -> set:
    """a and b of present(a) .and. present(b)."""
    if isinstance(e, ir.Paren):
        return asked_for(e.inner)
    if isinstance(e, ir.Op) and e.op == "and":
        return asked_for(e.args[0]) | asked_for(e.args[1])
    return {e.args[0].name} if isinstance(e, ir.Call) and e.name == "present" else set()


def is_foreign(x: ir.Call, symbol, facts: Facts) -> bool:
    """A function of the code whose statements the kernel cannot have."""
    known = x.name in facts.routine.functions or x.name in facts.routine.helpers or x.name.startswith("[line]")
    return not known and symbol is not None and "INTRINSIC-PROC" not in symbol.flags and symbol.place == "function"


def refuse_call(x: ir.Call, symbols: dict, line: int, facts: Facts) -> None:
    symbol = symbols.get(x.name)
    if x.name in facts.routine.functions or x.name in facts.routine.helpers or x.name.startswith("[line]"):
        return
    if symbol is not None and symbol.place != "function":
        raise ir.Refusal(f"{text_of(x)}: {x.name} has no declared bounds", line, "", "unknown name")
    if generic(x.name) not in INTRINSICS:
        raise ir.Refusal(f"the function {x.name} is none of kernel files", line, "", "function")
