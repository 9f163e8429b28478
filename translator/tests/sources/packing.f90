! Copies into buffers: by a sum of the indices, and by a counter.
! expect by_sum 1 proved
! expect by_counter 1 proved
! expect overlaps 1 refused shared elements
! expect overlaps 2 proved
! expect from_buffer 1 proved
! expect by_blocks 1 refused shared elements
! expect by_blocks 2 proved
! expect by_blocks 3 proved
! expect triangle 1 refused carried value
! expect triangle 2 proved
! expect guarded 1 proved
! expect chosen_by_value 1 proved
! kernel chosen_by_value 1 UPDATE\(real, y, same
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

! The loop over k begins where the loop of the block before ends: each block has m levels, of which some are beyond the array.
subroutine by_blocks(n, l, m, blocks, x, buffer, y)
  integer, intent(in) :: n, l, m, blocks
  real(8), intent(in) :: x(n,l)
  real(8), intent(inout) :: buffer(300), y(n*blocks,m)
  integer :: i, k, block, at
  at = 0
  do block = 0, blocks - 1
    do k = block*m + 1, (block + 1)*m
      do i = 1, n
        at = at + 1
        if (k <= l) then
          buffer(at) = x(i,k)
        end if
      end do
    end do
  end do
  at = 0
  do block = 0, blocks - 1
    do k = 1, m
      do i = block*n + 1, (block + 1)*n
        at = at + 1
        y(i,k) = buffer(at)
      end do
    end do
  end do
end subroutine by_blocks

! Each row is longer than the row before.
subroutine triangle(n, x, buffer)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n,n)
  real(8), intent(inout) :: buffer(300)
  integer :: i, k, at
  at = 0
  do k = 1, n
    do i = 1, k
      at = at + 1
      buffer(at) = x(i,k)
    end do
  end do
end subroutine triangle

! The array ends where the condition keeps the loop from reading on.
subroutine guarded(n, m, x, y)
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(m)
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    if (i <= m) y(i) = 2*x(i)
  end do
end subroutine guarded

! The condition asks for an element, not for the place: the map of y stays.
subroutine chosen_by_value(n, m, x, y)
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(m)
  real(8), intent(inout) :: y(m)
  integer :: i
  do i = 1, n
    if (x(i) > 0.5d0) y(i) = 2*x(i)
  end do
end subroutine chosen_by_value
