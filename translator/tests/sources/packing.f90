! Copies into buffers: by a sum of the indices, and by a counter.
! expect by_sum 1 proved
! expect by_counter 1 proved
! expect overlaps 1 refused shared elements
! expect overlaps 2 proved
! expect from_buffer 1 proved
subroutine by_sum(x_min, x_max, y_min, y_max, depth, offset, field, buffer)
  integer, intent(in) :: x_min, x_max, y_min, y_max, depth, offset
  real(8), intent(in) :: field(x_min-2:x_max+2, y_min-2:y_max+2)
  real(8), intent(inout) :: buffer(200)
  integer :: j, k, index
  do k = y_min, y_max
    do j = 1, depth
      index = offset + j + (k - y_min)*depth
      buffer(index) = field(x_min + j - 1, k)
    end do
  end do
end subroutine by_sum

subroutine by_counter(n1, n2, n3, u, length, buffer)
  integer, intent(in) :: n1, n2, n3
  integer, intent(inout) :: length
  real(8), intent(in) :: u(n1,n2,n3)
  real(8), intent(inout) :: buffer(400)
  integer :: i2, i3
  do i3 = 2, n3 - 1
    do i2 = 1, n2
      length = length + 1
      buffer(length) = u(2,i2,i3)
    end do
  end do
end subroutine by_counter

subroutine overlaps(n, m, depth, x, buffer)
  integer, intent(in) :: n, m, depth
  real(8), intent(in) :: x(n,m)
  real(8), intent(inout) :: buffer(200)
  integer :: i, j
  do j = 1, m
    do i = 1, depth + 1
      buffer(i + (j - 1)*depth) = x(i,j)
    end do
  end do
end subroutine overlaps

subroutine from_buffer(n, m, x, buffer)
  integer, intent(in) :: n, m
  real(8), intent(inout) :: x(n,m)
  real(8), intent(in) :: buffer(400)
  integer :: i, j
  do j = 1, m
    do i = 1, n
      x(i,j) = buffer(i + (j - 1)*n)
    end do
  end do
end subroutine from_buffer
