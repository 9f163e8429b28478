"""The routines of a file: both readings of each, its symbols, and where the readings differ."""
from __future__ import annotations

import re
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

from fparser.two import Fortran2003 as F
from fparser.two.utils import walk

from viewfab_translate import ir, second_reader
from viewfab_translate.associates import without_associates
from viewfab_translate.compare import compare
from viewfab_translate.functions import is_helper
from viewfab_translate.gotos import without_jumps
from viewfab_translate.hoisted import functions_in
from viewfab_translate.inlined import inline_calls
from viewfab_translate.normalise import normalise
from viewfab_translate.source import Source, load, parse
from viewfab_translate.tree import Reader, split_outside

UNITS = (F.Subroutine_Subprogram, F.Function_Subprogram, F.Main_Program)


def read_file(source: Source, given: list = (), form: str = "") -> tuple:
    """All routines of the file, and a list of (routine, Difference). given: files whose subroutines the loops may call."""
    routines, differences = read_routines(source)
    others, doubts, rest = [], [], [Path(g) for g in given if Path(g).suffix != ".mod"]
    while True:
        wanted = called_by([*routines, *others]) - {r.name for r in [*routines, *others]}
        found = [p for p in rest if any(re.search(rf"(?im)^[^!'\"]*\b(?:subroutine|function)\s+{re.escape(n)}\b", text_in(p)) for n in wanted)]
        if not found:
            break
        for p in found:
            rest.remove(p)
            try:
                more, different = read_routines(load(p, form, source.flags, source.modules))
            except ir.Refusal:
                continue  # the calls of its subroutines stay calls
            others, doubts = others + more, doubts + different
    inline_calls(routines, others, {id(r) for r, _ in differences + doubts})
    return routines, differences


def with_calls(routines: list, differences: list, others: list) -> tuple:
    """Copies of a file's routines and differences, in whose loops the statements of known subroutines stand in place of calls.
    others: (routines, differences) of further files."""
    kept = {id(r.source): r.source for r in routines}
    new, found = deepcopy((routines, differences), kept)
    strange = [r for more, _ in others for r in more]
    inline_calls(new, strange, {id(r) for r, _ in found + [d for _, more in others for d in more]})
    return new, found


def read_routines(source: Source) -> tuple:
    spaces = second_reader.read(source)
    tree = parse(source)
    routines, differences = [], []
    visit(tree, source, spaces, "", "", routines, differences)
    share_functions(routines, differences)
    return routines, differences


def text_in(path: Path) -> str:
    return path.read_text(errors="surrogateescape")


def called_by(routines: list) -> set:
    """Names of the subroutines and functions that the routines call; a name that USE has renamed by its own name."""
    out: set = set()
    for r in routines:
        for s in ir.walk_statements(r.body):
            if isinstance(s, ir.CallStmt) and "%" not in s.name:
                symbol = r.symbols.get(s.name)
                out.add(symbol.real_name if symbol is not None and symbol.real_name else s.name)
            out |= {r.symbols[x.name].real_name or x.name for x in functions_in(s, r)}
    return out


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
                r.symbols[f.name] = ir.Symbol(f.name, result.type, result.kind, (), "function", "", None, known.flags, "", known.module)


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
    reader = Reader(symbols, source.lines, name, source.flags)
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
                         host, contains, source=source)
    differences = compare(body, space.events, symbols)
    routine.body = body = without_associates(body, {}, symbols)
    add_components(routine, space, spaces)
    routine.commons = dict(space.commons)
    for owner in [x for (_, n), x in spaces.items() if n == space.parent]:
        routine.commons.update(owner.commons)
    for owner in spaces.values():
        for symbol in owner.symbols.values():
            if symbol.type == "type":
                routine.type_modules.setdefault(symbol.name, symbol.module or owner.name)
    routine.body = normalise(without_jumps(body, routine), routine)
    return routine, differences


def dummies_of(head) -> list:
    if type(head).__name__ not in ("Subroutine_Stmt", "Function_Stmt") or head.items[2] is None:
        return []
    return [str(n).lower() for n in walk(head.items[2], F.Name)]


def add_host(symbols: dict, space, spaces: dict) -> None:
    """Names of the host, and of its module, that the dump does not repeat."""
    for (_, name), owner in spaces.items():
        if name == space.parent:
            if owner.parent and owner.parent != name:
                add_host(symbols, owner, spaces)
            for key, symbol in owner.symbols.items():
                if key not in symbols:
                    place = symbol.place if symbol.place in ("parameter", "function", "common") else "module"
                    symbols[key] = ir.Symbol(symbol.name, symbol.type, symbol.kind, symbol.bounds, place, symbol.intent,
                                             symbol.value, symbol.flags | {"HOST"}, symbol.derived,
                                             symbol.module or owner.name, symbol.real_name)


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
    if r is f or known is None or known.place != "function" or known.real_name or known.flags & {"DUMMY", "PROC-POINTER"}:
        return False
    return f.internal_of == r.name or f.module == r.module and not f.internal_of and known.module in ("", f.module)


def add_components(routine: ir.Routine, space, spaces: dict) -> None:
    """Symbols for names such as chunk%field%density, from the types that the dump lists."""
    types = {}
    for other in spaces.values():
        types.update(other.types)
    types.update(space.types)
    found = [e for s in ir.walk_statements(routine.body) for e, _ in ir.expressions(s)]
    found += [e for s in list(routine.symbols.values()) for b in s.bounds for e in b if e is not None]
    for top in found + [f.body for f in routine.functions.values()]:
        for e in [top]:
            for x in ir.walk(e):
                if isinstance(x, (ir.Var, ir.Ref)) and "%" in x.name and x.name not in routine.symbols:
                    symbol = resolve(x.name, routine.symbols, types)
                    if symbol is not None:
                        routine.symbols[x.name] = symbol


def component_of(word: str, part: str, types: dict):
    """The component of a type, of the type that it extends, or of the types that extend it: within SELECT TYPE an object has more."""
    known = own_component(word, part, types)
    if known is not None:
        return known
    found = [own_component(t, part, types) for t in types if t != word and word in parents(t, types)]
    found = [s for s in found if s is not None]
    alike = {(s.type, s.kind, s.derived, s.bounds, s.flags & {"ALLOCATABLE", "POINTER", "BINDING"}) for s in found}
    return replace(found[0], flags=found[0].flags | {"NARROWER"}) if len(alike) == 1 else None


def own_component(word: str, part: str, types: dict):
    for t in [word, *parents(word, types)]:
        if part in types.get(t, {}):
            return types[t][part]
    return None


def parents(word: str, types: dict) -> list:
    """The types that the type extends: each has its parent as its first component."""
    out: list = []
    while word in types:
        first = next(iter(types[word].values()), None)
        if first is None or first.name != first.derived or first.bounds or first.derived in out:
            break
        word = first.derived
        out.append(word)
    return out


def resolve(name: str, symbols: dict, types: dict):
    parts = [re.sub(r"\(.*?\)$", "", p) for p in split_outside(name, "%")]
    symbol = symbols.get(parts[0])
    place, more = symbol.place if symbol is not None else "", {"COMPONENT"}
    for part in parts[1:]:
        symbol = None if symbol is None else component_of(symbol.derived, part, types)
        if symbol is None:
            return None
        more |= symbol.flags & {"NARROWER"}
    return ir.Symbol(name, symbol.type, symbol.kind, symbol.bounds, place, "", None, symbol.flags | more,
                     symbol.derived, symbols[parts[0]].module)
