! t says: :3: TYPE t has parameters
module m
  type :: t(k)
    integer, kind :: k = 4
    real(k) :: a(3)
  end type
end module
