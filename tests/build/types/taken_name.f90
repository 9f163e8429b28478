! t says: :4: component Wrap has the name of a procedure of the views; leave it out \(--without Wrap\)
module m
  type t
    real :: a(3), Wrap(3)
  end type
end module
