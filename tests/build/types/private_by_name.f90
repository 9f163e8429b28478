! t says: :4: TYPE t is PRIVATE in module m
module m
  private :: s, T
  type t
    real :: a(3)
  end type
contains
  subroutine s()
  end subroutine
end module
