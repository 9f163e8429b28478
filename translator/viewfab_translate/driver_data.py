"""The data of a proof's program: arguments of the routine, and the names of COMMON, of modules and of components that it uses."""
from __future__ import annotations

import re
from dataclasses import dataclass, field

from viewfab_translate import ir
from viewfab_translate.driver_support import NAMES
from viewfab_translate.layout import short
from viewfab_translate.originals import FORTRAN
from viewfab_translate.tree import text_of

MOST = 8
SIDES = {1: "-6:24", 2: "-6:18", 3: "-6:16", 4: "-2:10"}


@dataclass
class Part:
    """A variable that the routine sees. storage: argument, or global for names of COMMON, of modules, and components.
    number: its values stand on the command line. assumed: extents that only the call gives."""
    symbol: ir.Symbol
    storage: str
    extents: list
    number: bool
    assumed: list = field(default_factory=list)
    loose: bool = False

    @property
    def name(self) -> str:
        return self.symbol.name

    @property
    def plain(self) -> str:
        return plain_name(self.symbol.name)


def plain_name(name: str) -> str:
    """A name of Fortran for a component of an object."""
    return short(re.sub(r"\W+", "_", name).strip("_"), 50)


def bound_text(e: ir.Expr) -> str:
    """A bound of an argument, in the names of the program: components of objects have plain names."""
    return text_of(ir.rebuild(e, lambda x: ir.Var(plain_name(x.name)) if isinstance(x, ir.Var) and "%" in x.name else None))


def kind_text(symbol: ir.Symbol) -> str:
    """The type of a variable in Fortran."""
    return f"character({symbol.kind or 16})" if symbol.type == "char" else FORTRAN[(symbol.type, symbol.kind)]


def is_made(symbol: ir.Symbol) -> bool:
    """The program makes data of this type: numbers, logical values, and texts."""
    return (symbol.type, symbol.kind) in NAMES or symbol.type == "char"


def texts_of(name: str, routine: ir.Routine) -> list:
    """Texts with which the routine compares a variable, and another text. An array of texts may be passed on, so it has all texts of
    this length that the file compares."""
    found: list = [" "]
    symbol = routine.symbols[name]

    def asks(e) -> bool:
        if isinstance(e, ir.Call) and e.name in ("trim", "adjustl", "[substring]"):
            return asks(e.args[0])
        return e == ir.Var(name) or \
            isinstance(e, ir.Ref) and e.name == name or isinstance(e, ir.Op) and e.op == "//" and any(asks(a) for a in e.args)

    for s in ir.walk_statements(routine.body):
        for e, _ in ir.expressions(s):
            for x in ir.walk(e):
                if isinstance(x, ir.Op) and x.op in ("==", "/=") and any(asks(a) for a in x.args):
                    found += [a.value for a in x.args if isinstance(a, ir.Num) and a.type == "char"]
        if isinstance(s, ir.Select) and asks(s.selector):
            found += [v.value for vs, _ in s.cases for v in vs or [] if isinstance(v, ir.Num)]
    if symbol.bounds and symbol.kind:
        pieces = [t[at:at + symbol.kind] for t in found[1:] for at in range(0, len(t), symbol.kind)]
        compared = re.findall(r"(?i)(?:==|/=|case\s*\()\s*['\"]([^'\"]*)['\"]", "\n".join(routine.source.lines)) if routine.source else []
        found = pieces + [t for t in compared if len(t) == symbol.kind] + ([] if len(set(pieces)) > 1 else [" "])
    return list(dict.fromkeys(found))


class Unprovable(Exception):
    """The driver cannot make the data; the text says why."""


def parts_of(routine: ir.Routine, open_modules: set) -> list:
    """The arguments, and the names of COMMON, of modules and of components that the routine uses. Names that begin with mpi_ belong to
    the MPI library, which alone sets them. open_modules: the proof compiles their files, and can set their PROTECTED variables."""
    out, objects = [], set()
    for name in routine.dummies:
        symbol = routine.symbols.get(name)
        if symbol is not None and symbol.type == "derived" and not symbol.bounds:
            if "ABSTRACT" in symbol.flags:
                raise Unprovable(f"the type of the argument {name} is abstract")
            objects.add(name)
            continue
        if symbol is None or not is_made(symbol):
            raise Unprovable(f"the argument {name} is of a type that the driver does not make")
        if "POINTER" in symbol.flags or "ALLOCATABLE" in symbol.flags:
            raise Unprovable(f"the argument {name} is a POINTER or ALLOCATABLE")
        if any("(" in n for b in symbol.bounds for e in b for n in ir.names_of(e)):
            raise Unprovable(f"the bounds of the argument {name} are those of an object in an array")
        out.append(argument(symbol))
    names = used_names(routine)
    for symbol in sorted(routine.symbols.values(), key=lambda s: s.name):
        if symbol.name not in names or symbol.type in ("none", "type") or "PROCEDURE" in symbol.flags:
            continue
        if symbol.name.startswith("mpi_") and symbol.place in ("common", "module"):
            continue
        if symbol.place == "common" or symbol.place == "module" or "COMPONENT" in symbol.flags:
            if symbol.type == "derived" or symbol.place == "local":
                continue
            if "NARROWER" in symbol.flags:
                raise Unprovable(f"an object has {symbol.name} only within SELECT TYPE")
            if "(" in symbol.name:
                raise Unprovable(f"{symbol.name} is part of an array of objects")
            if "PROTECTED" in symbol.flags and (symbol.module or routine.module) not in open_modules:
                raise Unprovable(f"{symbol.name} is PROTECTED: give the file of the module {symbol.module} behind --with")
            if not is_made(symbol):
                raise Unprovable(f"{symbol.name} is of a type that the driver does not make")
            if set(symbol.name.split("%")) <= allocated_names(routine):
                raise Unprovable(f"the routine allocates {symbol.name} itself")
            out.append(variable(symbol))
    return out


def allocated_names(routine: ir.Routine) -> set:
    """Names in ALLOCATE and DEALLOCATE statements."""
    return {n for s in ir.walk_statements(routine.body) if isinstance(s, ir.Other) and "ALLOCATE" in s.what for n in s.names}


def argument(symbol: ir.Symbol) -> Part:
    texts, assumed = [], []
    for d, (lo, hi) in enumerate(symbol.bounds):
        low = "1" if lo is None else bound_text(lo)
        if hi is None:
            assumed.append(f"extent_{symbol.name}_{d + 1}")
            texts.append(f"{low}:{low}+{assumed[-1]}-1")
        else:
            texts.append(f"{low}:{bound_text(hi)}")
    return Part(symbol, "argument", texts, symbol.type == "int" and symbol.kind == 4 and (not symbol.rank or is_few(symbol)), assumed)


def is_few(symbol: ir.Symbol) -> bool:
    """A few whole numbers, such as the extents of a grid."""
    return symbol.rank == 1 and all(isinstance(b, ir.Num) for b in symbol.bounds[0]) and symbol.bounds[0][1].value - symbol.bounds[0][0].value < MOST


def variable(symbol: ir.Symbol) -> Part:
    loose = bool(symbol.flags & {"ALLOCATABLE", "POINTER"})
    if not loose and symbol.bounds and any(hi is None for _, hi in symbol.bounds):
        raise Unprovable(f"the bounds of {symbol.name} are not known")
    texts = [SIDES.get(symbol.rank, "1:3")] * symbol.rank if loose else \
        [f"{1 if lo is None else text_of(lo)}:{text_of(hi)}" for lo, hi in symbol.bounds]
    few = not symbol.rank or not loose and "%" not in symbol.name and is_few(symbol)
    return Part(symbol, "global", texts, symbol.type == "int" and symbol.kind == 4 and few, [], loose)


def used_names(routine: ir.Routine) -> set:
    out: set = set()
    for s in ir.walk_statements(routine.body):
        for e, _ in ir.expressions(s):
            out |= ir.names_of(e)
        if isinstance(s, ir.Other):
            out |= set(s.names)
    for f in routine.functions.values():
        out |= ir.names_of(f.body)
    for symbol in routine.symbols.values():
        if symbol.place in ("dummy", "local"):
            for lo, hi in symbol.bounds:
                out |= ir.names_of(lo) | ir.names_of(hi)
    return out


def count_numbers(parts: list) -> list:
    """The numbers of the command line: (name, index or None)."""
    out = []
    for p in parts:
        if p.number and not p.symbol.rank:
            out.append((p.name, None))
        elif p.number:
            out += [(p.name, i) for i in range(p.symbol.bounds[0][0].value, p.symbol.bounds[0][1].value + 1)]
    for p in parts:
        out += [(a, None) for a in p.assumed]
    return out
