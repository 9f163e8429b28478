! Smooths in one pass over memory beside the original loops, ghosts included, compiled with the same compiler and flags,
! on all threads of the host. Both run in turns; the best time of each counts.
!   bench_smooths [cells per side ...]             default: 256 512
program bench_smooths
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use viewfab
  use original_loops
  implicit none

  integer, parameter :: rounds = 8
  type field
    type(vf_view) :: view
    real(real64), pointer, contiguous :: p(:,:,:)
  end type
  real(real64), parameter :: h = 0.1_real64, h3(3) = h, omega = 1.15_real64
  integer, parameter :: phi = 1, rhs = 2, a = 3, bx = 4, by = 5, bz = 6
  type(field) :: f(6)
  integer :: argument, n, variable, smooths
  character(16) :: text

  call vf_init(device='host')
  print '(2a)', 'originals: ', original_flags()
  print '(a)', ' cells  operator  smooths          ms  original ms  ratio'
  do argument = 1, max(command_argument_count(), 2)
    n = 256*argument
    call get_command_argument(argument, text)
    if (text /= '') then
      read (text, *) n
    else if (command_argument_count() > 0) then
      exit
    end if
    call build()
    do variable = 0, 1
      do smooths = 1, 2
        call compare()
      end do
    end do
    call tear_down()
  end do
  call vf_finalize()

contains

  subroutine build()
    call make(f(phi), [n+2, n+2, n+2], [-1, -1, -1])
    call make(f(rhs), [n, n, n], [0, 0, 0])
    call make(f(a), [n, n, n], [0, 0, 0])
    call make(f(bx), [n+1, n, n], [0, 0, 0])
    call make(f(by), [n, n+1, n], [0, 0, 0])
    call make(f(bz), [n, n, n+1], [0, 0, 0])
  end subroutine

  subroutine make(x, extents, lower)
    type(field), intent(inout) :: x
    integer, intent(in) :: extents(3), lower(3)
    integer :: i, j, k
    call x%view%create(0.0_real64, extents, lower=lower, label='field')
    call x%view%host_pointer(x%p)
    !$omp parallel do private(i, j)
    do k = lower(3), lower(3) + extents(3) - 1
      do j = lower(2), lower(2) + extents(2) - 1
        do i = lower(1), lower(1) + extents(1) - 1
          x%p(i,j,k) = 0.5_real64 + modulo(i*0.6180339887_real64 + j*0.7548776662_real64 + k*0.5698402910_real64, 1.0_real64)
        end do
      end do
    end do
  end subroutine

  subroutine tear_down()
    integer :: x
    do x = 1, size(f)
      call f(x)%view%release()
    end do
  end subroutine

  subroutine compare()
    real(real64) :: ours, originals
    integer :: round
    ours = huge(ours)
    originals = huge(originals)
    do round = 1, rounds
      ours = min(ours, seconds(.false.))
      originals = min(originals, seconds(.true.))
    end do
    print '(i4, 2a, i8, f12.3, f13.3, f7.3)', n, '^3  ', merge('variable', 'constant', variable == 1), smooths, &
      1e3*ours, 1e3*originals, ours/originals
  end subroutine

  function seconds(original)
    logical, intent(in) :: original
    real(real64) :: seconds
    type(vf_boundary) :: sides
    type(vf_box) :: box
    integer(int64) :: start, finish, rate
    box = vf_box([0, 0, 0], [n-1, n-1, n-1])
    sides%kind = vf_dirichlet
    call system_clock(start, rate)
    if (original .and. variable == 0) then
      call original_smooth_poisson(f(phi)%p, f(rhs)%p, n, h, smooths)
    else if (original) then
      call original_smooth_helmholtz(f(phi)%p, f(rhs)%p, f(a)%p, f(bx)%p, f(by)%p, f(bz)%p, n, h, omega, smooths)
    else if (variable == 0) then
      call vf_smooth_poisson(box, f(phi)%view, f(rhs)%view, h, sides, smooths)
    else
      call vf_smooth_helmholtz(box, f(phi)%view, f(rhs)%view, 1.0_real64, 1.0_real64, f(a)%view, f(bx)%view, f(by)%view, &
        f(bz)%view, h3, omega, sides, smooths)
    end if
    call system_clock(finish)
    seconds = real(finish - start, real64)/rate
  end function
end program bench_smooths
