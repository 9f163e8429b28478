! A program with a failing validation, which leaves its output to be written at the end of the
! program.
program ends
  use, intrinsic :: iso_fortran_env, only: real64
  use viewfab
  implicit none
  interface
    subroutine use_wrong_original() bind(c)
    end subroutine use_wrong_original
  end interface
  real(real64), target :: x(8), y(8)
  type(vf_view) :: x_view, y_view
  integer :: unit

  x = 1
  y = 0
  call use_wrong_original()
  call x_view%wrap(x, label='x')
  call y_view%wrap(y, label='y')
  call vf_copy(vf_box([1, 1, 1], [8, 1, 1]), x_view, y_view)
  open (newunit=unit, file='written.txt')
  write (unit, '(a)') 'last line of the file'
  write (*, '(a)') 'last line of the program'
end program ends
