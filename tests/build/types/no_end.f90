! t says: :3: TYPE t has no END TYPE
module m
  type t
    real :: a(3)
end module
