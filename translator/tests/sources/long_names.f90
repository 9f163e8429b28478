! Long names: a statement that has no comma and no blank within a line goes on behind a bracket or within a name.
! expect average_of_neighbours_in_a_generic_slow_way 1 proved
! expect average_of_neighbours_in_a_generic_slow_way 2 proved
subroutine average_of_neighbours_in_a_generic_slow_way(n, &
    array_of_values_that_the_average_takes_and_keeps, b)
  integer, intent(in) :: n
  real(4), intent(inout) :: array_of_values_that_the_average_takes_and_keeps(n), b(n)
  integer :: i
  do i = 2, n - 1
    b(i) = 0.5*(array_of_values_that_the_average_takes_and_keeps(i-1) + &
      array_of_values_that_the_average_takes_and_keeps(i+1))
  end do
  b(1) = 0
  do i = 1, n
    array_of_values_that_the_average_takes_and_keeps(i) = b(i)
  end do
end subroutine average_of_neighbours_in_a_generic_slow_way
