"""The comparison of two readings: each difference is found, and texts with the same meaning are equal.

readings.py TRANSLATOR"""
from __future__ import annotations

import sys

sys.path.insert(0, sys.argv[1])

from viewfab_translate import ir  # noqa: E402
from viewfab_translate.compare import compare  # noqa: E402
from viewfab_translate.second_reader import statement  # noqa: E402

I, ONE, TENTH = ir.Var("i"), ir.Num("int", 4, 1, "1"), ir.Num("real", 4, 0.10000000149011612, "0.1")
SYMBOLS = {"a": ir.Symbol("a", "real", 8, ((ONE, ir.Var("n")),)), "b": ir.Symbol("b", "real", 8, ((ONE, ir.Var("n")),)),
           "half": ir.Symbol("half", "real", 8, (), "parameter", "", ir.Num("real", 8, 0.5)),
           "mine": ir.Symbol("mine", "real", 8, ((ONE, ir.Var("n")),), "module", real_name="c"),
           "n": ir.Symbol("n", "int", 4), "i": ir.Symbol("i", "int", 4)}


def ours(right: ir.Expr) -> list:
    return [ir.Do(1, 3, "i", ONE, ir.Var("n"), None, [ir.Assign(2, 2, ir.Ref("a", (I,)), right)], 1)]


def theirs(right: str, head: str = "DO s:i=1 s:n 1") -> list:
    return statement(head) + statement(f"ASSIGN s:a(s:i) {right}")


B_NEXT = ir.Ref("b", (ir.Op("+", (I, ONE)),))
SAME = (
    ("a converted constant of single precision", ir.Op("*", (TENTH, B_NEXT)), "(* 1.00000001e-1 s:b((+ s:i 1)))"),
    ("parentheses and a named constant", ir.Paren(ir.Op("*", (ir.Var("half"), B_NEXT))), "(parens (* 5.0000000000000000e-1_8 s:b((+ s:i 1))))"),
    ("a specific name", ir.Call("dmax1", (B_NEXT, ir.Ref("b", (I,)))), "__max_r8[[((s:b((+ s:i 1))) (s:b(s:i)))]]"),
    ("a quotient", ir.Op("/", (B_NEXT, ir.Ref("b", (I,)))), "(/ s:b((+ s:i 1)) s:b(s:i))"),
    ("a name that USE has renamed", ir.Ref("mine", (I,)), "m:c(s:i)"),
    ("a product of constants in single precision", ir.Op("*", (ir.Op("*", (TENTH, ir.Num("real", 4, 3.0, "3."))), B_NEXT)),
     "(* 3.0000001192092896e-1_8 s:b((+ s:i 1)))"),
    ("a function of a constant in single precision", ir.Op("*", (ir.Call("sqrt", (ir.Num("real", 4, 2.0, "2."),)), B_NEXT)),
     "(* 1.4142135381698608e0_8 s:b((+ s:i 1)))"),
    ("a condition of constants", ir.Call("merge", (B_NEXT, I, ir.Op("or", (ir.Op("==", (ONE, ir.Num("int", 4, 2))), ir.Var(".true."))))),
     "__merge_r8[[((s:b((+ s:i 1))) (s:i) (.true.))]]"),
    ("a conversion", ir.Op("+", (B_NEXT, I)), "(+ s:b((+ s:i 1)) __convert_i4_r8[[((s:i))]])"),
)
OTHER = (
    ("another subscript", B_NEXT, "s:b(s:i)"),
    ("exchanged operands", ir.Op("-", (B_NEXT, ir.Ref("b", (I,)))), "(- s:b(s:i) s:b((+ s:i 1)))"),
    ("another constant", ir.Op("*", (TENTH, B_NEXT)), "(* 2.00000003e-1 s:b((+ s:i 1)))"),
    ("a constant of double precision", ir.Op("*", (TENTH, B_NEXT)), "(* 1.0000000000000001e-1_8 s:b((+ s:i 1)))"),
    ("a text beyond column 72", ir.Op("*", (B_NEXT, ir.Num("int", 4, 2))), "s:b((+ s:i 1))"),
    ("another constant of a function", ir.Op("*", (ir.Call("sqrt", (ir.Num("real", 8, 2.0, "2d0"),)), B_NEXT)),
     "(* 1.4142135381698608e0_8 s:b((+ s:i 1)))"),
    ("another renamed name", ir.Ref("mine", (I,)), "m:mine(s:i)"),
    ("another array", B_NEXT, "s:c((+ s:i 1))"),
    ("another condition of constants", ir.Call("merge", (B_NEXT, I, ir.Op("and", (ir.Var(".false."), ir.Var(".true."))))),
     "__merge_r8[[((s:b((+ s:i 1))) (s:i) (.true.))]]"),
    ("another function", ir.Call("max", (B_NEXT, ir.Ref("b", (I,)))), "__min_r8[[((s:b((+ s:i 1))) (s:b(s:i)))]]"),
    ("another order of operations", ir.Op("+", (ir.Op("+", (B_NEXT, ir.Ref("b", (I,)))), TENTH)),
     "(+ s:b((+ s:i 1)) (+ s:b(s:i) 1.00000001e-1))"),
)


def main() -> int:
    wrong = []
    for name, mine, text in SAME:
        wrong += [f"{name}: a difference is found: {d}" for d in compare(ours(mine), theirs(text), SYMBOLS)]
    for name, mine, text in OTHER:
        if not compare(ours(mine), theirs(text), SYMBOLS):
            wrong.append(f"{name}: no difference is found")
    for name, events in (("a missing statement", theirs("s:b(s:i)")[:1]), ("another bound", theirs("s:b((+ s:i 1))", "DO s:i=2 s:n 1")),
                         ("a statement more", theirs("s:b((+ s:i 1))") + statement("ASSIGN s:a(s:i) s:b(s:i)")),
                         ("an unread statement", statement("DO s:i=1 s:n 1") + statement("ASSIGN s:a(s:i) ???"))):
        if not compare(ours(B_NEXT), events, SYMBOLS):
            wrong.append(f"{name}: no difference is found")
    print("\n".join(wrong + [f"{len(SAME) + len(OTHER) + 4} pairs of readings, {len(wrong)} wrong"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
