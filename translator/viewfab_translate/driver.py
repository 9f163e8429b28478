"""The program of a proof: it fills the data of a routine at random, calls the legacy routine and the changed one, and counts
elements with other bits. Its command line has a seed, a way of filling, and the whole numbers among the data."""
from __future__ import annotations

from viewfab_translate import ir
from viewfab_translate.driver_data import Part, Unprovable, bound_text, count_numbers, kind_text, texts_of
from viewfab_translate.driver_support import NAMES, SUPPORT
from viewfab_translate.layout import deeper, formed, legacy, short
from viewfab_translate.originals import FORTRAN
from viewfab_translate.tree import text_of


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
                self.out.append(f"  {p.name} = numbers({at})" if not p.symbol.rank else f"  {p.name} = numbers({at}:{at + size - 1})")
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
                names.setdefault(p.symbol.module or self.routine.module, set()).add(self.used_as(p.name.split("%")[0]))
        for d in self.routine.dummies:
            symbol = self.routine.symbols[d]
            if symbol.type == "derived":
                names.setdefault(self.routine.type_modules.get(symbol.derived, self.routine.module), set()).add(symbol.derived)
        if "" in names:
            raise Unprovable("the module of a variable is not known")
        return [f"{margin}use {m}, only: {', '.join(sorted(n))}" for m, n in names.items()]

    def used_as(self, name: str) -> str:
        """The name, as USE of its module gives it to the routine."""
        symbol = self.routine.symbols.get(name)
        return name if symbol is None or not symbol.real_name else f"{name} => {symbol.real_name}"

    def common(self, margin: str) -> list:
        """The COMMON blocks that the routine uses, as the routine declares them."""
        used = {p.name for p in self.globals if p.symbol.place == "common"}
        out = []
        for block, names in self.routine.commons.items():
            if not used & set(names):
                continue
            for n in names:
                symbol = self.routine.symbols.get(n)
                if symbol is None or symbol.type != "char" and (symbol.type, symbol.kind) not in FORTRAN or any(
                        not isinstance(x, ir.Num) for b in symbol.bounds for x in b if x is not None):
                    raise Unprovable(f"{n} in COMMON is of a form that the driver does not make")
                texts = [f"{1 if lo is None else text_of(lo)}:{text_of(hi)}" for lo, hi in symbol.bounds]
                out.append(f"{margin}{kind_text(symbol)} :: {n}" + (f"({', '.join(texts)})" if texts else ""))
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
                "      print '(a, i0)', 'changed ', changed", "      if (invalid) print '(a)', 'invalid'"]
        out += deeper(self.call("_2", legacy(routine.name)))  # the same call again
        again = [self.other(p, "_1", "_2", "0d0") for p in self.data]
        out += [f"      if ({text} > 0) print '(a)', 'kept'" for text in again] + ["      return", "    end if"]
        out += self.races() + self.call("_2", routine.name)
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

    def races(self) -> list:
        """The legacy routine of a team again, with other slow threads: with other values it has a race."""
        if self.routine.team is None:
            return []
        out = ["    changed = 0", "    do slow = 0, 3", "      if (.not. threaded) exit",
               "      call set_slow_thread_of_the_proof(slow)"] + self.call("_3", legacy(self.routine.name))
        out += [f"      changed = changed + {self.other(p, '_1', '_3', 'slack')}" for p in self.parts]
        return out + ["    end do", "    if (threaded) call set_slow_thread_of_the_proof(-1)", "    if (changed > 0) print '(a)', 'raced'"]

    def declarations(self) -> list:
        routine, out = self.routine, []
        more = () if routine.team is None else ("_3",)
        for p in self.data:
            for suffix in ("_0", "_1", "_2", *more):
                kind = kind_text(p.symbol)
                out.append(f"    {kind} :: {p.plain}{suffix}" + (f"({', '.join(p.extents)})" if p.extents else ""))
        for p in self.arguments.values():
            if p.number:
                for suffix in ("_1", "_2", *more):
                    out.append(f"    integer :: {p.plain}{suffix}" + (f"({', '.join(p.extents)})" if p.extents else ""))
        for d in routine.dummies:
            if routine.symbols[d].type == "derived":
                out.append(f"    type({routine.symbols[d].derived}), target, save :: {d}")
        kind = ""
        if routine.kind == "function":
            symbol = self.result()
            kind = FORTRAN[(symbol.type, symbol.kind)]
            shape = "(" + ", ".join(f"{text_of(lo) if lo is not None else 1}:{text_of(hi)}" for lo, hi in symbol.bounds) + ")"
            out.append(f"    {kind} :: " + ", ".join(f"result_{n}{shape if symbol.bounds else ''}" for n in (1, 2, 3)))
        if not routine.module:
            out.append(f"    {kind + ', ' if kind else ''}external :: {routine.name}, {legacy(routine.name)}")
        words = sorted(set(NAMES.values()))
        out += ["    integer :: changed", "    logical :: invalid", "    double precision :: slack", "    external :: " + ", ".join(f"fill_{w}" for w in words),
                "    integer, external :: " + ", ".join(f"other_{w}" for w in words), ""]
        set_slow = ["    if (threaded) call set_slow_thread_of_the_proof(-1)"] if more else []
        if more:
            at = out.index("    integer :: changed")
            out[at:at] = ["    integer :: slow", "    logical :: threaded", "    external :: set_slow_thread_of_the_proof"]
            set_slow = ["    threaded = .false.", "\0!$  threaded = .true.", *set_slow]
        extremes = any(r.operation in ("min", "max") for k in self.kernels for r in k.results)
        zero = "-1d0" if extremes else "0d0"  # the sign of MAX(0., -0.) is open, and kernels take the points in another order
        return out + set_slow + [f"    slack = merge(1d-10, {zero}, probe == 2)"]

    def without_negative_extents(self) -> list:
        """No set of arguments has an array with fewer than 0 elements in a direction: no caller has such an array."""
        extents = [f"{bound_text(hi)} - ({'1' if lo is None else bound_text(lo)}) + 1" for p in self.arguments.values()
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
            if p.symbol.type == "char":
                texts = texts_of(p.name, self.routine)
                if p.symbol.bounds:
                    quoted = ", ".join("'" + t.replace("'", "''") + "'" for t in texts)
                    out.append(f"    call fill_texts({copy}, {self.size(p)}, [character({p.symbol.kind or 16}) :: {quoted}], {len(texts)}, seed + {17 * n})")
                    continue
                for at, text in enumerate(texts):
                    quoted = text.replace("'", "''")
                    out.append(f"    if (mod(seed/{2 * n + 1}, {len(texts)}) == {at}) {copy} = '{quoted}'")
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
        team = self.routine.team if self.routine.team is not None and self.routine.team.orphaned else None
        if self.routine.kind == "function":
            if team is not None:
                raise Unprovable("a function that shares the threads of its callers")
            out.append(f"    result{suffix} = {name}({', '.join(args)})")
        else:
            sums = "".join(f" reduction({op}: {short(d, 50) + suffix})" for d, op in team.sums.items()) if team is not None else ""
            out += ["\0!$omp parallel" + sums, "\0!$  call slow_thread_of_the_proof"] if team is not None else []
            out += self.statement(name, suffix, args)
            out += ["\0!$omp end parallel"] if team is not None else []
        return out + [f"    {p.plain}{suffix} = {p.name}" for p in self.globals]

    def statement(self, name: str, suffix: str, args: list) -> list:
        """The call. Seeds that 3 divides are for calls without the optional arguments."""
        routine = self.routine
        short_of = {d: a for d, a in zip(routine.dummies, args) if "OPTIONAL" not in routine.symbols[d].flags}
        whole = f"call {name}({', '.join(args)})"
        if len(short_of) == len(args) or not routine.module:
            return ["    " + whole]
        return ["    if (mod(seed, 3) == 0) then", f"      call {name}({', '.join(f'{d}={a}' for d, a in short_of.items())})", "    else",
                "      " + whole, "    end if"]

    def size(self, p: Part) -> str:
        word = "product(shape" if "size" in {q.name for q in self.parts} else "(size"  # an argument may have the name of the function
        return f"{word}({p.plain}_1))" if p.symbol.rank else "1"

    def other(self, p: Part, a: str, b: str, slack: str) -> str:
        n = p.plain
        if p.symbol.type == "char":
            return f"count({n}{a} /= {n}{b})" if p.symbol.bounds else f"merge(0, 1, {n}{a} == {n}{b})"
        return f"other_{NAMES[(p.symbol.type, p.symbol.kind)]}({n}{a}, {n}{b}, {self.size(p)}, {slack})"


def driver(routine: ir.Routine, parts: list, kernels: list, originals: str) -> list:
    """The lines of the program."""
    return Driver(routine, parts, kernels, originals).lines()
