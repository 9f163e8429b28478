! The slices of a work array get their views in a single call, by their first elements and their lengths, in arrays of any kind; as
! separate views, and as parts of a view of the whole.
program slices_of_work_array
  use, intrinsic :: iso_fortran_env, only: int64, real32, real64
  use viewfab
  use claims
  implicit none
  integer, parameter :: levels = 3, nx(levels) = [8, 4, 2], first(levels) = [1, 513, 577]
  integer, parameter :: extents(3, levels) = reshape([8, 8, 8, 4, 4, 4, 2, 2, 2], [3, levels])
  real(real64), target :: u(600)
  real(real32), target :: w(20, 3)
  integer(int64), target :: n(12)
  type(vf_view) :: u_v(levels), whole, parts(2)
  integer :: l, ierr
  u = 0
  call vf_views_wrap_slices(u_v, u, first, extents, label='u')
  do l = 1, levels
    call vf_fill_value(vf_box_of(1, nx(l), 1, nx(l), 1, nx(l)), u_v(l), real(l, real64))
  end do
  call check(u_v(3)%label() == 'u slice 3', 'slices are numbered')
  call vf_views_to_host(u_v)
  call check(all(u(1:512) == 1) .and. all(u(513:576) == 2) .and. all(u(577:584) == 3) .and. all(u(585:) == 0), &
    'each slice is its part of the array')
  call vf_views_release(u_v)

  ! An assumed-size array passes its first element, here the first element of a column.
  w = 0
  call wrap_columns(w(:,2:), parts)
  call vf_fill_value(vf_box_of(0, 0, -1, -1), parts(1), 4.0)
  call vf_fill_value(vf_box_of(4, 4, 0, 0), parts(2), 5.0)
  call vf_views_to_host(parts, vf_update)
  call check(w(1,2) == 4 .and. w(10,3) == 5 .and. sum(w) == 9, 'slices have lower bounds')
  call vf_views_release(parts)

  call whole%wrap(u, label='u')
  call vf_fill_value(vf_box_of(1, 600), whole, 9.0_real64)
  call vf_views_wrap_slices(u_v, u, first, extents, label='u', join=.true.)
  call vf_fill_value(vf_box_of(2, 2, 2, 2, 2, 2), u_v(3), 8.0_real64)
  call whole%to_host()
  call check(u(584) == 8 .and. u(1) == 9 .and. u(600) == 9, 'joined slices share data and state with the whole')
  call vf_views_release(u_v)
  call whole%release()

  n = 0
  call vf_views_wrap_slices(parts, n, [1, 7], reshape([6, 6], [1, 2]))
  call check(parts(2)%is_set() .and. parts(2)%label() == 'unnamed slice 2', 'arrays of integers have slices too')
  call vf_views_release(parts)
  call refusals()
  call vf_finalize()

contains

  subroutine wrap_columns(a, views)
    real(real32), target :: a(20, *)
    type(vf_view), intent(inout) :: views(2)
    call vf_views_wrap_slices(views, a(1,1), [1, 21], reshape([5, 2, 5, 2], [2, 2]), lower=[0, -1], label='columns')
  end subroutine

  subroutine refusals()
    call vf_views_wrap_slices(u_v, u, [1, 513, 600], extents, label='u', ierr=ierr)
    call check(ierr == VF_ERROR_ARGUMENT .and. mentions(vf_last_error(), "'u'", &
      'slice 3 begins at element 600 and has 8, but the array has 600 elements'), 'a slice beyond the array is named')
    call check(u_v(2)%is_set() .and. .not. u_v(3)%is_set(), 'those before it are made')
    call vf_views_wrap_slices(u_v, u, [0, 1, 2], extents, label='u', ierr=ierr)
    call check(ierr == VF_ERROR_ARGUMENT .and. mentions(vf_last_error(), 'slice 1', 'element 0'), 'elements count from 1')
    call vf_views_wrap_slices(u_v(1:2), u, first, extents, label='u', ierr=ierr)
    call check(ierr == VF_ERROR_ARGUMENT .and. mentions(vf_last_error(), '2 views', '3 beginnings'), &
      'lists of different lengths are refused')
    call vf_views_wrap_slices(u_v, u, first, extents, lower=[0, 0], label='u', ierr=ierr)
    call check(ierr == VF_ERROR_ARGUMENT .and. mentions(vf_last_error(), '2 values', 'rank 3'), 'so is a wrong lower')
    call vf_views_wrap_slices(u_v, u(1::2), first, extents, label='u', ierr=ierr)
    call check(ierr == VF_ERROR_STRIDED, 'an array with gaps is refused')
    call vf_views_wrap_slices(u_v, [(cmplx(l), l = 1, 600)], first, extents, label='z', ierr=ierr)
    call check(ierr == VF_ERROR_KIND .and. mentions(vf_last_error(), "'z'", 'real64'), 'complex numbers are refused')
    call vf_views_wrap_slices(u_v(1:2), u, [1, 5], reshape([6, 6], [1, 2]), label='u', ierr=ierr)
    call check(ierr == VF_ERROR_OVERLAP .and. mentions(vf_last_error(), 'u slice 1', 'u slice 2'), 'slices that overlap are named')
    call vf_views_release(u_v)
  end subroutine
end program
