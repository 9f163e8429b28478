! IFs whose conditions are constants: the nest has only the statements of the branch that runs.
! expect given 1 proved
! expect steps 1 refused jump
! expect steps 2 proved
! expect steps 3 proved
! expect steps 4 proved
! expect steps 5 proved
module constant_choices
  implicit none
  integer, parameter :: cold = 1, warm = 2, state = warm
  logical, parameter :: verbose = .false.
contains
  subroutine given(n, x, y)
    integer, intent(in) :: n
    double precision, intent(in) :: x(n)
    double precision, intent(inout) :: y(n)
    double precision :: t
    integer :: i
    do i = 1, n
      if (verbose) print *, i
      if (state == cold) call freeze(x(i), t)
      if (state == warm) call melt(x(i), t)
      if (state > 2 .or. verbose) then
        cycle
      else if (x(i) > 0.5d0) then
        t = t + 1
      end if
      y(i) = y(i) + t
    end do
  end subroutine given
  subroutine freeze(x, t)
    double precision, intent(in) :: x
    double precision, intent(out) :: t
    t = -x
  end subroutine freeze
  subroutine melt(x, t)
    double precision, intent(in) :: x
    double precision, intent(out) :: t
    t = 2*x
  end subroutine melt

  subroutine steps(n, m, x, y, z)
    integer, intent(in) :: n, m
    double precision, intent(inout) :: x(n,3), y(n,3), z(n,3)
    integer :: i, k, step
    do step = 1, m
      do k = 1, 3
        do i = 1, n
          x(i,k) = 0.5d0*x(i,k) + 1
        end do
      end do
      if (state == warm) then
        do k = 2, 3
          do i = 1, n
            y(i,k) = y(i,k-1) + x(i,k)
          end do
        end do
      end if
      if (state == cold) then
        x = 0
      else
        do k = 1, 3
          do i = 1, n
            z(i,k) = y(i,k) + x(i,k)
          end do
        end do
      end if
      if (state == warm) x(:,1) = z(:,2)*0.5d0
      if (z(1,1) > 1000) exit
    end do
  end subroutine steps
end module constant_choices
