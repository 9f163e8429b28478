! fill_ghosts of a set, ghost by ghost, compared with a large array over the whole domain and plain loops at its faces.
program set_ghosts
  use, intrinsic :: iso_fortran_env, only: error_unit, int32, real64
  use claims, only: check
  use levels
  use plain_boundary, only: plain_fill_face
  use viewfab
  implicit none
  integer, parameter :: components = 2, n_ = vf_neumann, d_ = vf_dirichlet, o_ = vf_reflect_odd, p_ = vf_periodic, &
    u_ = vf_unfilled
  type(vf_box), parameter :: domain = vf_box([-5, -3, -8], [6, 9, 2])
  ! Values of the cells, for cells that belong to a box.
  real(real64) :: whole(-5:6,-3:9,-8:2,components)
  logical :: owned(-5:6,-3:9,-8:2)
  type(vf_box), allocatable :: tiles(:), some(:)
  type(level), target :: x, wall
  integer :: order
  call vf_init()
  tiles = cut([-5, -2, 3, 7], [-3, 0, 10], [-8, -7, -2, 3])
  call check(size(tiles) == 18, 'there are 18 tiles')
  call start(tiles)
  call fill_and_compare(vf_boundary([u_, u_, u_, u_, u_, u_]), 1, .false., 'neighbours')
  call fill_and_compare(vf_boundary([p_, u_, u_, p_, u_, u_]), 1, .false., 'one periodic direction')
  call fill_and_compare(vf_boundary([p_, p_, p_, p_, p_, p_]), 1, .false., 'three periodic directions')
  call fill_and_compare(vf_boundary([p_, p_, p_, p_, p_, p_]), 2, .false., 'two layers, edges and corners')
  call fill_and_compare(vf_boundary([u_, p_, n_, u_, p_, o_]), 2, .false., 'two layers beside walls')
  call fill_and_compare(vf_boundary([p_, p_, p_, p_, p_, p_]), 2, .false., 'the first plan again')
  call fill_and_compare(vf_boundary([n_, n_, n_, n_, n_, n_]), 1, .false., 'Neumann')
  call fill_and_compare(vf_boundary([o_, o_, o_, o_, o_, o_]), 1, .false., 'odd reflection')
  do order = -1, 5
    if (order == 0) cycle
    call fill_and_compare(vf_boundary([d_, d_, d_, d_, d_, d_], order), 1, .true., 'Dirichlet with values')
    call fill_and_compare(vf_boundary([d_, p_, o_, d_, p_, d_], order, [0.5d0, 0d0, 0d0, 0.9d0, 0d0, 0.25d0]), 2, .true., &
      'Dirichlet with values at a distance, mixed')
    call fill_and_compare(vf_boundary([p_, d_, n_, p_, d_, d_], order), 1, .false., 'Dirichlet without values')
  end do
  ! Some tiles are left out, the order is another, and some boxes do not have cells.
  some = [tiles(17), tiles(2), vf_box([0, 0, 0], [-1, 3, 3]), tiles(5:9), tiles(18), tiles(12), vf_box([1, 1, 1], [0, 0, 0])]
  call start(some)
  call fill_and_compare(vf_boundary([p_, n_, d_, p_, d_, n_]), 2, .true., 'boxes that do not tile the domain')
  call fill_and_compare(vf_boundary([p_, p_, p_, p_, p_, p_]), 2, .true., 'boxes that do not tile a periodic domain')
  ! A domain of a single box, and a domain with a box a single cell wide.
  call start([domain])
  call fill_and_compare(vf_boundary([p_, p_, p_, p_, p_, p_]), 2, .false., 'one box is its own neighbour')
  call start(cut([-5, -4, 7], [-3, 10], [-8, 3]))
  call fill_and_compare(vf_boundary([p_, o_, d_, p_, n_, d_], 4), 2, .true., 'a box of one cell')
  call start(tiles)
  call host_side()
  call refusals()
  call x%set%release(discard=.true.)
  call wall%set%release()
  call integers()
  call vf_finalize()
contains

  ! The boxes between cuts, each at the first cell of a box.
  function cut(x_cuts, y_cuts, z_cuts) result(boxes)
    integer, intent(in) :: x_cuts(:), y_cuts(:), z_cuts(:)
    type(vf_box), allocatable :: boxes(:)
    integer :: i, j, k
    allocate (boxes(0))
    do k = 1, size(z_cuts) - 1
      do j = 1, size(y_cuts) - 1
        do i = 1, size(x_cuts) - 1
          boxes = [boxes, vf_box([x_cuts(i), y_cuts(j), z_cuts(k)], [x_cuts(i+1), y_cuts(j+1), z_cuts(k+1)] - 1)]
        end do
      end do
    end do
  end function

  ! New sets on the boxes. `whole` has the cells' values too.
  subroutine start(boxes)
    type(vf_box), intent(in) :: boxes(:)
    call make_level(x, 'x', boxes, 2, components)
    call make_level(wall, 'wall', boxes, 1, components)
    call gather(boxes)
  end subroutine

  subroutine gather(boxes)
    type(vf_box), intent(in) :: boxes(:)
    integer :: b
    whole = -1e30_real64
    owned = .false.
    do b = 1, size(boxes)
      associate (l => boxes(b)%lower, u => boxes(b)%upper)
        whole(l(1):u(1),l(2):u(2),l(3):u(3),:) = x%patches(b)%a(l(1):u(1),l(2):u(2),l(3):u(3),:)
        owned(l(1):u(1),l(2):u(2),l(3):u(3)) = .true.
      end associate
    end do
  end subroutine

  subroutine fill_and_compare(sides, layers, with_wall, claim)
    type(vf_boundary), intent(in) :: sides
    integer, intent(in) :: layers
    logical, intent(in) :: with_wall
    character(*), intent(in) :: claim
    type(vf_counters) :: before, after
    integer :: b
    do b = 1, size(x%patches)
      call plain_fill(b, sides, layers, with_wall)
    end do
    call vf_counters_get(before)
    if (with_wall) then
      call x%set%fill_ghosts(wall%set, domain, sides, layers)
    else if (layers == 1) then
      call x%set%fill_ghosts(domain, sides)
    else
      call x%set%fill_ghosts(domain, sides, layers=layers)
    end if
    call vf_counters_get(after)
    call check(after%launches - before%launches == 1, 'an exchange is one launch')
    call compare(x, claim, 1e-12_real64)
    call compare(wall, 'walls stay', 0.0_real64)
  end subroutine

  ! The ghosts of box b: from the cell at the same place, or from plain loops that fill the layer beside a face.
  subroutine plain_fill(b, sides, layers, with_wall)
    integer, intent(in) :: b, layers
    type(vf_boundary), intent(in) :: sides
    logical, intent(in) :: with_wall
    type(vf_box) :: box
    real(real64), allocatable :: on_wall(:,:,:)
    integer :: i, j, k, n, face, d, there(3)
    logical :: beside
    box = x%set%box(b)
    if (vf_box_cells(box) == 0) return
    associate (p => x%patches(b), w => wall%patches(b))
      do n = 1, components
        on_wall = merge(1, 0, with_wall)*w%a(:,:,:,n)
        do face = 0, 5
          d = mod(face, 3) + 1
          beside = merge(box%lower(d) == domain%lower(d), box%upper(d) == domain%upper(d), face < 3)
          if (.not. beside .or. sides%kind(face+1) == p_) cycle
          call plain_fill_face(p%expected(:,:,:,n), p%lo, p%hi, on_wall, w%lo, w%hi, box%lower, box%upper, face, &
            sides%kind(face+1), sides%distance(face+1), sides%order)
        end do
      end do
      do k = box%lower(3) - layers, box%upper(3) + layers
        do j = box%lower(2) - layers, box%upper(2) + layers
          do i = box%lower(1) - layers, box%upper(1) + layers
            there = [i, j, k]
            if (all(there >= box%lower .and. there <= box%upper)) cycle
            where (sides%kind(1:3) == p_) there = domain%lower &
              + modulo(there - domain%lower, domain%upper - domain%lower + 1)
            if (any(there < domain%lower .or. there > domain%upper)) cycle
            if (owned(there(1),there(2),there(3))) p%expected(i,j,k,:) = whole(there(1),there(2),there(3),:)
          end do
        end do
      end do
    end associate
  end subroutine

  ! Values that only the host has move to the device; the values of the exchange are on the device.
  subroutine host_side()
    type(vf_view) :: part
    integer :: b
    call x%set%to_host(vf_update)
    do b = 1, size(x%patches)
      x%patches(b)%a = x%patches(b)%a + b
      x%patches(b)%before = x%patches(b)%a
      x%patches(b)%expected = x%patches(b)%a
    end do
    call gather(tiles)
    call fill_and_compare(vf_boundary([p_, n_, n_, p_, n_, n_]), 1, .false., 'all arrays newest on the host')
    call x%set%to_device(vf_update)
    part = x%set%view(4)
    call part%to_host(vf_update)
    x%patches(4)%a = -1
    x%patches(4)%before = -1
    x%patches(4)%expected = -1
    call gather(tiles)
    call fill_and_compare(vf_boundary([p_, n_, n_, p_, n_, n_]), 1, .false., 'one array newest on the host')
    call x%set%fill_ghosts(domain, vf_boundary([p_, n_, n_, p_, n_, n_]))
    call check(x%set%valid_on(vf_device), 'after an exchange the device is valid')
    call x%set%to_host()
    call check(x%set%valid_on(vf_host) .and. x%set%valid_on(vf_device), 'reading leaves both sides valid')
  end subroutine

  subroutine refusals()
    type(vf_set) :: none, others
    type(vf_boundary) :: sides
    integer :: status
    call x%set%fill_ghosts(domain, sides, layers=0, ierr=status)
    call check(status == VF_ERROR_ARGUMENT .and. index(vf_last_error(), "'x'") > 0, 'no layers are refused')
    call x%set%fill_ghosts(domain, sides, layers=20, ierr=status)
    call check(status == VF_ERROR_BOX .and. index(vf_last_error(), "'x'") > 0, 'more layers than the arrays have are refused')
    call x%set%fill_ghosts(vf_box([-5, -3, -8], [6, 9, 1]), sides, ierr=status)
    call check(status == VF_ERROR_BOX .and. index(vf_last_error(), "'x'") > 0, 'a box outside the domain is refused')
    sides%kind = [p_, u_, u_, u_, u_, u_]
    call x%set%fill_ghosts(domain, sides, ierr=status)
    call check(status == VF_ERROR_ARGUMENT, 'one periodic face is refused')
    sides%kind = d_
    call x%set%fill_ghosts(none, domain, sides, ierr=status)
    call check(status == VF_ERROR_NULL .and. index(vf_last_error(), 'wall') > 0, 'a wall that is not set is refused')
    call x%set%fill_ghosts(x%set, domain, sides, ierr=status)
    call check(status == VF_ERROR_ALIAS .and. index(vf_last_error(), "'x'") > 0, 'a set is not its own wall')
    call others%create([tiles(2:), tiles(1)], 0.0_real64, components, 1, label='others')
    call x%set%fill_ghosts(others, domain, sides, ierr=status)
    call check(status == VF_ERROR_BOX .and. index(vf_last_error(), "'others'") > 0, 'a wall of other boxes is refused')
    call others%create(tiles, 0.0_real64, components, label='others')
    call x%set%fill_ghosts(others, domain, sides, ierr=status)
    call check(status == VF_ERROR_BOX .and. index(vf_last_error(), "'others'") > 0, 'a wall without ghosts is refused')
    call others%create([tiles(1), vf_box_grow(tiles(1), -0), tiles(3)], 0.0_real64, 1, 1, label='twice')
    call others%fill_ghosts(domain, sides, ierr=status)
    call check(status == VF_ERROR_BOX .and. index(vf_last_error(), "'twice'") > 0, 'boxes that overlap are refused')
    call others%release()
    call others%fill_ghosts(domain, sides, ierr=status)
    call check(status == VF_ERROR_NULL, 'a released set is refused')
    call compare(x, 'a call that is refused changes nothing', 0.0_real64)
  end subroutine

  subroutine integers()
    type(vf_set) :: masks
    type(vf_view) :: part
    integer(int32), pointer, contiguous :: p(:,:,:,:)
    integer :: b, status
    call masks%create(tiles, 0_int32, ghosts=1, label='masks')
    call masks%to_host(vf_write)
    do b = 1, size(tiles)
      part = masks%view(b)
      call part%host_pointer(p)
      p = -1
      associate (l => tiles(b)%lower, u => tiles(b)%upper)
        p(l(1):u(1),l(2):u(2),l(3):u(3),:) = b
      end associate
    end do
    call masks%fill_ghosts(domain, vf_boundary([p_, u_, p_, p_, u_, p_]))
    call masks%to_host()
    part = masks%view(1)
    call part%host_pointer(p)
    call check(p(-6,-3,-8,1) == 3 .and. p(-2,-3,-8,1) == 2 .and. p(-5,0,-8,1) == 4 .and. p(-6,0,-9,1) == 18 .and. &
      p(-5,-4,-8,1) == -1, 'integers are exchanged')
    call masks%fill_ghosts(domain, vf_boundary([n_, n_, n_, n_, n_, n_]), ierr=status)
    call check(status == VF_ERROR_KIND .and. index(vf_last_error(), "'masks'") > 0, 'walls are for real values')
    call masks%release()
  end subroutine
end program
