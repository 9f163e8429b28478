"""The patch of a preprocessed file against the author's own file: each nest's lines there give way to the block of its kernels."""
from __future__ import annotations

import difflib

from viewfab_translate import ir
from viewfab_translate.groups import grouped, with_lines
from viewfab_translate.layout import deeper, formed
from viewfab_translate.legacy_text import without_pragmas, without_pure
from viewfab_translate.port import block, condition_of_line, if_present, names_elsewhere
from viewfab_translate.source import Source
from viewfab_translate.teams import in_single
from viewfab_translate.tree import text_of


def raw_patch(source: Source, done: list, module: str, on_device: bool = False) -> tuple:
    """(lines of the patch, nests that it leaves out because their text comes from other files)."""
    old = source.path.read_text(errors="surrogateescape").splitlines()
    new, missing, edits = list(old), [], []
    for routine, kernels in done:
        elsewhere = names_elsewhere(routine, kernels)
        gone: list = []  # lines of the directives that give way
        for group in grouped(source, routine, kernels):
            places = [source.origin[n - 1] for n in range(group.first, group.last + 1)]
            beside = source.origin[max(group.first - 2, 0):group.first - 1] + source.origin[group.last:group.last + 1]
            if any(name != str(source.path) for name, _ in places) or set(beside) & set(places):
                missing += group.nests
                continue
            here = [source.origin[n - 1] for n in routine.team.lines([group])] if routine.team is not None else []
            if any(name != str(source.path) for name, _ in here):
                missing += group.nests
                continue
            gone += [n for _, n in here]
            kept = [without_pragmas([s])[0] if n in gone else s for n, s in enumerate(old, 1)] if gone else old
            text = block(with_lines(group, kept, lambda n: source.origin[n - 1][1] - 1, source.fixed), module, elsewhere, on_device)
            if routine.team is not None and group.nests[0].team.shared:
                text = in_single(text)
            text = if_present(text, group, routine, kept[places[0][1] - 1:places[-1][1]], source.fixed)
            condition = condition_of_line(routine.body, group.nests[0])
            if condition is not None:
                text = [f"if ({text_of(condition)}) then"] + deeper(text) + ["end if"]
            first, last = places[0][1], places[-1][1]
            indent = 0 if source.fixed else len(old[first - 1]) - len(old[first - 1].lstrip())
            edits.append((first, last, formed(text, source.fixed, indent)))
        comment(new, routine, source, gone)
    for first, last, text in sorted(edits, key=lambda e: -e[0]):
        new[first - 1:last] = text
    new = without_pure(new, {r.name for r, _ in done}, source.fixed)
    name = source.path.name
    return list(difflib.unified_diff(old, new, f"a/{name}", f"b/{name}", lineterm="")), missing


def comment(lines: list, routine: ir.Routine, source: Source, gone: list) -> None:
    """The directives of a translated routine become comments, as in the changed file; in a routine of a team only those that give way."""
    own = [n for name, n in source.origin[routine.first - 1:routine.last] if name == str(source.path)]
    if own:
        kinds = "omp|acc" if routine.team is None else "acc"
        lines[own[0] - 1:own[-1]] = without_pragmas(lines[own[0] - 1:own[-1]], kinds)
    for n in gone:
        lines[n - 1] = without_pragmas([lines[n - 1]])[0]
