"""Originals of the kernels: the loops of the source with the bounds of a call's box, for checked calls."""
from __future__ import annotations

import re

from viewfab_translate import ir
from viewfab_translate.axes import ends, is_minus_one
from viewfab_translate.folding import joined
from viewfab_translate.layout import formed
from viewfab_translate.tree import text_of
from viewfab_translate.types import type_of

FORTRAN = {("real", 8): "double precision", ("real", 4): "real", ("int", 4): "integer", ("int", 8): "integer(8)",
           ("logical", 4): "logical", **{("logical", k): f"logical({k})" for k in (1, 2, 8)}, ("int", 2): "integer(2)", ("int", 1): "integer(1)"}


def originals_module(name: str, kernels: list, kernels_module: str) -> list:
    """A module in free form with an original for each kernel, and the procedure that registers them."""
    out = [f"! Made by viewfab-translate: the loops of the source as originals of the kernels.", f"module {name}",
           f"  use {kernels_module}", "  implicit none", "  private", "  public :: register_originals", "", "contains", "",
           "  subroutine register_originals()"]
    for k in kernels:
        kind = "_real32" if k.pass_kind == 4 else ""
        out.append(f"    call vf_{k.name}_register_original{kind}({k.name}_original{kind})")
    out += ["  end subroutine register_originals"]
    for k in kernels:
        out += [""] + original(k)
    return formed(out + ["", f"end module {name}"], False)


def original(kernel: ir.Kernel) -> list:
    kind = "_real32" if kernel.pass_kind == 4 else ""
    from viewfab_translate.column_text import ColumnLoops
    writer = Loops(kernel) if kernel.columns is None else ColumnLoops(kernel)
    out = [f"  include 'viewfab_{kernel.name}_original{kind}.inc'"]
    by_type: dict = {}
    for name, own in writer.locals.items():
        symbol = kernel.routine.symbols[name]
        by_type.setdefault(FORTRAN[(symbol.type, symbol.kind)], []).append(own)
    out += [f"    {t} :: {', '.join(names)}" for t, names in by_type.items()]
    for name, (own, bounds) in kernel.local_arrays.items():
        symbol = kernel.routine.symbols[name]
        out.append(f"    {FORTRAN[(symbol.type, symbol.kind)]} :: {own}({', '.join(f'{lo}:{hi}' for lo, hi in bounds)})")
    for line in kernel.lines:
        symbol = kernel.routine.symbols[line.name]
        out.append(f"    {FORTRAN[(symbol.type, symbol.kind)]} :: {line.argument}({buffer_bounds(symbol, kernel)})")
    out += writer.declarations() + [""]
    # Infinity, the result of a kernel whose points do nothing.
    starts = {"sum": "0", "min": "transfer(9218868437227405312_8, 1d0)", "max": "transfer(-4503599627370496_8, 1d0)"}
    least = {"min": "transfer(9218868437227405312_8, 1d0)", "max": "transfer(-4503599627370496_8, 1d0)"}  # infinity
    out += [f"    {r.argument} = {least[r.operation] if r.places else starts[r.operation]}" for r in kernel.results]
    out += ["    " + s for s in writer.lines]
    if writer.called:
        from viewfab_translate.functions import fortran_function
        out += ["  contains"] + ["  " + s for f in writer.called.values() for s in fortran_function(f)]
    return out + ["  end subroutine"]


def buffer_bounds(symbol: ir.Symbol, kernel: ir.Kernel) -> str:
    """The declared bounds of a row buffer, if they are numbers; else bounds beyond all elements of a row."""
    lo, hi = symbol.bounds[0]
    if isinstance(hi, ir.Num) and (lo is None or isinstance(lo, ir.Num)):
        return f"{1 if lo is None else lo.value}:{hi.value}"
    return "4*min(lo(1), 0)-16:4*max(hi(1), 0)+16"


class Loops:
    """Text of the loops with the names of the kernel's arguments."""

    def __init__(self, kernel: ir.Kernel):
        self.kernel, self.routine = kernel, kernel.routine
        self.arrays = {a.name: a for a in kernel.arrays}
        self.values = {v.actual: v for v in kernel.values}
        self.axes = {a.var: a for a in kernel.axes}
        self.locals = {n: "t_" + own if own in ("lo", "hi") else own for n, own in kernel.privates.items()}
        self.locals = {n: re.sub(r"[^a-z0-9_]", "_", v) for n, v in self.locals.items()}
        for x in kernel.lines:  # the loop that fills a row has no place in the kernel
            self.locals.setdefault(x.var, x.var if x.var.isidentifier() else "row_" + re.sub(r"[^a-z0-9_]", "_", x.var))
        self.results = {r.variable: r.argument for r in kernel.results}
        self.lines: list = []
        self.called: dict = {}
        self.buffers = {x.name: x for x in kernel.lines}
        self.body(kernel.loops or kernel.body, 0)

    def name(self, e: ir.Expr):
        if e in self.values:
            return ir.Var(self.values[e].argument)
        if isinstance(e, ir.Var) and e.name in self.results:
            return ir.Var(self.results[e.name])
        if isinstance(e, ir.Var) and e.name in self.locals:
            return ir.Var(self.locals[e.name])
        if isinstance(e, ir.Var):
            symbol = self.routine.symbols.get(e.name)
            if symbol is not None and symbol.place == "parameter" and isinstance(symbol.value, ir.Num):
                v = symbol.value
                if v.type == "real":
                    return ir.Num("real", symbol.kind, v.value)
                return ir.Num(v.type, v.kind, float(v.value) if symbol.type == "real" else v.value) if symbol.type == v.type \
                    else ir.Num("real", symbol.kind, float(v.value))
        if isinstance(e, ir.Ref) and e.name in self.kernel.local_arrays:
            return ir.Ref(self.kernel.local_arrays[e.name][0], tuple(ir.rebuild(s, self.name) for s in e.subs))
        if isinstance(e, ir.Ref) and e.name in self.buffers:
            return ir.Ref(self.buffers[e.name].argument, tuple(ir.rebuild(s, self.name) for s in e.subs))
        if isinstance(e, ir.Ref) and e.name in self.arrays:
            use = self.arrays[e.name]
            subs = [ir.rebuild(s, self.name) for s in (e.subs if use.fold is None else joined(use, list(e.subs)))]
            if not use.map.startswith(("along", "shared")) and "n" not in use.dims:
                subs.append(ir.Num("int", 4, 1))
            return ir.Ref(use.argument, tuple(subs))
        if isinstance(e, ir.Call) and e.name in ("huge", "tiny", "epsilon"):
            kind, size = type_of(e.args[0], self.routine)
            text = {("real", 8): "1d0", ("real", 4): "1e0"}.get((kind, size), f"1_{size}")
            return ir.Call(e.name, (ir.Num(kind, size, 1, text),))
        if isinstance(e, ir.Call) and e.name in self.routine.helpers:
            self.called[e.name] = self.routine.helpers[e.name]
            return ir.Call(e.name + "_function", tuple(ir.rebuild(a, self.name) for a in e.args))
        if isinstance(e, ir.Call) and e.name in self.routine.functions:
            function = self.routine.functions[e.name]
            inner = dict(zip(function.dummies, e.args))
            body = ir.rebuild(function.body, lambda x: ir.Paren(inner[x.name]) if isinstance(x, ir.Var) and x.name in inner else None)
            return ir.Paren(ir.rebuild(body, self.name))
        if isinstance(e, ir.Num) and not e.text and e.type == "real":
            return None
        return None

    def text(self, e: ir.Expr) -> str:
        return text_of(ir.rebuild(e, self.name))

    def declarations(self) -> list:
        return []

    def put(self, text: str, depth: int) -> None:
        self.lines.append("  " * depth + text)

    def body(self, body: list, depth: int) -> None:
        for s in body:
            self.statement(s, depth)

    def statement(self, s, depth: int) -> None:
        result = next((r for r in self.kernel.results if r.places and isinstance(s, ir.Assign) and s.left == ir.Var(r.variable)), None)
        if result is not None:
            self.located(s, result, depth)
        elif isinstance(s, ir.Assign):
            self.put(f"{self.text(s.left)} = {self.text(self.in_double(s))}", depth)
        elif isinstance(s, ir.Do):
            self.put(self.head(s), depth)
            self.body(s.body, depth + 1)
            self.put("end do", depth)
        elif isinstance(s, ir.If):
            word = "if"
            for c, b in s.branches:
                self.put("else" if c is None else f"{word} ({self.text(c)}) then", depth)
                self.body(b, depth + 1)
                word = "else if"
            self.put("end if", depth)
        elif isinstance(s, ir.Select):
            self.put(f"select case ({self.text(s.selector)})", depth)
            for v, b in s.cases:
                self.put("case default" if v is None else "case (" + ", ".join(self.text(x) for x in v) + ")", depth)
                self.body(b, depth + 1)
            self.put("end select", depth)
        elif isinstance(s, ir.While):
            self.put(f"do while ({self.text(s.condition)})", depth)
            self.body(s.body, depth + 1)
            self.put("end do", depth)
        elif isinstance(s, ir.Jump):
            self.put(s.word, depth)

    def in_double(self, s: ir.Assign) -> ir.Expr:
        """The right side, whose whole numbers are compared with a result: kernels give results in double precision."""
        whole = any(s.left == ir.Var(r.variable) and r.operation in ("min", "max") and r.fortran_type[0] == "int" for r in self.kernel.results)
        if not whole or not isinstance(s.right, ir.Call):
            return s.right
        return ir.Call(s.right.name, tuple(a if a == s.left else ir.Call("dble", (a,)) for a in s.right.args))

    def located(self, s: ir.Assign, r: ir.Result, depth: int) -> None:
        """A value with the place where it was found first."""
        value = next(a for a in s.right.args if a != s.left)
        self.put(f"if ({self.text(value)} {'<' if r.operation == 'min' else '>'} {r.argument}) then", depth)
        self.put(f"{r.argument} = {self.text(value)}", depth + 1)
        for number, a in enumerate(self.kernel.axes, 1):
            self.put(f"{r.argument}_place%index({number}) = {self.locals[a.var]}", depth + 1)
        self.put(f"{r.argument}_place%component = 1", depth + 1)
        self.put("end if", depth)

    def head(self, s: ir.Do) -> str:
        var = self.locals.get(s.var, s.var)
        axis = self.axes.get(s.var)
        if axis is None and self.kernel.lines and any(x.var == s.var for x in self.kernel.lines):
            axis = next(a for a in self.kernel.axes if a.letter == "i")
            return f"do {var} = lo(1){shift_text(s.lo, axis.lo)}, hi(1){shift_text(s.hi, axis.hi)}"
        if s.var == self.kernel.components:
            return f"do {var} = 1, components"
        if axis is None:
            return f"do {var} = {self.text(s.lo)}, {self.text(s.hi)}" + (f", {self.text(s.step)}" if s.step is not None else "")
        if self.kernel.lines and axis.letter == "i" and ends(s) != (axis.lo, axis.hi):
            return f"do {var} = lo(1){shift_text(s.lo, axis.lo)}, hi(1){shift_text(s.hi, axis.hi)}"
        at = "ijk".index(axis.letter) + 1
        if s.var == self.kernel.colour_loop:
            rest = "+".join(self.locals[a.var] for a in self.kernel.axes if a.var != s.var)
            return f"do {var} = lo({at}) + modulo(lo({at})+{rest}+colour, 2), hi({at}), 2"
        shift = getattr(axis, "shift", None)
        less = "" if shift is None else f" - ({self.text(shift)})"
        lo, hi = ends(s)
        low = f"lo({at}){less}" if lo == axis.lo else f"max(lo({at}){less}, {self.text(lo)})"
        high = f"hi({at}){less}" if hi == axis.hi else f"min(hi({at}){less}, {self.text(hi)})"
        if is_minus_one(s.step):
            return f"do {var} = {high}, {low}, -1"
        return f"do {var} = {low}, {high}"


def shift_text(bound: ir.Expr, of: ir.Expr) -> str:
    """The constant by which a bound of a row differs from the bound of the points."""
    from viewfab_translate.normalise import split
    difference = split(bound)[1] - split(of)[1]
    return f"{difference:+d}" if difference else ""
