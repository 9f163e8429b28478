! Routines whose loops share the threads of a caller, or of a region of their own that calls other routines. The directives
! stay; one thread calls the kernels, between barriers. The proof runs them in the threads of a team.
! options --flags=-fopenmp
! expect after_nowait 1 refused recurrence
! expect after_nowait 2 proved
! expect after_nowait 3 proved
! expect after_nowait 4 proved
! expect halved 1 proved
! expect added_by_callers 1 proved
! expect largest 1 proved
! expect with_calls 1 proved
! expect with_calls 2 refused recurrence
! expect with_calls 3 proved
! expect with_calls 4 proved
! expect levels 1 refused recurrence
! expect levels 2 proved
! expect whole_levels 1 proved
! expect assigned 1 proved
! expect assigned 2 proved
! expect assigned 3 refused threads
! expect assigned 4 refused threads
! expect assigned 5 refused type
! expect rows_of_each_thread 1 proved
! expect rows_of_each_thread 2 proved
! expect rows_of_each_thread 3 refused recurrence
! expect columns_of_a_team 1 proved
! expect columns_of_a_team 2 proved
! expect listed 1 proved
! expect last_ones 1 proved
! expect only_with_threads 1 proved
! expect only_with_threads 2 proved
! report 21 also with 2 and 3 threads, of which one is slow
! report 19 one thread of the region calls this kernel
! text 15 (?m)^ *!\$omp barrier\n *!\$omp single$
! text 18 (?m)^ *!\$omp barrier$
! driver added_by_callers 4 parallel reduction\(\+: total_\d\)
! driver with_calls 0 omp parallel

! One block has the kernels of the second and the third, without their directives.
subroutine after_nowait(n, m, a, b, c)
  implicit none
  integer, intent(in) :: n, m
  double precision, intent(inout) :: a(n,m), b(n,m), c(0:n,m)
  integer :: i, j
  double precision :: s
  !$omp do schedule(static)
  do j = 1, m, 2
    s = 0
    do i = 1, n
      s = 0.5d0*s + a(i,j)
      c(i,j) = s
    end do
  end do
  !$omp end do nowait
  !$omp do &
  !$omp schedule(static) private(i)
  ! The same thread has the same rows: it needs no barrier, and the kernel needs one.
  do j = 1, (m + 1)/2
    do i = 1, n
      b(i,j) = b(i,j) + c(i,2*j-1)
    end do
  end do
  !$omp end do
  !$omp barrier
  !$omp do collapse(2)
  do j = 1, m
    do i = 1, n
      a(i,j) = 2*b(n+1-i,j)
    end do
  end do
  s = 1
  !$omp do
  do j = 1, m
    c(0,j) = s
  end do
  !$omp end do nowait
end subroutine after_nowait

subroutine halved(n, m, b)
  implicit none
  integer, intent(in) :: n, m
  double precision, intent(inout) :: b(n,m)
  integer :: i, j
  !$omp do
  do j = 1, m
    do i = 1, n
      b(i,j) = b(i,j)/2
    end do
  end do
end subroutine halved

! No clause tells that the threads add: the callers' region has REDUCTION(+: total).
subroutine added_by_callers(n, a, total)
  implicit none
  integer, intent(in) :: n
  double precision, intent(in) :: a(n)
  double precision, intent(inout) :: total
  integer :: i
  !$omp do
  do i = 1, n
    total = total + a(i)
  end do
  !$omp end do nowait
end subroutine added_by_callers

! Each thread has a largest value of its own, and takes it to the others.
subroutine largest(n, m, a, most)
  implicit none
  integer, intent(in) :: n, m
  double precision, intent(in) :: a(n,m)
  double precision, intent(inout) :: most
  double precision :: mine
  integer :: i, j
  mine = most
  !$omp do
  do j = 1, m
    do i = 1, n
      mine = max(mine, abs(a(i,j)))
    end do
  end do
  !$omp end do nowait
  !$omp critical
  most = max(most, mine)
  !$omp end critical
  !$omp barrier
end subroutine largest

subroutine with_calls(n, m, a, b, total, part, factor)
  implicit none
  integer, intent(in) :: n, m
  double precision, intent(inout) :: a(n,m), b(n,m), total, part
  double precision, intent(in) :: factor
  double precision :: s, twice
  integer :: i, j
  external :: halved
  !$omp parallel private(s, twice) reduction(+: total)
  twice = 2*factor
  !$omp do
  do j = 1, m
    do i = 1, n
      s = twice*a(i,j)
      b(i,j) = b(i,j) + s
    end do
  end do
  !$omp end do nowait
  !$omp do
  do j = 1, m, 2
    do i = 2, n
      a(i,j) = a(i,j)*a(i-1,j)
    end do
  end do
  !$omp end do nowait
  call halved(n, m, b)
  !$omp do
  do j = 1, m
    do i = 1, n
      total = total + a(i,j)*b(i,j)
    end do
  end do
  !$omp end do nowait
  !$omp do reduction(+: part)
  do j = 1, m
    do i = 1, n
      part = part + b(i,j)
    end do
  end do
  !$omp end parallel
end subroutine with_calls

! The loop over levels stays: all threads run it, and one of them calls the kernel of a level.
subroutine levels(n, m, u, v)
  implicit none
  integer, intent(in) :: n, m
  double precision, intent(inout) :: u(n,m), v(0:n)
  integer :: i, k
  do k = 2, m
    !$omp do
    do i = 1, n
      u(i,k) = u(i,k) + k*v(i)
    end do
    !$omp end do
    !$omp single
    v(1) = 0.5d0*v(1) + u(n,k)
    !$omp end single
  end do
end subroutine levels

subroutine whole_levels(n, m, u, v)
  implicit none
  integer, intent(in) :: n, m
  double precision, intent(inout) :: u(n,m)
  double precision, intent(in) :: v(n,m)
  integer :: i, k
  do k = 1, m
    !$omp do
    do i = 1, n
      u(i,k) = u(i,k) + k*v(i,k)
    end do
    !$omp end do nowait
  end do
end subroutine whole_levels

subroutine assigned(n, m, a, b, c, k)
  implicit none
  integer, intent(in) :: n, m
  integer(2), intent(inout) :: k(n)
  double precision, intent(inout) :: a(n,m), b(n,m), c(n,m)
  !$omp workshare
  a = a + b
  b = 2*a
  !$omp end workshare
  !$omp workshare
  c = cshift(c, 1)
  b = b + 1
  !$omp end workshare
  !$omp workshare
  a = a - 1
  k = k + 1_2
  !$omp end workshare
end subroutine assigned

! Each thread sets its own row.
subroutine rows_of_each_thread(n, m, a, b)
  implicit none
  integer, intent(in) :: n, m
  double precision, intent(inout) :: a(n,m), b(m)
  double precision :: row(0:n), more(n)
  integer :: i, j
  row = 0.25d0
  !$omp barrier
  more = 1
  !$omp do
  do j = 1, m
    do i = 1, n
      row(i) = 0.5d0*row(i-1) + a(i,j)
      if (row(i) > 3) exit
    end do
    b(j) = row(1) + more(n)
  end do
end subroutine rows_of_each_thread

! The kernels over columns stay two: between them other threads may come in.
subroutine columns_of_a_team(n, m, a, b)
  implicit none
  integer, intent(in) :: n, m
  double precision, intent(inout) :: a(n,0:m), b(n,0:m)
  integer :: i, k
  !$omp do
  do i = 1, n
    do k = 1, m
      a(i,k) = a(i,k) + 0.5d0*a(i,k-1)
    end do
  end do
  !$omp end do
  !$omp do
  do i = 1, n
    do k = 1, m
      b(i,k) = b(i,k-1)*a(i,k)
    end do
  end do
  !$omp end do
end subroutine columns_of_a_team

subroutine listed(n, m, a, factor)
  implicit none
  integer, intent(in) :: n, m
  double precision, intent(inout) :: a(n,m)
  double precision, intent(in) :: factor
  integer :: i, j
  external :: halved
  !$omp parallel default(none) shared(a, n, m) &
  !$omp& firstprivate(factor) private(i, j)
  !$omp do
  do j = 1, m
    do i = 1, n
      a(i,j) = a(i,j) + factor
    end do
  end do
  !$omp end do
  call halved(n, m, a)
  !$omp end parallel
end subroutine listed

subroutine last_ones(n, a, last)
  implicit none
  integer, intent(in) :: n
  integer, intent(inout) :: last
  double precision, intent(inout) :: a(n)
  !$omp do lastprivate(last)
  do last = 1, n
    a(last) = a(last) + last
  end do
  !$omp end do
end subroutine last_ones

! Lines behind the sign !$ are statements of a build with threads.
subroutine only_with_threads(n, m, a, b)
  implicit none
  integer, intent(in) :: n, m
  double precision, intent(inout) :: a(n,m), b(n,m)
  integer :: i, j
  !$omp do
  do j = 1, m
    do i = 1, n
      a(i,j) = a(i,j) + 1
    end do
  end do
  !$omp end do nowait
  !$ if (n > 2) then
  !$omp barrier
  !$ end if
  !$omp do
  do j = 1, m
    do i = 1, n
      b(i,j) = b(i,j) + a(n+1-i,j)
    end do
  end do
  !$omp end do
end subroutine only_with_threads
