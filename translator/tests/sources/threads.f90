! Directives of OpenMP. A loop in a region of its own routine becomes a kernel, and so does a loop behind "parallel do".
! options --no-proof
! expect own_region 1 unproved
! expect own_region 2 unproved
! expect own_loop 1 unproved
! expect own_loop 2 unproved
! expect of_callers 1 refused threads
! expect after_a_barrier 1 refused threads
! expect calls_in_a_region 1 refused threads
! expect calls_beside_a_region 1 unproved
! text 0 (?i)!\$omp parallel private
subroutine own_region(n, a, b)
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n), b(n)
  integer :: i
  !$omp parallel private(i) &
  !$omp shared(a, b)
  !$omp do
  do i = 1, n
    a(i) = a(i) + b(i)
  end do
  !$omp end do
  !$omp barrier
  !$OMP DO
  do i = 1, n
    b(i) = 2*b(i)
  end do
  !$omp end parallel
end subroutine

subroutine own_loop(n, a, b, total)
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n), b(n), total
  integer :: i
  !$omp parallel do
  do i = 1, n
    a(i) = a(i) + b(i)
  end do
  !$omp parallel do reduction(max:total)
  do i = 1, n
    total = max(total, a(i))
  end do
  !$omp end parallel do
end subroutine

subroutine of_callers(n, a, b)
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n)
  double precision, intent(in) :: b(n)
  integer :: i
  !$omp do
  do i = 1, n
    a(i) = a(i) + b(i)
  end do
  !$omp end do
end subroutine

subroutine after_a_barrier(n, a)
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n)
  integer :: i
  !$omp parallel do
  do i = 1, n
    a(i) = a(i) + 1
  end do
  !$omp end parallel do
  !$omp barrier
end subroutine

subroutine calls_in_a_region(n, a, b)
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n), b(n)
  integer :: i
  external :: of_callers
  !$omp parallel
  !$omp do
  do i = 1, n
    a(i) = 1
  end do
  call of_callers(n, a, b)
  !$omp end parallel
end subroutine

subroutine calls_beside_a_region(n, a, b)
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n), b(n)
  integer :: i
  external :: of_callers
  !$omp parallel
  !$omp do
  do i = 1, n
    a(i) = 1
  end do
  !$omp end parallel
  call of_callers(n, a, b)
end subroutine
