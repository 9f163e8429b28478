"""Lines of Fortran in either form: continued where they are too long."""
from __future__ import annotations

import re
import zlib

MOST = 63  # characters of a name in Fortran


def short(name: str, most: int) -> str:
    """The name, if it has at most so many characters; else its begin and a number that depends on all of the name."""
    return name if len(name) <= most else f"{name[:most - 9]}_{zlib.crc32(name.encode()):08x}"


def legacy(name: str) -> str:
    """The name of the routine as it was."""
    return "legacy_" + short(name, MOST - len("legacy_"))


def deeper(statements: list, steps: int = 1) -> list:
    """The statements within so many further constructs. Lines of the source stay as they are."""
    return [s if s.startswith("\0") else "  " * steps + s for s in statements]


def at_line(number: int) -> str:
    """The statements behind this one belong to this line of the source; lines of the source are counted from there."""
    return f"\0\0{number}"


def formed(statements: list, fixed: bool, indent: int = 0) -> list:
    """Statements as lines of the form of the file. A statement that begins with ! is a comment."""
    return numbered(statements, fixed, indent)[0]


def numbered(statements: list, fixed: bool, indent: int = 0, number: int = 0) -> tuple:
    """(lines, for each its line of the source). number: the line of the source before any other is told."""
    out, numbers = [], []
    for text in statements:
        if text.startswith("\0\0"):
            number = int(text[2:])
            continue
        if text.startswith("\0"):  # a line of the source
            out.append(text[1:])
            numbers.append(number)
            number += 1
            continue
        depth = len(text) - len(text.lstrip())
        lines = one(text.strip(), fixed, indent + depth)
        out += lines
        numbers += [number] * len(lines)
    return out, numbers


def one(text: str, fixed: bool, indent: int) -> list:
    if not text:
        return [""]
    if fixed and text.startswith("!"):
        return ["c" + text[1:]]
    margin = 6 + min(indent, 12) if fixed else indent
    width = 72 if fixed else 110
    lines, current = [], " " * margin + text
    while len(current) > width:
        cut = best_cut(current, margin + 4, width if fixed else width - 2)
        whole, cut = cut > 0, cut or (width if fixed else width - 2)
        head, tail = current[:cut], current[cut:].lstrip() if whole else current[cut:]
        if not fixed and not whole:  # a name or a text goes on behind the sign
            lines.append(head + "&")
            current = " " * (margin + 2) + "&" + tail
        elif fixed:
            lines.append(head.rstrip())
            current = "     &" + " " * max(0, margin - 4) + tail
        else:
            lines.append(head.rstrip() + " &")
            current = " " * (margin + 2) + tail
    return lines + [current]


def best_cut(text: str, least: int, most: int) -> int:
    """A place behind a comma, an operator or a blank, outside of quotes; else behind a bracket; 0 if there is none."""
    best, bracket, quoted = 0, 0, False
    for at, c in enumerate(text[:most]):
        quoted ^= c == "'"
        if not quoted and at > least and (c == "," or c == " " or c in "+*" and text[at:at + 2] != "**" and text[at - 1] != "*") and \
                not re.search(r"(?<![a-z_])[\d.]+[deq]\+?$", text[:at + 1].lower()):
            best = at + 1
        if not quoted and at > least and c == "(":
            bracket = at + 1
    return best or bracket
