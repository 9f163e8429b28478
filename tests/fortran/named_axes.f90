! Arrays with named indices: wrap takes ranks 1 to 7 with axes, and select takes an index of an axis.
program named_axes
  use, intrinsic :: iso_c_binding, only: c_associated, c_loc
  use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
  use viewfab
  use claims
  implicit none
  call ranks()
  call types()
  call time_levels()
  call pointers()
  call many_arrays()
  call refusals()
  call example()
contains

  subroutine example()
    interface
      subroutine keep_old_level(dp3d, np, nlev, nelem, n0, np1)
        integer, intent(in) :: np, nlev, nelem, n0, np1
        double precision, target, intent(inout) :: dp3d(np, np, nlev, 3, nelem)
      end subroutine
    end interface
    double precision, target :: dp3d(4,4,5,3,6)
    integer :: t
    do t = 1, 3
      dp3d(:,:,:,t,:) = t
    end do
    call keep_old_level(dp3d, 4, 5, 6, 3, 1)
    call check(all(dp3d(:,:,:,1,:) == 3) .and. all(dp3d(:,:,:,2,:) == 2), 'the example of the guide copies one time level')
  end subroutine

  subroutine ranks()
    type(vf_view) :: v
    real(real64), target :: a1(3), a2(3,4), a3(2,2,3), a4(2,2,3,4), a5(2,2,3,2,4), a6(2,2,3,2,3,4), a7(2,2,2,3,2,3,4)
    a1 = 1
    a2 = 1
    a3 = 1
    a4 = 1
    a5 = 1
    a6 = 1
    a7 = 1
    call v%wrap(a1, axes='k', label='a1')
    call check(sum_of(v, 1, 3, 1) == 3, 'an array of rank 1 has axes')
    call v%wrap(a2, axes='k e')
    call check(sum_of(v, 1, 3, 4) == 12, 'an array of rank 2 has axes')
    call v%wrap(a3, axes='i j e')
    call check(sum_of(v, 4, 1, 3) == 12, 'an array of rank 3 has axes')
    call v%wrap(a4, axes='i j k e')
    call check(sum_of(v, 4, 3, 4) == 48, 'an array of rank 4 has axes')
    call v%wrap(a5, axes='i j k q e')
    call check(sum_of(v, 4, 6, 4) == 96, 'an array of rank 5 has axes')
    call v%wrap(a6, axes='i j k q t e')
    call v%select(v, 't', 2)
    call check(sum_of(v, 4, 6, 4) == 96, 'an array of rank 6 has axes')
    call v%wrap(a7, axes='i j c k q t e')
    call v%select(v, 't', 3)
    call check(sum_of(v, 4, 12, 4) == 192, 'an array of rank 7 has axes')
    call v%release()
  end subroutine

  subroutine types()
    type(vf_view) :: v
    real(real32), target :: single(2,2,3,2,4)
    integer(int32), target :: short(2,2,3,2,4)
    integer(int64), target :: long(2,2,3,2,4)
    logical, target :: truth(2,2,3,2,4)
    complex(real64), target :: z(2,2,3,2,4)
    integer :: ierr
    single = 0
    short = 0
    long = 0
    truth = .false.
    z = 0
    call v%wrap(single, axes='i j k t e', ierr=ierr)
    call check(ierr == VF_OK, 'real32 of rank 5 is wrapped')
    call v%wrap(short, axes='i j k t e', ierr=ierr)
    call check(ierr == VF_OK, 'int32 of rank 5 is wrapped')
    call v%wrap(long, axes='i j k t e', ierr=ierr)
    call check(ierr == VF_OK, 'int64 of rank 5 is wrapped')
    call v%wrap(truth, axes='i j k t e', ierr=ierr)
    call check(ierr == VF_OK, 'default logical of rank 5 is wrapped')
    call v%wrap_without_target(z, axes='i j k t e', ierr=ierr)
    call check(ierr == VF_ERROR_KIND, 'complex of rank 5 is refused')
    call v%release()
  end subroutine

  subroutine time_levels()
    real(real64), target :: dp3d(2,2,3,-1:1,4)
    type(vf_view) :: all_of_it, now, before
    integer :: t
    do t = -1, 1
      dp3d(:,:,:,t,:) = t
    end do
    call all_of_it%wrap(dp3d, lower=[1, 1, 1, -1, 1], axes='i j k t e', label='dp3d')
    call now%select(all_of_it, 't', 1)
    call before%select(all_of_it, 't', 0)
    call vf_copy(vf_box([1, 1, 1], [4, 3, 4]), now, before)
    call check(all_of_it%valid_on(vf_host) .eqv. now%valid_on(vf_host), 'a selection has the state of its array')
    call all_of_it%to_host()
    call check(all(dp3d(:,:,:,0,:) == 1), 'one time level is copied to another one')
    call check(all(dp3d(:,:,:,1,:) == 1) .and. all(dp3d(:,:,:,-1,:) == -1), 'and the others stay')
    call all_of_it%release()
    call before%release()
    call check(now%is_set(), 'a selection outlives its parent')
    call now%release()
  end subroutine

  subroutine pointers()
    real(real64), target :: q(3,4,2)
    real(real64), pointer, contiguous :: p(:,:,:), plane(:,:)
    type(vf_view) :: whole, part
    integer :: ierr
    q = 0
    call whole%wrap(q, lower=[0, 1, 5], axes='i k e', label='q')
    call whole%host_pointer(p)
    call check(c_associated(c_loc(p), c_loc(q)) .and. lbound(p, 3) == 5, 'a pointer to an array with axes has its bounds')
    call part%select(whole, 'e', 6)
    call part%host_pointer(plane)
    call check(c_associated(c_loc(plane), c_loc(q(1,1,2))), 'a pointer to a selection in one piece begins there')
    call part%select(whole, 'k', 2)
    call part%host_pointer(plane, ierr=ierr)
    call check(ierr == VF_ERROR_ARGUMENT .and. index(vf_last_error(), 'gaps') > 0, 'a pointer to one with gaps is refused')
    call part%release()
    call whole%release()
  end subroutine

  ! Twenty arrays of a weather model in a call: levels are the second index, and bounds are those of the memory.
  subroutine many_arrays()
    integer, parameter :: ims = -3, ime = 2, kms = 0, kme = 4, jms = -1, jme = 5
    type(vf_view) :: v(20), t, q, few(2)
    real(real32), target :: a(ims:ime, kms:kme, jms:jme, 18)
    integer(int32), target :: mask(ims:ime, kms:kme, jms:jme)
    real(real64), target :: last(ims:ime, kms:kme, jms:jme)
    real(real64), target :: levels(2,2,3,-1:1,2,2)
    real(real64), allocatable, target :: of_levels(:,:,:,:,:,:), of_species(:,:,:)
    integer :: n, ierr
    do n = 1, 18
      a(:,:,:,n) = n
    end do
    mask = 1
    last = 20
    levels = 1
    levels(:,:,:,:,:,2) = 2
    call vf_views_wrap([ims, kms, jms], v(1), a(:,:,:,1), 'a1', v(2), a(:,:,:,2), 'a2', v(3), a(:,:,:,3), 'a3', v(4), a(:,:,:,4), &
      'a4', v(5), a(:,:,:,5), 'a5', v(6), a(:,:,:,6), 'a6', v(7), a(:,:,:,7), 'a7', v(8), a(:,:,:,8), 'a8', v(9), a(:,:,:,9), &
      'a9', v(10), a(:,:,:,10), 'a10', v(11), a(:,:,:,11), 'a11', v(12), a(:,:,:,12), 'a12', v(13), a(:,:,:,13), 'a13', v(14), &
      a(:,:,:,14), 'a14', v(15), a(:,:,:,15), 'a15', v(16), a(:,:,:,16), 'a16', v(17), a(:,:,:,17), 'a17', v(18), a(:,:,:,18), &
      'a18', v(19), mask, 'mask', v(20), last, 'last', axes='i k b')
    ! The points of a kernel are i, k and b, with the bounds of the memory.
    call vf_fill_value(vf_box([ims, kms, jms], [ims, kme, jme]), v(18), -1.0_real64)
    call vf_fill_value(vf_box([ime, kms, jms], [ime, kms, jms]), v(20), -2.0_real64)
    call vf_views_to_host(v)
    call check(all(a(ims,:,:,18) == -1) .and. all(a(ims+1:,:,:,18) == 18) .and. all(a(:,:,:,17) == 17), &
      'the eighteenth of twenty arrays has its axes and bounds')
    call check(last(ime, kms, jms) == -2 .and. count(last == 20) == size(last) - 1, 'the twentieth array has them too')
    call vf_views_release(v)
    call vf_views_wrap([1, 1, 1, -1, 1], few(1), levels(:,:,:,:,:,1), 'one', few(2), levels(:,:,:,:,:,2), 'two', axes='i j k t e')
    call q%select(few(2), 't', -1)
    call check(sum_of(q, 4, 3, 2) == 48, 'arrays with lower bounds have the axes of the call')
    call vf_views_release(few(1), few(2), q)

    allocate (of_levels(2,2,3,2,-1:1,4), of_species(2,3,4))
    of_levels = 1
    of_species = 1
    call vf_views_wrap(few(1), of_species, 'of_species', ierr=ierr, axes='i q b')
    call check(ierr == VF_OK, 'arrays with the ALLOCATABLE attribute take axes')
    call vf_views_release(few(1))
    call vf_views_wrap(t, of_levels, 'of_levels', axes='i j k s t e')
    call q%select(t, 't', -1)
    call check(sum_of(q, 4, 6, 4) == 96, 'arrays of rank 6 with the ALLOCATABLE attribute take axes, and keep their bounds')
    call vf_views_release(t, q)
    call vf_views_wrap(t, of_levels, 'of_levels', ierr=ierr)
    call check(ierr == VF_ERROR_ARGUMENT .and. index(vf_last_error(), "'of_levels'") > 0 &
      .and. index(vf_last_error(), 'with axes') > 0, 'without axes rank 6 is refused')
    call vf_views_wrap([1, 1, 1], t, of_species, 'of_species', q, of_levels, 'of_levels', ierr=ierr, axes='i q b')
    call check(ierr == VF_ERROR_ARGUMENT .and. t%is_set() .and. .not. q%is_set() .and. index(vf_last_error(), "'of_levels'") > 0, &
      'an array of another rank is refused by its label')
    call t%release()
  end subroutine

  subroutine refusals()
    real(real64), target :: a(2,2,3,2,4)
    type(vf_view) :: v, part
    integer :: ierr
    a = 0
    call v%wrap(a, label='a', ierr=ierr)
    call check(ierr == VF_ERROR_ARGUMENT .and. index(vf_last_error(), "'a'") > 0 &
      .and. index(vf_last_error(), 'axes') > 0, 'rank 5 without axes is refused')
    call v%wrap(a(:,:,:,1:1,:), axes='i j k t e', label='a', ierr=ierr)
    call check(ierr == VF_ERROR_STRIDED, 'a section of rank 5 is refused')
    call v%wrap(a, axes='i j k e', label='a', ierr=ierr)
    call check(ierr == VF_ERROR_ARGUMENT .and. .not. v%is_set(), 'four letters for rank 5 are refused')
    call v%wrap(a, axes='i j k t e', label='a')
    call part%select(v, 't', 3, ierr)
    call check(ierr == VF_ERROR_ARGUMENT .and. .not. part%is_set(), 'an index that is not there is refused')
    call vf_fill_value(vf_box([1, 1, 1], [4, 6, 4]), v, 1.0_real64, ierr=ierr)
    call check(ierr == VF_ERROR_ARGUMENT .and. index(vf_last_error(), 'axis t') > 0, 'a kernel refuses a free axis')
    call v%release()
  end subroutine

  function sum_of(v, points, rest, blocks)
    type(vf_view), intent(in) :: v
    integer, intent(in) :: points, rest, blocks
    real(real64) :: sum_of
    call vf_sum(vf_box([1, 1, 1], [points, rest, blocks]), v, sum_of)
  end function
end program

! The example of the guide.
subroutine keep_old_level(dp3d, np, nlev, nelem, n0, np1)
  use viewfab
  integer, intent(in) :: np, nlev, nelem, n0, np1
  double precision, target, intent(inout) :: dp3d(np, np, nlev, 3, nelem)
  type(vf_view) :: dp3d_v, now, next
  call dp3d_v%wrap(dp3d, axes='i j k t e', label='dp3d')  ! points, levels, time levels, elements
  call now%select(dp3d_v, 't', n0)                        ! shares data and state with dp3d_v
  call next%select(dp3d_v, 't', np1)
  call vf_copy(vf_box([1, 1, 1], [np*np, nlev, nelem]), now, next)
  call dp3d_v%to_host(vf_read)
  call now%release()
  call next%release()
  call dp3d_v%release()
end subroutine
