! t says: :3: TYPE t has no array for a view
module m
  type t
    real :: a
    character(len=3) :: names(4)
  end type
end module
