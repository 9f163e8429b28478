"""Copies the guide into the site: lists as Python's Markdown wants them, and each source file that a page links, as a text."""
import html
import re
from pathlib import Path

LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
BAR = "\\|"  # in the cell of a table
CODE_WITH_BAR = re.compile(r"`([^`\n]*\\\|[^`\n]*)`")
ITEM = re.compile(r"^(\s*)([-*]|\d+\.)( +)(?=\S)")


def indented_by_four(source):
    """Contents of list items are indented by four columns for each level, and a blank line precedes each list."""
    result, levels, fence = [], [], None
    blank = True
    for line in source.split("\n"):
        indent = len(line) - len(line.lstrip())
        if not line.strip():
            result.append("")
            blank = True
            continue
        opening = re.match(r"\s*(```+)", line)
        item = None if fence else ITEM.match(line)
        if not fence:
            while levels and indent < levels[-1][1] and not (item and indent >= levels[-1][1]):
                if not item and not blank and not opening:
                    break  # a lazy continuation of the item
                levels.pop()
        if item:
            if not levels and not blank:
                result.append("")
            result.append(" " * (4 * len(levels)) + line.lstrip())
            levels.append((indent, item.end()))
        else:
            inner = levels[-1][1] if levels else 0
            result.append(" " * (4 * len(levels)) + (line[inner:] if indent >= inner else line.lstrip()))
        if opening:
            fence = None if fence else opening.group(1)
        blank = False
    return "\n".join(result)


class Guide:
    def __init__(self, root, pages):
        self.root, self.pages = root, pages
        self.shown = set()  # files and folders of the repository that pages link

    def source_page(self, path):
        """The text of a file, or the list of a folder, from the top of the site. mkdocs leaves out hidden folders."""
        self.shown.add(path)
        return f"sources/{path.as_posix().replace('.ci/', 'dot_ci/')}.txt"

    def link_to(self, path):
        """A link to a file of the repository for pages one folder below the top."""
        if path.parts[0] == "porting_guide":
            return f"[{path.stem.replace('_', ' ')}](../{path.name})"
        return f"[{path.as_posix()}](../{self.source_page(path)})"

    def target(self, link, folder):
        """What a link of a page in `folder` of the repository becomes on a page at the top of the site."""
        if re.match(r"[a-z]+:", link) or link.startswith("#"):
            return link
        address, mark, anchor = link.partition("#")
        path = (folder / address).resolve().relative_to(self.root)
        if path == Path("README.md"):
            return "index.md" + mark + anchor
        if path.parts and path.parts[0] == "porting_guide" and len(path.parts) == 2 and path.suffix == ".md":
            return path.name + mark + anchor
        if path.parts and path.parts[:2] == ("porting_guide", "figures"):
            return "/".join(path.parts[1:])
        if not (self.root / path).exists():
            return link  # mkdocs reports it
        return self.source_page(path)

    def page(self, path):
        source = path.read_text()
        parts = re.split(r"(^```.*?^```[ \t]*$)", source, flags=re.S | re.M)
        for at in range(0, len(parts), 2):
            parts[at] = LINK.sub(lambda m: f"[{m.group(1)}]({self.target(m.group(2), path.parent)})", parts[at])
            parts[at] = CODE_WITH_BAR.sub(lambda m: f"<code>{html.escape(m.group(1)).replace(BAR, '&#124;')}</code>", parts[at])
        return indented_by_four("".join(parts))

    def write_sources(self, out):
        for path in sorted(self.shown):
            place = self.root / path
            copy = out / self.source_page(path)
            copy.parent.mkdir(parents=True, exist_ok=True)
            if place.is_dir():
                files = sorted(p.name + ("/" if p.is_dir() else "") for p in place.iterdir() if p.name != "__pycache__")
                copy.write_text(f"{path.as_posix()}/\n" + "".join(f"    {name}\n" for name in files))
            else:
                copy.write_bytes(place.read_bytes())
