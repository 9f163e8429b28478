! Kernels with several results: their speed as a share of the memory's speed, by the bytes that they must read, against
! the rate of a copy in the same run; on a box of three long directions and on a box of a single plane. On the host the
! original loops, with the same compiler and flags, run for comparison.
!   bench_results [cells per side of the cube]
program bench_results
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use bench_results_kernels
  use result_loops
  use viewfab
  implicit none

  integer, parameter :: rounds = 20, fields = 5
  real(real64), parameter :: volume = 0.001_real64, width = 0.1_real64
  type(vf_view) :: views(fields)
  type :: array
    real(real64), pointer, contiguous :: p(:,:,:)
  end type
  type(array) :: arrays(fields)
  type(vf_box) :: box
  integer :: side, extents(3), shape_of_box, f, batch
  real(real64) :: copy_rate
  logical :: on_host
  character(256) :: argument

  call get_command_argument(1, argument)
  call vf_init()
  on_host = vf_context_device() == 'host'
  side = merge(256, 512, on_host)
  if (argument /= '') read (argument, *) side
  batch = merge(1, 10, on_host)
  do shape_of_box = 1, 2
    extents = side
    if (shape_of_box == 2) extents = [int(sqrt(real(side, real64)**3)), int(sqrt(real(side, real64)**3)), 1]
    box = vf_box([1, 1, 1], extents)
    do f = 1, fields
      call make(views(f), arrays(f)%p, f)
    end do
    print '(3a, i0, 2(a, i0), a)', 'device ', vf_context_device(), ', ', extents(1), ' x ', extents(2), ' x ', extents(3), &
      ' cells in double'
    print '(2a)', 'kernel                   B/cell        ms     GB/s  share', merge('   original ms  ratio', &
      '                     ', on_host)
    copy_rate = 0
    call measure('copy', 16)
    call measure('least and place', 8)
    call measure('five totals', 32)
    call measure('five totals and step', 32)
    do f = 1, fields
      call views(f)%release(discard=.true.)
    end do
  end do
  if (on_host) print '(2a)', 'originals: ', result_flags()
  call vf_finalize()

contains

  ! Values between 0.5 and 1.5 without a pattern.
  subroutine make(view, p, seed)
    type(vf_view), intent(inout) :: view
    real(real64), pointer, contiguous, intent(out) :: p(:,:,:)
    integer, intent(in) :: seed
    integer :: i, j, k
    integer(int64) :: x
    call view%create(0.0_real64, extents, label='field')
    call view%host_pointer(p)
    !$omp parallel do collapse(2) private(i, x)
    do k = 1, extents(3)
      do j = 1, extents(2)
        do i = 1, extents(1)
          x = ieor(i*2654435761_int64 + j*40503_int64, k*69069_int64 + seed*7919_int64)
          p(i,j,k) = 0.5_real64 + real(iand(ieor(x, ishft(x, -13)), 1048575_int64), real64)/1048576
        end do
      end do
    end do
    call view%to_device(vf_read)
  end subroutine

  ! The best time on the host, the median of many times on a GPU.
  subroutine measure(name, bytes)
    character(*), intent(in) :: name
    integer, intent(in) :: bytes
    real(real64) :: times(rounds), originals(rounds), seconds, rate
    integer :: round, call_number
    integer(int64) :: start, finish, ticks
    do call_number = 1, 3
      call one(name)
    end do
    call vf_context_wait()
    originals = 0
    do round = 1, rounds
      call system_clock(start, ticks)
      do call_number = 1, batch
        call one(name)
      end do
      call vf_context_wait()
      call system_clock(finish)
      times(round) = real(finish - start, real64)/ticks/batch
      if (.not. on_host) cycle
      call system_clock(start)
      call original(name)
      call system_clock(finish)
      originals(round) = real(finish - start, real64)/ticks
    end do
    seconds = merge(minval(times), middle(times), on_host)
    rate = bytes*product(real(extents, real64))/seconds
    if (name == 'copy') copy_rate = rate
    write (*, '(a24, i7, f10.3, f9.1, f7.3)', advance='no') name, bytes, seconds*1e3, rate*1e-9, rate/copy_rate
    if (on_host) write (*, '(f14.3, f7.3)', advance='no') minval(originals)*1e3, seconds/minval(originals)
    print '()'
  end subroutine

  subroutine one(name)
    character(*), intent(in) :: name
    real(real64) :: space, mass, internal, kinetic, press, step, least
    type(vf_place) :: place
    select case (name)
    case ('copy'); call vf_copy(box, views(1), views(5))
    case ('least and place'); call vf_least_and_place(box, views(1), least, place)
    case ('five totals')
      call vf_five_totals(box, views(1), views(2), views(3), views(4), volume, space, mass, internal, kinetic, press)
    case ('five totals and step')
      call vf_totals_and_step(box, views(1), views(2), views(3), views(4), volume, width, space, mass, internal, &
        kinetic, press, step)
    end select
  end subroutine

  subroutine original(name)
    character(*), intent(in) :: name
    real(real64) :: sums(5), step, least
    integer :: place(3)
    select case (name)
    case ('copy')
      call copy_loop(arrays(1)%p, arrays(5)%p)
    case ('least and place'); call least_loop(extents, arrays(1)%p, least, place)
    case ('five totals')
      call five_loop(extents, arrays(1)%p, arrays(2)%p, arrays(3)%p, arrays(4)%p, volume, sums)
    case ('five totals and step')
      call five_and_step_loop(extents, arrays(1)%p, arrays(2)%p, arrays(3)%p, arrays(4)%p, volume, width, sums, step)
    end select
  end subroutine

  subroutine copy_loop(from, to)
    real(real64), intent(in), contiguous :: from(:,:,:)
    real(real64), intent(inout), contiguous :: to(:,:,:)
    integer :: j, k
    !$omp parallel do collapse(2)
    do k = 1, size(from, 3)
      do j = 1, size(from, 2)
        to(:,j,k) = from(:,j,k)
      end do
    end do
  end subroutine

  function middle(values)
    real(real64), intent(in) :: values(:)
    real(real64) :: middle
    integer :: v
    do v = 1, size(values)
      middle = values(v)
      if (count(values < middle) <= size(values)/2 .and. count(values <= middle) > size(values)/2) return
    end do
  end function
end program
