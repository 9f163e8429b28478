! An original gets the arguments of the kernel's call, for kernels of each kind and for bounds of either sign. Its
! writes arrive in the code's own array.
program original_arguments
  use, intrinsic :: iso_fortran_env, only: real32, real64
  use arrived
  use claims
  use test_original_arguments_kernels
  use viewfab_originals
  implicit none
  type(vf_view) :: phi_v, rhs_v, a_v, bx_v, by_v, bz_v, mask_v
  real(real64), parameter :: h(3) = [0.1_real64, 0.2_real64, 0.3_real64]
  real(real64) :: found
  integer :: i, j, k
  call vf_gsrb_poisson_register_original(gsrb_poisson_original)
  call vf_gsrb_poisson_register_original_real32(gsrb_poisson_original_real32)
  call vf_average_register_original(average_original)
  call vf_gsrb_helmholtz_register_original(gsrb_helmholtz_original)
  call vf_fill_ghosts_register_original(fill_ghosts_original)
  call vf_dot_register_original(dot_original)
  call vf_every_argument_register_original(every_argument_original)
  call vf_validate_mode(VF_MODE_ORIGINAL)
  box = vf_box([-3, -2, 1], [2, 3, 4])
  sides = vf_boundary(kind=[vf_dirichlet, vf_periodic, vf_neumann, vf_reflect_odd, vf_periodic, vf_unfilled], &
    order=3, distance=[0.5_real64, 0.0_real64, 0.0_real64, 0.25_real64, 0.0_real64, 0.75_real64])
  window = vf_box([-9, 8, -7], [6, -5, 4])

  call fields()
  do colour = 0, 1
    phi = codes(lbound_of(phi), ubound_of(phi), components)
    call phi_v%mark_written(vf_host)
    call vf_gsrb_poisson(box, phi_v, rhs_v, 0.3_real64, colour)
    call phi_v%to_host()
    do k = box%lower(3), box%upper(3)
      do j = box%lower(2), box%upper(2)
        do i = box%lower(1), box%upper(1)
          if (modulo(i + j + k, 2) == colour) phi(i,j,k,:) = phi(i,j,k,:)/2
        end do
      end do
    end do
    call check(all(nint(phi) == codes(lbound_of(phi), ubound_of(phi), components)), 'writes go to the cells of one colour')
  end do
  call check(calls == 2, 'each call of a kernel is one of its original')

  call fields()
  colour = 1
  call wrap_one(a, a_v, [-4, -2, 0], [2, 4, 4])
  call wrap_one(bx, bx_v, [-3, -2, 1], [3, 3, 4])
  call wrap_one(by, by_v, [-5, -2, 1], [2, 4, 4])
  call wrap_one(bz, bz_v, [-3, -3, 1], [2, 3, 5])
  call vf_gsrb_helmholtz(box, phi_v, rhs_v, 0.5_real64, 1.5_real64, a_v, bx_v, by_v, bz_v, h, 1.15_real64, colour)
  call written(box%upper, 'an original of gsrb_helmholtz')

  call fields()
  call vf_fill_ghosts(box, phi_v, sides)
  call written(box%lower - [1, 0, 0], 'an original of fill_ghosts')

  call fields()
  call vf_dot(box, phi_v, rhs_v, found)
  call check(found == sum(real(codes(box%lower, box%upper, components), real64)**2), 'the result of an original comes back')
  call vf_dot([box, vf_box([1, 1, 1], [0, 0, 0])], phi_v, rhs_v, found)
  call check(found == sum(real(codes(box%lower, box%upper, components), real64)**2), 'an empty box is left out')

  call fields()
  allocate (mask(-3:2, -2:3, 0:4))
  mask = codes_of_one([-3, -2, 0], [2, 3, 4])
  call mask_v%wrap(mask, [-3, -2, 0])
  call vf_every_argument(box, -7, phi_v, h, mask_v, sides, [-1, 2, -3], window, 2.5_real64, 2)
  call written(box%lower, 'an original of a kernel over faces')

  call fields([-7, -4, 2], [6, 7, 9])
  call vf_average(box, rhs_v, phi_v)
  call phi_v%to_host()
  call check(nint(phi(-3,-2,1,2)) == code(-5, -4, 2, 2) .and. nint(phi(2,3,4,1)) == code(5, 6, 8, 1), &
    'coarse and fine elements are found')
  phi(-3:2,-2:3,1:4,:) = codes(box%lower, box%upper, components)
  call check(all(nint(phi) == codes(lbound_of(phi), ubound_of(phi), components)), 'elements that are not written stay')
  call check(calls == 8, 'each kernel has called its original')

  call real32_arrays()
  call phi_v%release()
  call rhs_v%release()
  call mask_v%release()
  call a_v%release()
  call bx_v%release()
  call by_v%release()
  call bz_v%release()
contains

  ! Makes phi and rhs anew, rhs with the given bounds.
  subroutine fields(lo, hi)
    integer, intent(in), optional :: lo(3), hi(3)
    integer :: low(3), high(3)
    low = [-3, -4, 0]
    high = [3, 3, 4]
    if (present(lo)) low = lo
    if (present(hi)) high = hi
    if (phi_v%is_set()) call phi_v%release()
    if (rhs_v%is_set()) call rhs_v%release()
    if (allocated(phi)) deallocate (phi, rhs)
    allocate (phi(-5:3, -3:4, 0:6, components))
    allocate (rhs(low(1):high(1), low(2):high(2), low(3):high(3), components))
    phi = codes(lbound_of(phi), ubound_of(phi), components)
    rhs = codes(low, high, components)
    call phi_v%wrap(phi, [-5, -3, 0, 1], 'phi')
    call rhs_v%wrap(rhs, [low, 1], 'rhs')
  end subroutine

  subroutine wrap_one(array, view, lo, hi)
    real(real64), allocatable, target, intent(inout) :: array(:,:,:)
    type(vf_view), intent(inout) :: view
    integer, intent(in) :: lo(3), hi(3)
    allocate (array(lo(1):hi(1), lo(2):hi(2), lo(3):hi(3)))
    array = codes_of_one(lo, hi)
    call view%wrap(array, lo)
  end subroutine

  ! Stops unless the last component of phi is -1 at the place, and all other elements are unchanged.
  subroutine written(place, what)
    integer, intent(in) :: place(3)
    character(*), intent(in) :: what
    call phi_v%to_host()
    call check(phi(place(1),place(2),place(3),components) == -1, what // ' writes in the code''s own array')
    phi(place(1),place(2),place(3),components) = code(place(1), place(2), place(3), components)
    call check(all(nint(phi) == codes(lbound_of(phi), ubound_of(phi), components)), what // ' writes nothing else')
  end subroutine

  subroutine real32_arrays()
    allocate (phi32(-4:3, -3:4, 0:5, components), rhs32(-3:3, -2:3, 1:4, components))
    phi32 = codes([-4, -3, 0], [3, 4, 5], components)
    rhs32 = codes([-3, -2, 1], [3, 3, 4], components)
    call phi_v%release()
    call rhs_v%release()
    call phi_v%wrap(phi32, [-4, -3, 0, 1])
    call rhs_v%wrap(rhs32, [-3, -2, 1, 1])
    call vf_gsrb_poisson(box, phi_v, rhs_v, 0.3_real32, colour)
    call phi_v%to_host()
    call check(phi32(-3,-2,1,components) == -1 .and. count(phi32 == -1) == 1, 'an original for real32 writes')
    call check(calls == 9, 'the original for real32 is called for real32 arrays')
  end subroutine

  pure function lbound_of(array) result(lower)
    real(real64), allocatable, intent(in) :: array(:,:,:,:)
    integer :: lower(3), all_of(4)
    all_of = lbound(array)
    lower = all_of(:3)
  end function

  pure function ubound_of(array) result(upper)
    real(real64), allocatable, intent(in) :: array(:,:,:,:)
    integer :: upper(3), all_of(4)
    all_of = ubound(array)
    upper = all_of(:3)
  end function
end program
