"""Stores of a body stand behind its loads where no load may need them: a GPU begins a load behind a store only when the store is on its
way, because both could be of the same element. Arrays of a call share no element. Loads whose place depends on data begin late anyway;
a store that waits for such loads made a kernel of upwind cells slower (1.53 of the port by hand on an H200, 1.31 without)."""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from viewfab_translate import ir
from viewfab_translate.affine import affine


MOST = 8  # stores that wait: their values are in registers


@dataclass
class Store:
    """A store that is still to be written. name: the variable of its value, or a number. at: the place behind its value in the text.
    own: the variable is for this store alone. loads: the number of loads before."""
    left: ir.Ref
    place: str
    name: str
    value: str
    at: int
    own: bool
    loads: int
    line: int


def written_again(kernel: ir.Kernel, arrays: dict) -> set:
    """The point's own elements that several statements write. If each point writes such an element first, a variable takes its place, and the
    body stores it once at its end: a store in a branch made viscosity of hydro2d slower on an H200."""
    elements, writes, axes = {}, Counter(), {a.var for a in kernel.axes}
    for s in ir.walk_statements(kernel.body):
        for e, _ in ir.expressions(s):
            for x in ir.walk(e):
                if isinstance(x, ir.Ref) and x.name in arrays:
                    elements.setdefault(x.name, set()).add(x)
        if isinstance(s, ir.Assign) and isinstance(s.left, ir.Ref):
            writes[s.left] += 1
    lone = {x for found in elements.values() if len(found) == 1 for x in found}
    return {x for x in lone if writes[x] > 1 and all(isinstance(y, ir.Var) for y in x.subs) and {y.name for y in x.subs} == axes}


class Delayed:
    def __init__(self, kernel: ir.Kernel, arrays: dict):
        self.arrays, self.symbols = arrays, kernel.routine.symbols
        self.open = kernel.columns is None and not kernel.safe_in_place
        self.of_rows = {n for line in kernel.lines for e in line.body for n in ir.names_of(e)}
        self.waiting: list = []
        self.loads = 0  # that the text has
        given = Counter(s.left.name for s in ir.walk_statements(kernel.body) if isinstance(s, ir.Assign) and isinstance(s.left, ir.Var))
        self.chosen = {n for n, count in given.items() if count > 1}  # variables with several values

    def takes(self, left: ir.Expr) -> bool:
        return self.open and isinstance(left, ir.Ref) and left.name in self.arrays and left.name not in self.of_rows

    def disturbs(self, s: ir.Stmt, held: dict) -> bool:
        """True if the statement may touch an element of a waiting store, or changes the subscripts of one. held: elements whose values
        are in variables."""
        if not self.waiting:
            return False
        parts = [(e, written) for t in ir.walk_statements([s]) for e, written in ir.expressions(t)]
        changed = {e.name for e, written in parts if written} | {t.var for t in ir.walk_statements([s]) if isinstance(t, ir.Do)}
        touched = [x for e, _ in parts for x in ir.walk(e) if isinstance(x, ir.Ref)]
        if any(x not in held and ir.names_of(sub) & self.chosen for x in touched for sub in x.subs):
            return True
        for w in self.waiting:
            if any(ir.names_of(sub) & changed for sub in w.left.subs):
                return True
            if any(x.name == w.left.name and (x.name in changed or x not in held) and not self.differ(x, w.left) for x in touched):
                return True
        return False

    def differ(self, x: ir.Ref, y: ir.Ref) -> bool:
        """The elements are different for certain: a subscript differs by a number."""
        for a, b in zip(x.subs, y.subs):
            p, q = (affine(e, {}, set(), self.symbols) for e in (a, b))
            if p and q and len(p) == len(q) == 1:
                distance = next(iter(p)).plus(next(iter(q)), -1)
                if not distance.terms and distance.constant:
                    return True
        return False

    def write(self, out: list, indent: str) -> None:
        """Writes the stores into the text, in their order: at their own places, if no load has come since."""
        behind = []
        for w in reversed(self.waiting):
            if w.loads != self.loads:
                behind.insert(0, (f"{indent}{w.place} = {w.name};", w.line))
            elif w.own:
                out[w.at - 1] = (f"{indent}{w.place} = {w.value};", w.line)
            else:
                out.insert(w.at, (f"{indent}{w.place} = {w.name};", w.line))
        out += behind
        self.waiting = []
