"""Jumps within loops as IF and EXIT: GOTO to a later statement of the same loop, CYCLE and EXIT with the name of a loop, RETURN of a
subroutine whose statements stand in place of a call. A statement that a jump leaves out gets a condition, so that all other parts
read plain statements. Jumps backwards, or out of the outermost loop, stay."""
from __future__ import annotations

from typing import Optional

from viewfab_translate import ir
from viewfab_translate.labels import label_lines

TRUE, FALSE = ir.Num("logical", 4, True, ".true."), ir.Num("logical", 4, False, ".false.")


def without_jumps(body: list, routine: ir.Routine) -> list:
    """The statements with jumps inside of loops replaced where they have another form."""
    if any(isinstance(s, ir.Jump) for s in ir.walk_statements(body)) and routine.source is not None:
        Jumps(routine, label_lines(routine.source, routine.first, routine.last)).loops_in(body)
    return body


def without_returns(body: list, routine: ir.Routine) -> list:
    """The statements of a subroutine with RETURN at its end alone."""
    jumps = Jumps(routine, {})
    at_end = lambda s: isinstance(s, ir.Jump) and s.word == "return"
    if any(at_end(s) for s in ir.walk_statements(body[:-1])) or body and ir.blocks(body[-1]) and any(
            at_end(s) for s in ir.walk_statements(body[-1:])):
        return jumps.guarded(body, at_end)
    return body


class Jumps:
    def __init__(self, routine: ir.Routine, labels: dict):
        self.routine, self.labels, self.number = routine, labels, 0

    def loops_in(self, body: list) -> None:
        for s in body:
            for b in ir.blocks(s):
                self.loops_in(b)
            if isinstance(s, ir.Do):
                self.named(s)
                s.body[:] = self.structured(s.body, s.head_last, s.last)

    def named(self, loop: ir.Do) -> None:
        """CYCLE of the loop from a loop inside, by the name of the loop, is a jump to the end of its body. EXIT by the name of the
        innermost loop is a plain EXIT."""
        def plain(body: list) -> None:
            for s in body:
                if isinstance(s, ir.Jump) and s.word in ("cycle", "exit") and s.target == loop.name:
                    s.target = ""
                if not isinstance(s, (ir.Do, ir.While)):
                    for b in ir.blocks(s):
                        plain(b)
        if not loop.name:
            return
        plain(loop.body)
        wanted = lambda s: isinstance(s, ir.Jump) and s.word == "cycle" and s.target == loop.name
        if has(loop.body, wanted):
            loop.body[:] = self.guarded(loop.body, wanted)
        leaves = lambda s: isinstance(s, ir.Jump) and s.word == "exit" and s.target == loop.name
        if has(loop.body, leaves):  # the loops inside end, and then this one
            body = self.guarded(loop.body, leaves)
            if self.flag is not None:
                body.append(ir.If(loop.last, loop.last, [(self.flag, [ir.Jump(loop.last, loop.last, "exit")])]))
            loop.body[:] = body

    def structured(self, body: list, first: int, last: int) -> list:
        """The body of a loop without jumps to labels in it. first, last: lines of the loop."""
        for label, line in sorted(self.labels.items(), key=lambda p: p[1]):
            if not first < line <= last or any(s.first < line <= s.last and ir.blocks(s) for s in body):
                continue
            at = next((n for n, s in enumerate(body) if s.first >= line), len(body))
            wanted = lambda s: isinstance(s, ir.Jump) and s.word == "goto" and s.target.lstrip("0") == label
            if has(body[:at], wanted) and not has(body[at:], wanted):
                body = self.guarded(body[:at], wanted) + body[at:]
        return body

    # -------------------------------------------------------------------------------------------------------------- conditions
    def guarded(self, body: list, wanted) -> list:
        """The statements with a condition in place of each wanted jump to their end."""
        self.flag = None
        out = self.part(body, wanted, False, True)
        if self.flag is not None:
            out.insert(0, ir.Assign(body[0].first, body[0].first, self.flag, FALSE))
        return out

    def part(self, body: list, wanted, in_loop: bool, top: bool = False) -> list:
        """in_loop: a jump also leaves the loop around. top: nothing follows the statements that a jump has to leave out."""
        out: list = []
        for at, s in enumerate(body):
            if wanted(s):
                out.append(ir.Assign(s.first, s.last, self.the_flag(), TRUE))
                return out + ([ir.Jump(s.first, s.last, "exit")] if in_loop else [])
            if not has([s], wanted):
                out.append(s)
                continue
            rest = body[at + 1:]
            plain = self.plain(s, rest, wanted) if top else None
            if plain is not None:
                return out + [plain]
            inner = in_loop or isinstance(s, (ir.Do, ir.While))
            for b in ir.blocks(s):
                b[:] = self.part(b, wanted, inner)
            out.append(s)
            if in_loop and not isinstance(s, (ir.Do, ir.While)):
                continue  # EXIT has left the loop already
            if in_loop:
                out.append(ir.If(s.last, s.last, [(self.the_flag(), [ir.Jump(s.last, s.last, "exit")])]))
                continue
            after = self.part(rest, wanted, False, top)
            if after:
                out.append(ir.If(after[0].first, after[-1].last, [(ir.Op("not", (self.the_flag(),)), after)]))
            return out
        return out

    def plain(self, s: ir.Stmt, rest: list, wanted) -> Optional[ir.If]:
        """if (c) goto 10; rest  as  if (.not. c) then; rest; end if."""
        if not isinstance(s, ir.If) or len(s.branches) != 1:
            return None
        condition, inner = s.branches[0]
        if not inner or not wanted(inner[-1]) or has(inner[:-1], wanted):
            return None
        rest = self.part(rest, wanted, False, True)
        last = max([s.last] + [x.last for x in rest])
        if len(inner) > 1:
            return ir.If(s.first, last, [(condition, inner[:-1])] + ([(None, rest)] if rest else []))
        return ir.If(s.first, last, [(ir.Op("not", (ir.Paren(condition),)), rest)])

    def the_flag(self) -> ir.Var:
        """A variable that tells that a jump was taken."""
        if self.flag is None:
            self.number += 1
            name = f"jump_{self.number}"
            while name in self.routine.symbols:
                name = "x" + name
            self.routine.symbols[name] = ir.Symbol(name, "logical", 4)
            self.flag = ir.Var(name)
        return self.flag


def has(body: list, wanted) -> bool:
    return any(wanted(s) for s in ir.walk_statements(body))
