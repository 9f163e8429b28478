"""Values that one branch alone needs are computed in the branch, behind its test, as a person would write the kernel.

The C compiler makes vectors of a loop only if both sides of a test may run for all points. So values move only into a branch that
reads or stores an element which no other statement touches: such a loop has no vectors before either."""
from __future__ import annotations

from collections import Counter
from dataclasses import replace

from viewfab_translate import ir


def in_their_branches(kernel: ir.Kernel) -> list:
    """The statements of the body, with each value in the innermost branch that has all its uses."""
    return Late(kernel).placed(kernel.body)


def variables(body: list) -> Counter:
    return Counter(x.name for s in ir.walk_statements(body) for e, _ in ir.expressions(s) for x in ir.walk(e) if isinstance(x, ir.Var))


def changed_names(s: ir.Stmt) -> set:
    return {e.name for t in ir.walk_statements([s]) for e, written in ir.expressions(t) if written}


class Late:
    def __init__(self, kernel: ir.Kernel):
        self.uses = variables(kernel.body)
        self.arrays = {a.name for a in kernel.arrays}
        functions = [f.body for f in kernel.routine.functions.values()]
        outside = [e for s in ir.walk_statements([*kernel.before, *kernel.behind]) for e, _ in ir.expressions(s)]
        lines = [x for line in kernel.lines for x in line.body]
        elsewhere = {n for e in [*functions, *outside, *lines, kernel.colour] for n in ir.names_of(e)}
        results = {r.variable for r in kernel.results} | {n for r in kernel.results for place in r.places for n in place}
        self.movable = set(kernel.privates) - elsewhere - results - {a.var for a in kernel.axes}
        self.touched = self.elements(kernel.body)

    def elements(self, body: list) -> Counter:
        """(element, stored) of the arrays, with the number of their places."""
        return Counter((x, written and x is e) for s in ir.walk_statements(body) for e, written in ir.expressions(s)
                       for x in ir.walk(e) if isinstance(x, ir.Ref) and x.name in self.arrays)

    def placed(self, body: list) -> list:
        out: list = []
        for s in body:
            if isinstance(s, ir.If):
                s = self.filled(out, s)
            out.append(s)
        return [self.with_inner(s) for s in out]

    def with_inner(self, s: ir.Stmt) -> ir.Stmt:
        if isinstance(s, ir.If):
            return replace(s, branches=[(c, self.placed(b)) for c, b in s.branches])
        if isinstance(s, ir.Select):
            return replace(s, cases=[(v, self.placed(b)) for v, b in s.cases])
        if isinstance(s, (ir.Do, ir.While)):
            return replace(s, body=self.placed(s.body))
        return s

    def filled(self, before: list, s: ir.If) -> ir.If:
        """The statement with values of the statements before in its branches. `a and b` becomes two tests if b alone needs values."""
        s = replace(s, branches=[(c, self.taken(before, b) + b) for c, b in s.branches])
        if len(s.branches) > 1:
            return s
        parts, body = conjuncts(s.branches[0][0]), s.branches[0][1]
        for first in range(1, len(parts)):
            inner = replace(s, branches=[(joined(parts[first:]), body)])
            values = self.taken(before, [inner])
            if values:
                return replace(s, branches=[(joined(parts[:first]), [*values, inner])])
        return s

    def taken(self, before: list, branch: list) -> list:
        """Takes the assignments from `before` whose values the branch alone needs."""
        mine = self.elements(branch)
        if not any(self.touched[x] == count for x, count in mine.items()):
            return []
        uses, changed, out = variables(branch), set(), []
        for at in reversed(range(len(before))):
            s = before[at]
            name = s.left.name if isinstance(s, ir.Assign) and isinstance(s.left, ir.Var) else ""
            if name in self.movable and uses[name] and self.uses[name] == 1 + uses[name] and not ir.names_of(s.right) & changed:
                uses += variables([s])
                out.insert(0, before.pop(at))
            else:
                changed |= changed_names(s)
        return out


def conjuncts(e: ir.Expr) -> list:
    return [*conjuncts(e.args[0]), e.args[1]] if isinstance(e, ir.Op) and e.op == "and" else [e]


def joined(parts: list) -> ir.Expr:
    whole = parts[0]
    for part in parts[1:]:
        whole = ir.Op("and", (whole, part))
    return whole
