"""Statements of newer Fortran that some versions of fparser do not know, in words that all versions read. Only fparser gets these
words: gfortran and the changed routine have the author's."""
from __future__ import annotations

import re

# the beginning of a statement, the words that fparser does not know, and words of the same meaning for a reader of loops
FORMS = [
    (r"(?:if\s*\(.*\)\s*)?allocate\s*\(", r"\bmold\s*=(?!=)", "source="),
    (r"(?:if\s*\(.*\)\s*)?open\s*\(", r"\bnewunit\s*=(?!=)", "unit="),
    (r"implicit\s+none\s*\(", r"none\s*\(.*", "none"),
    (r"procedure\s*\(.*pointer\b.*::", r"=>\s*null\s*\(\s*\)", ""),
]
KNOWN = re.compile("|".join(begin for begin, _, _ in FORMS), re.I)


def in_known_words(lines: list, fixed: bool) -> list:
    """The lines, with other words in the statements of FORMS."""
    out, begin, open_end = [], "", False
    for line in lines:
        comment = not line.strip() or (line[:1] in "cC*dD!" if fixed else line.lstrip()[:1] in "!#")
        if comment:
            out.append(line)
            continue
        goes_on = line[5:6] not in ("", " ", "0") and not line[:5].strip() if fixed else open_end
        begin = begin if goes_on else re.sub(r"^\s*\d*\s*", "", line)
        open_end = without_texts(line).split("!")[0].rstrip().endswith("&")
        out.append(changed(line, begin) if KNOWN.match(begin) else line)
    return out


def changed(line: str, begin: str) -> str:
    for start, words, other in FORMS:
        if re.match(start, begin, re.I):
            hidden = without_texts(line)
            found = re.search(words, hidden.split("!")[0], re.I)
            if found:
                line = line[:found.start()] + other + line[found.end():]
    return line


def without_texts(line: str) -> str:
    """The line with blanks in place of its texts in quotes, so that a word or a sign in a text is none of the statement."""
    return re.sub(r"'[^']*'|\"[^\"]*\"", lambda m: " " * len(m.group(0)), line)


def without_lists(text: str) -> str:
    """The text of free form with one name behind PROCEDURE, the most that fparser 0.0.16 knows, none in interfaces, and OPEN without
    CONVERT, an extension. No loop needs the others."""
    text = re.sub(r"(?im)^([ \t]*procedure[ \t]*(?:,[^:\n(]*)?::[ \t]*\w+(?:[ \t]*=>[ \t]*\w+)?)[ \t]*,(?:[^\n!]*&[ \t]*(?:![^\n]*)?\n)*[^\n]*$",
                  lambda m: m.group(1) + "\n" * m.group(0).count("\n"), text)
    text = re.sub(r"(?ims)^[ \t]*interface\b.*?^[ \t]*end[ \t]*interface", lambda m: re.sub(r"(?im)^[ \t]*procedure[ \t]*::.*$", "", m.group(0)), text)
    return re.sub(r"(?i),[ \t]*convert[ \t]*=[ \t]*(['\"])\w*\1", "", text)
