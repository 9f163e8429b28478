"""ASSOCIATE: its expressions in place of its names. A name whose value or place statements of the construct may change keeps no form:
ASSOCIATE fixes both where it begins."""
from __future__ import annotations

import re

from viewfab_translate import ir
from viewfab_translate.compare import generic
from viewfab_translate.sections import rebuilt
from viewfab_translate.tree import text_of
from viewfab_translate.types import INTRINSICS

OUTPUT = {"WRITE", "PRINT", "READ", "OPEN", "CLOSE"}
SECOND_NAMES = {"POINTER", "TARGET", "EQUIVALENCED"}


def without_associates(body: list, aliases: dict, symbols: dict, in_loop: bool = False) -> list:
    """Statements with the expressions of ASSOCIATE in place of its names. The statements of an ASSOCIATE in a loop belong to the loop."""
    out: list = []
    change = changer(aliases)
    for s in body:
        if isinstance(s, ir.Associate):
            inner = {n: ir.rebuild(e, change) for n, e in s.aliases.items()}
            lost = moving(s.body, s.aliases, symbols)
            statements = [without_form(x, lost, s.aliases) for x in s.body] if lost else s.body
            known = {**aliases, **{n: ir.Paren(e) if isinstance(e, ir.Op) else e for n, e in inner.items() if n not in lost}}
            statements = without_associates(statements, known, symbols, in_loop)
            alone = in_loop and not any(is_section(e) for e in s.aliases.values())
            out += statements if alone else [ir.Other(s.first, s.last, "ASSOCIATE", frozenset(), statements)]
            continue
        if aliases:
            s = rebuilt(s, change)
        for b in ir.blocks(s):
            b[:] = without_associates(b, {}, symbols, in_loop or isinstance(s, ir.Do))
        out.append(s)
    return out


def changer(aliases: dict):
    def change(x):
        if isinstance(x, ir.Var) and x.name in aliases:
            return aliases[x.name]
        if isinstance(x, (ir.Ref, ir.Var)) and x.name.split("%")[0] in aliases:
            head, _, tail = x.name.partition("%")
            base = aliases[head]
            subs = tuple(ir.rebuild(s, change) for s in x.subs) if isinstance(x, ir.Ref) else ()
            name = text_of(base) + ("%" + tail if tail else "")
            if isinstance(base, ir.Ref) and not tail:
                return None
            return ir.Ref(name, subs) if subs else ir.Var(name)
        return None
    return change


def moving(body: list, aliases: dict, symbols: dict) -> dict:
    """Names of ASSOCIATE whose expressions may have another value or place later in the construct, with the reason."""
    statements = list(ir.walk_statements(body))
    inner = [e for s in statements if isinstance(s, ir.Associate) for e in s.aliases.values()]
    asked = [e for s in statements for e, _ in ir.expressions(s)] + inner
    own = {n: words(e) for n, e in aliases.items()}
    calls = any(isinstance(s, ir.CallStmt) or isinstance(s, ir.Other) for s in statements) or \
        any(isinstance(x, ir.Call) and generic(x.name) not in INTRINSICS for e in asked for x in ir.walk(e))
    written, moved = set(), set()
    for s in statements:
        targets = {base(e) for e, is_target in ir.expressions(s) if is_target}
        targets |= {w for a in s.args for w in words(a)} if isinstance(s, ir.CallStmt) else set()
        targets |= {n.lower() for n in s.names} if isinstance(s, ir.Other) else set()
        targets |= {base(aliases[n]) for n in targets if n in aliases and isinstance(aliases[n], (ir.Var, ir.Ref))}
        written |= targets
        if isinstance(s, ir.CallStmt) or isinstance(s, ir.Other) and s.what not in OUTPUT or isinstance(s, ir.Assign) and s.pointer:
            moved |= targets
    mentioned = {w for e in asked for w in words(e)}
    out = {}
    for n, e in aliases.items():
        variable = isinstance(e, (ir.Var, ir.Ref))
        fixed = own[n] - {base(e)} if variable else own[n]
        hidden = {w for w in fixed if w not in symbols or symbols[w].flags & SECOND_NAMES or symbols[w].place in ("module", "common")}
        if any(isinstance(x, ir.Call) and generic(x.name) not in INTRINSICS for x in ir.walk(e)):
            out[n] = "a call of a function has its value"
        elif fixed & written or hidden and (calls or written) and has_hidden_writer(hidden, written, calls, symbols):
            out[n] = "its value or its place may change within the construct"
        elif variable and base(e) in moved and is_pointer(e, symbols):
            out[n] = "its place may change within the construct"
        elif is_section(e) and (base(e) in mentioned or any(base(e) in own[m] for m in aliases if m != n)):
            out[n] = f"the construct uses {base(e)} by another name, too"
    return out


def is_section(e: ir.Expr) -> bool:
    return isinstance(e, ir.Ref) and any(isinstance(x, ir.Range) for x in e.subs)


def has_hidden_writer(hidden: set, written: set, calls: bool, symbols: dict) -> bool:
    """A call may change variables of modules; an assignment may change what has a second name."""
    second = {w for w in hidden if w in symbols and symbols[w].flags & SECOND_NAMES}
    return calls or bool(second and any(w not in symbols or symbols[w].flags & SECOND_NAMES for w in written))


def is_pointer(e: ir.Expr, symbols: dict) -> bool:
    symbol = symbols.get(base(e))
    return "%" in e.name or symbol is None or bool(symbol.flags & {"POINTER", "ALLOCATABLE"})


def base(e: ir.Expr) -> str:
    return re.split(r"[%(]", getattr(e, "name", ""))[0].strip()


def words(e: ir.Expr) -> set:
    """All variables of an expression, those of subscripts within a name, too."""
    out = set()
    for x in ir.walk(e):
        if isinstance(x, (ir.Var, ir.Ref)):
            out |= {base(x)} | {w for w in re.findall(r"(?<![%\w])[a-z_]\w*", x.name[len(base(x)):])}
    return out


def without_form(s: ir.Stmt, lost: dict, aliases: dict) -> ir.Stmt:
    """The statement with a statement of no kernel in place of each that uses a lost name."""
    used = sorted(n for n in lost if any(n in words(e) for e, _ in ir.expressions(s)))
    for b in ir.blocks(s):
        b[:] = [without_form(x, lost, aliases) for x in b]
    if isinstance(s, ir.Associate):
        used = sorted(n for n in lost if any(n in words(e) for e in s.aliases.values()))
    if not used:
        return s
    n = used[0]
    names = frozenset(w for e, _ in ir.expressions(s) for w in words(e) | {w for m in words(e) if m in aliases for w in words(aliases[m])})
    return ir.Other(s.first, s.last, f"with {n}, associated with {text_of(aliases[n])}: {lost[n]}", names, [x for b in ir.blocks(s) for x in b])
