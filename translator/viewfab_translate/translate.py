"""From a file to kernels: the nests of its routines, each shaped or refused."""
from __future__ import annotations

import re
from pathlib import Path

from viewfab_translate import ir
from viewfab_translate.column_levels import NO_LEVELS, NoColumns
from viewfab_translate.column_shape import as_columns
from viewfab_translate.columns import of_points
from viewfab_translate.distribute import split_nest
from viewfab_translate.fused import bodies, fuse
from viewfab_translate.kernel_file import kernel_text
from viewfab_translate.located import take_rows_with_places
from viewfab_translate.narrowed import is_statement
from viewfab_translate.refusals import refuse_statements
from viewfab_translate.report import Outcome
from viewfab_translate.shape import shape
from viewfab_translate.source import Source
from viewfab_translate.sums import PART
from viewfab_translate.threads import refusal_of_threads


def nests_of(body: list) -> list:
    """Outermost counted loops."""
    out = []
    for s in body:
        if isinstance(s, ir.Do):
            out += [s] if s.name != PART else []
        else:
            for b in ir.blocks(s):
                out += nests_of(b)
    return out


def kernel_names(routine: ir.Routine, count: int, taken: set, library: frozenset) -> list:
    base = routine.name[:30].strip("_")
    names = []
    for n in range(count):
        name = base if count == 1 else f"{base}_{n + 1}"
        if name in library:
            name += "_loops"
        while name in taken:
            name += "_x"
        taken.add(name)
        names.append(name)
    return names


def names_in(text: str) -> frozenset:
    """Names without their prefix."""
    return frozenset(re.findall(r"\b(?:vf|viewfab)_(\w+)", text))


def library_names(prefix: Path) -> frozenset:
    """Names that viewfab itself has: no kernel may have them."""
    data = prefix / "share/viewfab"
    text = (data / "names.txt").read_text() if (data / "names.txt").exists() else ""
    found = names_in(text)
    fragment = (data / "viewfab.mk").read_text() if (data / "viewfab.mk").exists() else ""
    taken = re.search(r"foreach name,\$\(filter ([^,]*),", fragment)
    return frozenset(found | set(taken.group(1).split() if taken else []))


def translate_routine(routine: ir.Routine, source: Source, differences: list, taken: set,
                      library: frozenset = frozenset()) -> list:
    """The outcomes of the nests of a routine, with the texts of their kernel files."""
    out = []
    nests = nests_of(routine.body)
    threads = refusal_of_threads(routine, source)
    names = (f"{routine.name[:28].strip('_')}_{n}" for n in range(1, 10 ** 6))
    for nest in nests:
        try:
            check_place(nest, routine, source)
            if threads is not None:
                raise ir.Refusal(threads.cause, threads.line, threads.remedy, threads.reason)
            for d in differences:
                if d.first <= nest.last and d.last >= nest.first:
                    refusal = first_refusal(nest, routine)
                    raise refusal or ir.Refusal(
                        f"two readings differ: fparser has '{d.ours[:120]}', gfortran has '{d.theirs[:120]}'",
                        max(d.first, nest.first), "write the statement more plainly", "two readings")
        except ir.Refusal as refusal:
            out.append(refused(routine, nest, refusal))
            continue
        try:
            out += with_inner(translate_nest(nest, routine, source, names), nest, routine, source, names)
        except (KeyError, IndexError, AttributeError, TypeError, ValueError, StopIteration, RecursionError) as error:
            out.append(refused(routine, nest, ir.Refusal(f"viewfab-translate itself fails here: {error!r}", nest.first,
                                                         "report the loop", "internal")))
            continue
        if out[-1].kernel is not None and spans_twice(nest, nests):
            out[-1] = refused(routine, nest, ir.Refusal("several loops share a line", nest.first, "begin a line before each loop",
                                                        "place"))
    for kernel in (k for o in out for k in o.kernels):
        choose_form(kernel)
    take_rows_with_places(routine, out, names, bodies)
    fuse(routine, out, source, names)
    give_names(out, routine, source, taken, library)
    return out


def choose_form(kernel: ir.Kernel) -> None:
    """Loops over levels become a kernel over columns, where that form has all that they do."""
    if len(kernel.axes) > 2 or not any("any" in a.dims for a in kernel.arrays):
        return
    try:
        as_columns(kernel)
    except NoColumns as why:
        kernel.form = f"over points: {why}" if str(why) != NO_LEVELS else ""


def give_names(outcomes: list, routine: ir.Routine, source: Source, taken: set, library: frozenset) -> None:
    """The final names of the kernels: the routine's name, with a number if there are several."""
    kernels = [k for o in outcomes for k in o.kernels]
    for k, name in zip(kernels, kernel_names(routine, len(kernels), taken, library)):
        k.name = name
        k.text = kernel_text(k, source, k.comments)


def spans_twice(nest: ir.Do, nests: list) -> bool:
    return any(n is not nest and n.first <= nest.last and n.last >= nest.first for n in nests)


def with_inner(outcome: Outcome, nest: ir.Do, routine: ir.Routine, source: Source, names) -> list:
    """The outcome of a nest; if it is refused, also the outcomes of the loops in it that are translatable: the outer loop then stays
    on the host, around their calls."""
    if outcome.refusal is None:
        return [outcome]
    found = []
    for inner in nests_of(nest.body):
        if inner.first == nest.first or inner.last == nest.last:
            continue  # they share a line
        found += [o for o in with_inner(translate_nest(inner, routine, source, names), inner, routine, source, names)
                  if o.kernel is not None]
    outcome.inner = len(found)
    return [outcome] + found


def check_place(nest: ir.Do, routine: ir.Routine, source: Source) -> None:
    """The lines of the nest belong to the nest alone, so that other lines can take their place."""
    text = "\n".join(source.lines[nest.first - 1:nest.last]).lower()
    if not re.search(r"\bdo\b|=", text) or nest.first < routine.first or nest.last > routine.last:
        raise ir.Refusal("the nest stands in an included file", nest.first, "put the loops into the file itself", "place")
    if re.search(r"(?m)^[^!]*\bentry\b", "\n".join(source.lines[routine.first - 1:routine.last]).lower()):
        raise ir.Refusal("the routine has ENTRY", nest.first, "make a routine of each entry", "entry")
    for s in ir.walk_statements(routine.body):
        if any(x is s for x in ir.walk_statements([nest])):
            continue
        around = any(x is nest for x in ir.walk_statements([s]))
        if around and isinstance(s, ir.Do) and s.last <= nest.last:
            raise ir.Refusal("the loop shares its last statement with a loop around it that is not translated", nest.first,
                             "end each loop with a statement of its own", "place")
        if not around and s.first <= nest.last and s.last >= nest.first:
            raise ir.Refusal("another statement shares a line with the loops", s.first, "begin a line before the loop", "place")


def first_refusal(nest: ir.Do, routine: ir.Routine):
    """What the nest itself refuses; it explains more than a difference of readings."""
    try:
        shape(nest, routine, "x")
    except ir.Refusal as refusal:
        return refusal if refusal.reason in ("type", "call", "io", "equivalence") else None
    return None


def refused(routine: ir.Routine, nest: ir.Do, refusal: ir.Refusal) -> Outcome:
    refusal.line = refusal.line or nest.first
    return Outcome(routine.name, nest.first, nest.last, None, refusal)


def translate_nest(nest: ir.Do, routine: ir.Routine, source: Source, names) -> Outcome:
    """A nest as one kernel, or as several where its loops have nothing in common."""
    comments = comments_before(source, nest.first)

    def kernels_of(parts: list, around: list = ()) -> Outcome:
        kernels = [shape(p, routine, next(names), nest) for p in parts]
        for k in kernels:
            k.around = list(around)
            k.text, k.comments = kernel_text(k, source, comments), comments
            k.nest = nest
        return Outcome(routine.name, nest.first, nest.last, kernels[0], None, kernels)

    why, found = None, None
    for parts in (split_nest(nest), [nest], split_nest(nest, True)):
        if parts and (len(parts) > 1 or parts[0] is nest):
            try:
                found = kernels_of(parts)
                break
            except ir.Refusal as refusal:
                why = refusal if parts[0] is nest else why
    if found is None or len(found.kernels) == 1 and len(found.kernels[0].axes) < len({s.var for s in loops_in(nest)}):
        own = own_arrays(nest, routine)
        try:
            other = kernels_of([own]) if own is not None else None
        except ir.Refusal as refusal:
            other, why = None, refusal  # nearer to the cause
        if other is not None and (found is None or len(other.kernels[0].axes) > len(found.kernels[0].axes)):
            return other
    around, inner = [], nest
    while found is None and why.reason == "rank" and is_statement(nest) and isinstance(inner.body[0], ir.Do):
        around.append(inner)  # an array assignment with more indices than a kernel has
        inner = inner.body[0]
        try:
            found = kernels_of([inner], around)
        except ir.Refusal as refusal:
            why = refusal
    return found or refused(routine, nest, why)


def own_arrays(nest: ir.Do, routine: ir.Routine):
    """The nest with points that have their own local arrays, if the nest has a form at all."""
    try:
        refuse_statements(nest, routine)
    except ir.Refusal:
        return None
    return of_points(nest, routine)


def loops_in(nest: ir.Do) -> list:
    return [s for s in ir.walk_statements([nest]) if isinstance(s, ir.Do)]


def comments_before(source: Source, first: int) -> list:
    """The comment lines right above a line, without directives."""
    out = []
    for line in reversed(source.lines[:first - 1]):
        text = line.strip()
        if source.fixed and line[:1] in "cC*" and line[:1]:
            text = "!" + line[1:]
        if not text.startswith("!"):
            break
        if re.match(r"(?i)!\$|!dir\$|!dec\$", text):
            continue
        text = text.lstrip("!").strip()
        if text and re.search(r"\w", text):
            out.insert(0, text)
    return out[-6:]
