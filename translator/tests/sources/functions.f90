! Functions of several statements in loops: their statements stand in place of the calls.
! expect middle 1 proved
! expect layers 1 proved
! expect layers 2 proved
! expect refused_functions 1 refused call
! expect refused_functions 2 refused call
! expect refused_functions 3 refused call
! report 1 calls the function counting, which changes counted outside of its arguments
! report 1 calls the function liquidus, behind .AND., .OR. or in MERGE, which may leave the call out
module constants_of_ice
  implicit none
  double precision :: slope = 0.3d0
  integer :: counted = 0
contains
  function liquidus(t) result(s)
    double precision, intent(in) :: t
    double precision :: s
    double precision, parameter :: base = 0.1d0
    s = base + slope*t
    if (t > 0.5d0) s = s*s
  end function liquidus
  double precision function limited(t, low)
    double precision, intent(in) :: t, low
    limited = max(low, liquidus(t))
    if (limited > 0.35d0) return
    limited = limited + low
  end function limited
  double precision function middle(q, n)
    integer, intent(in) :: n
    double precision, intent(in) :: q(n)
    integer :: k
    middle = 0
    do k = 1, n
      middle = middle + q(k)/n
    end do
  end function middle
  double precision function counting(t)
    double precision, intent(in) :: t
    counted = counted + 1
    counting = t*counted
  end function counting
  subroutine refused_functions(n, t, y)
    integer, intent(in) :: n
    double precision, intent(in) :: t(n)
    double precision, intent(inout) :: y(n)
    integer :: i
    double precision, external :: elsewhere
    do i = 1, n
      y(i) = counting(t(i))
    end do
    do i = 1, n
      if (t(i) > 0 .or. liquidus(t(i)) < 0.3d0) y(i) = y(i) + 1
    end do
    do i = 1, n
      y(i) = elsewhere(t(i))
    end do
  end subroutine refused_functions
  subroutine layers(n, m, t, y)
    integer, intent(in) :: n, m
    double precision, intent(in) :: t(m, n)
    double precision, intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      if (t(1, i) < 0) then
        y(i) = 1
      else if (limited(t(1, i), 0.2d0) > 0.4d0) then
        y(i) = limited(liquidus(t(1, i)), 0.1d0) + middle(t(:, i), m)
      end if
    end do
    do i = 1, n
      if (t(1, i) > 0 .and. liquidus(t(1, i)) < 0.3d0) y(i) = y(i) + 1
    end do
  end subroutine layers
end module constants_of_ice
