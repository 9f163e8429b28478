"""Which elements of a local array are set for certain, by intervals of subscripts. The question is always about a single iteration of
some loops: each read of the array has to find an element of the same iteration."""
from __future__ import annotations

from typing import Optional

from viewfab_translate import ir
from viewfab_translate.affine import ATOMS, Affine, affine, constant
from viewfab_translate.axes import is_minus_one
from viewfab_translate.facts import Facts

MOST = 60
ONE = constant(1)


def at_most(a: Affine, b: Affine, loops: list) -> bool:
    """a <= b for all values of the names. loops: (variable, least, largest value) of each loop around, from outside."""
    if a.terms == b.terms:
        return a.constant <= b.constant
    difference: Optional[Affine] = b.plus(a, -1)
    for var, low, high in [("", None, None)] + loops[::-1]:
        difference = ended(difference, var, low, high)
        if difference is None or not difference.terms:
            return difference is not None and difference.constant >= 0
    return False


class Filled:
    """A box has an interval (least, largest subscript) for each dimension; a box with a largest subscript below the least has no
    element. The state is a list of boxes whose elements are all set."""

    def __init__(self, name: str, owners: set, facts: Facts, alone: bool = False, walk: bool = True):
        """walk: the nest is followed at once. owners: variables of the loops whose iterations have an array of their own each.
        alone: nothing but the nest has the array."""
        self.name, self.owners, self.facts = name, owners, facts
        self.symbols = facts.routine.symbols
        self.open: list = []  # loops around the statement: (variable, least, largest value or None)
        self.failed: Optional[int] = None  # line of a read of an element without a value
        self.quiet = 0
        self.values: dict = {}  # forms of the iteration's own whole numbers
        self.whole = self.declared()
        self.written = self.all_written() if alone else None
        if facts is not None and walk:
            self.body([facts.nest], [])

    def form(self, e: ir.Expr) -> Optional[Affine]:
        """The affine form of a subscript or a bound; None if it changes by other ways than the loops around it."""
        inside = {v for v, _, _ in self.open}
        found = affine(e, self.values, self.facts.changed - inside, self.symbols)
        if found is None or len(found) != 1:
            return None
        f = next(iter(found))
        hidden = {n for t in f.names() if t in ATOMS and t not in inside for n in ir.names_of(ATOMS[t])}
        return None if hidden & set(self.facts.loops) else f

    def take_value(self, s: ir.Assign) -> None:
        """A whole number such as next = i + 1 has a form until the next change of the number."""
        symbol = self.symbols.get(s.left.name)
        self.values.pop(s.left.name, None)
        found = self.form(s.right) if symbol is not None and symbol.type == "int" and not symbol.bounds else None
        if found is not None:
            self.values[s.left.name] = frozenset([found])

    def forget(self, body: list) -> None:
        """The numbers of the statements have no form before and behind the statements."""
        for s in ir.walk_statements(body):
            self.values.pop(s.left.name if isinstance(s, ir.Assign) else s.var if isinstance(s, ir.Do) else "", None)

    def declared(self) -> Optional[tuple]:
        """The box of all elements, if the bounds are those of the declaration at all times."""
        written: set = set()
        for s in ir.walk_statements(self.facts.routine.body):
            written |= {getattr(e, "name", "") for e, w in ir.expressions(s) if w}
            if isinstance(s, ir.CallStmt):
                written |= {n for a in s.args for n in ir.names_of(a)}
            if isinstance(s, ir.Other):
                written |= set(s.names)
        out = []
        for lo, hi in self.symbols[self.name].bounds:
            names = ir.names_of(hi) | ir.names_of(lo)
            if hi is None or names & written or any(self.symbols[n].place in ("module", "common") for n in names if n in self.symbols):
                return None
            pair = (ONE if lo is None else self.form(lo), self.form(hi))
            if None in pair:
                return None
            out.append(pair)
        return tuple(out)

    def of_iteration(self, chain: list, others: bool) -> Optional[list]:
        """The boxes of the elements that each iteration of a chain of loops writes, the same for all iterations of the owners. None if an
        iteration may leave out elements of other iterations, or read such elements. others: iterations may read elements without a writer."""
        for s in chain:
            back = is_minus_one(s.step)
            low, high = (self.form(s.hi), self.form(s.lo)) if back else (self.form(s.lo), self.form(s.hi))
            if s.step is not None and not back and s.step != ir.Num("int", 4, 1) or low is None or high is None:
                return None
            self.open.append((s.var, low, high))
        boxes = self.all_written(chain[-1].body)
        self.written = boxes if others else None
        state = self.body(chain[-1].body, [])
        if self.failed is not None or not boxes:
            return None
        return boxes if all(any(within(b, x, self.open) for x in state) for b in boxes) else None

    def all_written(self, statements: Optional[list] = None) -> Optional[list]:
        """The boxes with all written elements of any iteration, if the boxes are the same in all iterations of the owners. An element
        beyond the boxes has no value, in any order of the iterations, and no program may read such an element."""
        out: list = []
        around = len(self.open)

        def visit(body: list) -> bool:
            for s in body:
                if isinstance(s, ir.Assign) and getattr(s.left, "name", "") == self.name:
                    forms = [None if isinstance(x, ir.Range) else self.form(x) for x in getattr(s.left, "subs", (None,))]
                    if any(f is None for f in forms):
                        return False
                    box = tuple((f, f) for f in forms)
                    for var, low, high in reversed(self.open[around:]):
                        if var not in self.owners:
                            box = tuple((ended(lo, var, low, high), ended(hi, var, high, low)) for lo, hi in box)
                            if any(f is None for pair in box for f in pair):
                                return False
                    if any(f.names() & self.owners for pair in box for f in pair):
                        return False
                    out.append(box)
                if isinstance(s, ir.Assign) and isinstance(s.left, ir.Var):
                    self.take_value(s)
                if isinstance(s, ir.Do):
                    back = is_minus_one(s.step)
                    low, high = (self.form(s.hi), self.form(s.lo)) if back else (self.form(s.lo), self.form(s.hi))
                    plain = s.step is None or s.step == ir.Num("int", 4, 1) or back
                    self.forget([s])
                    self.open.append((s.var, low, high) if plain else (s.var, None, None))
                    fine = visit(s.body)
                    self.open.pop()
                    self.forget([s])
                    if not fine:
                        return False
                    continue
                for b in ir.blocks(s):
                    if not visit(b):
                        return False
                    self.forget(b)
            return True
        return out if visit([self.facts.nest] if statements is None else statements) else None

    # ------------------------------------------------------------------------------------------------------------------- reads
    def read(self, e: Optional[ir.Expr], state: list, line: int) -> None:
        if e is None or self.quiet:
            return
        for x in ir.walk(e):
            if isinstance(x, ir.Var) and x.name == self.name:
                self.failed = self.failed or line
            elif isinstance(x, ir.Ref) and x.name == self.name and not self.is_set(x, state):
                self.failed = self.failed or line

    def is_set(self, x: ir.Ref, state: list) -> bool:
        if self.whole is not None and any(within(self.whole, b, self.open) for b in state):
            return True
        if self.written is not None and all(any(self.contains(b, w) for b in state) for w in self.written):
            return True
        forms = [None if isinstance(s, ir.Range) else self.form(s) for s in x.subs]
        if any(f is None for f in forms):
            return False
        box = tuple((f, f) for f in forms)
        if any(within(box, b, self.open) for b in state):
            return True
        for var, low, high in reversed(self.open):  # the elements that all iterations of the loop read
            box = tuple((ended(lo, var, low, high), ended(hi, var, high, low)) for lo, hi in box)
            if any(f is None for pair in box for f in pair):
                return False
            if any(within(box, b, self.open) for b in state):
                return True
        return False

    def contains(self, box: tuple, written: tuple) -> bool:
        """The first box has all elements of the written box. The written box lies within the declared bounds, as all written elements do."""
        for d, ((lo, hi), (low, high)) in enumerate(zip(box, written)):
            first, last = self.whole[d] if self.whole is not None else (low, high)
            if not at_most(lo, low, self.open) and not at_most(lo, first, self.open) or \
                    not at_most(high, hi, self.open) and not at_most(last, hi, self.open):
                return False
        return True

    # -------------------------------------------------------------------------------------------------------------- statements
    def body(self, body: list, state: list) -> list:
        for s in body:
            state = self.statement(s, state)
        return state

    def statement(self, s: ir.Stmt, state: list) -> list:
        if self.failed is not None:
            return state
        if isinstance(s, ir.Assign):
            self.read(s.right, state, s.first)
            for x in ir.children(s.left):
                self.read(x, state, s.first)
            if isinstance(s.left, ir.Ref) and s.left.name == self.name:
                forms = [None if isinstance(x, ir.Range) else self.form(x) for x in s.left.subs]
                if all(f is not None for f in forms):
                    return united(self.open, state, [tuple((f, f) for f in forms)])
            elif isinstance(s.left, ir.Var):
                self.take_value(s)
            return state
        if isinstance(s, ir.Do):
            return self.loop(s, state)
        if isinstance(s, (ir.If, ir.Select)):
            return self.branches(s, state)
        for e, _ in ir.expressions(s):
            self.read(e, state, s.first)
        for b in ir.blocks(s):
            self.forget(b)
            self.body(b, state)
            self.forget(b)
        return state

    def branches(self, s, state: list) -> list:
        pairs = s.branches if isinstance(s, ir.If) else s.cases
        for e, _ in ir.expressions(s):
            self.read(e, state, s.first)
        ends, values = [], dict(self.values)
        for _, b in pairs:
            self.values = dict(values)
            ends.append(self.body(b, state))
        self.values = values
        self.forget([t for _, b in pairs for t in b])
        if all(c is not None for c, _ in pairs):
            ends.append(state)
        found = [b for end in ends for b in end if all(any(within(b, x, self.open) for x in other) for other in ends)]
        return united(self.open, [], found)

    def loop(self, s: ir.Do, state: list) -> list:
        for e in (s.lo, s.hi, s.step):
            self.read(e, state, s.first)
        back = is_minus_one(s.step)
        first, last = self.form(s.lo), self.form(s.hi)
        plain = s.step is None or s.step == ir.Num("int", 4, 1) or back
        low, high = (last, first) if back else (first, last)
        self.forget([s])
        self.open.append((s.var, low, high) if plain else (s.var, None, None))
        if s.var in self.owners:
            self.body(s.body, [])
            self.open.pop()
            self.forget([s])
            return []
        before: list = []
        after: list = []
        if plain and first is not None and not any(isinstance(x, ir.Jump) for x in ir.walk_statements(s.body)):
            self.quiet += 1
            made = self.body(s.body, [])
            self.quiet -= 1
            self.forget([s])
            me = Affine(((s.var, 1),))
            edge = me.plus(ONE, 1 if back else -1)
            before = [b for x in made for b in spread(x, s.var, *((edge, first) if back else (first, edge)))]
            if last is not None:
                after = [b for x in made for b in spread(x, s.var, low, high)]
        self.body(s.body, united(self.open, state, before))
        self.open.pop()
        self.forget([s])
        return united(self.open, state, after)


def within(box: tuple, other: tuple, loops: list) -> bool:
    return all(at_most(lo, a, loops) and at_most(b, hi, loops) for (a, b), (lo, hi) in zip(box, other))


def ended(f: Optional[Affine], var: str, low: Optional[Affine], high: Optional[Affine]) -> Optional[Affine]:
    """The form with the end of the loop in place of its variable that makes the form least; with low and high exchanged, largest."""
    factor = 0 if f is None else f.factor(var)
    if not factor:
        return f
    end = low if factor > 0 else high
    return None if end is None else f.without(var).plus(end.times(factor))


def spread(box: tuple, var: str, low: Affine, high: Affine) -> list:
    """The box of the iterations low to high of a loop: one subscript is the variable plus a constant distance."""
    here = [d for d, (lo, hi) in enumerate(box) if lo.factor(var) or hi.factor(var)]
    if len(here) != 1:
        return []  # a box without the variable is set only if the loop has an iteration
    lo, hi = box[here[0]]
    if lo != hi or lo.factor(var) != 1:
        return []
    rest = lo.without(var)
    return [box[:here[0]] + ((low.plus(rest), high.plus(rest)),) + box[here[0] + 1:]]


def united(loops: list, state: list, more: list) -> list:
    """The boxes of both lists, and boxes of two that follow each other along one dimension."""
    out, queue = list(state), list(dict.fromkeys(more))
    variables = {v for v, _, _ in loops}
    fixed = lambda box: not any(f.names() & variables for pair in box for f in pair)
    while queue and len(out) < MOST:
        new = queue.pop(0)
        if new in out or fixed(new) and any(within(new, x, loops) for x in out):
            continue
        if fixed(new):  # a box with a variable of a loop may be needed behind the loop
            out = [x for x in out if not (fixed(x) and within(x, new, loops))]
        out.append(new)
        for x in out[:-1]:
            for c in (joined(x, new, loops), joined(new, x, loops)):
                if c is not None and not any(within(c, y, loops) for y in out + queue):
                    queue.append(c)
    return out


def joined(a: tuple, b: tuple, loops: list) -> Optional[tuple]:
    """Box a continued by box b: b begins at the end of a or before."""
    apart = [d for d in range(len(a)) if a[d] != b[d]]
    if len(apart) != 1:
        return None
    d = apart[0]
    return a[:d] + ((a[d][0], b[d][1]),) + a[d + 1:] if at_most(b[d][0], a[d][1].plus(ONE), loops) else None
