! Kernels over tiles against the loops over all windows: lines shorter and longer than tiles, windows wider than the line and
! its period, and than the shared memory of a GPU has room for, bounds of either sign, several components, and several boxes in a
! call.
program windows
  use, intrinsic :: iso_fortran_env, only: int32, real64
  use claims, only: check
  use loop_arrays
  use viewfab
  use viewfab_clipped_peaks
  use viewfab_windowed_sum
  use working_kind, only: wp
  implicit none
  integer, parameter :: tries = 14
  integer, parameter :: first(tries) = [0, 5, -7, 0, -3, 0, -2000, 1, 0, -90, 0, 17, -4, 3]
  integer, parameter :: last(tries) = [0, 5, 40, 639, 636, 1023, 3000, 4096, 9999, 2000, 2, 5016, 650, 702]
  integer, parameter :: period(tries) = [1, 3, 30, 640, 100, 1024, 7, 4096, 10000, 500, 3, 5000, 900, 900]
  integer, parameter :: side(tries) = [0, 1, 256, 1, 2, 256, 0, 256, 3, 600, 256, 2100, 10000, 20000]
  real(wp), allocatable, target :: a(:), b(:,:), x(:,:), y(:,:)
  integer(int32), allocatable, target :: above(:,:)
  real(wp), allocatable :: expected(:,:)
  integer(int32), allocatable :: expected_above(:,:)
  type(vf_view) :: v(3)
  integer :: t, components
  call begin()
  do t = 1, tries
    do components = 1, 2
      call sums([first(t)], [last(t)], period(t), side(t))
      call peaks(first(t), last(t))
    end do
  end do
  components = 1
  call sums([-10, 50, 20, 2000], [3, 1500, 19, 2000], 41, 6)
  call checksum()
  call finish('windows')
contains

  ! On boxes of these bounds. The third of four boxes is empty.
  subroutine sums(lower, upper, n, m)
    integer, intent(in) :: lower(:), upper(:), n, m
    type(vf_box) :: boxes(size(lower))
    integer :: box, c, i, j
    call forget()
    allocate (a(0:n-1), b(minval(lower)-2:maxval(upper)+1, components))
    call fill(a)
    call fill(b)
    call v(1)%wrap(a, lower=lbound(a), label='a')
    call v(2)%wrap(b, lower=lbound(b), label='b')
    expected = b
    do box = 1, size(lower)
      boxes(box) = vf_box_of(lower(box), upper(box))
      do c = 1, components
        do i = lower(box), upper(box)
          expected(i,c) = 0
          do j = i - m, i + m
            expected(i,c) = expected(i,c) + a(modulo(j, n))*(1 - real(abs(j), wp)/real(max(m, 1), wp))
          end do
        end do
      end do
    end do
    if (size(lower) == 1) then
      call vf_windowed_sum(boxes(1), v(1), v(2), n, m)
    else
      call vf_windowed_sum(boxes, v(1), v(2), n, m)
    end if
    call v(2)%to_host()
    call same(b, expected, 'sums')
  end subroutine

  subroutine peaks(low, high)
    integer, intent(in) :: low, high
    real(wp), parameter :: bottom = -0.75_wp, top = 1.25_wp
    real(wp) :: mean, clipped(3)
    integer :: c, i, j
    call forget()
    allocate (x(low-2:high+2, components), y(low:high, components), above(low:high, components))
    call fill(x)
    call fill(y)
    above = -1
    call v(1)%wrap(x, lower=lbound(x), label='x')
    call v(2)%wrap(y, lower=lbound(y), label='y')
    call v(3)%wrap(above, lower=lbound(above), label='above')
    allocate (expected, mold=y)
    allocate (expected_above, mold=above)
    do c = 1, components
      do i = low, high
        expected(i,c) = bottom
        expected_above(i,c) = 0
        do j = i - 1, i + 1
          clipped = min(max(x(j-1:j+1,c), bottom), top)
          mean = (clipped(1) + clipped(2) + clipped(3))*0.25_wp
          expected(i,c) = max(expected(i,c), mean)
          if (mean > bottom) expected_above(i,c) = expected_above(i,c) + 1
        end do
      end do
    end do
    call vf_clipped_peaks(vf_box_of(low, high), v(1), v(2), v(3), bottom, top)
    call v(2)%to_host()
    call v(3)%to_host()
    call same(y, expected, 'peaks')
    call check(all(above == expected_above), 'peaks: the means above the bound are counted')
  end subroutine

  ! A known sum, of the values of a sine.
  subroutine checksum()
    integer, parameter :: n = 128000, m = 256
    real(real64), parameter :: known = 5225237167.477848_real64
    real(real64), parameter :: pi = acos(-1.0_real64)
    integer :: j
    if (wp /= real64) return
    call forget()
    allocate (a(0:n-1), b(0:n-1, 1))
    do j = 0, n - 1 ! an array constructor takes gfortran three seconds
      a(j) = real(sin(2*pi*j/n), wp)
    end do
    b = 0
    call v(1)%wrap(a, lower=lbound(a), label='a')
    call v(2)%wrap(b, lower=lbound(b), label='b')
    call vf_windowed_sum(vf_box_of(0, n - 1), v(1), v(2), n, m)
    call v(2)%to_host()
    call check(abs(sum(real(b, real64)) - known) <= 1e-13_real64*known, 'the sum of all windows of a sine is the known one')
  end subroutine

  subroutine forget()
    integer :: k
    do k = 1, size(v)
      if (v(k)%is_set()) call v(k)%release(discard=.true.)
    end do
    if (allocated(a)) deallocate (a, b)
    if (allocated(x)) deallocate (x, y, above)
    if (allocated(expected)) deallocate (expected)
    if (allocated(expected_above)) deallocate (expected_above)
  end subroutine
end program
