"""The body of a kernel: statements of C, with the lines of the Fortran source."""
from __future__ import annotations

from viewfab_translate import ir
from viewfab_translate.axes import ends
from viewfab_translate.ctext import CText
from viewfab_translate.delayed import MOST, Delayed, Store, written_again
from viewfab_translate.loads import Loads
from viewfab_translate.reductions import form


class Statements(CText):
    """Writes statements; out holds (text, line of the source or 0)."""

    def __init__(self, kernel: ir.Kernel):
        super().__init__(kernel)
        self.out: list = []
        self.depth = 1
        self.loads = Loads(kernel, self.arrays)
        self.delayed = Delayed(kernel, self.arrays)
        self.again = {x for x in written_again(kernel, self.arrays) if self.delayed.takes(x)}
        self.kept: dict = {}  # elements whose values are in a variable until the end of the body: its name, and the line

    def put(self, text: str, line: int = 0) -> None:
        self.out.append(("  " * self.depth + text, line))

    def body(self, body: list) -> None:
        for s in body:
            self.line = s.first
            points = isinstance(s, ir.Do) and s.var in self.axes
            if self.depth == 1 and not (points and not self.guard(s)) and self.delayed.disturbs(s, self.loads.held):
                self.store()
            if not points:
                for x in self.loads.before(s, self.depth == 1):
                    if x in self.kept:
                        continue
                    self.again.discard(x)
                    text = super().element(x)
                    self.delayed.loads += 1
                    symbol = self.routine.symbols[x.name]
                    self.put(f"const {self.ctype((symbol.type, symbol.kind))} {self.loads.hold(x)} = {text};", s.first)
            self.statement(s)

    def store(self) -> None:
        """Writes the stores that wait."""
        self.delayed.write(self.out, "  ")

    def end(self) -> None:
        """Writes all stores that are left. Other functions of the file do not see the variables of the body."""
        self.store()
        for x, (name, line) in self.kept.items():
            self.put(f"{super().element(x)} = {name};", line)
        self.kept, self.again, self.loads.held = {}, set(), {}

    def element(self, e: ir.Ref) -> str:
        """The body of a statement function has names of its own."""
        if e in self.kept and not self.dummies:
            return self.kept[e][0]
        self.again.discard(e)
        if e in self.loads.held and not self.dummies:
            return self.loads.held[e]
        self.delayed.loads += 1
        return super().element(e)

    def statement(self, s: ir.Stmt) -> None:
        if isinstance(s, ir.Do):
            self.loop(s)
        elif isinstance(s, ir.Assign):
            self.assign(s)
        elif isinstance(s, ir.If):
            self.choice(s)
        elif isinstance(s, ir.Select):
            self.select(s)
        elif isinstance(s, ir.While):
            self.put(f"while ({self.expr(s.condition)}) {{", s.first)
            self.depth += 1
            self.body(s.body)
            self.depth -= 1
            self.put("}")
        elif isinstance(s, ir.Jump) and s.word in ("exit", "cycle"):
            self.put("break;" if s.word == "exit" else "continue;", s.first)
        else:
            raise ir.Refusal("a statement without a form in a kernel file", s.first, "", "statement")

    def assign(self, s: ir.Assign) -> None:
        if isinstance(s.left, ir.Var) and s.left.name in self.results:
            result = self.results[s.left.name]
            _, values = form(s, s.left.name)
            for v in values:
                if result.operation != "sum":
                    self.give_extremum(result, v, s.first)
                    continue
                self.put(f"VF_GIVE({result.argument}, {self.convert(v, result.fortran_type)});", s.first)
            return
        target = self.type(s.left)
        value = self.convert(s.right, target)
        if s.left in self.kept:
            self.put(f"{self.kept[s.left][0]} = {value};", s.first)
            return
        if self.depth == 1 and s.left in self.again:
            self.kept[s.left] = self.loads.fresh(s.left), s.first
            self.put(f"{self.ctype(target)} {self.kept[s.left][0]} = {value};", s.first)
            return
        again = self.loads.stored(s.left, self.depth == 1)
        loads = self.delayed.loads
        place = self.expr(s.left)
        self.delayed.loads = loads
        waits = self.depth == 1 and self.delayed.takes(s.left)
        if not again and not waits:
            self.put(f"{place} = {value};", s.first)
            return
        own = not again and not isinstance(s.right, ir.Num)
        name = self.loads.hold(s.left) if again else self.loads.fresh(s.left) if own else value
        if again or own:
            self.put(f"const {self.ctype(target)} {name} = {value};", s.first)
        if not waits:
            self.put(f"{place} = {name};", s.first)
            return
        self.delayed.waiting.append(Store(s.left, place, name, value, len(self.out), own, loads, s.first))
        if len(self.delayed.waiting) == MOST:
            self.store()

    def give_extremum(self, result: ir.Result, v: ir.Expr, line: int) -> None:
        """A NaN does not count, as in Fortran: s = min(s, NaN) keeps s."""
        self.temporaries += 1
        name = f"given_{self.temporaries}"
        self.put(f"const {self.ctype(result.fortran_type)} {name} = {self.convert(v, result.fortran_type)};", line)
        self.put(f"if ({name} == {name}) VF_GIVE({result.argument}, {name});")

    def choice(self, s: ir.If) -> None:
        word = "if"
        for condition, body in s.branches:
            if condition is None:
                self.put("} else {")
            else:
                self.put(f"{'} else ' if word != 'if' else ''}if ({self.expr(condition)}) {{", s.first)
            word = "else if"
            self.depth += 1
            self.body(body)
            self.depth -= 1
        self.put("}")

    def select(self, s: ir.Select) -> None:
        selector = self.expr(s.selector, 9)
        word, default = "", None
        for values, body in s.cases:
            if values is None:
                default = body
                continue
            tests = " || ".join(self.case(selector, v) for v in values)
            self.put(f"{word}if ({tests}) {{", s.first)
            word = "} else "
            self.depth += 1
            self.body(body)
            self.depth -= 1
        if default is not None:
            if not word:
                self.body(default)
                return
            self.put("} else {")
            self.depth += 1
            self.body(default)
            self.depth -= 1
        if word:
            self.put("}")

    def case(self, selector: str, v: ir.Expr) -> str:
        if isinstance(v, ir.Range):
            tests = [f"{selector} >= {self.expr(v.lo, 6)}"] if v.lo is not None else []
            tests += [f"{selector} <= {self.expr(v.hi, 6)}"] if v.hi is not None else []
            return "(" + " && ".join(tests) + ")"
        if self.type(v)[0] == "logical":
            return f"!{selector} == !{self.expr(v, 9)}"
        return f"{selector} == {self.expr(v, 6)}"

    def loop(self, s: ir.Do) -> None:
        """Loops over axes are the points of the kernel; other loops stay, with their bounds computed before."""
        if s.var in self.axes or s.var == self.kernel.components:
            guard = self.guard(s)
            if guard:
                self.put(f"if ({guard}) {{", s.first)
                self.depth += 1
            self.body(s.body)
            if guard:
                self.depth -= 1
                self.put("}")
            return
        name = self.kernel.privates[s.var]
        step = 1 if s.step is None else self.whole(s.step)
        if step is None or step == 0:
            raise ir.Refusal(f"the loop over {s.var} has a step that is no constant", s.first, "", "step")
        self.temporaries += 1
        end = f"{name}_end_{self.temporaries}"
        compare, change = ("<=", f"{name}++" if step == 1 else f"{name} += {step}") if step > 0 else \
            (">=", f"{name}--" if step == -1 else f"{name} -= {-step}")
        self.put(f"const int {end} = {self.expr(s.hi)};", s.first)
        self.put(f"for ({name} = {self.expr(s.lo)}; {name} {compare} {end}; {change}) {{", s.first)
        self.depth += 1
        self.body(s.body)
        self.depth -= 1
        self.put("}")


    def guard(self, s: ir.Do) -> str:
        """The condition of a loop whose bounds are less than the box."""
        axis = self.axes.get(s.var)
        if axis is None:
            return ""
        lo, hi = ends(s)
        at = self.axis(s.var)
        tests = [f"{at} >= {self.expr(lo, 6)}"] if lo != axis.lo else []
        tests += [f"{at} <= {self.expr(hi, 6)}"] if hi != axis.hi else []
        return " && ".join(tests)


def declarations(writer: Statements) -> list:
    """The temporaries of a point."""
    kernel = writer.kernel
    by_type: dict = {}
    for name, own in kernel.privates.items():
        if name in writer.axes or name == kernel.components:
            continue
        symbol = kernel.routine.symbols[name]
        by_type.setdefault(writer.ctype((symbol.type, symbol.kind)), []).append(own)
    arrays = [f"  {writer.ctype((kernel.routine.symbols[n].type, kernel.routine.symbols[n].kind))} {own}[{size_of(b)}] = {{ 0 }};"
              for n, (own, b) in kernel.local_arrays.items()]
    return arrays + [f"  {t} " + ", ".join(f"{n} = 0" for n in names) + ";" for t, names in by_type.items()]


def size_of(bounds: list) -> int:
    out = 1
    for lo, hi in bounds:
        out *= hi - lo + 1
    return out
