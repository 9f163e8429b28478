"""The text of a kernel file."""
from __future__ import annotations

from viewfab_translate import ir
from viewfab_translate.column_text import ColumnStatements
from viewfab_translate.late import in_their_branches
from viewfab_translate.source import Source
from viewfab_translate.statements import Statements, declarations
from viewfab_translate.tree import text_of

WIDTH = 116


def kernel_text(kernel: ir.Kernel, source: Source, comments: list) -> str:
    """The file. comments: the authors' comments in front of the nest."""
    over_columns = kernel.columns is not None
    writer = ColumnStatements(kernel) if over_columns else Statements(kernel)
    if not over_columns:
        writer.body(in_their_branches(kernel))
        writer.end()
    out = [f"/* Made by viewfab-translate from {source.path.name}, routine {kernel.routine.name}. Edit the Fortran. */"]
    if comments:
        out += ["/* " + comments[0].replace("*/", "* /")] + ["   " + c.replace("*/", "* /") for c in comments[1:]]
        out[-1] += " */"
    named = [f"{a.letter} is {a.var}" for a in kernel.axes if a.letter != a.var]
    if over_columns:
        named = [f"{'block' if a.letter == 'j' else a.letter} is {a.var}" for a in kernel.axes if a.letter != a.var]
    if named:
        out.append("/* In the source " + ", ".join(named) + ". */")
    rank = len(kernel.axes)
    out += [f"#define VF_KERNEL {kernel.name}", f"#define VF_SUMMARY {summary(kernel, comments)}"]
    if rank != 3 and not over_columns:
        out.append(f"#define VF_RANK {rank}")
    out.append(f"#define VF_POINTS {kernel.points}")
    if kernel.race:
        out.append("#define VF_RACE_INTENDED 1 /* no race: each point has elements of its own */")
    if kernel.safe_in_place:
        out.append("#define VF_SAFE_IN_PLACE 1")
    out += listed("#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)", [argument(a, kernel) for a in kernel.arrays] +
                  [f"VALUE({v.type}, {v.argument}, {quoted(text_of(v.actual))})" for v in kernel.values])
    if over_columns:
        return "\n".join(out + column_sweeps(writer, source)) + "\n"
    if kernel.results:
        out += listed("#define VF_RESULTS(SUM, MIN, MAX)", [
            f"{r.operation.upper()}({r.argument}, {quoted(r.variable.split('@')[0] + ' of ' + kernel.routine.name)}"
            f"{', place' if r.places else ''})" for r in kernel.results])
    rows = [row_text(line, kernel, writer) for line in kernel.lines]
    if kernel.lines:
        out += listed("#define VF_LINES(LINE)", [f"LINE({line_type(line, writer)}, {line.argument}, {row_reach(line)}, "
                                                 f"{quoted(line.name + ' of ' + kernel.routine.name)})" for line in kernel.lines])
    if writer.helpers:
        out += [""] + list(writer.helpers.values())
    for row in rows:
        out += [""] + row
    out += ["", "VF_BODY(" + ", ".join([a.letter for a in kernel.axes] + ["n"]) + ")", "{"]
    out += declarations(writer)
    out += with_lines(writer.out, source)
    out.append("}")
    return "\n".join(out) + "\n"


def column_sweeps(writer: ColumnStatements, source: Source) -> list:
    """The clauses of a kernel over columns, and its sweeps."""
    sweeps, out = [], []
    for s in writer.columns.sweeps:
        lines = writer.write(s)
        sweeps += ["", f"VF_SWEEP({s.name}, i, k)", "{"] + writer.declarations() + with_lines(lines, source) + ["}"]
    if writer.columns.carried:
        out += listed("#define VF_CARRIED(CARRY)", writer.carried_list())
    if writer.columns.temporaries:
        out += listed("#define VF_TEMPORARIES(TEMPORARY)", writer.temporary_list())
    out += listed("#define VF_SWEEPS(DOWN, UP)", writer.sweep_list())
    return out + ([""] + list(writer.helpers.values()) if writer.helpers else []) + sweeps


def line_type(line: ir.Line, writer: Statements) -> str:
    symbol = writer.routine.symbols[line.name]
    return writer.ctype((symbol.type, symbol.kind))


def row_reach(line: ir.Line) -> str:
    below, above = line.reach
    return f"reach({below})" if below == above else f"reach(below({below}), above({above}))"


def row_text(line: ir.Line, kernel: ir.Kernel, writer: Statements) -> list:
    """VF_LINE: the value of a row buffer at a point."""
    axis = next(a for a in kernel.axes if a.letter == "i")
    value = ir.rebuild(line.body[0], lambda x: ir.Var(axis.var) if x == ir.Var(line.var) else None)
    symbol = writer.routine.symbols[line.name]
    letters = ", ".join([line.argument] + [a.letter for a in kernel.axes] + ["n"])
    return [f"VF_LINE({letters})", "{", f"  return {writer.convert(value, (symbol.type, symbol.kind))};", "}"]


def with_lines(lines: list, source: Source) -> list:
    """Statements with #line, so that the C compiler names the Fortran line."""
    out, last = [], 0
    for text, line in lines:
        if line and line != last:
            name, number = source.origin[line - 1]
            out.append(f'#line {number} "{name}"')
            last = line
        out.append(text)
    return out


def argument(a: ir.ArrayUse, kernel: ir.Kernel) -> str:
    name = a.name.split("@")[0] + (", an array for each point," if "@" in a.name else "")
    return f"{a.intent}({a.type}, {a.argument}, {a.map}, {a.reach}, {quoted(name + ' of ' + kernel.routine.name)})"


def listed(head: str, items: list) -> list:
    if not items:
        return [head]
    lines = [head] + ["  " + i for i in items]
    width = max(len(s) for s in lines[:-1]) + 1
    return [s.ljust(width) + "\\" for s in lines[:-1]] + [lines[-1]]


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', "'")[:200] + '"'


def summary(kernel: ir.Kernel, comments: list) -> str:
    first = next((c for c in comments if len(c.split()) > 1), "")
    lines = f"{kernel.nest.first} to {kernel.nest.last}"
    return quoted(f"Loops of {kernel.routine.name}, lines {lines}" + (f": {first}" if first else ""))
