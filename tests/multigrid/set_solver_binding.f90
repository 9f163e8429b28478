! The type vf_multigrid on sets: the same bits as with lists of views, and the refusals.
program set_solver_binding
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  use claims, only: check, mentions
  use levels
  use viewfab
  implicit none
  real(c_double), parameter :: h = 0.125_c_double
  type(vf_box), parameter :: boxes(4) = [vf_box([-3, 8, 1], [4, 15, 8]), vf_box([-3, 0, -7], [4, 7, 0]), &
    vf_box([-3, 8, -7], [4, 15, 0]), vf_box([-3, 0, 1], [4, 7, 8])]
  type(level), target :: phi, rhs, wall, a, bx, by, bz
  type(vf_multigrid) :: solver
  type(vf_multigrid_options) :: options
  type(vf_multigrid_report) :: of_lists, of_sets
  type(vf_boundary) :: sides
  type(vf_set) :: unset, one
  integer(c_int) :: status
  call vf_init()
  sides%kind = vf_dirichlet
  sides%order = 3
  call make_level(phi, 'phi', boxes, 1, 1)
  call make_level(rhs, 'rhs', boxes, 0, 1)
  call make_level(wall, 'wall', boxes, 1, 1)
  call make_level(a, 'a', boxes, 0, 1)
  call make_level(bx, 'bx', boxes, 0, 1, face=1)
  call make_level(by, 'by', boxes, 0, 1, face=2)
  call make_level(bz, 'bz', boxes, 0, 1, face=3)

  call solver%create_poisson(boxes, h, sides)
  call solver%solve(views(phi), views(rhs), views(wall), of_lists)
  call expect_from_here()
  call solver%solve(phi%set, rhs%set, wall%set, of_sets)
  call compare(phi, 'the Poisson problem', 0.0_c_double)
  call check(of_sets%cycles == of_lists%cycles .and. of_sets%residual == of_lists%residual, 'reports are the same')
  call solver%solve(views(phi), views(rhs))
  call expect_from_here()
  call solver%solve(phi%set, rhs%set)
  call compare(phi, 'without values on walls', 0.0_c_double)
  call compare(rhs, 'rhs is only read', 0.0_c_double)
  call compare(wall, 'wall is only read', 0.0_c_double)

  options%method = vf_method_conjugate_gradients
  call solver%create_helmholtz(boxes, 1.5_c_double, 0.5_c_double, views(a), views(bx), views(by), views(bz), [h, h, 2*h], &
    sides, options)
  call solver%solve(views(phi), views(rhs), report=of_lists)
  call expect_from_here()
  call solver%create_helmholtz(boxes, 1.5_c_double, 0.5_c_double, a%set, bx%set, by%set, bz%set, [h, h, 2*h], sides, options)
  call solver%solve(phi%set, rhs%set, report=of_sets)
  call compare(phi, 'the Helmholtz problem', 0.0_c_double)
  call check(of_sets%residual == of_lists%residual .and. of_sets%residual > 0, 'reports are the same here too')

  call solver%solve(phi%set, unset, ierr=status)
  call check(status == VF_ERROR_NULL .and. mentions(vf_last_error(), 'rhs', 'not set'), 'a set that is not set is refused')
  call solver%solve(phi%set, rhs%set, unset, ierr=status)
  call check(status == VF_ERROR_NULL .and. mentions(vf_last_error(), 'wall', 'not set'), 'walls that are not set are refused')
  call solver%solve(phi%set, phi%set, ierr=status)
  call check(status == VF_ERROR_ALIAS .and. mentions(vf_last_error(), 'rhs', "'phi'"), 'phi is not rhs')
  call one%create(boxes(1:1), h, label='one')
  call solver%solve(phi%set, one, ierr=status)
  call check(status == VF_ERROR_BOX .and. mentions(vf_last_error(), 'rhs', "'one'"), 'a set of other boxes is refused')
  call one%create(boxes([2, 1, 3, 4]), h, label='order')
  call solver%solve(phi%set, one, ierr=status)
  call check(status == VF_ERROR_BOX .and. mentions(vf_last_error(), 'rhs', "'order'"), 'boxes have one order')
  call one%create(boxes, h, components=2, label='two')
  call solver%solve(phi%set, one, ierr=status)
  call check(status == VF_ERROR_COMPONENT .and. mentions(vf_last_error(), 'rhs', "'two'"), 'two components are refused')
  call one%release()
  call compare(phi, 'a solve that is refused changes nothing', 0.0_c_double)
  call solver%create_helmholtz(boxes, 1.5_c_double, 0.5_c_double, a%set, bx%set, one, bz%set, [h, h, h], sides, ierr=status)
  call check(status == VF_ERROR_NULL .and. mentions(vf_last_error(), 'by', 'not set') .and. .not. solver%is_set(), &
    'coefficients that are not set are refused')
  call solver%create_helmholtz(boxes, 1.5_c_double, 0.5_c_double, a%set, bx%set, by%set, by%set, [h, h, h], sides, ierr=status)
  call check(status == VF_ERROR_BOX .and. mentions(vf_last_error(), 'bz', "'by'"), 'coefficients on other faces are refused')
  call solver%release()
  call vf_finalize()
contains

  ! The views of a level's set, as a list.
  function views(of) result(list)
    type(level), intent(in) :: of
    type(vf_view), allocatable :: list(:)
    integer :: b
    allocate (list(of%set%box_count()))
    do b = 1, size(list)
      list(b) = of%set%view(b)
    end do
  end function

  ! Expects the present phi after the next solve, which starts from other values.
  subroutine expect_from_here()
    integer :: b
    call phi%set%to_host(vf_update)
    do b = 1, size(boxes)
      associate (p => phi%patches(b), l => boxes(b)%lower, u => boxes(b)%upper)
        p%before = p%a
        p%expected = p%a
        p%a(l(1):u(1),l(2):u(2),l(3):u(3),:) = -7
      end associate
    end do
  end subroutine
end program
