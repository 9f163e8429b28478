! Arrays that are results of functions: the caller reads them, though no statement of the function does.
! expect both 1 proved
! expect named 1 proved
! expect turned 1 proved
! expect summed 1 proved
! expect twice 1 proved
! expect rows 1 proved
module array_results
  implicit none
contains
  function both(s, d, y) result(ds)
    integer, parameter :: np = 4
    double precision, intent(in) :: s(np,np), d(np,np)
    double precision, intent(inout) :: y(np,np)
    double precision :: ds(np,np,2)
    integer :: i, j, l
    double precision :: a
    do j = 1, np
      do i = 1, np
        a = 0
        do l = 1, np
          a = a + d(l,j)*s(l,i)
        end do
        ds(i,j,1) = a
        ds(i,j,2) = 2*a
        y(i,j) = y(i,j) + a
      end do
    end do
  end function both

  function named(s, y)
    integer, parameter :: np = 4
    double precision, intent(in) :: s(np,np)
    double precision, intent(inout) :: y(np,np)
    double precision :: named(np,np)
    integer :: i, j
    do j = 1, np
      do i = 1, np
        named(i,j) = s(i,j) + 1
        y(i,j) = y(i,j) + 1
      end do
    end do
  end function named

  function turned(s, d) result(ds)
    integer, parameter :: np = 4
    double precision, intent(in) :: s(np,np), d(np,np)
    double precision :: ds(np,np,2)
    integer :: i, j, l
    double precision :: a, b
    do j = 1, np
      do l = 1, np
        a = 0
        b = 0
        do i = 1, np
          a = a + d(i,l)*s(i,j)
          b = b + d(i,l)*s(j,i)
        end do
        ds(l,j,1) = a
        ds(j,l,2) = b
      end do
    end do
  end function turned

  function summed(v, e) result(u)
    double precision, intent(in) :: v(4,4,3), e(4,4,3,3)
    double precision :: u(4,4,2)
    integer :: component
    do component = 1, 2
      u(:,:,component) = sum(v(:,:,:)*e(:,:,:,component), 3)
    end do
  end function summed

  function twice(s, y) result(ds)
    integer, parameter :: np = 40
    double precision, intent(in) :: s(np,np)
    double precision, intent(inout) :: y(np,np)
    double precision :: ds(np,np)
    integer :: i, j
    do j = 1, np
      do i = 1, np
        ds(i,j) = s(i,j) + 1
        y(i,j) = y(i,j) + 2*ds(i,j)
      end do
    end do
  end function twice

  function rows(n, s, y) result(ds)
    integer, intent(in) :: n
    double precision, intent(in) :: s(n,n)
    double precision, intent(inout) :: y(n,n)
    double precision :: ds(n)
    integer :: i, j
    do j = 1, n
      do i = 1, n
        ds(i) = s(i,j) + 1
      end do
      do i = 2, n
        y(i,j) = ds(i) + ds(i-1)
      end do
    end do
  end function rows
end module array_results
