! t says: :4: this is not understood as a component: 'reel'
module m
  type t
    reel :: a(3)
  end type
end module
