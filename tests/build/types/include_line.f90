! t says: :5: TYPE t includes a file here
module m
  type t
    real :: a(3)
    include 'others.inc'
  end type
end module
