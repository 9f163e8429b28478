"""The report of a run: each nest with its verdict, and what would make the others translatable."""
from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Optional

from viewfab_translate import ir
from viewfab_translate.source import Source
from viewfab_translate.tree import text_of


@dataclass
class Outcome:
    """A nest: translated as kernel, or refused."""
    routine: str
    first: int
    last: int
    kernel: Optional[ir.Kernel] = None
    refusal: Optional[ir.Refusal] = None
    kernels: list = field(default_factory=list)
    inner: int = 0


def verdict_of(o: Outcome, proof) -> str:
    """The verdict of a nest. Lines that no set of arguments reached make it a proof in part."""
    if proof is None:
        return "not proved"
    if proof.verdict == "proved" and (unreached(o, proof) or elsewhere(o, proof) or proof.cases < 3 or 0 <= proof.judged < 3):
        return "proved in part"
    return proof.verdict


def threads_of(proof) -> str:
    if proof.judged >= 0:
        less = f" (without {len(proof.raced)} sets of arguments, with which the legacy routine has a race)" if proof.raced else ""
        return "; also with 2 and 3 threads, of which one is slow" + less
    return "; also with 2 threads of the legacy routine" if proof.threads else ""


def extents_of(a: ir.ArrayUse) -> str:
    """An array with its declared bounds, and what the kernel does with the array."""
    bounds = ["" if lo is None or text_of(lo) == "1" else text_of(lo) for lo, _ in a.symbol.bounds]
    ends = ["*" if hi is None and "ASSUMED_SIZE" in a.symbol.flags else "" if hi is None else text_of(hi) for _, hi in a.symbol.bounds]
    shape = ",".join(f"{lo}:{hi}" if lo or not hi else hi for lo, hi in zip(bounds, ends))
    name = a.name.split("@")[0] + (" of each point" if "@" in a.name else "")
    return f"{name}({shape}) {a.intent.lower()}"


def unreached(o: Outcome, proof) -> list:
    return [n for n in proof.unreached if o.first <= n <= o.last]


def elsewhere(o: Outcome, proof) -> list:
    """Lines of subroutines that the nest calls, without a run."""
    return [place for first, place in proof.elsewhere if first == o.first]


def text_report(source: Source, outcomes: list, proofs: dict) -> str:
    out = []
    for o in outcomes:
        place = f"{source.place(o.first)}: {o.routine}"
        lines = f"lines {source.author_line(o.first)}-{source.author_line(o.last)}"
        if o.refusal is not None:
            line = source.place(o.refusal.line or o.first)
            out.append(f"{place}, {lines}: refused: {line}: {o.refusal.cause}")
            if o.inner:
                out.append(f"    the loop stays on the host; {o.inner} loops in it are translated, see below")
            if o.refusal.remedy:
                out.append(f"    to make it translatable: {o.refusal.remedy}")
            continue
        proof = proofs.get(o.routine)
        verdict = verdict_of(o, proof)
        out.append(f"{place}, {lines}: kernel {' and '.join(k.name for k in o.kernels or [o.kernel])} ({', '.join(o.kernel.classes)}): {verdict}")
        if proof and proof.verdict == "proved":
            if proof.cases < 3 or 0 <= proof.judged < 3:
                out.append("    in part: fewer than 3 sets of random arguments kept the legacy routine within its arrays"
                           + (" and without a race" if proof.raced else ""))
            out.append(f"    {proof.cases} sets of arguments, {proof.elements} elements compared, 0 with other bits; order, bounds, "
                       f"{', '.join(('host', 'mirror', *proof.devices)[:-1])} and {('mirror', *proof.devices)[-1]}" + threads_of(proof))
            if unreached(o, proof):
                out.append("    not proved: lines " + ", ".join(str(source.author_line(n)) for n in unreached(o, proof)) + " did not run in any of them; "
                           "run the program with VF_MODE=check")
            if o.first in proof.idle:
                out.append("    none of its lines ran: " + "; ".join(proof.idle[o.first]))
            if elsewhere(o, proof):
                out.append("    not proved: " + ", ".join(elsewhere(o, proof)) + " did not run in any call of this nest; run the program with "
                           "VF_MODE=check")
            if proof.absent:
                out.append(f"    no given file has {', '.join(proof.absent)}: these procedures did nothing in the runs")
            if o.kernel.has_sums:
                out.append("    sums: within the rounding of another order of additions")
        elif proof:
            out.append(f"    {proof.text}")
            out += ["      " + s for s in proof.output[:3]] if proof.verdict == "failed" else []
        else:
            out.append("    not proved here: run viewfab-translate on the file, without --no-proof")
        if proof and proof.captured:
            sums = any(k.has_sums for k in o.kernels)
            out.append(f"    {proof.captured} captured calls of the routine's kernels: same bits" + (", sums within their rounding" if sums else ""))
        out += [f"    arrays of {k.name}: " + ", ".join(extents_of(a) for a in k.arrays) for k in o.kernels]
        out += [f"    {k.name if len(o.kernels) > 1 else 'kernel'} {k.form}" for k in o.kernels if k.form]
        out += [f"    note: {n}" for n in o.kernel.notes]
    done = [o for o in outcomes if o.kernel is not None]
    proved = [o for o in done if verdict_of(o, proofs.get(o.routine)) == "proved"]
    part = [o for o in done if verdict_of(o, proofs.get(o.routine)) == "proved in part"]
    failed = [o for o in done if verdict_of(o, proofs.get(o.routine)) == "failed"]
    others = len(done) - len(proved) - len(part) - len(failed)
    out.append(f"{len(outcomes)} nests: {len(done)} translated, {len(proved)} proved, {len(part)} in part, " +
               (f"{len(failed)} FAILED, " if failed else "") + (f"{others} not proved, " if others else "") +
               f"{len(outcomes) - len(done)} refused")
    return "\n".join(out) + "\n"


def json_report(source: Source, outcomes: list, proofs: dict) -> str:
    rows = []
    for o in outcomes:
        proof = proofs.get(o.routine)
        row = {"file": str(source.path), "routine": o.routine, "first": source.author_line(o.first), "last": source.author_line(o.last)}
        if o.refusal is not None:
            row.update(verdict="refused", line=source.author_line(o.refusal.line), cause=o.refusal.cause, reason=o.refusal.reason,
                       remedy=o.refusal.remedy, inner=o.inner)
        else:
            row.update(verdict=verdict_of(o, proof), unreached=[source.author_line(n) for n in unreached(o, proof)] if proof else [], kernel=o.kernel.name, classes=o.kernel.classes,
                       form=o.kernel.form,
                       text=proof.text if proof else "", other=proof.other if proof else 0,
                       elements=proof.elements if proof else 0)
        rows.append(row)
    return json.dumps(rows, indent=1) + "\n"
