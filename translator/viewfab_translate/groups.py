"""Nests that one block of the changed routine has together: their arrays are wrapped once, and stay on the device between the nests.
No statement between the nests touches an array of the block."""
from __future__ import annotations

import re
from dataclasses import dataclass, field

from viewfab_translate import ir
from viewfab_translate.compare import generic
from viewfab_translate.facts import members
from viewfab_translate.layout import at_line
from viewfab_translate.refusals import optional_names
from viewfab_translate.sections import array_of, indices
from viewfab_translate.source import Source
from viewfab_translate.types import INTRINSICS

VERBATIM = "\0"  # before a line of the source that stays as it is


@dataclass
class Group:
    """first, last: lines of the source. items: kernels, and lists of source lines between them."""
    first: int
    last: int
    items: list
    nests: list
    gaps: list = field(default_factory=list)

    @property
    def kernels(self) -> list:
        return [k for k in self.items if isinstance(k, ir.Kernel)]


def grouped(source: Source, routine: ir.Routine, kernels: list) -> list:
    """The groups of a routine's translated nests, in the order of the text."""
    by_nest: dict = {}
    for k in kernels:
        by_nest.setdefault(id(members(k.nest)[0]), []).append(k)
    out: list = []
    visit(routine.body, by_nest, source, routine, out)
    return sorted(out, key=lambda g: g.first)


def visit(body: list, by_nest: dict, source: Source, routine: ir.Routine, out: list) -> None:
    current, between, skip = None, [], 0
    for s in body:
        if skip:
            skip -= 1  # a nest whose kernel begins with an earlier one
            continue
        if id(s) in by_nest:
            here = by_nest[id(s)]
            nests = members(here[0].nest)
            skip = len(nests) - 1
            alone = any(k.around for k in here + (current.kernels if current is not None else []))
            if current is not None and not alone and fits(current, between, s, here, source, routine):
                gap = (current.last + 1, s.first - 1)
                current.items += [gap, *here]
                current.nests += nests
                current.last = nests[-1].last
            else:
                current = Group(s.first, nests[-1].last, list(here), list(nests))
                out.append(current)
            between = []
        elif current is not None and is_quiet(s, current, routine):
            between.append(s)
        else:
            current = None
            for b in ir.blocks(s):
                visit(b, by_nest, source, routine, out)


def is_quiet(s: ir.Stmt, group: Group, routine: ir.Routine) -> bool:
    """The statement sets a scalar, and reads no array that the kernels write under any name."""
    if not isinstance(s, ir.Assign) or not isinstance(s.left, ir.Var):
        return False
    symbol = routine.symbols.get(s.left.name)
    if symbol is None or symbol.bounds or symbol.flags & {"POINTER", "TARGET", "VOLATILE"}:
        return False
    return not any(is_loud(x, group, routine) for x in ir.walk(s.right))


def is_loud(x: ir.Expr, group: Group, routine: ir.Routine) -> bool:
    """An element of an array of a type that the kernels write, or a function of the code."""
    if isinstance(x, ir.Call):
        return generic(x.name) not in INTRINSICS or x.name in routine.functions or x.name in routine.helpers
    symbol = routine.symbols.get(x.name) if isinstance(x, (ir.Ref, ir.Var)) else None
    if symbol is not None and "EQUIVALENCED" in symbol.flags:
        return True
    return symbol is not None and bool(symbol.bounds) and kind_of(symbol) in written_kinds(group.kernels)


def kind_of(symbol: ir.Symbol) -> tuple:
    return (symbol.type, symbol.kind)


def written_kinds(kernels: list) -> set:
    return {kind_of(a.symbol) for k in kernels for a in k.arrays if a.intent != "READ"}


def fits(group: Group, between: list, nest: ir.Do, kernels: list, source: Source, routine: ir.Routine) -> bool:
    """The nest may join the group, over the statements between."""
    if routine.team is not None and not routine.team.joins(group.nests[-1], nest, between):
        return False
    if optional_names(nest, routine) != optional_names(group.nests[0], routine):
        return False
    if not plain_lines(group.last + 1, nest.first - 1, between, source):
        return False
    for k in kernels:
        asked = [v.actual for v in k.values] + [e for a in k.axes for e in (a.lo, a.hi, a.shift) if e is not None] + \
            ([k.colour] if k.colour is not None else [])
        if any(is_loud(x, group, routine) for e in asked for x in ir.walk_values(e) if not isinstance(x, ir.Call)):
            return False  # the call needs an element that the device has changed
    changed = {s.left.name for s in between} | {r.variable for k in group.kernels for r in k.results}
    changed |= {n for k in group.kernels for s in k.behind for n in re.findall(r"[a-z_]\w*", s)}
    if elements_of(kernels) & arrays_of(group.kernels) or elements_of(group.kernels) & arrays_of(kernels):
        return False  # the block has the array on the device, and the host adds to an element
    return all(one_view(a, b) for k in kernels for a in k.arrays for g in group.kernels for b in g.arrays) and \
        not any(names_of_view(a) & changed for k in kernels for a in k.arrays)


def elements_of(kernels: list) -> set:
    """Arrays of which an element has the result of a kernel."""
    return {r.element.name for k in kernels for r in k.results if r.element is not None}


def arrays_of(kernels: list) -> set:
    return {array_of(a.name) for k in kernels for a in k.arrays}


def one_view(a: ir.ArrayUse, b: ir.ArrayUse) -> bool:
    """Both uses can have live views: of other arrays, the same view, or parts by the same indices."""
    if array_of(a.name) != array_of(b.name):
        return not {"EQUIVALENCED"} <= a.symbol.flags & b.symbol.flags
    if a.name == b.name:
        return a.last == b.last
    return [s == ":" for s in indices(a.name)] == [s == ":" for s in indices(b.name)] != []


def names_of_view(a: ir.ArrayUse) -> set:
    """Names on which the wrap depends: the indices of a section or of a component, and the last index."""
    inside = set(re.findall(r"[a-z_]\w*", a.name[len(a.name.split("(")[0]):]))
    return inside | ir.names_of(a.last)


def plain_lines(first: int, last: int, between: list, source: Source) -> bool:
    """Between two nests are only comments and the given statements, without labels and directives of the preprocessor."""
    for n in range(first, last + 1):
        line = source.lines[n - 1]
        if not line.strip() or line.lstrip().startswith("!") or source.fixed and line[:1] in "cC*dD":
            continue
        if not any(s.first <= n <= s.last for s in between) or ";" in line or re.match(r"\s*\d", line[:5] if source.fixed else line):
            return False
    if not source.preprocessed:
        return True
    places = [source.origin[n - 1] for n in (first - 1, last + 1)]
    if any(source.origin[n - 1] in places for n in range(first, last + 1)):
        return False
    if places[0][0] != places[1][0] or places[0][0] != str(source.path):
        return False
    text = source.path.read_text(errors="surrogateescape").splitlines()[places[0][1] - 1:places[1][1]]
    return not any(re.match(r"\s*#", s) for s in text)


def with_lines(group: Group, lines: list, place, fixed: bool) -> list:
    """The items of a group with the text between its nests. place: from a line of the source to an index of lines."""
    out: list = []
    for item in group.items:
        if isinstance(item, tuple):
            first, last = place(item[0] - 1) + 1, place(item[1] + 1)
            margin = "" if fixed else "  "  # the lines stand in a block
            out.append([at_line(item[0])] + [VERBATIM + (margin + s if s.strip() else s) for s in lines[first:last]])
        else:
            if item.columns is not None:  # the loops of the source, for a call without levels
                first, last = place(item.nest.first), place(item.nest.last)
                item.columns.source = [at_line(item.nest.first)] + [VERBATIM + s for s in lines[first:last + 1]]
            out.append(item)
    return out
