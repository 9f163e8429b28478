! t says: :1: the file has no TYPE t; it has one, two
module m
  type one
    integer :: a(3)
  end type
  type, public :: two
    integer :: a(3)
  end type
end module
