"""Routines of a file that the compiler cannot read, for the survey: symbols from the declarations alone, nothing checked."""
from __future__ import annotations

import re

from fparser.two import Fortran2003 as F
from fparser.two.utils import walk

from viewfab_translate import ir
from viewfab_translate.routines import UNITS, statement_functions
from viewfab_translate.source import Source, parse
from viewfab_translate.tree import Reader, arguments

TYPES = (("integer", "int"), ("real", "real"), ("double", "real"), ("logical", "logical"), ("character", "char"),
         ("complex", "complex"), ("type", "derived"), ("class", "derived"))


class LooseReader(Reader):
    """Reads constants of unknown kinds, and subscripts behind subscripts."""

    def kind_of(self, kind, default: int) -> int:
        try:
            return super().kind_of(kind, default)
        except ir.Refusal:
            return 8

    def subscripted(self, name: str, base: ir.Expr, args: list) -> ir.Expr:
        return ir.Ref(name, tuple(args))

    def expr(self, e) -> ir.Expr:
        try:
            return super().expr(e)
        except ir.Refusal:
            return ir.Call("[unknown]", ())


def read_loosely(source: Source) -> list:
    """All routines of the file."""
    out: list = []
    visit(parse(source), source, {}, "", "", out)
    return out


def visit(node, source: Source, outer: dict, module: str, host: str, out: list) -> None:
    for child in getattr(node, "content", []):
        kind = type(child).__name__
        if kind == "Module":
            name = str(child.content[0].items[1]).lower()
            visit(child, source, declared(child, source, {}, []), name, "", out)
        elif isinstance(child, UNITS) or kind == "Main_Program0":
            routine = unit(child, source, outer, module, host)
            out.append(routine)
            visit(child, source, routine.symbols, module, routine.name, out)
        elif kind in ("Module_Subprogram_Part", "Internal_Subprogram_Part"):
            visit(child, source, outer, module, host, out)


def unit(node, source: Source, outer: dict, module: str, host: str) -> ir.Routine:
    head = node.content[0]
    name = str(head.items[1]).lower() if len(getattr(head, "items", ())) > 1 else "main"
    dummies = [str(n).lower() for n in walk(head.items[2], F.Name)] \
        if type(head).__name__ in ("Subroutine_Stmt", "Function_Stmt") and head.items[2] is not None else []
    symbols = {n: ir.Symbol(n, s.type, s.kind, s.bounds, "module" if s.place == "local" else s.place, "", s.value)
               for n, s in outer.items()}
    symbols.update(declared(node, source, symbols, dummies))
    reader = LooseReader(symbols, source.lines)
    body: list = []
    for part in node.content:
        if type(part).__name__ == "Execution_Part":
            body += reader.body(part.content)
    functions, body = statement_functions(node, reader, body, symbols)
    for s in ir.walk_statements(body):
        for e in [x for e, _ in ir.expressions(s) for x in ir.walk(e)]:
            if isinstance(e, (ir.Var, ir.Ref)) and e.name not in symbols:
                symbols[e.name] = implicit(e)
    first = head.item.span[0] if getattr(head, "item", None) else 1
    return ir.Routine(name, type(node).__name__.split("_")[0].lower(), module, dummies, symbols, body, first,
                      node.content[-1].item.span[1], first, functions, host)


def implicit(e: ir.Expr) -> ir.Symbol:
    last = e.name.rsplit("%", 1)[-1]
    bounds = tuple((None, None) for _ in e.subs) if isinstance(e, ir.Ref) else ()
    return ir.Symbol(e.name, "int" if last[:1] in "ijklmn" and "%" not in e.name else "real", 8, bounds,
                     "module" if "%" in e.name else "local")


def declared(node, source: Source, outer: dict, dummies: list) -> dict:
    """Symbols of the specification part."""
    out: dict = {}
    reader = LooseReader({**outer, **out}, source.lines)
    parts = [p for p in node.content if type(p).__name__ in ("Specification_Part", "Implicit_Part")]
    for part in parts:
        for d in part.content:
            if type(d).__name__ == "Type_Declaration_Stmt":
                declaration(d, out, dummies, reader)
        for d in walk(part, F.Dimension_Stmt):
            for name, shape in d.items[0]:
                bounds_of(out.setdefault(str(name).lower(), plain(str(name).lower(), dummies)), shape, reader)
        for d in walk(part, F.Common_Stmt):
            common(d, out, reader)
        for d in walk(part, F.Named_Constant_Def):
            name = str(d.items[0]).lower()
            symbol = out.setdefault(name, plain(name, dummies))
            symbol.place, symbol.value = "parameter", number(d.items[1], reader)
        reader.symbols.update(out)
    return out


def plain(name: str, dummies: list) -> ir.Symbol:
    return ir.Symbol(name, "int" if name[:1] in "ijklmn" else "real", 8, (), "dummy" if name in dummies else "local")


def declaration(d, out: dict, dummies: list, reader: Reader) -> None:
    text = str(d.items[0]).lower()
    kind = next((t for word, t in TYPES if text.startswith(word)), "none")
    attributes = str(d.items[1]).lower() if d.items[1] is not None else ""
    shape = next((a.items[1] for a in walk(d.items[1], F.Dimension_Attr_Spec)), None) if d.items[1] is not None else None
    for e in walk(d.items[2], F.Entity_Decl):
        name = str(e.items[0]).lower()
        symbol = ir.Symbol(name, kind, 4 if kind in ("int", "logical") else 8, (), "dummy" if name in dummies else "local")
        own = e.items[1] if e.items[1] is not None else shape
        if own is not None:
            bounds_of(symbol, own, reader)
        if "parameter" in attributes and e.items[3] is not None:
            symbol.place, symbol.value = "parameter", number(e.items[3].items[1], reader)
        out[name] = symbol
        reader.symbols[name] = symbol


def bounds_of(symbol: ir.Symbol, shape, reader: Reader) -> None:
    """Bounds as far as they are plain; the rank always."""
    bounds = []
    for s in arguments(shape):
        items = getattr(s, "items", (None, s))
        lo, hi = (items[0], items[1]) if len(items) == 2 else (None, s)
        bounds.append(tuple(None if x is None or isinstance(x, str) else reader.expr(x) for x in (lo, hi)))
    symbol.bounds = tuple(bounds)


def common(d, out: dict, reader: Reader) -> None:
    for name in walk(d, F.Name):
        symbol = out.get(str(name).lower())
        if symbol is not None:
            symbol.place = "common"
    for match in re.finditer(r"(\w+)\s*\(([^()]*)\)", str(d)):
        name = match.group(1).lower()
        symbol = out.setdefault(name, ir.Symbol(name, "int" if name[0] in "ijklmn" else "real", 8, (), "common"))
        if not symbol.bounds:
            symbol.bounds = tuple((None, None) for _ in match.group(2).split(","))


def number(e, reader: Reader):
    """A constant as a number, or None."""
    value = reader.expr(e)
    return value if isinstance(value, ir.Num) else None
