"""Reads a module of the Fortran interface: its public names, with the comments in front of their declarations."""
import re
from dataclasses import dataclass, field

BEGIN = re.compile(r"^\s*(?:(?:pure|elemental|impure|recursive|module) )*(?:(?:\w+(?:\([^)]*\))? )?)"
                   r"(subroutine|function)\s+(\w+)", re.I)
END = re.compile(r"^\s*end\s+(subroutine|function)\b", re.I)


@dataclass
class Procedure:
    name: str
    comment: list
    statement: str                                  # subroutine name(a, b)
    declarations: list = field(default_factory=list)  # of its arguments and its result


@dataclass
class Interface:
    name: str
    comment: list
    specifics: list


@dataclass
class DerivedType:
    name: str
    comment: list
    text: list
    bindings: dict = field(default_factory=dict)  # public name -> procedures
    parent: str = ""


@dataclass
class Module:
    name: str
    comment: list
    public: set = field(default_factory=set)
    procedures: dict = field(default_factory=dict)
    interfaces: dict = field(default_factory=dict)
    types: dict = field(default_factory=dict)
    constants: dict = field(default_factory=dict)  # name -> (declaration, comment)


def joined(source):
    """Logical lines: continued lines become one line. Comments of a line stay with it."""
    lines, pending = [], ""
    for line in source.split("\n"):
        code = line
        if pending:
            code = pending + re.sub(r"^&?\s*", " ", line.strip())
        remarked = "&" in code and "!" in code and not code.rstrip().endswith("&")
        body = re.sub(r"\s+!.*$", "", code) if remarked else code
        if body.rstrip().endswith("&") and not body.lstrip().startswith("!"):
            pending = body.rstrip()[:-1].rstrip()
            continue
        lines.append(code)
        pending = ""
    return lines


def names_of(text):
    return [name.strip() for name in text.split(",") if name.strip()]


class Reader:
    def __init__(self, path):
        self.lines = joined(path.read_text())
        self.module = None
        self.comment = []
        self.of_constants = []  # the comment of constants holds for the lines that follow, up to a blank line
        self.at = 0

    def take_comment(self):
        taken, self.comment = self.comment, []
        return taken

    def read(self):
        while self.at < len(self.lines):
            line = self.lines[self.at]
            self.at += 1
            if re.match(r"^\s*!", line):
                self.comment.append(re.sub(r"^\s*! ?", "", line).rstrip())
            elif not line.strip() or line.startswith("#"):
                self.comment = self.comment if line.startswith("#") else []
                self.of_constants = []
            else:
                self.statement(line)
        return self.module

    def statement(self, line):
        comment = self.take_comment()
        lower = line.strip().lower()
        begin = BEGIN.match(line)
        if lower.startswith("module ") and not lower.startswith("module procedure"):
            self.module = Module(lower.split()[1], comment)
        elif lower.startswith("public ::"):
            self.module.public.update(names_of(lower.split("::")[1]))
        elif re.match(r"(abstract )?interface\b", lower):
            self.interface(lower, comment)
        elif re.match(r"type\b(?!\()", lower):
            self.derived_type(line, comment)
        elif begin:
            procedure = self.procedure(line, begin, comment)
            self.module.procedures[procedure.name] = procedure
        elif re.search(r", parameter(, public)? ::", lower):
            self.of_constants = comment or self.of_constants
            self.constants(line, self.of_constants)

    def constants(self, line, comment):
        code, _, remark = line.partition("!")
        for name in re.findall(r"(?:::|,)\s*(\w+)\s*=", code[code.index("::"):]):
            self.module.constants[name.lower()] = (" ".join(code.split()), [remark.strip()] if remark else comment)

    def interface(self, lower, comment):
        name = lower.split("interface")[1].strip()
        specifics = []
        inner = []
        while True:
            line = self.lines[self.at]
            self.at += 1
            if re.match(r"^\s*end interface", line, re.I):
                break
            begin = BEGIN.match(line)
            if re.match(r"^\s*!", line):
                inner.append(re.sub(r"^\s*! ?", "", line).rstrip())
            elif re.match(r"^\s*(module )?procedure\b", line, re.I):
                specifics += [n.lower() for n in names_of(re.sub(r"^\s*(module )?procedure( ::)?", "", line, flags=re.I))]
                inner = []
            elif begin:
                procedure = self.procedure(line, begin, inner)
                inner = []
                if not name:
                    self.module.procedures.setdefault(procedure.name, procedure)
        if name:
            self.module.interfaces[name] = Interface(name, comment, specifics)

    def derived_type(self, line, comment):
        head, _, name = line.partition("::")
        name = (name or head.split()[-1]).strip().split("!")[0].strip().lower()
        parent = re.search(r"extends\((\w+)\)", head, re.I)
        found = DerivedType(name, comment, [line.rstrip()], parent=parent.group(1).lower() if parent else "")
        contained = False
        while True:
            line = self.lines[self.at]
            self.at += 1
            if re.match(r"^\s*end type", line, re.I):
                break
            contained = contained or line.strip().lower() == "contains"
            if contained:
                self.binding(found, line)
            else:
                found.text.append(line.rstrip())
        found.text.append("  end type")
        self.module.types[name] = found

    @staticmethod
    def binding(found, line):
        head, _, names = line.partition("::")
        head = head.strip().lower()
        names = names.split("!")[0].strip().lower()
        if head.startswith("generic") and "=>" in names:
            name, _, specifics = names.partition("=>")
            found.bindings.setdefault(name.strip(), []).extend(names_of(specifics))
        elif head.startswith("procedure") and "private" not in head:
            for name in names_of(names):
                public, _, specific = name.partition("=>")
                found.bindings[public.strip()] = [(specific or public).strip()]

    def procedure(self, line, begin, comment):
        found = Procedure(begin.group(2).lower(), comment, " ".join(line.split("!")[0].split()))
        words = {w.lower() for w in re.findall(r"\w+", line)}
        depth = 1
        while depth:
            line = self.lines[self.at]
            self.at += 1
            if END.match(line):
                depth -= 1
            elif BEGIN.match(line):
                depth += 1
            elif depth == 1 and "::" in line and not line.lstrip().startswith("!"):
                declared = re.sub(r"\([^)]*\)", "", line.split("!")[0].split("::")[1])
                names = {w.split("=")[0].strip().lower() for w in declared.split(",")}
                if names & words and "intent" in line.lower() or names & words and "parameter" not in line.lower():
                    found.declarations.append(" ".join(line.split("!")[0].split()))
        return found


def read_module(path):
    return Reader(path).read()
