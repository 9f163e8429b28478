! Loops with steps: constants, named constants, and variables of either sign.
! expect odd_ends 1 proved
! expect odd_ends 2 proved
! expect named 1 proved
! expect by_variable 1 proved
! expect updated 1 proved
! expect updated_alone 1 proved
! expect step_of_column 1 proved
! expect down 1 proved
! expect named_backward 1 proved
! expect named_backward 2 proved
! kernel named_backward_1 1 UPDATE\(real, y, same
! expect loop_changes_its_step 1 refused step
! kernel down 1 UPDATE\(real, z, along\(any, i\)
! expect either_way 1 proved
! expect summed 1 proved
! expect backward 1 proved
! expect two_steps 1 proved
! expect carried 1 refused shared elements
! expect other_factor 1 refused shared elements
! expect changed_step 1 refused carried value
! expect kept_variable 1 refused last value
module steps
  implicit none
contains
  ! The last step may end beyond the array.
  subroutine odd_ends(n, m, x, y, z)
    integer, intent(in) :: n, m
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n), z(n,m)
    integer :: i, j
    do i = 1, n, 2
      y(i) = y(i) + x(i)
    end do
    do j = 1, m, 3
      do i = 1, n, 3
        z(i,j) = x(i) + 1
      end do
    end do
  end subroutine odd_ends

  subroutine named(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    integer, parameter :: stride = 3
    integer :: i
    do i = 2, n, stride
      y(i) = x(i) - x(i-1)
    end do
  end subroutine named

  subroutine by_variable(n, st, x, y)
    integer, intent(in) :: n, st
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    do i = 1, n, st
      y(i) = 2*x(i)
    end do
  end subroutine by_variable

  subroutine updated(n, m, st, x, y)
    integer, intent(in) :: n, m, st
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n,m)
    integer :: i, j
    do j = 1, m
      do i = 1, n, st
        if (x(i) > 0.25d0) y(i,j) = y(i,j) + x(i)
      end do
    end do
  end subroutine updated

  subroutine updated_alone(n, st, x, y)
    integer, intent(in) :: n, st
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    do i = 1, n, st
      if (x(i) > 0.25d0) y(i) = y(i)*x(i)
    end do
  end subroutine updated_alone

  subroutine step_of_column(n, m, k, x, y)
    integer, intent(in) :: n, m, k(m)
    real(8), intent(in) :: x(n,m)
    real(8), intent(inout) :: y(m)
    integer :: i, j, st
    do j = 1, m
      st = max(1, k(j))
      do i = 1, n, st
        y(j) = y(j)*0.5d0 + x(i,j)
      end do
    end do
  end subroutine step_of_column

  subroutine named_backward(n, x, y, z)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n), z(n)
    integer, parameter :: back = -1, two_back = -2
    integer :: i
    do i = n, 1, back
      y(i) = y(i) + x(i)
    end do
    do i = n, 1, two_back
      z(i) = z(i) + x(i)
    end do
  end subroutine named_backward

  ! The loop goes on by the step that it began with.
  subroutine loop_changes_its_step(n, m, k, x, y)
    integer, intent(in) :: n, m, k(m)
    real(8), intent(in) :: x(n,m)
    real(8), intent(inout) :: y(m)
    integer :: i, j, st
    do j = 1, m
      st = 2
      do i = 1, n, st
        y(j) = y(j)*0.5d0 + x(i,j)
        st = max(1, k(j))
      end do
    end do
  end subroutine loop_changes_its_step

  ! The loop over j is a direction of points, whatever the step of the other loop.
  subroutine down(n, m, st, x, z)
    integer, intent(in) :: n, m, st
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: z(n,m)
    integer :: i, j
    do j = m, 1, -1
      do i = 1, n, st
        z(i,j) = z(i,j) + x(i)
      end do
    end do
  end subroutine down

  subroutine either_way(n, i1, i2, way, x, y)
    integer, intent(in) :: n, i1, i2, way
    real(8), intent(in) :: x(0:n)
    real(8), intent(inout) :: y(0:n)
    integer :: i
    do i = i1, i2, way
      y(i) = x(i) + i
    end do
  end subroutine either_way

  ! The order of the sum is the order of the loop.
  subroutine summed(n, m, st, x, y)
    integer, intent(in) :: n, m, st
    real(8), intent(in) :: x(n,m)
    real(8), intent(inout) :: y(m)
    integer :: i, j
    do j = 1, m
      do i = n, 1, -2
        y(j) = y(j) + x(i,j)
      end do
      do i = 1, n, st
        y(j) = y(j)*0.5d0 + x(i,j)
      end do
    end do
  end subroutine summed

  subroutine backward(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    do i = n, 1, -3
      y(i) = x(i) + 1
    end do
  end subroutine backward

  subroutine two_steps(n, m, a, b, x, y)
    integer, intent(in) :: n, m, a, b
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n,m)
    integer :: i, j
    do j = 1, m, b
      do i = 1, n, a
        y(i,j) = x(i)*j
      end do
    end do
  end subroutine two_steps

  subroutine carried(n, st, y)
    integer, intent(in) :: n, st
    real(8), intent(inout) :: y(n)
    integer :: i
    do i = 1+st, n, st
      y(i) = y(i) + y(i-st)
    end do
  end subroutine carried

  ! The factor may be 0.
  subroutine other_factor(n, k, x, y)
    integer, intent(in) :: n, k
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n*k)
    integer :: i
    do i = 1, n
      y(k*i) = x(i)
    end do
  end subroutine other_factor

  subroutine changed_step(n, st, x, y)
    integer, intent(in) :: n
    integer, intent(inout) :: st
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    do i = 1, n, st
      st = i
      y(i) = x(i)
    end do
  end subroutine changed_step

  subroutine kept_variable(n, st, x, y, last)
    integer, intent(in) :: n, st
    integer, intent(out) :: last
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    do i = 1, n, st
      y(i) = x(i)
    end do
    last = i
  end subroutine kept_variable
end module steps
