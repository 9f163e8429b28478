"""The functions and types of the public headers, from the comments in front of their declarations."""
import re
from dataclasses import dataclass

from . import text

FUNCTION = re.compile(r"(vf_\w+)\(")


@dataclass
class Entry:
    name: str
    kind: str  # function, type
    declaration: str
    comment: text.Comment
    section: str


def comment_lines(block):
    """Lines of /* ... */ without the marks; the indentation of the second and later lines stays."""
    inside = re.sub(r"\s*\*/\s*$", "", block.strip())[2:]
    lines = inside.split("\n")
    return [lines[0].strip()] + [re.sub(r"^ \* ?", "", line).rstrip() for line in lines[1:]]


def blocks(source):
    """("comment" | "code" | "blank", text) in the order of the file; directives and extern "C" are left out."""
    at = 0
    pattern = re.compile(r"(?P<comment>/\*.*?\*/)[ \t]*\n|(?P<blank>\n)|(?P<directive>#(?:[^\n]*\\\n)*[^\n]*\n)"
                         r"|(?P<line>[^\n]*\n)", re.S)
    code = ""
    while at < len(source):
        found = pattern.match(source, at)
        if not found:
            break
        at = found.end()
        if code or found.group("line"):
            code += found.group()
            opened = code.count("{") - code.count("}")
            if code.strip() in ("extern \"C\" {", "}"):
                code = ""
            elif opened == 0 and re.search(r";[ \t]*(?:/\*.*?\*/)?\s*$", code, re.S):
                yield "code", code.strip()
                code = ""
        elif found.group("comment"):
            yield "comment", found.group("comment")
        elif found.group("blank"):
            yield "blank", ""


def entry_of(code, comment, section):
    declaration = re.sub(r"\n {7}", "\n", re.sub(r"\bVF_API ", "", code)) if "VF_API " in code else code
    if re.match(r"(VF_API|VF_DEPRECATED|int vf_\w+\()", code):
        return Entry(FUNCTION.search(declaration).group(1), "function", declaration, comment, section)
    name = re.search(r"}\s*(vf_\w+);|typedef .*\b(vf_\w+)\)?\(|typedef .*\b(vf_\w+);", code, re.S)
    if code.startswith("typedef") and name:
        return Entry(next(n for n in name.groups() if n), "type", declaration, comment, section)
    return None


def read_header(path):
    """(text of the head comment, entries) of a header."""
    source = path.read_text()
    head, entries, comment, section = None, [], text.Comment(), ""
    for kind, content in blocks(source):
        if kind == "blank":
            comment = text.Comment()
        elif kind == "comment":
            title = re.match(r"/\* -+ (.*?) -+ \*/", content)
            if title:
                section = title.group(1)
            elif head is None:
                head = text.parse(comment_lines(content))
            else:
                comment = text.parse(comment_lines(content))
        else:
            entry = entry_of(content, comment, section)
            if entry:
                entries.append(entry)
    return head or text.Comment(), entries


def page(path, head, entries, links, examples):
    """The page of a header. `links` has the places of all names."""
    lines = [f"# {path.name}", "", f"`#include <viewfab/{path.name}>`", "", text.markdown(head, links, "c"), ""]
    section = ""
    for entry in entries:
        if entry.section != section:
            section = entry.section
            lines += [f"## {section}", ""]
        lines += [f"### {entry.name}", "", f"```c\n{entry.declaration}\n```", "", text.markdown(entry.comment, links, "c"), ""]
        called = entry.kind == "function" and "VF_DEPRECATED" not in entry.declaration
        example = examples.of_c(entry.name) if called else None
        if example:
            lines += [example, ""]
    return "\n".join(lines)
