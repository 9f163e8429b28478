! t says: :6: TYPE t is not in the first part of a module
module m
contains
  subroutine s()
    implicit none
    type :: t
      real :: a(3)
    end type
  end subroutine
end module
