! On an NVIDIA GPU: the kernels of the two ported examples beside hand-written CUDA, in turns, by the median of batches.
! The table has their share of the memory's speed: the bytes that must move for a cell over the time, against the device's
! own copy of an array in the same run. Both read the same arrays. The difference of the results is printed too, relative
! to the largest magnitude. If a kernel of hydro2d divides, a second line has a twin with as few divisions as possible.
!   bench_hand_written [cells per side of hydro2d [vertices per side of vertex_multigrid ...]]
program bench_hand_written
  use, intrinsic :: iso_c_binding, only: c_int, c_ptr, c_size_t
  use, intrinsic :: iso_fortran_env, only: int64, output_unit, real64
  use benchmark_clock, only: now
  use benchmark_sides, only: middle, side_of
  use viewfab
  use hydro2d_fields
  use hydro2d_calls
  use hydro2d_views, only: views
  use twins
  use vertex_multigrid_levels
  use vertex_multigrid_calls
  implicit none
  integer, parameter :: rounds = 21, batch = 10
  integer, parameter :: hydro = 1, multigrid = 2
  real(real64), parameter :: most_difference = 1.0e-11_real64
  real(real64), parameter :: unwritten = -7777.0_real64 ! no kernel makes this number
  real(real64) :: copy_rate
  integer :: side
  logical :: all_agree = .true.

  interface
    function bench_device_copy(to, from, bytes) result(status) bind(c)
      import :: c_int, c_ptr, c_size_t
      type(c_ptr), value :: to, from
      integer(c_size_t), value :: bytes
      integer(c_int) :: status
    end function
  end interface

  call vf_init()
  if (index(vf_context_device(), 'cuda') /= 1) then
    print '(3a)', 'bench_hand_written needs a CUDA device; this is ', vf_context_device(), '; nothing was measured'
    call vf_finalize()
    stop
  end if
  print '(2a)', 'device ', vf_context_device()
  call planes(side_of('bench_hand_written', 1, 3840))
  if (command_argument_count() < 2) then
    call levels(256)
    call levels(512)
  end if
  do side = 2, command_argument_count()
    call levels(side_of('bench_hand_written', side, 256))
  end do
  if (.not. all_agree) error stop 'bench_hand_written: results differ'
contains

  subroutine planes(n)
    integer, intent(in) :: n
    integer :: kernel, few
    real(real64) :: difference

    call vf_init()
    call make_fields(n)
    call make_twins()
    print '(a, i0, a)', 'hydro2d, ', n, '^2 cells in double'
    call head(on_nodes(1), views%work1, (n + 5_int64)**2)
    do kernel = 1, kernels
      if (.not. has_twin(kernel)) then
        call line(names(kernel), bytes(kernel)*real(n, real64)**2, bytes(kernel), medians(hydro, kernel))
        cycle
      end if
      do few = 0, 1
        difference = plane_difference(kernel, few, int(n, int64))
        call line(names(kernel), bytes(kernel)*real(n, real64)**2, bytes(kernel), medians(hydro, kernel, few), difference, &
          few)
      end do
    end do
    call vf_finalize()
    call drop_fields()
  end subroutine

  real(real64) function plane_difference(kernel, few, n) result(difference)
    integer, intent(in) :: kernel, few
    integer(int64), intent(in) :: n
    integer :: i

    do i = 1, 2
      call mark_plane(in_cells(i))
      call mark_plane(on_nodes(i))
    end do
    call mark_plane(on_faces)
    call call_kernel(kernel)
    call call_twin(kernel, few)
    associate (v => views)
      select case (kernel)
      case (ideal_gas)
        difference = max(of_planes(v%pressure, in_cells(1), n*n), of_planes(v%soundspeed, in_cells(2), n*n))
      case (viscosity); difference = of_planes(v%viscosity, in_cells(1), n*n)
      case (pdv); difference = max(of_planes(v%density1, in_cells(1), n*n), of_planes(v%energy1, in_cells(2), n*n))
      case (accelerate)
        difference = max(of_planes(v%xvel1, on_nodes(1), (n + 1)**2), of_planes(v%yvel1, on_nodes(2), (n + 1)**2))
      case (cell_flux)
        difference = max(of_planes(v%mass_flux_x, on_faces, (n + 1)*n), of_planes(v%work3, on_nodes(1), (n + 1)*n))
      case default ! calc_dt; if two cells are equally small apart from rounding, either may be the place
        difference = abs(numbers(1) - twin_numbers(1))/abs(numbers(1))
        if (any(place_of_dt%index(:2) /= twin_place)) print '(2(a, 2(1x, i0)))', 'places of dt', place_of_dt%index(:2), &
          ', by hand', twin_place
      end select
    end associate
  end function

  subroutine levels(n)
    integer, intent(in) :: n
    integer :: kernel
    integer(int64) :: cells, ghosts
    real(real64) :: difference

    call vf_init()
    call make_levels(n)
    call make_level_twins()
    cells = int(n, int64)**3
    ghosts = (n + 2_int64)**3 - cells
    print '(a, i0, a)', 'vertex_multigrid, ', n, '^3 vertices in double'
    call head(r_twin, v, (n + 2_int64)**3)
    do kernel = 1, level_kernels
      call mark_volume(r_twin)
      call mark_volume(s_twin)
      call copy_volume(u, u_twin)
      call call_level_kernel(kernel)
      call call_level_twin(kernel)
      select case (kernel)
      case (1); difference = of_volumes(r, r_twin, cells)
      case (3); difference = of_volumes(s, s_twin, cells/8)
      case (5); difference = max(abs(total - twin_numbers(1))/total, abs(largest - twin_numbers(2))/largest)
      case default; difference = of_volumes(u, u_twin, (n + 2_int64)**3) ! all elements have our values
      end select
      call line(level_names(kernel), level_bytes(kernel)*real(merge(ghosts, cells, kernel == 6), real64), level_bytes(kernel), &
        medians(multigrid, kernel, 0), difference)
    end do
    call vf_finalize()
  end subroutine

  ! Measures the copy of this many elements, and prints the head of a table.
  subroutine head(to, from, elements)
    type(vf_view), intent(in) :: to, from
    integer(int64), intent(in) :: elements
    real(real64) :: times(rounds), start
    integer :: round, b

    do round = 0, rounds
      start = now()
      do b = 1, batch
        if (bench_device_copy(to%handle, from%handle, int(8*elements, c_size_t)) /= VF_OK) then
          error stop 'bench_hand_written: the device copy failed'
        end if
      end do
      call vf_context_wait()
      if (round > 0) times(round) = (now() - start)/batch
    end do
    copy_rate = 16*real(elements, real64)/middle(times)
    print '(a, f0.1, a)', 'the device copies ', copy_rate*1e-9_real64, ' GB/s, counted twice: read and written'
    print '(a)', 'kernel                        B/cell      ms     GB/s  share  by hand ms  ratio  difference'
  end subroutine

  subroutine line(name, moved, bytes_of_cell, seconds, difference, few)
    character(*), intent(in) :: name
    real(real64), intent(in) :: moved, seconds(2)
    integer, intent(in) :: bytes_of_cell
    real(real64), intent(in), optional :: difference
    integer, intent(in), optional :: few
    character(28) :: label

    label = name
    if (present(few)) label = trim(name) // merge(', few divisions', '               ', few == 1)
    write (*, '(a28, i8, f8.3, f9.1, f7.3)', advance='no') label, bytes_of_cell, 1e3_real64*seconds(1), &
      1e-9_real64*moved/seconds(1), moved/seconds(1)/copy_rate
    if (present(difference)) then
      write (*, '(f12.3, f7.3, es12.2)', advance='no') 1e3_real64*seconds(2), seconds(1)/seconds(2), difference
      if (.not. difference <= most_difference) then
        write (*, '(a)', advance='no') '  they differ'
        all_agree = .false.
      end if
    end if
    print '()'
    flush (output_unit)
  end subroutine

  ! Medians of a call of the kernel and, if few is present, of its twin.
  function medians(code, kernel, few) result(seconds)
    integer, intent(in) :: code, kernel
    integer, intent(in), optional :: few
    real(real64) :: seconds(2), times(rounds, 2), start
    integer :: round, b

    times = 0
    do round = 0, rounds
      start = now()
      do b = 1, batch
        if (code == hydro) call call_kernel(kernel)
        if (code == multigrid) call call_level_kernel(kernel)
      end do
      call vf_context_wait()
      if (round > 0) times(round, 1) = (now() - start)/batch
      if (.not. present(few)) cycle
      start = now()
      do b = 1, batch
        if (code == hydro) call call_twin(kernel, few)
        if (code == multigrid) call call_level_twin(kernel)
      end do
      call vf_context_wait()
      if (round > 0) times(round, 2) = (now() - start)/batch
    end do
    seconds = [middle(times(:,1)), middle(times(:,2))]
  end function

  subroutine mark_plane(view)
    type(vf_view), intent(inout) :: view
    real(real64), pointer, contiguous :: p(:,:)

    call view%to_host(vf_write)
    call view%host_pointer(p)
    p = unwritten
  end subroutine

  subroutine mark_volume(view)
    type(vf_view), intent(inout) :: view
    real(real64), pointer, contiguous :: p(:,:,:)

    call view%to_host(vf_write)
    call view%host_pointer(p)
    p = unwritten
  end subroutine

  subroutine copy_volume(from, to)
    type(vf_view), intent(inout) :: from, to
    real(real64), pointer, contiguous :: p(:,:,:), q(:,:,:)

    call from%to_host(vf_read)
    call to%to_host(vf_write)
    call from%host_pointer(p)
    call to%host_pointer(q)
    q = p
  end subroutine

  real(real64) function of_planes(ours, theirs, points)
    type(vf_view), intent(inout) :: ours, theirs
    integer(int64), intent(in) :: points
    real(real64), pointer, contiguous :: p(:,:), q(:,:)

    call ours%to_host(vf_read)
    call theirs%to_host(vf_read)
    call ours%host_pointer(p)
    call theirs%host_pointer(q)
    of_planes = apart(size(p, kind=int64), p, q, points)
  end function

  real(real64) function of_volumes(ours, theirs, points)
    type(vf_view), intent(inout) :: ours, theirs
    integer(int64), intent(in) :: points
    real(real64), pointer, contiguous :: p(:,:,:), q(:,:,:)

    call ours%to_host(vf_read)
    call theirs%to_host(vf_read)
    call ours%host_pointer(p)
    call theirs%host_pointer(q)
    of_volumes = apart(size(p, kind=int64), p, q, points)
  end function

  ! The largest difference among the elements written by the twin, over our largest magnitude there. The result is
  ! infinite if the twin wrote too many or too few points, or a NaN.
  real(real64) function apart(elements, ours, theirs, points)
    integer(int64), intent(in) :: elements, points
    real(real64), intent(in) :: ours(elements), theirs(elements)
    real(real64) :: largest_difference, magnitude
    integer(int64) :: e, written, numbers_found

    largest_difference = 0
    magnitude = 0
    written = 0
    numbers_found = 0
    !$omp parallel do reduction(max: largest_difference, magnitude) reduction(+: written, numbers_found)
    do e = 1, elements
      if (theirs(e) == unwritten) cycle
      written = written + 1
      if (abs(ours(e) - theirs(e)) <= huge(magnitude)) numbers_found = numbers_found + 1
      largest_difference = max(largest_difference, abs(ours(e) - theirs(e)))
      magnitude = max(magnitude, abs(ours(e)))
    end do
    apart = huge(apart)
    if (written == points .and. numbers_found == points .and. magnitude > 0) apart = largest_difference/magnitude
  end function
end program
