! Objects of classes: components of the type and of the types that it extends, procedures of objects, SELECT TYPE.
module classes
  implicit none
  type, abstract :: shape_of_all
    double precision :: weights(12) = 1
  contains
    procedure, public :: count, half => half_count
    procedure(work), deferred :: fill
  end type shape_of_all

  type :: plain
    double precision :: weights(12) = 1
    integer :: used = 12
  contains
    procedure :: number, &
      twice => twice_number
  end type plain

  type, extends(plain) :: wide
    double precision :: more(12) = 2
  end type wide

  abstract interface
    subroutine work(this)
      import shape_of_all
      class(shape_of_all), intent(inout) :: this
    end subroutine work
  end interface

  interface size_of_all
    procedure :: number_of_plain
  end interface size_of_all

contains

! expect scaled 1 proved
! expect scaled 2 proved
  subroutine scaled(this, n, x)
    class(wide), intent(inout) :: this
    integer, intent(in) :: n
    double precision, intent(inout) :: x(n)
    integer :: i
    do i = 1, min(n, 12)
      x(i) = x(i)*this%more(i) + this%weights(i)
    end do
    if (this%number() > 0) then
      do i = 1, 12
        this%weights(i) = this%more(i)
      end do
    end if
  end subroutine scaled

  ! The condition stays as it is, so its two readings do not matter.
! expect under_generic 1 proved
  subroutine under_generic(this, n, x)
    class(plain), intent(in) :: this
    integer, intent(in) :: n
    double precision, intent(inout) :: x(n)
    integer :: i
    if (size_of_all(this) > 1) then
      do i = 1, n
        x(i) = 2*x(i)
      end do
    end if
  end subroutine under_generic

! expect asks 1 refused call
  subroutine asks(this, n, x)
    class(wide), intent(in) :: this
    integer, intent(in) :: n
    double precision, intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      x(i) = x(i)*this%number()
    end do
  end subroutine asks

! expect asks_with_number 1 refused call
! report 2 a procedure of an object
  subroutine asks_with_number(this, n, x)
    class(plain), intent(in) :: this
    integer, intent(in) :: n
    double precision, intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      x(i) = x(i)*this%twice(i)
    end do
  end subroutine asks_with_number

  ! The proof makes no object of an abstract type.
! expect of_abstract 1 unproved
! report 1 the type of the argument this is abstract
  subroutine of_abstract(this, x)
    class(shape_of_all), intent(in) :: this
    double precision, intent(inout) :: x(12)
    integer :: i
    do i = 1, 12
      x(i) = x(i)*this%weights(i)
    end do
  end subroutine of_abstract

  ! The component belongs to the type within SELECT TYPE; the proof has an object of the declared type.
! expect within_select 1 unproved
! report 1 only within SELECT TYPE
  subroutine within_select(this, x)
    class(plain), intent(inout) :: this
    double precision, intent(inout) :: x(12)
    integer :: i
    x(1) = x(1) + 1
    select type (this)
    class is (wide)
      do i = 1, 12
        x(i) = x(i)*this%more(i)
      end do
    end select
  end subroutine within_select

  ! A timer that the build leaves out, and a READ with a label.
! expect timed 1 proved
! expect timed 2 proved
  subroutine timed(on, unit, n, x)
    logical, intent(in) :: on
    integer, intent(in) :: unit, n
    double precision, intent(inout) :: x(n)
    character(8) :: words
    integer :: i
    words = "don't"
    if (unit < -10) read (unit, err=10) x
    do i = 1, n
      if (on) call clock('timed', i)
      x(i) = 2*x(i)
    end do
    if (len_trim(words) > 0) x(:) = x(:) + 1
    return
10  stop
  end subroutine timed

  subroutine clock(name, step)
    character(*), intent(in) :: name
    integer, intent(in) :: step
  end subroutine clock

  integer function count(this)
    class(shape_of_all), intent(in) :: this
    count = size(this%weights)
  end function count

  integer function half_count(this)
    class(shape_of_all), intent(in) :: this
    half_count = size(this%weights)/2
  end function half_count

  integer function number(this)
    class(plain), intent(in) :: this
    number = this%used
  end function number

  integer function twice_number(this, times)
    class(plain), intent(in) :: this
    integer, intent(in) :: times
    twice_number = 2*times*this%used
  end function twice_number

  integer function number_of_plain(this)
    class(plain), intent(in) :: this
    number_of_plain = this%used
  end function number_of_plain
end module classes
