"""Nests that follow each other and are about the same columns: one kernel over columns has the work of all of them, so that a level is
read once and local rows stay in a column."""
from __future__ import annotations

from typing import Optional

from viewfab_translate import ir
from viewfab_translate.axes import ends
from viewfab_translate.column_levels import NoColumns
from viewfab_translate.column_shape import as_columns
from viewfab_translate.columns import local_arrays, of_points
from viewfab_translate.contraction import dissolved
from viewfab_translate.facts import members
from viewfab_translate.groups import plain_lines
from viewfab_translate.narrowed import narrowed
from viewfab_translate.normalise import ONE
from viewfab_translate.shape import shape
from viewfab_translate.source import Source

MOST = 40  # nests of one kernel
WITHOUT = ("it has results, row values or components", "its points are shifted", "an array is a section with gaps, or has no last bound")


def fuse(routine: ir.Routine, outcomes: list, source: Source, names) -> None:
    """Gives consecutive outcomes one kernel where that kernel has a form over columns."""
    by_nest = {id(o.kernels[0].nest): o for o in outcomes if o.kernels}
    for body in bodies(routine.body):
        at = 0
        while at < len(body):
            run = run_from(body, at, by_nest, source)
            some = any(k.columns is not None for o in run for k in o.kernels)
            while len(run) > 1 and not join(routine, run, names):
                run = run[:-1] if some else []
            at += max(1, len(run))


def bodies(body: list):
    yield body
    for s in body:
        for b in ir.blocks(s):
            yield from bodies(b)


def run_from(body: list, at: int, by_nest: dict, source: Source) -> list:
    """Outcomes of nests from a place of a list of statements on, as far as they may have one kernel."""
    run: list = []
    for s in body[at:at + MOST]:
        o = by_nest.get(id(s))
        if o is None or not all(plain(k) for k in o.kernels) or run and not plain_lines(run[-1].last + 1, s.first - 1, [], source):
            break
        run.append(o)
    return run if any(has_levels(k) for o in run for k in o.kernels) else []


def has_levels(kernel: ir.Kernel) -> bool:
    """A kernel over columns, or one over points whose local arrays may have kept it from being one."""
    return kernel.columns is not None or kernel.form.startswith("over points") and not kernel.form.endswith(WITHOUT)


def plain(kernel: ir.Kernel) -> bool:
    return not (kernel.around or kernel.behind or kernel.results or kernel.lines or kernel.components or kernel.race) and \
        kernel.colour is None and kernel.nest.concurrent is False


def join(routine: ir.Routine, run: list, names) -> bool:
    """One kernel for the run, if there is one over columns."""
    found = [k for o in run for k in o.kernels if has_levels(k)]
    first = next((k for k in found if k.columns is not None), found[0] if found else None)
    if first is None:
        return False
    axes = [(a.var, a.lo, a.hi) for a in first.axes]
    nests = [o.kernels[0].nest for o in run]
    origin = ir.Do(nests[0].first, nests[-1].last, axes[0][0], axes[0][1], axes[0][2], None, nests, nests[0].first)
    origin.members = nests
    same = about(nests, axes, origin, routine)
    if same is None:
        return False
    body = [y for nest in same for y in dissolved(nest, {var for var, _, _ in axes})]
    for var, lo, hi in axes:
        body = [ir.Do(nests[0].first, nests[-1].last, var, lo, hi, None, body, nests[0].first)]
    kernel = over_columns(body[0], routine, origin, names)
    if kernel is None:
        return False
    kernel.comments = run[0].kernels[0].comments
    for o in run:
        o.kernel, o.kernels = kernel, []
    run[0].kernels = [kernel]
    kernel.form += f", of {len(run)} nests"
    return True


def about(nests: list, axes: list, origin: ir.Do, routine: ir.Routine) -> Optional[list]:
    """The nests with loops over the same columns, or None. Assignments of whole local arrays before the loops become loops over the
    columns."""
    def fit(found: list) -> bool:
        return all({ends(s) for s in ir.walk_statements([nest]) if isinstance(s, ir.Do) and s.var == var} == {(lo, hi)}
                   for nest in found for var, lo, hi in axes)
    if fit(nests):
        return nests
    once = ir.Do(origin.first, origin.last, "", ONE, ONE, None, nests, origin.first)
    new = narrowed(once, local_arrays(once, origin, routine), routine, nests[0])
    return new.body if new is not None and fit(new.body) else None


def over_columns(nest: ir.Do, routine: ir.Routine, origin: ir.Do, names):
    for make in (lambda: nest, lambda: of_points(nest, routine, origin)):
        try:
            new = make()
            if new is None:
                continue
            kernel = shape(new, routine, next(names), origin)
            as_columns(kernel)
            return kernel
        except (ir.Refusal, NoColumns):
            continue
    return None


def lines_of(kernel: ir.Kernel) -> str:
    """Where the nests of a kernel begin."""
    return ", ".join(str(n.first) for n in members(kernel.nest))
