! t says: :5: this parenthesis is not closed
module m
  type t
    real :: a(3), &
      b(3
  end type
end module
