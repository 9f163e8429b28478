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

! Two names with 50 equal characters, and a routine whose name leaves no room for legacy_.
! expect relaxation_of_the_temperature_and_of_the_humidity_at_once_abc 1 proved
subroutine relaxation_of_the_temperature_and_of_the_humidity_at_once_abc( &
    number_of_columns_of_the_atmosphere_in_the_whole_model_xy, &
    temperature_of_the_atmosphere_at_the_end_of_the_last_time_step, &
    temperature_of_the_atmosphere_at_the_end_of_the_last_time_stop)
  implicit none
  integer, intent(in) :: number_of_columns_of_the_atmosphere_in_the_whole_model_xy
  double precision, intent(inout) :: &
    temperature_of_the_atmosphere_at_the_end_of_the_last_time_step(number_of_columns_of_the_atmosphere_in_the_whole_model_xy)
  double precision, intent(in) :: &
    temperature_of_the_atmosphere_at_the_end_of_the_last_time_stop(number_of_columns_of_the_atmosphere_in_the_whole_model_xy)
  integer :: i
  do i = 1, number_of_columns_of_the_atmosphere_in_the_whole_model_xy
    temperature_of_the_atmosphere_at_the_end_of_the_last_time_step(i) = &
      temperature_of_the_atmosphere_at_the_end_of_the_last_time_stop(i)*2
  end do
end subroutine relaxation_of_the_temperature_and_of_the_humidity_at_once_abc
