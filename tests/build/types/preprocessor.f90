! t says: :5: '#ifdef TWO' within TYPE t: pass what the preprocessor makes of the file
module m
  type t
    real :: a(3)
#ifdef TWO
    real :: b(3)
#endif
  end type
end module
