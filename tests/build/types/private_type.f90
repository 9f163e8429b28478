! t says: :5: TYPE t is PRIVATE in module m
module m
  implicit none
  private
  type t
    real :: a(3)
  end type
end module
