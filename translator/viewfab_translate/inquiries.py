"""LBOUND, UBOUND and SIZE of the arrays of a subroutine whose statements replace its call. An array without elements has the lower
bound 1 and the upper bound 0, whatever its declaration says."""
from __future__ import annotations

from typing import Optional

from viewfab_translate import ir
from viewfab_translate.axes import is_minus_one
from viewfab_translate.callees import ASKS, Unfit

ONE, ZERO = ir.Num("int", 4, 1, "1"), ir.Num("int", 4, 0, "0")


class Inquiries:
    def __init__(self, actuals):
        self.actuals = actuals
        self.symbols = actuals.callee.symbols

    def asks(self, x: ir.Call) -> bool:
        return x.name in ASKS and bool(x.args) and isinstance(x.args[0], ir.Var) and \
            (x.args[0].name in self.actuals.arrays or getattr(self.symbols.get(x.args[0].name), "place", "") == "local")

    def parts(self, x: ir.Call, expression) -> tuple:
        """(lower bound, number of elements, is the number exact) along the index that the question names."""
        name = x.args[0].name
        rank = self.symbols[name].rank
        along = x.args[1] if len(x.args) > 1 else ONE if rank == 1 and x.name == "size" else None
        if isinstance(along, ir.Op) and along.op == "=":
            along = along.args[1]
        if not isinstance(along, ir.Num) or not 1 <= along.value <= rank or len(x.args) > 2:
            raise Unfit(f"which asks for the bounds of {name} along an index that is no constant")
        d = along.value - 1
        if name in self.actuals.arrays:
            place = self.actuals.arrays[name]
            low, extent = place.lows[d], place.extents[d]
        else:
            from viewfab_translate.actuals import count
            lo, hi = self.symbols[name].bounds[d]
            low = ONE if lo is None else expression(lo)
            extent = None if hi is None else count(low, expression(hi))
        if extent is None:
            raise Unfit(f"which asks for the bounds of {name}, whose last one is not known")
        return low, extent, isinstance(extent, ir.Call)

    def exact(self, x: ir.Call, expression) -> ir.Expr:
        """The value of the question, for arrays without elements, too."""
        low, extent, is_exact = self.parts(x, expression)
        number = extent if is_exact else ir.Call("max", (ZERO, extent))
        if x.name == "size":
            return number
        if low != ONE:
            raise Unfit(f"which asks for {x.name} of {x.args[0].name}, and not as the bound of a loop")
        return ONE if x.name == "lbound" else number

    def plain(self, x: ir.Call, expression) -> ir.Expr:
        """The value of the question for an array with elements."""
        low, extent, _ = self.parts(x, expression)
        if x.name == "lbound":
            return low
        return extent if x.name == "size" else last_of(low, extent)

    def bounds(self, t: ir.Do, expression) -> tuple:
        """The bounds of a loop in the caller's names. The plain values do where an array without elements gives no iteration."""
        down = is_minus_one(t.step)
        lo, hi = (t.hi, t.lo) if down else (t.lo, t.hi)
        if (t.step is None or down or t.step == ONE) and self.empty_without_elements(lo, hi, expression):
            lo, hi = self.with_plain(lo, expression) if self.question(lo) else expression(lo), self.with_plain(hi, expression)
            return (hi, lo) if down else (lo, hi)
        return expression(t.lo), expression(t.hi)

    def with_plain(self, e: ir.Expr, expression) -> ir.Expr:
        from viewfab_translate.normalise import split
        base, more = split(e)
        value = self.plain(base, expression)
        if not more:
            return value
        found, own = split(value)
        total = more + own
        if found is None:
            return ir.Num("int", 4, total, str(total))
        return found if not total else ir.Op("+" if total > 0 else "-", (found, ir.Num("int", 4, abs(total), str(abs(total)))))

    def question(self, e: ir.Expr) -> Optional[ir.Call]:
        from viewfab_translate.normalise import split
        base = split(e)[0]
        return base if isinstance(base, ir.Call) and self.asks(base) else None

    def empty_without_elements(self, lo: ir.Expr, hi: ir.Expr, expression) -> bool:
        """Without elements neither the true bounds, lbound = 1 and ubound = size = 0, nor the plain ones give an iteration."""
        from viewfab_translate.normalise import split
        upper, lower = self.question(hi), self.question(lo)
        if upper is None or upper.name == "lbound" or lower is not None and (lower.name != "lbound" or lower.args != upper.args and not (
                upper.name == "size" and len(upper.args) == 1 and lower.args[0] == upper.args[0])):
            return False
        if lower is None and not isinstance(lo, ir.Num):
            return False
        low = self.parts(upper, expression)[0]
        first = split(lo)[1] + (0 if lower is None else 1)
        if first <= split(hi)[1]:
            return False
        return low == ONE or lower is not None and upper.name == "ubound"


def last_of(low: ir.Expr, extent: ir.Expr) -> ir.Expr:
    """low + extent - 1; hi where the extent is hi - low + 1."""
    if isinstance(extent, ir.Op) and extent.op == "+" and extent.args[1] == ONE and isinstance(extent.args[0], ir.Op) and \
            extent.args[0].op == "-":
        hi, lo = extent.args[0].args
        if (lo.inner if isinstance(lo, ir.Paren) else lo) == low:
            return hi
    if low == ONE:
        return extent
    return ir.Op("-", (ir.Op("+", (low, extent)), ONE))
