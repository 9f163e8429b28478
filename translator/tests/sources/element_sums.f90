! Sums, least and largest values that are kept in an element of an array.
! expect one_total 1 proved
! expect two_totals 1 proved
! expect outer_element 1 proved
! expect layers 1 proved
! expect melt 1 proved
! expect melt_then_sum 1 refused recurrence
! expect melt_then_sum 2 proved
! expect tracers 1 proved
! expect field_then_total 1 proved
! expect field_then_total 2 proved
! expect total_of_its_field 1 refused recurrence
! expect same_by_two_indices 1 refused shared elements
! expect layer_of_category 1 refused shared elements
! expect layer_of_category 2 proved
! expect by_index 1 refused shared elements
! expect histogram 1 refused shared elements
! text 1 if \(1 <= n .and. 1 <= m\) then
! text 1 s\(2\) = s\(2\) \+ s_2_result
module element_sums
  implicit none
  real(8) :: budget(4) = 0
contains
  ! The element does not change in the loops.
  subroutine one_total(n, m, k, a, total)
    integer, intent(in) :: n, m, k
    real(8), intent(in) :: a(n,m)
    real(8), intent(inout) :: total(3)
    integer :: i, j
    do j = 1, m
      do i = 1, n
        total(k) = total(k) + a(i,j)
      end do
    end do
  end subroutine one_total

  ! Two elements, and a field that the loops change.
  subroutine two_totals(n, m, a, b)
    integer, intent(in) :: n, m
    real(8), intent(in) :: a(n,m)
    real(8), intent(inout) :: b(n,m)
    integer :: i, j
    do j = 1, m
      do i = 1, n
        b(i,j) = b(i,j) + a(i,j)
        budget(1) = budget(1) + b(i,j)
        budget(2) = max(budget(2), a(i,j))
      end do
    end do
  end subroutine two_totals

  subroutine outer_element(n, m, l, a, total)
    integer, intent(in) :: n, m, l
    real(8), intent(in) :: a(n,m,l)
    real(8), intent(inout) :: total(l)
    integer :: i, j, k
    do k = 1, l
      do j = 1, m
        do i = 1, n
          total(k) = total(k) + a(i,j,k)
        end do
      end do
    end do
  end subroutine outer_element

  ! The categories add to the elements of each layer.
  subroutine layers(ncat, nlay, x, w, flux, aice)
    integer, intent(in) :: ncat, nlay
    real(8), intent(in) :: x(nlay,ncat), w(ncat)
    real(8), intent(inout) :: flux(nlay), aice
    real(8) :: f
    integer :: n, k
    do n = 1, ncat
      f = w(n)*0.5d0
      aice = aice + f
      do k = 1, nlay
        flux(k) = flux(k) + f*x(k,n)
      end do
    end do
  end subroutine layers

  ! The last layer of a category, and the sums of all of them.
  subroutine melt(ncat, nlay, w, x, heat, flux, total, count_of)
    integer, intent(in) :: ncat, nlay
    real(8), intent(in) :: w(ncat)
    real(8), intent(inout) :: x(nlay,ncat), heat(2), flux(nlay), total
    integer, intent(inout) :: count_of
    real(8) :: d, f
    integer :: n, k
    do n = 1, ncat
      f = 0.5d0*w(n)
      if (w(n) > 0.25d0) then
        d = f + 1
        total = total - d
        count_of = count_of + 1
        heat(2) = max(heat(2), d*w(n))
        do k = 1, nlay
          flux(k) = flux(k) + d*x(k,n)
          x(k,n) = x(k,n) - d
        end do
      end if
    end do
  end subroutine melt

  ! The sum needs what the loop over layers changes.
  subroutine melt_then_sum(ncat, nlay, w, flux, total)
    integer, intent(in) :: ncat, nlay
    real(8), intent(in) :: w(ncat)
    real(8), intent(inout) :: flux(nlay+ncat), total
    integer :: n, k
    do n = 1, ncat
      do k = 1, nlay
        flux(k) = flux(k) + w(n)
      end do
      total = total + flux(n)*w(n)
    end do
  end subroutine melt_then_sum

  ! The field has the element of the total, so the host needs the field behind its loop.
  subroutine field_then_total(n, a, s, b)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: s(n), b(n)
    integer :: i
    do i = 1, n
      s(i) = 0.5d0*s(i)
      b(i) = s(i) + a(i)
    end do
    do i = 1, n
      s(2) = s(2) + a(i)
    end do
  end subroutine field_then_total

  subroutine total_of_its_field(n, s, b)
    integer, intent(in) :: n
    real(8), intent(inout) :: s(n), b
    integer :: i
    do i = 1, n
      s(1) = s(1) + s(i)
      b = b + 1
    end do
  end subroutine total_of_its_field

  ! The two may be one element, and one of them gets a sum of whole numbers.
  subroutine same_by_two_indices(n, k, l, a, s)
    integer, intent(in) :: n, k, l
    integer, intent(in) :: a(n)
    integer, intent(inout) :: s(4)
    integer :: i
    do i = 1, n
      s(k) = s(k) + a(i)
      s(l) = max(s(l), a(i))
    end do
  end subroutine same_by_two_indices

  ! Two loops within the loop over categories.
  subroutine tracers(ncat, nt, x, w, flux)
    integer, intent(in) :: ncat, nt
    real(8), intent(in) :: w(ncat)
    real(8), intent(inout) :: x(nt,ncat)
    real(8), intent(inout) :: flux(nt)
    real(8) :: d
    integer :: n, k
    do n = 1, ncat
      if (w(n) > 0.25d0) then
        do k = 1, nt
          d = x(k,n)*w(n)
          flux(k) = flux(k) + d
          x(k,n) = x(k,n) - d
        end do
      end if
    end do
  end subroutine tracers

  ! The other elements belong to the layers.
  subroutine layer_of_category(ncat, nlay, x, w, flux)
    integer, intent(in) :: ncat, nlay
    real(8), intent(in) :: w(ncat), x(nlay,ncat)
    real(8), intent(inout) :: flux(nlay+1)
    integer :: n, k
    do n = 1, ncat
      flux(1) = flux(1) + w(n)
      do k = 1, nlay
        flux(k+1) = flux(k+1) + x(k,n)
      end do
    end do
  end subroutine layer_of_category

  subroutine by_index(ncat, nlay, at, x, flux)
    integer, intent(in) :: ncat, nlay, at(3)
    real(8), intent(in) :: x(nlay,ncat)
    real(8), intent(inout) :: flux(nlay)
    integer :: n, k
    do n = 1, ncat
      do k = 1, 3
        flux(at(k)) = flux(at(k)) + x(k,n)
      end do
    end do
  end subroutine by_index

  subroutine histogram(n, bin, x, h)
    integer, intent(in) :: n, bin(n)
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: h(10)
    integer :: i
    do i = 1, n
      h(bin(i)) = h(bin(i)) + x(i)
    end do
  end subroutine histogram
end module element_sums
