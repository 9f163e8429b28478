! t says: :8: TYPE t is here a second time; line 3 has the first
module m
  type t
    real :: a(3)
  end type
end module
module n
  type t
    real :: a(3)
  end type
end module
