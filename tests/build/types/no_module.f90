! t says: :4: TYPE t is not in the first part of a module
program p
  implicit none
  type t
    real :: a(3)
  end type
end program
