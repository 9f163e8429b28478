! Kernels of rank 1, ratios other than 2, and the vertex-centred grids of codes whose indices begin with 1.
program vertex_lines
  use loop_arrays
  use viewfab
  use viewfab_line_upwind
  use viewfab_thirds
  use viewfab_vertex_interpolate
  use viewfab_vertex_restrict
  use working_kind, only: wp
  implicit none
  real(wp), allocatable, target :: x(:,:), y(:,:), fine(:,:,:), coarse(:,:,:)
  real(wp), allocatable :: expected(:,:), expected_coarse(:,:,:)
  type(vf_view) :: v(2)
  integer :: c, components, i, j, k, n, lo(3), hi(3)
  call begin()
  do c = 1, cases
    lo = lower(:, c)
    hi = upper(:, c)
    do components = 1, 3, 2
      call upwind()
      call interpolate()
      call ratio_three()
    end do
    call restrict()
  end do
  call finish('vertex_lines')
contains

  ! Two lines with components; the kernel writes the second line.
  subroutine make(first, last, first_written, last_written)
    integer, intent(in) :: first, last, first_written, last_written
    call forget()
    if (allocated(x)) deallocate (x, y)
    allocate (x(first:last, components), y(first_written:last_written, components))
    call fill(x)
    call fill(y)
    call v(1)%wrap(x, lower=lbound(x), label='x')
    call v(2)%wrap(y, lower=lbound(y), label='y')
    expected = y
  end subroutine

  subroutine forget()
    integer :: m
    do m = 1, size(v)
      if (v(m)%is_set()) call v(m)%release(discard=.true.)
    end do
  end subroutine

  subroutine upwind()
    call make(lo(1) - 2, hi(1) + 1, lo(1), hi(1) + 3)
    do n = 1, components
      do i = lo(1), hi(1)
        expected(i,n) = (2*x(i+1,n) + 3*x(i,n) - 6*x(i-1,n) + x(i-2,n))/6
      end do
    end do
    call vf_line_upwind(vf_box_of(lo(1:1), hi(1:1)), v(1), v(2))
    call v(2)%to_host()
    call same(y, expected, 'upwind')
  end subroutine

  subroutine interpolate()
    call make(lo(1), hi(1) + 1, 2*lo(1) - 1, 2*hi(1))
    do n = 1, components
      do i = lo(1), hi(1)
        expected(2*i-1,n) = expected(2*i-1,n) + x(i,n)
        expected(2*i,n) = expected(2*i,n) + (x(i,n) + x(i+1,n))*0.5_wp
      end do
    end do
    call vf_vertex_interpolate(vf_box_of(lo(1:1), hi(1:1)), v(1), v(2))
    call v(2)%to_host()
    call same(y, expected, 'interpolate')
  end subroutine

  subroutine ratio_three()
    call make(floor(lo(1)/3.0) + 1, floor(hi(1)/3.0) + 1, lo(1), hi(1))
    do n = 1, components
      do i = lo(1), hi(1)
        expected(i,n) = 3*x(floor(i/3.0) + 1,n)
      end do
    end do
    call vf_thirds(vf_box_of(lo(1:1), hi(1:1)), v(1), v(2))
    call v(2)%to_host()
    call same(y, expected, 'thirds')
  end subroutine

  subroutine restrict()
    integer :: f(3)
    call forget()
    if (allocated(fine)) deallocate (fine, coarse)
    allocate (fine(2*lo(1)-2:2*hi(1), 2*lo(2)-2:2*hi(2), 2*lo(3)-2:2*hi(3)), &
      coarse(lo(1):hi(1), lo(2):hi(2)+1, lo(3)-1:hi(3)))
    call fill(fine)
    call fill(coarse)
    call v(1)%wrap(fine, lower=lbound(fine), label='fine')
    call v(2)%wrap(coarse, lower=lbound(coarse), label='coarse')
    expected_coarse = coarse
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          f = 2*[i, j, k] - 1
          expected_coarse(i,j,k) = 8*fine(f(1),f(2),f(3))
          call add_corners(fine, f, expected_coarse(i,j,k))
          expected_coarse(i,j,k) = expected_coarse(i,j,k)*0.0625_wp
        end do
      end do
    end do
    call vf_vertex_restrict(vf_box(lo, hi), v(1), v(2))
    call v(2)%to_host()
    call same(coarse, expected_coarse, 'restrict')
  end subroutine

  subroutine add_corners(a, at, total)
    real(wp), allocatable, intent(in) :: a(:,:,:)
    integer, intent(in) :: at(3)
    real(wp), intent(inout) :: total
    integer :: p, q, r
    do r = -1, 1, 2
      do q = -1, 1, 2
        do p = -1, 1, 2
          total = total + a(at(1)+p,at(2)+q,at(3)+r)
        end do
      end do
    end do
  end subroutine
end program
