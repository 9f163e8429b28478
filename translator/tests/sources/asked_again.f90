! Conditions that a loop asks again, and sums within array syntax.
module constants_of_others
  implicit none
  integer, parameter :: dk = kind(1d0)
  double precision, parameter :: c0 = 0.0d0
  real, parameter :: steps(3) = [0.0, 1.0, 2.0]
  double precision :: table(20)
  type pair
    double precision :: a(20)
  end type pair
  type(pair) :: two
end module constants_of_others

module asked_again
  use constants_of_others, only: zero => c0, rk => dk, list => table, both => two
  implicit none
contains
! expect positive_part 1 proved
  subroutine positive_part(n, x, y)
    integer, intent(in) :: n
    double precision, intent(in) :: x(n)
    double precision, intent(out) :: y(n)
    integer :: i
    do i = 1, n
      y(i) = part_of(x(i))
    end do
  end subroutine positive_part

  function part_of(x) result(p)
    double precision, intent(in) :: x
    double precision :: p
    p = 3*max(x - 0.5_rk, zero)**3
  end function part_of

  ! Names that USE has changed, of variables, of objects and of kinds.
! expect renamed_names 1 proved
  subroutine renamed_names(n)
    integer, intent(in) :: n
    integer :: i
    do i = 1, n
      list(i) = list(i) + 0.5_rk*both%a(i)
    end do
  end subroutine renamed_names

! expect inner_kind 1 unproved
  subroutine host_of_inner(n, x)
    integer, intent(in) :: n
    double precision, intent(inout) :: x(n)
    call inner_kind()
  contains
    subroutine inner_kind()
      integer :: i
      do i = 1, n
        x(i) = x(i)*1.5_rk
      end do
    end subroutine inner_kind
  end subroutine host_of_inner

! expect three_branches 1 proved
  subroutine three_branches(n, m, p, f, a)
    integer, intent(in) :: n, m
    double precision, intent(in) :: p(n), f(n)
    double precision, intent(out) :: a(n,m)
    double precision :: f0, f2
    integer :: i, k
    do i = 1, n
      if (p(i) < 0.25d0) then
        f0 = f(i)
        f2 = 2*f(i)
      else if (p(i) > 0.5d0) then
        f0 = 3*f(i)
        f2 = -f(i)
      else
        f0 = 1
      end if
      do k = 1, m
        if (p(i) < 0.25d0) then
          a(i,k) = f0 + k*f2
        else if (p(i) > 0.5d0) then
          a(i,k) = f0 - f2
        else
          a(i,k) = f0
        end if
      end do
    end do
  end subroutine three_branches

  ! The third branch reads a value that the third branch of the first IF does not set.
! expect other_branch 1 refused carried value
  subroutine other_branch(n, p, a)
    integer, intent(in) :: n
    double precision, intent(in) :: p(n)
    double precision, intent(inout) :: a(n)
    double precision :: f2
    integer :: i
    f2 = 0
    do i = 1, n
      if (p(i) < 0.25d0) then
        f2 = 2*a(i)
      end if
      if (p(i) < 0.25d0) then
        a(i) = f2
      else
        a(i) = a(i) + f2
      end if
    end do
  end subroutine other_branch

  ! The condition has another value the second time.
! expect condition_changes 1 refused carried value
  subroutine condition_changes(n, p, a)
    integer, intent(in) :: n
    double precision, intent(inout) :: p(n), a(n)
    double precision :: f2
    integer :: i
    f2 = 0
    do i = 1, n
      if (p(i) < 0.25d0) then
        f2 = 2*a(i)
      end if
      p(i) = 1 - p(i)
      if (p(i) < 0.25d0) then
        a(i) = f2
      end if
    end do
  end subroutine condition_changes

! expect condition_of_a_branch 1 refused carried value
  subroutine condition_of_a_branch(n, p, a)
    integer, intent(in) :: n
    double precision, intent(in) :: p(n)
    double precision, intent(inout) :: a(n)
    double precision :: f2, q
    integer :: i
    f2 = 0
    do i = 1, n
      q = p(i)
      if (q < 0.25d0) then
        q = 1
      else
        f2 = a(i)
        q = 0
      end if
      if (q < 0.25d0) then
        a(i) = 3
      else
        a(i) = f2
      end if
    end do
  end subroutine condition_of_a_branch

  ! Another name may change the condition.
! expect condition_by_pointer 1 refused carried value
  subroutine condition_by_pointer(n, p, a)
    integer, intent(in) :: n
    double precision, intent(inout), target :: p(n)
    double precision, intent(inout) :: a(n)
    double precision, pointer :: q(:)
    double precision :: f2
    integer :: i
    q => p
    f2 = 0
    do i = 1, n
      if (p(i) < 0.25d0) then
        f2 = 2*a(i)
      end if
      q(i) = 0
      if (p(i) < 0.25d0) then
        a(i) = f2
      end if
    end do
  end subroutine condition_by_pointer

! expect shares 1 proved
  subroutine shares(n, x, y)
    integer, intent(in) :: n
    double precision, intent(in) :: x(n)
    double precision, intent(out) :: y(n)
    y(:) = x(:)/(1 + sum(x(:)**2))
  end subroutine shares

  ! The bounds of numbers with another kind: the arguments of MAX get the kind of the widest one.
! expect kinds_of_max 1 proved
  subroutine kinds_of_max(n, x, y)
    integer, intent(in) :: n
    double precision, intent(in) :: x(n)
    double precision, intent(out) :: y(n)
    integer :: i
    do i = 1, n
      y(i) = 1/max(x(i), 1.0e-3) + tiny(y)
    end do
  end subroutine kinds_of_max

  ! Powers whose exponents are numbers of the loop.
! expect powers 1 proved
  subroutine powers(n, k, x, y)
    integer, intent(in) :: n, k(n)
    double precision, intent(inout) :: x(n), y(n)
    integer :: i
    do i = 1, n
      y(i) = 2d0**(-mod(k(i), 9)) + (1 + abs(x(i)))**mod(k(i), 7)
    end do
  end subroutine powers

  ! MAXVAL and MINVAL of sections within loops, one of them without elements for n = 1.
! expect largest_of_rows 1 proved
  subroutine largest_of_rows(n, m, x, y, z)
    integer, intent(in) :: n, m
    double precision, intent(in) :: x(n,m)
    double precision, intent(out) :: y(m)
    integer, intent(inout) :: z(n,m)
    integer :: k
    do k = 1, m
      y(k) = maxval(abs(x(2:n,k)))/3 + minval(x(:,k)*x(:,k) + 1)
      z(1,k) = minval(z(2:n,k))/2
    end do
  end subroutine largest_of_rows

  ! Sums of the elements that a mask chooses, and their numbers.
! expect chosen_of_rows 1 proved
  subroutine chosen_of_rows(n, m, x, mask, y, z)
    integer, intent(in) :: n, m
    double precision, intent(in) :: x(n,m)
    logical, intent(in) :: mask(n,m)
    double precision, intent(inout) :: y(m)
    integer, intent(inout) :: z(m)
    integer :: k
    do k = 1, m
      y(k) = y(k) + sum(x(:,k), mask(:,k)) - sum(x(2:n,k), mask=mask(1:n-1,k))
      z(k) = z(k) + count(x(2:n,k) > 0.5d0) - 2*count(mask(:,k))
    end do
  end subroutine chosen_of_rows

! expect smooth_parts 1 proved
  subroutine smooth_parts(n, x, y)
    integer, intent(in) :: n
    double precision, intent(in) :: x(-1:n+2)
    double precision, intent(out) :: y(n)
    double precision :: g(3)
    integer :: i
    do i = 1, n
      g(:) = (x(i-1:i+1) - x(i-2:i))**2
      y(i) = maxval(g)/(minval(g) + 1)
    end do
  end subroutine smooth_parts

  ! WHERE with a second mask.
! expect two_masks 1 proved
  subroutine two_masks(n, x, y)
    integer, intent(in) :: n
    double precision, intent(in) :: x(n)
    double precision, intent(out) :: y(n)
    where (x > 0.5d0)
      y = x
    elsewhere (x > 0.25d0)
      y = 2*x
    elsewhere
      y = 0
    end where
  end subroutine two_masks
end module asked_again
