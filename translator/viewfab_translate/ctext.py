"""Text of C for expressions and statements of a point. Operations keep the order of the source."""
from __future__ import annotations

from viewfab_translate import ir
from viewfab_translate.compare import generic
from viewfab_translate.folding import joined
from viewfab_translate.tree import text_of
from viewfab_translate.types import KINDS, WHOLE, type_of

REAL_WORDS = {"abs": "VF_ABS", "sqrt": "VF_SQRT", "exp": "VF_EXP", "log": "VF_LOG", "log10": "VF_LOG10", "sin": "VF_SIN",
              "cos": "VF_COS", "tan": "VF_TAN", "asin": "VF_ASIN", "acos": "VF_ACOS", "atan": "VF_ATAN", "sinh": "VF_SINH",
              "cosh": "VF_COSH", "tanh": "VF_TANH", "erf": "VF_ERF", "erfc": "VF_ERFC", "atan2": "VF_ATAN2",
              "hypot": "VF_HYPOT", "sign": "VF_SIGN", "mod": "VF_MOD", "modulo": "VF_MODULO", "aint": "VF_AINT",
              "anint": "VF_ANINT"}
C_WORDS = {"abs": "fabs", "sqrt": "sqrt", "exp": "exp", "log": "log", "log10": "log10", "sin": "sin", "cos": "cos", "tan": "tan",
           "asin": "asin", "acos": "acos", "atan": "atan", "sinh": "sinh", "cosh": "cosh", "tanh": "tanh", "atan2": "atan2",
           "aint": "trunc", "anint": "round", "mod": "fmod", "sign": "copysign"}
HELPERS = {
    "larger": "VF_INLINE {t} {n}({t} a, {t} b) {{ return a > b ? a : b; }}",
    "smaller": "VF_INLINE {t} {n}({t} a, {t} b) {{ return a < b ? a : b; }}",
    "magnitude": "VF_INLINE {t} {n}({t} a) {{ return a < 0 ? -a : a; }}",
    "signed": "VF_INLINE {t} {n}({t} a, {t} b) {{ return (a < 0 ? -a : a) * (b < 0 ? -1 : 1); }}",
    "modulo": "VF_INLINE {t} {n}({t} a, {t} b) {{ return a % b != 0 && (a % b < 0) != (b < 0) ? a % b + b : a % b; }}",
    "whole_power": "VF_INLINE {t} {n}({t} x, int m)\n{{\n  if (m < 0) return x == 1 || x == -1 ? (m % 2 ? x : 1) : 0;\n"
                   "  {t} y = m % 2 ? x : 1;\n  for (m = m / 2; m > 0; m = m / 2) {{\n    x = x * x;\n    if (m % 2) y = y * x;\n  }}\n"
                   "  return y;\n}}",
    "repeated_product": "VF_INLINE {t} {n}({t} x, int m)\n{{\n  unsigned times = m < 0 ? 0u - (unsigned)m : (unsigned)m;\n"
                        "  {t} y = times % 2 ? x : 1;\n  for (times = times / 2; times > 0; times = times / 2) {{\n    x = x * x;\n"
                        "    if (times % 2) y = y * x;\n  }}\n"
                        "  return m < 0 ? 1 / y : y;\n}}",
    "positive_difference": "VF_INLINE {t} {n}({t} a, {t} b) {{ return a - b <= 0 ? 0 : a - b; }}",
}
# How pow(x, n) is split, as in gcc: x**n is x**table[n] times x**(n - table[n]).
POWERS = [0, 1, 1, 2, 2, 3, 3, 4, 4, 6, 5, 6, 6, 10, 7, 9, 8]
LEVEL = {"or": 1, "and": 2, "==": 4, "/=": 4, "eqv": 4, "neqv": 4, "<": 5, "<=": 5, ">": 5, ">=": 5, "+": 6, "-": 6, "*": 7, "/": 7}
C_OPS = {"or": "||", "and": "&&", "/=": "!=", "eqv": "==", "neqv": "!="}


class CText:
    """Writes the body of a kernel."""

    def __init__(self, kernel: ir.Kernel):
        self.kernel, self.routine = kernel, kernel.routine
        self.arrays = {a.name: a for a in kernel.arrays}
        self.values = {v.actual: v for v in kernel.values}
        self.axes = {a.var: a for a in kernel.axes}
        self.helpers: dict = {}
        self.constants: dict = {}
        self.dummies: dict = {}
        self.temporaries = 0
        self.results = {r.variable: r for r in kernel.results}
        self.line = kernel.nest.first

    # ------------------------------------------------------------------------------------------------------------------ types
    def type(self, e: ir.Expr) -> tuple:
        return type_of(e, self.routine, {n: t for n, (_, t) in self.dummies.items()})

    def ctype(self, kind: tuple) -> str:
        if kind[0] == "real":
            if kind[1] == self.kernel.pass_kind:
                return "real"
            if kind[1] in (4, 8):
                return "float" if kind[1] == 4 else "double"
        found = {("int", 4): "int", ("int", 8): "int64_t", ("logical", 4): "bool", ("int", 2): "int16_t", ("int", 1): "int8_t"}
        if kind in found:
            return found[kind]
        raise ir.Refusal(f"an expression has the type {kind[0]} of {kind[1]} bytes", self.line, "", "type")

    # ------------------------------------------------------------------------------------------------------------ expressions
    def expr(self, e: ir.Expr, level: int = 0) -> str:
        """level: the precedence around the expression; a lower precedence gets parentheses."""
        if e in self.values:
            return self.values[e].argument
        if isinstance(e, ir.Num):
            return self.number(e)
        if isinstance(e, ir.Paren):
            return "(" + self.expr(e.inner) + ")"
        if isinstance(e, ir.Var):
            return self.variable(e)
        if isinstance(e, ir.Ref):
            return self.element(e)
        if isinstance(e, ir.Call):
            return self.call(e)
        if isinstance(e, ir.Op):
            return self.operation(e, level)
        raise ir.Refusal(f"{text_of(e)} has no form in a kernel file", self.line, "", "expression")

    def number(self, e: ir.Num) -> str:
        if e.type == "int":
            return str(e.value) if e.kind == 4 else f"(int64_t){e.value}"
        if e.type == "logical":
            return "true" if e.value else "false"
        if e.type != "real" or e.kind not in (4, 8):
            raise ir.Refusal(f"the constant {text_of(e)} has a type that kernel files do not have", self.line, "", "type")
        text = repr(float(e.value))
        if "inf" in text or "nan" in text:
            raise ir.Refusal(f"the constant {text_of(e)} is not finite", self.line, "", "type")
        if e.kind == self.kernel.pass_kind or e.kind == 8 and self.kernel.pass_kind == 4:
            return f"(real){text}" if e.kind == self.kernel.pass_kind else f"(double){text}"
        # A constant of single precision in a double expression has the value of single precision.
        return f"(float){text}" if e.kind == 4 else text

    def variable(self, e: ir.Var) -> str:
        name = e.name
        if name in self.dummies:
            return self.dummies[name][0]
        if name in (".true.", ".false."):
            return name.strip(".")
        if name in self.axes:
            return self.axis(name)
        if name in self.kernel.privates:
            return self.kernel.privates[name]
        symbol = self.routine.symbols.get(name)
        if symbol is not None and symbol.place == "parameter" and isinstance(symbol.value, ir.Num):
            value = symbol.value
            if value.type == "int" and symbol.type == "real":
                value = ir.Num("real", symbol.kind, float(value.value))
            return self.number(ir.Num(value.type, symbol.kind or value.kind, value.value))
        raise ir.Refusal(f"{name} has no place in the kernel", self.line, "", "expression")

    def axis(self, name: str) -> str:
        axis = self.axes[name]
        shift = getattr(axis, "shift", None)
        if shift is None:
            return axis.letter
        return f"({axis.letter} - ({self.expr(shift)}))"

    def element(self, e: ir.Ref) -> str:
        if e.name in self.kernel.local_arrays:
            return self.local(e)
        use = self.arrays.get(e.name)
        if use is None:
            raise ir.Refusal(f"{text_of(e)} has no place in the kernel", self.line, "", "expression")
        if any(isinstance(s, ir.Range) for s in e.subs):
            raise ir.Refusal(f"a section {text_of(e)} within the loops", self.line, "write the loop over the section", "section")
        subs = [s for s, d in zip(e.subs, use.dims) if d != "n"]
        subs = [self.subscript(s) for s in (subs if use.fold is None else joined(use, subs))]
        if not use.map.startswith("along") or "n" in use.dims:
            subs.append("n")
        return f"VF_AT({use.argument}, {', '.join(subs)})"

    def local(self, e: ir.Ref) -> str:
        """An element of a local array of the point."""
        name, bounds = self.kernel.local_arrays[e.name]
        parts, stride = [], 1
        for s, (lo, hi) in zip(e.subs, bounds):
            at = self.expr(s, 8) if lo == 0 else f"({self.expr(s, 6)} - ({lo}))" if lo < 0 else f"({self.expr(s, 6)} - {lo})"
            parts.append(at if stride == 1 else f"{stride} * {at}")
            stride *= hi - lo + 1
        return f"{name}[{' + '.join(parts)}]"

    def subscript(self, s: ir.Expr) -> str:
        """j + 1 - shift becomes the plain form of the axis."""
        if isinstance(s, ir.Op) and s.op in "+-" and len(s.args) == 2 and isinstance(s.args[1], ir.Num) and \
                isinstance(s.args[0], ir.Var) and s.args[0].name in self.axes:
            shift = getattr(self.axes[s.args[0].name], "shift", None)
            if isinstance(shift, ir.Num):
                total = (s.args[1].value if s.op == "+" else -s.args[1].value) - shift.value
                letter = self.axes[s.args[0].name].letter
                return letter + (f" {'+' if total > 0 else '-'} {abs(total)}" if total else "")
        return self.expr(s)

    def operation(self, e: ir.Op, level: int) -> str:
        op = e.op
        if op == "**":
            return self.power(e)
        if op == "not":
            return "!" + self.expr(e.args[0], 9)
        if op in ("neg", "pos"):
            text = ("-" if op == "neg" else "") + self.expr(e.args[0], 8 if isinstance(e.args[0], ir.Op) and e.args[0].op in "+-" else 7)
            return f"({text})" if level > 6 or level == 6 else text
        if op not in LEVEL:
            raise ir.Refusal(f"the operator {op} has no form in a kernel file", self.line, "", "expression")
        own = LEVEL[op]
        left = self.expr(e.args[0], own)
        right = self.expr(e.args[1], own + 1)
        if op in ("eqv", "neqv"):
            left, right = f"!({left})", f"!({right})"
        text = f"{left} {C_OPS.get(op, op)} {right}"
        return f"({text})" if own < level or own in (1, 2) and level in (1, 2) and own != level else text

    def power(self, e: ir.Op) -> str:
        base, exponent = e.args
        kind = self.type(base)
        n = self.whole(exponent)
        if n is not None:
            if kind[0] == "int" and n < 0:
                raise ir.Refusal("a negative power of a whole number", self.line, "", "power")
            if not 0 < abs(n) < len(POWERS):
                raise ir.Refusal(f"the power {n}", self.line, "write the products", "power")
            text = self.product(self.atom(base), abs(n))
            return f"({text})" if n > 0 else f"(1 / ({text}))"
        if self.type(exponent)[0] == "real" and wide(kind, self.type(exponent)) == self.kernel.pass_kind:
            return f"VF_POW({self.expr(base)}, {self.expr(exponent)})"
        if kind[0] == self.type(exponent)[0] == "real" and wide(kind, self.type(exponent)) in (4, 8):
            word = "pow" if wide(kind, self.type(exponent)) == 8 else "powf"  # a precision beside the pass's own
            return f"{word}({self.expr(base)}, {self.expr(exponent)})"
        if self.type(exponent) == ("int", 4) and kind in (("real", 4), ("real", 8), ("int", 4)):  # the order of the compiler's own function
            word = "whole_power" if kind[0] == "int" else "repeated_product"
            return f"{self.helper(word, kind)}({self.expr(base)}, {self.expr(exponent)})"
        raise ir.Refusal(f"the power {text_of(e)} has no form with the bits of the original", self.line,
                         "write a power of a constant whole number, or of a real number", "power")

    def whole(self, e: ir.Expr):
        while isinstance(e, ir.Paren):
            e = e.inner
        sign = 1
        if isinstance(e, ir.Op) and e.op == "neg":
            e, sign = e.args[0], -1
        if isinstance(e, ir.Var):
            symbol = self.routine.symbols.get(e.name)
            e = symbol.value if symbol is not None and symbol.place == "parameter" else e
        return sign * e.value if isinstance(e, ir.Num) and e.type == "int" else None

    def product(self, x: str, n: int) -> str:
        if n == 1:
            return x
        a, b = POWERS[n], n - POWERS[n]
        wrap = lambda m: self.product(x, m) if m == 1 else "(" + self.product(x, m) + ")"
        return f"{wrap(max(a, b))} * {wrap(min(a, b))}"

    def atom(self, e: ir.Expr) -> str:
        return self.expr(e, 9) if not isinstance(e, ir.Op) else "(" + self.expr(e) + ")"

    # ------------------------------------------------------------------------------------------------------------------ calls
    def call(self, e: ir.Call) -> str:
        if e.name in self.routine.functions:
            return self.statement_function(e)
        if e.name in self.routine.helpers:
            return self.helper_call(e)
        if e.name.startswith("[line]"):
            line = next(x for x in self.kernel.lines if x.name == e.name[6:])
            return f"VF_LINE_AT({line.argument}, {self.expr(e.args[0])})"
        name = generic(e.name)
        kind = self.type(e)
        args = [a.args[1] if isinstance(a, ir.Op) and a.op == "=" and name != "merge" else a for a in e.args]
        if name in KINDS:
            return f"({self.ctype(kind)})" + self.atom(args[0])
        if name in WHOLE:
            return self.to_whole(name, args[0], kind)
        if name == "merge":
            a, b, c = (x.args[1] if isinstance(x, ir.Op) and x.op == "=" else x for x in e.args)
            return f"({self.expr(c, 3)} ? {self.expr(a, 3)} : {self.expr(b, 3)})"
        if name in ("max", "min"):
            return self.extremum(name, args, kind)
        if name in ("huge", "tiny", "epsilon"):
            return self.limit(name, args[0])
        if name in ("iand", "ior", "ieor"):
            op = {"iand": "&", "ior": "|", "ieor": "^"}[name]
            return f"({self.expr(args[0], 9)} {op} {self.expr(args[1], 9)})"
        if name in ("size", "lbound", "ubound", "present"):
            raise ir.Refusal(f"{text_of(e)} changes in the nest", self.line, "", "function")
        return self.function(name, args, kind)

    def function(self, name: str, args: list, kind: tuple) -> str:
        text = [self.expr(a) for a in args]
        if kind[0] == "int":
            if name == "mod":
                return f"({self.expr(args[0], 8)} % {self.expr(args[1], 8)})"
            helper = {"abs": "magnitude", "sign": "signed", "modulo": "modulo", "dim": "positive_difference"}.get(name)
            if helper:
                return f"{self.helper(helper, kind)}({', '.join(text)})"
        if kind[0] != "real":
            raise ir.Refusal(f"{name} of {kind[0]}", self.line, "", "function")
        if any(self.type(a) != kind for a in args):
            raise ir.Refusal(f"{name} of numbers of different kinds", self.line, "convert the arguments", "type")
        if name == "dim":
            return f"{self.helper('positive_difference', kind)}({', '.join(text)})"
        if kind[1] == self.kernel.pass_kind and name in REAL_WORDS:
            return f"{REAL_WORDS[name]}({', '.join(text)})"
        if name in C_WORDS:
            return C_WORDS[name] + ("f" if kind[1] == 4 else "") + f"({', '.join(text)})"
        raise ir.Refusal(f"the function {name} is none of kernel files for this kind", self.line, "", "function")

    def to_whole(self, name: str, arg: ir.Expr, kind: tuple) -> str:
        source = self.type(arg)
        if kind not in (("int", 4), ("int", 8)):
            raise ir.Refusal(f"{name} to {kind[1]} bytes", self.line, "", "type")
        if source[0] == "int" or name in ("int", "ifix", "idint"):
            return f"({self.ctype(kind)})" + self.atom(arg)
        if kind == ("int", 4) and source == ("real", self.kernel.pass_kind):
            return {"nint": "VF_NINT", "floor": "VF_FLOOR", "ceiling": "VF_CEILING"}[name] + f"({self.expr(arg)})"
        raise ir.Refusal(f"{name} of this kind", self.line, "", "type")

    def extremum(self, name: str, args: list, kind: tuple) -> str:
        if kind[0] == "real" and any(self.type(a)[0] != "real" for a in args):
            raise ir.Refusal(f"{name} of numbers of different types", self.line, "convert the arguments", "type")
        # The arguments get the widest kind of the arguments, as in gfortran. A plain comparison, as compilers of Fortran make it; VF_MAX looks for NaN too.
        word = self.helper("larger" if name == "max" else "smaller", kind)
        text = self.expr(args[0])
        for a in args[1:]:
            text = f"{word}({text}, {self.expr(a)})"
        return text

    def limit(self, name: str, arg: ir.Expr) -> str:
        kind = self.type(arg)
        if kind == ("int", 4) and name == "huge":
            return "2147483647"
        if kind[0] != "real" or kind[1] not in (4, 8):
            raise ir.Refusal(f"{name} of this type", self.line, "", "function")
        value = {("huge", 8): 1.7976931348623157e308, ("huge", 4): 3.4028234663852886e38, ("tiny", 8): 2.2250738585072014e-308,
                 ("tiny", 4): 1.1754943508222875e-38, ("epsilon", 8): 2.0 ** -52, ("epsilon", 4): 2.0 ** -23}[(name, kind[1])]
        return self.number(ir.Num("real", kind[1], value))

    def helper(self, word: str, kind: tuple) -> str:
        ctype = self.ctype(kind)
        name = f"{word}_{ctype}"
        self.helpers[name] = HELPERS[word].format(t=ctype, n=name)
        return name

    def helper_call(self, e: ir.Call) -> str:
        """A call of a function of the code; the kernel file has the function in C."""
        from viewfab_translate.functions import c_function
        f = self.routine.helpers[e.name]
        for d, a in zip(f.dummies, e.args):
            if self.type(a) != (f.symbols[d].type, f.symbols[d].kind):
                raise ir.Refusal(f"an argument of {e.name} has another type than its dummy", self.line, "", "type")
        if len(e.args) != len(f.dummies) or any(isinstance(a, ir.Op) and a.op == "=" for a in e.args):
            raise ir.Refusal(f"the arguments of {e.name} are named or left out", self.line, "give all in their order", "call")
        self.helpers[f.name + "_function"] = c_function(f, self.kernel.pass_kind)
        return f"{f.name}_function({', '.join(self.expr(a) for a in e.args)})"

    def statement_function(self, e: ir.Call) -> str:
        """The function's expression, with the arguments in place of the dummies."""
        function = self.routine.functions[e.name]
        symbol = self.routine.symbols[e.name]
        outer = self.dummies
        inner = {}
        for name, arg in zip(function.dummies, e.args):
            declared = self.routine.symbols.get(name)
            if function.kinds:
                declared = function.kinds.get(name)
            kind = (declared.type, declared.kind) if declared is not None else self.type(arg)
            if kind != self.type(arg):
                raise ir.Refusal(f"the argument of {e.name} has another type than its dummy", self.line, "", "type")
            inner[name] = (self.atom(arg), kind)
        self.dummies = inner
        text = self.expr(function.body)
        same_type = self.type(function.body) == (symbol.type, symbol.kind)
        self.dummies = outer
        return f"({text})" if same_type else f"({self.ctype((symbol.type, symbol.kind))})({text})"

    # ------------------------------------------------------------------------------------------------------------- statements
    def convert(self, right: ir.Expr, target: tuple) -> str:
        source = self.type(right)
        if target[0] == "int" and source[0] == "real":
            return f"({self.ctype(target)})" + self.atom(right)
        if target[0] == "real" and source == ("real", 8) and target[1] == 4:
            return f"({self.ctype(target)})" + self.atom(right)
        if (target[0] == "logical") != (source[0] == "logical"):
            raise ir.Refusal("an assignment between a logical and a number", self.line, "", "type")
        return self.expr(right)


def wide(a: tuple, b: tuple) -> int:
    return max(a[1] if a[0] == "real" else 0, b[1] if b[0] == "real" else 0)
