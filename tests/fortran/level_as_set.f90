! The example of porting_guide/sets.md: a level of boxes, each with its own arrays, is relaxed as a single object. The
! result is compared with the same sweeps on a single array over the domain.
module legacy_level
  use, intrinsic :: iso_fortran_env, only: real64
  implicit none
  type :: patch
    integer :: lo(3), hi(3)                     ! cells
    real(real64), allocatable :: phi(:,:,:)     ! with a ghost layer
    real(real64), pointer :: rhs(:,:,:)
  end type
  type :: level
    type(patch), allocatable :: patches(:)
  end type
end module

module ported
  implicit none
contains
subroutine relax_level(lev, domain, sides, h, sweeps)
  use legacy_level
  use viewfab
  type(level), target, intent(inout) :: lev
  type(vf_box), intent(in) :: domain
  type(vf_boundary), intent(in) :: sides
  real(real64), intent(in) :: h
  integer, intent(in) :: sweeps
  type(vf_box) :: boxes(size(lev%patches))
  type(vf_view) :: phi_v(size(lev%patches)), rhs_v(size(lev%patches))
  type(vf_set) :: phi, rhs
  integer :: b, s, colour

  do b = 1, size(boxes)
    associate (p => lev%patches(b))
      boxes(b) = vf_box(p%lo, p%hi)
      call phi_v(b)%wrap(p%phi, lower=lbound(p%phi), label='phi')
      call rhs_v(b)%wrap(p%rhs, lower=lbound(p%rhs), label='rhs')
    end associate
  end do
  call phi%wrap(boxes, phi_v, label='phi')
  call rhs%wrap(boxes, rhs_v, label='rhs')
  do b = 1, size(boxes)                         ! the sets have views of their own
    call phi_v(b)%release()
    call rhs_v(b)%release()
  end do

  do s = 1, sweeps
    do colour = 0, 1
      call phi%fill_ghosts(domain, sides)       ! one launch: neighbours, periodic images, walls
      call vf_gsrb_poisson(boxes, phi, rhs, h, colour)   ! one launch for all boxes
    end do
  end do
  call phi%to_host(vf_read)                     ! the arrays of all boxes
  call phi%release()
  call rhs%release()
end subroutine
end module

program level_as_set
  use claims, only: check
  use legacy_level
  use ported, only: relax_level
  use viewfab
  implicit none
  type(level), target :: lev
  type(vf_box), parameter :: domain = vf_box([0, 0, 0], [15, 11, 7])
  type(vf_boundary) :: sides
  real(real64), target :: phi(-1:16,-1:12,-1:8), rhs(0:15,0:11,0:7)
  type(vf_view) :: phi_v, rhs_v
  integer :: b, s, colour
  sides%kind = [vf_periodic, vf_dirichlet, vf_neumann, vf_periodic, vf_dirichlet, vf_dirichlet]
  allocate (lev%patches(8))
  phi = 0
  call random_number(rhs)
  do b = 1, 8
    associate (p => lev%patches(b))
      p%lo = [8, 6, 4]*[modulo(b, 2), modulo(b/2, 2), (b - 1)/4]
      p%hi = p%lo + [7, 5, 3]
      allocate (p%phi(p%lo(1)-1:p%hi(1)+1, p%lo(2)-1:p%hi(2)+1, p%lo(3)-1:p%hi(3)+1))
      allocate (p%rhs(p%lo(1):p%hi(1), p%lo(2):p%hi(2), p%lo(3):p%hi(3)))
      p%phi = 0
      p%rhs = rhs(p%lo(1):p%hi(1), p%lo(2):p%hi(2), p%lo(3):p%hi(3))
    end associate
  end do
  call relax_level(lev, domain, sides, 0.1_real64, 5)

  call phi_v%wrap(phi, lower=[-1, -1, -1], label='phi')
  call rhs_v%wrap(rhs, lower=[0, 0, 0], label='rhs')
  do s = 1, 5
    do colour = 0, 1
      call vf_fill_ghosts(domain, phi_v, sides)
      call vf_gsrb_poisson(domain, phi_v, rhs_v, 0.1_real64, colour)
    end do
  end do
  call phi_v%to_host()
  do b = 1, 8
    associate (p => lev%patches(b), l => lev%patches(b)%lo, u => lev%patches(b)%hi)
      call check(all(abs(p%phi(l(1):u(1),l(2):u(2),l(3):u(3)) - phi(l(1):u(1),l(2):u(2),l(3):u(3))) < 1e-14_real64), &
        'a level of boxes is relaxed as one array is')
      deallocate (p%rhs)
    end associate
  end do
  call phi_v%release()
  call rhs_v%release()
  call vf_finalize()
end program
