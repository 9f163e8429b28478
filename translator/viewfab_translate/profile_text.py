"""Shares of the time by routine, from the text of perf or gprof."""
from __future__ import annotations

import re
from pathlib import Path

from viewfab_translate import ir


def read_profile(path: Path) -> dict:
    """The share of the time of each routine, from 0 to 1. The text is of `perf report --stdio`, `perf script` or `gprof -p`."""
    text = path.read_text(errors="replace")
    if re.search(r"(?m)^\s*%\s+cumulative\s+self", text):
        found = gprof(text)
    elif re.search(r"(?m)^\s*\d+\.\d+%", text):
        found = perf_report(text)
    else:
        found = perf_script(text)
    if not found:
        raise ir.Refusal(f"{path} has no profile of perf report --stdio, perf script or gprof -p", 0, "", "environment")
    return found


def routine_of(symbol: str) -> str:
    """The name in the source of a symbol of gfortran, ifort or flang: parts that a compiler split off belong to their routine."""
    name = symbol.strip().lower()
    name = re.sub(r"\.(_omp_fn|constprop|isra|part|cold|lto_priv)\b.*$", "", name)
    for pattern in (r"^__(\w+)_mod_(\w+)$", r"^_qm(\w+?)p(\w+)$", r"^(\w+)_mp_(\w+?)_?$"):
        found = re.match(pattern, name)
        if found:
            return found.group(2)
    return name.rstrip("_") or name


def add(out: dict, symbol: str, share: float) -> None:
    name = routine_of(symbol)
    out[name] = out.get(name, 0.0) + share


def gprof(text: str) -> dict:
    out: dict = {}
    for s in text.split("cumulative", 1)[1].splitlines()[2:]:
        words = s.split()
        if not words or not re.match(r"\d+\.\d+$", words[0]):
            break
        add(out, words[-1], float(words[0])/100)
    return out


def perf_report(text: str) -> dict:
    """Own shares: the column Self if the report has children too."""
    out: dict = {}
    for s in text.splitlines():
        found = re.match(r"\s*(\d+\.\d+)%(?:\s+(\d+\.\d+)%)?\s.*\[[.kgu]\]\s+(\S+)", s)
        if found:
            add(out, found.group(3), float(found.group(2) or found.group(1))/100)
    return out


def perf_script(text: str) -> dict:
    """Counts of the innermost frames."""
    counts: dict = {}
    fresh = False
    for s in text.splitlines():
        frame = re.match(r"\s+[0-9a-f]+\s+(\S+?)(?:\+0x[0-9a-f]+)?\s+\(", s)
        if frame and fresh:
            add(counts, frame.group(1), 1.0)
            fresh = False
            continue
        if re.match(r"\S.*:\s*(\d+\s+)?\S+:\s*$", s):
            fresh = True
            continue
        single = re.match(r"\S.*:\s+(?:\d+\s+)?\S+:\s+[0-9a-f]+\s+(\S+?)(?:\+0x[0-9a-f]+)?\s+\(", s)
        if single:
            add(counts, single.group(1), 1.0)
    total = sum(counts.values())
    return {n: c/total for n, c in counts.items()}
