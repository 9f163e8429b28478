"""The program of a proof: it fills the data of a routine at random, calls the legacy routine and the changed one, and counts
elements with other bits. Its command line has a seed, a way of filling, and the whole numbers among the data."""
from __future__ import annotations

import re
from dataclasses import dataclass, field

from viewfab_translate import ir
from viewfab_translate.driver_support import NAMES, SUPPORT
from viewfab_translate.layout import formed
from viewfab_translate.layout import legacy, short
from viewfab_translate.originals import FORTRAN
from viewfab_translate.tree import text_of

SIDES = {1: "-6:24", 2: "-6:18", 3: "-6:16", 4: "-2:10"}


@dataclass
class Part:
    """A variable that the routine sees. storage: argument, or global for names of COMMON, of modules, and components.
    number: its values stand on the command line. assumed: extents that only the call gives."""
    symbol: ir.Symbol
    storage: str
    extents: list
    number: bool
    assumed: list = field(default_factory=list)
    loose: bool = False

    @property
    def name(self) -> str:
        return self.symbol.name

    @property
    def plain(self) -> str:
        return short(re.sub(r"\W+", "_", self.symbol.name).strip("_"), 50)


class Unprovable(Exception):
    """The driver cannot make the data; the text says why."""


def parts_of(routine: ir.Routine) -> list:
    """The arguments, and the names of COMMON, of modules and of components that the routine uses."""
    out, objects = [], set()
    for name in routine.dummies:
        symbol = routine.symbols.get(name)
        if symbol is not None and symbol.type == "derived" and not symbol.bounds:
            objects.add(name)
            continue
        if symbol is None or (symbol.type, symbol.kind) not in NAMES:
            raise Unprovable(f"the argument {name} is of a type that the driver does not make")
        if "POINTER" in symbol.flags or "ALLOCATABLE" in symbol.flags:
            raise Unprovable(f"the argument {name} is a POINTER or ALLOCATABLE")
        if any("%" in n for b in symbol.bounds for e in b for n in ir.names_of(e)):
            raise Unprovable(f"the bounds of the argument {name} are those of an object")
        out.append(argument(symbol))
    names = used_names(routine)
    for symbol in sorted(routine.symbols.values(), key=lambda s: s.name):
        if symbol.name not in names or symbol.type in ("none", "type") or "PROCEDURE" in symbol.flags:
            continue
        if symbol.place == "common" or symbol.place == "module" or "COMPONENT" in symbol.flags:
            if symbol.type == "derived" or symbol.place == "local":
                continue
            if "(" in symbol.name:
                raise Unprovable(f"{symbol.name} is part of an array of objects")
            if (symbol.type, symbol.kind) not in NAMES or "PROTECTED" in symbol.flags:
                raise Unprovable(f"{symbol.name} is of a type that the driver does not make")
            if set(symbol.name.split("%")) <= allocated_names(routine):
                raise Unprovable(f"the routine allocates {symbol.name} itself")
            out.append(variable(symbol))
    return out


def allocated_names(routine: ir.Routine) -> set:
    """Names in ALLOCATE and DEALLOCATE statements."""
    return {n for s in ir.walk_statements(routine.body) if isinstance(s, ir.Other) and "ALLOCATE" in s.what for n in s.names}


def argument(symbol: ir.Symbol) -> Part:
    texts, assumed = [], []
    small = symbol.type == "int" and symbol.rank == 1 and all(isinstance(b, ir.Num) for b in symbol.bounds[0])
    for d, (lo, hi) in enumerate(symbol.bounds):
        low = "1" if lo is None else text_of(lo)
        if hi is None:
            assumed.append(f"extent_{symbol.name}_{d + 1}")
            texts.append(f"{low}:{low}+{assumed[-1]}-1")
        else:
            texts.append(f"{low}:{text_of(hi)}")
    return Part(symbol, "argument", texts, symbol.type == "int" and symbol.kind == 4 and (not symbol.rank or small), assumed)


def variable(symbol: ir.Symbol) -> Part:
    loose = bool(symbol.flags & {"ALLOCATABLE", "POINTER"})
    if not loose and symbol.bounds and any(hi is None for _, hi in symbol.bounds):
        raise Unprovable(f"the bounds of {symbol.name} are not known")
    texts = [SIDES.get(symbol.rank, "1:3")] * symbol.rank if loose else \
        [f"{1 if lo is None else text_of(lo)}:{text_of(hi)}" for lo, hi in symbol.bounds]
    return Part(symbol, "global", texts, symbol.type == "int" and symbol.kind == 4 and not symbol.rank, [], loose)


def used_names(routine: ir.Routine) -> set:
    out: set = set()
    for s in ir.walk_statements(routine.body):
        for e, _ in ir.expressions(s):
            out |= ir.names_of(e)
        if isinstance(s, ir.Other):
            out |= set(s.names)
    for f in routine.functions.values():
        out |= ir.names_of(f.body)
    for symbol in routine.symbols.values():
        if symbol.place in ("dummy", "local"):
            for lo, hi in symbol.bounds:
                out |= ir.names_of(lo) | ir.names_of(hi)
    return out


def count_numbers(parts: list) -> list:
    """The numbers of the command line: (name, index or None)."""
    out = []
    for p in parts:
        if p.number and not p.symbol.rank:
            out.append((p.name, None))
        elif p.number:
            out += [(p.name, i) for i in range(p.symbol.bounds[0][0].value, p.symbol.bounds[0][1].value + 1)]
    for p in parts:
        out += [(a, None) for a in p.assumed]
    return out


class Driver:
    """Writes the program."""

    def __init__(self, routine: ir.Routine, parts: list, kernels: list, originals: str):
        self.routine, self.parts, self.kernels, self.originals = routine, parts, kernels, originals
        self.arguments = {p.name: p for p in parts if p.storage == "argument"}
        self.globals = [p for p in parts if p.storage == "global"]
        self.data = [p for p in parts if not p.number or p.storage == "global"]
        self.out: list = []

    def lines(self) -> list:
        self.main()
        self.case()
        return formed(self.out, False) + SUPPORT.splitlines()

    def main(self) -> None:
        numbers = count_numbers(self.parts)
        self.out += ["program prove", "  use, intrinsic :: ieee_exceptions, only: ieee_get_flag, ieee_invalid, ieee_set_flag",
                     "  use viewfab, only: vf_finalize, vf_init", f"  use {self.originals}, only: register_originals"]
        self.out += self.uses("  ") + ["  implicit none"] + self.common("  ")
        self.out += [f"  integer :: seed, filling, numbers({max(1, len(numbers))}), at_number, probe", "  character(32) :: word"]
        for n, name in enumerate(("probe", "seed", "filling"), 1):
            self.out += [f"  call get_command_argument({n}, word)", f"  read(word, *) {name}"]
        self.out += [f"  do at_number = 1, {len(numbers)}", "    call get_command_argument(3 + at_number, word)",
                     "    read(word, *) numbers(at_number)", "  end do", "  if (probe /= 1) then", "    call vf_init()",
                     "    call register_originals()", "  end if"]
        actual, at = ["probe", "seed", "filling"], 1
        for p in self.parts:
            if not p.number:
                continue
            size = 1 if not p.symbol.rank else p.symbol.bounds[0][1].value - p.symbol.bounds[0][0].value + 1
            if p.storage == "global" and "%" not in p.name or p.storage == "global" and p.symbol.place != "dummy":
                self.out.append(f"  {p.name} = numbers({at})")
            elif p.storage == "global":
                actual.append(f"numbers({at})")
            else:
                actual.append(f"numbers({at})" if not p.symbol.rank else f"numbers({at}:{at + size - 1})")
            at += size
        for p in self.parts:
            for _ in p.assumed:
                actual.append(f"numbers({at})")
                at += 1
        self.out += [f"  call run_case({', '.join(actual)})", "  if (probe /= 1) call vf_finalize()", "", "contains", ""]

    def uses(self, margin: str) -> list:
        """USE of the modules of global variables and of the types of arguments."""
        names: dict = {}
        for p in self.globals:
            if p.symbol.place == "module":
                names.setdefault(p.symbol.module or self.routine.module, set()).add(p.name.split("%")[0])
        for d in self.routine.dummies:
            symbol = self.routine.symbols[d]
            if symbol.type == "derived":
                names.setdefault(self.routine.type_modules.get(symbol.derived, self.routine.module), set()).add(symbol.derived)
        if "" in names:
            raise Unprovable("the module of a variable is not known")
        return [f"{margin}use {m}, only: {', '.join(sorted(n))}" for m, n in names.items()]

    def common(self, margin: str) -> list:
        """The COMMON blocks that the routine uses, as the routine declares them."""
        used = {p.name for p in self.globals if p.symbol.place == "common"}
        out = []
        for block, names in self.routine.commons.items():
            if not used & set(names):
                continue
            for n in names:
                symbol = self.routine.symbols.get(n)
                if symbol is None or (symbol.type, symbol.kind) not in FORTRAN or any(
                        not isinstance(x, ir.Num) for b in symbol.bounds for x in b if x is not None):
                    raise Unprovable(f"{n} in COMMON is of a form that the driver does not make")
                texts = [f"{1 if lo is None else text_of(lo)}:{text_of(hi)}" for lo, hi in symbol.bounds]
                out.append(f"{margin}{FORTRAN[(symbol.type, symbol.kind)]} :: {n}" + (f"({', '.join(texts)})" if texts else ""))
            out.append(f"{margin}common {'/' + block + '/' if block else ''} {', '.join(names)}")
        return out

    def case(self) -> None:
        routine, out = self.routine, self.out
        dummies = ["probe", "seed", "filling"]
        for p in self.parts:
            if p.number and (p.storage == "argument" or p.symbol.place == "dummy"):
                dummies.append(p.plain if p.storage == "global" else p.name)
        dummies += [a for p in self.parts for a in p.assumed]
        out.append(f"  subroutine run_case({', '.join(dummies)})")
        if routine.module:
            out.append(f"    use {routine.module}, only: {routine.name}, {legacy(routine.name)}")
        out.append("    integer, intent(in) :: probe, seed, filling")
        for p in self.parts:
            if p.number and p.storage == "argument":
                out.append("    integer, intent(in) :: " + p.name + (f"({', '.join(p.extents)})" if p.extents else ""))
            elif p.number and p.symbol.place == "dummy":
                out.append(f"    integer, intent(in) :: {p.plain}")
        out += [f"    integer, intent(in) :: {a}" for p in self.parts for a in p.assumed]
        out += self.declarations() + self.without_negative_extents()
        out += self.set_up() + ["    call ieee_set_flag(ieee_invalid, .false.)"] + self.call("_1", legacy(routine.name))
        out.append("    call ieee_get_flag(ieee_invalid, invalid)")
        changed = [f"      changed = changed + {self.other(p, '_0', '_1', '0d0')}" for p in self.data]
        out += ["    if (probe == 1) then", f"      changed = {1 if routine.kind == 'function' else 0}", *changed,
                "      print '(a, i0)', 'changed ', changed", "      if (invalid) print '(a)', 'invalid'", "      return", "    end if"]
        out += self.call("_2", routine.name)
        for p in self.parts:
            if not p.number or p.storage == "global":
                out.append(f"    print '(a, 2(1x, i0))', '{p.plain}', {self.size(p)}, {self.other(p, '_1', '_2', 'slack')}")
            else:
                out.append(f"    print '(a, 2(1x, i0))', '{p.plain}', {self.size(p)}, {self.other(p, '_1', '_2', '0d0')}")
        if routine.kind == "function":
            symbol, size = self.result(), "size(result_1)" if self.result().bounds else "1"
            out.append(f"    print '(a, 2(1x, i0))', 'result', {size}, "
                       f"other_{NAMES[(symbol.type, symbol.kind)]}(result_1, result_2, {size}, slack)")
        out += ["  end subroutine run_case", "end program prove", ""]

    def declarations(self) -> list:
        routine, out = self.routine, []
        for p in self.data:
            for suffix in ("_0", "_1", "_2"):
                kind = FORTRAN[(p.symbol.type, p.symbol.kind)]
                out.append(f"    {kind} :: {p.plain}{suffix}" + (f"({', '.join(p.extents)})" if p.extents else ""))
        for p in self.arguments.values():
            if p.number:
                for suffix in ("_1", "_2"):
                    out.append(f"    integer :: {p.plain}{suffix}" + (f"({', '.join(p.extents)})" if p.extents else ""))
        for d in routine.dummies:
            if routine.symbols[d].type == "derived":
                out.append(f"    type({routine.symbols[d].derived}), target, save :: {d}")
        kind = ""
        if routine.kind == "function":
            symbol = self.result()
            kind = FORTRAN[(symbol.type, symbol.kind)]
            shape = "(" + ", ".join(f"{text_of(lo) if lo is not None else 1}:{text_of(hi)}" for lo, hi in symbol.bounds) + ")"
            out.append(f"    {kind} :: " + ", ".join(f"result_{n}{shape if symbol.bounds else ''}" for n in (1, 2)))
        if not routine.module:
            out.append(f"    {kind + ', ' if kind else ''}external :: {routine.name}, {legacy(routine.name)}")
        words = sorted(set(NAMES.values()))
        out += ["    integer :: changed", "    logical :: invalid", "    double precision :: slack", "    external :: " + ", ".join(f"fill_{w}" for w in words),
                "    integer, external :: " + ", ".join(f"other_{w}" for w in words), ""]
        return out + ["    slack = merge(1d-10, 0d0, probe == 2)"]

    def without_negative_extents(self) -> list:
        """No set of arguments has an array with fewer than 0 elements in a direction: no caller has such an array."""
        extents = [f"{text_of(hi)} - ({'1' if lo is None else text_of(lo)}) + 1" for p in self.arguments.values()
                   for lo, hi in p.symbol.bounds if hi is not None and not (isinstance(hi, ir.Num) and isinstance(lo, (ir.Num, type(None))))]
        extents = list(dict.fromkeys(extents))
        return [f"    if (min(0, {', '.join(extents)}) < 0) return"] if extents else []

    def result(self) -> ir.Symbol:
        """The result of a function."""
        symbol = self.routine.symbols.get(self.routine.name)
        if symbol is None or (symbol.type, symbol.kind) not in FORTRAN or any(hi is None for _, hi in symbol.bounds):
            raise Unprovable("a function whose result the driver does not know")
        if symbol.bounds and not self.routine.module:
            raise Unprovable("an array-valued function outside of a module")
        return symbol

    def set_up(self) -> list:
        out = []
        for n, p in enumerate(self.data):
            copy = p.plain + "_0"
            if p.loose:
                test = "allocated" if "ALLOCATABLE" in p.symbol.flags else "associated"
                if test == "allocated":
                    out.append(f"    if (.not. allocated({p.name})) allocate({p.name}({', '.join(p.extents)}))")
                else:
                    out.append(f"    allocate({p.name}" + (f"({', '.join(p.extents)})" if p.extents else "") + ")")
            if p.number:
                out.append(f"    {copy} = {p.plain if p.symbol.place == 'dummy' else p.name}")
                continue
            out.append(f"    call fill_{NAMES[(p.symbol.type, p.symbol.kind)]}({copy}, {self.size(p)}, seed + {17 * n}, filling)")
        return out

    def call(self, suffix: str, name: str) -> list:
        out, args = [], []
        for p in self.data:
            out.append(f"    {p.plain + suffix if p.storage == 'argument' else p.name} = {p.plain}_0")
        out += [f"    {p.plain}{suffix} = {p.name}" for p in self.arguments.values() if p.number]
        for d in self.routine.dummies:
            args.append(d if self.routine.symbols[d].type == "derived" else short(d, 50) + suffix)
        if self.routine.kind == "function":
            out.append(f"    result{suffix} = {name}({', '.join(args)})")
        else:
            out.append(f"    call {name}({', '.join(args)})")
        return out + [f"    {p.plain}{suffix} = {p.name}" for p in self.globals]

    @staticmethod
    def size(p: Part) -> str:
        return f"size({p.plain}_1)" if p.symbol.rank else "1"

    def other(self, p: Part, a: str, b: str, slack: str) -> str:
        n = p.plain
        return f"other_{NAMES[(p.symbol.type, p.symbol.kind)]}({n}{a}, {n}{b}, {self.size(p)}, {slack})"


def driver(routine: ir.Routine, parts: list, kernels: list, originals: str) -> list:
    """The lines of the program."""
    return Driver(routine, parts, kernels, originals).lines()
