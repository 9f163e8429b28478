! t says: in_the_middle.F90:31: TYPE t is not in the first part of a module
# 30 "in_the_middle.F90"
program p
  type t
    real :: a(3)
  end type
end program
