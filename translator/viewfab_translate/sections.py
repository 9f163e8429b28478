"""Arrays of four and more indices: a nest that keeps indices fixed works on a section, such as phi(:,:,:,n) or v(:,:,1,:)."""
from __future__ import annotations

import re

from viewfab_translate import ir
from viewfab_translate.tree import split_outside, text_of

MOST = 3
DIFFER = "are taken for two arrays"


def fix_indices(nest: ir.Do, routine: ir.Routine) -> tuple:
    """(the nest with sections of their own name in place of arrays with indices that do not change in the nest, notes)."""
    changed = {e.name for s in ir.walk_statements([nest]) for e, written in ir.expressions(s) if written}
    work = set(routine.__dict__.get("work", {}).values())  # arrays that the last iteration fills
    made: dict = {}
    other: set = set()

    def change(x):
        if not isinstance(x, ir.Ref):
            return None
        symbol = routine.symbols.get(x.name)
        subs = tuple(ir.rebuild(s, change) for s in x.subs)
        kept = kept_indices(subs, changed)
        if symbol is None or symbol.rank <= MOST or kept is None or "OWN" in symbol.flags or x.name in work:
            other.add(x.name)
            return ir.Ref(x.name, subs)
        name = f"{x.name}({','.join(':' if d in kept else text_of(s) for d, s in enumerate(subs))})"
        made.setdefault(x.name, {})[name] = (symbol, kept)
        return ir.Ref(name, tuple(subs[d] for d in kept))

    new = rebuilt(nest, change)
    if not made or set(made) & other:
        return nest, []  # the same array by two names
    notes = []
    written = written_names(new)
    for base, sections in made.items():
        names = list(sections)
        for at, a in enumerate(names):
            for b in names[at + 1:]:
                difference = differ(a, b)
                if (a in written or b in written) and difference == "":
                    return nest, []
                if (a in written or b in written) and difference:
                    notes.append(f"{a} and {b} {DIFFER}: a call with equal {difference} stops with an error")
    for sections in made.values():
        for name, (symbol, kept) in sections.items():
            routine.symbols[name] = ir.Symbol(name, symbol.type, symbol.kind, tuple(symbol.bounds[d] for d in kept), symbol.place,
                                              symbol.intent, None, symbol.flags | {"SECTION"}, symbol.derived, symbol.module)
    return new, notes


def kept_indices(subs: tuple, changed: set):
    """The indices that stay: at most three, with as many of the last indices fixed as are needed, then others; or four, of which the
    last may be a component; or None."""
    fixed = [d for d, s in enumerate(subs) if not ir.names_of(s) & changed and not isinstance(s, ir.Range)]
    last = [d for d in fixed if all(e in fixed for e in range(d, len(subs)))]
    if len(subs) - len(last) <= MOST:
        return tuple(d for d in range(len(subs)) if d not in last) if len(last) < len(subs) else None
    inner = [d for d in fixed if d not in last and d > 0][::-1]
    missing = len(subs) - len(last) - MOST
    if len(inner) < missing or len(inner) >= missing > 1 and inner[0] - inner[missing - 1] != missing - 1:
        return tuple(d for d in range(len(subs)) if d not in last) if last and missing == 1 else None  # with components; else joined
    drop = set(last) | set(inner[:missing])
    return tuple(d for d in range(len(subs)) if d not in drop)


def differ(a: str, b: str):
    """None if two sections have no element in common, else the pair of indices that has to differ, or '' if none has."""
    x, y = indices(a), indices(b)
    if [s == ":" for s in x] != [s == ":" for s in y]:
        return ""
    pairs = [(p, q) for p, q in zip(x, y) if p != q]
    if any(p.isdigit() and q.isdigit() for p, q in pairs):
        return None
    return " and ".join(pairs[0]) if pairs else ""


def indices(name: str) -> list:
    """The texts of the indices of a section."""
    depth = 0
    for at in range(len(name) - 1, -1, -1):
        depth += (name[at] == ")") - (name[at] == "(")
        if not depth:
            return split_outside(name[at + 1:-1], ",")
    return []


def array_of(name: str) -> str:
    """phi of the section phi(:,:,:,n), or the name itself."""
    inside = indices(name) if name.endswith(")") else []
    return name[:len(name) - len(",".join(inside)) - 2] if ":" in inside else name


def has_gaps(name: str) -> bool:
    """A fixed index stands before an index that is not fixed."""
    inside = indices(name)
    return bool(re.search(r"[^:];.*:", ";".join(inside)))


def written_names(nest: ir.Do) -> set:
    return {s.left.name for s in ir.walk_statements([nest]) if isinstance(s, ir.Assign)}


def rebuilt(s: ir.Stmt, change) -> ir.Stmt:
    """A copy of a statement with changed expressions. why: the reason for which a call in the statement stays a call; inlined: the
    subroutines from which the statement comes."""
    new = rebuilt_statement(s, change)
    for word in ("why", "inlined"):
        if hasattr(s, word) and new is not s:
            setattr(new, word, getattr(s, word))
    return new


def rebuilt_statement(s: ir.Stmt, change) -> ir.Stmt:
    e = lambda x: None if x is None else ir.rebuild(x, change)
    inner = lambda b: [rebuilt(x, change) for x in b]
    if isinstance(s, ir.Assign):
        return ir.Assign(s.first, s.last, e(s.left), e(s.right), s.pointer)
    if isinstance(s, ir.Do):
        return ir.Do(s.first, s.last, s.var, e(s.lo), e(s.hi), e(s.step), inner(s.body), s.head_last, s.label, s.name)
    if isinstance(s, ir.If):
        return ir.If(s.first, s.last, [(e(c), inner(b)) for c, b in s.branches])
    if isinstance(s, ir.Select):
        return ir.Select(s.first, s.last, e(s.selector), [(None if v is None else [e(x) for x in v], inner(b)) for v, b in s.cases])
    if isinstance(s, ir.Where):
        return ir.Where(s.first, s.last, [(e(m), inner(b)) for m, b in s.branches])
    if isinstance(s, ir.CallStmt):
        return ir.CallStmt(s.first, s.last, s.name, [e(a) for a in s.args], s.called, s.agreed)
    if isinstance(s, ir.Other):
        return ir.Other(s.first, s.last, s.what, s.names, inner(s.body))
    if isinstance(s, ir.While):
        return ir.While(s.first, s.last, e(s.condition), inner(s.body))
    return s
