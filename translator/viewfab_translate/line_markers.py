"""Markers as of the preprocessor, `# 12 "relax.f90"`: messages and debuggers name the author's lines of a made source."""
from __future__ import annotations

from viewfab_translate.source import Source


def with_markers(lines: list, numbers: list, source: Source) -> list:
    """The lines with a marker wherever the place is not the one behind the place of the line before. numbers: for each line its
    line of the source."""
    out, expected = [], None
    for line, number in zip(lines, numbers):
        name, at = source.origin[number - 1]
        if (name, at) != expected and line.strip():
            out.append(f'# {at} "{name}"')
            expected = (name, at)
        out.append(line)
        expected = expected and (expected[0], expected[1] + 1)
    return out
