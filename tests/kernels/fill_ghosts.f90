! vf_fill_ghosts and vf_fill_ghosts_to, compared with plain loops, for each kind of boundary, mixed kinds, and each
! order and distance of a Dirichlet wall.
program test_fill_ghosts
  use harness
  use plain_boundary, only: plain_fill_face
  use viewfab
  use working_kind, only: wp
  implicit none
  integer, parameter :: n_ = vf_neumann, d_ = vf_dirichlet, o_ = vf_reflect_odd, p_ = vf_periodic, u_ = vf_unfilled
  type(situation), allocatable :: cases(:)
  type(field), target :: x, wall
  real(wp), allocatable :: expected(:,:,:,:), terms(:,:,:,:)
  integer :: c, order
  logical :: to
  call begin('fill_ghosts')
  cases = situations()
  do c = 1, size(cases)
    if (meet(cases(c)%boxes)) cycle        ! a ghost of a box is a cell of another box
    to = .false.
    call compare(cases(c), vf_boundary([n_, n_, n_, n_, n_, n_]), 'Neumann')
    call compare(cases(c), vf_boundary([o_, o_, o_, o_, o_, o_]), 'odd reflection')
    call compare(cases(c), vf_boundary([p_, p_, p_, p_, p_, p_]), 'periodic')
    call compare(cases(c), vf_boundary([p_, n_, u_, p_, o_, n_]), 'without Dirichlet')
    call compare(cases(c), vf_boundary([u_, u_, u_, u_, u_, u_]), 'unfilled')
    do order = -1, 5
      if (order == 0) cycle
      to = .false.
      call compare(cases(c), vf_boundary([d_, d_, d_, d_, d_, d_], order), 'Dirichlet')
      call compare(cases(c), vf_boundary([d_, o_, p_, u_, d_, p_], order, &
        [0.5d0, 0d0, 0d0, 0d0, 0.9d0, 0d0]), 'mixed')
      to = .true.
      call compare(cases(c), vf_boundary([d_, d_, d_, d_, d_, d_], order), 'Dirichlet')
      call compare(cases(c), vf_boundary([n_, d_, d_, d_, o_, d_], order, &
        [0d0, 0.3d0, 0d0, 0.5d0, 0d0, 0.9d0]), 'mixed')
    end do
  end do
  call finish()
contains

  ! to: with values on the wall.
  subroutine compare(s, sides, what)
    type(situation), intent(in) :: s
    type(vf_boundary), intent(in) :: sides
    character(*), intent(in) :: what
    type(vf_box), allocatable :: ghosts(:)
    character(40) :: note
    call make(x, 'x', s, reach=1)
    call make(wall, 'wall', s, reach=1)
    expected = x%before
    terms = alternating(x)
    call plain(s, expected, merge(1, 0, to)*wall%before, sides, beyond=1)
    ! A wall beyond the ghost's centre gives the cells inside weights of the other sign.
    call plain(s, terms, merge(1, 0, to)*alternating(wall), sides, beyond=-1)
    allocate (ghosts(0))
    call add_faces(s, sides, ghosts)
    write (note, '(2a,i0)') what, ', order ', sides%order
    if (to) then
      if (s%single()) then
        call vf_fill_ghosts_to(s%boxes(1), x%view, wall%view, sides)
      else
        call vf_fill_ghosts_to(s%boxes, x%view, wall%view, sides)
      end if
      note = trim(note) // ', with values'
    else if (s%single()) then
      call vf_fill_ghosts(s%boxes(1), x%view, sides)
    else
      call vf_fill_ghosts(s%boxes, x%view, sides)
    end if
    call expect(x, s, expected, terms, covered(x, ghosts), note=trim(note), rounded=any(sides%kind == vf_dirichlet))
    call expect_unchanged(wall, s)
  end subroutine

  !     beyond  factor of values on walls beyond the ghost's centre
  subroutine plain(s, values, on_wall, sides, beyond)
    type(situation), intent(in) :: s
    real(wp), intent(inout) :: values(:,:,:,:)
    real(wp), intent(in) :: on_wall(:,:,:,:)
    type(vf_boundary), intent(in) :: sides
    integer, intent(in) :: beyond
    integer :: b, n, face, factor
    do n = 1, s%components
      do b = 1, size(s%boxes)
        if (vf_box_cells(s%boxes(b)) == 0) cycle
        do face = 0, 5
          factor = merge(beyond, 1, sides%distance(face+1) > 0.5d0)
          call plain_fill_face(values(:,:,:,n), x%lo, x%hi, factor*on_wall(:,:,:,n), wall%lo, wall%hi, &
            s%boxes(b)%lower, s%boxes(b)%upper, face, sides%kind(face+1), sides%distance(face+1), sides%order)
        end do
      end do
    end do
  end subroutine

  ! The filled ghosts: the layers beside the faces, without edges and corners.
  subroutine add_faces(s, sides, ghosts)
    type(situation), intent(in) :: s
    type(vf_boundary), intent(in) :: sides
    type(vf_box), allocatable, intent(inout) :: ghosts(:)
    type(vf_box) :: layer
    integer :: b, d
    do b = 1, size(s%boxes)
      if (vf_box_cells(s%boxes(b)) == 0) cycle
      do d = 1, 3
        layer = s%boxes(b)
        layer%upper(d) = layer%lower(d) - 1
        layer%lower(d) = layer%upper(d)
        if (sides%kind(d) /= vf_unfilled) ghosts = [ghosts, layer]
        layer = s%boxes(b)
        layer%lower(d) = layer%upper(d) + 1
        layer%upper(d) = layer%lower(d)
        if (sides%kind(d+3) /= vf_unfilled) ghosts = [ghosts, layer]
      end do
    end do
  end subroutine

  ! True if a box with its ghosts meets another box with its ghosts.
  pure logical function meet(boxes)
    type(vf_box), intent(in) :: boxes(:)
    integer :: b, e
    meet = .false.
    do b = 1, size(boxes)
      do e = 1, size(boxes)
        if (b == e .or. any(boxes(b)%upper < boxes(b)%lower) .or. any(boxes(e)%upper < boxes(e)%lower)) cycle
        meet = meet .or. all(boxes(b)%lower - 1 <= boxes(e)%upper + 1 .and. boxes(e)%lower - 1 <= boxes(b)%upper + 1)
      end do
    end do
  end function
end program
