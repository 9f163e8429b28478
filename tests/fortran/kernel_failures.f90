! Every generated procedure of a kernel hands on the status of its call: to ierr, or to the handler. Together the kernels have
! all forms: one box or many, coefficients of either kind or none, a result that is read or stays.
program kernel_failures
  use, intrinsic :: iso_c_binding, only: c_int
  use, intrinsic :: iso_fortran_env, only: real32, real64
  use viewfab
  use claims
  use failures
  implicit none
  real(real64), target :: x(4, 4, 4), y(4, 4, 4), number(1)
  type(vf_view) :: x_v, y_v, number_v
  type(vf_box) :: whole, outside, many(2)
  type(vf_boundary) :: sides
  real(real64) :: result
  integer(c_int) :: ierr

  call vf_error_use_handler(record)
  x = 1
  y = 2
  number = 3
  call x_v%wrap(x, label='x')
  call y_v%wrap(y, label='y')
  call number_v%wrap(number, label='number')
  whole = vf_box([1, 1, 1], [4, 4, 4])
  outside = vf_box([1, 1, 1], [4, 4, 5])
  many = [whole, outside]
  sides%kind = 7

  call vf_axpy(outside, 2.0_real64, x_v, y_v, ierr)
  call vf_axpy(outside, 2.0_real64, x_v, y_v)
  call expect(ierr, VF_ERROR_BOX, 'one box, real64')
  call vf_axpy(outside, 2.0_real32, x_v, y_v, ierr)
  call vf_axpy(outside, 2.0_real32, x_v, y_v)
  call expect(ierr, VF_ERROR_BOX, 'one box, real32')
  call vf_axpy(many, 2.0_real64, x_v, y_v, ierr)
  call vf_axpy(many, 2.0_real64, x_v, y_v)
  call expect(ierr, VF_ERROR_BOX, 'boxes, real64')
  call vf_axpy(many, 2.0_real32, x_v, y_v, ierr)
  call vf_axpy(many, 2.0_real32, x_v, y_v)
  call expect(ierr, VF_ERROR_BOX, 'boxes, real32')
  call vf_copy(outside, x_v, y_v, ierr)
  call vf_copy(outside, x_v, y_v)
  call expect(ierr, VF_ERROR_BOX, 'without coefficients')
  call vf_gsrb_poisson(whole, x_v, y_v, 1.0_real64, 2, ierr)
  call vf_gsrb_poisson(whole, x_v, y_v, 1.0_real64, 2)
  call expect(ierr, VF_ERROR_ARGUMENT, 'a colour that is none')
  call vf_fill_ghosts(whole, x_v, sides, ierr)
  call vf_fill_ghosts(whole, x_v, sides)
  call expect(ierr, VF_ERROR_ARGUMENT, 'a boundary that is none')
  call vf_dot(outside, x_v, y_v, result, ierr)
  call vf_dot(outside, x_v, y_v, result)
  call expect(ierr, VF_ERROR_BOX, 'a reduction of one box')
  call vf_dot(many, x_v, y_v, result, ierr)
  call vf_dot(many, x_v, y_v, result)
  call expect(ierr, VF_ERROR_BOX, 'a reduction of boxes')
  call vf_dot(outside, x_v, y_v, number_v, ierr)
  call vf_dot(outside, x_v, y_v, number_v)
  call expect(ierr, VF_ERROR_BOX, 'a reduction of one box that stays')
  call vf_dot(many, x_v, y_v, number_v, ierr)
  call vf_dot(many, x_v, y_v, number_v)
  call expect(ierr, VF_ERROR_BOX, 'a reduction of boxes that stays')
  call x_v%to_host()
  call y_v%to_host()
  call number_v%to_host()
  call check(all(x == 1) .and. all(y == 2) .and. number(1) == 3, 'a call that fails changes nothing')
  call vf_axpy(whole, 2.0_real32, x_v, y_v, ierr)
  call check(ierr == VF_OK, 'ierr is VF_OK after a call that was done')
  call y_v%to_host()
  call check(all(y == 4), 'which it was')
  call x_v%release()
  call y_v%release()
  call number_v%release()
end program
