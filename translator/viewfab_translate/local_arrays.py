"""Local arrays of fixed size that each point fills before it reads them: they become variables of the point."""
from __future__ import annotations

import itertools
from typing import Optional

from viewfab_translate import ir
from viewfab_translate.read_elsewhere import live_names

LARGEST = 512


def candidates(nest: ir.Do, origin: ir.Do, routine: ir.Routine) -> dict:
    """Written local arrays with constant bounds and no reader outside of the nest: name to bounds."""
    out = {}
    outside = live_names(origin, routine)
    for s in ir.walk_statements([nest]):
        if isinstance(s, ir.Assign) and isinstance(s.left, ir.Ref):
            symbol = routine.symbols.get(s.left.name)
            if symbol is None or symbol.place != "local" or "SAVE" in " ".join(symbol.flags) or s.left.name in outside:
                continue
            if symbol.flags & {"RESULT", "EQUIVALENCED", "POINTER", "ALLOCATABLE", "TARGET", "DATA", "SECTION"}:
                continue
            bounds = [(ir.Num("int", 4, 1) if lo is None else lo, hi) for lo, hi in symbol.bounds]
            if all(isinstance(x, ir.Num) for b in bounds for x in b):
                size = 1
                for lo, hi in bounds:
                    size *= max(0, hi.value - lo.value + 1)
                if 0 < size <= LARGEST:
                    out[s.left.name] = [(lo.value, hi.value) for lo, hi in bounds]
    return out


def filled_before_read(nest: ir.Do, axes: set, local: dict, routine: ir.Routine) -> set:
    """The arrays that each point sets before it reads them."""
    check = Check(axes, local, routine)
    check.body([nest], {}, {n: frozenset() for n in local})
    return set(local) - check.failed


class Check:
    """Follows the elements that are set for certain. Loops with constant bounds are unrolled."""

    def __init__(self, axes: set, local: dict, routine: ir.Routine):
        self.axes, self.local, self.routine, self.failed, self.steps = axes, local, routine, set(), 0

    def value(self, e: ir.Expr, env: dict) -> Optional[int]:
        if isinstance(e, ir.Num):
            return e.value if e.type == "int" else None
        if isinstance(e, ir.Paren):
            return self.value(e.inner, env)
        if isinstance(e, ir.Var):
            if e.name in env:
                return env[e.name]
            symbol = self.routine.symbols.get(e.name)
            return symbol.value.value if symbol is not None and symbol.place == "parameter" and isinstance(symbol.value, ir.Num) \
                and symbol.value.type == "int" else None
        if isinstance(e, ir.Op) and e.op in ("+", "-", "*", "neg"):
            args = [self.value(a, env) for a in e.args]
            if any(a is None for a in args):
                return None
            return {"+": lambda: args[0] + args[1], "-": lambda: args[0] - args[1], "*": lambda: args[0] * args[1],
                    "neg": lambda: -args[0]}[e.op]()
        return None

    def places(self, e: ir.Ref, env: dict) -> Optional[tuple]:
        out = tuple(None if isinstance(s, ir.Range) else self.value(s, env) for s in e.subs)
        return None if any(x is None for x in out) else out

    def read(self, e, env: dict, state: dict) -> None:
        if e is None:
            return
        for x in ir.walk(e):
            if isinstance(x, ir.Ref) and x.name in self.local:
                at = self.places(x, env)
                all_of = frozenset(itertools.product(*[range(lo, hi + 1) for lo, hi in self.local[x.name]]))
                if not ({at} <= state[x.name] if at is not None else all_of <= state[x.name]):
                    self.failed.add(x.name)
            elif isinstance(x, ir.Var) and x.name in self.local:
                self.failed.add(x.name)

    def body(self, body: list, env: dict, state: dict) -> dict:
        for s in body:
            state = self.statement(s, env, state)
        return state

    def statement(self, s, env: dict, state: dict) -> dict:
        self.steps += 1
        if isinstance(s, ir.Assign):
            self.read(s.right, env, state)
            if isinstance(s.left, ir.Ref):
                for x in s.left.subs:
                    self.read(x, env, state)
                if s.left.name in self.local:
                    at = self.places(s.left, env)
                    if at is not None:
                        state = {**state, s.left.name: state[s.left.name] | {at}}
            elif isinstance(s.left, ir.Var):
                env[s.left.name] = self.value(s.right, env)
            return state
        if isinstance(s, ir.Do):
            return self.loop(s, env, state)
        if isinstance(s, (ir.If, ir.Select)):
            pairs = s.branches if isinstance(s, ir.If) else s.cases
            if isinstance(s, ir.Select):
                self.read(s.selector, env, state)
            ends = []
            for c, b in pairs:
                if isinstance(s, ir.If):
                    self.read(c, env, state)
                ends.append(self.body(b, dict(env), state))
            if all(c is not None for c, _ in pairs):
                ends.append(state)
            changed = {x.left.name for b in ir.blocks(s) for x in ir.walk_statements(b)
                       if isinstance(x, ir.Assign) and isinstance(x.left, ir.Var)}
            env.update({n: None for n in changed})
            return {n: frozenset.intersection(*[e[n] for e in ends]) for n in state}
        for e, _ in ir.expressions(s):
            self.read(e, env, state)
        for b in ir.blocks(s):
            self.body(b, dict(env), state)
        return state

    def loop(self, s: ir.Do, env: dict, state: dict) -> dict:
        for e in (s.lo, s.hi):
            self.read(e, env, state)
        lo, hi = self.value(s.lo, env), self.value(s.hi, env)
        step = 1 if s.step is None else self.value(s.step, env)
        changed = {x.left.name for x in ir.walk_statements(s.body) if isinstance(x, ir.Assign) and isinstance(x.left, ir.Var)}
        if s.var in self.axes:
            env[s.var] = None
            # A point does not have what the point before has set in the same loop.
            written = {x.left.name for x in ir.walk_statements(s.body) if isinstance(x, ir.Assign) and isinstance(x.left, ir.Ref)}
            return self.body(s.body, env, {n: frozenset() if n in written else found for n, found in state.items()})
        if lo is not None and hi is not None and step and abs(hi - lo) < 64 and self.steps < 20000:
            for v in range(lo, hi + (1 if step > 0 else -1), step):
                env[s.var] = v
                state = self.body(s.body, env, state)
            return state
        env.update({n: None for n in changed | {s.var}})
        self.body(s.body, dict(env), state)
        env.update({n: None for n in changed | {s.var}})
        return state
