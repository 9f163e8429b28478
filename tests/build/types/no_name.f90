! t says: :4: a component has to have a name here, in place of '3'
module m
  type t
    real :: a(3), 3(b)
  end type
end module
