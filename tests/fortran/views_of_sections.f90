! Elements that do not follow each other: sections, reversed arrays, components of an array of structures, parts of complex
! numbers. Kernels work on them, and to_host brings the values to their places.
program views_of_sections
  use, intrinsic :: iso_fortran_env, only: compiler_version, int32, real32, real64
  use viewfab
  use claims
  implicit none
  type :: particle
    real(real64) :: x(2), mass
    real(real32) :: charge
    integer(int32) :: kind
  end type
  type(particle), target :: particles(-2:7)
  complex(real64), target :: wave(5, 4)
  real(real64), target :: grid(0:9, -3:4)
  real(real64), pointer :: even(:,:), masses(:), heights(:), real_part(:,:), imaginary_part(:,:)
  real(real32), pointer :: charges(:)
  type(vf_view) :: mass, charge, position, re, im, inner, backward, rows
  integer :: ierr, p

  do p = -2, 7
    particles(p) = particle([1.0_real64*p, 0.5_real64*p], 2.0_real64*p, 3.0*p, p)
  end do
  masses(-2:) => particles%mass
  charges(-2:) => particles%charge
  heights(-2:) => particles%x(2)
  call mass%wrap_section(masses, label='mass')
  call charge%wrap_section(charges, label='charge')
  call position%wrap_section(heights, label='y of x')
  call vf_add_constant(vf_box_of(-2, 7), mass, 100.0_real64)
  call vf_fill_value(vf_box_of(0, 3), charge, -1.0)
  call vf_axpy(vf_box_of(-2, 7), 2.0_real64, mass, position)
  call vf_views_to_host([mass, charge, position], vf_read)
  call check(all(particles%mass == [(100 + 2.0_real64*p, p=-2, 7)]), 'a component has the values of the kernel')
  call check(all(particles(0:3)%charge == -1) .and. particles(-1)%charge == -3 .and. particles(7)%charge == 21, &
    'single precision too, with the bounds of the pointer')
  call check(all(particles%x(2) == [(0.5_real64*p + 2*(100 + 2.0_real64*p), p=-2, 7)]), 'an element of a component')
  call check(all(particles%x(1) == [(1.0_real64*p, p=-2, 7)]) .and. all(particles%kind == [(p, p=-2, 7)]), &
    'what lies between the elements stays')
  call rows%wrap_section(masses, label='again', ierr=ierr)
  call check(ierr == VF_ERROR_OVERLAP .and. mentions(vf_last_error(), "'again' overlaps", "section 'mass'"), &
    'elements belong to one view')
  call rows%wrap_section(particles%charge, label='direct', ierr=ierr)
  call check(ierr == VF_ERROR_STRIDED .or. ierr == VF_ERROR_OVERLAP, 'gfortran passes a wrong address without a pointer')

  wave = reshape([(cmplx(p, -p, real64), p=1, 20)], [5, 4])
  real_part => wave%re
  imaginary_part => wave%im
  call re%wrap_section(real_part, label='re')
  call im%wrap_section(imaginary_part, label='im')
  call vf_axpy(vf_box_of(1, 5, 1, 4), 3.0_real64, re, im)
  call im%to_host(vf_read)
  call check(all(wave%im == 2*wave%re) .and. all(wave%re == reshape([(p, p=1, 20)], [5, 4])), 'parts of complex numbers')

  grid = 1
  call inner%wrap_section(grid(1:8, -2:3), lower=[1, -2], label='inner')
  call vf_fill_value(vf_box_of(1, 8, -2, 3), inner, 5.0_real64)
  call inner%to_host(vf_update)
  grid(1:8, -2:3) = grid(1:8, -2:3) + 1
  call vf_add_constant(vf_box_of(1, 8, -2, 3), inner, 0.25_real64)
  call inner%sync_d2h()
  call check(all(grid(1:8, -2:3) == 6.25_real64) .and. sum(grid) == 48*6.25_real64 + 32, 'a grid without its border')
  call inner%release()

  even => grid(0:9:2, -3:4:3)
  even = 2
  call rows%wrap_section(even, label='even')
  call vf_add_constant(vf_box_of(1, 5, 1, 3), rows, 1.0_real64)
  call rows%release(ierr=ierr)
  call check(ierr == VF_ERROR_STALE .and. mentions(vf_last_error(), 'even', 'sync_d2h first'), 'a release loses no value')
  call rows%to_host(vf_read)
  call rows%release()
  call check(all(even == 3) .and. grid(1, -3) == 1 .and. grid(0, -2) == 1, 'a pointer to every other element')

  call backward%wrap_section(grid(9:0:-1, 1), label='backward')
  call vf_fill_value(vf_box_of(1, 1), backward, -9.0_real64)
  call backward%to_host(vf_read)
  call check(grid(9, 1) == -9 .and. count(grid == -9) == 1, 'a reversed row')
  call backward%release()

  call without_target(grid)
  if (index(compiler_version(), 'GCC') == 1) then ! flang passes copies unseen
    call mass%wrap_section_without_target(particles%mass + 1, label='copy', ierr=ierr)
    call check(ierr == VF_ERROR_STRIDED .and. mentions(vf_last_error(), "wrap_section of 'copy'", 'a copy'), &
      'a copy of the compiler is refused')
  end if
  call vf_finalize()

contains

  subroutine without_target(a)
    real(real64), intent(inout) :: a(:,:)
    type(vf_view) :: columns
    call columns%wrap_section_without_target(a(:, 2:8:2), label='columns')
    call vf_fill_value(vf_box_of(1, 10, 1, 4), columns, 0.5_real64)
    call columns%to_host(vf_read)
    call vf_fence(a)
    call check(all(a(:, 2:8:2) == 0.5_real64) .and. count(a == 0.5_real64) == 40, 'a section without TARGET')
    call columns%release()
  end subroutine
end program
