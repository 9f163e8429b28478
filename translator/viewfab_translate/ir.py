"""The intermediate representation: expressions, statements, symbols, routines, and the model of a kernel.

Both readers make the same expressions, so the program can compare them. All names are in lower case. A component such as
chunk%field%density is a name of its own, spelled with %. An expression is a value: two equal expressions are equal objects.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Iterator, Optional, Union


# ---------------------------------------------------------------------------------------------------------------- expressions
@dataclass(frozen=True)
class Num:
    """A constant. type: int, real, logical or char; kind in bytes; value a Python number, bool or text."""
    type: str
    kind: int
    value: object
    text: str = field(default="", compare=False)


@dataclass(frozen=True)
class Var:
    """A scalar, or a whole array without subscripts."""
    name: str


@dataclass(frozen=True)
class Ref:
    """An element or a section of an array."""
    name: str
    subs: tuple


@dataclass(frozen=True)
class Call:
    """A function: intrinsic, statement function, internal or external."""
    name: str
    args: tuple


@dataclass(frozen=True)
class Op:
    """op is one of + - * / ** neg pos < <= > >= == /= and or not eqv neqv //."""
    op: str
    args: tuple


@dataclass(frozen=True)
class Paren:
    """Parentheses of the source: the order of operations ends here."""
    inner: "Expr"


@dataclass(frozen=True)
class Range:
    """lo:hi:step of a section; each part may be None."""
    lo: Optional["Expr"]
    hi: Optional["Expr"]
    step: Optional["Expr"] = None


Expr = Union[Num, Var, Ref, Call, Op, Paren, Range]


# ----------------------------------------------------------------------------------------------------------------- statements
@dataclass
class Stmt:
    """first and last are lines of the file, counted from 1."""
    first: int
    last: int


@dataclass
class Assign(Stmt):
    left: Expr
    right: Expr
    pointer: bool = False


@dataclass
class If(Stmt):
    """Branches of (condition, statements); the condition of ELSE is None."""
    branches: list


@dataclass
class Do(Stmt):
    """A counted loop. The lines of the DO statement alone are first .. head_last."""
    var: str
    lo: Expr
    hi: Expr
    step: Optional[Expr]
    body: list
    head_last: int = 0
    label: str = ""
    name: str = ""
    concurrent: bool = False
    team: object = None  # teams.Part of a nest in a routine that shares threads


@dataclass
class While(Stmt):
    """DO WHILE."""
    condition: Expr
    body: list


@dataclass
class Select(Stmt):
    """Cases of (list of values or ranges, statements); the list of CASE DEFAULT is None."""
    selector: Expr
    cases: list


@dataclass
class Where(Stmt):
    """Branches of (mask, assignments); the mask of ELSEWHERE is None."""
    branches: list


@dataclass
class CallStmt(Stmt):
    """called: the name of the procedure in the compiler's reading; agreed: both readings have the same arguments."""
    name: str
    args: list
    called: str = ""
    agreed: bool = False


@dataclass
class Jump(Stmt):
    """CYCLE, EXIT, RETURN, STOP or GOTO."""
    word: str
    target: str = ""


@dataclass
class Associate(Stmt):
    """ASSOCIATE: names, each with the expression in whose place it stands."""
    aliases: dict
    body: list


@dataclass
class Other(Stmt):
    """A statement that the program does not model: its kind in words, and its names."""
    what: str
    names: frozenset
    body: list = field(default_factory=list)


# -------------------------------------------------------------------------------------------------------------------- symbols
@dataclass
class Symbol:
    """A name of a routine.

    type: int, real, logical, char, derived, complex or none; kind in bytes. bounds: for each dimension (lower, upper), each an
    expression or None if the declaration does not give it. place: dummy, local, common, module, parameter, function.
    """
    name: str
    type: str
    kind: int = 0
    bounds: tuple = ()
    place: str = "local"
    intent: str = ""
    value: Optional[Expr] = None
    flags: frozenset = frozenset()
    derived: str = ""
    module: str = ""
    real_name: str = ""  # of a name that USE has renamed

    @property
    def rank(self) -> int:
        return len(self.bounds)


@dataclass
class StatementFunction:
    name: str
    dummies: list
    body: Expr
    kinds: dict = field(default_factory=dict)


@dataclass
class Routine:
    """A subroutine, function or main program. body_first: the line of its first executable statement."""
    name: str
    kind: str
    module: str
    dummies: list
    symbols: dict
    body: list
    first: int
    last: int
    body_first: int
    functions: dict = field(default_factory=dict)
    internal_of: str = ""
    commons: dict = field(default_factory=dict)
    helpers: dict = field(default_factory=dict)
    type_modules: dict = field(default_factory=dict)
    contains_line: int = 0
    source: object = None  # source.Source of the file
    team: object = None  # teams.Team, if the routine shares the threads of a region
    passed_twice: list = field(default_factory=list)  # see in_place.note_callers


class Refusal(Exception):
    """The program does not translate something: the cause, the line, and the change that would make it translatable."""

    def __init__(self, cause: str, line: int = 0, remedy: str = "", reason: str = "form"):
        super().__init__(cause)
        self.cause, self.line, self.remedy, self.reason = cause, line, remedy, reason


# ------------------------------------------------------------------------------------------------------------ model of a kernel
@dataclass
class Axis:
    """A loop whose iterations are points: the variable, its bounds, the letter of viewfab's direction. shift: the index of the
    point is the variable plus shift."""
    var: str
    lo: Expr
    hi: Expr
    letter: str
    shift: Optional[Expr] = None


@dataclass
class ArrayUse:
    """An array argument of a kernel. dims: for each dimension the letter of an axis, 'any', or 'n'. last: the last index that the
    nest reaches, of an array of assumed size. fold: groups of dimensions that are an index of the kernel's array each."""
    name: str
    argument: str
    intent: str
    type: str
    map: str
    reach: str
    dims: tuple
    symbol: Symbol
    last: Optional[Expr] = None
    fold: Optional[tuple] = None


@dataclass
class ValueUse:
    """A value argument: an expression of the source that does not change in the nest."""
    argument: str
    type: str
    actual: Expr
    fortran_type: tuple = ("", 0)


@dataclass
class Result:
    """A result: operation sum, min or max, the variable of the source, its argument name. places: pairs (variable that gets an
    index of the place, variable of the loop). element: the element of an array that has the result."""
    operation: str
    variable: str
    argument: str
    fortran_type: tuple = ("real", 8)
    places: tuple = ()
    element: Optional[Ref] = None


@dataclass
class Line:
    """An intermediate value along the row: the local array of the source, its argument, and its body."""
    name: str
    argument: str
    reach: tuple
    body: list
    var: str
    ctype: str = "real"


@dataclass
class Kernel:
    """All that the writers need to know of a nest."""
    name: str
    nest: Do
    routine: Routine
    axes: list
    arrays: list
    values: list
    results: list
    lines: list
    body: list
    points: str
    pass_kind: int
    privates: dict
    colour: Optional[Expr] = None
    colour_loop: str = ""
    notes: list = field(default_factory=list)
    classes: list = field(default_factory=list)
    components: Optional[str] = None
    safe_in_place: bool = False
    behind: list = field(default_factory=list)  # statements behind the call, and in front of the call
    before: list = field(default_factory=list)
    declared: dict = field(default_factory=dict)  # variables of the block: name to (type, kind)
    race: bool = False
    text: str = ""
    comments: list = field(default_factory=list)
    loops: list = field(default_factory=list)
    local_arrays: dict = field(default_factory=dict)
    around: list = field(default_factory=list)  # loops of an array assignment that stay on the host, around the call
    facts: object = None  # facts.Facts of the nest
    columns: object = None  # column_shape.Columns of a kernel over columns
    form: str = ""  # which form of points was chosen, and why

    @property
    def has_sums(self) -> bool:
        """Results that a device or another number of threads adds in another order."""
        return any(r.operation == "sum" for r in self.results)


# -------------------------------------------------------------------------------------------------------------------- walking
def children(e: Expr) -> tuple:
    if isinstance(e, Ref):
        return e.subs
    if isinstance(e, (Call, Op)):
        return e.args if getattr(e, "op", "") != "=" else e.args[1:]  # the name of a keyword is no variable
    if isinstance(e, Paren):
        return (e.inner,)
    if isinstance(e, Range):
        return tuple(x for x in (e.lo, e.hi, e.step) if x is not None)
    return ()


def walk(e: Expr) -> Iterator[Expr]:
    """The expression and all expressions inside, in the order of the text."""
    yield e
    for c in children(e):
        yield from walk(c)


def chain_of(nest: Do) -> list:
    """The loop, and the loops inside of which each is all that the loop around it has."""
    chain = [nest]
    while len(chain[-1].body) == 1 and isinstance(chain[-1].body[0], Do):
        chain.append(chain[-1].body[0])
    return chain


def rebuild(e: Expr, change) -> Expr:
    """The expression with change(x) in place of each x for which change gives an expression and not None."""
    new = change(e)
    if new is not None:
        return new
    if isinstance(e, Ref):
        return Ref(e.name, tuple(rebuild(s, change) for s in e.subs))
    if isinstance(e, Call):
        return Call(e.name, tuple(rebuild(s, change) for s in e.args))
    if isinstance(e, Op):
        return Op(e.op, tuple(rebuild(s, change) for s in e.args))
    if isinstance(e, Paren):
        return Paren(rebuild(e.inner, change))
    if isinstance(e, Range):
        return Range(*(None if x is None else rebuild(x, change) for x in (e.lo, e.hi, e.step)))
    return e


INQUIRIES = ("lbound", "ubound", "size", "present", "kind", "huge", "tiny", "epsilon")


def names_of(e: Optional[Expr]) -> set:
    return set() if e is None else {x.name for x in walk(e) if isinstance(x, (Var, Ref, Call))}


def names_read(e: Optional[Expr]) -> set:
    """Names whose values the expression needs."""
    return set() if e is None else {x.name for x in walk_values(e) if isinstance(x, (Var, Ref, Call))}


def walk_values(e: Expr) -> Iterator[Expr]:
    """As walk, without arrays whose bounds or sizes alone are asked for: these do not change with the elements."""
    yield e
    inquiry = isinstance(e, Call) and e.name in INQUIRIES and isinstance(e.args[0], Var)
    for c in children(e)[1 if inquiry else 0:]:
        yield from walk_values(c)


def blocks(s: Stmt) -> list:
    """The lists of statements inside a statement."""
    if isinstance(s, (Do, While, Associate)):
        return [s.body]
    if isinstance(s, If):
        return [b for _, b in s.branches]
    if isinstance(s, Select):
        return [b for _, b in s.cases]
    if isinstance(s, Where):
        return [b for _, b in s.branches]
    if isinstance(s, Other):
        return [s.body]
    return []


def walk_statements(body: list) -> Iterator[Stmt]:
    for s in body:
        yield s
        for b in blocks(s):
            yield from walk_statements(b)


def expressions(s: Stmt) -> list:
    """The expressions of a statement itself, without inner statements; (expression, is it written)."""
    if isinstance(s, Assign):
        return [(s.right, False), (s.left, True)]
    if isinstance(s, If):
        return [(c, False) for c, _ in s.branches if c is not None]
    if isinstance(s, Do):
        return [(x, False) for x in (s.lo, s.hi, s.step) if x is not None] + [(Var(s.var), True)]
    if isinstance(s, While):
        return [(s.condition, False)]
    if isinstance(s, Select):
        return [(s.selector, False)] + [(v, False) for vs, _ in s.cases if vs for v in vs]
    if isinstance(s, Where):
        return [(m, False) for m, _ in s.branches if m is not None]
    if isinstance(s, CallStmt):
        return [(a, False) for a in s.args]
    return []
