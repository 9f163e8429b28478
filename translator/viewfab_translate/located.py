"""Least and largest values with the place where they were found: if (e < s) then; s = e; ii = i; jj = j; end if. The kernel gives e,
and the place is that of the result. A row of such values, one for each iteration of the outer loop, from which MINLOC or MAXLOC
chooses behind the loops, is such a value over all points."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from viewfab_translate import ir
from viewfab_translate.affine import affine, constant
from viewfab_translate.read_elsewhere import live_names
from viewfab_translate.sections import rebuilt
from viewfab_translate.tree import text_of

CHOSEN = "chosen_row"


@dataclass
class Located:
    """A result with a place. places: pairs (variable of the source, variable of the loop)."""
    variable: str
    operation: str
    places: tuple


def locate(nest: ir.Do) -> Optional[tuple]:
    """(the nest with s = min(s, e) in place of the choice, Located), if the nest has one such choice."""
    choices = [s for s in ir.walk_statements([nest]) if isinstance(s, ir.If) and choice(s)]
    if len(choices) != 1:
        return None
    found = choice(choices[0])
    names = {found.variable} | {p for p, _ in found.places}
    path = loops_to(nest, choices[0])
    if any(v not in path for _, v in found.places):
        return None
    for s in ir.walk_statements([nest]):
        inside = any(x is s for x in ir.walk_statements([choices[0]]))
        if not inside and any(ir.names_of(e) & names for e, _ in ir.expressions(s)):
            return None
    return replaced(nest, choices[0], found), found


def choice(s: ir.If) -> Optional[Located]:
    """if (e < s) then; s = e; place = loop variable ...; end if"""
    if len(s.branches) != 1 or not all(isinstance(x, ir.Assign) and isinstance(x.left, ir.Var) for x in s.branches[0][1]):
        return None
    condition, body = s.branches[0]
    while isinstance(condition, ir.Paren):
        condition = condition.inner
    if not isinstance(condition, ir.Op) or condition.op not in ("<", ">"):
        return None
    a, b = condition.args
    for value, kept, word in ((a, b, "min" if condition.op == "<" else "max"), (b, a, "max" if condition.op == "<" else "min")):
        sets = [x for x in body if x.left == kept and x.right == value]
        rest = [x for x in body if x not in sets]
        if len(sets) == 1 and rest and isinstance(kept, ir.Var) and kept.name not in ir.names_of(value) and \
                all(isinstance(x.right, ir.Var) for x in rest) and len({x.left.name for x in body}) == len(body):
            return Located(kept.name, word, tuple((x.left.name, x.right.name) for x in rest))
    return None


def loops_to(s: ir.Stmt, target: ir.Stmt) -> list:
    """Variables of the loops around a statement, from outside."""
    if s is target:
        return []
    for b in ir.blocks(s):
        for x in b:
            if any(y is target for y in ir.walk_statements([x])):
                return ([s.var] if isinstance(s, ir.Do) else []) + loops_to(x, target)
    return []


def replaced(s: ir.Stmt, target: ir.If, found: Located):
    if s is target:
        value = next(x.right for x in target.branches[0][1] if x.left.name == found.variable)
        me = ir.Var(found.variable)
        return ir.Assign(s.first, s.last, me, ir.Call(found.operation, (me, value)))
    if isinstance(s, ir.Do):
        return ir.Do(s.first, s.last, s.var, s.lo, s.hi, s.step, [replaced(x, target, found) for x in s.body], s.head_last, s.label, s.name)
    if isinstance(s, ir.If):
        return ir.If(s.first, s.last, [(c, [replaced(x, target, found) for x in b]) for c, b in s.branches])
    return s


def check_order(found: Located, nest: ir.Do, axes: list, result: ir.Result) -> None:
    """The first place in the order of the source is the first in the order of viewfab: the first direction is the innermost loop, and
    all loops around the choice are directions."""
    if result is None:
        raise ir.Refusal(f"{found.variable} carries a value from iteration to iteration", nest.first, "", "carried value")
    target = next(s for s in ir.walk_statements([nest]) if isinstance(s, ir.Assign) and s.left == ir.Var(found.variable))
    path = loops_to(nest, target)
    loops = [s for s in ir.walk_statements([nest]) if isinstance(s, ir.Do) and s.var in path]
    if path != [a.var for a in reversed(axes)] or any(s.step is not None or s.var == "" for s in loops) or \
            any(a.shift is not None for a in axes):
        raise ir.Refusal(f"the place of {found.variable} depends on an order of loops that the kernel does not have", nest.first, "",
                         "carried value")
    result.places = found.places


def whole(value: str, name: str, operation: str) -> str:
    """The result of a kernel as a whole number. Without any point a least value is larger than all whole numbers, and NINT has no value."""
    if operation in ("min", "max"):
        value = f"min({value}, dble(huge({name})))" if operation == "min" else f"max({value}, -dble(huge({name})) - 1)"
    return f"nint({value}, kind({name}))"


def after_call(result: ir.Result, axes: list) -> list:
    """The statements that choose between the value before the loops and the result."""
    value, place, name = result.argument + "_result", result.argument + "_place", plain(result.variable)
    if result.fortran_type[0] == "int":
        value = whole(value, name, result.operation)
    elif result.fortran_type[1] == 4:
        value = f"real({value}, kind({name}))"
    at = {a.var: number for number, a in enumerate(axes, 1)}
    out = [f"if ({value} {'<' if result.operation == 'min' else '>'} {name}) then", f"  {name} = {value}"]
    return out + [f"  {plain(p)} = {place}%index({at[var]})" for p, var in result.places] + ["end if"]


# -------------------------------------------------------------------------------------------------------------------------- rows
@dataclass
class Rows:
    """Rows of values with a choice behind the loops. nest: the loops with scalars in place of the rows; before, behind: statements
    around the call; members: the statements of the source that go."""
    nest: ir.Do
    before: list
    behind: list
    members: list
    declared: dict


def rows_of(body: list, at: int, routine: ir.Routine) -> Optional[Rows]:
    """The nest at a place of a list of statements with the statements behind it that choose among its rows."""
    nest = body[at]
    inner = [s for s in nest.body if isinstance(s, ir.Do)]
    first = [s for s in nest.body if not isinstance(s, ir.Do)]
    if len(inner) != 1 or nest.body[-1] is not inner[0] or nest.step is not None or inner[0].step is not None or len(first) > 3:
        return None
    rows = {}
    for s in first:
        if not isinstance(s, ir.Assign) or not isinstance(s.left, ir.Ref) or s.left.subs != (ir.Var(nest.var),) or \
                ir.names_of(s.right) & {nest.var, inner[0].var}:
            return None
        symbol = routine.symbols.get(s.left.name)
        if symbol is None or symbol.place != "local" or symbol.rank != 1 or symbol.bounds[0] != (nest.lo, nest.hi) or s.left.name in rows:
            return None
        rows[s.left.name] = s.right
    new = {n: f"{n}@row" for n in rows}
    loop = rebuilt(ir.Do(nest.first, nest.last, nest.var, nest.lo, nest.hi, None, inner, nest.head_last),
                   lambda x: ir.Var(new[x.name]) if isinstance(x, ir.Ref) and x.name in rows and x.subs == (ir.Var(nest.var),) else None)
    if any(ir.names_of(e) & set(rows) for s in ir.walk_statements([loop]) for e, _ in ir.expressions(s)):
        return None
    found = locate(loop)
    if found is None or {found[1].variable} | {p for p, _ in found[1].places} != set(new.values()):
        return None
    return chosen(body, at, routine, rows, new, loop, found[1])


def chosen(body: list, at: int, routine: ir.Routine, rows: dict, new: dict, loop: ir.Do, located: Located) -> Optional[Rows]:
    """The statements behind the nest: jj = minloc(r, dim=1) + lo - 1, then x = r(jj) and y = p(jj)."""
    value = next(n for n, m in new.items() if m == located.variable)
    limit = rows[value]
    while isinstance(limit, ir.Op) and limit.op == "neg":
        limit = limit.args[0]
    if not (isinstance(limit, ir.Call) and limit.name == "huge") or isinstance(rows[value], ir.Op) != (located.operation == "max"):
        return None
    word, where, behind, taken = located.operation + "loc", None, [], []
    for s in body[at + 1:]:
        if not isinstance(s, ir.Assign) or not isinstance(s.left, ir.Var):
            break
        if where is None:
            where = row_number(s, word, value, loop, routine)
            if where is None:
                return None
            behind.append(f"{s.left.name} = {CHOSEN}")
        elif isinstance(s.right, ir.Ref) and s.right.name in rows and s.right.subs == (ir.Var(where),) and s.left.name != where:
            behind.append(f"{s.left.name} = {plain(new[s.right.name])}")
        else:
            break
        taken.append(s)
    members = [body[at]] + taken
    holder = ir.Do(body[at].first, members[-1].last, loop.var, loop.lo, loop.hi, None, members, body[at].first)
    if len(taken) < 2 or set(rows) & live_names(holder, routine) or \
            ({plain(n) for n in new.values()} | {CHOSEN}) & set(routine.symbols):
        return None
    before = [f"{plain(new[n])} = {text_of(e)}" for n, e in rows.items()] + [f"{CHOSEN} = {text_of(loop.lo)}"]
    kinds = {plain(new[n]): (routine.symbols[n].type, routine.symbols[n].kind) for n in rows}
    for n in rows:
        routine.symbols[new[n]] = ir.Symbol(new[n], *kinds[plain(new[n])])
    return Rows(loop, before, behind, members, {**kinds, CHOSEN: ("int", 4)})


def row_number(s: ir.Assign, word: str, row: str, loop: ir.Do, routine: ir.Routine) -> Optional[str]:
    """The variable that gets the index of the row: minloc(row, dim=1) + lo - 1."""
    calls = [x for x in ir.walk(s.right) if isinstance(x, ir.Call) and x.name == word]
    dim = (ir.Op("=", (ir.Var("dim"), ir.Num("int", 4, 1))), ir.Num("int", 4, 1))
    if len(calls) != 1 or len(calls[0].args) != 2 or calls[0].args[0] != ir.Var(row) or calls[0].args[1] not in dim:
        return None
    one = ir.Num("int", 4, 0, "0")
    rest = affine(ir.rebuild(s.right, lambda x: one if x == calls[0] else None), {}, set(), routine.symbols)
    low = affine(loop.lo, {}, set(), routine.symbols)
    same = rest and low and len(rest) == 1 and len(low) == 1 and \
        next(iter(rest)) == next(iter(low)).plus(constant(-1)) and additive(s.right, calls[0])
    return s.left.name if same else None


def additive(e: ir.Expr, call: ir.Call) -> bool:
    """The call is a term of a sum."""
    if e == call:
        return True
    if isinstance(e, ir.Paren):
        return additive(e.inner, call)
    return isinstance(e, ir.Op) and e.op in "+-" and len(e.args) == 2 and \
        (additive(e.args[0], call) or e.op == "+" and additive(e.args[1], call))


def plain(name: str) -> str:
    return name.replace("@", "_")


def take_rows_with_places(routine: ir.Routine, outcomes: list, names, bodies) -> None:
    """Gives a nest with rows and the choice behind it a kernel over all points."""
    from viewfab_translate.shape import shape
    for body in bodies(routine.body):
        for at, s in enumerate(body):
            o = next((o for o in outcomes if o.kernels and len(o.kernels) == 1 and o.kernels[0].nest is s), None)
            rows = rows_of(body, at, routine) if o is not None and isinstance(s, ir.Do) else None
            if rows is None:
                continue
            origin = ir.Do(s.first, rows.members[-1].last, s.var, s.lo, s.hi, None, rows.members, s.head_last)
            origin.members = rows.members
            try:
                kernel = shape(rows.nest, routine, next(names), origin)
            except ir.Refusal:
                continue
            result = next(r for r in kernel.results if r.places)
            result.places += ((CHOSEN, s.var),)
            kernel.behind = after_call(result, kernel.axes) + rows.behind + kernel.behind
            kernel.before, kernel.declared, kernel.comments = rows.before, rows.declared, o.kernel.comments
            kernel.form = "over points: the rows of values are a result with its place"
            o.kernel, o.kernels = kernel, [kernel]
