! A table that the code fills before its first step; a proof does not.
module idle_table
  implicit none
  double precision, allocatable, private :: table(:)
contains
  subroutine fill()
    allocate (table(10))
    table = 1
  end subroutine fill

  subroutine look_up(n, b)
    integer, intent(in) :: n
    double precision, intent(out) :: b(:)
    integer :: i
    do i = 1, n
      b(i) = table(i)
    end do
  end subroutine look_up
end module idle_table
