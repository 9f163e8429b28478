"""The changed routine: each translated nest is a block with views, the call of its kernel, and syncs."""
from __future__ import annotations

import re

from viewfab_translate import ir
from viewfab_translate.column_levels import expression
from viewfab_translate.facts import members
from viewfab_translate.folding import created, names_of_fold, wrapped
from viewfab_translate.groups import VERBATIM, grouped, with_lines
from viewfab_translate.layout import at_line, deeper, legacy as legacy_name, numbered
from viewfab_translate.legacy_text import renamed, with_legacy_calls, without_binding, without_pragmas, without_pure
from viewfab_translate.located import whole
from viewfab_translate.originals import FORTRAN
from viewfab_translate.refusals import optional_names
from viewfab_translate.sections import array_of, has_gaps, indices
from viewfab_translate.source import Source
from viewfab_translate.teams import in_single
from viewfab_translate.tree import text_of


def column_call(kernel: ir.Kernel) -> str:
    """The points, blocks and levels of a kernel over columns."""
    c, point = kernel.columns, kernel.axes[0]
    blocks = "1, 1" if c.block is None else f"{text_of(c.block.lo)}, {text_of(c.block.hi)}"
    return (f"vf_columns({text_of(point.lo)}, {text_of(point.hi)}, blocks=[{blocks}], "
            f"levels=[{text_of(expression(c.lo))}, {text_of(expression(c.hi))}])")


def call_statement(kernel: ir.Kernel, views: dict) -> str:
    bounds = []
    for a in kernel.axes:
        shift = getattr(a, "shift", None)
        more = "" if shift is None else " + " + (text_of(shift) if not isinstance(shift, ir.Op) else f"({text_of(shift)})")
        bounds += [text_of(a.lo) + more, text_of(a.hi) + more]
    args = [f"vf_box_of({', '.join(bounds)})" if kernel.columns is None else column_call(kernel)]
    args += [views[view_key(kernel, a)] for a in kernel.arrays]
    args += [value_text(v) for v in kernel.values]
    if kernel.colour is not None:
        args.append(text_of(kernel.colour))
    for r in kernel.results:
        args += [r.argument + "_result"] + ([r.argument + "_place"] if r.places else [])
    return f"call vf_{kernel.name}({', '.join(args)})"


def value_text(v: ir.ValueUse) -> str:
    """The value as the kernel takes it: its logicals have the default kind."""
    other_kind = v.fortran_type[0] == "logical" and v.fortran_type[1] != 4
    return f"logical({text_of(v.actual)})" if other_kind else text_of(v.actual)


def view_key(kernel: ir.Kernel, a: ir.ArrayUse) -> tuple:
    """An array of a kernel over columns has a view with the names of its axes, another one a view with its joined indices."""
    return (a.name, names_of_fold(a) if kernel.columns is None else kernel.columns.forms[a.name].axes)


def view_names(kernels: list) -> dict:
    """A variable for the view of each array, by name and axes."""
    out: dict = {}
    for k in kernels:
        for a in k.arrays:
            key = view_key(k, a)
            if key not in out:
                base = re.sub(r"[^a-z0-9]+", "_", a.name).strip("_")[-50:].strip("_")
                base += "_columns" if key[1] and k.columns is not None else "_joined" if key[1] else "_view"
                while base in out.values():
                    base = "x" + base
                out[key] = base
    return out


def block(group: list, module: str, elsewhere: set, on_device: bool = False) -> list:
    """The statements in place of consecutive nests. group: kernels, and lines of the source between them. on_device: the results stay
    on the device; the program has views of all arrays, and its own syncs."""
    kernels = [k for k in group if isinstance(k, ir.Kernel)]
    views = view_names(kernels)
    written = list(dict.fromkeys(a.name for k in kernels for a in k.arrays if a.intent != "READ" and "OWN" not in a.symbol.flags))
    shared = {a.name for k in kernels for a in k.arrays if "EQUIVALENCED" in a.symbol.flags}
    fenced = list(dict.fromkeys(n for n in (array_of(n) for n in written) if n in elsewhere | shared))
    written = [] if on_device else written
    leveled = [k for k in kernels if k.columns is not None and k.columns.needs_level]
    asked = (("vf_box_of", any(k.columns is None for k in kernels)), ("vf_columns", any(k.columns is not None for k in kernels)),
             ("vf_fence", fenced or leveled), ("vf_place", any(r.places for k in kernels for r in k.results)),
             ("vf_read", any(a.intent == "READ" for k in leveled for a in k.arrays)), ("vf_update", written or leveled),
             ("vf_view", views))
    words = [word for word, needed in asked if needed]
    out = ["block", f"  use viewfab, only: {', '.join(words)}",
           f"  use {module}, only: " + ", ".join(dict.fromkeys(f"vf_{k.name}" for k in kernels))]
    out += [f"  use {m}, only: {', '.join(n)}" for m, n in borrowed_names(kernels).items()]
    if views:
        out.append("  type(vf_view) :: " + ", ".join(views.values()))
    results = [r for k in kernels for r in k.results]
    if results:
        out.append("  double precision :: " + ", ".join(dict.fromkeys(r.argument + "_result" for r in results)))
    places = list(dict.fromkeys(r.argument + "_place" for r in results if r.places))
    if places:
        out.append("  type(vf_place) :: " + ", ".join(places))
    declared = {n: kind for k in kernels for n, kind in k.declared.items()}
    out += [f"  {FORTRAN[kind]} :: {n}" for n, kind in declared.items()]
    out.append("")
    for (name, axes), view in views.items():
        use = next(a for k in kernels for a in k.arrays if view_key(k, a) == (name, axes))
        if axes and axes == names_of_fold(use):
            out += ["  " + s for s in ([create(use, view)] if "OWN" in use.symbol.flags else wrapped(use, view))]
        elif "SECTION" in use.symbol.flags:
            out += ["  " + s for s in wrap_section(name, view, axes, has_points([k for k in kernels if any(
                view_key(k, a) == (name, axes) for a in k.arrays)], group))]
        elif "ASSUMED_SIZE" in use.symbol.flags:
            out.append("  " + wrap_first(use, view))
        elif "OWN" in use.symbol.flags:
            out.append("  " + create(use, view))
        else:
            named = f"axes='{axes}', " if axes else ""
            out.append(f"  call {view}%wrap_without_target({name}, lower=lbound({name}), {named}label='{name[-60:]}', join=.true.)")
    for k in group:
        if not isinstance(k, ir.Kernel):
            out += k
            continue
        out += [at_line(members(k.nest)[0].first)] + ["  " + s for s in k.before]
        call = "  " + call_statement(k, views)
        text = without_levels(k, views, call) if k.columns is not None and k.columns.needs_level else [call]
        text += ["  " + combine(r) for r in k.results if not r.places]
        asked = asked_for_elements(k)
        out += [f"  if ({asked}) then"] + ["  " + s for s in text] + ["  end if"] if asked else text
        out += ["  " + s for s in k.behind]
    for n in written:
        last = next(k for k in reversed(kernels) if any(a.name == n and a.intent != "READ" for a in k.arrays))
        out += [at_line(members(last.nest)[0].first), f"  call {next(v for (name, _), v in views.items() if name == n)}%to_host(vf_update)"]
    out += [at_line(members(kernels[-1].nest)[0].first)] + [f"  call {v}%release()" for v in views.values()]
    out += [f"  call vf_fence({n})" for n in fenced]
    return in_loops(out + ["end block"], kernels[0].around)


def borrowed_names(kernels: list) -> dict:
    """Variables of modules that only called subroutines know, by module."""
    out: dict = {}
    for k in kernels:
        asked = [e for s in ir.walk_statements([k.nest]) for e, _ in ir.expressions(s)]
        for n in sorted({n for e in asked for n in ir.names_of(e)}):
            symbol = k.routine.symbols.get(n)
            if symbol is not None and "BORROWED" in symbol.flags and n not in out.get(symbol.module, ()):
                out.setdefault(symbol.module, []).append(n)
    return out


def without_levels(k: ir.Kernel, views: dict, call: str) -> list:
    """A kernel over columns does nothing without levels; statements outside of the loops over levels work all the same. The loops of
    the source do their work on the host."""
    out = [f"  if ({text_of(expression(k.columns.lo))} <= {text_of(expression(k.columns.hi))}) then", "  " + call, "  else"]
    for a in k.arrays:
        out.append(f"    call {views[view_key(k, a)]}%to_host({'vf_read' if a.intent == 'READ' else 'vf_update'})")
    out += [f"    call vf_fence({n})" for n in dict.fromkeys(array_of(a.name) for a in k.arrays if a.symbol.intent != "in")]
    return out + k.columns.source + [at_line(k.nest.first), "  end if"]


def asked_for_elements(k: ir.Kernel) -> str:
    """The condition that the call has points, if the call needs an element that may not exist without points; else nothing."""
    asked = [x for v in k.values for x in ir.walk(v.actual)] + [r.element for r in k.results if r.element is not None]
    if not any(may_be_absent(x, k.routine) for x in asked) or any(r.places for r in k.results):
        return ""
    ends = [(a.lo, a.hi) for a in k.axes]
    if k.columns is not None:
        ends = ends[:1] + ([(k.columns.block.lo, k.columns.block.hi)] if k.columns.block is not None else []) + \
            ([] if k.columns.needs_level else [(expression(k.columns.lo), expression(k.columns.hi))])
    return " .and. ".join(f"{text_of(lo)} <= {text_of(hi)}" for lo, hi in ends if not (
        isinstance(lo, ir.Num) and isinstance(hi, ir.Num) and lo.value <= hi.value))


def may_be_absent(x: ir.Expr, routine: ir.Routine) -> bool:
    """An element of an array, unless all bounds and indices are numbers."""
    symbol = routine.symbols.get(x.name) if isinstance(x, ir.Ref) else None
    return isinstance(x, ir.Ref) and (symbol is None or not all(isinstance(e, ir.Num) for e in (*x.subs, *(hi for _, hi in symbol.bounds))))


def in_loops(text: list, loops: list) -> list:
    """The text in loops of the host over further indices of an array assignment."""
    if not loops:
        return text
    out = ["block", "  integer :: " + ", ".join(s.var for s in loops)]
    for depth, s in enumerate(loops):
        out.append("  " * (depth + 1) + f"do {s.var} = {text_of(s.lo)}, {text_of(s.hi)}")
    out += deeper(text, len(loops) + 1)
    return out + ["  " * depth + "end do" for depth in range(len(loops), 0, -1)] + ["end block"]


def has_points(users: list, group: list) -> str:
    """The condition that one of the kernels has a point, or nothing if it is not known where the block begins. Without points the loops
    of the source touch no element, and the plane that they name may not exist."""
    lines = [s for k in group for s in (k.before + k.behind if isinstance(k, ir.Kernel) else k)]
    tests = []
    for k in users:
        if k.columns is not None:
            return ""
        ends = [(a.lo, a.hi) for a in k.axes if not (isinstance(a.lo, ir.Num) and isinstance(a.hi, ir.Num) and a.lo.value <= a.hi.value)]
        if not ends or any(re.search(rf"(?i)\b{re.escape(n)}\s*=", s) for pair in ends for e in pair for n in ir.names_of(e) for s in lines):
            return ""
        tests.append(" .and. ".join(f"{text_of(lo)} <= {text_of(hi)}" for lo, hi in ends))
    return " .or. ".join(dict.fromkeys(tests))


def wrap_section(name: str, view: str, axes: str = "", used: str = "") -> list:
    """The view of phi(:,:,:,n), or of v(:,:,1,:) by the names of its indices. axes: names for a kernel over columns. used: when a plane
    of v is used at all."""
    base, inside = array_of(name), indices(name)
    kept = [d for d, s in enumerate(inside) if s == ":"]
    if not has_gaps(name):
        low, named = ", ".join(f"lbound({base},{d + 1})" for d in kept), f"axes='{axes}', " if axes else ""
        return [f"call {view}%wrap_without_target({name}, lower=[{low}], {named}label='{base[-60:]}', join=.true.)"]
    last = max(kept) + 1
    letters = iter("ikb")
    free = iter("tuvw")
    names = [next(letters) if d in kept else next(free) for d in range(last)]
    whole = base if last == len(inside) else base + "(" + ",".join([":"] * last + inside[last:]) + ")"
    low = ", ".join(f"lbound({base},{d + 1})" for d in range(last))
    out = [f"call {view}%wrap_without_target({whole}, lower=[{low}], axes='{' '.join(names)}', label='{base[-60:]}', join=.true.)"]
    fixed = [d for d in range(last) if d not in kept]  # they stand beside each other, and the rest stays in one piece after each select
    order = fixed if fixed[0] == kept[0] + 1 else fixed[::-1]
    plane = {d: f"merge({inside[d]}, lbound({base}, {d + 1}), {used})" if used and not inside[d].isdigit() else inside[d] for d in order}
    return out + [f"call {view}%select({view}, '{names[d]}', {plane[d]})" for d in order]


def wrap_first(use: ir.ArrayUse, view: str) -> str:
    """An array of assumed size is wrapped by its first element; its last bound is the last element that the nest reaches."""
    lows = [text_of(lo) if lo is not None else "1" for lo, _ in use.symbol.bounds]
    highs = [text_of(hi) for _, hi in use.symbol.bounds[:-1]] + [text_of(use.last)]
    return (f"call {view}%wrap({use.name}({','.join(lows)}), [{', '.join(lows)}], [{', '.join(highs)}], 1, "
            f"label='{use.name[-60:]}', join=.true.)")


def create(use: ir.ArrayUse, view: str) -> str:
    """The view of an array that has the local array of each point: viewfab makes the array, and nobody copies it."""
    symbol = use.symbol
    if use.fold is not None:
        low, sizes = created(use)
        return f"call {view}%create({mold_of(symbol)}, [{', '.join(sizes)}], lower=[{', '.join(low)}], label='{use.argument[-60:]}')"
    pairs = [(text_of(lo), text_of(hi)) for lo, hi in symbol.bounds]
    extents = ", ".join(hi.replace("ubound(", "size(", 1) if isinstance(b[1], ir.Call) and b[1].name == "ubound" else
                        f"max(0, {hi} - ({lo}) + 1)" for b, (lo, hi) in zip(symbol.bounds, pairs))
    return f"call {view}%create({mold_of(symbol)}, [{extents}], lower=[{', '.join(lo for lo, _ in pairs)}], label='{use.argument[-60:]}')"


def mold_of(symbol: ir.Symbol) -> str:
    """A number of the type of the array."""
    return {"real": f"real(0, {symbol.kind})", "int": f"int(0, {symbol.kind})", "logical": f"logical(.false., {symbol.kind})"}[symbol.type]


def combine(r: ir.Result) -> str:
    value = r.argument + "_result"
    if r.fortran_type[0] == "int":
        value = whole(value, r.variable, r.operation)
    elif r.fortran_type[1] == 4:
        value = f"real({value}, kind({r.variable}))"
    if r.operation == "sum":
        return f"{r.variable} = {r.variable} + {value}"
    return f"{r.variable} = {r.operation}({r.variable}, {value})"


def changed_file(source: Source, done: list, module: str, on_device: bool = False) -> list:
    """The lines of the file with translated nests changed. done: pairs (routine, kernels of its nests). The legacy routine stays
    behind the changed one under the name legacy_<name>."""
    return changed_lines(source, done, module, on_device)[0]


def changed_lines(source: Source, done: list, module: str, on_device: bool = False) -> tuple:
    """(lines of the changed file, for each its line of the source). What stands in place of nests belongs to their lines."""
    lines, numbers = list(source.lines), list(range(1, len(source.lines) + 1))
    for routine, kernels in sorted(done, key=lambda p: -p[0].first):
        new, places = changed_routine(source, routine, kernels, module, on_device)
        if routine.kind != "program":
            old = with_legacy_calls(renamed(source, routine, legacy_name(routine.name)), source, routine, kernels, [r for r, _ in done])
            parts = [(part, routine.first + at) for at, s in enumerate(old) for part in s.split("\n")]
            new += [""] + without_binding([part for part, _ in parts], source.fixed)
            places += [routine.last] + [number for _, number in parts]
        lines[routine.first - 1:routine.last], numbers[routine.first - 1:routine.last] = new, places
    return without_pure(lines, {r.name for r, _ in done}, source.fixed), numbers


def changed_routine(source: Source, routine: ir.Routine, kernels: list, module: str, on_device: bool = False) -> tuple:
    lines, numbers = source.lines[routine.first - 1:routine.last], list(range(routine.first, routine.last + 1))
    elsewhere = names_elsewhere(routine, kernels)
    groups = grouped(source, routine, kernels)
    for number in routine.team.lines(groups) if routine.team is not None else ():
        lines[number - routine.first:number - routine.first + 1] = without_pragmas([lines[number - routine.first]])
    for group in reversed(groups):
        first, last = group.first - routine.first, group.last - routine.first
        found = re.match(r"\s*\d+\s", lines[first][:6]) if source.fixed else None
        indent = 0 if source.fixed else len(lines[first]) - len(lines[first].lstrip())
        text = block(with_lines(group, lines, lambda n: n - routine.first, source.fixed), module, elsewhere, on_device)
        if routine.team is not None and group.nests[0].team.shared:
            text = in_single(text)
        text = if_present(text, group, routine, lines[first:last + 1], source.fixed)
        condition = condition_of_line(routine.body, group.nests[0])
        if condition is not None:  # if (c) x(:) = 0
            text = [f"if ({text_of(condition)}) then"] + deeper(text) + ["end if"]
        new, places = numbered(text, source.fixed, indent, group.first)
        label = [lines[first][:5].ljust(6) + "continue"] if found and lines[first][:5].strip() else []
        lines[first:last + 1], numbers[first:last + 1] = label + new, [group.first] * len(label) + places
    return without_pragmas(lines, "acc" if routine.team is not None else "omp|acc"), numbers


def if_present(text: list, group, routine: ir.Routine, lines: list, fixed: bool) -> list:
    """The block for calls with all OPTIONAL arguments that the nests use. If one is absent, the lines of the source stay."""
    names = sorted(set().union(*(optional_names(n, routine) for n in group.nests)))
    if not names:
        return text
    if fixed:  # the label stands in front of the block
        lines = ["     " + lines[0][5:] if re.match(r"\s*\d", lines[0][:5]) else lines[0]] + lines[1:]
    return [f"if ({' .and. '.join(f'present({n})' for n in names)}) then"] + deeper(text) + ["else", at_line(group.first)] + \
        [VERBATIM + s for s in lines] + [at_line(group.first), "end if"]


def names_elsewhere(routine: ir.Routine, kernels: list) -> set:
    """Names that statements outside of the translated nests use. The loops of a nest that asks for OPTIONAL arguments stay for some calls."""
    gone = [n for k in kernels for n in members(k.nest)]
    out: set = set()
    for s in statements_outside(routine.body, {id(n) for n in gone if not optional_names(n, routine)}):
        for e, _ in ir.expressions(s):
            out |= ir.names_of(e)
        if isinstance(s, ir.Other):
            out |= set(s.names)
    return out


def condition_of_line(body: list, nest: ir.Do):
    """The condition of a one-line IF whose statement is the nest."""
    for s in ir.walk_statements(body):
        if isinstance(s, ir.If) and len(s.branches) == 1 and s.branches[0][1] and s.branches[0][1][0] is nest and \
                (s.first, s.last) == (nest.first, nest.last):
            return s.branches[0][0]
    return None


def statements_outside(body: list, nests: set):
    for s in body:
        if id(s) in nests:
            continue
        yield s
        for b in ir.blocks(s):
            yield from statements_outside(b, nests)
