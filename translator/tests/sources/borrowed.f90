! Subroutines and functions that read variables of modules that the caller of the loop does not know.
module grid_of_all
  implicit none
  integer :: first = 3
  double precision :: scale = 2
  double precision :: profile(-20:40) = 0.5d0
end module grid_of_all

module parts
  implicit none
contains
  function patch(i) result(n)
    use grid_of_all, only: first
    integer, intent(in) :: i
    integer :: n
    n = 1 + mod(abs(i + first), 3)
  end function patch

  subroutine weigh(x, k)
    use grid_of_all, only: profile, scale
    double precision, intent(inout) :: x
    integer, intent(in) :: k
    x = scale*x + profile(k)
  end subroutine weigh

  subroutine changes_scale(x)
    use grid_of_all, only: scale
    double precision, intent(inout) :: x
    scale = scale + 1
    x = scale
  end subroutine changes_scale

  ! A number from DATA that nobody changes, and a table of constants.
  subroutine rotate(x, k)
    double precision, intent(inout) :: x
    integer, intent(in) :: k
    double precision :: root
    double precision, parameter :: table(0:2) = [0d0, 1d0, 0.25d0]
    data root /1.25d0/
    x = root*x + table(mod(abs(k), 3))
  end subroutine rotate

  subroutine keeps(x)
    double precision, intent(inout) :: x
    double precision :: last
    data last /1.25d0/
    last = last + x
    x = last
  end subroutine keeps

! expect patches 1 proved
! text 2 use grid_of_all, only: first
  subroutine patches(n, z, x)
    integer, intent(in) :: n
    double precision, intent(in) :: z(3)
    double precision, intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      x(i) = x(i) + z(patch(i))
    end do
  end subroutine patches

! expect weighed 1 proved
! text 2 use grid_of_all, only: profile, scale
  subroutine weighed(n, x)
    integer, intent(in) :: n
    double precision, intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      call weigh(x(i), i)
    end do
  end subroutine weighed

! expect changed_scale 1 refused call
! expect changed_scale 2 refused call
  subroutine changed_scale(n, x)
    integer, intent(in) :: n
    double precision, intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      call changes_scale(x(i))
    end do
    do i = 1, n
      call keeps(x(i))
    end do
  end subroutine changed_scale

! expect rotated 1 proved
  subroutine rotated(n, x)
    integer, intent(in) :: n
    double precision, intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      call rotate(x(i), i)
    end do
  end subroutine rotated

! expect smooth_row 1 proved
! expect smooth_row 2 proved
  subroutine smooth_row(n, x)
    integer, intent(in) :: n
    double precision, intent(inout) :: x(n)
    double precision :: old(n)
    integer :: i
    do i = 1, n
      old(i) = 2*x(i)
    end do
    do i = 2, n
      x(i) = old(i) - old(i-1)
    end do
  end subroutine smooth_row

  ! Two calls get the number that is the size of a local array.
! expect two_rows 1 proved
  subroutine two_rows(n, m, x, y)
    integer, intent(in) :: n, m
    double precision, intent(inout) :: x(n,m), y(n,m)
    integer :: k
    do k = 1, m
      call smooth_row(n, x(:,k))
      call smooth_row(n, y(:,k))
    end do
  end subroutine two_rows

  ! The caller has another variable of this name.
! expect other_first 1 refused call
  subroutine other_first(n, z, x)
    integer, intent(in) :: n
    double precision, intent(in) :: z(3)
    double precision, intent(inout) :: x(n)
    integer :: i, first
    first = 1
    do i = first, n
      x(i) = x(i) + z(patch(i))
    end do
  end subroutine other_first
end module parts
