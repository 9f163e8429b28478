c     The fields of each level as views, which live until the program
c     ends. Each field is a separate array for viewfab, with its own
c     state: fields that the host does not use never come to the host.
      module vmg_levels
      use viewfab, only: vf_boundary, vf_box, vf_periodic, vf_view
      implicit none
      include 'grid.inc'
      type(vf_view), save :: u_view(maxlev), r_view(maxlev), v_view
      type(vf_box), save :: inner(maxlev)
      type(vf_boundary), save :: sides

      contains

      subroutine wrap_levels
      integer l

      sides%kind = vf_periodic
      do l = 1, lt
        inner(l) = vf_box([2, 2, 2], m(:,l) - 1)
        call u_view(l)%wrap(u(io(l)), [1, 1, 1], m(:,l), 1,
     &    label='u of a level')
        call r_view(l)%wrap(r(io(l)), [1, 1, 1], m(:,l), 1,
     &    label='r of a level')
      enddo
      call v_view%wrap(v(1), [1, 1, 1], m(:,lt), 1, label='v')
      end subroutine

      end module
