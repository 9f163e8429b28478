! t says: :4: the components of TYPE t are PRIVATE
module m
  type t
    private
    real :: a(3)
  end type
end module
