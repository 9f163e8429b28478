"""Facts of a nest: each access with its subscripts and loops, changed names, temporaries, and values that leave the nest."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Optional

from viewfab_translate import ir
from viewfab_translate.affine import affine
from viewfab_translate.compare import generic
from viewfab_translate.labels import targets
from viewfab_translate.types import INTRINSICS


@dataclass
class Access:
    """An access to an array. subs: for each subscript the set of its affine values, or None. loops: variables around it. asked: variables
    that the conditions around it compare."""
    array: str
    subs: tuple
    write: bool
    loops: tuple
    conditional: bool
    line: int
    ref: ir.Expr
    asked: frozenset = frozenset()


@dataclass
class Facts:
    nest: ir.Do
    routine: ir.Routine
    accesses: list = field(default_factory=list)
    loops: dict = field(default_factory=dict)
    scalars_written: set = field(default_factory=set)
    arrays_written: set = field(default_factory=set)
    exposed: set = field(default_factory=set)
    rows: dict = field(default_factory=dict)
    local: dict = field(default_factory=dict)
    colour: tuple = ()
    packed: set = field(default_factory=set)
    origin: Optional[ir.Do] = None

    @property
    def changed(self) -> set:
        return self.scalars_written | self.arrays_written


def collect(nest: ir.Do, routine: ir.Routine, rows: dict = {}, origin: ir.Do = None) -> Facts:
    """rows: row buffers whose values stand as [line]name(point) in the nest. origin: the nest in the routine."""
    facts = Facts(nest, routine)
    facts.rows, facts.origin = rows, origin or nest
    for s in ir.walk_statements([nest]):
        if isinstance(s, ir.Do):
            facts.loops.setdefault(s.var, []).append(s)
            facts.scalars_written.add(s.var)
        if isinstance(s, ir.Assign):
            if isinstance(s.left, ir.Ref) or is_array(s.left, routine):
                facts.arrays_written.add(s.left.name)
            else:
                facts.scalars_written.add(s.left.name)
    Walk(facts).body([nest], {}, (), False)
    facts.packed = left_behind(nest, routine)
    facts.exposed = exposed_reads([nest], set(), routine)[0]
    return facts


def left_behind(nest: ir.Do, routine: ir.Routine) -> set:
    """Arrays of the source that get the values of the last iteration: only one iteration writes them."""
    work = routine.__dict__.get("work", {})
    written: dict = {}
    for s in ir.walk_statements([nest]):
        if isinstance(s, ir.Assign) and isinstance(s.left, ir.Ref):
            own = s.right.name.split("@points")[0] if isinstance(s.right, ir.Ref) else ""
            written.setdefault(s.left.name, []).append(work.get(own) == s.left.name)
    return {n for n, fits in written.items() if all(fits)}


def is_array(e: ir.Expr, routine: ir.Routine) -> bool:
    symbol = routine.symbols.get(getattr(e, "name", ""))
    return symbol is not None and bool(symbol.bounds)


class Walk:
    """Goes through the statements in order, with the values of integer temporaries."""

    def __init__(self, facts: Facts):
        self.facts, self.symbols, self.asked = facts, facts.routine.symbols, frozenset()

    def body(self, body: list, env: dict, loops: tuple, conditional: bool) -> dict:
        for s in body:
            env = self.statement(s, env, loops, conditional)
        return env

    def statement(self, s, env: dict, loops: tuple, conditional: bool) -> dict:
        if isinstance(s, ir.Do):
            for e in (s.lo, s.hi, s.step):
                self.note(e, env, loops, conditional, s.first)
            assigned = {x.left.name for x in ir.walk_statements(s.body) if isinstance(x, ir.Assign) and isinstance(x.left, ir.Var)}
            assigned |= {x.var for x in ir.walk_statements(s.body) if isinstance(x, ir.Do)}
            inner = {n: v for n, v in env.items() if n not in assigned}
            inner.update({n: None for n in assigned})
            inner[s.var] = affine(ir.Var(s.var), {}, set(), {})
            self.body(s.body, inner, loops + (s.var,), conditional)
            env = {n: v for n, v in env.items() if n not in assigned}
            env.update({n: None for n in assigned | {s.var}})
            return env
        if isinstance(s, ir.Assign):
            self.note(s.right, env, loops, conditional, s.first)
            self.target(s.left, env, loops, conditional, s.first)
            if isinstance(s.left, ir.Var):
                env = dict(env)
                symbol = self.symbols.get(s.left.name)
                env[s.left.name] = affine(s.right, env, self.facts.changed, self.symbols) \
                    if symbol is not None and symbol.type == "int" else None
            return env
        if isinstance(s, (ir.If, ir.Select)):
            return self.branches(s, env, loops)
        if isinstance(s, ir.While):
            assigned = {x.left.name for x in ir.walk_statements(s.body) if isinstance(x, ir.Assign) and isinstance(x.left, ir.Var)}
            env = {**env, **{n: None for n in assigned}}
        for e, _ in ir.expressions(s):
            self.note(e, env, loops, conditional, s.first)
        for b in ir.blocks(s):
            self.body(b, env, loops, True)
        return env

    def branches(self, s, env: dict, loops: tuple) -> dict:
        if isinstance(s, ir.If):
            pairs, closed = s.branches, s.branches[-1][0] is None
            for c, _ in pairs:
                self.note(c, env, loops, False, s.first)
        else:
            pairs, closed = s.cases, any(v is None for v, _ in s.cases)
            self.note(s.selector, env, loops, False, s.first)
        before = self.asked
        for c, _ in pairs if isinstance(s, ir.If) else ():
            self.asked |= compared(c)
        ends = [self.body(b, env, loops, True) for _, b in pairs]
        self.asked = before
        if not closed:
            ends.append(env)
        names = {n for e in ends for n in e}
        out = {}
        for n in names:
            values = [e.get(n) for e in ends]
            united = frozenset().union(*values) if all(v is not None for v in values) else None
            out[n] = united if united is not None and len(united) <= 12 else None
        return out

    def note(self, e: Optional[ir.Expr], env: dict, loops: tuple, conditional: bool, line: int) -> None:
        """Notes the reads of an expression."""
        if e is None:
            return
        for x in ir.walk_values(e):
            if isinstance(x, ir.Call) and x.name.startswith("[line]"):
                row = self.facts.rows[x.name[6:]]
                value = ir.rebuild(row.value, lambda y: x.args[0] if y == ir.Var(row.var) else None)
                self.note(value, env, loops, conditional, line)
            elif isinstance(x, ir.Ref):
                self.access(x, env, False, loops, conditional, line)
            elif isinstance(x, ir.Var) and is_array(x, self.facts.routine):
                self.access(ir.Ref(x.name, whole(self.symbols[x.name])), env, False, loops, conditional, line)

    def target(self, left: ir.Expr, env: dict, loops: tuple, conditional: bool, line: int) -> None:
        if isinstance(left, ir.Ref):
            for s in left.subs:
                self.note(s, env, loops, conditional, line)
            self.access(left, env, True, loops, conditional, line)
        elif is_array(left, self.facts.routine):
            self.access(ir.Ref(left.name, whole(self.symbols[left.name])), env, True, loops, conditional, line)

    def access(self, x: ir.Ref, env: dict, write: bool, loops: tuple, conditional: bool, line: int) -> None:
        subs = tuple(None if isinstance(s, ir.Range) else affine(s, env, self.facts.changed, self.symbols) for s in x.subs)
        self.facts.accesses.append(Access(x.name, subs, write, loops, conditional, line, x, self.asked))


def compared(e: Optional[ir.Expr]) -> frozenset:
    """Variables that a condition compares by themselves, such as k of k <= n; not those of subscripts."""
    if isinstance(e, ir.Var):
        return frozenset([e.name])
    inner = ir.children(e) if isinstance(e, (ir.Op, ir.Paren)) else ()
    return frozenset().union(*(compared(c) for c in inner))


def whole(symbol: ir.Symbol) -> tuple:
    return tuple(ir.Range(None, None) for _ in symbol.bounds)


def exposed_reads(body: list, defined: set, routine: ir.Routine, jumped: list = (), begin: int = 0, end: int = 0,
                  kept: frozenset = frozenset(), asked: tuple = ()) -> tuple:
    """(scalars that may be read before the statements set them, scalars that are set for certain afterwards). jumped: lines that
    jumps from elsewhere lead to, so that nothing but kept, the variables of the loops around, is set there for certain; begin, end: the
    lines around the statements. asked: earlier IFs whose conditions still have the same value, with the scalars that each branch set."""
    exposed: set = set()
    defined = set(defined)
    asked = () if jumped else asked

    def inner_reads(inner: list, known: set, s: ir.Stmt, same: tuple = ()) -> tuple:
        around = kept | {s.var} if isinstance(s, ir.Do) else kept
        return exposed_reads(inner, known | around if jumped else known, routine, jumped, s.first, s.last, around, same)

    def read(e) -> None:
        if e is not None:
            for x in ir.walk(e):
                if isinstance(x, ir.Var) and x.name not in defined:
                    exposed.add(x.name)

    for s in body:
        if any(begin < n <= s.first for n in jumped):
            defined = set(kept)
        begin = s.last
        if isinstance(s, ir.Assign):
            read(s.right)
            if isinstance(s.left, ir.Ref):
                for x in s.left.subs:
                    read(x)
            else:
                defined.add(s.left.name)
        elif isinstance(s, ir.Do):
            for e in (s.lo, s.hi, s.step):
                read(e)
            entered = any(s.first < n <= s.last for n in jumped)
            inner, _ = inner_reads(s.body, {s.var} if entered else defined | {s.var}, s, still(asked, s))
            exposed |= inner
            defined.add(s.var)
        elif isinstance(s, (ir.If, ir.Select)):
            pairs = s.branches if isinstance(s, ir.If) else s.cases
            if isinstance(s, ir.Select):
                read(s.selector)
            ends, sets = [], []
            closed = any(c is None for c, _ in pairs)
            for at, (c, b) in enumerate(pairs):
                if isinstance(s, ir.If):
                    read(c)
                inner, known = inner_reads(b, defined | set_before(s, at, asked), s, asked)
                exposed |= inner
                sets.append(known)
                if not leaves(b):
                    ends.append(known)
            if not closed:
                ends.append(set(defined))
            if ends:
                defined = set.intersection(*ends)
            if isinstance(s, ir.If) and not jumped and not any(
                    routine.symbols[n].flags & HIDDEN for c, _ in pairs for n in ir.names_of(c) if n in routine.symbols):
                asked += still(((s, sets),), s)
        else:
            for e, _ in ir.expressions(s):
                read(e)
            if isinstance(s, ir.Other):
                exposed |= set(s.names) - defined
            for b in ir.blocks(s):
                inner, _ = inner_reads(b, set() if any(s.first < n <= s.last for n in jumped) else defined, s)
                exposed |= inner
        asked = still(asked, s)
    if any(begin < n <= end for n in jumped):
        defined = set(kept)
    return exposed, defined


HIDDEN = {"POINTER", "TARGET", "EQUIVALENCED", "VOLATILE"}  # another name may change the variable


def still(asked: tuple, s: ir.Stmt) -> tuple:
    """The IFs whose conditions have the same value behind or within the statement."""
    if not asked:
        return ()
    changed: set = set()
    for x in ir.walk_statements([s]):
        if isinstance(x, (ir.Other, ir.CallStmt)):
            return ()
        changed |= {e.name for e, written in ir.expressions(x) if written}
    return tuple((i, sets) for i, sets in asked if all(c is None or not ir.names_of(c) & changed and all(
        not isinstance(y, ir.Call) or generic(y.name) in INTRINSICS for y in ir.walk(c)) for c, _ in i.branches))


def set_before(s: ir.Stmt, at: int, asked: tuple) -> set:
    """Scalars that earlier IFs with the same conditions have set if this branch is taken."""
    out: set = set()
    if isinstance(s, ir.If):
        mine = [c for c, _ in s.branches]
        for i, sets in asked:
            theirs = [c for c, _ in i.branches]
            if mine[:at + 1] == theirs[:at + 1]:
                out |= sets[at]
    return out


def leaves(body: list) -> bool:
    return bool(body) and isinstance(body[-1], ir.Jump)


def live_after(nest: ir.Stmt, routine: ir.Routine) -> set:
    """Scalars that code behind the nest may read before it sets them."""
    out: set = set()
    path, jumped = path_to(members(nest)[-1], routine.body), targets(routine)
    if path is None or jumped is None:
        for s in ir.walk_statements(routine.body):
            if not inside(s, nest):
                for e, _ in ir.expressions(s):
                    out |= ir.names_of(e)
        return out
    if jumped:  # what is read behind a place to which a jump may lead
        everything = {n for s in ir.walk_statements(routine.body) for e, _ in ir.expressions(s) for n in ir.names_of(e)}
        out |= exposed_reads(routine.body, everything, routine, jumped)[0]
    defined: set = set()
    for body, at, owner in reversed(path):
        last = 0 if owner is None else owner.last
        found, end = exposed_reads(body[at + 1:], defined, routine, jumped, body[at].last, last)
        out |= found
        if isinstance(owner, (ir.Do, ir.While, ir.Other)):  # the next iteration begins with the statements before
            known = defined | ({owner.var} if isinstance(owner, ir.Do) else set())
            found, _ = exposed_reads(owner.body, known, routine, jumped, owner.first, owner.last)
            out |= found | (ir.names_of(owner.condition) - end if isinstance(owner, ir.While) else set())
        defined = end if not isinstance(owner, ir.Do) else defined
    return out


def has_goto(body: list) -> bool:
    return any(isinstance(s, ir.Jump) and s.word == "goto" for s in ir.walk_statements(body))


def members(nest: ir.Stmt) -> list:
    """The nests of the routine that a nest stands for: itself, or several that follow each other."""
    return getattr(nest, "members", [nest])


def inside(s: ir.Stmt, nest: ir.Stmt) -> bool:
    return any(x is s for x in ir.walk_statements([nest]))


def path_to(nest: ir.Stmt, body: list, owner=None):
    """The way to the nest: (list of statements, index, statement that owns the list), from outside."""
    for at, s in enumerate(body):
        if s is nest:
            return [(body, at, owner)]
        for b in ir.blocks(s):
            rest = path_to(nest, b, s)
            if rest is not None:
                return [(body, at, owner)] + rest
    return None
