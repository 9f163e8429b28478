! Views stay on the device between nests if no statement between them touches the arrays.
! expect step 1 proved
! expect step 2 proved
! expect step 3 proved
! expect step 4 proved
! expect step 5 proved
! expect with_a_long_line 1 proved
! expect levels 1 proved
! expect levels 2 proved
! expect levels 3 proved
! text 1 a_view%wrap\w*\(a, .*\n.*b_view%wrap\w*\(b, .*\n.*c_view%wrap\w*\(c, .*\n.*vf_step_1\(.*\n.*! A number between\.\n
! text 2 call a_view%to_host
! text 2 call b_view%to_host
! text 2 wrap\w*\(x\(:,:,:,m\)
! text 6 end block
subroutine step(n, m, a, b, c, s)
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(n,m), b(n,m), c(n,m), s
  real(8) :: t
  integer :: i, j
  do j = 1, m
    do i = 1, n
      b(i,j) = 2*a(i,j)
    end do
  end do
  ! A number between.
  t = 0.25d0*s
  do j = 1, m
    do i = 1, n
      c(i,j) = t*b(i,j)
      s = max(s, c(i,j))
    end do
  end do
  do j = 1, m
    do i = 1, n
      a(i,j) = a(i,j) - s*c(i,j)
    end do
  end do
  ! The host needs an element that the device has changed.
  b(1,1) = c(1,1)
  do j = 1, m
    do i = 1, n
      a(i,j) = a(i,j) - 0.5d0*c(i,j)
    end do
  end do
  do j = 1, m
    do i = 1, n
      b(i,j) = b(i,j) - a(1,1)*c(i,j)
    end do
  end do
end subroutine step

! The index of a section changes between the nests.
subroutine levels(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n,n,n,0:3)
  integer :: i, j, k, m
  m = 0
  do k = 1, n
    do j = 1, n
      do i = 1, n
        x(i,j,k,m) = 2*x(i,j,k,m)
      end do
    end do
  end do
  do k = 1, n
    do j = 1, n
      do i = 1, n
        x(i,j,k,m) = x(i,j,k,m) + k
      end do
    end do
  end do
  m = 1
  do k = 1, n
    do j = 1, n
      do i = 1, n
        x(i,j,k,m) = 3*x(i,j,k,m)
      end do
    end do
  end do
end subroutine levels

! The legacy copy of this routine has a longer name.
subroutine with_a_long_line(first_extent, second_extent, a_field_of_some_kind, another_field_of_the_same_kind, the_factor_of_a)
  integer, intent(in) :: first_extent, second_extent
  real(8), intent(in) :: a_field_of_some_kind(first_extent,second_extent), the_factor_of_a
  real(8), intent(inout) :: another_field_of_the_same_kind(first_extent,second_extent)
  integer :: i, j
  do j = 1, second_extent
    do i = 1, first_extent
      another_field_of_the_same_kind(i,j) = the_factor_of_a*a_field_of_some_kind(i,j)
    end do
  end do
end subroutine with_a_long_line
