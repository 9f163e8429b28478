"""MATMUL and TRANSPOSE within array syntax: each element of a product is a sum of the point, in the order in which the compiler adds."""
from __future__ import annotations

from typing import Optional

from viewfab_translate import ir
from viewfab_translate.types import type_of

MOST = 30  # rows and columns up to which gfortran writes the loops itself
NOTE = ("gfortran gives a matmul of more than 30 rows and columns to its library, whose last bits may differ: compile the original with "
        "-finline-matmul-limit=10000 to compare")


def shape_of(e: ir.Expr, sections) -> Optional[list]:
    """The bounds (lower, upper) of each dimension of an expression with array sections; [] of a scalar, None if they are not known.
    sections: the reader of array syntax."""
    if isinstance(e, (ir.Ref, ir.Var)) and sections.is_section(e):
        loops = sections.loops_of(e)
        return None if loops is None else [(lo, hi) for _, lo, hi in loops]
    if is_intrinsic(e, ("matmul", "transpose"), sections):
        args = [shape_of(a, sections) for a in e.args]
        if any(not a for a in args):
            return None
        if e.name == "transpose":
            return args[0][::-1] if len(args) == 1 and len(args[0]) == 2 else None
        return args[0][:-1] + args[1][1:] if len(args) == 2 and sorted(map(len, args)) in ([1, 2], [2, 2]) else None
    if is_intrinsic(e, ("sum", "maxval", "minval"), sections) and len(e.args) == 2 and isinstance(e.args[1], ir.Num):
        inner, along = shape_of(e.args[0], sections), e.args[1].value
        return inner[:along - 1] + inner[along:] if inner else inner
    if is_intrinsic(e, ("sum", "dot_product", "maxval", "minval", "count", "any", "all", "size", "lbound", "ubound", "present"), sections):
        return []
    for c in ir.children(e) if isinstance(e, (ir.Op, ir.Paren, ir.Call)) else ():
        found = shape_of(c, sections)
        if found is None or found:
            return found
    return []


def is_intrinsic(e: ir.Expr, names: tuple, sections) -> bool:
    return isinstance(e, ir.Call) and e.name in names and e.name not in sections.routine.functions


def product(x: ir.Call, around: Optional[list], sums) -> Optional[tuple]:
    """(temporary, statements) of an element of matmul(a, b). around: the loops over the elements of the product. sums: the maker of sums."""
    sections = sums.sections
    shapes = [shape_of(a, sections) for a in x.args]
    if around is None or len(shapes) != 2 or any(not s for s in shapes) or len(around) != len(shapes[0]) + len(shapes[1]) - 2 or \
            sorted(map(len, shapes)) not in ([1, 2], [2, 2]):
        return None
    kinds = [type_of(a, sections.routine) for a in x.args]
    if kinds[0] != kinds[1] or kinds[0][0] not in ("real", "int"):
        return None
    lo, hi = shapes[0][-1]
    sums.made += 1
    along = [(sections.variable(("product", sums.made), lo, hi), lo, hi)]
    rows = around[:len(shapes[0]) - 1]
    (left, right), before = sums.inside(((x.args[0], rows + along), (x.args[1], along + around[len(rows):])))
    if left is None or right is None:
        return None
    found = sums.statements(ir.Op("*", tuple(e if not isinstance(e, ir.Op) else ir.Paren(e) for e in (left, right))), along, kinds[0],
                            sections.line, None, before)
    if not all(is_small(bounds, sections) for s in shapes for bounds in s):
        symbol = sections.symbols[found[0].name]
        symbol.flags = symbol.flags | {"PRODUCT"}
    return found


def is_small(bounds: tuple, sections) -> bool:
    low, high = (sections.constant(e) for e in bounds)
    return low is not None and high is not None and high - low < MOST
