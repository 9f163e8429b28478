! Uses a module that uses another module.
module steps_of_code
  ! The order of the files is not the order of their names.
  use grid_of_code, only: height, n
  implicit none
contains
  subroutine halve()
    integer :: i
    do i = 1, n
      height(i) = 0.5d0*height(i)
    end do
  end subroutine halve

  subroutine double_all()
    height = 2*height
  end subroutine double_all
end module steps_of_code
