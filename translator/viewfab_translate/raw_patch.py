"""The patch of a preprocessed file against the author's own file: each nest's lines there give way to the block of its kernels."""
from __future__ import annotations

import difflib

from viewfab_translate import ir
from viewfab_translate.facts import members
from viewfab_translate.groups import grouped, with_lines
from viewfab_translate.layout import formed
from viewfab_translate.port import block, condition_of_line, names_elsewhere, without_pragmas
from viewfab_translate.source import Source
from viewfab_translate.tree import text_of


def raw_patch(source: Source, done: list, module: str, on_device: bool = False) -> tuple:
    """(lines of the patch, nests that it leaves out because their text comes from other files)."""
    old = source.path.read_text(errors="surrogateescape").splitlines()
    new, missing, edits = list(old), [], []
    for routine, kernels in done:
        elsewhere = names_elsewhere(routine, {id(n) for k in kernels for n in members(k.nest)})
        for group in grouped(source, routine, kernels):
            places = [source.origin[n - 1] for n in range(group.first, group.last + 1)]
            beside = source.origin[max(group.first - 2, 0):group.first - 1] + source.origin[group.last:group.last + 1]
            if any(name != str(source.path) for name, _ in places) or set(beside) & set(places):
                missing += group.nests
                continue
            text = block(with_lines(group, old, lambda n: source.origin[n - 1][1] - 1, source.fixed), module, elsewhere, on_device)
            condition = condition_of_line(routine.body, group.nests[0])
            if condition is not None:
                text = [f"if ({text_of(condition)}) then"] + ["  " + t for t in text] + ["end if"]
            first, last = places[0][1], places[-1][1]
            indent = 0 if source.fixed else len(old[first - 1]) - len(old[first - 1].lstrip())
            edits.append((first, last, formed(text, source.fixed, indent)))
    for routine, _ in done:  # the directives of a translated routine become comments, as in the changed file
        lines = [n for name, n in source.origin[routine.first - 1:routine.last] if name == str(source.path)]
        if lines:
            new[lines[0] - 1:lines[-1]] = without_pragmas(new[lines[0] - 1:lines[-1]])
    for first, last, text in sorted(edits, key=lambda e: -e[0]):
        new[first - 1:last] = text
    name = source.path.name
    return list(difflib.unified_diff(old, new, f"a/{name}", f"b/{name}", lineterm="")), missing
