"""From the facts of a nest to a kernel: points, maps, reach, results, values. Refuses a nest that has no such form."""
from __future__ import annotations

import re

from viewfab_translate import ir
from viewfab_translate.affine import affine
from viewfab_translate.axes import choose_axes, ends
from viewfab_translate.colours import find_colours
from viewfab_translate.contraction import contract, dissolved, single_valued, still_exposed
from viewfab_translate.facts import Facts, collect, exposed_reads, live_after
from viewfab_translate.folding import asked
from viewfab_translate.last_values import last_value, set_again
from viewfab_translate.located import after_call, check_order, locate
from viewfab_translate.local_arrays import candidates, filled_before_read
from viewfab_translate.maps import map_arrays
from viewfab_translate.packing import count_out, packed_arrays
from viewfab_translate.products import NOTE as PRODUCT_NOTE
from viewfab_translate.reductions import find_results
from viewfab_translate.refusals import check_jumps, refuse_names, refuse_object, refuse_statements
from viewfab_translate.rows import take_rows
from viewfab_translate.sections import fix_indices
from viewfab_translate.tree import text_of
from viewfab_translate.types import type_of

RESERVED = set("""box boxes face direction i j k n lo hi components columns kidia kfdia klon nlev block species ierr result colour real
 auto break case char const continue default do double else enum extern float for goto if int long register return short signed
 sizeof static struct switch typedef union unsigned void volatile while inline restrict bool true false new this class delete
 template typename operator private public protected friend virtual namespace using try catch throw and or not xor bitand
 bitor compl asm export mutable explicit nullptr wchar_t main y0 y1 yn j0 j1 jn gamma signgam stdin stdout stderr errno
 exp log sin cos tan sqrt pow abs fabs floor ceil round div index remainder""".split())
CLASH = {"gamma", "index", "div", "y0", "y1", "j0", "j1", "exp", "log", "remainder", "round"}


def shape(nest: ir.Do, routine: ir.Routine, name: str, origin: ir.Do = None) -> ir.Kernel:
    """The kernel of a nest. origin: the nest of the routine that it is a part of."""
    try:
        return shaped(nest, routine, name, origin or nest, True)
    except ir.Refusal as refusal:
        if refusal.reason != "row buffer":
            raise
    return shaped(nest, routine, name, origin or nest, False)


def shaped(nest: ir.Do, routine: ir.Routine, name: str, origin: ir.Do, lines: bool) -> ir.Kernel:
    """lines: row buffers may become lines of the kernel."""
    refuse_statements(nest, routine)
    nest, notes = fix_indices(nest, routine)
    located = locate(nest)
    if located:
        nest = located[0]
    full, nest = nest, contracted(nest, routine, origin)
    single = nest is not full
    counted = count_out(nest, routine)
    if counted:
        nest = counted[0]
    written_out = nest
    found = take_rows(nest, routine, origin) if lines else None
    nest, rows = found if found else (nest, {})
    coloured = find_colours(nest, routine)
    if coloured:
        nest = coloured[0]
    facts = collect(nest, routine, rows, origin)
    if coloured:
        facts.colour = (coloured[1], [coloured[1]] + coloured[2])
    refuse_names(facts)
    results = find_results(facts)
    behind = check_scalars(facts, results)
    facts.local = candidates(nest, origin, routine)
    facts.packed = facts.packed | packed_arrays(facts)
    axes, shifts, components = with_local_arrays(facts, results)
    if located:
        check_order(located[1], nest, axes, next((r for r in results if r.variable == located[1].variable), None))
    check_jumps(nest, {a.var for a in axes} | {components})
    kernel = ir.Kernel(name, nest, routine, axes, [], [], results, [], [nest], "all", pass_kind(facts), {})
    kernel.components = components
    kernel.notes += notes
    names = Names(facts, kernel)
    if coloured:
        kernel.points, kernel.colour, kernel.colour_loop = "coloured", coloured[3], coloured[1]
        kernel.notes.append("the loop's mod of a negative sum of indices would begin a row beyond its end; the proof has sums from 0 on")
        if {a.var for a in axes} != set(facts.colour[1]):
            raise ir.Refusal("the colours of the loop do not follow the sum of its indices", nest.first, "", "coloured")
    kernel.local_arrays = {n: (names.take(n), b) for n, b in facts.local.items()}
    kernel.privates = privates(facts, results, names)
    kernel.notes += [PRODUCT_NOTE] if any("PRODUCT" in routine.symbols[n].flags for n in kernel.privates) else []
    for r in results:
        r.argument = names.take(r.variable)
    map_arrays(facts, kernel, shifts, names)
    if not kernel.arrays:
        raise ir.Refusal("the nest has no array: a kernel needs one", nest.first, "", "no array")
    find_values(facts, kernel, names)
    add_lines(facts, kernel, names)
    kernel.nest, kernel.loops = origin, [written_out]
    if single:  # the scalars of a point need the loops over points around all other loops
        kernel.loops = points_outside(written_out, axes, facts, components)
    kernel.race = kernel.race or bool(facts.packed)
    kernel.behind = [t for r in results if r.places and "@" not in r.variable for t in after_call(r, axes)]
    kernel.behind += behind + ([counted[1]] if counted else [])
    kernel.classes = classes(facts, kernel)
    kernel.facts = facts
    return kernel


def with_local_arrays(facts: Facts, results: list) -> tuple:
    """The axes; local arrays stay local to a point only if the point fills them before it reads them."""
    while facts.local:
        exclude: set = set()
        good: set = set()
        for var in [""] + list(reversed(facts.loops)):  # inner loops stay in the body, until the arrays are local to a point
            exclude.add(var)
            try:
                chosen = choose_axes(facts, results, frozenset(exclude))
            except ir.Refusal as refusal:
                if exclude == {""} and refusal.reason != "no result":
                    raise  # the local arrays are not the cause
                break
            axes = {a.var for a in chosen[0]} | {chosen[2]}
            good = filled_before_read(facts.nest, axes, facts.local, facts.routine)
            if good == set(facts.local):
                return chosen
        dropped = sorted(set(facts.local) - good) if exclude != {""} or good != set(facts.local) else []
        facts.local = {n: b for n, b in facts.local.items() if n in good} if dropped else {}
    return choose_axes(facts, results)


def add_lines(facts: Facts, kernel: ir.Kernel, names: "Names") -> None:
    """Lines for the row buffers, with the reach of the points that read them."""
    if not facts.rows:
        return
    row_axis = next((a for a in kernel.axes if a.letter == "i"), None)
    reach: dict = {}
    for s in ir.walk_statements([facts.nest]):
        for e, _ in ir.expressions(s):
            for x in ir.walk(e):
                if isinstance(x, ir.Call) and x.name.startswith("[line]"):
                    form = affine(x.args[0], {}, set(), facts.routine.symbols)
                    f = next(iter(form))
                    if row_axis is None or f.names() != {row_axis.var} or row_axis.shift is not None:
                        raise ir.Refusal(f"the row buffer {x.name[6:]} does not follow the first index", s.first, "", "row buffer")
                    low, high = reach.get(x.name[6:], (0, 0))
                    reach[x.name[6:]] = (min(low, f.constant), max(high, f.constant))
    for name, (low, high) in reach.items():
        row = facts.rows[name]
        inner = ir.names_of(row.value) & facts.scalars_written - {row.var} - {a.var for a in kernel.axes}
        if inner:
            raise ir.Refusal(f"the row buffer {name} follows {min(inner)}, which is no direction of the points", facts.nest.first, "", "row buffer")
        kernel.lines.append(ir.Line(name, names.take(name), (-low, high), [row.value], row.var))


def contracted(nest: ir.Do, routine: ir.Routine, origin: ir.Do) -> ir.Do:
    """The nest with scalars in place of local arrays that hold one value at a time in each point."""
    names = single_valued(nest, origin, routine)
    while names:
        new = contract(nest, names, routine)
        facts = collect(new, routine, {}, origin)
        try:
            axes, _, components = choose_axes(facts, find_results(facts))
        except ir.Refusal:
            return nest
        if any(len({ends(x) for x in facts.loops[a.var]}) > 1 for a in axes):
            return nest
        bad = still_exposed(new, {a.var for a in axes} | {components}, names, routine)
        if not bad:
            return new
        names = {n: s for n, s in names.items() if n not in bad}
    return nest


def points_outside(nest: ir.Do, axes: list, facts: Facts, components) -> list:
    """The statements of a point within loops over all points."""
    names = [a.var for a in axes] + ([components] if components else [])
    body = dissolved(nest, set(names))
    for v in names:
        loop = facts.loops[v][0]
        body = [ir.Do(loop.first, loop.last, v, loop.lo, loop.hi, loop.step, body, loop.head_last)]
    return body


class Names:
    """Names of a kernel file: of the source where the name is free there."""

    def __init__(self, facts: Facts, kernel: ir.Kernel):
        self.used: set = set()

    def take(self, wanted: str) -> str:
        base = re.sub(r"[^a-z0-9]+", "_", wanted.lower()).strip("_")[-40:].strip("_") or "x"
        if not base[0].isalpha():
            base = "x" + base
        name, number = base, 1
        while name in RESERVED or name in self.used or name.startswith("vf_") or name.endswith(("_lo", "_hi", "_place")):
            number += 1
            name = f"{base}_{number}" if number > 2 else f"{base}_value"
        self.used.add(name)
        return name


def pass_kind(facts: Facts) -> int:
    kinds = [facts.routine.symbols[a.array].kind for a in facts.accesses if facts.routine.symbols[a.array].type == "real"]
    if not kinds:
        kinds = [s.kind for n, s in facts.routine.symbols.items() if n in facts.scalars_written and s.type == "real"]
    if any(k not in (4, 8) for k in kinds):
        raise ir.Refusal("real numbers of another kind than real32 and real64", facts.nest.first, "", "type")
    return max(set(kinds), key=kinds.count) if kinds else 8


def check_scalars(facts: Facts, results: list) -> list:
    """Each scalar that the nest sets is a result, or a temporary that is dead behind the nest. Statements that give loop variables
    their last values."""
    found = {r.variable for r in results} | {p for r in results for p, _ in r.places}
    live = live_after(facts.origin, facts.routine)
    behind = []
    for name in sorted(facts.scalars_written - found):
        symbol = facts.routine.symbols[name]
        if name in facts.loops and symbol.kind != 4:
            raise ir.Refusal(f"the loop variable {name} has {symbol.kind} bytes", facts.loops[name][0].first,
                             "use a default integer", "type")
        line = next(s.first for s in ir.walk_statements([facts.nest])
                    if isinstance(s, ir.Do) and s.var == name or isinstance(s, ir.Assign) and s.left == ir.Var(name))
        if name in facts.exposed and not name.endswith("@"):
            raise ir.Refusal(f"{name} carries a value from iteration to iteration", line,
                             "if the loop makes a sum, a least or a largest value, write it as s = s + e, s = min(s, e) or "
                             "s = max(s, e); else set the variable in each iteration before its use", "carried value")
        refuse_object(name, line, facts)
        lasting = (symbol.place in ("dummy", "common", "module") or "RESULT" in symbol.flags) and \
            not (symbol.place == "dummy" and name not in live and set_again(name, facts)) or kept_between_calls(symbol, facts.routine)
        value = last_value(name, facts) if name in facts.loops and (lasting or name in live) else None
        if value is not None:
            behind.append(value)
        elif lasting:
            raise ir.Refusal(f"{name} ({place_word(symbol)}) keeps the value of the last iteration behind the nest", line,
                             "use a local variable", "last value")
        elif name in live:
            raise ir.Refusal(f"code behind the nest may read {name}, which the nest sets", line,
                             "set the variable again behind the nest", "last value")
        if any(isinstance(x, ir.Assign) and x.left == ir.Var(name)
               for loop in facts.loops.get(name, []) for x in ir.walk_statements(loop.body)):
            raise ir.Refusal(f"the loop over {name} changes {name}", line, "", "loop variable")
    return behind


def kept_between_calls(symbol: ir.Symbol, routine: ir.Routine) -> bool:
    """The variable is saved, and a call of the routine may read the value of the call before."""
    if "SAVE" not in " ".join(symbol.flags) and "DATA" not in symbol.flags:
        return False
    jumps = any(isinstance(s, ir.Jump) and s.word == "goto" for s in ir.walk_statements(routine.body))
    return jumps or symbol.name in exposed_reads(routine.body, set(), routine)[0]


def place_word(symbol: ir.Symbol) -> str:
    return {"dummy": "an argument", "common": "in COMMON", "module": "of a module"}.get(symbol.place, "saved")


def privates(facts: Facts, results: list, names: Names) -> dict:
    """Temporaries of a point: the name in the kernel of each."""
    found = {r.variable for r in results} | {p for r in results for p, _ in r.places}
    return {n: names.take(n) for n in sorted(facts.scalars_written - found)}


def find_values(facts: Facts, kernel: ir.Kernel, names: Names) -> None:
    """Values: scalars that the nest reads and does not change, and elements of arrays with fixed subscripts."""
    axis_loops = {a.var for a in kernel.axes} | ({kernel.components} if kernel.components else set())
    taken: dict = {}
    mapped = {a.name for a in kernel.arrays}

    def visit(e) -> None:
        if e is None:
            return
        if isinstance(e, ir.Ref) and e.name not in mapped and e.name not in facts.local or isinstance(e, ir.Var) and is_value(e, facts):
            if e not in taken:
                kind = type_of(e, facts.routine)
                taken[e] = ir.ValueUse(names.take(text_of(e)), value_type(kind, e, facts), e, kind)
            return
        if isinstance(e, ir.Call) and e.name.startswith("[line]"):
            row = facts.rows[e.name[6:]]
            visit(ir.rebuild(row.value, lambda y: e.args[0] if y == ir.Var(row.var) else None))
            return
        if isinstance(e, ir.Call) and e.name in facts.routine.functions:
            function = facts.routine.functions[e.name]
            visit_function(function)
        if isinstance(e, ir.Call) and e.name in ("size", "lbound", "ubound", "present", "huge", "tiny", "epsilon"):
            if e.name in ("size", "lbound", "ubound", "present") and e not in taken:
                taken[e] = ir.ValueUse(names.take(text_of(e)), "logical" if e.name == "present" else "int", e, ("int", 4))
            return
        for c in ir.children(e):
            visit(c)

    def visit_function(function) -> None:
        for x in ir.walk(function.body):
            if isinstance(x, (ir.Var, ir.Ref)) and x.name not in function.dummies:
                visit(x)

    for s in ir.walk_statements([facts.nest]):
        if isinstance(s, ir.Do) and s.var in axis_loops:
            axis = next((a for a in kernel.axes if a.var == s.var), None)
            for e, bound in zip(ends(s), (axis.lo, axis.hi) if axis else ends(s)):
                if e != bound:
                    visit(e)
            continue
        for e, written in ir.expressions(s):
            if isinstance(s, ir.Assign) and written and isinstance(e, ir.Var):
                continue
            visit(e)
    for a in kernel.axes:
        shift = getattr(a, "shift", None)
        if shift is not None:
            visit(shift)
    for e in (e for a in kernel.arrays for e in asked(a)):
        visit(e)
    kernel.values = sorted(taken.values(), key=lambda v: v.argument)


def is_value(e: ir.Var, facts: Facts) -> bool:
    if e.name in facts.scalars_written or e.name in (".true.", ".false."):
        return False
    symbol = facts.routine.symbols[e.name]
    return not (symbol.place == "parameter" and isinstance(symbol.value, ir.Num)) and not symbol.bounds


def value_type(kind: tuple, e: ir.Expr, facts: Facts) -> str:
    if kind[0] == "real" and kind[1] in (4, 8):
        return "real"
    if kind == ("int", 4):
        return "int"
    if kind[0] == "logical":
        return "logical"
    raise ir.Refusal(f"{text_of(e)} has the type {kind[0]} of {kind[1]} bytes, which no value of a kernel has", facts.nest.first,
                     "", "type")


def classes(facts: Facts, kernel: ir.Kernel) -> list:
    """Words for the form of the nest, for the report."""
    out = []
    if kernel.results:
        out.append("reduction")
    if any("refined" in a.map or "coarsened" in a.map for a in kernel.arrays):
        out.append("transfer")
    if any(a.reach != "reach(0)" for a in kernel.arrays):
        out.append("stencil")
    if any("any" in a.dims for a in kernel.arrays):
        out.append("columns" if len(kernel.axes) < max(len(x.loops) for x in facts.accesses) else "table")
    if facts.packed:
        out.append("pack")
    if kernel.lines:
        out.append("rows")
    if kernel.colour is not None:
        out.append("coloured")
    return out or ["pointwise"]
