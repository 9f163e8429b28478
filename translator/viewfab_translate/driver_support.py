"""Fortran procedures of the programs of proofs: for each type, fill at random, and count elements with other bits."""
from __future__ import annotations

NAMES = {("real", 8): "real8", ("real", 4): "real4", ("int", 4): "int4", ("int", 8): "int8", ("logical", 4): "logical4",
         ("logical", 1): "logical1", ("logical", 2): "logical2", ("logical", 8): "logical8", ("int", 2): "int2", ("int", 1): "int1"}


def support() -> str:
    """Procedures for each type: fill at random, and count elements with other bits."""
    out = ["double precision function next_random(state)", "  implicit none", "  integer(8), intent(inout) :: state",
           "  state = mod(state*16807_8, 2147483647_8)", "  next_random = dble(state)/2147483647d0", "end function", ""]
    for word, kind in (("real8", "double precision"), ("real4", "real")):
        out += [f"subroutine fill_{word}(x, n, seed, filling)", "  implicit none", "  integer, intent(in) :: n, seed, filling",
                f"  {kind}, intent(out) :: x(n)", "  double precision, external :: next_random", "  double precision :: r",
                "  integer(8) :: state", "  integer :: i", "  state = 7919_8*seed + 12345", "  do i = 1, n",
                "    r = next_random(state)", "    select case (filling)", "    case (0)",
                "      x(i) = 0.5d0 + r", "    case (1)", "      x(i) = 2*r - 1", "    case (2)",
                "      x(i) = anint(8*r)/4 - 1", "    case default", "      x(i) = 10**(6*r - 3)*merge(1, -1, next_random(state) < 0.7d0)",
                "    end select", "  end do", "end subroutine", ""]
    for word, kind in (("int4", "integer"), ("int8", "integer(8)"), ("int2", "integer(2)"), ("int1", "integer(1)")):
        out += [f"subroutine fill_{word}(x, n, seed, filling)", "  implicit none", "  integer, intent(in) :: n, seed, filling",
                f"  {kind}, intent(out) :: x(n)", "  double precision, external :: next_random", "  integer(8) :: state",
                "  integer :: i", "  state = 7919_8*seed + 777", "  do i = 1, n",
                "    x(i) = int(next_random(state)*merge(2, 4, filling < 2))", "    if (filling == 3) x(i) = x(i) + 1_1", "  end do",
                "end subroutine", ""]
    for kind in (1, 2, 4, 8):
        out += [f"subroutine fill_logical{kind}(x, n, seed, filling)", "  implicit none", "  integer, intent(in) :: n, seed, filling",
            f"  logical({kind}), intent(out) :: x(n)", "  double precision, external :: next_random", "  integer(8) :: state",
            "  integer :: i", "  state = 7919_8*seed + 777", "  do i = 1, n", "    x(i) = next_random(state) < 0.6d0", "  end do",
            "end subroutine", ""]
    for word, kind, bits in (("real8", "double precision", "0_8"), ("real4", "real", "0"), ("int4", "integer", "0"),
                             ("int8", "integer(8)", "0_8"), ("int2", "integer(2)", "0_2"), ("int1", "integer(1)", "0_1")):
        real = word.startswith("real")
        out += [f"integer function other_{word}(a, b, n, slack)", "  implicit none", "  integer, intent(in) :: n",
                f"  {kind}, intent(in) :: a(n), b(n)", "  double precision, intent(in) :: slack", "  integer :: i",
                f"  other_{word} = 0", "  do i = 1, n"]
        if real:
            out += [f"    if (transfer(a(i), {bits}) == transfer(b(i), {bits})) cycle", "    if (a(i) /= a(i) .and. b(i) /= b(i)) cycle",
                    "    if (slack < 0 .and. a(i) == 0 .and. b(i) == 0) cycle", "    if (slack > 0) then",
                    f"      if (abs(a(i) - b(i)) <= {'slack' if word == 'real8' else '1d-3'}*max(1d0, dble(abs(a(i))))) cycle", "    end if"]
        else:
            out += ["    if (a(i) == b(i)) cycle"]
        out += [f"    other_{word} = other_{word} + 1", "  end do", "end function", ""]
    for kind in (1, 2, 4, 8):
        out += [f"integer function other_logical{kind}(a, b, n, slack)", "  implicit none", "  integer, intent(in) :: n",
            f"  logical({kind}), intent(in) :: a(n), b(n)", "  double precision, intent(in) :: slack",
            f"  other_logical{kind} = count(a .neqv. b)", "end function"]
    out += ["", "! Every second set has one text in all elements.", "subroutine fill_texts(x, n, texts, m, seed)", "  implicit none",
            "  integer, intent(in) :: n, m, seed", "  character(*), intent(out) :: x(n)", "  character(*), intent(in) :: texts(m)",
            "  integer(8) :: state", "  double precision, external :: next_random", "  integer :: i",
            "  state = 7919_8*seed + 777", "  do i = 1, n", "    if (mod(seed, 2) == 1) then",
            "      x(i) = texts(1 + min(m - 1, int(m*next_random(state))))", "    else", "      x(i) = texts(1 + mod(seed/2, m))",
            "    end if", "  end do",
            "end subroutine"]
    return "\n".join(out)


SUPPORT = support()
