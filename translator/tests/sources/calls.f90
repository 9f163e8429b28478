! Calls of subroutines in loops. A subroutine of the file with plain numbers as arguments gives its statements to the loop.
module work
  implicit none
  double precision, parameter :: third = 1d0/3d0
  double precision :: counted = 0, limit = 0.25d0
contains

  ! Local variables, a constant, a branch, and arguments of each intent.
  subroutine mix(a, b, x, up)
    double precision, intent(in) :: a, b
    double precision, intent(inout) :: x
    logical, intent(out) :: up
    double precision :: mean
    mean = (a + b)*third
    up = mean > x
    if (up) then
      x = x + mean
    else
      x = x - mean*limit
    end if
  end subroutine mix

  subroutine counts(x)
    double precision, intent(inout) :: x
    counted = counted + 1
    x = 2*x
  end subroutine counts

  subroutine of_row(n, x)
    integer, intent(in) :: n
    double precision, intent(inout) :: x(n)
    x = 2*x
  end subroutine of_row

  subroutine keeps(x)
    double precision, intent(inout) :: x
    double precision, save :: last = 0
    x = x + last
    last = x
  end subroutine keeps

  subroutine moves(k, x)
    integer, intent(inout) :: k
    double precision, intent(inout) :: x
    k = k + 1
    x = x + k
  end subroutine moves

! expect of_row 1 proved
! expect mixed 1 proved
  subroutine mixed(n, m, a, u, up)
    integer, intent(in) :: n, m
    double precision, intent(in) :: a(0:n+1,m)
    double precision, intent(inout) :: u(n,m)
    logical, intent(inout) :: up(n,m)
    logical :: above
    integer :: i, j
    do j = 1, m
      do i = 1, n
        call mix(a(i-1,j), a(i+1,j)*2, u(i,j), above)
        if (above) call mix(a(i,j), 1d0, u(i,j), up(i,j))
      end do
    end do
  end subroutine mixed

! expect refused_calls 1 refused call
! expect refused_calls 2 unproved
! expect refused_calls 3 refused call
! expect refused_calls 4 refused call
! expect refused_calls 5 refused call
! report 1 arrays of mixed: a.0:n.1,m. read, u.n,m. update, up.n,m. update
! report 1 calls the subroutine counts, which changes counted outside of its arguments
! report 1 calls the subroutine keeps, which keeps last between calls
! report 1 calls the subroutine moves, which changes a subscript of its argument x
! report 1 calls the subroutine elsewhere, which is not in this file
  subroutine refused_calls(n, u, v)
    integer, intent(in) :: n
    double precision, intent(inout) :: u(n), v(n,n)
    integer :: i, k
    external :: elsewhere
    do i = 1, n
      call counts(u(i))
    end do
    do i = 1, n
      call of_row(n, v(1,i))
    end do
    do i = 1, n
      call keeps(u(i))
    end do
    do i = 1, n
      k = 0
      call moves(k, u(k+1))
    end do
    do i = 1, n
      call elsewhere(u(i))
    end do
  end subroutine refused_calls

  ! The subroutine changes a variable, and the call has the variable twice.
! expect twice 1 refused call
  subroutine twice(n, u, up)
    integer, intent(in) :: n
    double precision, intent(inout) :: u(n)
    logical, intent(inout) :: up(n)
    integer :: i
    do i = 1, n
      call mix(u(i), 1d0, u(i), up(i))
    end do
  end subroutine twice
end module work
