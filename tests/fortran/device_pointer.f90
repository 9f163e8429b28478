! A device pointer has the address on the device and the bounds of the view, for each kind and rank.
! The test reads its target only if the device is the host.
program device_pointer
  use, intrinsic :: iso_c_binding, only: c_associated, c_loc
  use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
  use viewfab
  use claims
  implicit none
  call ranks()
  call kinds()
  call state()
  call misfits()
contains

  subroutine ranks()
    real(real64), target :: a1(4), a2(4,3), a3(4,3,2), a4(4,3,2,2)
    real(real64), pointer, contiguous :: p1(:), p2(:,:), p3(:,:,:), p4(:,:,:,:)
    type(vf_view) :: v
    a1 = 1; a2 = 2; a3 = 3; a4 = 4
    call v%wrap(a1, [-2])
    call v%device_pointer(p1, vf_read)
    call check(all(lbound(p1) == [-2]) .and. all(shape(p1) == shape(a1)), 'bounds in rank 1')
    call v%wrap(a2, [-2, 0])
    call v%device_pointer(p2, vf_read)
    call check(all(lbound(p2) == [-2, 0]) .and. all(shape(p2) == shape(a2)), 'bounds in rank 2')
    call v%wrap(a3, [-2, 0, 5])
    call v%device_pointer(p3, vf_read)
    call check(all(lbound(p3) == [-2, 0, 5]) .and. all(shape(p3) == shape(a3)), 'bounds in rank 3')
    call v%wrap(a4, [-2, 0, 5, 1])
    call v%device_pointer(p4, vf_read)
    call check(all(lbound(p4) == [-2, 0, 5, 1]) .and. all(shape(p4) == shape(a4)), &
      'bounds in rank 4')
    if (vf_context_device() == 'host') call check(all(p4 == 4), 'the values are there')
    call v%release()
  end subroutine

  subroutine kinds()
    real(real32), target :: a(3)
    integer(int32), target :: b(3)
    integer(int64), target :: c(3)
    logical, target :: d(3)
    real(real32), pointer, contiguous :: p(:)
    integer(int32), pointer, contiguous :: q(:)
    integer(int64), pointer, contiguous :: r(:)
    logical, pointer, contiguous :: s(:)
    type(vf_view) :: v
    a = 1; b = 2; c = 3; d = .true.
    call v%wrap(a)
    call v%device_pointer(p, vf_read)
    if (vf_context_device() == 'host') call check(all(p == 1), 'real32 values are there')
    call v%wrap(b)
    call v%device_pointer(q, vf_read)
    if (vf_context_device() == 'host') call check(all(q == 2), 'int32 values are there')
    call v%wrap(c)
    call v%device_pointer(r, vf_read)
    if (vf_context_device() == 'host') call check(all(r == 3), 'int64 values are there')
    call v%wrap(d)
    call v%device_pointer(s, vf_read)
    if (vf_context_device() == 'host') call check(all(s), 'logical values are there')
    call v%release()
  end subroutine

  subroutine state()
    real(real64), target :: a(0:3,0:3,0:3)
    real(real64), pointer, contiguous :: p(:,:,:), again(:,:,:)
    type(vf_view) :: v
    a = 1
    call v%wrap(a, [0, 0, 0], 'a')
    call v%device_pointer(p, vf_read)
    call check(v%valid_on(vf_host), 'after vf_read the host is still valid')
    call check(v%valid_on(vf_device), 'after vf_read the device is valid')
    call v%device_pointer(again, vf_update)
    call check(c_associated(c_loc(p), c_loc(again)), 'the address stays until release')
    call check(v%valid_on(vf_device), 'after vf_update the device is valid')
    if (vf_context_device() == 'host') then
      again(2,2,2) = 9
      call v%to_host()
      call check(a(2,2,2) == 9 .and. count(a == 9) == 1, 'what was written there reaches the host')
    end if
    call v%release(discard=.true.)
  end subroutine

  subroutine misfits()
    real(real64), target :: a(3,3)
    real(real64), pointer, contiguous :: p1(:), p2(:,:)
    real(real32), pointer, contiguous :: q(:,:)
    type(vf_view) :: v
    integer :: ierr
    a = 0
    call v%device_pointer(p2, vf_read, ierr)
    call check(ierr == VF_ERROR_NULL .and. .not. associated(p2), 'a view that is not set has none')
    call v%wrap(a, label='field')
    call v%device_pointer(p1, vf_read, ierr)
    call check(ierr == VF_ERROR_ARGUMENT .and. .not. associated(p1), 'another rank is refused')
    call check(index(vf_last_error(), "'field'") > 0, 'the text for another rank has the label')
    call v%device_pointer(q, vf_read, ierr)
    call check(ierr == VF_ERROR_KIND .and. .not. associated(q), 'another kind is refused')
    call check(mentions(vf_last_error(), 'real32', 'real64'), &
      'the text for another kind names both')
    call v%host_pointer(q, ierr)
    call check(ierr == VF_ERROR_KIND, 'host_pointer refuses another kind')
    call v%release()
  end subroutine
end program
