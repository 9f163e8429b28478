"""From comments of sources to Markdown."""
import re
from dataclasses import dataclass, field

NAME = re.compile(r"\b[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+\b|\b[a-z]\w*%\w+")
ARGUMENT = re.compile(r"^  (\w+(?:, \w+)*(?: \.\.\.)?)  +(\S.*)$")


@dataclass
class Comment:
    """A comment with its parts: paragraphs of text and code, a table of arguments, the errors."""
    parts: list = field(default_factory=list)  # ("text" | "code" | "arguments", content)

    def arguments(self):
        return [row for kind, content in self.parts if kind == "arguments" for row in content]


def parse(lines):
    """Parts of a comment whose lines have no comment marks and keep their indentation."""
    comment = Comment()
    open_kind = None

    def begin(kind, content):
        nonlocal open_kind
        comment.parts.append([kind, content])
        open_kind = kind

    for line in lines:
        argument = ARGUMENT.match(line)
        indent = len(line) - len(line.lstrip())
        if not line.strip():
            open_kind = None
        elif argument and not line.strip().startswith("-"):
            if open_kind != "arguments":
                begin("arguments", [])
            comment.parts[-1][1].append([argument.group(1), argument.group(2)])
        elif open_kind == "arguments" and indent > 2:
            comment.parts[-1][1][-1][1] += " " + line.strip()
        elif line.lstrip().startswith("- "):
            begin("item", line.strip()[2:])
        elif open_kind == "item" and indent:
            comment.parts[-1][1] += " " + line.strip()
        elif indent >= 2:
            if open_kind != "code":
                begin("code", [])
            comment.parts[-1][1].append(line[2:])
        elif open_kind == "text" and not line.startswith(("Errors:", "Errors as", "Errors and")):
            comment.parts[-1][1] += " " + line.strip()
        else:
            begin("text", line.strip())
    return comment


def escape(text):
    text = re.sub(r"([\\*\[\]`#|])", r"\\\1", text)
    for mark, entity in [("<", "&lt;"), (">", "&gt;"), ("{", "&#123;"), ("}", "&#125;")]:
        text = text.replace(mark, entity)
    return text


def inline(text, links):
    """Text with names of code as code, and as links if `links` knows them."""
    result, at = [], 0
    for name in NAME.finditer(text):
        result.append(escape(text[at:name.start()]))
        code = f"`{name.group()}`"
        target = links.get(name.group())
        result.append(f"[{code}]({target})" if target else code)
        at = name.end()
    result.append(escape(text[at:]))
    return "".join(result)


def table(rows, heads, links):
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    lines += [f"| `{names}` | " + " | ".join(inline(cell, links) for cell in cells) + " |" for names, *cells in rows]
    return "\n".join(lines)


def markdown(comment, links, language):
    """The comment as Markdown; the sentence of errors stands out."""
    result = []
    for kind, content in comment.parts:
        if kind == "arguments":
            result.append(table(content, ["argument", "meaning"], links))
        elif kind == "code":
            result.append(f"```{language}\n" + "\n".join(content) + "\n```")
        elif kind == "item":
            result.append("- " + inline(content, links))
        else:
            errors = re.match(r"(.*?)\b(Errors(?: and arguments)?(?: as above)?[:.]?)(.*)$", content)
            if errors and content[:errors.start(2)].strip():
                result.append(inline(errors.group(1).strip(), links))
            if errors:
                result.append(f"**{errors.group(2)}**" + inline(errors.group(3), links))
            else:
                result.append(inline(content, links))
    return "\n\n".join(result)
