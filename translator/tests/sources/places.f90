! Data of a module, of COMMON and of derived types.
! expect scale_field 1 proved
! expect advance 1 proved
! expect of_object 1 proved
! expect of_object 2 proved
! expect with_common 1 proved
! expect whole_arrays 1 proved
! expect whole_arrays 2 proved
! expect whole_arrays 3 proved
! expect skips 1 proved
module places
  implicit none
  type field_type
    real(8), allocatable :: density(:,:), energy(:,:)
    integer :: x_min, x_max
    real(8) :: weight(3), step
  end type
  type chunk_type
    type(field_type) :: field
    integer :: y_min, y_max
  end type
  type(chunk_type) :: chunk
  real(8), allocatable :: table(:,:)
  real(8), private :: factor = 2
  integer :: first, last

contains

  subroutine scale_field(n, x)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      x(i) = factor*x(i)
    end do
  end subroutine scale_field

  subroutine advance()
    integer :: j, k
    do k = first, last
      do j = chunk%field%x_min, chunk%field%x_max
        chunk%field%energy(j,k) = chunk%field%density(j+1,k) - chunk%field%step*chunk%field%density(j,k)*table(1,k)
      end do
    end do
  end subroutine advance

  subroutine of_object(f, lo, hi)
    type(field_type), intent(inout) :: f
    integer, intent(in) :: lo, hi
    integer :: i, j
    do j = lo, hi
      do i = f%x_min, f%x_max
        f%density(i,j) = f%weight(2)*f%density(i,j) + f%weight(1)
      end do
    end do
    f%step = f%step/2
    do j = lo, hi
      do i = f%x_min, f%x_max
        f%energy(i,j) = f%step + f%density(i,j)
      end do
    end do
  end subroutine of_object

  subroutine whole_arrays(n, m, a, b, c)
    integer, intent(in) :: n, m
    real(8), intent(inout) :: a(0:n,m), b(n,m), c(n)
    a(1:n,:) = b*2 + a(1:n,:)
    c = b(:,1) - a(0:n-1,m)
    where (b > 0)
      b = sqrt(b)
    elsewhere
      b = 0
    end where
  end subroutine whole_arrays

  subroutine skips(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      if (x(i) < 0) cycle
      y(i) = sqrt(x(i)) + y(i)
    end do
  end subroutine skips

end module places

subroutine with_common(x)
  implicit none
  integer :: n, i
  real(8) :: x(10), w, z(10)
  common /sizes/ n
  common /fields/ z, w
  do i = 1, n
    z(i) = w*x(i) + z(i)
  end do
end subroutine with_common
