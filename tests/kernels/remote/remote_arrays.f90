! Remote arrays in Fortran: the guide's product with a matrix of neighbours in a ring, on a single rank.
program remote_arrays
  use, intrinsic :: iso_c_binding, only: c_int
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use remote_kernels_kernels, only: vf_add_to, vf_ell_product, vf_ell_product_dot
  use viewfab
  implicit none
  integer, parameter :: rows = 300, entries = 3
  type(vf_group) :: group
  type(vf_remote) :: p, count
  type(vf_view) :: p_v, p_box, values_v, columns_v, wide_v, y_v, to_v, place_v, ones_v
  real(real64), target :: values(rows, entries), y(rows), ones(rows)
  integer, target :: columns(rows, entries)
  integer(int64), target :: wide(rows, entries), to(rows), place(rows)
  real(real64), pointer, contiguous :: p_of_host(:), p_3d(:, :, :)
  integer, pointer, contiguous :: counted(:)
  real(real64) :: product
  integer(c_int) :: ierr
  integer :: i

  call group%create_alone()
  call p%create(group, 0.0_real64, rows, label='p')
  call count%create(group, 0, rows, label='count')
  if (.not. p%is_set() .or. p%label() /= 'p') error stop 'the array has no name'
  if (p%total() /= rows .or. p%first() /= 1) error stop 'the array has another size'
  do i = 1, rows
    values(i, :) = [1.0_real64, -2.0_real64, 1.0_real64]
    columns(i, :) = [modulo(i - 2, rows) + 1, i, modulo(i, rows) + 1]
  end do
  wide = columns
  call p%numbers(columns)
  call p%numbers(wide)
  if (columns(1, 2) /= p%number(0, 1) .or. wide(rows, 2) /= p%number(0, rows)) error stop 'other numbers'
  call values_v%wrap(values, label='values')
  call columns_v%wrap(columns, label='columns')
  call wide_v%wrap(wide, label='wide')
  call y_v%wrap(y, label='y')

  p_v = p%view()
  call p_v%host_pointer(p_of_host)
  call p%to_host(vf_write)
  p_of_host = [(real(i, real64)**2, i=1, rows)]
  call vf_ell_product(vf_box_of(1, rows), values_v, columns_v, p, y_v, entries, ierr)
  if (ierr /= VF_ERROR_STATE) error stop 'a missing fence is not refused'
  call p%fence()
  call vf_ell_product(vf_box_of(1, rows), values_v, columns_v, p, y_v, entries)
  call y_v%to_host(vf_read)
  if (any(y(2:rows - 1) /= 2)) error stop 'the second difference of squares is not 2'
  call vf_ell_product_dot(vf_box_of(1, rows), values_v, wide_v, p, p, y_v, entries, product)
  call y_v%to_host(vf_read)
  call p%to_host(vf_read)
  if (abs(product - sum(p_of_host*y)) > 1e-6_real64*abs(product)) error stop 'another product'

  ! into two elements
  to = [(p%number(0, 1 + modulo(i, 2)), i=1, rows)]
  place = [(count%number(0, 1 + modulo(i, 2)), i=1, rows)]
  ones = 1
  call to_v%wrap(to, label='to')
  call place_v%wrap(place, label='place')
  call ones_v%wrap(ones, label='ones')
  call vf_fill_value(vf_box_of(1, rows), p, 0.0_real64)
  call p%fence()
  call vf_add_to(vf_box_of(1, rows), to_v, place_v, ones_v, p, count)
  call p%fence()
  call count%fence()
  call p%to_host(vf_read)
  call count%to_host(vf_read)
  p_v = count%view()
  call p_v%host_pointer(counted)
  if (any(p_of_host(1:2) /= rows/2) .or. any(counted(1:2) /= rows/2)) error stop 'additions were lost'
  if (any(p_of_host(3:) /= 0)) error stop 'additions went elsewhere'

  ! the own part with three indices
  p_v = p%view()
  call p_v%host_pointer(p_of_host)
  p_3d(1:10, 1:6, 1:5) => p_of_host
  call p_box%wrap(p_3d, label='p in a box', join=.true.)
  call vf_fill_value(vf_box([1, 1, 1], [10, 6, 5]), p_box, 3.0_real64)
  call vf_ell_product(vf_box_of(1, rows), values_v, columns_v, p, y_v, entries, ierr)
  if (ierr /= VF_ERROR_STATE) error stop 'a write through another view is not seen'
  call p%fence()
  call vf_ell_product(vf_box_of(1, rows), values_v, columns_v, p, y_v, entries)
  call y_v%to_host(vf_read)
  if (any(y /= 0)) error stop 'the second difference of a constant is not 0'
  call p%release(ierr=ierr)
  if (ierr /= VF_ERROR_STATE) error stop 'the array ends before its other view'
  call p_box%release()

  call p_v%release(ierr=ierr)
  if (ierr /= VF_ERROR_STATE) error stop 'the view of the own part ends by itself'
  call p%release()
  call count%release()
  if (p%is_set() .or. p%total() /= -1) error stop 'the array is there after its end'
  call p%fence(ierr)
  if (ierr /= VF_ERROR_NULL) error stop 'an array that was released has a fence'
  call group%destroy()
  call vf_finalize()
end program
