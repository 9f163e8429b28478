! vf_wrap_type reads the arrays of a derived type, however they are spelled, and its module wraps them with their own bounds.
program views_of_type
  use, intrinsic :: iso_fortran_env, only: real32, real64
  use viewfab
  use odd_types, only: odd_type, self, levels
  use odd_type_views, only: views_of_odd_type
  use self_views, only: views_of_self
  use fixed_types, only: chunk
  use chunk_views, only: views_of_chunk
  use hydro2d_definitions, only: field_type
  use field_type_views, only: views_of_field_type
  use claims
  implicit none
  integer :: ierr
  call wraps_each_array_with_its_bounds()
  call wraps_fixed_form()
  call wraps_a_real_type()
  call names_the_array_that_fails()
  call vf_finalize()

contains

  subroutine wraps_each_array_with_its_bounds()
    type(odd_type), target :: o
    type(self), target :: plain
    type(views_of_odd_type) :: v
    type(views_of_self) :: w
    real(real64), target :: traces(10)
    allocate (o%mass(-3:4), o%density(-1:6,2:9), o%energy(0:1,0:2), o%momenta(2,3:4,5:6), o%species(0:3,5:8,7:9,2), o%wet(3))
    allocate (o%a_component_whose_name_is_as_long_as_fortran_allows_it_to_be_60(7:8))
    o%trace(4:) => traces
    o%mass = 0
    o%density = 0
    o%momenta = 0
    o%fixed = 0
    o%species = 0
    traces = 0
    call v%wrap(o, label='o%')
    call w%wrap(plain)
    call check(v%mass%label() == 'o%mass' .and. v%density%label() == 'o%Density', 'each has its label, as it is spelled')
    call check(v%energy%is_set() .and. v%fixed%is_set() .and. v%plain%is_set() .and. v%weights%is_set() .and. v%mask%is_set() &
      .and. v%counts%is_set() .and. v%totals%is_set() .and. v%wet%is_set() .and. w%label%is_set(), 'all that are there are wrapped')
    call check(.not. (v%pressure%is_set() .or. v%marks%is_set()), 'those that are not there have no view')

    call vf_fill_value(vf_box_of(-3, -3), v%mass, 1.0_real64)
    call vf_fill_value(vf_box_of(6, 6, 9, 9), v%density, 2.0_real64)
    call vf_fill_value(vf_box_of(1, 1, 4, 4, 5, 5), v%momenta, 3.0_real64)
    call vf_fill_value(vf_box_of(-1, -1, levels-1, levels-1, 2, 2), v%fixed, 4.0_real64)
    call vf_fill_value(vf_box_of(0, 0, 5, 5, 7, 7), v%species, 5.0_real64)
    call vf_fill_value(vf_box_of(13, 13), v%trace, 6.0_real64)
    call v%to_host(vf_update)
    call check(o%mass(-3) == 1 .and. sum(o%mass) == 1, 'an inherited array has its bounds')
    call check(o%density(6,9) == 2 .and. sum(o%density) == 2, 'an allocatable one has them')
    call check(o%momenta(1,4,5) == 3 .and. sum(o%momenta) == 3, 'a shape of its own goes before DIMENSION')
    call check(o%fixed(-1,levels-1,2) == 4 .and. sum(o%fixed) == 4, 'an array of fixed size has its bounds')
    call check(all(o%species(0,5,7,:) == 5) .and. sum(o%species) == 10, 'rank 4 has components')
    call check(traces(10) == 6 .and. sum(traces) == 6, 'a pointer has the bounds that it was given')
    call v%to_device()
    call check(v%species%valid_on(vf_device) .and. v%wet%valid_on(vf_device), 'to_device takes views of all types')

    deallocate (o%energy)
    allocate (o%pressure(0:2,0:2))
    nullify (o%trace)
    call v%wrap(o)
    call check(v%pressure%is_set() .and. .not. (v%energy%is_set() .or. v%trace%is_set()), 'wrap again follows the arrays')
    call check(v%mass%label() == 'mass', 'without a label, names stand alone')
    call v%release()
    call w%release()
    call check(.not. (v%mass%is_set() .or. v%pressure%is_set() .or. v%species%is_set() .or. w%label%is_set()), 'all are released')
    call v%release(ierr=ierr)
    call check(ierr == VF_OK, 'a release of nothing is none')
    call v%to_host(vf_read, ierr)
    call check(ierr == VF_OK, 'nothing is moved where no view is set')
  end subroutine

  subroutine wraps_fixed_form()
    type(chunk), target :: c
    type(views_of_chunk) :: v
    allocate (c%u(0:3,-2:1), c%tabbed(2:5), c%rho(3,4,5:6))
    c%u = 0
    c%kt = 0
    call v%wrap(c)
    call check(v%u%is_set() .and. v%kt%is_set() .and. v%tabbed%is_set() .and. v%rho%is_set() .and. v%mask%is_set(), &
      'fixed form: all that are there are wrapped')
    call check(.not. (v%v%is_set() .or. v%w%is_set()), 'fixed form: those that are not there have no view')
    call vf_fill_value(vf_box_of(0, 0, -2, -2), v%u, 7.0_real64)
    call v%to_host()
    call check(c%u(0,-2) == 7 .and. sum(c%u) == 7, 'fixed form: bounds')
    call v%release()
    deallocate (c%u)
  end subroutine

  subroutine wraps_a_real_type()
    type(field_type), target :: f
    type(views_of_field_type) :: v
    allocate (f%density0(-1:8,-1:6), f%work7(0:1,0:1), f%celldx(-1:9))
    f%density0 = 0
    f%celldx = 0
    call v%wrap(f)
    call vf_fill_value(vf_box_of(8, 8, 6, 6), v%density0, 1.0_real64)
    call vf_fill_value(vf_box_of(-1, 9), v%celldx, 2.0_real64)
    call v%to_host()
    call check(f%density0(8,6) == 1 .and. sum(f%density0) == 1 .and. all(f%celldx == 2), 'fields of the example hydro2d')
    call check(v%work7%is_set() .and. .not. v%work1%is_set(), 'views of the example hydro2d')
    call v%release()
  end subroutine

  subroutine names_the_array_that_fails()
    type(chunk), target :: c
    type(views_of_chunk) :: v
    type(vf_view) :: other
    real(real64), target :: both(6,6)
    allocate (c%rho(2,2,2))
    c%u => both(1::2,:)
    call v%wrap(c, label='chunk 3: ', ierr=ierr)
    call check(ierr == VF_ERROR_STRIDED .and. mentions(vf_last_error(), "'chunk 3: U'", 'strided'), &
      'a pointer to what has gaps is named')
    c%u => both
    c%v => both
    call v%wrap(c, ierr=ierr)
    call vf_fill_value(vf_box_of(2, 2, 3, 3), v%u, 1.0_real64)
    call check(ierr == VF_OK .and. v%v%valid_on(vf_device), 'two names of one array share their state')
    call v%to_host()
    call v%release()
    call other%wrap(both, label='both')
    call vf_fill_value(vf_box_of(2, 2, 3, 3), other, 2.0_real64)
    call v%wrap(c, join=.true., ierr=ierr)
    call v%to_host()
    call check(ierr == VF_OK .and. both(2,3) == 2, 'with join they share it with other views')
    call other%release()
    call vf_fill_value(vf_box_of(1, 2, 1, 2, 1, 2), v%rho, 1.0_real64)
    call v%release(ierr=ierr)
    if (ierr /= VF_OK) then
      call check(ierr == VF_ERROR_STALE .and. mentions(vf_last_error(), "'RHO'", 'newest'), 'values that would be lost are named')
      call check(v%u%is_set() .and. v%rho%is_set(), 'and none is released')
    end if
    call v%release(discard=.true.)
    call check(.not. (v%u%is_set() .or. v%rho%is_set()), 'with discard all are')
  end subroutine
end program
