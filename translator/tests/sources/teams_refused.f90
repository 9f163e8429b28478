! Loops that share threads, and that one thread alone cannot do: the program could tell which thread had an iteration.
! options --flags=-fopenmp
! expect row_between_loops 1 refused threads
! expect row_between_loops 2 refused threads
! expect private_row 1 refused threads
! expect private_row 2 refused threads
! expect number_of_thread 1 refused threads
! expect number_by_call 1 refused threads
! expect under_a_number 1 refused threads
! expect value_of_a_loop 1 unproved
! expect value_of_a_loop 2 refused threads
! expect sum_of_a_thread 1 unproved
! expect sum_of_a_thread 2 refused threads
! expect sum_of_callers 1 unproved
! expect sum_of_callers 2 refused threads
! expect of_each_thread 1 refused threads
! expect of_each_thread 2 refused threads
! expect of_each_thread 3 refused threads
! expect within_others 1 refused threads
! expect within_others 2 refused threads
! expect within_others 3 refused threads
! expect within_others 4 refused threads
! expect within_others 5 refused threads
! expect within_others 6 refused threads
! expect in_iterations 1 refused call
! expect around_and_within 1 refused threads
! expect around_and_within 2 unproved
! expect no_reduction 1 refused threads
! expect other_reduction 1 refused threads
! expect other_reduction_of_a_region 1 refused threads
! expect private_sum 1 refused threads
! expect row_of_a_loop 1 refused threads
! expect row_of_inner_loops 1 refused threads
! expect row_of_inner_loops 2 refused threads
! expect by_a_function 1 refused threads
! expect kept_behind 1 refused threads
! expect of_threads 1 refused threads
! expect own_value 1 refused threads
! expect not_listed 1 refused threads
! expect both 1 refused threads
! expect both 2 refused threads
! expect ordered_loop 1 refused threads
! expect a_clause 1 refused threads
! expect halves 1 unproved
! text 5 (?m)^ *!\$omp single\n *block
module own_of_threads
  implicit none
  double precision :: scratch(100), factor
  !$omp threadprivate(scratch, factor)
end module own_of_threads

! Each thread reads the elements that it has set.
subroutine row_between_loops(n, a, b)
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n), b(n)
  double precision :: row(n)
  integer :: i
  !$omp do schedule(static)
  do i = 1, n
    row(i) = 2*a(i)
  end do
  !$omp end do
  !$omp do schedule(static)
  do i = 1, n
    b(i) = b(i) + row(i)
  end do
  !$omp end do
end subroutine row_between_loops

subroutine private_row(n, a, b)
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n), b(n)
  double precision :: row(n)
  integer :: i
  external :: halves
  !$omp parallel private(row)
  row = a
  call halves(n, a)
  !$omp do
  do i = 1, n
    b(i) = b(i) + row(i)
  end do
  !$omp end parallel
end subroutine private_row

subroutine number_of_thread(n, a)
  use omp_lib, only: omp_get_thread_num
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n)
  integer :: i, me
  me = omp_get_thread_num() + 1
  !$omp do
  do i = 1, n
    a(i) = a(i) + me
  end do
end subroutine number_of_thread

subroutine number_by_call(n, a)
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n)
  integer :: i, me, twice
  external :: ask
  call ask(me)
  twice = 2*me
  !$omp do
  do i = 1, n
    a(i) = a(i) + twice
  end do
end subroutine number_by_call

subroutine under_a_number(n, a)
  use omp_lib, only: omp_get_thread_num
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n)
  integer :: i, step
  step = 1
  if (omp_get_thread_num() == 0) step = 2
  !$omp do
  do i = 1, n
    a(i) = a(i) + step
  end do
end subroutine under_a_number

! The thread of the last iteration alone has the last value.
subroutine value_of_a_loop(n, a, b)
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n), b(n)
  double precision :: s
  integer :: i
  !$omp do
  do i = 1, n
    a(i) = 2*a(i)
  end do
  !$omp single
  s = a(n)
  !$omp end single
  !$omp do
  do i = 1, n
    b(i) = b(i) + s
  end do
end subroutine value_of_a_loop

subroutine sum_of_a_thread(n, a, b)
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n), b(n)
  double precision :: s
  integer :: i
  s = 0
  !$omp do
  do i = 1, n
    s = s + a(i)
  end do
  !$omp do
  do i = 1, n
    b(i) = b(i) + s
  end do
end subroutine sum_of_a_thread

! The callers' region has REDUCTION(+: total), so each thread has a part of the sum here.
subroutine sum_of_callers(n, a, b, total)
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n), b(n), total
  double precision :: s
  integer :: i
  !$omp do
  do i = 1, n
    total = total + a(i)
  end do
  s = total
  !$omp do
  do i = 1, n
    b(i) = b(i) + s
  end do
end subroutine sum_of_callers

subroutine of_each_thread(n, a, b)
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n), b(n)
  double precision :: row(n)
  integer :: i
  external :: halves
  !$omp parallel private(row)
  do i = 1, n
    a(i) = 1
  end do
  row = b
  do i = 1, n
    row(i) = row(i) + a(i)
  end do
  call halves(n, b)
  !$omp end parallel
end subroutine of_each_thread

subroutine within_others(n, a)
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n)
  double precision :: row(n)
  integer :: i
  !$omp master
  do i = 1, n
    a(i) = a(i) + 1
  end do
  !$omp end master
  !$omp single
  do i = 1, n
    a(i) = a(i) + 1
  end do
  !$omp end single nowait
  !$omp critical (one)
  do i = 1, n
    a(i) = a(i) + 1
  end do
  !$omp end critical (one)
  !$omp sections
  !$omp section
  do i = 1, n
    a(i) = a(i) + 1
  end do
  !$omp end sections
  !$omp task
  do i = 1, n
    a(i) = a(i) + 1
  end do
  !$omp end task
  !$omp critical
  do i = 1, n
    row(i) = 1
  end do
  !$omp end critical
end subroutine within_others

! The loops inside run in an iteration of one thread.
subroutine in_iterations(n, m, a)
  implicit none
  integer, intent(in) :: n, m
  double precision, intent(inout) :: a(n,m)
  double precision :: row(n)
  integer :: i, j
  external :: ask
  !$omp do
  do j = 1, m
    call ask(i)
    do i = 1, n
      a(i,j) = a(i,j) + 1
    end do
    do i = 1, n
      row(i) = 1
    end do
  end do
end subroutine in_iterations

! Each thread adds to the first column.
subroutine around_and_within(n, m, a)
  implicit none
  integer, intent(in) :: n, m
  double precision, intent(inout) :: a(n,m)
  integer :: i, j
  do j = 1, m
    a(1,j) = a(1,j) + 1
    !$omp do
    do i = 2, n
      a(i,j) = a(i,j) + 1
    end do
  end do
end subroutine around_and_within

subroutine no_reduction(n, a, total)
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n), total
  integer :: i
  external :: halves
  !$omp parallel
  call halves(n, a)
  !$omp do
  do i = 1, n
    total = total + a(i)
  end do
  !$omp end parallel
end subroutine no_reduction

subroutine other_reduction(n, a, total)
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n), total
  integer :: i
  !$omp do reduction(max: total)
  do i = 1, n
    total = total + a(i)
  end do
end subroutine other_reduction

subroutine other_reduction_of_a_region(n, a, total)
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n), total
  integer :: i
  external :: halves
  !$omp parallel reduction(max: total)
  call halves(n, a)
  !$omp do
  do i = 1, n
    total = total + a(i)
  end do
  !$omp end parallel
end subroutine other_reduction_of_a_region

subroutine private_sum(n, a, total)
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n), total
  integer :: i
  !$omp do private(total)
  do i = 1, n
    total = total + a(i)
  end do
end subroutine private_sum

! The argument keeps its elements.
subroutine row_of_a_loop(n, a, row)
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n), row(n)
  integer :: i
  !$omp do private(row)
  do i = 1, n
    row(i) = 2*a(i)
    a(i) = row(i)
  end do
end subroutine row_of_a_loop

subroutine row_of_inner_loops(n, m, a, row)
  implicit none
  integer, intent(in) :: n, m
  double precision, intent(inout) :: a(n,m), row(n)
  integer :: i, k
  do k = 1, m
    !$omp do private(row)
    do i = 1, n
      row(i) = 2*a(i,k)
      a(i,k) = row(i)
    end do
  end do
  !$omp do
  do k = 1, m
    !$omp simd private(row)
    do i = 1, n
      row(i) = 2*a(i,k)
      a(i,k) = row(i)
    end do
  end do
end subroutine row_of_inner_loops

! A function of the code with a name of Fortran's own.
subroutine by_a_function(n, a)
  use omp_lib, only: omp_get_thread_num
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n)
  integer :: i, me, step, dim, x
  dim(x) = x + me
  me = omp_get_thread_num()
  step = dim(1)
  !$omp do
  do i = 1, n
    a(i) = a(i) + step
  end do
end subroutine by_a_function

! Without LASTPRIVATE each thread leaves the loop with another value.
subroutine kept_behind(n, a, b)
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n), b(n+1)
  integer :: i
  !$omp do
  do i = 1, n
    a(i) = 2*a(i)
  end do
  b(i) = 1
end subroutine kept_behind

subroutine of_threads(n, a)
  use own_of_threads, only: scratch
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(100)
  integer :: i
  !$omp do
  do i = 1, n
    a(i) = a(i) + scratch(i)
  end do
end subroutine of_threads

subroutine own_value(n, a)
  use own_of_threads, only: factor
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n)
  integer :: i
  !$omp do
  do i = 1, n
    a(i) = factor*a(i)
  end do
end subroutine own_value

! The view of an array without a last bound needs its first bound.
subroutine not_listed(n, low, a)
  implicit none
  integer, intent(in) :: n, low
  double precision, intent(inout) :: a(low:*)
  integer :: i
  external :: halves
  !$omp parallel default(none) shared(a, n)
  call halves(n, a)
  !$omp do
  do i = 1, n
    a(i) = a(i) + 1
  end do
  !$omp end parallel
end subroutine not_listed

subroutine both(n, a)
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n)
  integer :: i
  !$omp do
  do i = 1, n
    a(i) = a(i) + 1
  end do
  !$omp parallel do
  do i = 1, n
    a(i) = a(i) + 1
  end do
end subroutine both

subroutine ordered_loop(n, a)
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n)
  integer :: i
  !$omp do ordered
  do i = 1, n
    !$omp ordered
    a(i) = a(i) + 1
    !$omp end ordered
  end do
end subroutine ordered_loop

subroutine a_clause(n, a)
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n)
  integer :: i, k
  !$omp do linear(k: 1)
  do i = 1, n
    a(i) = a(i) + 1
  end do
end subroutine a_clause

subroutine halves(n, a)
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n)
  integer :: i
  !$omp do
  do i = 1, n
    a(i) = a(i)/2
  end do
end subroutine halves
