"""The legacy routine beside the changed one, and the words of a source that the changed file does not keep."""
from __future__ import annotations

import re

from viewfab_translate import ir
from viewfab_translate.facts import members
from viewfab_translate.layout import formed, legacy as legacy_name
from viewfab_translate.source import Source


def renamed(source: Source, routine: ir.Routine, name: str) -> list:
    """The routine's own lines under another name. A line that becomes too long is a text of two lines."""
    lines = list(source.lines[routine.first - 1:routine.last])
    word = re.compile(rf"(?i)\b{re.escape(routine.name)}\b")
    result = routine.kind == "function" and "result" not in lines[0].lower()
    places = range(len(lines)) if result else (0, len(lines) - 1)
    for at in places:
        if at == 0 or result or re.match(r"(?i)\s*end\s*(subroutine|function)", lines[at]):
            lines[at] = word.sub(name, lines[at], 1 if not result else 0)
    return [within_width(s, source) for s in lines]


def with_legacy_calls(lines: list, source: Source, routine: ir.Routine, kernels: list, changed: list) -> list:
    """The legacy routine calls the legacy subroutines whose statements are in its kernels: the two are what a proof compares."""
    marks = {m for k in kernels for n in members(k.nest) for s in ir.walk_statements([n]) for m in getattr(s, "inlined", ())}
    comment = re.compile(r"^[cC*!]" if source.fixed else r"^\s*!")
    for path, first, _, name in marks:
        callee = next((r for r in changed if (r.name, r.first) == (name, first)), None)
        if path != str(source.path) or callee is None or callee.internal_of:
            continue
        used = any(re.match(rf"(?i)\s*use\b[^!]*\b{re.escape(callee.module)}\b", s) for s in lines) if callee.module else False
        if callee.module != routine.module and not used:
            continue
        if callee.kind == "function":
            if callee.module:
                word = re.compile(rf"(?i)\b{re.escape(name)}\b(?=\s*\()")
                lines = of_each(lines, lambda s: s if comment.match(s) else within_width(word.sub(legacy_name(name), s), source))
            continue
        word = re.compile(rf"(?i)^([^!'\"]*\b(?:call\s+|external\b[^!]*?|use\b[^!]*?\bonly\s*:[^!]*?))\b{re.escape(name)}\b")
        lines = of_each(lines, lambda s: s if comment.match(s) or not word.match(s) else
                        within_width(word.sub(lambda m: m.group(1) + legacy_name(name), s), source))
    return lines


def of_each(texts: list, change) -> list:
    """The texts with each of their lines changed."""
    return ["\n".join(change(s) for s in text.split("\n")) for text in texts]


def within_width(line: str, source: Source) -> str:
    """A line that a longer name has made too long, as a text of two lines."""
    code = line.split("!")[0].rstrip()
    widest = (72 if source.strict else 10 ** 6) if source.fixed else 132
    return line if len(code) <= widest or "legacy_" not in code else "\n".join(formed([code], source.fixed))


def without_binding(lines: list, fixed: bool) -> list:
    """The legacy routine without BIND(C, NAME=...): the changed one has this name for callers in C. As many lines as before."""
    last = 0
    while last + 1 < len(lines) and (lines[last + 1][5:6].strip() not in ("", "0") and lines[last + 1][:5].strip() == "" if fixed else
                                     re.sub(r"!.*", "", lines[last]).rstrip().endswith("&") or not lines[last].strip()):
        last += 1
    parts = [s[6:] if fixed and n else re.sub(r"!.*", "", s) for n, s in enumerate(lines[:last + 1])]
    text = " ".join(p.strip().strip("&").strip() for p in parts)
    plain = re.sub(r"(?i)\s*\bbind\s*\(\s*c\b[^)]*\)", "", text)
    if plain == text:
        return lines
    new = formed([plain], fixed)
    new = new if len(new) <= last + 1 else [plain]
    return new + ["!"] * (last + 1 - len(new)) + lines[last + 1:]


def without_pragmas(lines: list, kinds: str = "omp|acc") -> list:
    """Directives of OpenMP and OpenACC become comments: their loops are kernels."""
    return [re.sub(rf"(?i)^(\s*[!c*])\$({kinds})\b", r"\1 \2", s) for s in lines]


def is_pure(line: str, fixed: bool) -> bool:
    return re.match(r"(?i)\s*(?:[\w*()=]+\s+)*pure\s+(?:[\w*()=]+\s+)*(?:subroutine|function)\b", line) is not None and \
        not (fixed and line[:1] in "cC*!")


def without_pure(lines: list, changed: set, fixed: bool) -> list:
    """A routine that calls a kernel is not PURE, and neither is a routine of the file that calls such a routine."""
    heads = [n for n, s in enumerate(lines) if is_pure(s, fixed)]
    if not heads:
        return lines
    out, names = list(lines), set(changed)
    ends = {n: next((m for m in range(n + 1, len(lines)) if re.match(r"(?i)\s*end\s*(subroutine|function)\b|\s*end\s*$", lines[m])), len(lines))
            for n in heads}
    while True:
        found = [n for n in heads if re.search(r"(?i)\b(?:subroutine|function)\s+(\w+)", lines[n]).group(1).lower() in names or any(
            re.match(rf"(?i)[^!'\"]*\bcall\s+({'|'.join(map(re.escape, names))})\b", s) for s in lines[n:ends[n]])]
        more = {re.search(r"(?i)\b(?:subroutine|function)\s+(\w+)", lines[n]).group(1).lower() for n in found} - names
        if not more:
            break
        names |= more
    for n in found:
        out[n] = re.sub(r"(?i)\bpure\s+", "", out[n], 1)
    return out
