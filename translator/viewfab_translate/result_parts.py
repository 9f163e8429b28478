"""Results beside arrays: a nest whose iterations add to scalars, and whose inner loops add to the elements of arrays, becomes a nest of
the results and a nest of the arrays. Both compute the temporaries of an iteration."""
from __future__ import annotations

from typing import Optional

from viewfab_translate import ir
from viewfab_translate.distribute import names, within
from viewfab_translate.facts import exposed_reads


def results_apart(nest: ir.Do, routine: ir.Routine) -> Optional[list]:
    """The nest of the results and the nest of the arrays, or None if they need each other."""
    chain = ir.chain_of(nest)
    inside = list(ir.walk_statements(chain[-1].body))
    if not all(isinstance(s, (ir.Assign, ir.Do, ir.If)) for s in inside):
        return None
    kept = exposed_reads(chain[-1].body, {loop.var for loop in chain}, routine)[0]
    sums, arrays, own = [], [], []
    for s in leaves(chain[-1].body):
        writes = names(s, {})[1]
        if writes & kept:
            sums.append(s)
        elif all(isinstance(x.left, ir.Var) for x in ir.walk_statements([s]) if isinstance(x, ir.Assign)):
            own.append(s)
        else:
            arrays.append(s)
    if not sums or not any(isinstance(s, ir.Do) for s in arrays):
        return None
    used = [tuple(set().union(*(names(s, {})[side] for s in part)) for side in (0, 1)) for part in (sums, arrays, own)]
    (sum_reads, sum_writes), (array_reads, array_writes), (own_reads, own_writes) = used
    asked = {n for s in inside if isinstance(s, ir.If) for c, _ in s.branches for n in ir.names_of(c)} | \
        {n for loop in chain for e in (loop.lo, loop.hi, loop.step) for n in ir.names_of(e)}
    fixed = own_reads | own_writes | asked
    if sum_writes & (array_reads | array_writes | fixed) or array_writes & (sum_reads | fixed):
        return None
    return [within(chain, only(chain[-1].body, part + needed(part, own, asked))) for part in (sums, arrays)]


def leaves(body: list) -> list:
    """The assignments and loops, also those in branches."""
    return [x for s in body for x in ([s] if not isinstance(s, ir.If) else leaves([y for _, b in s.branches for y in b]))]


def needed(part: list, own: list, asked: set) -> list:
    """The temporaries that the statements of a part, or conditions and bounds, need."""
    wanted = {n for s in part for n in names(s, {})[0]} | asked
    while True:
        more = {n for s in own if names(s, {})[1] & wanted for n in names(s, {})[0]} - wanted
        if not more:
            return [s for s in own if names(s, {})[1] & wanted]
        wanted |= more


def only(body: list, kept: list) -> list:
    """The statements with the kept assignments and loops alone."""
    out: list = []
    for s in body:
        if isinstance(s, ir.If):
            branches = [(c, only(b, kept)) for c, b in s.branches]
            out += [ir.If(s.first, s.last, branches)] if any(b for _, b in branches) else []
        elif any(s is k for k in kept):
            out.append(s)
    return out
