"""Pages from lists in the sources: environment variables, status codes, programs."""
import re

from . import text


def literals(source):
    return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', source))


def status_codes(root):
    """name -> (number, text) of VF_STATUS_LIST."""
    source = (root / "c_src/include/viewfab/status.h").read_text()
    return {name: (number, words) for name, number, words in re.findall(r'X\((VF_\w+), (\d+), "([^"]*)"\)', source)}


def status_page(root):
    rows = [f"| <span id=\"{name}\"></span>`{name}` | {number} | {text.escape(words)} |"
            for name, (number, words) in status_codes(root).items()]
    return "\n".join(["# Status codes", "",
                      "Every procedure that can fail gives a code: `ierr` in Fortran, the result in C. "
                      "[Errors](../getting_started.md#errors) explains the codes.", "",
                      "| code | number | text |", "|---|---|---|", *rows, ""])


def variables(root):
    """(name, meaning) of VF_ENVIRONMENT_LIST."""
    source = (root / "c_src/core/config.h").read_text()
    body = re.search(r"#define VF_ENVIRONMENT_LIST\(X\)((?:[^\n]*\\\n)*[^\n]*)", source).group(1)
    return [(name, literals(meaning)) for name, meaning in re.findall(r'X\("(\w+)",((?:\s*\\?\s*"(?:[^"\\]|\\.)*")+)\)', body)]


def mentions(root, name):
    """(page, heading) where the guide first mentions a name in a page, apart from the list of all variables."""
    for page in sorted((root / "porting_guide").glob("*.md")):
        heading = None
        fence = False
        for line in page.read_text().split("\n"):
            fence ^= line.startswith("```")
            if not fence and line.startswith("#"):
                heading = line.lstrip("# ").strip()
            if name in line and heading != "Environment variables":
                yield page.name, heading
                break


def slug(heading):
    return re.sub(r"[^\w\- ]", "", heading.lower().replace("`", "")).replace(" ", "-")


def environment_page(root):
    lines = ["# Environment variables", "",
             "The library reads these variables; [the guide](../getting_started.md#environment-variables) has their values.", ""]
    for name, meaning in variables(root):
        lines += [f"## {name}", "", text.inline(meaning[0].upper() + meaning[1:] + ".", {}), ""]
        found = list(mentions(root, name))
        links = [f"[{page[:-3].replace('_', ' ')}: {heading}](../{page}#{slug(heading)})" for page, heading in found[:4]]
        if links:
            lines += ["In the guide: " + ", ".join(links) + ".", ""]
    return "\n".join(lines)


MACROS = {"Fl": lambda w: f"`-{w}`", "Ar": lambda w: f"*{w}*", "Nm": lambda w: f"`{w}`", "Ev": lambda w: f"`{w}`",
          "Xr": lambda w: f"`{w.split()[0]}`"}


class Manual:
    """A manual in mdoc, of the few macros that the manuals of viewfab use, as Markdown."""

    def __init__(self, source):
        self.lines = source.split("\n")
        self.name = ""
        self.result = []

    def words(self, macro, rest):
        if macro == "Nm":
            self.name = rest.split()[0] if rest else self.name
            return f"`{self.name}`"
        if macro == "Op":
            first, _, more = rest.partition(" ")
            return "[" + (self.words(first, more) if first in MACROS else text.escape(rest)) + "]"
        if macro == "Fl" and " Ar " in rest:
            flag, _, argument = rest.partition(" Ar ")
            return f"`-{flag}` *{argument}*"
        end = ""
        if rest[-2:] in (" .", " ,", " :", " ;"):
            rest, end = rest[:-2], rest[-1]
        return MACROS[macro](rest) + end

    def markdown(self):
        code = False
        for line in self.lines:
            macro, _, rest = line[1:].partition(" ") if line.startswith(".") else ("", "", line)
            if line.startswith('.\\"') or macro in ("Dd", "Dt", "Os", "Bl", "El"):
                continue
            if macro in ("Bd", "Ed"):
                code = macro == "Bd"
                self.result.append("\n```sh" if code else "```\n")
            elif code:
                self.result.append(line)
            elif macro == "Sh" and rest == "NAME":
                pass
            elif macro == "Sh":
                self.result.append(f"\n### {rest.capitalize()}\n")
            elif macro == "Nd":
                self.result.append(f": {rest}.\n")
            elif macro == "Pp":
                self.result.append("")
            elif macro == "It":
                first, _, more = rest.partition(" ")
                self.result.append("\n- " + (self.words(first, more) if first in MACROS else rest) + ":")
            elif macro in MACROS or macro == "Op":
                self.result.append(self.words(macro, rest))
            elif macro:
                raise SystemExit(f"build_site: a manual has the macro {macro}, which the site does not know")
            else:
                self.result.append(text.escape(rest))
        return re.sub(r"\n ?: ", ": ", "\n".join(self.result))


def programs_page(root):
    lines = ["# Programs", "", "The installation has these programs, and a manual page of each: `man vf_replay`.", ""]
    for manual in sorted((root / "c_src/programs/manuals").glob("*.1")):
        page = Manual(manual.read_text())
        body = page.markdown()
        lines += [f"## {manual.stem}", "", body, ""]
    return "\n".join(lines)
