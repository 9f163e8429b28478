! The code's own flags have -fopenmp: the proof runs the legacy routine with two threads, too.
! options --flags=-fopenmp

! Each thread has its own s; the sum of the threads has another order of additions.
! expect own_threads 1 proved
! expect own_threads 2 proved
! report 2 also with 2 threads of the legacy routine
subroutine own_threads(n, m, a, b, total)
  implicit none
  integer, intent(in) :: n, m
  double precision, intent(in) :: a(n,m)
  double precision, intent(inout) :: b(n,m), total
  double precision :: s
  integer :: i, j
  !$omp parallel private(i, s)
  !$omp do
  do j = 1, m
    do i = 1, n
      s = a(i,j)**2
      b(i,j) = b(i,j) + s
    end do
  end do
  !$omp end do
  !$omp end parallel
  !$omp parallel do private(i) reduction(+: total)
  do j = 1, m
    do i = 1, n
      total = total + b(i,j)
    end do
  end do
end subroutine own_threads

! Both threads run the whole loop, so each element is changed twice: a kernel changes it once.
! expect each_thread 1 failed
subroutine each_thread(n, a)
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n)
  integer :: i
  !$omp parallel private(i)
  do i = 1, n
    a(i) = a(i) + 1
  end do
  !$omp end parallel
end subroutine each_thread

! No directives: nothing runs with threads of the routine.
! expect alone 1 proved
subroutine alone(n, a)
  implicit none
  integer, intent(in) :: n
  double precision, intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    a(i) = a(i)/3
  end do
end subroutine alone
