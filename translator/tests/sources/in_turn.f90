! Loops side by side in a loop run one after the other for all planes, if each needs elements of its own plane alone.
! expect planes 1 proved
! kernel planes_1 1 VF_ARGUMENTS
! kernel planes_2 1 VF_ARGUMENTS
! kernel planes_3 1 VF_ARGUMENTS
! expect plane_below 1 refused recurrence
! expect plane_below 2 proved
! expect plane_below 3 proved
! expect value_of_last 1 refused carried value
! expect value_of_last 2 proved
! expect value_of_last 3 proved
! expect row_of_last 1 refused recurrence
! expect row_of_last 2 proved
! expect row_of_last 3 proved
! expect own_planes 1 refused recurrence
! expect own_planes 2 proved
! expect own_planes 3 proved
! expect bounds_change 1 refused recurrence
! expect bounds_change 2 proved
! expect far_planes 1 proved
! expect far_planes 2 proved
! expect far_planes 3 proved
module rows_of_planes
  implicit none
  integer, parameter :: most = 12
  double precision :: flux(2,most), u(most,most,most), r(most,most,most)
contains
  subroutine planes(n, m, l, first, last)
    integer, intent(in) :: n, m, l, first, last
    integer :: i, j, k
    double precision :: t
    do k = 2, l - 1
      do i = 1, n
        do j = 1, m
          flux(1,j) = u(i,j,k)*3
          flux(2,j) = u(i,j,k) - 1
        end do
        do j = first, last
          r(i,j,k) = r(i,j,k) - flux(1,j+1) + flux(2,j-1)
        end do
      end do
      do i = 1, n
        t = r(i,first,k)
        r(i,first,k) = t - u(i,first,k) + u(i,first+1,k)
      end do
      do i = 1, n
        r(i,last,k) = r(i,last,k)*2 - u(i,last,k)
      end do
    end do
  end subroutine planes

  subroutine plane_below(n, m, l, first, last)
    integer, intent(in) :: n, m, l, first, last
    integer :: i, j, k
    do k = 2, l - 1
      do i = 1, n
        do j = 1, m
          flux(1,j) = u(i,j,k)*3
        end do
        do j = first, last
          r(i,j,k) = r(i,j,k) - flux(1,j+1)
        end do
      end do
      do i = 1, n
        u(i,first,k+1) = r(i,first,k)
      end do
    end do
  end subroutine plane_below

  subroutine value_of_last(n, m, l, first, last)
    integer, intent(in) :: n, m, l, first, last
    integer :: i, j, k
    double precision :: t
    do k = 2, l - 1
      do i = 1, n
        do j = 1, m
          flux(1,j) = u(i,j,k)*3
        end do
        do j = first, last
          r(i,j,k) = r(i,j,k) - flux(1,j+1)
          t = flux(1,j)
        end do
      end do
      do i = 1, n
        r(i,first,k) = r(i,first,k) + t
      end do
    end do
  end subroutine value_of_last

  subroutine row_of_last(n, m, l, first, last)
    integer, intent(in) :: n, m, l, first, last
    integer :: i, j, k
    do k = 2, l - 1
      do i = 1, n
        do j = 1, m
          flux(1,j) = u(i,j,k)*3
        end do
        do j = first, last
          r(i,j,k) = r(i,j,k) - flux(1,j+1)
        end do
      end do
      do i = 1, n
        r(i,first,k) = r(i,first,k) + flux(1,i)
      end do
    end do
  end subroutine row_of_last

  ! A local array may be taken for an array of each part alone.
  subroutine own_planes(n, m, l, first, last)
    integer, intent(in) :: n, m, l, first, last
    integer :: i, j, k
    double precision :: w(n,l)
    do k = 2, l - 1
      do i = 1, n
        do j = 1, m
          flux(1,j) = u(i,j,k)*3
        end do
        do j = first, last
          r(i,j,k) = r(i,j,k) - flux(1,j+1)
        end do
        w(i,k) = flux(1,i)
      end do
      do i = 1, n
        u(i,first,k) = w(i,k)
      end do
    end do
  end subroutine own_planes

  subroutine bounds_change(n, m, l, first, last)
    integer, intent(in) :: n, m, first, last
    integer, intent(inout) :: l(n)
    integer :: i, j, k
    do k = l(1), l(2)
      do i = 1, n
        do j = 1, m
          flux(1,j) = u(i,j,k)*3
        end do
        do j = first, last
          r(i,j,k) = r(i,j,k) - flux(1,j+1)
        end do
      end do
      do i = 1, n
        l(k) = i
      end do
    end do
  end subroutine bounds_change

  ! A call without iterations may name planes that do not exist.
  subroutine far_planes(n, m, l, first, last, v)
    integer, intent(in) :: n, m, l, first, last
    double precision, intent(inout) :: v(2,n,m,l)
    integer :: c, i, k
    do k = 1, l
      do i = 1, n
        do c = 1, 2
          v(c,i,1,k) = v(c,i,1,k) + 1
        end do
      end do
    end do
    if (m < 4 .and. first <= last) return
    do k = 2, l - 1
      do i = first, last
        do c = 1, 2
          v(c,i,m-1,k) = v(c,i,m-1,k) + v(c,i,m-4,k)
        end do
      end do
    end do
    do i = first, last
      do c = 1, 2
        v(c,i,m,l-2) = v(c,i,m-3,l-1)
      end do
    end do
  end subroutine far_planes
end module rows_of_planes
