"""From fparser's tree to statements and expressions of the intermediate representation."""
from __future__ import annotations

import re

from fparser.two import Fortran2003 as F
from fparser.two.utils import walk

from viewfab_translate import ir

WORDS = {".and.": "and", ".or.": "or", ".not.": "not", ".eqv.": "eqv", ".neqv.": "neqv", ".lt.": "<", ".le.": "<=",
         ".gt.": ">", ".ge.": ">=", ".eq.": "==", ".ne.": "/="}
WITH_KIND = {"real", "int", "nint", "floor", "ceiling", "aint", "anint"}  # functions whose second argument is KIND


class Reader:
    """Reads statements of one routine. symbols tells arrays from functions; kinds gives the numbers of named kinds."""

    def __init__(self, symbols: dict, lines: list, own: str = "", flags: list = ()):
        """own: the name of the routine, which is the result of a function too. flags: of the compiler."""
        self.symbols, self.text, self.own = symbols, lines, own
        self.single, self.double = kinds_of_flags(flags)
        self.span = (0, 0)

    # ------------------------------------------------------------------------------------------------------------ expressions
    def expr(self, e) -> ir.Expr:
        kind = type(e).__name__
        if isinstance(e, str):
            return ir.Var(e.lower())
        if kind == "Name":
            return ir.Var(str(e).lower())
        if kind in ("Int_Literal_Constant", "Signed_Int_Literal_Constant"):
            kind = self.kind_of(e.items[1], 4)
            return ir.Num("int", kind, int(e.items[0]), str(e.items[0]) + ("" if kind == 4 else f"_{kind}"))
        if kind in ("Real_Literal_Constant", "Signed_Real_Literal_Constant"):
            return self.real(e)
        if kind == "Logical_Literal_Constant":
            return ir.Num("logical", 4, "true" in str(e).lower(), str(e))
        if kind == "Char_Literal_Constant":
            text = str(e.items[0])
            return ir.Num("char", 1, text[1:-1].replace(text[:1] * 2, text[:1]), str(e))
        if kind == "Parenthesis":
            return ir.Paren(self.expr(e.items[1]))
        if kind in ("Part_Ref", "Function_Reference", "Structure_Constructor", "Intrinsic_Function_Reference", "Array_Section",
                    "Substring"):
            return self.reference(e)
        if kind in ("Data_Ref", "Proc_Component_Ref"):
            return self.component(e)
        if kind == "Subscript_Triplet":
            return ir.Range(*(None if x is None else self.expr(x) for x in e.items))
        if kind in ("Actual_Arg_Spec", "Component_Spec"):
            return ir.Op("=", (ir.Var(str(e.items[0]).lower()), self.expr(e.items[1])))
        if kind == "Array_Constructor":
            return ir.Call("[]", tuple(self.expr(x) for x in arguments(e.items[1])))
        items = getattr(e, "items", ())
        if len(items) == 3 and isinstance(items[1], str):
            op = items[1].lower()
            return ir.Op(WORDS.get(op, op), (self.expr(items[0]), self.expr(items[2])))
        if len(items) == 2 and isinstance(items[0], str):
            op = items[0].lower()
            return ir.Op({"-": "neg", "+": "pos"}.get(op, WORDS.get(op, op)), (self.expr(items[1]),))
        raise ir.Refusal(f"an expression that the program does not know: {e} ({kind})", self.span[0], "", "expression")

    def kind_of(self, kind, default: int) -> int:
        if kind is None:
            return default
        text = str(kind).lower()
        if text.isdigit():
            return int(text)
        value = self.symbols[text].value if text in self.symbols else None
        if isinstance(value, ir.Num) and value.type == "int":
            return value.value
        raise ir.Refusal(f"the kind {kind} is no constant that the compiler's list of symbols has", self.span[0], "", "kind")

    def real(self, e) -> ir.Num:
        text = str(e.items[0]).lower()
        usual = 8 if "d" in text else 4
        kind = self.kind_of(e.items[1], self.double if "d" in text else self.single)
        value = round_to(float(text.replace("d", "e")), kind)
        if e.items[1] is None and kind != usual:  # by a flag that other files may lack
            text = f"{text.replace('d', 'e')}_{kind}"
        if e.items[1] is not None:  # the text is to be read in other places, without the code's names of kinds
            text = text.replace("e", "d") if kind == 8 else text
            text += "d0" if kind == 8 and "d" not in text else ""
        return ir.Num("real", kind, value, text)

    def reference(self, e) -> ir.Expr:
        head, tail = e.items[0], e.items[1]
        if type(head).__name__ in ("Data_Ref", "Proc_Component_Ref"):
            base = self.component(head)
            name = base.name if isinstance(base, (ir.Var, ir.Ref)) else ""
            return self.subscripted(name, base, [self.expr(x) for x in arguments(tail)])
        name = str(head).lower()
        args = [self.expr(x) for x in arguments(tail)]
        if name in WITH_KIND and len(args) == 2 and isinstance(args[1], ir.Op) and args[1].op == "=" and args[1].args[0] == ir.Var("kind"):
            args[1] = args[1].args[1]
        symbol = self.symbols.get(name)
        if symbol is not None and symbol.bounds and (symbol.place != "function" or name == self.own):
            return ir.Ref(name, tuple(args))
        if symbol is not None and symbol.type == "char" and any(isinstance(a, ir.Range) for a in args):
            return ir.Call("[substring]", (ir.Var(name), *args))
        return ir.Call(name, tuple(args))

    def subscripted(self, name: str, base: ir.Expr, args: list) -> ir.Expr:
        if isinstance(base, ir.Ref):
            raise ir.Refusal(f"subscripts behind subscripts: {name}", self.span[0], "", "expression")
        return ir.Ref(name, tuple(args))

    def component(self, e) -> ir.Expr:
        """a%b(i)%c(j): a reference to the array a%b(i)%c with the subscript j."""
        parts = flat(e)
        name, subs = "", None
        for part in parts:
            if subs is not None:
                name += "(" + ",".join(text_of(s) for s in subs) + ")"
                subs = None
            if type(part).__name__ in ("Name", "str"):
                name += ("%" if name else "") + str(part).lower()
                continue
            name += ("%" if name else "") + str(part.items[0]).lower()
            subs = tuple(self.expr(x) for x in arguments(part.items[1]))
        return ir.Var(name) if subs is None else ir.Ref(name, subs)

    # ------------------------------------------------------------------------------------------------------------- statements
    def body(self, nodes: list) -> list:
        out = []
        for node in nodes:
            out += self.statement(node)
        return out

    def lines(self, node) -> tuple:
        first = last = 0
        for x in [node] + walk(node, F.StmtBase if hasattr(F, "StmtBase") else object):
            item = getattr(x, "item", None)
            if item is not None and getattr(item, "span", None):
                first = item.span[0] if not first else min(first, item.span[0])
                last = max(last, item.span[1])
        self.span = (first, last) if first else self.span
        return self.span

    def statement(self, node) -> list:
        kind = type(node).__name__
        if kind == "Comment" or kind.startswith("Cpp"):
            return []
        span = self.lines(node)
        method = getattr(self, "read_" + kind.lower(), None)
        if method is None:
            return [ir.Other(*span, words_of(kind), frozenset(str(n).lower() for n in walk(node, F.Name)),
                             self.inner(node))]
        try:
            return method(node, span)
        except ir.Refusal as why:
            if why.reason != "expression":
                raise
            names = frozenset(names_outside_of_constructors(node))
            other = ir.Other(*span, why.cause, names, self.inner(node))
            other.event = {"Call_Stmt": "call", "Assignment_Stmt": "assign"}.get(kind, "")
            return [other]

    def inner(self, node) -> list:
        """Statements inside a construct that is not modelled, so that its nests are found."""
        kinds = ("Do_Construct", "If_Construct", "Case_Construct")
        out = []
        for child in getattr(node, "content", []) or []:
            if any(k in type(child).__name__ for k in kinds) or type(child).__name__.endswith("_Stmt"):
                out += self.statement(child)
        return out

    def read_assignment_stmt(self, node, span) -> list:
        return [ir.Assign(*span, self.expr(node.items[0]), self.expr(node.items[2]))]

    def read_format_stmt(self, node, span) -> list:
        return []

    def read_pointer_assignment_stmt(self, node, span) -> list:
        return [ir.Other(*span, "pointer assignment", frozenset(str(n).lower() for n in walk(node, F.Name)))]

    def read_if_stmt(self, node, span) -> list:
        inner = self.statement(node.items[1])
        for s in inner:
            s.first, s.last = span
        return [ir.If(*span, [(self.expr(node.items[0]), inner)])]

    def read_if_construct(self, node, span) -> list:
        return [ir.If(*span, self.branches(node, ("If_Then_Stmt", "Else_If_Stmt"), "Else_Stmt", "End_If_Stmt"))]

    def branches(self, node, conditions: tuple, otherwise: str, end: str) -> list:
        """Pairs of a condition, or None, and the statements behind the condition. The names are those of fparser's classes."""
        branches = []
        for child in node.content:
            kind = type(child).__name__
            if kind in conditions:
                self.lines(child)
                branches.append((self.expr(child.items[0]), []))
            elif kind == otherwise:
                branches.append((None, []))
            elif kind not in (end, "Comment") and branches:
                branches[-1][1].extend(self.statement(child))
        return branches

    def read_case_construct(self, node, span) -> list:
        selector, cases = None, []
        for child in node.content:
            kind = type(child).__name__
            if kind == "Select_Case_Stmt":
                selector = self.expr(child.items[0])
            elif kind == "Case_Stmt":
                values = child.items[0].items[0]
                cases.append((None if values is None else [self.case_value(v) for v in values.items], []))
            elif kind not in ("End_Select_Stmt", "Comment"):
                cases[-1][1].extend(self.statement(child))
        return [ir.Select(*span, selector, cases)]

    def case_value(self, v) -> ir.Expr:
        if type(v).__name__ == "Case_Value_Range":
            return ir.Range(*(None if x is None else self.expr(x) for x in v.items))
        return self.expr(v)

    def loop(self, node, span) -> list:
        content = [c for c in node.content if type(c).__name__ != "Comment" and not type(c).__name__.startswith("Cpp")]
        at = next(n for n, c in enumerate(content) if type(c).__name__.endswith("Do_Stmt"))
        content = content[at:]
        head = content[0]
        head_span = self.lines(head)
        label = str(head.items[1]) if "Label_Do_Stmt" in type(head).__name__ and "Nonlabel" not in type(head).__name__ else ""
        body = []
        rest = content[1:]
        for n, child in enumerate(rest):
            if type(child).__name__ in ("End_Do_Stmt", "Continue_Stmt"):
                continue
            if type(child).__name__ == "Label_Do_Stmt":  # a loop with the same end
                body += self.loop(Part([child] + rest[n + 1:]), (child.item.span[0], span[1]))
                break
            body += self.statement(child)
        self.span = span
        name = (getattr(getattr(head, "item", None), "name", None) or "").lower()
        controls = walk(head, F.Loop_Control)
        counted = controls and controls[0].items[1]
        if not counted:
            names = frozenset(str(n).lower() for n in walk(head, F.Name))
            if controls and controls[0].items[0] is not None and "while" in str(head).lower():
                return [ir.While(*span, self.expr(controls[0].items[0]), body)]
            header = self.concurrent(head_span)
            if header and not self.changes_mask(header, body):
                return self.concurrent_loops(header, span, body, head_span[1])
            word = "DO CONCURRENT" if re.search(r"(?i)concurrent", self.text[span[0] - 1]) else "DO WHILE" if controls else "DO without a count"
            return [ir.Other(*span, word, names, body)]
        var, limits = counted
        limits = [self.expr(x) for x in limits]
        if len(limits) > 2 and isinstance(limits[2], ir.Op) and limits[2].op == "pos":
            limits[2] = limits[2].args[0]
        return [ir.Do(*span, str(var).lower(), limits[0], limits[1], limits[2] if len(limits) > 2 else None, body,
                      head_span[1], label, name)]

    def concurrent(self, span) -> list:
        """The indices of DO CONCURRENT, and (None, mask, None), from the text: fparser 0.0.16 does not know the statement."""
        last = span[0]
        while last < len(self.text) and re.sub(r"!.*", "", self.text[last - 1]).rstrip().endswith("&"):
            last += 1
        lines = [re.sub(r"!.*", "", s) for s in self.text[span[0] - 1:last]]
        text = " ".join(re.sub(r"&\s*$|^\s*&", "", s) for s in lines)
        found = re.match(r"(?i)\s*(?:\w+\s*:\s*)?do\s+concurrent\s*\((.*)\)\s*$", text)
        if not found or re.search(r"(?i)integer\s*::", found.group(1)):
            return []
        out = []
        for part in split_outside(found.group(1), ","):
            index = re.match(r"\s*(\w+)\s*=\s*([^:=]+):([^:]+)$", part)
            if index:
                out.append((index.group(1).lower(), self.expr(F.Expr(index.group(2).strip())), self.expr(F.Expr(index.group(3).strip()))))
            elif out and part == split_outside(found.group(1), ",")[-1]:
                out.append((None, self.expr(F.Expr(part.strip())), None))
            else:
                return []
        return out

    @staticmethod
    def changes_mask(header: list, body: list) -> bool:
        """The mask is asked for all indices before the first of them does its work."""
        names = {n for var, mask, _ in header if var is None for n in ir.names_of(mask)}
        return any(written and getattr(e, "name", "") in names or isinstance(s, (ir.CallStmt, ir.Other)) and names
                   for s in ir.walk_statements(body) for e, written in ir.expressions(s) or [(None, False)])

    @staticmethod
    def concurrent_loops(header: list, span, body: list, head_last: int) -> list:
        for var, lo, hi in header:
            if var is None:
                mask = ir.If(*span, [(lo, body)])
                mask.concurrent = True
                body = [mask]
        for var, lo, hi in header:
            if var is not None:
                body = [ir.Do(*span, var, lo, hi, None, body, head_last, "", "", True)]
        return body

    read_block_nonlabel_do_construct = loop
    read_block_label_do_construct = loop
    read_action_term_do_construct = loop
    read_outer_shared_do_construct = loop

    def read_where_stmt(self, node, span) -> list:
        inner = self.statement(node.items[1])
        for s in inner:
            s.first, s.last = span
        return [ir.Where(*span, [(self.expr(node.items[0]), inner)])]

    def read_where_construct(self, node, span) -> list:
        masks = ("Where_Construct_Stmt", "Masked_Elsewhere_Stmt")
        return [ir.Where(*span, self.branches(node, masks, "Elsewhere_Stmt", "End_Where_Stmt"))]

    def read_associate_construct(self, node, span) -> list:
        aliases, body = {}, []
        for child in node.content:
            kind = type(child).__name__
            if kind == "Associate_Stmt":
                for a in arguments(child.items[1]):
                    aliases[str(a.items[0]).lower()] = self.expr(a.items[2])
            elif kind not in ("End_Associate_Stmt", "Comment") and not kind.startswith("Cpp"):
                body += self.statement(child)
        return [ir.Associate(*span, aliases, body)]

    def read_call_stmt(self, node, span) -> list:
        return [ir.CallStmt(*span, str(node.items[0]).lower(), [self.expr(x) for x in arguments(node.items[1])])]

    def read_continue_stmt(self, node, span) -> list:
        return []

    def read_cycle_stmt(self, node, span) -> list:
        return [ir.Jump(*span, "cycle", str(node.items[1] or "").lower())]

    def read_exit_stmt(self, node, span) -> list:
        return [ir.Jump(*span, "exit", str(node.items[1] or "").lower())]

    def read_return_stmt(self, node, span) -> list:
        return [ir.Jump(*span, "return")]

    def read_stop_stmt(self, node, span) -> list:
        return [ir.Jump(*span, "stop")]

    def read_goto_stmt(self, node, span) -> list:
        return [ir.Jump(*span, "goto", str(node.items[0]))]

    def read_arithmetic_if_stmt(self, node, span) -> list:
        """IF (e) 10, 20, 30: for a negative value, for zero, and for others."""
        e, *labels = node.items
        number, zero = self.expr(e), ir.Num("int", 4, 0, "0")
        below, equal, above = ([ir.Jump(*span, "goto", str(n))] for n in labels)
        out = ir.If(*span, [(ir.Op("<", (number, zero)), below), (ir.Op("==", (number, zero)), equal), (None, above)])
        out.arithmetic = number
        return [out]


def names_outside_of_constructors(node) -> set:
    """The names of a statement. The index of (/ (i, i = 1, n) /) is no variable of the program."""
    if type(node).__name__ == "Ac_Implied_Do":
        return {n for x in node.items for n in names_outside_of_constructors(x)} - {str(walk(node.items[1], F.Name)[0]).lower()}
    if isinstance(node, F.Name):
        return {str(node).lower()}
    parts = getattr(node, "content", None) or getattr(node, "items", None) or ()
    return {n for x in parts if x is not None and not isinstance(x, str) for n in names_outside_of_constructors(x)}


def kinds_of_flags(flags: list) -> tuple:
    """Bytes of a real number without a kind, and of a number of double precision, by the flags of gfortran."""
    single = next((int(f[15:]) for f in flags if re.fullmatch(r"-fdefault-real-(8|10|16)", f)), 4)
    return single, 8 if single == 4 or "-fdefault-double-8" in flags else 16


def split_outside(text: str, separator: str) -> list:
    """Parts between separators outside of parentheses."""
    out, depth, part = [], 0, ""
    for c in text:
        depth += (c == "(") - (c == ")")
        if c == separator and not depth:
            out.append(part)
            part = ""
        else:
            part += c
    return out + [part]


class Part:
    """Statements of a loop that fparser has in the list of another loop."""

    def __init__(self, content: list):
        self.content = content


def arguments(node) -> list:
    if node is None:
        return []
    if type(node).__name__.endswith("_List") or type(node).__name__ == "tuple":
        return list(getattr(node, "items", node))
    return [node]


def flat(e) -> list:
    """The parts of a%b%c."""
    if type(e).__name__ == "Data_Ref":
        return [y for x in e.items for y in flat(x)]
    if type(e).__name__ == "Proc_Component_Ref":
        return flat(e.items[0]) + flat(e.items[2])
    return [e]


def round_to(value: float, kind: int) -> float:
    import struct
    if kind == 4:
        try:
            return struct.unpack("f", struct.pack("f", value))[0]
        except OverflowError:
            return value
    return value


def words_of(kind: str) -> str:
    text = re.sub(r"_(Stmt|Construct)$", "", kind).replace("_", " ")
    return text.upper()


def text_of(e) -> str:
    """Fortran text of an expression."""
    if e is None:
        return ""
    if isinstance(e, ir.Num):
        return e.text or number_text(e)
    if isinstance(e, ir.Var):
        return e.name
    if isinstance(e, (ir.Ref, ir.Call)):
        args = ",".join(text_of(a) for a in (e.subs if isinstance(e, ir.Ref) else e.args))
        return f"[{args}]" if e.name == "[]" else f"{e.name}({args})"
    if isinstance(e, ir.Paren):
        return f"({text_of(e.inner)})"
    if isinstance(e, ir.Range):
        return text_of(e.lo) + ":" + text_of(e.hi) + (":" + text_of(e.step) if e.step is not None else "")
    words = {"and": " .and. ", "or": " .or. ", "eqv": " .eqv. ", "neqv": " .neqv. "}
    if len(e.args) == 1:
        return {"neg": "-", "pos": "+", "not": ".not. "}.get(e.op, e.op) + text_of(e.args[0])
    op = words.get(e.op, e.op if e.op in "+-*/**=" else f" {e.op} ")
    return op.join(text_of(a) for a in e.args)


def number_text(e: ir.Num) -> str:
    if e.type == "real":
        return repr(float(e.value)).replace("e", "d" if e.kind == 8 else "e") + \
            ("" if "e" in repr(float(e.value)) else "d0" if e.kind == 8 else "")
    if e.type == "logical":
        return ".true." if e.value else ".false."
    return str(e.value)
