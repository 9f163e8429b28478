! Calls of subroutines with arrays in loops: elements of dummy arrays are elements of the arrays of the caller. Each routine has
! a trap: bounds, shapes, aliases, values that change, and names that mean another procedure.
! options --with far_calls.f90
module rows
  implicit none
  integer, parameter :: n_of_rows = 3
  double precision :: shared(5) = 1, weight = 0.25d0
  double precision, private :: hidden = 2
contains

  ! The dummy begins at kts, the array of the caller elsewhere.
! expect scan_row 1 refused recurrence
  subroutine scan_row(x, y, kts, kte, factor)
    integer, intent(in) :: kts, kte
    double precision, intent(inout) :: x(kts:kte)
    double precision, intent(in) :: y(kts:kte), factor
    integer :: k
    do k = kts + 1, kte
      x(k) = x(k) + factor*x(k-1) + y(k)*k
    end do
  end subroutine scan_row

  ! Assumed shape with a lower bound of its own, and bounds by inquiry.
! expect shaped 1 proved
! expect shaped 2 refused recurrence
  subroutine shaped(x, y)
    double precision, intent(inout) :: x(0:)
    double precision, intent(in) :: y(:)
    integer :: k
    do k = lbound(x, 1), ubound(x, 1)
      x(k) = x(k) + y(k+1)*k
    end do
    do k = 2, size(x)
      x(k-1) = x(k-1) + x(k-2)
    end do
  end subroutine shaped

  ! A local array, and a branch that leaves an element alone.
! expect with_local 1 proved
! expect with_local 2 proved
  subroutine with_local(m, x)
    integer, intent(in) :: m
    double precision, intent(inout) :: x(m)
    double precision :: t(m)
    integer :: k
    do k = 1, m
      t(k) = x(k)*x(k)
    end do
    do k = 2, m
      if (t(k-1) > 0.5d0) x(k) = t(k) - t(k-1)
    end do
  end subroutine with_local

  subroutine two_rows(m, x, y)
    integer, intent(in) :: m
    double precision, intent(inout) :: x(m)
    double precision, intent(in) :: y(m)
    integer :: k
! expect two_rows 1 proved
    do k = 1, m
      x(k) = x(k) + 2*y(k)
    end do
  end subroutine two_rows

! expect plane 1 proved
  subroutine plane(m, l, p)
    integer, intent(in) :: m, l
    double precision, intent(inout) :: p(m,l)
    integer :: i, k
    do k = 1, l
      do i = 1, m
        p(i,k) = p(i,k)*weight + i - k
      end do
    end do
  end subroutine plane

  subroutine reads_shared(x)
    double precision, intent(inout) :: x(5)
    integer :: k
! expect reads_shared 1 proved
    do k = 1, 5
      x(k) = x(k) + shared(6-k)
    end do
  end subroutine reads_shared

! expect writes_shared 1 proved
  subroutine writes_shared(x)
    double precision, intent(in) :: x(5)
    integer :: k
    do k = 1, 5
      shared(k) = x(k)
    end do
  end subroutine writes_shared

! expect optional_row 1 proved
  subroutine optional_row(x, y)
    double precision, intent(inout) :: x(4)
    double precision, intent(in), optional :: y(4)
    integer :: k
    do k = 1, 4
      if (present(y)) x(k) = x(k) + y(k)
    end do
  end subroutine optional_row

! expect saves 1 proved
  subroutine saves(x)
    double precision, intent(inout) :: x(4)
    double precision, save :: kept(4) = 1
    integer :: k
    do k = 1, 4
      x(k) = x(k) + kept(k)
      kept(k) = x(k)
    end do
  end subroutine saves

! expect saves_all 1 proved
! expect saves_all 2 proved
  subroutine saves_all(x)
    double precision, intent(inout) :: x(4)
    double precision :: kept(4)
    save
    kept(1:4) = 2*x + kept*0
    x = kept
  end subroutine saves_all

! expect with_data 1 proved
  subroutine with_data(x)
    double precision, intent(inout) :: x(4)
    double precision :: c(4)
    integer :: k
    data c /1d0, 2d0, 3d0, 4d0/
    do k = 1, 4
      x(k) = x(k)*c(k)
      c(k) = x(k)
    end do
  end subroutine with_data

  recursive subroutine again(m, x)
    integer, intent(in) :: m
    double precision, intent(inout) :: x(m)
    x(m) = 2*x(m)
    if (m > 1) call again(m - 1, x)
  end subroutine again

! expect changes_size 1 proved
  subroutine changes_size(m, x)
    integer, intent(inout) :: m
    double precision, intent(inout) :: x(m:m+3)
    integer :: k
    do k = m, m + 3
      x(k) = x(k) + 1
    end do
    m = m + 1
  end subroutine changes_size

! expect cut 1 proved
  subroutine cut(m, x)
    integer, value :: m
    double precision, intent(inout) :: x(m)
    integer :: k
    do k = 1, m
      x(k) = -x(k)
    end do
  end subroutine cut

  subroutine prints(x)
    double precision, intent(inout) :: x(4)
    print *, x(1)
    x(1) = 0
  end subroutine prints

  ! The loop over levels is in the subroutine, and columns are the points.
! expect columns 1 proved
  subroutine columns(n, m, k1, k2, u, v, f)
    integer, intent(in) :: n, m, k1, k2
    double precision, intent(inout) :: u(n,k1-1:k2+1,m)
    double precision, intent(in) :: v(k1:k2,n,m), f(n,m)
    integer :: i, j
    do j = 1, m
      do i = 1, n
        call scan_row(u(i,k1:k2,j), v(:,i,j), k1, k2, 2*f(i,j))
      end do
    end do
  end subroutine columns

  ! Sections whose bounds are others than those of the dummies, and arguments in another order.
! expect sections 1 proved
! expect sections 2 proved
  subroutine sections(n, m, u, v)
    integer, intent(in) :: n, m
    double precision, intent(inout) :: u(-2:n,m)
    double precision, intent(in) :: v(0:n+1,m)
    integer :: j
    do j = 1, m
      call shaped(u(-1:n-1,j), v(1:,j))
    end do
    do j = 1, m
      call shaped(y=v(:n,j), x=u(-2:n-2,j))
    end do
  end subroutine sections

  ! Every second element.
! expect strided 1 proved
  subroutine strided(n, m, u, v)
    integer, intent(in) :: n, m
    double precision, intent(inout) :: u(2*n,m)
    double precision, intent(in) :: v(3*n,m)
    integer :: j
    do j = 1, m
      call two_rows(n, u(2:2*n:2,j), v(1::3,j))
    end do
  end subroutine strided

! expect local_rows 1 proved
  subroutine local_rows(n, m, u)
    integer, intent(in) :: n, m
    double precision, intent(inout) :: u(n,m)
    integer :: j
    do j = 1, m
      call with_local(n, u(1,j))
    end do
  end subroutine local_rows

  ! A plane of a volume by its first element, and a whole array in a loop over nothing of it.
! expect planes 1 proved
  subroutine planes(n, l, m, u)
    integer, intent(in) :: n, l, m
    double precision, intent(inout) :: u(0:n-1,l,m)
    integer :: j
    do j = 1, m
      call plane(n, l, u(0,1,j))
    end do
  end subroutine planes

  ! Two columns of an array with different numbers; the same two calls with other loops beside.
! expect beside 1 proved
  subroutine beside(n, m, u, v)
    integer, intent(in) :: n, m
    double precision, intent(inout) :: u(n,2,m)
    double precision, intent(in) :: v(n,m)
    integer :: i, j
    do j = 1, m
      call two_rows(n, u(:,1,j), u(:,2,j))
      do i = 1, n
        u(i,2,j) = u(i,2,j)*0.5d0
      end do
      call two_rows(n, u(:,2,j), v(:,j))
    end do
  end subroutine beside

  ! A subroutine that calls a subroutine, in another file.
! expect nested 1 proved
  subroutine nested(n, m, u)
    use far_rows, only: halve => halve_row
    integer, intent(in) :: n, m
    double precision, intent(inout) :: u(n,m)
    integer :: j
    do j = 1, m
      call halve(n, u(:,j))
    end do
  end subroutine nested

! expect reading 1 proved
  subroutine reading(m, u)
    integer, intent(in) :: m
    double precision, intent(inout) :: u(5,m)
    integer :: j
    do j = 1, m
      call reads_shared(u(:,j))
    end do
  end subroutine reading

  ! Arguments that may share elements, of which one changes.
! expect aliased 1 refused call
! expect aliased 2 refused call
! expect aliased 3 refused call
! expect aliased 4 refused call
! expect aliased 5 refused call
! report 2 two_rows,.* gets u for x and for y, and changes x: the two may share elements
! report 1 scan_row,.* gets u for x and for factor, and changes x
! report 1 reads_shared,.* changes its argument x, and knows shared by this name, too
! report 1 change_second,.* changes its argument y, and gets v there,.* is not to be changed
  subroutine aliased(n, m, j2, u, v)
    integer, intent(in) :: n, m, j2
    double precision, intent(inout) :: u(n,m)
    double precision, intent(in) :: v(n,m)
    integer :: j
    do j = 1, m
      call two_rows(n, u(:,j), u(:,j2))
    end do
    do j = 1, m
      call two_rows(n, u(1,j), u(1,1))
    end do
    do j = 1, m
      call scan_row(u(:,j), v(:,j), 1, n, u(2,j))
    end do
    do j = 1, m
      call reads_shared(shared)
    end do
    do j = 1, m
      call change_second(n, u(:,j), v(:,j))
    end do
  end subroutine aliased

  subroutine change_second(m, x, y)
    integer :: m
    double precision :: x(m), y(m)
    call two_rows(m, y, x)
  end subroutine change_second

  ! Shapes that do not agree, or of which nobody knows whether they do.
! expect shapes 1 refused call
! expect shapes 2 refused call
! expect shapes 3 refused call
! expect shapes 4 refused call
! expect shapes 5 refused call
! expect shapes 6 refused call
! expect shapes 7 refused call
! report 1 plane, whose argument p may have columns of another length than the array of the call
! report 1 two_rows, whose argument x begins at an element of u and may go on into another column
! report 1 plane, whose argument p has another number of indices than the call gives
! report 1 two_rows, whose argument y is an array, and gets an expression there
! report 2 two_rows, whose argument x may have more elements than the array of the call
! report 1 plane, whose argument p may have more elements than the array of the call
  subroutine shapes(n, m, l, u, w)
    integer, intent(in) :: n, m, l
    double precision, intent(inout) :: u(n,m), w(n+1,l,m)
    integer :: j
    do j = 1, m
      call plane(n, l, w(:,:,j))
    end do
    do j = 1, m
      call two_rows(n - 1, u(2,j), w(1,1,j))
    end do
    do j = 1, m
      call plane(n, 1, u(:,j))
    end do
    do j = 1, m
      call two_rows(n, u(:,j), 2*w(:n,1,j))
    end do
    do j = 1, m
      call two_rows(n/2, u(1,j), w(1,1,j))
    end do
    do j = 1, 2
      call plane(n, m + 1, u)
    end do
    do j = 1, m
      call two_rows(n, u(j:,j), w(1,1,j))
    end do
  end subroutine shapes

  ! A value in the bounds changes behind the declarations of the caller, or in the subroutine.
! expect sizes 1 refused call
! expect sizes 2 refused call
! expect sizes 3 refused call
! report 1 with u, whose bounds have n,.* sizes may have changed
! report 1 changes_size,.* changes a subscript of its argument x
! report 1 changes_size, whose argument x has bounds with m,.* changes
  subroutine sizes(n, m, u, v)
    integer :: n
    integer, intent(in) :: m
    double precision, intent(inout) :: u(n,m), v(8,m)
    integer :: j, start
    n = n - 1
    do j = 1, m
      call with_local(n, u(1,j))
    end do
    do j = 1, m
      start = 2
      call changes_size(start, v(start:start+3,j))
    end do
    do j = 1, m
      start = 2
      call changes_size(start, v(2:5,j))
    end do
  end subroutine sizes

! expect effects 1 refused call
! expect effects 2 refused call
! expect effects 3 refused call
! expect effects 4 refused call
! expect effects 5 refused call
! expect effects 6 refused call
! expect effects 7 refused call
! expect effects 8 refused call
! report 1 writes_shared,.* changes shared outside of its arguments .array_calls.f90:[0-9]+.
! report 1 optional_row, whose argument y is OPTIONAL
! report 1 saves,.* keeps kept between calls .array_calls.f90:[0-9]+.
! report 1 saves_all,.* keeps kept between calls
! report 1 with_data,.* keeps c between calls
! report 1 again,.* calls again,.* calls itself
! report 1 cut, whose argument m is VALUE
! report 1 prints,.* has a statement PRINT
  subroutine effects(m, u)
    integer, intent(in) :: m
    double precision, intent(inout) :: u(5,m)
    integer :: j
    do j = 1, m
      call writes_shared(u(:,j))
    end do
    do j = 1, m
      call optional_row(u(:4,j), u(2:,j))
    end do
    do j = 1, m
      call saves(u(:4,j))
    end do
    do j = 1, m
      call saves_all(u(:4,j))
    end do
    do j = 1, m
      call with_data(u(:4,j))
    end do
    do j = 1, m
      call again(5, u(:,j))
    end do
    do j = 1, m
      call cut(4, u(:,j))
    end do
    do j = 1, m
      call prints(u(:4,j))
    end do
  end subroutine effects

  ! A name that means another procedure than the one of this name in the file, a variable of COMMON, and a loop that stays on
  ! the host.
! expect others 1 refused call
! expect others 2 refused call
! expect others 3 refused io
! report 1 two_rows,.* is an argument\n
! report 1 of_common,.* reads total outside of its arguments .far_calls.f90:[0-9]+.
  subroutine others(n, m, u, two_rows)
    use far_rows, only: of_common
    integer, intent(in) :: n, m
    double precision, intent(inout) :: u(n,m)
    external :: two_rows
    integer :: j
    do j = 1, m
      call two_rows(n, u(:,j), u(:,j))
    end do
    do j = 1, m
      call of_common(n, u(:,j))
    end do
    do j = 1, m
      print *, j
      call with_local(n, u(:,j))
    end do
  end subroutine others

! expect renamed 1 proved
  subroutine renamed(n, m, u, v)
    use far_rows, only: plane => add_row
    integer, intent(in) :: n, m
    double precision, intent(inout) :: u(n,m)
    double precision, intent(in) :: v(n,m)
    integer :: j
    do j = 1, m
      call plane(n, u(:,j), v(:,j))
    end do
  end subroutine renamed

  ! The subroutine calls functions of its module. In the caller with_twice a function of the name twice is another one.
! expect functions 1 proved
! expect with_twice 1 refused call
! expect with_twice 2 proved
! expect doubled 1 proved
! report 1 doubled,.* calls the function twice .array_calls.f90:[0-9]+.
  subroutine functions(n, m, u)
    integer, intent(in) :: n, m
    double precision, intent(inout) :: u(n,m)
    integer :: j
    do j = 1, m
      call doubled(n, u(:,j))
    end do
  end subroutine functions

  subroutine with_twice(n, m, u)
    use far_rows, only: twice
    integer, intent(in) :: n, m
    double precision, intent(inout) :: u(n,m)
    integer :: j
    do j = 1, m
      call doubled(n, u(:,j))
    end do
    do j = 1, m
      u(1,j) = twice(u(1,j))
    end do
  end subroutine with_twice

  subroutine doubled(n, x)
    integer, intent(in) :: n
    double precision, intent(inout) :: x(n)
    integer :: k
    do k = 1, n
      x(k) = twice(x(k)) + capped(x(k))
    end do
  end subroutine doubled

  double precision function twice(y)
    double precision, intent(in) :: y
    twice = 2*y
  end function twice

  double precision function capped(y) result(z)
    double precision, intent(in) :: y
    double precision :: most
    most = 0.5d0
    z = y
    if (y > most) z = most
  end function capped

  ! An internal procedure reads variables of its host, which the call may give to it as well.
! expect host 1 proved
! expect host 2 refused call
! expect scale 1 refused place
! report 1 scale,.* changes its argument x, and knows u by this name, too
  subroutine host(n, m, u, v)
    integer, intent(in) :: n, m
    double precision, intent(inout) :: u(n,m), v(0:n,m)
    double precision :: factor
    integer :: j
    factor = 3
    do j = 1, m
      call scale(v(1:n,j))
    end do
    do j = 1, m
      call scale(u(:,j))
    end do
  contains
    subroutine scale(x)
      double precision, intent(inout) :: x(:)
      integer :: k
      do k = 1, size(x)
        x(k) = factor*x(k) + u(k,1)
      end do
    end subroutine scale
  end subroutine host

  ! Nothing but the bounds of a section tells how many elements the dummy has; there may be none.
! expect empty 1 proved
  subroutine empty(n, m, k1, k2, u, v)
    integer, intent(in) :: n, m, k1, k2
    double precision, intent(in) :: u(n,m)
    double precision, intent(inout) :: v(m)
    integer :: j
    do j = 1, m
      call count_all(u(k1:k2,j), v(j))
    end do
  end subroutine empty

  subroutine count_all(x, y)
    double precision, intent(in) :: x(:)
    double precision, intent(inout) :: y
    y = y + size(x) + 10*ubound(x, 1) + 100*lbound(x, 1)
  end subroutine count_all
end module rows

! An external procedure without intents: n is given to it, and stays.
! expect old_row 1 proved
subroutine old_row(n, x)
  implicit none
  integer :: n, k
  double precision :: x(n)
  do k = 1, n
    x(k) = x(k)/(k + 1)
  end do
end subroutine old_row

! expect old_rows 1 proved
! expect old_rows 2 proved
subroutine old_rows(n, m, a, b)
  implicit none
  integer :: n, m, j
  double precision :: a(n,m), b(0:n-1,m)
  do j = 1, m
    call old_row(n, a(1,j))
  end do
  do j = 1, m
    call old_row(n, b(0,j))
  end do
end subroutine old_rows
