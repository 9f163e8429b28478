! Variables that only their module sets, names of the MPI library, bounds of an array as a whole, and the sign of MAX(0., -0.).
! expect scaled 1 proved
! expect from_bounds 1 proved
! expect largest 1 proved
! expect in_the_module 1 proved
module limits
  implicit none
  logical, protected :: wide = .false., & ! set by the input
    deep = .false.
  double precision, protected :: step = 1
  integer :: count
  protected :: count
contains
  subroutine in_the_module(n, a)
    integer, intent(in) :: n
    double precision, intent(inout) :: a(n)
    integer :: i
    do i = 1, n
      if (deep) a(i) = a(i)*step
    end do
  end subroutine in_the_module
end module limits

module library
  implicit none
  integer :: mpi_in_place, mpi_status(5,2)
  common /library_of_messages/ mpi_in_place, mpi_status
end module library

subroutine scaled(n, a)
  use limits, only: wide, step, count
  use library, only: mpi_in_place
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    if (wide) then
      a(i) = a(i)*step
    else
      a(i) = a(i) + count
    end if
  end do
  call of_the_library(mpi_in_place, n)
end subroutine scaled

module bounds_of_arrays
  implicit none
contains
  subroutine from_bounds(nh, p, lo)
    integer, intent(in) :: nh
    double precision, intent(inout) :: p(1-nh:, 1-nh:)
    integer, intent(out) :: lo(2)
    integer :: i, j
    lo(:) = lbound(p) + nh
    do j = 1, size(p, 2) - nh
      do i = 1, size(p, 1) - nh
        p(i,j) = 2*p(i,j) + size(p)
      end do
    end do
  end subroutine from_bounds
end module bounds_of_arrays

subroutine largest(n, a, step)
  implicit none
  integer, intent(in) :: n
  double precision, intent(in) :: step
  double precision, intent(inout) :: a(n)
  double precision :: t
  integer :: i
  t = 0
  do i = 1, n
    a(i) = a(i)*step
    t = max(t, a(i))
  end do
  a(1) = t
end subroutine largest
