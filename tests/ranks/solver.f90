! The solver over ranks in Fortran: a solve with sets on a layout has the bits of a solve with all boxes.
program ranks_solver
  use, intrinsic :: iso_fortran_env, only: real64
  use mpi_f08
  use viewfab
  use viewfab_mpi
  implicit none
  integer, parameter :: n = 16, boxes = 4
  real(real64), parameter :: h = 1.0_real64 / n
  type(vf_group) :: group
  type(vf_layout) :: layout
  type(vf_box) :: box(boxes)
  type(vf_boundary) :: sides
  type(vf_multigrid_options) :: options
  type(vf_multigrid_report) :: one, all_ranks
  real(real64), allocatable, target :: alone(:,:,:,:), shared(:,:,:,:)
  integer :: b, owners(boxes), ranks, heard
  real(real64) :: last

  call MPI_Init()
  call vf_group_create(group, MPI_COMM_WORLD%MPI_VAL)
  ranks = group%ranks()
  do b = 1, boxes ! boxes across z and y; if there are fewer boxes than ranks, the last ranks get no box
    box(b) = vf_box([0, 8 * modulo(b - 1, 2), 8 * ((b - 1) / 2)], &
      [n - 1, 8 * modulo(b - 1, 2) + 7, 8 * ((b - 1) / 2) + 7])
    owners(b) = modulo(b * 3, ranks)
  end do
  call layout%create(group, box, owners, label='quarters')
  sides%kind = vf_dirichlet
  sides%order = 2
  options%agglomerate_cells = 0
  call solve_alone()
  call solve_over_ranks()
  call check(heard == all_ranks%cycles .and. last == all_ranks%residual, 'the history is called on every rank')
  call check(one%cycles == all_ranks%cycles .and. one%residual == all_ranks%residual, 'reports are the same')
  do b = 1, boxes
    if (owners(b) == group%rank()) call check(all(alone(:, :, :, b) == shared(:, :, :, b)), 'phi has the same bits')
  end do
  call layout%release()
  call group%destroy()
  call vf_finalize()
  call MPI_Finalize()
contains

  function noise(b, salt) result(x)
    integer, intent(in) :: b, salt
    real(real64) :: x(n, 8, 8)
    integer :: i, j, k
    do k = 1, 8
      do j = 1, 8
        do i = 1, n
          x(i, j, k) = 1.5_real64 + sin(real(i + 17 * j + 29 * k + 101 * b + salt, real64))
        end do
      end do
    end do
  end function

  subroutine solve_alone()
    type(vf_multigrid) :: solver
    type(vf_view) :: phi(boxes), rhs(boxes)
    real(real64), allocatable, target :: right(:,:,:,:)
    integer :: b
    allocate (alone(n, 8, 8, boxes), right(n, 8, 8, boxes))
    alone = 0
    do b = 1, boxes
      right(:, :, :, b) = noise(b, 0)
      call phi(b)%wrap(alone(:, :, :, b), lower=box(b)%lower, label='phi')
      call rhs(b)%wrap(right(:, :, :, b), lower=box(b)%lower, label='rhs')
    end do
    call solver%create_poisson(box, h, sides, options)
    call solver%solve(phi, rhs, report=one)
    call solver%release()
    do b = 1, boxes
      call phi(b)%to_host(vf_read)
      call phi(b)%release()
      call rhs(b)%release()
    end do
  end subroutine

  subroutine solve_over_ranks()
    type(vf_multigrid) :: solver
    type(vf_set) :: phi, rhs, coefficient(4), unset
    type(vf_view), allocatable :: of_phi(:), of_rhs(:)
    real(real64), allocatable, target :: right(:,:,:,:)
    integer :: number, place, f, ierr
    allocate (shared(n, 8, 8, boxes), right(n, 8, 8, boxes))
    allocate (of_phi(layout%own_count()), of_rhs(layout%own_count()))
    shared = 0
    do place = 1, layout%own_count()
      number = layout%number(place)
      right(:, :, :, number) = noise(number, 0)
      call of_phi(place)%wrap(shared(:, :, :, number), lower=box(number)%lower, label='phi')
      call of_rhs(place)%wrap(right(:, :, :, number), lower=box(number)%lower, label='rhs')
    end do
    call phi%wrap(layout, of_phi, label='phi')
    call rhs%wrap(layout, of_rhs, label='rhs')
    do f = 1, 4
      call coefficient(f)%create(layout, 0.0_real64, face=f - 1, label='zeros')
    end do
    if (group%rank() == 0) then
      call solver%create_helmholtz(layout, 1.0_real64, 1.0_real64, unset, coefficient(2), coefficient(3), &
        coefficient(4), [h, h, h], sides, options, ierr=ierr)
      call check(ierr == VF_ERROR_NULL, 'a coefficient that is not set is refused')
    else
      call solver%create_helmholtz(layout, 1.0_real64, 1.0_real64, coefficient(1), coefficient(2), coefficient(3), &
        coefficient(4), [h, h, h], sides, options, ierr=ierr)
      call check(ierr == VF_ERROR_PEER, 'the coefficient of another rank is told')
    end if
    call solver%create_helmholtz(layout, 1.0_real64, 1.0_real64, coefficient(1), coefficient(2), coefficient(3), &
      coefficient(4), [h, h, h], sides, options)
    call solver%create_poisson(layout, h, sides, options, history=hear)
    if (group%rank() == 0) then
      call solver%solve(phi, unset, ierr=ierr)
      call check(ierr == VF_ERROR_NULL, 'a right-hand side that is not set is refused')
    else
      call solver%solve(phi, rhs, ierr=ierr)
      call check(ierr == VF_ERROR_PEER, 'the right-hand side of another rank is told')
    end if
    call solver%solve(phi, rhs, report=all_ranks)
    call solver%release()
    call phi%to_host(vf_read)
    do place = 1, layout%own_count()
      call of_phi(place)%release()
      call of_rhs(place)%release()
    end do
    do f = 1, 4
      call coefficient(f)%release()
    end do
    call phi%release()
    call rhs%release()
  end subroutine

  subroutine hear(cycle, residual)
    integer(kind(heard)), intent(in) :: cycle
    real(real64), intent(in) :: residual
    heard = cycle
    last = residual
  end subroutine

  subroutine check(condition, claim)
    logical, intent(in) :: condition
    character(*), intent(in) :: claim
    if (condition) return
    print '(a)', 'failed: ' // claim
    error stop 1
  end subroutine
end program
