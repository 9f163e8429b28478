"""The routines of a file: both readings of each, its symbols, and where the readings differ."""
from __future__ import annotations

import re

from fparser.two import Fortran2003 as F
from fparser.two.utils import walk

from viewfab_translate import ir, second_reader
from viewfab_translate.compare import compare
from viewfab_translate.functions import is_helper
from viewfab_translate.inlined import inline_calls
from viewfab_translate.normalise import normalise, without_associates
from viewfab_translate.source import Source, parse
from viewfab_translate.tree import Reader, split_outside

UNITS = (F.Subroutine_Subprogram, F.Function_Subprogram, F.Main_Program)


def read_file(source: Source) -> tuple:
    """All routines of the file, and a list of (routine, Difference)."""
    spaces = second_reader.read(source)
    tree = parse(source)
    routines, differences = [], []
    visit(tree, source, spaces, "", "", routines, differences)
    share_functions(routines, differences)
    inline_calls(routines, {id(r) for r, _ in differences})
    return routines, differences


def share_functions(routines: list, differences: list) -> None:
    """Functions of one assignment in the same module or host are helpers of the kernels: their expression stands in place of calls."""
    doubtful = {id(r) for r, _ in differences}
    for f in routines:
        if f.kind == "function" and id(f) not in doubtful and len(f.body) > 1 and is_helper(f):
            for r in routines:
                if calls_it(r, f):
                    r.helpers[f.name] = f
    for f in routines:
        if f.kind != "function" or len(f.body) != 1 or id(f) in doubtful or not isinstance(f.body[0], ir.Assign):
            continue
        left, right = f.body[0].left, f.body[0].right
        kinds = {d: f.symbols.get(d) for d in f.dummies}
        if not isinstance(left, ir.Var) or any(k is None or k.bounds or k.type not in ("real", "int", "logical") for k in kinds.values()):
            continue
        fixed = ir.rebuild(right, lambda x: f.symbols[x.name].value if isinstance(x, ir.Var) and x.name in f.symbols and
                           f.symbols[x.name].place == "parameter" and isinstance(f.symbols[x.name].value, ir.Num) else None)
        if any(isinstance(x, ir.Ref) or isinstance(x, ir.Var) and x.name not in kinds for x in ir.walk(fixed)):
            continue
        if any(isinstance(x, ir.Call) and "INTRINSIC-PROC" not in getattr(f.symbols.get(x.name), "flags", ()) for x in ir.walk(fixed)):
            continue
        result = f.symbols.get(left.name)
        for r in routines:
            if calls_it(r, f) and f.name not in r.functions:
                known = r.symbols[f.name]
                r.functions[f.name] = ir.StatementFunction(f.name, list(f.dummies), fixed, kinds)
                r.symbols[f.name] = ir.Symbol(f.name, result.type, result.kind, (), "function", "", None, known.flags)


def visit(node, source, spaces, module: str, host: str, routines: list, differences: list) -> None:
    for child in getattr(node, "content", []):
        kind = type(child).__name__
        if kind == "Module":
            name = str(child.content[0].items[1]).lower()
            visit(child, source, spaces, name, "", routines, differences)
        elif isinstance(child, UNITS) or kind == "Main_Program0":
            routine, found = read_unit(child, source, spaces, module, host)
            routines.append(routine)
            differences += [(routine, d) for d in found]
            visit(child, source, spaces, module, routine.name, routines, differences)
        elif kind in ("Module_Subprogram_Part", "Internal_Subprogram_Part"):
            visit(child, source, spaces, module, host, routines, differences)


def read_unit(node, source: Source, spaces: dict, module: str, host: str) -> tuple:
    head = node.content[0]
    program = type(head).__name__ == "Program_Stmt" or type(node).__name__ == "Main_Program0"
    name = str(head.items[1]).lower() if hasattr(head, "items") and len(head.items) > 1 else "main"
    space = spaces.get((host or module, name)) or spaces.get(("", name))
    if space is None:
        space = next((s for (_, n), s in spaces.items() if n == name), None)
    if space is None:
        raise ir.Refusal(f"gfortran's reading has no routine {name}", head.item.span[0], "", "second reader")
    symbols = dict(space.symbols)
    add_host(symbols, space, spaces)
    reader = Reader(symbols, source.lines, name)
    first, last = head.item.span[0] if getattr(head, "item", None) else 1, node.content[-1].item.span[1]
    body, body_first, contains = [], 0, 0
    for part in node.content:
        kind = type(part).__name__
        if kind == "Execution_Part":
            for child in part.content:
                before = len(body)
                body += reader.statement(child)
                if len(body) > before and not body_first:
                    body_first = body[before].first
        elif kind == "Internal_Subprogram_Part":
            contains = part.content[0].item.span[0]
    functions, body = statement_functions(node, reader, body, symbols)
    if functions:
        body_first = body[0].first if body else last
    for s in space.equivalent:
        if s in symbols:
            symbols[s].flags = symbols[s].flags | {"EQUIVALENCED"}
    if program:
        for s in symbols.values():
            s.flags = s.flags | {"PROGRAM"}
    routine = ir.Routine(name, "program" if program else type(node).__name__.split("_")[0].lower(), module,
                         space.dummies or dummies_of(head), symbols, body, first, last, body_first or last, functions,
                         host, contains)
    differences = compare(body, space.events, symbols)
    routine.body = body = without_associates(body, {})
    add_components(routine, space, spaces)
    routine.commons = dict(space.commons)
    for owner in [x for (_, n), x in spaces.items() if n == space.parent]:
        routine.commons.update(owner.commons)
    for owner in spaces.values():
        for symbol in owner.symbols.values():
            if symbol.type == "type":
                routine.type_modules.setdefault(symbol.name, symbol.module or owner.name)
    routine.body = normalise(body, routine)
    return routine, differences


def dummies_of(head) -> list:
    if type(head).__name__ not in ("Subroutine_Stmt", "Function_Stmt") or head.items[2] is None:
        return []
    return [str(n).lower() for n in walk(head.items[2], F.Name)]


def add_host(symbols: dict, space, spaces: dict) -> None:
    """Names of the host that the dump does not repeat."""
    for (_, name), owner in spaces.items():
        if name == space.parent:
            for key, symbol in owner.symbols.items():
                if key not in symbols:
                    place = symbol.place if symbol.place in ("parameter", "function", "common") else "module"
                    symbols[key] = ir.Symbol(symbol.name, symbol.type, symbol.kind, symbol.bounds, place, symbol.intent,
                                             symbol.value, symbol.flags | {"HOST"}, symbol.derived,
                                             symbol.module or owner.name)


def statement_functions(node, reader: Reader, body: list, symbols: dict) -> tuple:
    """Statement functions, with those that fparser takes for assignments to an element."""
    functions = {}
    for s in walk(node, F.Stmt_Function_Stmt):
        name = str(s.items[0]).lower()
        functions[name] = ir.StatementFunction(name, [str(n).lower() for n in walk(s.items[1], F.Name)], reader.expr(s.items[2]))
    rest = []
    for s in body:
        if isinstance(s, ir.Assign) and isinstance(s.left, ir.Call):
            symbol = symbols.get(s.left.name)
            if symbol is not None and "STATEMENT-PROC" in symbol.flags:
                functions[s.left.name] = ir.StatementFunction(s.left.name, [a.name for a in s.left.args], s.right)
                continue
        rest.append(s)
    return functions, rest


def calls_it(r: ir.Routine, f: ir.Routine) -> bool:
    """The name in r means the function f: of the same module, or internal to r."""
    known = r.symbols.get(f.name)
    return r is not f and known is not None and known.place == "function" and \
        (f.internal_of == r.name or f.module == r.module and not f.internal_of)


def add_components(routine: ir.Routine, space, spaces: dict) -> None:
    """Symbols for names such as chunk%field%density, from the types that the dump lists."""
    types = {}
    for other in spaces.values():
        types.update(other.types)
    types.update(space.types)
    found = [e for s in ir.walk_statements(routine.body) for e, _ in ir.expressions(s)]
    for top in found + [f.body for f in routine.functions.values()]:
        for e in [top]:
            for x in ir.walk(e):
                if isinstance(x, (ir.Var, ir.Ref)) and "%" in x.name and x.name not in routine.symbols:
                    symbol = resolve(x.name, routine.symbols, types)
                    if symbol is not None:
                        routine.symbols[x.name] = symbol


def resolve(name: str, symbols: dict, types: dict):
    parts = [re.sub(r"\(.*?\)$", "", p) for p in split_outside(name, "%")]
    symbol = symbols.get(parts[0])
    place = symbol.place if symbol is not None else ""
    for part in parts[1:]:
        if symbol is None or symbol.derived not in types or part not in types[symbol.derived]:
            return None
        symbol = types[symbol.derived][part]
    return ir.Symbol(name, symbol.type, symbol.kind, symbol.bounds, place, "", None, symbol.flags | {"COMPONENT"},
                     symbol.derived, symbols[parts[0]].module)
