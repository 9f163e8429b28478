! vf_fill_halo, compared with plain loops: depths 1 to 3, arrays on cells, cells at walls, faces and nodes, each kind of image
! and mixed kinds, arrays without ghosts beside unfilled faces, and ghosts deeper than the box.
program test_fill_halo
  use claims, only: check
  use harness
  use plain_halo, only: plain_update_halo
  use viewfab
  use working_kind, only: wp
  implicit none
  integer, parameter :: n_ = vf_neumann, o_ = vf_reflect_odd, p_ = vf_periodic, u_ = vf_unfilled
  integer, parameter :: kinds(6,10) = reshape([ &
    n_, n_, n_, n_, n_, n_,   o_, o_, o_, o_, o_, o_,   p_, p_, p_, p_, p_, p_,   p_, n_, o_, p_, o_, n_, &
    o_, p_, p_, n_, p_, p_,   n_, o_, p_, o_, n_, p_,   o_, n_, u_, o_, n_, u_,   u_, p_, o_, n_, p_, u_, &
    u_, u_, u_, u_, n_, u_,   u_, u_, u_, u_, u_, u_], [6, 10])
  type(situation), allocatable :: cases(:)
  type(field), target :: x
  integer :: c, depth, centring, kind, refused
  call begin('fill_halo')
  cases = situations()
  refused = 0
  do c = 1, size(cases)
    do depth = 0, 3
      if (meet(cases(c)%boxes, depth)) cycle        ! a ghost of a box is a cell of another box
      ! each kind with each depth and each centring in some situation
      do kind = 1 + modulo(c + depth, 2), size(kinds, 2), 2
        centring = modulo(kind/2 + 7*depth + 4*c, 27)
        call compare(cases(c), depth, modulo(centring/[1, 3, 9], 3) - 1, kinds(:, kind))
      end do
    end do
  end do
  call check(refused > 0, 'fill_halo: some ghosts were deeper than a box')
  call two_dimensions()
  call finish()
contains

  subroutine compare(s, depth, nodal, kind)
    type(situation), intent(in) :: s
    integer, intent(in) :: depth, nodal(3), kind(6)
    real(wp), allocatable :: expected(:,:,:,:)
    type(vf_box), allocatable :: filled(:)
    character(60) :: note
    integer :: b, n, status
    call make(x, 'x', s, reach=0, lo=s%lo - merge(0, depth, kind(1:3) == u_), &
      hi=s%hi + max(nodal, 0) + merge(0, depth, kind(4:6) == u_))
    expected = x%before
    allocate (filled(0))
    do b = 1, size(s%boxes)
      if (vf_box_cells(s%boxes(b)) == 0) cycle
      filled = [filled, ghosts(s%boxes(b), nodal, kind, depth)]
      do n = 1, merge(0, s%components, deeper(s%boxes(b), nodal, kind, depth))
        call plain_update_halo(expected(:,:,:,n), x%lo, x%hi, s%boxes(b)%lower, s%boxes(b)%upper, nodal, depth, kind)
      end do
    end do
    write (note, '(a,i0,a,3i2,a,6i4)') 'depth ', depth, ', nodal', nodal, ', kinds', kind
    if (s%single()) then
      call vf_fill_halo(s%boxes(1), x%view, depth, vf_boundary(kind), nodal, status)
    else
      call vf_fill_halo(s%boxes, x%view, depth, vf_boundary(kind), nodal, status)
    end if
    if (any([(vf_box_cells(s%boxes(b)) > 0 .and. deeper(s%boxes(b), nodal, kind, depth), b=1, size(s%boxes))])) then
      call check(status == vf_error_box, 'fill_halo: ghosts deeper than the box are refused, ' // trim(note))
      call check(index(vf_last_error(), 'layers of ghosts of ''x'' (argument x) in ') > 0, &
        'the array is named: ' // vf_last_error())
      refused = refused + 1
      call expect_unchanged(x, s)
    else
      call check(status == vf_ok, 'fill_halo, ' // trim(note) // ': ' // vf_last_error())
      call expect(x, s, expected, expected, covered(x, filled) .and. .not. covered(x, inside(s, nodal)), note=trim(note))
    end if
  end subroutine

  ! True if a filled direction has fewer cells than layers; a cell on a wall does not count.
  pure logical function deeper(box, nodal, kind, depth)
    type(vf_box), intent(in) :: box
    integer, intent(in) :: nodal(3), kind(6), depth
    deeper = any(box%upper - box%lower + min(nodal, 0) + 1 < depth .and. (kind(1:3) /= u_ .or. kind(4:6) /= u_))
  end function

  ! The box with its ghosts, as far as its faces are filled.
  pure function ghosts(box, nodal, kind, depth)
    type(vf_box), intent(in) :: box
    integer, intent(in) :: nodal(3), kind(6), depth
    type(vf_box) :: ghosts
    ghosts = vf_box(box%lower - merge(0, depth, kind(1:3) == u_), box%upper + max(nodal, 0) + merge(0, depth, kind(4:6) == u_))
  end function

  pure function inside(s, nodal)
    type(situation), intent(in) :: s
    integer, intent(in) :: nodal(3)
    type(vf_box) :: inside(size(s%boxes))
    integer :: b
    do b = 1, size(s%boxes)
      inside(b) = s%boxes(b)
      if (vf_box_cells(s%boxes(b)) > 0) inside(b)%upper = inside(b)%upper + max(nodal, 0)
    end do
  end function

  ! Arrays of rank 2 as a hydrodynamics code has them, with the loops of its update_halo: a density in cells, a velocity
  ! on nodes, a flux through the faces in x whose ghosts in y are mirrored about the first and the last cell.
  subroutine two_dimensions()
    integer, parameter :: x_min = 1, x_max = 7, y_min = 1, y_max = 5, depth = 2
    real(wp), target :: density(x_min-2:x_max+2, y_min-2:y_max+2), xvel(x_min-2:x_max+3, y_min-2:y_max+3)
    real(wp), target :: flux(x_min-2:x_max+3, y_min-2:y_max+2)
    real(wp) :: density_0(x_min-2:x_max+2, y_min-2:y_max+2), xvel_0(x_min-2:x_max+3, y_min-2:y_max+3)
    real(wp) :: flux_0(x_min-2:x_max+3, y_min-2:y_max+2)
    type(vf_view) :: density_v, xvel_v, flux_v
    type(vf_boundary) :: even, odd_in_x
    type(vf_box) :: box
    integer :: j, k
    call random_number(density)
    call random_number(xvel)
    call random_number(flux)
    density_0 = density
    xvel_0 = xvel
    flux_0 = flux
    do j = x_min-depth, x_max+depth
      do k = 1, depth
        density_0(j, 1-k) = density_0(j, 0+k)
        density_0(j, y_max+k) = density_0(j, y_max+1-k)
      end do
    end do
    do k = y_min-depth, y_max+depth
      do j = 1, depth
        density_0(1-j, k) = density_0(0+j, k)
        density_0(x_max+j, k) = density_0(x_max+1-j, k)
      end do
    end do
    do j = x_min-depth, x_max+1+depth
      do k = 1, depth
        xvel_0(j, 1-k) = xvel_0(j, 1+k)
        xvel_0(j, y_max+1+k) = xvel_0(j, y_max+1-k)
        flux_0(j, 1-k) = flux_0(j, 1+k)
        flux_0(j, y_max+k) = flux_0(j, y_max-k)
      end do
    end do
    do j = 1, depth
      do k = y_min-depth, y_max+1+depth
        xvel_0(1-j, k) = -xvel_0(1+j, k)
        xvel_0(x_max+1+j, k) = -xvel_0(x_max+1-j, k)
      end do
      do k = y_min-depth, y_max+depth
        flux_0(1-j, k) = -flux_0(1+j, k)
        flux_0(x_max+1+j, k) = -flux_0(x_max+1-j, k)
      end do
    end do
    call density_v%wrap(density, lower=[x_min-2, y_min-2], label='density')
    call xvel_v%wrap(xvel, lower=[x_min-2, y_min-2], label='xvel')
    call flux_v%wrap(flux, lower=[x_min-2, y_min-2], label='flux')
    even%kind = [n_, n_, u_, n_, n_, u_]
    odd_in_x%kind = [o_, n_, u_, o_, n_, u_]
    box = vf_box([x_min, y_min, 1], [x_max, y_max, 1])
    call vf_fill_halo(box, density_v, depth, even, [0, 0, 0])
    call vf_fill_halo(box, xvel_v, depth, odd_in_x, [1, 1, 0])
    call vf_fill_halo(box, flux_v, depth, odd_in_x, [1, -1, 0])
    call density_v%to_host(vf_read)
    call xvel_v%to_host(vf_read)
    call flux_v%to_host(vf_read)
    call check(all(density == density_0), 'fill_halo: a density of rank 2 equals update_halo')
    call check(all(xvel == xvel_0), 'fill_halo: a velocity on nodes of rank 2 equals update_halo')
    call check(all(flux == flux_0), 'fill_halo: a flux of rank 2 equals update_halo')
    call density_v%release()
    call xvel_v%release()
    call flux_v%release()
  end subroutine

  ! True if a box with its ghosts and nodes meets another box with its ghosts and nodes.
  pure logical function meet(boxes, depth)
    type(vf_box), intent(in) :: boxes(:)
    integer, intent(in) :: depth
    integer :: b, e
    meet = .false.
    do b = 1, size(boxes)
      do e = 1, size(boxes)
        if (b == e .or. any(boxes(b)%upper < boxes(b)%lower) .or. any(boxes(e)%upper < boxes(e)%lower)) cycle
        meet = meet .or. all(boxes(b)%lower - depth <= boxes(e)%upper + 1 + depth .and. &
          boxes(e)%lower - depth <= boxes(b)%upper + 1 + depth)
      end do
    end do
  end function
end program
