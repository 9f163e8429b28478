! The functions of kernels, compared with the functions of Fortran: on values with all their bits in use, and on halves
! and zeros of both signs, their turning points. Both call the host's C library; a GPU has its own.
program test_functions
  use harness
  use plain_functions, only: plain_function, plain_function_count
  use viewfab
  use viewfab_functions, only: vf_functions
  use working_kind, only: wp
  implicit none
  type(situation), allocatable :: cases(:)
  type(field), target :: a, b, y
  real(wp), allocatable :: expected(:,:,:,:)
  integer :: c, which
  logical :: coarse
  call begin('functions')
  cases = situations()
  do c = 1, size(cases)
    coarse = modulo(c, 2) == 0
    call make(a, 'a', cases(c), reach=0)
    call make(b, 'b', cases(c), reach=0)
    if (coarse) call make_coarse(a)
    if (coarse) call make_coarse(b)
    do which = 1, plain_function_count
      call compare(cases(c))
    end do
  end do
  call finish()
contains

  ! Multiples of a sixth, by 3 multiples of a half, with zeros of both signs among them.
  subroutine make_coarse(f)
    type(field), intent(inout), target :: f
    f%a = anint(f%a*3 - sign(1.5_wp, f%a))/6
    f%before = f%a
    call f%view%mark_written(vf_host)
  end subroutine

  subroutine compare(s)
    type(situation), intent(in) :: s
    character(2) :: number
    integer :: n, p
    call make(y, 'y', s, reach=0)
    expected = y%before
    do n = 1, s%components
      do p = 1, size(s%boxes)
        call plain_function(expected(:,:,:,n), y%lo, y%hi, a%before(:,:,:,n), a%lo, a%hi, b%before(:,:,:,n), b%lo, b%hi, &
          s%boxes(p)%lower, s%boxes(p)%upper, which)
      end do
    end do
    if (s%single()) then
      call vf_functions(s%boxes(1), a%view, b%view, y%view, which)
    else
      call vf_functions(s%boxes, a%view, b%view, y%view, which)
    end if
    write (number, '(i2)') which
    call expect(y, s, expected, expected, covered(y, s%boxes), note='function ' // number)
  end subroutine
end program
