! ASSOCIATE fixes the value and the place of each name where the construct begins.
! expect object 1 proved
! expect elements 1 proved
! expect section 1 proved
! expect old_value 1 refused statement
! expect old_value 2 proved
! expect old_place 1 refused statement
! expect two_names 1 refused statement
! expect old_elements 1 refused statement
! expect called 1 refused statement
! expect levels 1 refused statement
! expect levels 2 proved
module associates
  implicit none
  type point_t
    double precision :: weights(10)
    double precision, allocatable :: field(:,:)
  end type point_t
  double precision :: factor = 1
contains
  subroutine object(n, p)
    integer, intent(in) :: n
    type(point_t), intent(inout) :: p
    integer :: i, j
    do j = 1, n
      associate (w => p%weights(1), f => p%field)
        do i = 1, n
          f(i,j) = w*f(i,j)
        end do
      end associate
    end do
  end subroutine object

  subroutine elements(n, x, y)
    integer, intent(in) :: n
    double precision, intent(inout) :: x(n), y(n)
    integer :: i
    do i = 1, n
      associate (a => x(i), b => 2*y(i) + 1)
        a = a - b*b
      end associate
    end do
  end subroutine elements

  subroutine section(n, k, p)
    integer, intent(in) :: n, k
    double precision, intent(inout) :: p(n,2)
    integer :: i
    associate (f => p(:,k))
      do i = 1, n
        f(i) = f(i)*0.5d0
      end do
    end associate
  end subroutine section

  subroutine old_value(n, s, x, y)
    integer, intent(in) :: n
    double precision, intent(inout) :: x(n), y(n), s
    integer :: i
    associate (b => 2*s)
      s = s + 1
      do i = 1, n
        x(i) = b*x(i)
      end do
      do i = 1, n
        y(i) = s*y(i)
      end do
    end associate
  end subroutine old_value

  subroutine old_place(n, w, x)
    integer, intent(in) :: n
    double precision, intent(inout) :: x(n), w(4)
    integer :: i, m
    m = 1
    associate (b => w(m))
      m = 3
      do i = 1, n
        x(i) = b*x(i)
      end do
    end associate
  end subroutine old_place

  subroutine two_names(n, p)
    integer, intent(in) :: n
    double precision, intent(inout) :: p(n,2)
    integer :: i
    associate (f => p(:,1))
      do i = 2, n
        f(i) = p(i-1,1)*0.5d0
      end do
    end associate
  end subroutine two_names

  subroutine old_elements(n, p)
    integer, intent(in) :: n
    double precision, intent(inout) :: p(n)
    integer :: i
    do i = 2, n
      associate (f => 2*p(i))
        p(i) = p(i) + 1
        p(i) = p(i) + f
      end associate
    end do
  end subroutine old_elements

  subroutine called(n, p)
    integer, intent(in) :: n
    double precision, intent(inout) :: p(n)
    integer :: i
    associate (f => 2*factor)
      call change
      do i = 1, n
        p(i) = f*p(i)
      end do
    end associate
  end subroutine called

  subroutine change
    factor = factor + 1
  end subroutine change

  subroutine levels(n, m, p)
    integer, intent(in) :: n, m
    double precision, intent(inout) :: p(n,m)
    integer :: i, k
    do k = 1, m
      associate (f => p(:,k))
        do i = 1, n
          f(i) = f(i)*0.5d0
        end do
      end associate
      if (p(1,k) > 0.3d0) exit
    end do
  end subroutine levels
end module associates
