! The halo exchange of a code in a plane, as in porting_guide/ranks.md: tiles of several ranks, several layers, mirrors at the
! walls with their edges. The result is compared with a single array over the whole problem, filled by plain loops.
program halo_of_tiles
  use, intrinsic :: iso_fortran_env, only: error_unit, real64
  use mpi_f08
  use viewfab
  use viewfab_mpi, only: vf_group_create
  implicit none
  integer, parameter :: depth = 3, x_cells = 23, y_cells = 15
  type :: tile
    integer :: left, right, bottom, top
    real(real64), allocatable :: u(:,:)
  end type
  type(tile), allocatable, target :: tiles(:)
  type(vf_group) :: group
  type(vf_layout) :: layout
  type(vf_set) :: u
  type(vf_box) :: domain
  real(real64) :: whole(1-depth:x_cells+depth, 1-depth:y_cells+depth)
  integer :: rank, ranks, layers, turn
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  call cut()
  call start_halo(MPI_COMM_WORLD%MPI_VAL)
  do turn = 1, 2
    do layers = 1, depth
      call fill(turn*layers)
      call update_halo(layers)
      call compare(layers)
    end do
  end do
  call u%release()
  call layout%release()
  call group%destroy()
  call vf_finalize()
  call MPI_Finalize()
contains

  ! Cuts the problem in tiles of 5 x 4 cells and smaller rest tiles. No tile is thinner than the layers. The ranks get the
  ! tiles in turn; arrays count from 1.
  subroutine cut()
    type(vf_box), allocatable :: all(:)
    integer, allocatable :: owners(:)
    integer :: b
    domain = vf_box_of(1, x_cells, 1, y_cells)
    call vf_layout_distribute(domain, [5, 4], ranks, all, owners)
    all = pack(all, [(modulo(b, ranks) == rank, b = 1, size(all))])
    allocate (tiles(size(all)))
    do b = 1, size(all)
      associate (t => tiles(b))
        t%left = all(b)%lower(1)
        t%right = all(b)%upper(1)
        t%bottom = all(b)%lower(2)
        t%top = all(b)%upper(2)
        allocate (t%u(1-depth:t%right-t%left+1+depth, 1-depth:t%top-t%bottom+1+depth))
      end associate
    end do
  end subroutine

  subroutine start_halo(comm)
    integer, intent(in) :: comm
    type(vf_box) :: boxes(size(tiles))
    type(vf_view) :: u_v(size(tiles))
    integer :: t
    call vf_group_create(group, comm)
    do t = 1, size(tiles)
      boxes(t) = vf_box_of(tiles(t)%left, tiles(t)%right, tiles(t)%bottom, tiles(t)%top)
      call u_v(t)%wrap(tiles(t)%u, lower=[tiles(t)%left - depth, tiles(t)%bottom - depth], label='u')
    end do
    call layout%create(group, boxes, label='tiles')
    call u%wrap(layout, u_v, label='u')
    do t = 1, size(tiles)
      call u_v(t)%release()
    end do
  end subroutine

  subroutine update_halo(layers)
    integer, intent(in) :: layers
    integer :: t
    call u%fill_ghosts(domain, vf_boundary(), layers=layers)
    do t = 1, size(tiles)
      call mirror(u%view(t), u%box(t), layers)
    end do
    call u%to_host(vf_update)
  end subroutine

  subroutine mirror(u_v, cells, layers)
    type(vf_view), intent(in) :: u_v
    type(vf_box), intent(in) :: cells
    integer, intent(in) :: layers
    type(vf_box) :: box
    type(vf_boundary) :: sides
    box = cells
    where (cells%lower(:2) == domain%lower(:2))
      sides%kind(1:2) = vf_neumann
    elsewhere
      box%lower(:2) = cells%lower(:2) - layers
    end where
    where (cells%upper(:2) == domain%upper(:2))
      sides%kind(4:5) = vf_neumann
    elsewhere
      box%upper(:2) = cells%upper(:2) + layers
    end where
    if (any(sides%kind /= vf_unfilled)) call vf_fill_halo(box, u_v, layers, sides, [0, 0, 0])
  end subroutine

  subroutine fill(turn)
    integer, intent(in) :: turn
    integer :: t, i, j
    do t = 1, size(tiles)
      tiles(t)%u = -1
      do j = tiles(t)%bottom, tiles(t)%top
        do i = tiles(t)%left, tiles(t)%right
          tiles(t)%u(i-tiles(t)%left+1, j-tiles(t)%bottom+1) = turn*(i + 100*j)
        end do
      end do
    end do
    do j = 1, y_cells
      whole(1:x_cells,j) = [(turn*(i + 100*j), i = 1, x_cells)]
    end do
    do i = 1, depth
      whole(1-i,1:y_cells) = whole(i,1:y_cells)
      whole(x_cells+i,1:y_cells) = whole(x_cells+1-i,1:y_cells)
    end do
    do j = 1, depth
      whole(:,1-j) = whole(:,j)
      whole(:,y_cells+j) = whole(:,y_cells+1-j)
    end do
  end subroutine

  subroutine compare(layers)
    integer, intent(in) :: layers
    integer :: t, i, j
    real(real64) :: wanted
    do t = 1, size(tiles)
      associate (x => tiles(t))
        do j = x%bottom - depth, x%top + depth
          do i = x%left - depth, x%right + depth
            wanted = -1
            if (i >= x%left - layers .and. i <= x%right + layers .and. j >= x%bottom - layers .and. j <= x%top + layers) &
              wanted = whole(i,j)
            if (x%u(i-x%left+1, j-x%bottom+1) == wanted) cycle
            write (error_unit, *) 'rank', rank, 'layers', layers, ':', i, j, 'is', x%u(i-x%left+1, j-x%bottom+1), 'not', wanted
            error stop 1
          end do
        end do
      end associate
    end do
  end subroutine
end program
