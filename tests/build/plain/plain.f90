program plain
  use, intrinsic :: iso_fortran_env, only: real64
  use viewfab
  implicit none
  real(real64), target :: values(7)
  type(vf_view) :: view
  values = 0
  call view%wrap(values, label='values')
  call vf_fill_value(vf_box_of(2, 7), view, 3.0_real64)
  call view%to_host(vf_read)
  call view%release()
  call vf_finalize()
  if (values(1) == 0 .and. all(values(2:) == 3)) then
    print '(a)', 'set'
  else
    print '(a)', 'wrong'
  end if
end program
