! Elements that a call of a kernel passes by value. An element need not exist where the nest has no points.
! expect relaxed 1 proved
! expect relaxed 2 proved
! expect relaxed 3 proved
! expect relaxed 4 proved
! text 1 if \(1 <= m\) then
! text 1 if \(1 <= n .and. 1 <= m\) then
! text 0 if \(1 <= n\) then
module elements
  implicit none
contains
  subroutine relaxed(n, m, step, x, y, z, weights, total)
    integer, intent(in) :: n, m, step
    double precision, intent(in) :: weights(:)
    double precision, intent(inout) :: x(n), y(m), z(n,m), total
    double precision :: fixed(3)
    integer :: i, k
    if (step == 0) total = total + 1
    fixed = 0.5d0
    do i = 1, n
      x(i) = fixed(2)*x(i) + 1
    end do
    do i = 1, m
      total = total + weights(step)*y(i)
    end do
    do k = 1, m
      do i = 1, n
        z(i,k) = weights(step)*z(i,k) + 1
      end do
    end do
  end subroutine relaxed
end module elements
