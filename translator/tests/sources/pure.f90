! PURE routines call no kernels, and a name for C belongs to one routine: the changed file takes both into account.
module pure_routines
  use iso_c_binding, only: c_double, c_int
  implicit none
contains
! expect scaled 1 proved
! text 1 [^a-z ]*\n  subroutine scaled\(
  pure subroutine scaled(n, x, &
      y) & ! a comment
      bind(C, name="scaled_for_c")
    integer(c_int), intent(in) :: n
    real(c_double), intent(in) :: x(n)
    real(c_double), intent(out) :: y(n)
    integer :: i
    do i = 1, n
      y(i) = 2*x(i)
    end do
  end subroutine scaled

  ! This routine calls a routine that is PURE no longer. Its loop becomes no kernel.
! expect twice 1 refused recurrence
! text 1 \n  subroutine twice\(
  pure subroutine twice(n, x, y)
    integer(c_int), intent(in) :: n
    real(c_double), intent(in) :: x(n)
    real(c_double), intent(out) :: y(n)
    integer :: i
    call scaled(n, x, y)
    do i = 2, n
      y(i) = y(i) + y(i-1)
    end do
  end subroutine twice

! text 1 pure subroutine untouched
  pure subroutine untouched(x)
    real(c_double), intent(inout) :: x
    x = x + 1
  end subroutine untouched

! expect root 1 refused place
  elemental subroutine root(x)
    real(c_double), intent(inout) :: x
    real(c_double) :: tries(4)
    integer :: i
    do i = 1, 4
      tries(i) = x/i
    end do
    x = maxval(tries)
  end subroutine root
end module pure_routines
