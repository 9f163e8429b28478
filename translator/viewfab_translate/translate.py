"""From a file to kernels: the nests of its routines, each shaped or refused."""
from __future__ import annotations

import re
from pathlib import Path
from typing import Optional

from viewfab_translate import ir
from viewfab_translate.cases import constant_of
from viewfab_translate.column_levels import NO_LEVELS, NoColumns
from viewfab_translate.column_shape import as_columns
from viewfab_translate.columns import local_arrays, of_points
from viewfab_translate.distribute import in_turn, split_nest
from viewfab_translate.element_sums import with_elements
from viewfab_translate.fused import bodies, fuse
from viewfab_translate.in_place import allow
from viewfab_translate.kernel_file import kernel_text
from viewfab_translate.located import take_rows_with_places
from viewfab_translate.narrowed import is_statement
from viewfab_translate.optionals import with_arguments
from viewfab_translate.refusals import refuse_statements
from viewfab_translate.report import Outcome
from viewfab_translate.result_parts import results_apart
from viewfab_translate.scattered import gathered
from viewfab_translate.shape import shape
from viewfab_translate.source import Source
from viewfab_translate.steps import with_counted_steps
from viewfab_translate.sums import PART
from viewfab_translate.teams import NOTE
from viewfab_translate.threads import refusal_of_threads
from viewfab_translate.work_arrays import with_own_work

MOST_LEFT = 8  # points of a loop that stays with the refused loop around it


def nests_of(body: list) -> list:
    """Outermost counted loops."""
    out = []
    for s in body:
        if getattr(s, "inlined", ()):
            continue  # the line of the call stands for all statements of the subroutine
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
                    if d.called and not refusal:
                        refusal = ir.Refusal("the nest calls the function {}, which is a generic name of {}".format(*d.called),
                                             max(d.first, nest.first), "call the function by its own name", "call")
                    if refusal is None and "[substring]" in d.ours:
                        raise ir.Refusal("the nest has a text", max(d.first, nest.first), "keep texts out of the loop", "type")
                    if refusal is None and d.theirs.startswith("unread"):
                        raise ir.Refusal(f"the second reader does not know the compiler's form of '{d.ours[:120]}'", max(d.first, nest.first),
                                         "write the statement more plainly, such as a loop in place of an array constructor with a loop",
                                         "two readings")
                    raise refusal or ir.Refusal(
                        f"two readings differ: fparser has '{d.ours[:120]}', gfortran has '{d.theirs[:120]}'",
                        max(d.first, nest.first), "write the statement more plainly", "two readings")
        except ir.Refusal as refusal:
            out.append(refused(routine, nest, refusal))
            continue
        try:
            out += with_inner(translate_in_team(nest, routine, source, names), nest, routine, source, names)
        except (KeyError, IndexError, AttributeError, TypeError, ValueError, StopIteration, RecursionError) as error:
            out.append(refused(routine, nest, ir.Refusal(f"viewfab-translate itself fails here: {error!r}", nest.first,
                                                         "report the loop", "internal")))
            continue
        if out[-1].kernel is not None and spans_twice(nest, nests):
            out[-1] = refused(routine, nest, ir.Refusal("several loops share a line", nest.first, "begin a line before each loop",
                                                        "place"))
    for kernel in (k for o in out for k in o.kernels):
        choose_form(kernel)
    if routine.team is not None:
        out = [part_of_team(o, o.kernels[0].nest, routine) if o.kernels else o for o in out]
        for nest in routine.team.whole_workshares([o.kernels[0].nest for o in out if o.kernels]):
            why = ir.Refusal("another statement of the same !$omp workshare stays on the host", nest.first, "", "threads")
            out = [refused(routine, nest, why) if o.kernels and o.kernels[0].nest is nest else o for o in out]
        for kernel in (k for o in out for k in o.kernels if k.nest.team.shared):
            kernel.notes.append(NOTE)
    else:  # these take statements and nests together that threads run in different ways
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
        allow(k, routine)
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
        if points_of(inner, routine) <= MOST_LEFT:
            continue  # a call of a kernel in each iteration of the host's loop costs more than these points
        found += [o for o in with_inner(translate_in_team(inner, routine, source, names), inner, routine, source, names)
                  if o.kernel is not None]
    outcome.inner = len(found)
    return [outcome] + found


def points_of(nest: ir.Do, routine: ir.Routine) -> float:
    """The number of iterations, if it stands in the source; else infinity."""
    total = 1.0
    for loop in loops_in(nest):
        low, high = constant_of(loop.lo, routine), constant_of(loop.hi, routine)
        total *= float("inf") if low is None or high is None else max(0, high - low + 1)
    return total


def check_place(nest: ir.Do, routine: ir.Routine, source: Source) -> None:
    """The lines of the nest belong to the nest alone, so that other lines can take their place."""
    text = "\n".join(source.lines[nest.first - 1:nest.last]).lower()
    if not re.search(r"\bdo\b|=", text) or nest.first < routine.first or nest.last > routine.last:
        raise ir.Refusal("the nest stands in an included file", nest.first, "put the loops into the file itself", "place")
    if any(is_entry(line, source.fixed) for line in source.lines[routine.first - 1:routine.last]):
        raise ir.Refusal("the routine has ENTRY", nest.first, "make a routine of each entry", "entry")
    if re.match(r"(?i)(?!\s*[!cC*])[^!]*\belemental\b[^!]*\b(?:subroutine|function)\b", source.lines[routine.first - 1]):
        raise ir.Refusal("the routine is ELEMENTAL, and such a routine calls no kernel", nest.first, "write the loop in its caller", "place")
    for s in ir.walk_statements(routine.body):
        if any(x is s for x in ir.walk_statements([nest])):
            continue
        around = any(x is nest for x in ir.walk_statements([s]))
        if around and isinstance(s, ir.Do) and s.last <= nest.last:
            raise ir.Refusal("the loop shares its last statement with a loop around it that is not translated", nest.first,
                             "end each loop with a statement of its own", "place")
        if not around and s.first <= nest.last and s.last >= nest.first:
            raise ir.Refusal("another statement shares a line with the loops", s.first, "begin a line before the loop", "place")


def is_entry(line: str, fixed: bool) -> bool:
    """The line is a statement ENTRY: no comment, and no variable or text with this word."""
    if fixed and line[:1] in "cCdD*!" and line[:1]:
        return False
    return re.match(r"(?i)\s*(?:\d+\s+)?entry\s+[a-z]\w*\s*(?:\(|!|;|$)", line) is not None


def first_refusal(nest: ir.Do, routine: ir.Routine):
    """What the nest itself refuses; it explains more than a difference of readings."""
    try:
        shape(nest, routine, "x")
    except ir.Refusal as refusal:
        return refusal if refusal.reason in ("type", "call", "io", "equivalence") else None
    return None


def in_words(text: str, routine: ir.Routine) -> str:
    """The text without the names that the program has made: an author knows none of them."""
    def word(found) -> str:
        symbol = routine.symbols.get(found.group(0))
        if symbol is None or "MADE" not in symbol.flags:
            return found.group(0)
        return "a sum" if "sum" in found.group(0) else "an index of array syntax"
    text = re.sub(r"\bx*(?:sum|at)_\d+\b", word, text)
    text = re.sub(r"\b(\w+)@value\d+", r"the value of \1", text)
    text = re.sub(r"\b(\w+)@(?:points|step\w*)", r"\1", text)
    return re.sub(r"\b(\w+)@(\w+?)\d+\b", r"\1 of \2", text)


def refused(routine: ir.Routine, nest: ir.Do, refusal: ir.Refusal) -> Outcome:
    refusal.line = refusal.line or nest.first
    refusal.cause = in_words(refusal.cause, routine)
    return Outcome(routine.name, nest.first, nest.last, None, refusal)


def translate_in_team(nest: ir.Do, routine: ir.Routine, source: Source, names) -> Outcome:
    """A nest as kernels, if the threads of the routine's team allow it."""
    found = translate_nest(nest, routine, source, names)
    return part_of_team(found, nest, routine) if routine.team is not None and found.kernels else found


def part_of_team(outcome: Outcome, nest: ir.Do, routine: ir.Routine) -> Outcome:
    try:
        nest.team = routine.team.part(nest, outcome.kernels)
    except ir.Refusal as refusal:
        return refused(routine, nest, refusal)
    return outcome


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

    def tried(new: Optional[ir.Do], around: list = ()) -> Optional[Outcome]:
        """The outcome for another form of the nest, if there is such a form. A refusal of this form is nearer to the cause."""
        nonlocal why
        try:
            return kernels_of([new], around) if new is not None else None
        except ir.Refusal as refusal:
            why = refusal
            return None

    for parts in (split_nest(nest), [nest], split_nest(nest, True)):
        if parts and (len(parts) > 1 or parts[0] is nest):
            try:
                found = kernels_of(parts)
                break
            except ir.Refusal as refusal:
                why = refusal if parts[0] is nest else why
    if found is None or len(found.kernels) == 1 and len(found.kernels[0].axes) < len({s.var for s in loops_in(nest)}):
        other = tried(own_arrays(nest, routine))
        if other is not None and (found is None or len(other.kernels[0].axes) > len(found.kernels[0].axes)):
            found = other
        found = more_points(nest, found, routine, kernels_of)
    if found is None and why.reason == "step":
        found = tried(with_counted_steps(nest, routine))
    if found is None:
        found = tried(with_arguments(nest, routine))
    if found is None:
        found = tried(with_elements(nest, routine))
    if found is None:
        found = over_elements(nest, routine, kernels_of) or one_after_the_other(nest, routine, kernels_of) or \
            beside_results(nest, routine, kernels_of)
    around, inner = [], nest
    while found is None and why.reason == "rank" and is_statement(nest) and isinstance(inner.body[0], ir.Do):
        around.append(inner)  # an array assignment with more indices than a kernel has
        inner = inner.body[0]
        found = tried(inner, around)
    return found or refused(routine, nest, why)


def over_elements(nest: ir.Do, routine: ir.Routine, kernels_of):
    """The outcome for the nest over the elements to which its iterations add, or None."""
    try:
        refuse_statements(nest, routine)
        new = gathered(nest, routine)
        return kernels_of([new]) if new is not None else None
    except ir.Refusal:
        return None


def one_after_the_other(nest: ir.Do, routine: ir.Routine, kernels_of):
    """The outcome for the parts of a nest that run one after the other, if each of them becomes a kernel; else None."""
    try:
        refuse_statements(nest, routine)
        parts = in_turn(nest, routine)
    except ir.Refusal:
        return None
    kernels = []
    for part in parts or []:
        found = None
        for make in (lambda p: p, lambda p: own_arrays(p, routine)):
            try:
                new = make(part)
                found = found or (kernels_of([new]) if new is not None else None)
            except ir.Refusal:
                continue
        found = more_points(part, found, routine, kernels_of)
        if found is None:
            return None
        kernels += found.kernels
    return Outcome(routine.name, nest.first, nest.last, kernels[0], None, kernels) if kernels else None


def beside_results(nest: ir.Do, routine: ir.Routine, kernels_of):
    """The outcome for the results of a nest and its arrays by themselves, if both become kernels; else None."""
    try:
        refuse_statements(nest, routine)
        parts = results_apart(with_elements(nest, routine) or nest, routine)
        return None if parts is None else kernels_of(parts)
    except ir.Refusal:
        return None


def more_points(nest: ir.Do, found, routine: ir.Routine, kernels_of):
    """The outcome for the nest with work arrays of each iteration, if the nest has more directions of points then."""
    new = with_work(nest, routine)
    if new is None:
        return found
    for make in (lambda: new, lambda: of_points(new, routine, nest)):
        part = make()
        try:
            other = kernels_of([part]) if part is not None else None
        except ir.Refusal:
            continue
        if other is not None and (found is None or len(other.kernels[0].axes) > len(found.kernels[0].axes)):
            found = other
    return found


def with_work(nest: ir.Do, routine: ir.Routine) -> Optional[ir.Do]:
    """The nest with work arrays of each iteration, if the nest has a form at all."""
    try:
        refuse_statements(nest, routine)
    except ir.Refusal:
        return None
    return with_own_work(nest, routine, local_arrays(nest, nest, routine))


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
