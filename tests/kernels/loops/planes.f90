! Kernels of rank 2 against loops over a plane: stencils, colours, metric arrays, centring, and components behind j.
program planes
  use, intrinsic :: iso_fortran_env, only: real64
  use loop_arrays
  use viewfab
  use viewfab_cells_from_nodes
  use viewfab_faces_from_nodes
  use viewfab_metric_divergence
  use viewfab_nodes_from_cells
  use viewfab_nodes_from_faces
  use viewfab_plane_five
  use viewfab_plane_nine
  use viewfab_plane_relax
  use viewfab_plane_sum
  use viewfab_staggered_flux
  use working_kind, only: wp
  implicit none
  real(wp), allocatable, target :: x(:,:,:), y(:,:,:), u(:,:,:), v(:,:,:), dx(:), dy(:), expected(:,:,:)
  type(vf_view) :: x_view, y_view, u_view, v_view, dx_view, dy_view
  type(vf_box) :: box
  integer :: c, components, i, j, lo(2), hi(2)
  call begin()
  do components = 1, 3, 2
    do c = 1, cases
      lo = lower(1:2, c)
      hi = upper(1:2, c)
      box = vf_box_of(lo, hi)
      call five_points()
      call nine_points()
      call one_colour(modulo(c, 2))
      call stretched()
      call centred()
      call total()
    end do
  end do
  call finish('planes')
contains

  ! Arrays with `ghosts` more than the box on each side, and components.
  subroutine make(a, view, ghosts, more, name)
    real(wp), allocatable, target, intent(inout) :: a(:,:,:)
    type(vf_view), intent(inout) :: view
    integer, intent(in) :: ghosts, more(2)
    character(*), intent(in) :: name
    if (view%is_set()) call view%release(discard=.true.)
    if (allocated(a)) deallocate (a)
    allocate (a(lo(1)-ghosts:hi(1)+ghosts+more(1), lo(2)-ghosts:hi(2)+ghosts+more(2), components))
    call fill(a)
    call view%wrap(a, lower=lbound(a), label=name)
  end subroutine

  subroutine five_points()
    integer :: n
    call make(x, x_view, 1, [0, 1], 'x')
    call make(y, y_view, 0, [2, 0], 'y')
    expected = y
    do n = 1, components
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          expected(i,j,n) = x(i-1,j,n) + x(i+1,j,n) + x(i,j-1,n) + x(i,j+1,n) - 4*x(i,j,n)
        end do
      end do
    end do
    call vf_plane_five(box, x_view, y_view)
    call y_view%to_host()
    call same(y, expected, 'five points')
  end subroutine

  subroutine nine_points()
    integer :: n
    call make(x, x_view, 1, [0, 0], 'x')
    call make(y, y_view, 2, [1, 0], 'y')
    expected = y
    do n = 1, components
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          expected(i,j,n) = 4*x(i,j,n) + 2*(x(i-1,j,n) + x(i+1,j,n) + x(i,j-1,n) + x(i,j+1,n)) &
            + (x(i-1,j-1,n) + x(i+1,j-1,n) + x(i-1,j+1,n) + x(i+1,j+1,n))
        end do
      end do
    end do
    call vf_plane_nine(box, x_view, y_view)
    call y_view%to_host()
    call same(y, expected, 'nine points')
  end subroutine

  subroutine one_colour(colour)
    integer, intent(in) :: colour
    integer :: n
    call make(x, x_view, 1, [1, 0], 'x')
    expected = x
    do n = 1, components
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          if (modulo(i + j, 2) /= colour) cycle
          expected(i,j,n) = (expected(i,j,n) &
            + (x(i-1,j,n) + x(i+1,j,n) + x(i,j-1,n) + x(i,j+1,n))*0.25_wp)*0.5_wp
        end do
      end do
    end do
    call vf_plane_relax(box, x_view, colour)
    call x_view%to_host()
    call same(x, expected, 'one colour')
  end subroutine

  subroutine stretched()
    integer :: n
    call make(u, u_view, 0, [1, 0], 'u')
    call make(v, v_view, 0, [0, 1], 'v')
    call make(y, y_view, 1, [0, 0], 'divergence')
    if (dx_view%is_set()) call dx_view%release(discard=.true.)
    if (dy_view%is_set()) call dy_view%release(discard=.true.)
    if (allocated(dx)) deallocate (dx, dy)
    allocate (dx(lo(1)-3:hi(1)+1), dy(lo(2):hi(2)+2))
    call fill(dx)
    call fill(dy)
    call dx_view%wrap(dx, lower=lbound(dx), label='dx')
    call dy_view%wrap(dy, lower=lbound(dy), label='dy')
    expected = y
    do n = 1, components
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          expected(i,j,n) = (u(i+1,j,n) - u(i,j,n))/dx(i) + (v(i,j+1,n) - v(i,j,n))/dy(j)
        end do
      end do
    end do
    call vf_metric_divergence(box, u_view, v_view, dx_view, dy_view, y_view)
    call y_view%to_host()
    call same(y, expected, 'divergence')
  end subroutine

  subroutine centred()
    integer :: d, n, e(2)
    call make(x, x_view, 0, [1, 1], 'nodes')
    call make(y, y_view, 0, [0, 0], 'cells')
    expected = y
    do n = 1, components
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          expected(i,j,n) = (x(i,j,n) + x(i+1,j,n) + x(i,j+1,n) + x(i+1,j+1,n))/4
        end do
      end do
    end do
    call vf_cells_from_nodes(box, x_view, y_view)
    call y_view%to_host()
    call same(y, expected, 'cells from nodes')

    ! From here on the box counts nodes, then faces: the cells around them begin an index before.
    call make(x, x_view, 1, [0, 0], 'cells')
    call make(u, u_view, 1, [0, 0], 'x faces')
    call make(v, v_view, 1, [0, 0], 'y faces')
    call make(y, y_view, 0, [0, 0], 'nodes')
    expected = y
    do n = 1, components
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          expected(i,j,n) = (u(i,j-1,n) + u(i,j,n)) + 2*(v(i-1,j,n) + v(i,j,n)) + 4*(x(i-1,j-1,n) + x(i,j,n))
        end do
      end do
    end do
    call vf_nodes_from_faces(box, u_view, v_view, x_view, y_view)
    call y_view%to_host()
    call same(y, expected, 'nodes from faces')

    call make(u, u_view, 0, [0, 1], 'nodes before')
    call make(v, v_view, 0, [1, 1], 'nodes behind')
    call make(x, x_view, 0, [0, 0], 'area')
    call make(y, y_view, 1, [0, 0], 'flux')
    expected = y
    do n = 1, components
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          expected(i,j,n) = 0.25_wp*0.5_wp*x(i,j,n)*(u(i,j,n) + u(i,j+1,n) + v(i,j,n) + v(i,j+1,n))
        end do
      end do
    end do
    call vf_staggered_flux(box, u_view, v_view, x_view, y_view, 0.5_real64)
    call y_view%to_host()
    call same(y, expected, 'staggered flux')

    call make(x, x_view, 2, [0, 0], 'cells')
    call make(y, y_view, 0, [0, 0], 'nodes')
    expected = y
    do n = 1, components
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          expected(i,j,n) = x(i-2,j,n) + x(i-1,j,n) + x(i,j-1,n) + x(i+1,j,n)
        end do
      end do
    end do
    call vf_nodes_from_cells(box, x_view, y_view)
    call y_view%to_host()
    call same(y, expected, 'nodes from cells')
    call make(x, x_view, 1, [0, 0], 'cells')
    call make(y, y_view, 0, [0, 0], 'faces')

    do d = 0, 1
      e = merge(1, 0, [d == 0, d == 1])
      call make(u, u_view, 0, [1 - e(1), 1 - e(2)], 'nodes')
      expected = y
      do n = 1, components
        do j = lo(2), hi(2)
          do i = lo(1), hi(1)
            expected(i,j,n) = (u(i,j,n) + u(i+1-e(1),j+1-e(2),n))*0.5_wp + (x(i-e(1),j-e(2),n) + x(i,j,n))
          end do
        end do
      end do
      call vf_faces_from_nodes(box, u_view, x_view, y_view, d)
      call y_view%to_host()
      call same(y, expected, 'faces from nodes')
    end do
  end subroutine

  ! Integers, whose sum has no rounding.
  subroutine total()
    real(real64) :: result
    call make(x, x_view, 1, [0, 2], 'terms')
    x = real(nint(8*x), wp)
    call x_view%mark_written(vf_host)
    call vf_plane_sum(box, x_view, result)
    call same([real(result, wp)], [sum(x(lo(1):hi(1),lo(2):hi(2),:))], 'sum')
  end subroutine
end program
