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
                             "move the statement out of the loop" if io else "write the variable itself in place of the name"
                             if s.what.startswith("with ") else "write a counted loop or an assignment",
                             "io" if io else "statement")
        if isinstance(s, ir.Assign):
            for x in ir.walk(s.left):
                if x == s.left and getattr(x, "name", "") == "[substring]":
                    refuse_text(s.first)
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
                why = getattr(s, "why", "")
                raise ir.Refusal(f"the nest calls the function {x.name}" + (f", {why}" if why else ""), s.first,
                                 "write the statements of the function in the loop", "call")
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
    if "BINDING" in symbol.flags:
        refuse_binding(name, line)
    if "EQUIVALENCED" in symbol.flags and not alone_in_equivalence(name, symbol, facts):
        raise ir.Refusal(f"{name} is in an EQUIVALENCE: the nest may reach its elements by another name", line,
                         "give the loop an array of its own", "equivalence")
    refuse_object(name, line, facts)
    if symbol.type in ("complex", "char", "derived", "none", "type"):
        raise ir.Refusal(f"{name} has the type {symbol.type}, which kernel files do not have", line, "", "type")
    if facts.routine.team is not None and base_of(name) in optional_names(facts.origin, facts.routine):
        raise ir.Refusal(f"{base_of(name)} is OPTIONAL, and threads share the loop", line, f"write IF (PRESENT({base_of(name)})) around the loop",
                         "optional")
    if "VOLATILE" in symbol.flags or "ASYNCHRONOUS" in symbol.flags:
        raise ir.Refusal(f"{name} is VOLATILE or ASYNCHRONOUS", line, "", "volatile")


def refuse_text(line: int) -> None:
    raise ir.Refusal("the nest has a text", line, "compare the text in front of the loop, and keep the answer in a logical variable", "type")


def refuse_binding(name: str, line: int) -> None:
    name = re.sub(r"^.*%_vptr%", "", name.replace(" ", ""))
    raise ir.Refusal(f"the nest calls {name}, a procedure of an object", line,
                     "call the procedure in front of the loop, or write its statements in the loop", "call")


def alone_in_equivalence(name: str, symbol: ir.Symbol, facts: Facts) -> bool:
    """An array that the nest has by one of its names, or that it does not change by any of them."""
    symbols = facts.routine.symbols
    if any("EQUIVALENCED" in s.flags and s.place == "common" for s in symbols.values()):
        return False  # the array may reach into other names of the block
    used = {n for s in ir.walk_statements([facts.nest]) for e, _ in ir.expressions(s) for n in ir.names_of(e)}
    shared = {n for n in used if n in symbols and "EQUIVALENCED" in symbols[n].flags}
    changed = shared & facts.changed
    return not changed or shared == {name} and bool(symbol.bounds)


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


def base_of(name: str) -> str:
    """a of a(i)%b."""
    return name.split("%")[0].split("(")[0]


def optional_names(nest: ir.Do, routine: ir.Routine) -> set:
    """Optional arguments that the nest uses and that no condition around the nest asks for. If one of them is absent, the nest has to
    stay as it is."""
    def names(e: ir.Expr) -> set:  # all but those of which PRESENT asks
        own = {base_of(e.name)} if isinstance(e, (ir.Var, ir.Ref)) else set()
        return own if isinstance(e, ir.Call) and e.name == "present" else own.union(*(names(c) for c in ir.children(e)))

    used = {n for s in ir.walk_statements([nest]) for e, _ in ir.expressions(s) for n in names(e)}
    found = {n for n in used if n in routine.symbols and "OPTIONAL" in routine.symbols[n].flags}
    return found - present_names(nest, routine) if found else found


def present_names(nest: ir.Do, routine: ir.Routine) -> set:
    """Optional arguments that a condition around the nest asks for."""
    path = path_to(nest, routine.body) or []
    out: set = set()
    for body, at, _ in path:
        s = body[at]
        if isinstance(s, ir.If):
            for condition, inner in s.branches:
                if condition is not None and path_to(nest, inner):
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
    function = facts.routine.functions.get(x.name)
    if function is not None and any(isinstance(y, ir.Ref) and ir.names_of(y) & set(function.dummies) for y in ir.walk(function.body)):
        raise ir.Refusal(f"the statement function {x.name} reads elements of an array by its argument", line,
                         "write the elements in the loop", "call")
    if function is not None or x.name in facts.routine.helpers or x.name.startswith("[line]"):
        return
    if symbol is not None and symbol.place != "function":
        raise ir.Refusal(f"{text_of(x)}: {x.name} has no declared bounds", line, "", "unknown name")
    if "%" in x.name:
        refuse_binding(x.name, line)
    if x.name in ("[substring]", "trim", "len_trim", "index", "adjustl"):
        refuse_text(line)
    if generic(x.name) not in INTRINSICS:
        what = "an array constructor" if x.name == "[]" else f"the function {x.name}"
        raise ir.Refusal(f"{what} is none of kernel files", line, "set the elements one by one" if x.name == "[]" else "", "function")
