"""Functions of whole arrays within loops, such as sum(a(:,k)): a loop of the point, in the order in which the compiler adds."""
from __future__ import annotations

from typing import Optional

from viewfab_translate import ir
from viewfab_translate.gotos import FALSE, TRUE
from viewfab_translate.products import product, shape_of
from viewfab_translate.types import type_of

WORDS = ("sum", "dot_product", "maxval", "minval", "count", "any", "all", "matmul")
PART = "[part]"  # the name of loops that are part of a statement, and no nests of their own


class Sums:
    """Puts a temporary in place of each sum, and the statements that set it in front. sections: the reader of array syntax."""

    def __init__(self, sections):
        self.sections, self.made = sections, 0

    def scalars(self, e: ir.Expr) -> tuple:
        """(the expression with temporaries in place of sums, statements in front)."""
        before: list = []

        def change(x):
            found = self.one(x, None)
            if found is None:
                return None
            before.extend(found[1])
            return found[0]

        return ir.rebuild(e, change), before

    def guarded(self, e: ir.Expr) -> tuple:
        """As scalars, of a condition: sums behind .and. and .or. are made where the other side does not decide."""
        if isinstance(e, ir.Paren):
            inner, before = self.guarded(e.inner)
            return ir.Paren(inner), before
        if not isinstance(e, ir.Op) or e.op not in ("and", "or") or \
                not any(isinstance(x, ir.Call) and x.name in WORDS for x in ir.walk(e.args[1])):
            return self.scalars(e)
        line, (left, first) = self.sections.line, self.guarded(e.args[0])
        right, then = self.guarded(e.args[1])
        if not then:
            return ir.Op(e.op, (left, right)), first
        found, test = self.variable(("logical", 4)), ir.Paren(left)
        test = test if e.op == "and" else ir.Op("not", (test,))
        return found, first + [ir.Assign(*line, found, FALSE if e.op == "and" else TRUE),
                               ir.If(*line, [(test, then + [ir.Assign(*line, found, right)])])]

    def one(self, x: ir.Expr, around: Optional[list]) -> Optional[tuple]:
        """(temporary, statements) of a sum. around: the loops of an array statement, for sums along a dimension."""
        if not isinstance(x, ir.Call) or x.name not in WORDS or x.name in self.sections.routine.functions:
            return None
        if x.name == "matmul":
            return product(x, around, self)
        args = [a.args[1] if isinstance(a, ir.Op) and a.op == "=" and a.args[0] in (ir.Var("array"), ir.Var("dim")) else a
                for a in x.args]
        named = [a for a in args if isinstance(a, ir.Op) and a.op == "=" and a.args[0] == ir.Var("mask")]
        args = [a for a in args if a not in named] + [a.args[1] for a in named]
        terms, along, mask = args[0], None, None
        if x.name in ("count", "any", "all"):
            mask = terms
        elif x.name == "sum" and len(args) == 2 and (named or any(self.sections.is_section(s) for s in ir.walk(args[1])
                                                                  if isinstance(s, (ir.Ref, ir.Var)))):
            mask, args = args[1], args[:1]
        if x.name == "dot_product":
            terms = ir.Op("*", tuple(args))
        elif len(args) == 2 and isinstance(args[1], ir.Num) and args[1].type == "int":
            along = args[1].value - 1
        elif len(args) != 1:
            return None
        shape = shape_of(terms, self.sections)
        if not shape or along is None and x.name == "dot_product" and len(shape) != 1:
            return None
        loops = found = [(self.sections.variable(at, lo, hi), lo, hi) for at, (lo, hi) in enumerate(shape)]
        if along is not None and len(found) > 1:
            if around is None or len(around) != len(found) - 1:
                return None
            loops, found = around[:along] + [found[along]] + around[along:], [found[along]]
        elif around is not None:  # each element of the statement adds all terms: the loops of the sum are others
            taken = {var for var, _, _ in around}
            loops = found = [(self.sections.variable(("sum", at), lo, hi) if var in taken else var, lo, hi)
                             for at, (var, lo, hi) in enumerate(found)]
        (element, chosen), before = self.inside([(terms, loops), (mask, loops)])
        if mask is not None:
            return self.masked(x.name, element, chosen, found, before)
        kind = type_of(terms if element is None else element, self.sections.routine)
        if element is None or kind[0] not in ("real", "int"):
            return None
        if x.name in ("maxval", "minval"):
            return self.extreme(x.name, element, found, kind, self.sections.line, before)
        return self.statements(element, found, kind, self.sections.line, None, before)

    def inside(self, parts: list) -> tuple:
        """(the element of each (expression, loops), statements that set the sums in these elements)."""
        kept, self.sections.before = self.sections.before, []
        out = [e if e is None else self.sections.elements(e, loops, e) for e, loops in parts]
        before, self.sections.before = self.sections.before, kept
        return out, before

    def masked(self, word: str, element, mask, found: list, before: list) -> Optional[tuple]:
        """A sum of the elements that a mask chooses, their number, or whether there are any or all."""
        if element is None or mask is None or type_of(mask, self.sections.routine)[0] != "logical":
            return None
        if word in ("any", "all"):
            return self.answer(word, mask, found, before)
        kind = ("int", 4) if word == "count" else type_of(element, self.sections.routine)
        return self.statements(ir.Num("int", 4, 1, "1") if word == "count" else element, found, kind, self.sections.line, mask, before) \
            if kind[0] in ("real", "int") else None

    def answer(self, word: str, mask: ir.Expr, loops: list, before: list) -> tuple:
        """ANY and ALL: the answer of no elements, and the other answer at the first element that gives it."""
        line, found = self.sections.line, self.variable(("logical", 4))
        test = mask if word == "any" else ir.Op("not", (mask if not isinstance(mask, ir.Op) else ir.Paren(mask),))
        body: list = before + [ir.If(*line, [(test, [ir.Assign(*line, found, TRUE if word == "any" else FALSE)])])]
        return found, [ir.Assign(*line, found, TRUE if word == "all" else FALSE)] + nested(body, loops, line)

    def variable(self, kind: tuple) -> ir.Var:
        self.made += 1
        name = f"sum_{self.made}"
        while name in self.sections.symbols:
            name = "x" + name
        self.sections.symbols[name] = ir.Symbol(name, *kind, flags=frozenset({"MADE"}))
        return ir.Var(name)

    def extreme(self, word: str, element: ir.Expr, loops: list, kind: tuple, line: tuple, before: list) -> tuple:
        """The first element, and each later one that is larger (smaller): of equal ones the first stays, as gfortran has it."""
        total, value = self.variable(kind), self.variable(kind)
        zero = ir.Num("int", kind[1], 0, "0" if kind[1] == 4 else "0_8") if kind[0] == "int" else \
            ir.Num("real", kind[1], 0.0, "0d0" if kind[1] == 8 else "0.0")
        least: ir.Expr = ir.Call("huge", (zero,))
        first: Optional[ir.Expr] = None
        for var, lo, _ in loops:
            test = ir.Op("==", (ir.Var(var), lo))
            first = test if first is None else ir.Op("and", (first, test))
        take = [ir.Assign(*line, total, value)]
        body: list = before + [ir.Assign(*line, value, element), ir.If(*line, [(first, take), (ir.Op(
            ">" if word == "maxval" else "<", (value, total)), [ir.Assign(*line, total, value)])])]
        return total, [ir.Assign(*line, total, ir.Op("neg", (least,)) if word == "maxval" else least)] + nested(body, loops, line)

    def statements(self, element: ir.Expr, loops: list, kind: tuple, line: tuple, mask: Optional[ir.Expr] = None,
                   before: list = ()) -> tuple:
        """The sum of the elements. before: statements that set what an element needs."""
        total = self.variable(kind)
        zero = ir.Num("int", 4, 0, "0") if kind[0] == "int" else ir.Num("real", kind[1], 0.0, "0d0" if kind[1] == 8 else "0.0")
        body: list = [ir.Assign(*line, total, ir.Op("+", (total, element if not isinstance(element, ir.Op) else ir.Paren(element))))]
        body = [*before, *(body if mask is None else [ir.If(*line, [(mask, body)])])]
        return total, [ir.Assign(*line, total, zero)] + nested(body, loops, line)


def nested(body: list, loops: list, line: tuple) -> list:
    """The statements within loops, the first of which is the innermost."""
    for var, lo, hi in loops:
        body = [ir.Do(*line, var, lo, hi, None, body, line[1], "", PART)]
    return body
