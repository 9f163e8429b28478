"""The second reading of a file: gfortran's own symbols and statements, from -fdump-fortran-original."""
from __future__ import annotations

import re
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from viewfab_translate import ir
from viewfab_translate.dump_text import Parser, Unread
from viewfab_translate.module_files import missing_module
from viewfab_translate.source import Source, first_error, form_flags

TYPES = {"REAL": "real", "INTEGER": "int", "LOGICAL": "logical", "CHARACTER": "char", "COMPLEX": "complex",
         "DERIVED": "derived", "CLASS": "derived"}


@dataclass
class Space:
    """A namespace of the dump: a module, a program or a procedure."""
    name: str
    indent: int
    parent: str
    symbols: dict = field(default_factory=dict)
    events: list = field(default_factory=list)
    equivalent: set = field(default_factory=set)
    types: dict = field(default_factory=dict)
    dummies: list = field(default_factory=list)
    has_code: bool = False
    commons: dict = field(default_factory=dict)


def run_compiler(source: Source) -> str:
    """The dump of the file; the file has to compile."""
    suffix = ".f" if source.fixed else ".f90"
    with tempfile.TemporaryDirectory() as folder:  # the compiler looks for modules beside the file, too
        copy = Path(folder) / ("copy" + suffix)
        copy.write_text(source.text, errors="surrogateescape")
        flags = [f for f in source.flags if not f.startswith("-O")]
        command = ["gfortran", "-fsyntax-only", "-fdump-fortran-original", "-w", f"-J{source.modules}", f"-I{source.modules}",
                   f"-I{source.path.parent}", *flags, *form_flags(source), str(copy)]
        run = subprocess.run(command, capture_output=True, text=True, errors="replace")
    if run.returncode:
        line = re.search(re.escape(str(copy)) + r":(\d+)", run.stderr)
        raise ir.Refusal("gfortran refuses the file: " + first_error(run.stderr), int(line.group(1)) if line else 1,
                         missing_module(run.stderr, source.path), "compile")
    return run.stdout


def read(source: Source) -> dict:
    """The namespaces by (parent, name)."""
    spaces, stack, symbol, transfers = {}, [], None, False
    for raw in run_compiler(source).splitlines():
        line = raw.strip()
        indent = len(raw) - len(raw.lstrip())
        found = re.match(r"procedure name = (\S+)", line)
        if found:
            while stack and stack[-1].indent >= indent:
                stack.pop()
            name = re.sub(r"^master\.\d+\.", "", found.group(1).lower())  # of a procedure with ENTRY
            space = Space(name, indent, stack[-1].name if stack else "")
            stack.append(space)
            key = (space.parent, space.name)
            if key not in spaces or not spaces[key].has_code:
                spaces[key] = space
            symbol = None
            continue
        if not stack:
            continue
        space = stack[-1]
        if line == "code:":
            space.has_code = True
        elif line.startswith("common:"):
            found = re.match(r"common: /(\w*)/ (.*)", line)
            if found:
                space.commons[found.group(1).lower()] = [n.strip().lower() for n in found.group(2).split(",")]
        elif line.startswith("symtree:"):
            symbol = start_symbol(space, line, spaces)
        elif line.startswith("Equivalence:"):
            space.equivalent |= {n.rsplit(":", 1)[-1] for n in re.findall(r"[\w:@]+", line[12:])}
        elif space.has_code and symbol is not None and line.startswith(("type spec :", "attributes:", "Array spec:", "value:")):
            describe(space, symbol, line)  # a name of ASSOCIATE
        elif space.has_code:
            pointed = re.match(r"(?:\d+\s+)?POINTER ASSIGN (?:\w+:)?(\w+) ", line)
            if pointed and "EXTERNAL-PROC" in getattr(space.symbols.get(pointed.group(1).lower()), "flags", ()):
                space.symbols[pointed.group(1).lower()].flags |= {"PROC-POINTER"}
            transfers = transfers and not re.match(r"(\d+\s+)?DT_END", line) or bool(re.match(r"(\d+\s+)?(READ|WRITE) ", line))
            if not transfers:  # a DO between is part of a list of items
                space.events += statement(line)
        elif symbol is not None:
            describe(space, symbol, line)
    of_classes(spaces)
    return spaces


def of_classes(spaces: dict) -> None:
    """A CLASS has the components of its declared type. Flags: CLASS, and ABSTRACT if there is no object of that type itself."""
    types = {n: t for space in spaces.values() for n, t in space.types.items()}
    abstract = {n for space in spaces.values() for n, s in space.symbols.items() if s.type == "type" and "ABSTRACT" in s.flags}
    symbols = [s for space in spaces.values() for s in [*space.symbols.values(), *(c for t in space.types.values() for c in t.values())]]
    for symbol in symbols:
        data = types.get(symbol.derived, {}).get("_data") if symbol.derived.startswith("__class_") else None
        if data is not None:
            symbol.derived, symbol.flags = data.derived, symbol.flags | {"CLASS"}
        if symbol.derived in abstract:
            symbol.flags = symbol.flags | {"ABSTRACT"}


def start_symbol(space: Space, line: str, spaces: dict):
    found = re.match(r"symtree: '([^']+)'\s*\|\| symbol: '([^']+)'(?:\s+from namespace '([^']+)')?", line)
    if not found:
        return None
    name = found.group(1).lower()
    if found.group(3):
        for owner in spaces.values():
            if owner.name == found.group(3).lower() and found.group(2).lower() in owner.symbols and owner is not space:
                inherited = owner.symbols[found.group(2).lower()]
                place = inherited.place if inherited.place in ("parameter", "function", "common") else "module"
                space.symbols[name] = ir.Symbol(name, inherited.type, inherited.kind, inherited.bounds, place,
                                                inherited.intent, inherited.value, inherited.flags | {"HOST"},
                                                inherited.derived, inherited.module or owner.name, inherited.real_name)
        return None
    if name.startswith("@"):
        name = found.group(2).lower()
    symbol = ir.Symbol(name, "none", real_name=found.group(2).lower() if found.group(2).lower() != name else "")
    if getattr(space.symbols.get(name), "type", "") == "type":
        return symbol  # the constructor of a type; the name stands for the type
    space.symbols[name] = symbol
    return symbol


def describe(space: Space, symbol: ir.Symbol, line: str) -> None:
    """A line below a symbol of the dump."""
    if line.startswith("type spec :"):
        words = re.match(r"type spec : \((\w+) ?([^ )]*)", line)
        symbol.type = TYPES.get(words.group(1), "none")
        if symbol.type == "char":
            length = re.match(r"\d+", words.group(2))
            symbol.kind = int(length.group(0)) if length else 0  # the number of letters; 0 if the caller gives it
        elif words.group(2).isdigit():
            symbol.kind = int(words.group(2))
        else:
            symbol.derived = words.group(2).lower()
    elif line.startswith("attributes:"):
        words = set(re.findall(r"[\w-]+(?:\([^)]*\))?", line[11:]))
        bare = {re.sub(r"\(.*", "", w) for w in words}
        symbol.flags = frozenset(bare)
        home = re.search(r"USE-ASSOC\((\w+)\)", line)
        symbol.module = home.group(1).lower() if home else ""
        intent = re.search(r"DUMMY\((\w+)\)", line)
        symbol.intent = intent.group(1).lower() if intent else ""
        if "DERIVED" in bare:
            symbol.type = "type"
        if "EXTERNAL-PROC" in bare and bare & {"SAVE", "IMPLICIT-SAVE", "POINTER"}:
            symbol.flags = symbol.flags | {"PROC-POINTER"}  # no procedure is kept between calls
        symbol.place = place_of(bare)
    elif line.startswith("value:"):
        try:
            symbol.value = of_type(Parser(line[6:].strip()).expr(), symbol)
        except Unread:
            symbol.value = None
    elif line.startswith("Array spec:("):
        symbol.bounds = bounds(line[len("Array spec:"):])
        if "AS_ASSUMED_SIZE" in line:
            symbol.flags = symbol.flags | {"ASSUMED_SIZE"}
    elif line.startswith("Formal arglist:"):
        if symbol.name == space.name:
            space.dummies = [w.lower() for w in line.split(":", 1)[1].split()]
    elif symbol.type == "type" and line.startswith("("):
        component(space, symbol, line)
    elif symbol.type == "type" and line.startswith(("PROCEDURE, ", "GENERIC, ")):
        word = re.search(r":: (\w+) =>", line)
        if word:
            space.types.setdefault(symbol.name, {}).setdefault(word.group(1).lower(), ir.Symbol(
                word.group(1).lower(), "none", place="function", flags=frozenset({"BINDING"})))


def of_type(value: ir.Expr, symbol: ir.Symbol) -> ir.Expr:
    """The value of a constant in its declared type: the dump has 0_8 for 0.0_8, and names no kind that flags make the default."""
    def change(x):
        is_number = isinstance(x, ir.Num) and x.type in ("int", "real") and symbol.type == "real"
        return ir.Num("real", symbol.kind, float(x.value)) if is_number else None
    return ir.rebuild(value, change)


def place_of(flags: set) -> str:
    if "PARAMETER" in flags:
        return "parameter"
    if "PROCEDURE" in flags or "MODULE" in flags:
        return "function"
    if "DUMMY" in flags:
        return "dummy"
    if "IN-COMMON" in flags:
        return "common"
    if "USE-ASSOC" in flags:
        return "module"
    return "local"


def bounds(text: str) -> tuple:
    """(2 [0] AS_EXPLICIT lower upper lower upper ) as a tuple of pairs."""
    found = re.match(r"\((\d+) \[\d+\] (AS_\w+) ?(.*)\)$", text)
    if not found:
        return ()
    rank, kind, rest = int(found.group(1)), found.group(2), found.group(3)
    values, parser = [], None
    try:
        parser = Parser(rest.replace("()", "NONE_GIVEN"))
        while parser.peek():
            e = parser.expr()
            values.append(None if e == ir.Var("none_given") else e)
    except Unread:
        values = [None] * (2 * rank)
    values += [None] * (2 * rank - len(values))
    if kind in ("AS_DEFERRED",):
        values = [None] * (2 * rank)
    return tuple((values[2 * d], values[2 * d + 1]) for d in range(rank))


def component(space: Space, symbol: ir.Symbol, line: str) -> None:
    """(density (REAL 8) ALLOCATABLE DIMENSION (2 [0] AS_DEFERRED ...))"""
    found = re.match(r"\((\w+) \((\w+) ?([^ )]*)[^)]*\)(.*)", line)
    if not found:
        return
    spec = re.search(r"\(\d+ \[\d+\] AS_\w+ .*?\)(?=[ )]*$)", found.group(4))
    kind = found.group(3)
    flags = frozenset(w for w in ("ALLOCATABLE", "POINTER") if w in found.group(4))
    space.types.setdefault(symbol.name, {})[found.group(1).lower()] = ir.Symbol(
        found.group(1).lower(), TYPES.get(found.group(2), "none"), int(kind) if kind.isdigit() else 0,
        bounds(spec.group(0).strip()) if spec else (), "component", "", None, flags, "" if kind.isdigit() else kind.lower())


def actuals_of(line: str):
    """The arguments of CALL name ((a) (b)), or None if this reader does not know their form."""
    found = re.match(r"CALL\s+\S+\s+(\(.*\))$", line)
    if not found:
        return None if "(" in line else ()
    try:
        return tuple(Parser(found.group(1)).actuals())
    except (Unread, IndexError):
        return None


def statement(line: str) -> list:
    """The events of a line: ('assign', left, right), ('do', variable, lower, upper, step), ('if', condition), ('call', name)."""
    line = re.sub(r"^\d+\s+", "", line)
    line = re.sub(r"\s+END (WHERE|FORALL|DO)$", "", line)
    line, _, mask = line.partition(" ELSE WHERE ")
    if mask not in ("", "()"):
        return statement(line) + statement("WHERE " + mask)
    try:
        if line.startswith("ASSIGN "):
            parser = Parser(re.sub(r"\s+(EXIT|CYCLE)\s*$", "", line[7:]))
            return [("assign", parser.expr(), parser.expr())]
        if line.startswith("POINTER ASSIGN "):
            return []
        found = re.match(r"(IF|ELSE IF|WHERE|DO WHILE) (.*)", line)
        if found:
            word = {"ELSE IF": "if", "IF": "if", "WHERE": "where", "DO WHILE": "while"}[found.group(1)]
            return [(word, Parser(found.group(2)).expr())]
        found = re.match(r"DO\s+(?:\d+\s+)?([\w@$]+:)?(\w+)=(.*)", line)
        if found:
            parser = Parser(found.group(3))
            return [("do", found.group(2).lower(), parser.expr(), parser.expr(), parser.expr())]
        if line.startswith("CALL "):
            return [("call", line.split()[1].split(":")[-1].lower(), actuals_of(line))]
    except (Unread, IndexError) as error:
        return [("unread", line, str(error))]
    return []
