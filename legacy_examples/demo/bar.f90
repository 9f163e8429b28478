! legacy_bar: reads the output of a solver and draws its progress as a bar that grows by two marks
! whenever the residual has fallen by a factor of ten. Reads lines of the form
!   cycle   3  residual  1.23E-04
! and ignores other lines.
program legacy_bar
  use, intrinsic :: iso_fortran_env, only: dp => real64, output_unit
  implicit none
  integer, parameter :: marks_a_decade = 2, most_marks = 60
  character(len=256) :: line
  character(len=16) :: words(2)
  integer :: status, cycle_number, drawn, wanted
  real(dp) :: residual, first

  drawn = 0
  first = 0
  write(*, '(a)', advance='no') '['
  do
    read(*, '(a)', iostat=status) line
    if (status /= 0) exit
    read(line, *, iostat=status) words(1), cycle_number, words(2), residual
    if (status /= 0 .or. words(1) /= 'cycle' .or. words(2) /= 'residual') cycle
    if (cycle_number == 0) first = residual
    if (.not. (residual > 0 .and. first > 0)) cycle
    wanted = min(most_marks, nint(marks_a_decade*log10(max(1.0_dp, first/residual))))
    if (wanted <= drawn) cycle
    write(*, '(a)', advance='no') repeat('#', wanted - drawn)
    flush(output_unit)
    drawn = wanted
  end do
  write(*, '(a)') ']'
end program legacy_bar
