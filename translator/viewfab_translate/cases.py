"""Whole numbers for the arguments of a routine: numbers with which the legacy routine keeps to the bounds of its arrays."""
from __future__ import annotations

import random
import re

from viewfab_translate import ir
from viewfab_translate.affine import affine
from viewfab_translate.axes import is_minus_one
from viewfab_translate.tree import text_of


class Roles:
    """For each number of the command line the values that it may get, from its uses in the routine."""

    def __init__(self, routine: ir.Routine, numbers: list, positive: bool = False):
        """positive: for red-black loops; their mod of a negative sum would begin a row beyond its end."""
        self.positive = positive
        self.routine = routine
        self.low_bounds, self.high_bounds, self.low_loops, self.high_loops = set(), set(), set(), set()
        self.compared: dict = {}
        for s in routine.symbols.values():
            if s.place not in ("dummy", "local"):
                continue
            for lo, hi in s.bounds:
                self.low_bounds |= keys(lo)
                self.high_bounds |= keys(hi)
        for s in ir.walk_statements(routine.body):
            if isinstance(s, ir.Do):
                back = is_minus_one(s.step)
                self.low_loops |= keys(s.hi if back else s.lo)
                self.high_loops |= keys(s.lo if back else s.hi)
            for e, _ in ir.expressions(s):
                for x in ir.walk(e):
                    if isinstance(x, ir.Op) and x.op in ("==", "/=", "<", ">", "<=", ">="):
                        self.compare(x)
            if isinstance(s, ir.Select):
                for vs, _ in s.cases:
                    for v in vs or []:
                        self.note(s.selector, v)
        self.numbers = numbers
        self.follow_values()
        self.fixed = sorted({hi.value for s in routine.symbols.values() if s.type != "type" for _, hi in s.bounds
                             if isinstance(hi, ir.Num) and 4 <= hi.value <= 400})

    def follow_values(self) -> None:
        """A bound of a loop may be a variable that the routine computes from the numbers, as in last = extents(1) - 1."""
        count = -1
        while count != len(self.low_loops) + len(self.high_loops):
            count = len(self.low_loops) + len(self.high_loops)
            for s in ir.walk_statements(self.routine.body):
                if isinstance(s, ir.Assign) and isinstance(s.left, ir.Var):
                    self.low_loops |= keys(s.right) if s.left.name in self.low_loops else set()
                    self.high_loops |= keys(s.right) if s.left.name in self.high_loops else set()

    def compare(self, x: ir.Op) -> None:
        spread = (0,) if x.op in ("==", "/=") else (-1, 0, 1)
        self.note(x.args[0], x.args[1], spread)
        self.note(x.args[1], x.args[0], spread)

    def note(self, name: ir.Expr, value: ir.Expr, spread: tuple = (0,)) -> None:
        for e in (value.lo, value.hi) if isinstance(value, ir.Range) else (value,):
            number = None if e is None else constant_of(e, self.routine)
            if number is not None:
                for key in keys(name):
                    self.compared.setdefault(key, set()).update(number + d for d in spread)

    def most_values(self) -> int:
        """How many values the numbers are compared with, at most: as many cases are needed."""
        names = {n for n, _ in self.numbers}
        return max([len(v) for k, v in self.compared.items() if k.split("(")[0] in names] or [0])

    def draw(self, rng: random.Random, wide: int, turn: int = 0) -> list:
        """turn: cases with another turn have another of the values that a number is compared with."""
        self.turn = turn
        self.top = rng.choice(self.fixed) if self.fixed and rng.random() < 0.6 else 0  # for the loops over arrays of fixed extents
        out = []
        low = rng.choice([4, 5, 6, 7] if self.positive else [-3, -2, -1, 0, 1, 1, 2])
        span = rng.choice([0, 1, 3, 4, 6, 7])
        for name, index in self.numbers:
            key = name if index is None else f"{name}({index})"
            out.append(self.value(key, rng, low, span, wide))
        return out

    def value(self, key: str, rng: random.Random, low: int, span: int, wide: int) -> int:
        base = key.split("(")[0]
        has = lambda s: key in s or base in s
        if key.startswith("extent_"):
            return rng.choice([8, 9, 11]) + wide
        if self.top and has(self.low_loops) and not has(self.low_bounds) and not has(self.high_loops) and not has(self.high_bounds):
            return rng.choice([1, 2, 2, 3])
        if has(self.low_bounds) or has(self.low_loops):
            if not has(self.low_loops) and not has(self.high_loops) and not has(self.high_bounds):
                return low - rng.choice([2, 3, 4]) - wide
            return low + rng.choice([0, 0, 0, 1])
        if has(self.high_loops) and not has(self.high_bounds) and not has(self.low_bounds):
            if self.top:
                return max(1, self.top - rng.choice([0, 1, 1, 2]))
            if rng.random() < 0.7:
                return rng.choice([1, 1, 2])  # such as the depth of a halo
        if has(self.high_bounds) or has(self.high_loops):
            if not has(self.high_loops):
                return (low + span + rng.choice([4, 5, 6])) * (2 if wide else 1) + wide
            return low + span + rng.choice([0, 0, 1, 2])
        compared = self.compared.get(key) or self.compared.get(base)
        if compared and rng.random() < 0.9:
            return sorted(compared)[self.turn % len(compared)]
        return rng.choice([0, 1, 1, 2, 3])


FAR = re.compile(r"Index '(-?\d+)' of dimension (\d+) of array '([\w%]+)' (?:above upper|below lower) bound of (-?\d+)")


def mended(values: list, numbers: list, message: str, routine: ir.Routine, roles: Roles, rng: random.Random):
    """The values with one of them changed, so that an index of the last run comes nearer to its array: a number in the bounds of the
    array, or the end of a loop. None if the message tells nothing of an index."""
    found = FAR.search(message)
    if not found:
        return None
    index, dimension, name, bound = int(found.group(1)), int(found.group(2)), found.group(3).lower(), int(found.group(4))
    symbol = routine.symbols.get(name)
    ends = symbol.bounds[dimension - 1] if symbol is not None and dimension <= symbol.rank else (None, None)
    end = ends[1] if index > bound else ends[0]
    forms = affine(end, {}, set(), routine.symbols) if end is not None else None
    factors = {} if forms is None or len(forms) != 1 else dict(next(iter(forms)).terms)
    at = {n if i is None else f"{n}({i})": k for k, (n, i) in enumerate(numbers)}
    more = index - bound
    choices = [(at[n], more if f > 0 else -more) for n, f in factors.items() if n in at and abs(f) == 1]
    if not choices or rng.random() < 0.3:
        word = roles.high_loops if index > bound else roles.low_loops
        choices = [(k, -more) for n, k in at.items() if n in word or n.split("(")[0] in word] or choices
        choices += [(at[n], more) for n in (f"extent_{name}_{dimension}",) if n in at and index > bound]
    if not choices:
        return None
    k, change = rng.choice(choices)
    return values[:k] + [values[k] + change] + values[k + 1:]


def keys(e) -> set:
    if e is None:
        return set()
    found = {x.name for x in ir.walk(e) if isinstance(x, (ir.Var, ir.Ref))}
    return found | {text_of(x) for x in ir.walk(e) if isinstance(x, ir.Ref)}


def constant_of(e: ir.Expr, routine: ir.Routine):
    if isinstance(e, ir.Num) and e.type == "int":
        return e.value
    symbol = routine.symbols.get(getattr(e, "name", ""))
    if isinstance(e, ir.Var) and symbol is not None and symbol.place == "parameter" and isinstance(symbol.value, ir.Num):
        return symbol.value.value if symbol.value.type == "int" else None
    return None
