! After a kernel call and a sync the program reads the values of the kernel, and the kernel reads
! the values stored by the program before: for every kind of storage, at every optimisation. A
! compiler that takes an array to be out of a kernel's reach would keep elements in registers.
module shared_arrays
  use, intrinsic :: iso_fortran_env, only: real64
  use viewfab
  implicit none
  integer, parameter :: n = 6
  real(real64) :: fixed(n,n,n)
  real(real64), allocatable :: grown(:,:,:)
  type :: field
    real(real64), allocatable :: q(:,:,:)
  end type
  type(vf_view) :: legacy_view
  type(vf_box), parameter :: first = vf_box([1, 1, 1], [1, 1, 1])
  type(vf_box), parameter :: every = vf_box([1, 1, 1], [n, n, n])
end module

program fresh_after_call
  use shared_arrays
  use claims
  implicit none
  real(real64), target :: passed(n,n,n)
  integer :: round
  interface
    subroutine legacy_routine(phi)
      import :: n, real64
      real(real64), intent(inout) :: phi(n,n,n)
    end subroutine
  end interface
  do round = 1, 3
    call local_array()
    call local_allocatable()
    call local_target()
    call pointer_array()
    call component_array()
    call module_array()
    call module_allocatable()
    call explicit_dummy(passed)
    call assumed_dummy(passed)
    call read_only_dummy()
    call legacy_view%wrap(passed, label='phi')
    call legacy_routine(passed)
    call legacy_view%release()
  end do
contains

  ! The claims on an array a, wrapped as v. a is 1 everywhere except 2 in (2,2,2). The claims are
  ! repeated for each kind of storage, because in a common procedure every array would be a dummy
  ! argument.
  subroutine local_array()
    real(real64) :: a(n,n,n)
    type(vf_view) :: v
    a = 1
    call v%wrap_without_target(a, label='local')
    a(2,2,2) = 2
    call vf_fill_value(first, v, 5.0_real64)
    call v%to_host(vf_update)
    call check(a(1,1,1) == 5, 'local array: a read is fresh')
    call check(a(2,2,2) == 2, 'local array: a store arrives')
    a(1,1,1) = 3
    call vf_fill_value(every, v, 7.0_real64)
    call v%sync_d2h()
    call check(a(1,1,1) == 7 .and. a(2,2,2) == 7, 'local array: the next read is fresh')
    call v%release()
  end subroutine

  subroutine local_allocatable()
    real(real64), allocatable :: a(:,:,:)
    type(vf_view) :: v
    allocate (a(n,n,n))
    a = 1
    call v%wrap_without_target(a, label='allocatable')
    a(2,2,2) = 2
    call vf_fill_value(first, v, 5.0_real64)
    call v%to_host(vf_update)
    call check(a(1,1,1) == 5, 'allocatable array: a read is fresh')
    call check(a(2,2,2) == 2, 'allocatable array: a store arrives')
    a(1,1,1) = 3
    call vf_fill_value(every, v, 7.0_real64)
    call v%sync_d2h()
    call check(a(1,1,1) == 7 .and. a(2,2,2) == 7, 'allocatable array: the next read is fresh')
    call v%release()
  end subroutine

  subroutine local_target()
    real(real64), target :: a(n,n,n)
    type(vf_view) :: v
    a = 1
    call v%wrap(a, label='target')
    a(2,2,2) = 2
    call vf_fill_value(first, v, 5.0_real64)
    call v%to_host(vf_update)
    call check(a(1,1,1) == 5, 'local target: a read is fresh')
    call check(a(2,2,2) == 2, 'local target: a store arrives')
    a(1,1,1) = 3
    call vf_fill_value(every, v, 7.0_real64)
    call v%sync_d2h()
    call check(a(1,1,1) == 7 .and. a(2,2,2) == 7, 'local target: the next read is fresh')
    call v%release()
  end subroutine

  subroutine pointer_array()
    real(real64), pointer :: a(:,:,:)
    type(vf_view) :: v
    allocate (a(n,n,n))
    a = 1
    call v%wrap(a, label='pointer')
    a(2,2,2) = 2
    call vf_fill_value(first, v, 5.0_real64)
    call v%to_host(vf_update)
    call check(a(1,1,1) == 5, 'pointer: a read is fresh')
    call check(a(2,2,2) == 2, 'pointer: a store arrives')
    a(1,1,1) = 3
    call vf_fill_value(every, v, 7.0_real64)
    call v%sync_d2h()
    call check(a(1,1,1) == 7 .and. a(2,2,2) == 7, 'pointer: the next read is fresh')
    call v%release()
    deallocate (a)
  end subroutine

  subroutine component_array()
    type(field) :: f
    type(vf_view) :: v
    allocate (f%q(n,n,n))
    f%q = 1
    call v%wrap_without_target(f%q, label='f%q')
    f%q(2,2,2) = 2
    call vf_fill_value(first, v, 5.0_real64)
    call v%to_host(vf_update)
    call check(f%q(1,1,1) == 5, 'array in a structure: a read is fresh')
    call check(f%q(2,2,2) == 2, 'array in a structure: a store arrives')
    f%q(1,1,1) = 3
    call vf_fill_value(every, v, 7.0_real64)
    call v%sync_d2h()
    call check(f%q(1,1,1) == 7 .and. f%q(2,2,2) == 7, &
      'array in a structure: the next read is fresh')
    call v%release()
  end subroutine

  subroutine module_array()
    type(vf_view) :: v
    fixed = 1
    call v%wrap_without_target(fixed, label='fixed')
    fixed(2,2,2) = 2
    call vf_fill_value(first, v, 5.0_real64)
    call v%to_host(vf_update)
    call check(fixed(1,1,1) == 5, 'module array: a read is fresh')
    call check(fixed(2,2,2) == 2, 'module array: a store arrives')
    fixed(1,1,1) = 3
    call vf_fill_value(every, v, 7.0_real64)
    call v%sync_d2h()
    call check(fixed(1,1,1) == 7 .and. fixed(2,2,2) == 7, 'module array: the next read is fresh')
    call v%release()
  end subroutine

  subroutine module_allocatable()
    type(vf_view) :: v
    if (.not. allocated(grown)) allocate (grown(n,n,n))
    grown = 1
    call v%wrap_without_target(grown, label='grown')
    grown(2,2,2) = 2
    call vf_fill_value(first, v, 5.0_real64)
    call v%to_host(vf_update)
    call check(grown(1,1,1) == 5, 'allocatable of a module: a read is fresh')
    call check(grown(2,2,2) == 2, 'allocatable of a module: a store arrives')
    grown(1,1,1) = 3
    call vf_fill_value(every, v, 7.0_real64)
    call v%sync_d2h()
    call check(grown(1,1,1) == 7 .and. grown(2,2,2) == 7, &
      'allocatable of a module: the next read is fresh')
    call v%release()
  end subroutine

  subroutine explicit_dummy(a)
    real(real64), intent(inout), target :: a(n,n,n)
    type(vf_view) :: v
    a = 1
    call v%wrap(a, label='explicit')
    a(2,2,2) = 2
    call vf_fill_value(first, v, 5.0_real64)
    call v%to_host(vf_update)
    call check(a(1,1,1) == 5, 'explicit-shape dummy: a read is fresh')
    call check(a(2,2,2) == 2, 'explicit-shape dummy: a store arrives')
    a(1,1,1) = 3
    call vf_fill_value(every, v, 7.0_real64)
    call v%sync_d2h()
    call check(a(1,1,1) == 7 .and. a(2,2,2) == 7, 'explicit-shape dummy: the next read is fresh')
    call v%release()
  end subroutine

  subroutine assumed_dummy(a)
    real(real64), intent(inout), target :: a(:,:,:)
    type(vf_view) :: v
    a = 1
    call v%wrap(a, label='assumed')
    a(2,2,2) = 2
    call vf_fill_value(first, v, 5.0_real64)
    call v%to_host(vf_update)
    call check(a(1,1,1) == 5, 'assumed-shape dummy: a read is fresh')
    call check(a(2,2,2) == 2, 'assumed-shape dummy: a store arrives')
    a(1,1,1) = 3
    call vf_fill_value(every, v, 7.0_real64)
    call v%sync_d2h()
    call check(a(1,1,1) == 7 .and. a(2,2,2) == 7, 'assumed-shape dummy: the next read is fresh')
    call v%release()
  end subroutine

  subroutine read_only_dummy()
    real(real64), target :: a(n,n,n)
    type(vf_view) :: v
    a = 4
    call wrap_for_reading(a, v)
    call vf_fill_value(every, v, 7.0_real64)
    call v%sync_d2h()
    call check(a(1,1,1) == 7, 'array wrapped through an INTENT(IN) dummy: a read is fresh')
    call v%release()
  end subroutine

  subroutine wrap_for_reading(a, v)
    real(real64), intent(in), target :: a(:,:,:)
    type(vf_view), intent(inout) :: v
    call v%wrap(a, label='read only')
  end subroutine
end program

! A routine in the style of legacy codes: its own argument does not have TARGET, and the view was
! made elsewhere. The fences tell the compiler about the kernel's access.
subroutine legacy_routine(phi)
  use shared_arrays
  use claims
  implicit none
  real(real64), intent(inout) :: phi(n,n,n)
  call legacy_view%to_host(vf_update)
  phi = 1
  phi(2,2,2) = 2
  call vf_fence(phi)
  call vf_fill_value(first, legacy_view, 5.0_real64)
  call legacy_view%to_host(vf_update)
  call vf_fence(phi)
  call check(phi(1,1,1) == 5, 'legacy routine: a read behind a fence is fresh')
  call check(phi(2,2,2) == 2, 'legacy routine: a store before a fence arrives')
  phi(1,1,1) = 3
  call vf_fence(phi)
  call vf_fill_value(every, legacy_view, 7.0_real64)
  call legacy_view%sync_d2h()
  call vf_fence(phi)
  call check(phi(1,1,1) == 7 .and. phi(2,2,2) == 7, 'legacy routine: the next read is fresh')
end subroutine
