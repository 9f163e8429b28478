! Smooths on sets: the box is the domain, and the result equals the result on an array over the domain.
program set_smooth_binding
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  use claims, only: check
  use levels
  use viewfab
  implicit none
  real(c_double), parameter :: h = 0.125_c_double
  type(vf_box), parameter :: domain = vf_box([-3, 0, -7], [6, 15, 8])
  type(vf_box), parameter :: boxes(5) = [vf_box([-3, 8, 1], [6, 15, 8]), vf_box([-3, 0, -7], [0, 7, 0]), &
    vf_box([1, 0, -7], [6, 7, 0]), vf_box([-3, 8, -7], [6, 15, 0]), vf_box([-3, 0, 1], [6, 7, 8])]
  type(level), target :: phi, rhs, wall, a, bx, by, bz, one_phi, one_rhs, one_wall, one_a, one_bx, one_by, one_bz
  type(vf_boundary) :: sides
  sides%kind = [vf_periodic, vf_dirichlet, vf_neumann, vf_periodic, vf_dirichlet, vf_reflect_odd]
  sides%order = 3
  call vf_init()
  call pair(phi, one_phi, 'phi', 1)
  call pair(rhs, one_rhs, 'rhs', 0)
  call pair(wall, one_wall, 'wall', 1)
  call pair(a, one_a, 'a', 0)
  call pair(bx, one_bx, 'bx', 0, 1)
  call pair(by, one_by, 'by', 0, 2)
  call pair(bz, one_bz, 'bz', 0, 3)
  call vf_smooth_poisson(domain, phi%set, rhs%set, h, sides, 3)
  call vf_smooth_poisson(domain, one_phi%set%view(1), one_rhs%set%view(1), h, sides, 3)
  call compare_cells('Poisson')
  call vf_smooth_poisson(domain, phi%set, rhs%set, wall%set, h, sides, 2)
  call vf_smooth_poisson(domain, one_phi%set%view(1), one_rhs%set%view(1), one_wall%set%view(1), h, sides, 2)
  call compare_cells('Poisson with values on walls')
  call vf_smooth_helmholtz(domain, phi%set, rhs%set, 1.0_c_double, 0.5_c_double, a%set, bx%set, by%set, bz%set, [h, h, 2*h], &
    1.15_c_double, sides, 2)
  call vf_smooth_helmholtz(domain, one_phi%set%view(1), one_rhs%set%view(1), 1.0_c_double, 0.5_c_double, &
    one_a%set%view(1), one_bx%set%view(1), one_by%set%view(1), one_bz%set%view(1), [h, h, 2*h], 1.15_c_double, sides, 2)
  call compare_cells('Helmholtz')
  call vf_finalize()
contains

  ! A set on the boxes and a set on the domain, with the same values in all common elements.
  subroutine pair(parts, whole, name, reach, face)
    type(level), intent(inout), target :: parts, whole
    character(*), intent(in) :: name
    integer, intent(in) :: reach
    integer, intent(in), optional :: face
    integer :: b, l(3), u(3)
    call make_level(parts, name, boxes, reach, 1, face)
    call make_level(whole, name, [domain], reach, 1, face)
    do b = 1, size(boxes)
      associate (p => parts%patches(b), w => whole%patches(1))
        l = max(p%lo, w%lo)
        u = min(p%hi, w%hi)
        p%a(l(1):u(1),l(2):u(2),l(3):u(3),:) = w%a(l(1):u(1),l(2):u(2),l(3):u(3),:)
      end associate
    end do
  end subroutine

  subroutine compare_cells(claim)
    character(*), intent(in) :: claim
    integer :: b
    call phi%set%to_host()
    call one_phi%set%to_host()
    do b = 1, size(boxes)
      associate (l => boxes(b)%lower, u => boxes(b)%upper)
        call check(all(abs(phi%patches(b)%a(l(1):u(1),l(2):u(2),l(3):u(3),1) &
          - one_phi%patches(1)%a(l(1):u(1),l(2):u(2),l(3):u(3),1)) < 1e-12_c_double), claim // ': a smooth on a set')
      end associate
    end do
  end subroutine
end program
