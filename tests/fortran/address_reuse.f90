! An array was deallocated without release, and a new array has its address. The new array's values
! count. If the device has newer values of the old array, wrap refuses to guess.
program address_reuse
  use, intrinsic :: iso_c_binding, only: c_associated, c_loc, c_null_ptr, c_ptr
  use, intrinsic :: iso_fortran_env, only: real64
  use viewfab
  use claims
  implicit none
  integer, parameter :: n = 8
  type(vf_box), parameter :: every = vf_box([1, 1, 1], [n, n, n])
  type(vf_box), parameter :: inner = vf_box([2, 2, 2], [n-1, n-1, n-1])
  real(real64), target :: memory(n,n,n)    ! stands in for memory that an allocator gives out twice
  call allocated_twice()
  call same_memory()
  call newer_on_device()
  call smaller_array()
contains

  subroutine allocated_twice()
    real(real64), allocatable, target :: a(:,:,:)
    type(vf_view) :: old, new
    type(c_ptr) :: address
    allocate (a(n,n,n))
    a = 1
    call old%wrap(a, label='old')
    call vf_fill_value(every, old, 2.0_real64)
    call old%to_host()
    address = c_loc(a)
    deallocate (a)
    allocate (a(n,n,n))
    if (.not. c_associated(address, c_loc(a))) print '(a)', 'the allocator gave another address'
    a = 3
    call new%wrap(a, label='new')
    call only_inner_changes(new, a)
    call new%release()
    call old%release(discard=.true.)
  end subroutine

  subroutine same_memory()
    type(vf_view) :: old, new
    memory = 1
    call old%wrap(memory, label='old')
    call vf_fill_value(every, old, 2.0_real64)
    call old%to_host()
    call check(old%valid_on(vf_device), 'the old array is on the device')
    memory = 3
    call new%wrap(memory, label='new')
    call only_inner_changes(new, memory)
    call new%release()
    call old%release(discard=.true.)
  end subroutine

  ! A kernel writes a box inside the array; the rest went to the device and came back.
  subroutine only_inner_changes(v, a)
    type(vf_view), intent(in) :: v
    real(real64), intent(in), target :: a(n,n,n)
    call vf_fill_value(inner, v, 5.0_real64)
    call v%sync_d2h()
    call check(a(1,1,1) == 3 .and. a(n,n,n) == 3, 'the values of the new array count')
    call check(all(a(2:n-1,2:n-1,2:n-1) == 5), 'and the kernel wrote the new array')
    call check(count(a == 3) + count(a == 5) == n**3, 'nothing is left of the old array')
  end subroutine

  subroutine newer_on_device()
    type(vf_view) :: old, new
    integer :: ierr
    memory = 1
    call old%wrap(memory, label='old')
    call vf_fill_value(every, old, 2.0_real64)
    if (.not. old%valid_on(vf_host)) then
      memory = 3
      call new%wrap(memory, label='new', ierr=ierr)
      call check(ierr == VF_ERROR_OVERLAP .and. .not. new%is_set(), &
        'a new array over newer values of an old one is refused')
      call check(mentions(vf_last_error(), "'new'", "'old'"), 'and the text names both')
      call check(all(memory == 3), 'the refusal did not touch the new array')
    end if
    call old%release(discard=.true.)
    memory = 3
    call new%wrap(memory, label='new')
    call only_inner_changes(new, memory)
    call new%release()
  end subroutine

  subroutine smaller_array()
    real(real64), pointer, contiguous :: part(:,:,:)
    type(vf_view) :: old, new
    memory = 1
    call old%wrap(memory, label='old')
    call vf_fill_value(every, old, 2.0_real64)
    call old%to_host()
    part => memory(:,:,3:4)
    part = 3
    call new%wrap(part, label='new')
    call vf_fill_value(vf_box([1, 1, 1], [1, 1, 1]), new, 5.0_real64)
    call new%to_host()
    call check(part(1,1,1) == 5 .and. count(part == 3) == size(part) - 1, &
      'a smaller array inside an old one counts too')
    call new%release()
    call old%release(discard=.true.)
  end subroutine
end program
