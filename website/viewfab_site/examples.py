"""An example of each procedure: the first statement with its call in the guide, in the examples or in the tests."""
import re


class Examples:
    def __init__(self, root, place_of):
        """`place_of` gives the link of a file of the repository, or of a page of the guide."""
        self.place_of = place_of
        self.blocks = self.guide_blocks(root, "fortran")
        self.fortran = self.blocks + self.sources(root, ("*.f90", "*.f", "*.F90")) + self.guide_lines(root)
        self.c = self.guide_blocks(root, "c") + self.sources(root, ("*.c", "*.cpp", "*.cu")) + self.guide_lines(root)
        self.missing = []

    @staticmethod
    def guide_blocks(root, language):
        found = []
        for page in sorted((root / "porting_guide").glob("*.md")):
            for block in re.findall(rf"^```{language}\n(.*?)^```", page.read_text(), re.S | re.M):
                found.append((page.relative_to(root), block))
        return found

    @staticmethod
    def guide_lines(root):
        """Calls within the text of the guide, each on a line of its own."""
        found = []
        for page in sorted((root / "porting_guide").glob("*.md")):
            calls = re.findall(r"`((?:call )?[^`\n]*\([^`\n]*\))`", page.read_text())
            found.append((page.relative_to(root), "\n".join(calls)))
        return found

    @staticmethod
    def sources(root, patterns):
        found = []
        for folder in ("legacy_examples", "tests/fortran", "tests/ranks", "tests/sets", "tests/core", "c_src/programs",
                       "c_src/cmake", "c_src/multigrid", "tests"):
            for pattern in patterns:
                for file in sorted((root / folder).rglob(pattern)):
                    found.append((file.relative_to(root), file.read_text(errors="replace")))
        return found

    def shown(self, file, statement, language):
        indent = min(len(line) - len(line.lstrip()) for line in statement if line.strip())
        code = "\n".join(line[indent:].rstrip() for line in statement)
        return f"Example, from {self.place_of(file)}:\n\n```{language}\n{code}\n```"

    @staticmethod
    def fortran_statement(lines, at):
        first = last = at
        while first > 0 and lines[first - 1].rstrip().endswith("&"):
            first -= 1
        while last + 1 < len(lines) and lines[last].split("!")[0].rstrip().endswith("&"):
            last += 1
        return lines[first:last + 1]

    def first_fortran(self, pattern, files):
        expression = re.compile(pattern, re.I)
        for file, source in files:
            if not expression.search(source):
                continue
            lines = source.split("\n")
            for at, line in enumerate(lines):
                if expression.search(line.split("!")[0]) and not re.match(r"\s*(end )?(subroutine|function|use)\b", line, re.I):
                    statement = self.fortran_statement(lines, at)
                    if len(statement) < 12:
                        return self.shown(file, statement, "fortran")
        return None

    def of_interface(self, name):
        """The block of the guide with a procedure that has the interface."""
        for file, block in self.blocks:
            if f"procedure({name})" in block:
                return self.shown(file, block.rstrip().split("\n"), "fortran")
        return None

    def of_procedure(self, name):
        found = self.of_interface(name) or self.first_fortran(rf"\b{name}\(", self.fortran)
        if not found:
            found = self.first_fortran(rf"\bcall {name}\b|\bprocedure\({name}\)|=> {name}\b|\b{name}\b *$", self.fortran)
        if not found:
            self.missing.append(name)
        return found

    def of_binding(self, types, binding):
        """The call of a binding by a variable of one of the types."""
        for file, source in self.fortran:
            if f"%{binding}" not in source:
                continue
            declared = "|".join(types)
            variables = set()
            for names in re.findall(rf"^\s*(?:type|class)\((?:{declared})\)[^!\n]*::([^!\n]*)", source, re.M | re.I):
                variables.update(re.findall(r"[a-z]\w*", re.sub(r"\([^)]*\)", "", names), re.I))
            variables.add(types[0].removeprefix("vf_"))  # as the guide names them
            if variables:
                found = self.first_fortran(rf"\b(?:{'|'.join(sorted(variables))})(?:\([^)]*\))?%{binding}\b", [(file, source)])
                if found:
                    return found
        self.missing.append(f"{types[0]}%{binding}")
        return None

    def of_c(self, name):
        best = None
        expression = re.compile(rf"\b{name}\(")
        for file, source in self.c:
            if name + "(" not in source:
                continue
            for found in expression.finditer(source):
                statement = self.c_statement(source, found.start())
                if not statement or len(statement) > 900:
                    continue
                rank = ("assert" in statement) * 2 + (not statement.strip().startswith(name))
                if best is None or rank < best[0]:
                    best = (rank, file, statement)
                if rank == 0:
                    break
            if best and best[0] == 0:
                break
        if not best:
            self.missing.append(name)
            return None
        return self.shown(best[1], best[2].split("\n"), "c")

    @staticmethod
    def c_statement(source, at):
        begin = max(source.rfind(mark, 0, at) for mark in (";", "{", "}", "*/", "#")) + 1
        end = source.find(";", at) if ";" in source else source.find("\n", at) - 1
        line = source.rfind("\n", 0, at) + 1
        if end < 0 or source[source.rfind("\n", 0, begin) + 1:begin].lstrip().startswith("#") or "#" in source[line:at]:
            return None
        statement = source[begin:end + 1]
        if statement.startswith("/"):
            statement = statement[1:]
        statement = statement.strip("\n")
        if re.match(r"\s*(static |VF_API |extern )", statement) or "{" in statement[:at - begin] or re.match(r"\s*//", statement):
            return None
        return statement
