! Times of the kernels that viewfab-translate makes of the loops of both ported examples, on the device of VF_DEVICE: medians in
! microseconds, on the arrays, numbers and sizes of bench_hand_written and bench_ported. The program calls the original routines. A
! call takes the views of the program, and copies nothing.
!   bench_translated [cells per side of hydro2d [vertices per side of vertex_multigrid ...]]
program bench_translated
  use, intrinsic :: iso_fortran_env, only: output_unit, real64
  use benchmark_clock, only: now
  use benchmark_sides, only: middle, side_of
  use viewfab
  use hydro2d_fields
  use vertex_multigrid_levels
  use ported_originals
  implicit none
  integer, parameter :: rounds = 21, batch = 10
  integer :: side

  call vf_init()
  print '(2a)', 'device ', vf_context_device()
  call planes(side_of('bench_translated', 1, 3840))
  call levels(side_of('bench_translated', 2, 256))
  do side = 3, command_argument_count()
    call levels(side_of('bench_translated', side, 256))
  end do
contains

  subroutine planes(n)
    integer, intent(in) :: n
    integer :: kernel

    call vf_init()
    call make_fields(n)
    print '(a, i0, a)', 'hydro2d, ', n, '^2 cells in double'
    print '(a)', 'kernel                  us'
    do kernel = 1, kernels
      call line(names(kernel), median(kernel, call_original))
    end do
    call vf_finalize()
    call drop_fields()
  end subroutine

  ! viewfab's own kernel of the ghosts has no place in the table.
  subroutine levels(n)
    integer, intent(in) :: n
    integer :: kernel

    call vf_init()
    call make_levels(n)
    print '(a, i0, a)', 'vertex_multigrid, ', n, '^3 vertices in double'
    print '(a)', 'kernel                  us'
    do kernel = 1, level_kernels - 1
      call line(level_names(kernel), median(kernel, call_level_original))
    end do
    call vf_finalize()
  end subroutine

  subroutine line(name, seconds)
    character(*), intent(in) :: name
    real(real64), intent(in) :: seconds

    print '(a16, f12.2)', name, 1e6_real64*seconds
    flush (output_unit)
  end subroutine

  real(real64) function median(kernel, work)
    integer, intent(in) :: kernel
    interface
      subroutine work(kernel)
        integer, intent(in) :: kernel
      end subroutine
    end interface
    real(real64) :: times(rounds), start
    integer :: round, b

    do round = 0, rounds
      start = now()
      do b = 1, batch
        call work(kernel)
      end do
      call vf_context_wait()
      if (round > 0) times(round) = (now() - start)/batch
    end do
    median = middle(times)
  end function
end program
