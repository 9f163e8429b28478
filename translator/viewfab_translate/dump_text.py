"""Reads expressions of gfortran's -fdump-fortran-original: a prefix form such as (+ s:a s:x(s:i , 1))."""
from __future__ import annotations

import re

from viewfab_translate import ir
from viewfab_translate.tree import text_of

TOKEN = re.compile(r"""
    (?P<string>(?:\d+_)?'(?:[^']|'')*')
  | (?P<open>\[\[?) | (?P<close>\]\]?)
  | (?P<array>\(/) (?=\s) | (?P<yarra>/\))
  | (?P<number>[+-]?\d+(?:\.\d*)?(?:e[+-]?\d+)?(?:_\d+)?(?![\w:(]*\() (?![A-Za-z]))
  | (?P<truth>\.(?:true|false)\.(?:_\d+)?)
  | (?P<name>(?:[A-Za-z_$@][\w$@]*:(?=[A-Za-z_$@]))?[A-Za-z_$@][\w$@.-]*)
  | (?P<operator>\*\*|//|/=|==|>=|<=|[-+*/<>])
  | (?P<sign>[(),:%=])
""", re.VERBOSE)

OPERATORS = {"AND": "and", "OR": "or", "NOT": "not", "EQV": "eqv", "NEQV": "neqv", "U-": "neg", "U+": "pos"}


class Unread(Exception):
    """The dump has a form that this reader does not know."""


def tokens(text: str) -> list:
    out, at = [], 0
    text = text.replace("(U- ", "(U_MINUS ").replace("(U+ ", "(U_PLUS ").replace("<intrinsic>[[", "an_intrinsic[[")
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        found = TOKEN.match(text, at)
        if not found:
            raise Unread(text[at:at + 40])
        out.append((found.lastgroup, found.group(), found.end() < len(text) and text[found.end()] == "("))
        at = found.end()
    return out


class Parser:
    """A cursor over tokens."""

    def __init__(self, text: str):
        self.tokens, self.at = tokens(text), 0

    def peek(self, ahead: int = 0) -> str:
        return self.tokens[self.at + ahead][1] if self.at + ahead < len(self.tokens) else ""

    def take(self) -> tuple:
        if self.at >= len(self.tokens):
            raise Unread("end of the line")
        self.at += 1
        return self.tokens[self.at - 1]

    def expect(self, text: str) -> None:
        if self.take()[1] != text:
            raise Unread(f"{text} is missing")

    def expr(self) -> ir.Expr:
        kind, text, _ = self.take()
        if kind == "string":
            return ir.Num("char", 1, text[text.index("'") + 1:-1].replace("''", "'"))
        if kind == "number":
            return number(text)
        if kind == "truth":
            return ir.Num("logical", 4, text.startswith(".true"))
        if kind == "array":
            return self.quotient_or_constructor()
        if text == "(":
            return self.operation()
        if kind == "name":
            self.at -= 1
            return self.designator()
        raise Unread(text)

    def quotient_or_constructor(self) -> ir.Expr:
        """(/ a b) is a quotient, (/ a , b /) an array constructor."""
        if self.peek() == "/)":
            self.take()
            return ir.Call("[]", ())
        args = [self.expr()]
        if self.peek() not in (",", "/)"):
            args.append(self.expr())
            self.expect(")")
            return ir.Op("/", tuple(args))
        while self.peek() != "/)":
            if self.peek() == ",":
                self.take()
                continue
            args.append(self.expr())
        self.take()
        return ir.Call("[]", tuple(args))

    def operation(self) -> ir.Expr:
        kind, text, _ = self.take()
        if kind == "operator" or text in OPERATORS or text in ("U_MINUS", "U_PLUS", "parens"):
            args = []
            while self.peek() != ")":
                args.append(self.expr())
            self.take()
            if text == "parens":
                return ir.Paren(args[0])
            op = {"U_MINUS": "neg", "U_PLUS": "pos"}.get(text, OPERATORS.get(text, text))
            return ir.Op(op, tuple(args))
        if text == "complex":
            args = [self.expr(), self.expr()]
            self.expect(")")
            return ir.Call("[complex]", tuple(args))
        self.at -= 1
        inner = self.expr()
        self.expect(")")
        return inner

    def designator(self) -> ir.Expr:
        name, subs = "", None
        while True:
            kind, text, opens = self.take()
            if kind != "name":
                raise Unread(text)
            if subs is not None:
                name += "(" + ",".join(text_of(s) for s in subs) + ")"
                subs = None
            name += ("%" if name else "") + plain(text)
            if self.peek() in ("[[", "["):
                return self.call(name)
            if opens and self.peek() == "(":
                self.take()
                subs = self.subscripts()
            if self.peek() != "%":
                break
            self.take()
        return ir.Var(name) if subs is None else ir.Ref(name, tuple(subs))

    def subscripts(self) -> list:
        out = []
        while self.peek() != ")":
            if self.peek() == ",":
                self.take()
                continue
            if self.peek() == "FULL":
                self.take()
                out.append(ir.Range(None, None))
                continue
            out.append(self.subscript())
        self.take()
        return out

    def subscript(self) -> ir.Expr:
        parts, at = [None, None, None], 0
        ranged = False
        while self.peek() not in (",", ")"):
            if self.peek() == ":":
                self.take()
                at, ranged = at + 1, True
                continue
            parts[at] = self.expr()
        return ir.Range(*parts) if ranged else parts[0]

    def call(self, name: str) -> ir.Expr:
        close = {"[[": "]]", "[": "]"}[self.take()[1]]
        args = []
        self.expect("(")
        while self.peek() != ")":
            self.expect("(")
            if self.peek() == "(" and self.tokens[self.at + 1][1] == "arg":
                while self.peek() != ")":
                    self.take()
                self.take()
            else:
                if self.peek(1) == "=":  # a keyword
                    self.at += 2
                args.append(self.expr())
            self.expect(")")
        self.take()
        self.expect(close)
        return ir.Call(name, tuple(args))


    def actuals(self) -> list:
        """The arguments of a CALL: pairs (keyword or '', expression). Arguments that the call leaves out are left out."""
        out = []
        self.expect("(")
        while self.peek() != ")":
            self.expect("(")
            if self.peek() == "(" and self.peek(1) == "arg":
                while self.peek() != ")":
                    self.take()
                self.take()
            else:
                word = ""
                if self.peek(1) == "=":
                    word = self.take()[1].lower()
                    self.take()
                out.append((word, self.expr()))
            self.expect(")")
        self.take()
        return out


def plain(name: str) -> str:
    return name.rsplit(":", 1)[-1].lower()


def number(text: str) -> ir.Num:
    digits, _, kind = text.partition("_")
    if "." in digits or "e" in digits:
        return ir.Num("real", int(kind or 4), float(digits))
    return ir.Num("int", int(kind or 4), int(digits))
