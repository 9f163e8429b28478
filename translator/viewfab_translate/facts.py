"""Facts of a nest: each access with its subscripts and loops, changed names, temporaries, and values that leave the nest."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Optional

from viewfab_translate import ir
from viewfab_translate.affine import affine


@dataclass
class Access:
    """An access to an array. subs: for each subscript the set of its affine values, or None. loops: variables around it."""
    array: str
    subs: tuple
    write: bool
    loops: tuple
    conditional: bool
    line: int
    ref: ir.Expr


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
    facts.exposed = exposed_reads([nest], set(), routine)[0]
    return facts


def is_array(e: ir.Expr, routine: ir.Routine) -> bool:
    symbol = routine.symbols.get(getattr(e, "name", ""))
    return symbol is not None and bool(symbol.bounds)


class Walk:
    """Goes through the statements in order, with the values of integer temporaries."""

    def __init__(self, facts: Facts):
        self.facts, self.symbols = facts, facts.routine.symbols

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
        ends = [self.body(b, env, loops, True) for _, b in pairs]
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
        self.facts.accesses.append(Access(x.name, subs, write, loops, conditional, line, x))


def whole(symbol: ir.Symbol) -> tuple:
    return tuple(ir.Range(None, None) for _ in symbol.bounds)


def exposed_reads(body: list, defined: set, routine: ir.Routine) -> tuple:
    """(scalars that may be read before the statements set them, scalars that are set for certain afterwards)."""
    exposed: set = set()
    defined = set(defined)

    def read(e) -> None:
        if e is not None:
            for x in ir.walk(e):
                if isinstance(x, ir.Var) and x.name not in defined:
                    exposed.add(x.name)

    for s in body:
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
            inner, _ = exposed_reads(s.body, defined | {s.var}, routine)
            exposed |= inner
            defined.add(s.var)
        elif isinstance(s, (ir.If, ir.Select)):
            pairs = s.branches if isinstance(s, ir.If) else s.cases
            if isinstance(s, ir.Select):
                read(s.selector)
            ends = []
            closed = any(c is None for c, _ in pairs)
            for c, b in pairs:
                if isinstance(s, ir.If):
                    read(c)
                inner, end = exposed_reads(b, defined, routine)
                exposed |= inner
                if not leaves(b):
                    ends.append(end)
            if not closed:
                ends.append(set(defined))
            if ends:
                defined = set.intersection(*ends)
        else:
            for e, _ in ir.expressions(s):
                read(e)
            if isinstance(s, ir.Other):
                exposed |= set(s.names) - defined
            for b in ir.blocks(s):
                inner, _ = exposed_reads(b, defined, routine)
                exposed |= inner
    return exposed, defined


def leaves(body: list) -> bool:
    return bool(body) and isinstance(body[-1], ir.Jump)


def live_after(nest: ir.Stmt, routine: ir.Routine) -> set:
    """Scalars that code behind the nest may read before it sets them."""
    out: set = set()
    path = path_to(members(nest)[-1], routine.body)
    jumps = any(isinstance(s, ir.Jump) and s.word == "goto" for s in ir.walk_statements(routine.body))
    if path is None or jumps:
        for s in ir.walk_statements(routine.body):
            if not inside(s, nest):
                for e, _ in ir.expressions(s):
                    out |= ir.names_of(e)
        return out
    defined: set = set()
    for body, at, owner in reversed(path):
        found, end = exposed_reads(body[at + 1:], defined, routine)
        out |= found
        if isinstance(owner, (ir.Do, ir.Other)):  # the next iteration begins with the statements before
            found, _ = exposed_reads(owner.body, defined | ({owner.var} if isinstance(owner, ir.Do) else set()), routine)
            out |= found
        defined = end if not isinstance(owner, ir.Do) else defined
    return out


def live_names(nest: ir.Stmt, routine: ir.Routine) -> set:
    """Names that statements outside of the nest use, without nests that set all of a row buffer before they read it."""
    out: set = set()
    for s in ir.walk_statements([x for x in routine.body]):
        if inside(s, nest):
            continue
        for e, written in ir.expressions(s):
            if not written:
                out |= ir.names_of(e)
        if isinstance(s, ir.Other):
            out |= set(s.names)
    return out


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
