! The Fortran declarations of fort_fab_* in legacy codes, with the declarations of the plain loops.
module fab_interfaces
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  implicit none
  public

  abstract interface
    subroutine fab_pair(lo, hi, d, dlo, dhi, s, slo, shi, sblo, nc) bind(c)
      import :: c_double, c_int
      integer(c_int), intent(in) :: lo(3), hi(3), dlo(3), dhi(3), slo(3), shi(3), sblo(3), nc
      real(c_double), intent(inout) :: d(*)
      real(c_double), intent(in) :: s(*)
    end subroutine
    subroutine fab_scaled(lo, hi, d, dlo, dhi, a, s, slo, shi, sblo, nc) bind(c)
      import :: c_double, c_int
      integer(c_int), intent(in) :: lo(3), hi(3), dlo(3), dhi(3), slo(3), shi(3), sblo(3), nc
      real(c_double), intent(inout) :: d(*)
      real(c_double), intent(in) :: s(*)
      real(c_double), intent(in) :: a
    end subroutine
    subroutine fab_to_memory(lo, hi, dst, s, slo, shi, nc) bind(c)
      import :: c_double, c_int
      integer(c_int), intent(in) :: lo(3), hi(3), slo(3), shi(3), nc
      real(c_double), intent(inout) :: dst(*)
      real(c_double), intent(in) :: s(*)
    end subroutine
    subroutine fab_from_memory(lo, hi, d, dlo, dhi, nc, src) bind(c)
      import :: c_double, c_int
      integer(c_int), intent(in) :: lo(3), hi(3), dlo(3), dhi(3), nc
      real(c_double), intent(inout) :: d(*)
      real(c_double), intent(in) :: src(*)
    end subroutine
    subroutine fab_value(lo, hi, d, dlo, dhi, nc, val) bind(c)
      import :: c_double, c_int
      integer(c_int), intent(in) :: lo(3), hi(3), dlo(3), dhi(3), nc
      real(c_double), intent(inout) :: d(*)
      real(c_double), intent(in) :: val
    end subroutine
    subroutine fab_two(lo, hi, d, dlo, dhi, a, x, xlo, xhi, xblo, b, y, ylo, yhi, yblo, nc) bind(c)
      import :: c_double, c_int
      integer(c_int), intent(in) :: lo(3), hi(3), dlo(3), dhi(3), xlo(3), xhi(3), xblo(3)
      integer(c_int), intent(in) :: ylo(3), yhi(3), yblo(3), nc
      real(c_double), intent(inout) :: d(*)
      real(c_double), intent(in) :: a, x(*), b, y(*)
    end subroutine
    subroutine fab_product(lo, hi, d, dlo, dhi, s1, s1lo, s1hi, s2, s2lo, s2hi, nc) bind(c)
      import :: c_double, c_int
      integer(c_int), intent(in) :: lo(3), hi(3), dlo(3), dhi(3), s1lo(3), s1hi(3), s2lo(3), s2hi(3), nc
      real(c_double), intent(inout) :: d(*)
      real(c_double), intent(in) :: s1(*), s2(*)
    end subroutine
    function fab_norm(lo, hi, s, slo, shi, nc, p) bind(c) result(res)
      import :: c_double, c_int
      integer(c_int), intent(in) :: lo(3), hi(3), slo(3), shi(3), nc, p
      real(c_double), intent(in) :: s(*)
      real(c_double) :: res
    end function
    function fab_sum(lo, hi, s, slo, shi, nc) bind(c) result(res)
      import :: c_double, c_int
      integer(c_int), intent(in) :: lo(3), hi(3), slo(3), shi(3), nc
      real(c_double), intent(in) :: s(*)
      real(c_double) :: res
    end function
    function fab_dot(lo, hi, x, xlo, xhi, y, ylo, yhi, yblo, nc) bind(c) result(res)
      import :: c_double, c_int
      integer(c_int), intent(in) :: lo(3), hi(3), xlo(3), xhi(3), ylo(3), yhi(3), yblo(3), nc
      real(c_double), intent(in) :: x(*), y(*)
      real(c_double) :: res
    end function
  end interface

  procedure(fab_pair), bind(c, name='fort_fab_copy') :: fort_fab_copy
  procedure(fab_pair), bind(c, name='plain_fort_fab_copy') :: plain_fort_fab_copy
  procedure(fab_pair), bind(c, name='fort_fab_plus') :: fort_fab_plus
  procedure(fab_pair), bind(c, name='plain_fort_fab_plus') :: plain_fort_fab_plus
  procedure(fab_pair), bind(c, name='fort_fab_minus') :: fort_fab_minus
  procedure(fab_pair), bind(c, name='plain_fort_fab_minus') :: plain_fort_fab_minus
  procedure(fab_pair), bind(c, name='fort_fab_mult') :: fort_fab_mult
  procedure(fab_pair), bind(c, name='plain_fort_fab_mult') :: plain_fort_fab_mult
  procedure(fab_pair), bind(c, name='fort_fab_divide') :: fort_fab_divide
  procedure(fab_pair), bind(c, name='plain_fort_fab_divide') :: plain_fort_fab_divide
  procedure(fab_pair), bind(c, name='fort_fab_protdivide') :: fort_fab_protdivide
  procedure(fab_pair), bind(c, name='plain_fort_fab_protdivide') :: plain_fort_fab_protdivide
  procedure(fab_scaled), bind(c, name='fort_fab_saxpy') :: fort_fab_saxpy
  procedure(fab_scaled), bind(c, name='plain_fort_fab_saxpy') :: plain_fort_fab_saxpy
  procedure(fab_scaled), bind(c, name='fort_fab_xpay') :: fort_fab_xpay
  procedure(fab_scaled), bind(c, name='plain_fort_fab_xpay') :: plain_fort_fab_xpay
  procedure(fab_to_memory), bind(c, name='fort_fab_copytomem') :: fort_fab_copytomem
  procedure(fab_to_memory), bind(c, name='plain_fort_fab_copytomem') :: plain_fort_fab_copytomem
  procedure(fab_from_memory), bind(c, name='fort_fab_copyfrommem') :: fort_fab_copyfrommem
  procedure(fab_from_memory), bind(c, name='plain_fort_fab_copyfrommem') :: plain_fort_fab_copyfrommem
  procedure(fab_value), bind(c, name='fort_fab_setval') :: fort_fab_setval
  procedure(fab_value), bind(c, name='plain_fort_fab_setval') :: plain_fort_fab_setval
  procedure(fab_value), bind(c, name='fort_fab_invert') :: fort_fab_invert
  procedure(fab_value), bind(c, name='plain_fort_fab_invert') :: plain_fort_fab_invert
  procedure(fab_two), bind(c, name='fort_fab_lincomb') :: fort_fab_lincomb
  procedure(fab_two), bind(c, name='plain_fort_fab_lincomb') :: plain_fort_fab_lincomb
  procedure(fab_product), bind(c, name='fort_fab_addproduct') :: fort_fab_addproduct
  procedure(fab_product), bind(c, name='plain_fort_fab_addproduct') :: plain_fort_fab_addproduct
  procedure(fab_norm), bind(c, name='fort_fab_norm') :: fort_fab_norm
  procedure(fab_norm), bind(c, name='plain_fort_fab_norm') :: plain_fort_fab_norm
  procedure(fab_sum), bind(c, name='fort_fab_sum') :: fort_fab_sum
  procedure(fab_sum), bind(c, name='plain_fort_fab_sum') :: plain_fort_fab_sum
  procedure(fab_dot), bind(c, name='fort_fab_dot') :: fort_fab_dot
  procedure(fab_dot), bind(c, name='plain_fort_fab_dot') :: plain_fort_fab_dot
end module
