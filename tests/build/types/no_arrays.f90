! t says: :3: TYPE t has no array that a view could be made of
module m
  type t
    real :: a
    character(len=3) :: names(4)
  end type
end module
