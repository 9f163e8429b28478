! Arrays of texts: the boundary conditions of the sides of a box, as an argument and in a module.
! expect sides 1 proved
! expect sides 2 proved
! expect all_sides 1 proved
! expect all_sides 2 proved
! expect unlike 1 proved
! expect trimmed 1 proved
module conditions
  implicit none
  character(1), protected :: of_pressure(0:1,3)
contains
  subroutine sides(n, kind_of_side, direction, u)
    integer, intent(in) :: n, direction
    character(len=1), intent(in) :: kind_of_side(0:1,3)
    double precision, intent(inout) :: u(0:n+1)
    integer :: i
    if (direction < 1 .or. direction > 3) return
    if (kind_of_side(0,direction)//kind_of_side(1,direction) == 'PP') then
      do i = 1, n
        u(i) = u(i) + 3
      end do
    end if
    select case (kind_of_side(1,direction))
    case ('D')
      do i = 1, n
        u(i) = 2*u(i)
      end do
    case ('N')
      u(0) = 0
    end select
  end subroutine sides

  subroutine unlike(n, few, u)
    integer, intent(in) :: n
    character(len=2), intent(in) :: few(2)
    double precision, intent(inout) :: u(n)
    integer :: i
    u(1) = 0
    if (few(2) /= 'PP') then
      do i = 1, n
        u(i) = u(i) + 7
      end do
    end if
  end subroutine unlike

  subroutine trimmed(n, name, u)
    integer, intent(in) :: n
    character(len=*), intent(in) :: name
    double precision, intent(inout) :: u(n)
    integer :: i
    select case (trim(name))
    case ('couette')
      do i = 1, n
        u(i) = u(i) + 2
      end do
    case default
      stop 'no such flow'
    end select
  end subroutine trimmed

  subroutine all_sides(n, given, u)
    integer, intent(in) :: n
    character(len=*), intent(in) :: given(2)
    double precision, intent(inout) :: u(0:n+1)
    integer :: i
    call sides(n, of_pressure, 1, u)
    if (of_pressure(0,2) == 'N') then
      do i = 1, n
        u(i) = u(i) + 1
      end do
    end if
    if (given(1) == 'wide' .or. given(2) == 'wide') then
      do i = 1, n
        u(i) = u(i)*0.5d0
      end do
    end if
  end subroutine all_sides
end module conditions
