"""Results that a nest keeps in an element of an array, such as total(n) = total(n) + a(i,j) in loops over i and j: the element is a
variable of its own in the nest, and the kernel a reduction."""
from __future__ import annotations

from typing import Optional

from viewfab_translate import ir
from viewfab_translate.reductions import form
from viewfab_translate.sections import rebuilt
from viewfab_translate.tree import text_of


def with_elements(nest: ir.Do, routine: ir.Routine) -> Optional[ir.Do]:
    """The nest with scalars in place of elements that the nest only adds to, or takes the least or largest value into; None if it has no
    such element."""
    changed = {e.name for s in ir.walk_statements([nest]) for e, written in ir.expressions(s) if written}
    found: dict = {}
    for s in ir.walk_statements([nest]):
        if isinstance(s, ir.Assign) and isinstance(s.left, ir.Ref) and is_fixed(s.left, changed, routine):
            found.setdefault(s.left.name, set()).add(s.left)
    names = {ref: text_of(ref) for refs in found.values() for ref in refs if apart(refs) and is_result(nest, refs)}
    if not names or routine.team is not None:
        return None
    for ref, name in names.items():
        symbol = routine.symbols[ref.name]
        routine.symbols[name] = ir.Symbol(name, symbol.type, symbol.kind, (), symbol.place, symbol.intent, ref, symbol.flags)
    return rebuilt(nest, lambda x: ir.Var(names[x]) if x in names else None)


def is_fixed(ref: ir.Ref, changed: set, routine: ir.Routine) -> bool:
    """The nest has the same element in all iterations, and knows it by one name."""
    symbol = routine.symbols.get(ref.name)
    return symbol is not None and symbol.type in ("real", "int") and symbol.kind in (4, 8) and "EQUIVALENCED" not in symbol.flags and \
        not any(isinstance(x, (ir.Range, ir.Call)) or ir.names_of(x) & changed for x in ref.subs)


def apart(refs: set) -> bool:
    """The elements are others by a constant subscript."""
    numbers = [tuple(s.value if isinstance(s, ir.Num) else None for s in r.subs) for r in refs]
    return all(any(x is not None and y is not None and x != y for x, y in zip(a, b))
               for at, a in enumerate(numbers) for b in numbers[at + 1:])


def is_result(nest: ir.Do, refs: set) -> bool:
    """All uses of the array are statements of one form for each element."""
    operations: dict = {}
    base = next(iter(refs)).name
    for s in ir.walk_statements([nest]):
        uses = [x for e, _ in ir.expressions(s) for x in ir.walk(e) if getattr(x, "name", "") == base and isinstance(x, (ir.Var, ir.Ref))]
        if not uses:
            continue
        if not isinstance(s, ir.Assign) or uses != [s.left] * 2 or s.left not in refs:
            return False
        me = ir.Var(text_of(s.left))
        right = ir.rebuild(s.right, lambda x: me if x == s.left else None)
        operations.setdefault(s.left, set()).add(form(ir.Assign(s.first, s.last, me, right), me.name)[0])
    return all(len(o) == 1 and "" not in o for o in operations.values())
