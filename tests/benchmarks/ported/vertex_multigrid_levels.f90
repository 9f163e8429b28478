! Two levels of legacy_examples/vertex_multigrid, with the bounds of the example.
module vertex_multigrid_levels
  use, intrinsic :: iso_fortran_env, only: real64
  use viewfab, only: vf_read, vf_view
  implicit none
  private
  public :: make_levels, make_level

  ! The last kernel is viewfab's own.
  integer, parameter, public :: level_kernels = 6
  character(16), parameter, public :: level_names(level_kernels) = [character(16) :: 'vmg_residual', 'vmg_smooth', &
    'vmg_restrict', 'vmg_interpolate', 'vmg_norms', 'vf_fill_halo']
  ! For a fine vertex: each declared array once in and once out; a coarse array counts an eighth. For the halo: of a
  ! ghost.
  integer, parameter, public :: level_bytes(level_kernels) = [24, 24, 9, 17, 8, 16]

  ! The example's weights.
  real(real64), parameter, public :: a(4) = [-128, 14, 3, 1]/30.0_real64, c(4) = [-96, -14, -5, -2]/384.0_real64

  integer, public :: fine(3), coarse(3)                 ! extents, ghosts included
  type(vf_view), public :: u, r, v, s
  real(real64), pointer, contiguous, dimension(:,:,:), public :: u_p, r_p, v_p, s_p
  real(real64), public :: total = 0, largest = 0        ! results of the last norms

contains

  ! n^3 vertices, n even and at least 4. The context must be open; closing it releases the levels.
  subroutine make_levels(n)
    integer, intent(in) :: n

    fine = n + 2
    coarse = n/2 + 2
    call make_level(u, u_p, fine, 'u', 1)
    call make_level(r, r_p, fine, 'r', 2)
    call make_level(v, v_p, fine, 'v', 3)
    call make_level(s, s_p, coarse, 's', 4)
  end subroutine

  subroutine make_level(view, p, extents, label, seed)
    type(vf_view), intent(inout) :: view
    real(real64), pointer, contiguous, intent(out) :: p(:,:,:)
    integer, intent(in) :: extents(3), seed
    character(*), intent(in) :: label
    integer :: i, j, k
    real(real64) :: x(extents(1))

    call view%create(0.0_real64, extents, label=label)
    call view%host_pointer(p)
    x = [(sin(0.11_real64*i + seed), i = 1, extents(1))]
    !$omp parallel do private(j)
    do k = 1, extents(3)
      do j = 1, extents(2)
        p(:,j,k) = 0.1_real64*seed + x*cos(0.07_real64*j - 0.13_real64*k)
      end do
    end do
    call view%to_device(vf_read)
  end subroutine

end module
