! t says: :4: TYPE t extends TYPE base, which is in no module of this file
module m
  use n, only: base
  type, extends(base) :: t
    real :: a(3)
  end type
end module
