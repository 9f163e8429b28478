! Stores behind the loads of a body: several results, and stores that a later statement needs in memory.
! expect two_results 1 proved
! expect eight_corners 1 proved
! expect read_back 1 proved
! expect neighbour_of_a_number 1 proved
! expect other_subscript 1 proved
! expect branch_stores 1 proved
! expect once_more 1 proved
! expect row_values 1 proved
! expect upwind_cell 1 proved
! kernel two_results 1 VF_AT\(v1, i, j, n\) = VF_AT\(v.*;\n  VF_AT\(u1, i, j, n\) = u1_1;\n\}
! kernel eight_corners 1 VF_AT\(f, x, y, n\) = f_1;\n  VF_AT\(f, x \+ 1, y, n\) = f_2;\n  VF_AT\(f, x, y \+ 1, n\) = f_3;\n
! kernel other_subscript 1 VF_AT\(t, i, m\) = a_1 \* 3;\n  m = 2;\n
! kernel once_more 1 real b_1 = VF_AT\(a, i, n\);\n  b_1 = \(real\)1.0;\n  VF_AT\(b, i, n\) = b_1;\n\}
! kernel branch_stores 1 VF_AT\(c, i, n\) = -b_1;\n  \}\n  VF_AT\(b, i, n\) = b_1;\n\}
! kernel upwind_cell 1 VF_AT\(f, i, n\) = w_1 \* w_1;\n  VF_AT\(g, i, n\) = VF_AT\(q, d, n\) \* w_1;\n\}
module delayed
  implicit none
contains

  subroutine two_results(nx, ny, u, v, p, u1, v1, dt)
    integer, intent(in) :: nx, ny
    real(8), intent(in) :: u(nx, ny), v(nx, ny), p(0:nx, 0:ny), dt
    real(8), intent(inout) :: u1(nx, ny), v1(nx, ny)
    integer :: i, j
    do j = 1, ny
      do i = 1, nx
        u1(i, j) = u(i, j) - dt*(p(i, j) - p(i-1, j))
        v1(i, j) = v(i, j) - dt*(p(i, j) - p(i, j-1))
      end do
    end do
  end subroutine

  ! The elements of a cell of a fine grid.
  subroutine eight_corners(nx, ny, c, f)
    integer, intent(in) :: nx, ny
    real(8), intent(in) :: c(nx+1, ny+1)
    real(8), intent(inout) :: f(2*nx, 2*ny)
    integer :: i, j, x, y
    do j = 1, ny
      do i = 1, nx
        x = 2*i - 1
        y = 2*j - 1
        f(x, y) = f(x, y) + c(i, j)
        f(x+1, y) = f(x+1, y) + 0.5d0*(c(i, j) + c(i+1, j))
        f(x, y+1) = f(x, y+1) + 0.5d0*(c(i, j) + c(i, j+1))
        f(x+1, y+1) = f(x+1, y+1) + 0.25d0*(c(i, j) + c(i+1, j) + c(i, j+1) + c(i+1, j+1))
      end do
    end do
  end subroutine

  ! The third statement reads what the first has stored, behind a second store to the same element.
  subroutine read_back(n, a, b, c)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n), c(n)
    integer :: i
    do i = 1, n
      b(i) = a(i)*2
      c(i) = b(i) + a(i)
      b(i) = c(i)*a(i)
      c(i) = c(i) - b(i)
    end do
  end subroutine

  ! m may be the point itself: the element that is read may be the element that was stored.
  subroutine neighbour_of_a_number(n, a, b, c)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n, 2), c(n)
    integer :: i, m
    do i = 1, n
      m = 1
      if (a(i) > 0.5d0) m = 2
      b(i, m) = a(i)
      c(i) = b(i, 1) + b(i, 2)
    end do
  end subroutine

  ! The subscript of a store that waits changes.
  subroutine other_subscript(n, a, t, s)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: t(n, 2), s(n, 2)
    integer :: i, m
    do i = 1, n
      m = 1
      t(i, m) = a(i)*3
      m = 2
      s(i, m) = a(i) + 1
    end do
  end subroutine

  ! A branch changes the element whose new value a variable holds.
  subroutine branch_stores(n, a, b, c)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n), c(n)
    integer :: i
    do i = 1, n
      b(i) = a(i) + 1
      if (a(i) > 0.3d0) then
        c(i) = b(i)
        b(i) = 2*b(i)
        c(i) = c(i) + b(i)
      else
        c(i) = -b(i)
      end if
    end do
  end subroutine

  subroutine once_more(n, a, b)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n)
    integer :: i
    do i = 1, n
      b(i) = a(i)
      b(i) = 1.0d0
    end do
  end subroutine

  ! The row buffer reads elements that the body stores.
  subroutine row_values(nx, ny, a, b, w)
    integer, intent(in) :: nx, ny
    real(8), intent(in) :: a(0:nx+1, ny)
    real(8), intent(inout) :: b(nx, ny), w(nx, ny)
    real(8) :: row(0:nx+1)
    integer :: i, j
    do j = 1, ny
      do i = 0, nx + 1
        row(i) = a(i, j)*a(i, j)
      end do
      do i = 1, nx
        b(i, j) = row(i-1) + row(i+1)
        w(i, j) = row(i) - a(i, j)
      end do
    end do
  end subroutine

  ! The place of the load depends on data.
  subroutine upwind_cell(n, w, q, f, g)
    integer, intent(in) :: n
    real(8), intent(in) :: w(n), q(0:n)
    real(8), intent(inout) :: f(n), g(n)
    integer :: i, d
    do i = 1, n
      d = i
      if (w(i) > 0.5d0) d = i - 1
      f(i) = w(i)*w(i)
      g(i) = q(d)*w(i)
    end do
  end subroutine
end module delayed
