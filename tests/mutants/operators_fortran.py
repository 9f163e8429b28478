"""The mutations of a line of Fortran: a table of operators, and what of a file they may touch."""

import re

# Statements that declare: a slip there is the compiler's to find.
DECLARES = re.compile(
    r"\s*(use|import|implicit|interface|end|module|submodule|contains|procedure|generic|final|public|private|include|select|rank|case|class|type|"
    r"(?:(?:pure|elemental|recursive|impure)\s+)*(?:subroutine|function)|integer|real|logical|character|double|complex|allocate|else\s*$)\b", re.I)
INTERFACE = re.compile(r"\s*(abstract\s+)?interface\b", re.I)
INTERFACE_END = re.compile(r"\s*end\s+interface\b", re.I)


def without_texts(text):
    """Comments and texts blanked; positions stay."""
    return re.sub(r"'(?:''|[^'\n])*'|\"(?:\"\"|[^\"\n])*\"|![^\n]*", lambda match: "\x00" * len(match.group()), text)


def masked(text):
    """The text with everything blanked that is not to be mutated: comments, texts, declarations, interfaces."""
    out, inside, skipped, goes_on = [], False, False, False
    for line in without_texts(text).split("\n"):
        if not goes_on:
            skipped = bool(DECLARES.match(line)) or "::" in line
        inside = inside or bool(INTERFACE.match(line))
        out.append("\x00" * len(line) if skipped or inside else line)
        inside = inside and not INTERFACE_END.match(line)
        goes_on = line.replace("\x00", "").rstrip().endswith("&")
    return "\n".join(out)


def starts(visible, previous):
    """True if a statement begins and ends in the line."""
    return not previous.endswith("&") and not visible.rstrip("\x00 ").endswith("&")


def swaps(*pairs):
    return [(rf"\b{a}\b(?!\s*=[^=])", b) for left, right in pairs for a, b in ((left, right), (right, left))]


def count_up(match):
    return str(int(match.group()) + 1)


def count_down(match):
    return str(int(match.group()) - 1)


INTEGER = r"(?<![\w.%])\d+(?=_\w+|(?![\w.]))"

# As in operators.py: name: list of (regular expression, replacement).
OPERATORS = {
    "relation": [(r" <= ", " < "), (r" < ", " <= "), (r" >= ", " > "), (r" > ", " >= "), (r" == ", " /= "), (r" /= ", " == "),
                 (r" < ", " > "), (r" > ", " < ")],
    "logic": [(r"\.and\.", ".or."), (r"\.or\.", ".and."), (r"\.not\. ", ""), (r"\.eqv\.", ".neqv."), (r"\.neqv\.", ".eqv.")],
    "negated condition": [(r"\bif \((.*)\)(?= then| return| \w+ =| call| cycle| exit)", r"if (.not. (\1))"),
                          (r"\bpresent\(\w+\)", ".true."), (r"\bpresent\(\w+\)", ".false.")],
    "arithmetic": [(r" \+ ", " - "), (r" - ", " + "), (r" \* ", " / "), (r" / ", " * ")],
    "constant": [(INTEGER, count_up), (INTEGER, count_down)],
    "bound": [(r"\bdo (\w+) = ([^,]+), ", r"do \1 = 1 + (\2), "), (r"(\bdo \w+ = .+, )([^,]+)$", r"\1(\2) - 1")],
    "dropped term": [(r" [+-] [\w%]+(?:\([^()]*\))?(?=[,) \]]|$)", ""), (r" [*/] [\w%]+(?:\([^()]*\))?(?=[,) \]]|$)", ""),
                     (r" \.(?:and|or)\. [\w%]+(?:\([^()]*\))?(?=[) ])", "")],
    "dropped statement": [(r"^(\s+)(?:call \w|[\w%]+(?:\([^=]*\))? =>? )[^;]*$", r"\1continue"),
                          (r"(?<=\) )(?:call \w|[\w%]+(?:\([^=]*\))? =>? ).*$", "continue")],
    "return": [(r"(?<=\) )return$", "continue"), (r"\bstatus = [\w%]+\(.*\)$", "status = VF_OK")],
    "jump": swaps(("cycle", "exit")),
    "neighbour index": swaps(("i", "j"), ("lower", "upper"), ("first", "last"), ("extents", "lower"), ("first", "second"),
                             ("low", "high"), ("second", "third"), ("x", "y"))
    + [(r"\(1\)", "(2)"), (r"\(2\)", "(1)"), (r"\(3\)", "(2)"), (r"%lower\b", "%upper"), (r"%upper\b", "%lower")],
    "extremum": swaps(("min", "max"), ("minval", "maxval"), ("any", "all"), ("lbound", "ubound")),
    "intent": swaps(("vf_read", "vf_update"), ("vf_write", "vf_update"), ("VF_HOST", "VF_DEVICE")),
    "truth": swaps(("int32", "int64"), ("real32", "real64"), ("c_int", "c_int64_t"))
    + [(r"\.true\.", ".false."), (r"\.false\.", ".true.")],
    "status": [(r"\bVF_ERROR_(?!ARGUMENT)\w+", "VF_ERROR_ARGUMENT"), (r"\bVF_ERROR_ARGUMENT", "VF_ERROR_BOX")],
    "choice": [(r"\bmerge\(([^(),]+), ([^(),]+), ", r"merge(\2, \1, ")],
}
