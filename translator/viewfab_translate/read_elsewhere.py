"""Names whose values code outside of a nest may need. A local array is not needed by a nest that sets each element before it reads it."""
from __future__ import annotations

from viewfab_translate import ir
from viewfab_translate.facts import collect, inside, members
from viewfab_translate.filled import Filled


def live_names(nest: ir.Stmt, routine: ir.Routine) -> set:
    """Names that statements outside of the nest read, without arrays that the reader has set itself."""
    out: set = set()
    ours = {id(m) for m in members(nest)}

    def scan(body: list) -> None:
        for s in body:
            if id(s) in ours:
                continue
            if isinstance(s, ir.Do) and not any(inside(m, s) for m in members(nest)):
                out.update(needed(s, routine))
                continue
            out.update(own_reads(s))
            for b in ir.blocks(s):
                scan(b)

    if not any(inside(m, s) for s in routine.body for m in members(nest)):  # a nest that was made anew
        return {n for s in ir.walk_statements(routine.body) if not inside(s, nest) for n in own_reads(s)}
    scan(routine.body)
    return out


def own_reads(s: ir.Stmt) -> set:
    out = {n for e, written in ir.expressions(s) if not written for n in ir.names_of(e)}
    return out | (set(s.names) if isinstance(s, ir.Other) else set())


def needed(loop: ir.Do, routine: ir.Routine) -> set:
    """Names whose values from before the loop its statements may read."""
    known = routine.__dict__.setdefault("needed", {})
    if id(loop) not in known:
        names = {n for s in ir.walk_statements([loop]) for n in own_reads(s)}
        known[id(loop)] = (loop, names - set_before(loop, names, routine))
    return known[id(loop)][1]


def set_before(loop: ir.Do, names: set, routine: ir.Routine) -> set:
    """Local arrays of which the loop reads only elements that it has set."""
    inner = list(ir.walk_statements([loop]))
    if any(isinstance(s, ir.Jump) for s in inner):
        return set()
    written = {s.left.name for s in inner if isinstance(s, ir.Assign) and isinstance(s.left, ir.Ref)} & names
    written -= {n for s in inner if isinstance(s, (ir.Other, ir.CallStmt)) for n in own_reads(s)}
    unfit = {"EQUIVALENCED", "POINTER", "TARGET", "SECTION"}
    symbols = routine.symbols
    written = {n for n in written if n in symbols and symbols[n].place == "local" and not symbols[n].flags & unfit}
    out = set()
    facts = None
    for name in written:
        try:
            facts = collect(loop, routine) if facts is None else facts
            if Filled(name, set(), facts).failed is None:
                out.add(name)
        except (KeyError, IndexError, AttributeError, TypeError, ValueError):
            continue
    return out
