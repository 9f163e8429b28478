"""Elements of arrays that a body reads several times, or reads behind their change: the body keeps them in a variable, because the C
compiler has to take them from memory again behind each store to another array. Arrays of a call share no element."""
from __future__ import annotations

from collections import Counter
from typing import Optional

from viewfab_translate import ir


class Loads:
    """Which elements a variable holds. Variables are made by statements that each point runs; a statement in a branch or in a loop
    reads them alone."""

    def __init__(self, kernel: ir.Kernel, arrays: dict):
        self.kernel, self.arrays = kernel, arrays
        self.held: dict = {}
        self.open = kernel.columns is None
        self.left = Counter(x for s in ir.walk_statements(kernel.body) for x in self.reads(s)) if self.open else Counter()
        self.used = {a.argument for a in kernel.arrays} | {v.argument for v in kernel.values} | set(kernel.privates.values()) | \
            {n for n, _ in kernel.local_arrays.values()} | {x.argument for x in [*kernel.results, *kernel.lines]}

    def reads(self, s: ir.Stmt) -> list:
        return [x for e, written in ir.expressions(s) for y in (ir.children(e) if written else (e,)) for x in ir.walk(y)
                if isinstance(x, ir.Ref) and x.name in self.arrays]

    def fits(self, x: ir.Ref) -> bool:
        """The element is the same for all statements of the point."""
        return not any(isinstance(y, (ir.Ref, ir.Range, ir.Call)) or isinstance(y, ir.Var) and y.name in self.kernel.privates and
                       y.name not in {a.var for a in self.kernel.axes} for s in x.subs for y in ir.walk(s))

    def before(self, s: ir.Stmt, first: bool) -> list:
        """The elements that a statement of the point shall load before its own text. first: each point runs the statement."""
        if not self.open:
            return []
        inner = [t for b in ir.blocks(s) for t in ir.walk_statements(b)]
        changed = {t.left.name for t in inner if isinstance(t, ir.Assign)}
        self.held = {x: n for x, n in self.held.items() if x.name not in changed}
        mine = Counter(self.reads(s)) if isinstance(s, ir.Assign) else Counter()
        out = []
        if first and isinstance(s, ir.Assign):
            out = [x for x in dict.fromkeys(x for x in certain(s.right) if isinstance(x, ir.Ref) and x.name in self.arrays)
                   if self.left[x] > 1 and x not in self.held and self.fits(x)]
        self.left.subtract(mine)
        return out

    def stored(self, left: ir.Expr, first: bool) -> Optional[bool]:
        """An element is changed. True if a variable shall hold the new value."""
        if not self.open or not isinstance(left, ir.Ref):
            return False
        self.held = {x: n for x, n in self.held.items() if x.name != left.name}
        return first and left.name in self.arrays and self.left[left] > 0 and self.fits(left)

    def hold(self, x: ir.Ref) -> str:
        """The variable that holds the element from now on."""
        self.held[x] = self.fresh(x)
        return self.held[x]

    def fresh(self, x: ir.Ref) -> str:
        base, number = self.arrays[x.name].argument, 1
        while f"{base}_{number}" in self.used:
            number += 1
        name = f"{base}_{number}"
        self.used.add(name)
        return name


def certain(e: ir.Expr):
    """The parts of an expression that are evaluated for certain."""
    yield e
    if isinstance(e, ir.Call) and e.name == "merge":
        yield from certain(e.args[2])
    elif isinstance(e, ir.Op) and e.op in ("and", "or"):
        yield from certain(e.args[0])
    else:
        for c in ir.children(e):
            yield from certain(c)
