"""Changes the text of kernels behind the translator's back: the proof has to find each change.

wrong_kernels.py TRANSLATOR SOURCES FOLDER"""
from __future__ import annotations

import contextlib
import io
import json
import sys
from pathlib import Path

CHANGES = (
    ("divergence", "VF_AT(u, i + 1, j, n)", "VF_AT(u, i, j, n)"),
    ("diffuse", "+ dt *", "- dt *"),
    ("upwind", "= i - 2", "= i - 1"),
    ("column_mass", "k_value <= k_value_end_1", "k_value < k_value_end_1"),
    ("fall", "k_value >= ", "k_value > "),
    ("choose", "which >= 2", "which >= 3"),
    ("whole_numbers", "/ 2)", "/ (real)2)"),
    ("half_and_half", "(float)0.10000000149011612", "(real)0.1"),
    ("chosen_by_mask", "VF_AT(x, i - 1, j)", "VF_AT(x, i + 1, j)"),
    ("powers", "(real)1.5", "(real)1.4999999999"),
)


def main() -> int:
    translator, sources, folder = map(Path, sys.argv[1:4])
    sys.path.insert(0, str(translator))
    from viewfab_translate import command, translate
    plain, changed = translate.kernel_text, set()

    def wrong(kernel, source, comments):
        text = plain(kernel, source, comments)
        for name, old, new in CHANGES:
            if kernel.routine.name == name and old in text:
                changed.add(name)
                text = text.replace(old, new, 1)
        return text

    translate.kernel_text = wrong
    names = ",".join(name for name, _, _ in CHANGES)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        command.main([str(sources / "stencils.f90"), "--routines", names, "--out", str(folder), "--json"])
    missed = [r["routine"] for r in json.loads(out.getvalue()) if r["verdict"] != "failed"]
    for name, old, _ in CHANGES:
        if name not in changed:
            print(f"{name}: the kernel has no text {old}")
    for name in missed:
        print(f"{name}: the change was not found")
    print(f"{len(CHANGES)} changes, {len(missed)} not found")
    return 1 if missed or len(changed) != len(CHANGES) else 0


if __name__ == "__main__":
    sys.exit(main())
