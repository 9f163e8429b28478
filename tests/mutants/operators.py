"""The mutations of a line of C: a table of operators, and what of a file they may touch."""

import re

import operators_fortran

# Preprocessor blocks that a build without GPUs does not compile.
FOREIGN_BLOCK = re.compile(
    r"#\s*(ifdef|if\s+defined\()\s*\(?(VIEWFAB_CUDA|VIEWFAB_HIP|VIEWFAB_GPU|__CUDACC__|__cplusplus|__HIP|VF_TUNED_GPU|VIEWFAB_BOUNDS)"
)
MESSAGE_CALL = re.compile(r"\b(vfi_fail|vfi_context_failure|fail|error|complain|snprintf|fprintf)\(")


def masked(text, keep_message_arguments=False):
    """The text with everything blanked that is not to be mutated: comments, strings, preprocessor lines other than the
    bodies of macros, the arguments of error messages, static assertions. Positions stay."""
    out = list(text)

    def blank(first, last):
        for p in range(first, last):
            if out[p] != "\n":
                out[p] = "\x00"

    for match in re.finditer(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])'", text, re.S):
        blank(match.start(), match.end())
    code = "".join(out)
    for match in re.finditer(r"^[ \t]*#(?:[^\n\\]|\\\n|\\.)*", code, re.M):
        line = match.group()
        define = re.match(r"[ \t]*#[ \t]*define[ \t]+\w+(\([^)]*\))?[ \t]*", line)
        blank(match.start(), match.start() + define.end() if define else match.end())
    if not keep_message_arguments:
        for match in MESSAGE_CALL.finditer(text):
            first_string = text.find('"', match.end())
            depth, p = 1, match.end()
            while p < len(text) and depth:
                depth += {"(": 1, ")": -1}.get(code[p], 0)
                p += 1
            if match.end() <= first_string < p:
                blank(first_string, p - 1)
    for match in re.finditer(r"^[^\n]*(VF_SUMMARY|_Static_assert|static_assert|__attribute__)[^\n]*", text, re.M):
        blank(match.start(), match.end())
    depth = 0
    position = 0
    for line in text.splitlines(keepends=True):
        if depth == 0 and FOREIGN_BLOCK.match(line):
            depth = 1
        elif depth:
            if re.match(r"\s*#\s*if", line):
                depth += 1
            elif re.match(r"\s*#\s*endif", line) or (depth == 1 and re.match(r"\s*#\s*el", line)):
                depth -= 1
        if depth:
            blank(position, position + len(line))
        position += len(line)
    return "".join(out)


def swaps(*pairs):
    """Operators that put one word for another, both ways."""
    found = []
    for left, right in pairs:
        found.append((rf"\b{left}\b", right))
        found.append((rf"\b{right}\b", left))
    return found


def count_up(match):
    return str(int(match.group()) + 1)


def count_down(match):
    return str(int(match.group()) - 1)


INTEGER = r"(?<![\w.])\d+(?![\w.]|\s*:)"

# name: list of (regular expression, replacement); an expression is looked for in the masked line, and each place where it
# matches is a mutation.
OPERATORS = {
    "relation": [
        (r" <= ", " < "), (r" < ", " <= "), (r" >= ", " > "), (r" > ", " >= "), (r" == ", " != "), (r" != ", " == "),
        (r" <= ", " >= "), (r" < ", " > "), (r" > ", " < "),
    ],
    "logic": [(r" && ", " || "), (r" \|\| ", " && "), (r"(?<=[ (])!(?=[\w(*])", ""), (r" \| ", " & "), (r" & ", " | ")],
    "negated condition": [
        (r"\b(if|while) \((.*)\)(?= |$)", r"\1 (!(\2))"), (r"(?<=\w|\)|\]) \? ", " == 0 ? "),
    ],
    "arithmetic": [
        (r" \+ ", " - "), (r" - ", " + "), (r" \* ", " / "), (r" / ", " * "), (r" % ", " / "), (r" \+= ", " -= "),
        (r" -= ", " += "), (r" \+= ", " = "), (r" \*= ", " /= "), (r"(?<=\w)\+\+;", "--;"),
        (r" << ", " >> "), (r" >> ", " << "), (r"(?<=[(, =])-(?=[\w(])", ""),
    ],
    "constant": [(INTEGER, count_up), (INTEGER, count_down), (r"\b(\d+\.\d+)\b", r"(\1 * 1.5)")],
    "bound": [
        (r"(?<=; )(\w+) < ([^;]+)(?=;)", r"\1 + 1 < \2"), (r"(?<=; )(\w+) <= ([^;]+)(?=;)", r"\1 + 1 <= \2"),
        (r"(?<=\w) = ([^;=,]+)(?=; \w+ <=? )", r" = 1 + (\1)"),
    ],
    "dropped term": [
        (r" && [^&|()?;]+(?=[&|)?;])", ""), (r" \|\| [^&|()?;]+(?=[&|)?;])", ""), (r" [+-] [\w.\->\[\]]+(?=[;,) ])", ""),
        (r" [*/] [\w.\->\[\]]+(?=[;,) ])", ""), (r"[\w.\->\[\]]+(?:\([^()]*\))? && ", ""), (r"[\w.\->\[\]]+(?:\([^()]*\))? \|\| ", ""),
        (r" && [!\w.\->\[\]]+\([^()]*\)", ""), (r" \|\| [!\w.\->\[\]]+\([^()]*\)", ""),
    ],
    "dropped statement": [
        (r"^(\s+)(?!return|for |while |if |do |switch |case |const |static |extern |typedef |struct |enum |int |char |size_t |bool |double |void |#|else|VF_INLINE)"
         r"[\w*(][^;{}]*(?:=|\(|\+\+|--)[^;{}]*;", r"\1;"),
        (r"(?<=\) )(?!return)[\w*(][\w.\->\[\]*]*(?: [+*/-]?= |\(|\+\+)[^;{}]*;", ";"),
        (r"(?<=else )(?!return|if)[\w*(][\w.\->\[\]*]*(?: [+*/-]?= |\(|\+\+)[^;{}]*;", ";"),
    ],
    "return": [
        (r"\breturn (?!VF_OK|\()([\w.\->\[\]]+);", r"return 0;"), (r"\breturn (?!VF_OK)([^;{}]*);", r"return !(\1);"),
        (r"\breturn (?:status|VF_ERROR_\w+);", "return VF_OK;"), (r"\b(if|while|for) \(", r"return 0; \1 ("),
        (r"\b(const )?vf_status (\w+) = ([^;]+);", r"\1vf_status \2 = (\3, VF_OK);"),
    ],
    "jump": swaps(("continue", "break")),
    "neighbour index": swaps(("i", "j"), ("j", "k"), ("lower", "upper"), ("low", "high"), ("first", "last"), ("lo", "hi"),
                             ("lower0", "lower1"), ("to", "from"), ("before", "after"), ("x", "y"), ("y", "z"), ("a", "b"),
                             ("bx", "by"), ("by", "bz"), ("width", "height"), ("row", "column"), ("left", "right"))
    + [(r"\[0\]", "[1]"), (r"\[1\]", "[2]"), (r"\[2\]", "[1]"), (r"\[d\]", "[(d + 1) % 3]"), (r"\[face\]", "[(face + 3) % 6]")],
    "extremum": swaps(("VF_MIN", "VF_MAX"), ("fmin", "fmax"), ("vfi_larger", "vfi_smaller"), ("smaller", "larger"),
                      ("least", "largest"), ("min", "max"), ("vf_min", "vf_max"), ("INT_MIN", "INT_MAX")),
    "intent": swaps(("READ", "WRITE"), ("WRITE", "UPDATE"), ("VF_READ", "VF_UPDATE"), ("VF_WRITE", "VF_UPDATE"),
                    ("VF_ARGUMENT_READ", "VF_ARGUMENT_WRITE"), ("VF_ARGUMENT_WRITE", "VF_ARGUMENT_UPDATE")),
    "side": swaps(("VF_HOST", "VF_DEVICE"), ("VF_COPY_TO_HOST", "VF_COPY_TO_DEVICE"), ("VF_STATE_HOST", "VF_STATE_DEVICE"),
                  ("VF_STATE_BOTH", "VF_STATE_HOST"), ("VF_COPY_NONE", "VF_COPY_TO_DEVICE"), ("copy_to_host", "copy_to_device")),
    "truth": swaps(("true", "false"), ("float", "double"), ("VF_REAL32", "VF_REAL64")),
    "truncation": [(r"\b\w*floor\w*\(([^(),]+), ([^()]+)\)", r"((\1) / (\2))"), (r"\bfloor\(", "(double)(int64_t)(")],
    "status": [(r"\bVF_ERROR_(?!ARGUMENT)\w+", "VF_ERROR_ARGUMENT"), (r"\bVF_ERROR_ARGUMENT", "VF_ERROR_BOX")],
    "kind": swaps(("VF_POINTS_COLOURED", "VF_POINTS_GHOSTS"), ("VF_POINTS_FACES", "VF_POINTS_ALL"), ("every", "of_call"),
                  ("refine", "coarsen"), ("VF_PERIODIC", "VF_DIRICHLET"), ("VF_NEUMANN", "VF_REFLECT_ODD")),
}


DECLARED_SIZE = re.compile(r"\s*(?:static |const )*(?:struct )?\w+ [^=(]*\[\d+\][^=(]*;")


class Mutation:
    """One changed line of a file."""

    def __init__(self, path, line, operator, before, after):
        self.path, self.line, self.operator, self.before, self.after = path, line, operator, before, after

    def key(self):
        return (self.path, self.line, self.after)


def whole_in_c(visible, previous):
    """True if a statement begins in the line: the rest of a statement, or one that goes on, cannot be dropped."""
    return previous.endswith((";", "{", "}", ":", ")", "else", "do")) and not re.search(r"[,(|&+*/=-]\s*$", previous)


def changed(line, visible, rules, keeps_texts):
    """What the rules of an operator make of a line."""
    for pattern, replacement in rules:
        for match in re.finditer(pattern, visible):
            if "\x00" in match.group() and not keeps_texts:
                continue
            # The real text of what is kept, also where a string stands in it.
            real = re.compile(pattern).match(line, match.start())
            if not real:
                continue
            new = replacement(real) if callable(replacement) else real.expand(replacement)
            yield line[:match.start()] + new + line[real.end():]


def mutations(path, text, keep_message_arguments=False):
    """All mutations of a file: {line number: {operator: [Mutation]}}."""
    found = {}
    fortran = path.endswith(".f90")
    code = (operators_fortran.masked(text) if fortran else masked(text, keep_message_arguments)).split("\n")
    whole = operators_fortran.starts if fortran else whole_in_c
    previous = "{"
    for number, (line, visible) in enumerate(zip(text.split("\n"), code), 1):
        if not re.search(r"\w", visible.replace("\x00", "")):
            continue
        droppable = whole(visible, previous)
        previous = visible.replace("\x00", "").rstrip(" \\") or previous
        for operator, rules in (operators_fortran.OPERATORS if fortran else OPERATORS).items():
            if (operator == "dropped statement" and not droppable) or (operator == "constant" and DECLARED_SIZE.match(visible)):
                continue
            keeps_texts = operator in ("dropped statement", "negated condition", "return")
            for after in changed(line, visible, rules, keeps_texts):
                if after != line:
                    found.setdefault(number, {}).setdefault(operator, {})[after] = Mutation(path, number, operator, line, after)
    return {n: {o: list(m.values()) for o, m in by.items()} for n, by in found.items()}
