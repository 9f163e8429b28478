"""Which arrays routines share, and in what order to port for which gain."""
from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Shared:
    """An array by its name. Routines that name an array differently count as routines with different arrays."""
    name: str
    nests: int
    written_in: list
    read_in: list


@dataclass
class Step:
    """A routine to port next. share: its part of the time; covered: the part of all steps so far; most: the speedup of the whole
    program if the kernels so far took no time; ready: the part of its nests that is translated; new: its arrays that no earlier
    step has."""
    file: str
    routine: str
    nests: int
    translated: int
    share: float
    covered: float
    most: float
    new: int


def shared_arrays(nests: list) -> list:
    """Arrays of two routines and more, with the most used first."""
    found: dict = {}
    for n in nests:
        for name in set(n.reads) | set(n.writes):
            row = found.setdefault(name, Shared(name, 0, [], []))
            row.nests += 1
            for names, here in ((n.writes, row.written_in), (n.reads, row.read_in)):
                if name in names and n.routine not in here:
                    here.append(n.routine)
    many = [r for r in found.values() if len(set(r.written_in) | set(r.read_in)) > 1]
    return sorted(many, key=lambda r: (-r.nests, r.name))


def order(units: list, nests: list, profile: dict) -> list:
    """With a profile by the time that the translated nests can take away; without, by their number."""
    rows = []
    for u in units:
        u.share = profile.get(u.name, 0.0)
        if u.translated:
            rows.append(u)
    used = {(u.file, u.name): set() for u in rows}
    for n in nests:
        if (n.file, n.routine) in used:
            used[(n.file, n.routine)] |= set(n.reads) | set(n.writes)
    rows.sort(key=lambda u: (-u.share*u.translated/u.nests, -u.translated, u.file, u.name))
    out, covered, seen = [], 0.0, set()
    for u in rows:
        covered += u.share*u.translated/u.nests
        new = used[(u.file, u.name)] - seen
        seen |= new
        out.append(Step(u.file, u.name, u.nests, u.translated, u.share, covered, 1/max(1 - covered, 1e-3), len(new)))
    return out
