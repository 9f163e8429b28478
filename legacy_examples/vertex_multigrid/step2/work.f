c     The work arrays as views, and slices of them.
      module vmg_work
      use viewfab, only: vf_box, vf_view
      implicit none
      type(vf_view), save :: u_work, r_work, v_work

      contains

c     Called once, before the first slice. Wraps the part of the work
c     arrays that the levels use, not the rest.
      subroutine wrap_work
      include 'grid.inc'

      call u_work%wrap_without_target(u(1:nu), label='u')
      call r_work%wrap_without_target(r(1:nu), label='r')
      call v_work%wrap_without_target(v(1:m(1,lt)*m(2,lt)*m(3,lt)),
     &                                label='v')
      end subroutine

c     A view of the field x, which lies in one of the work arrays.
      subroutine join(x_view, x, n1, n2, n3, label)
      type(vf_view) x_view
      integer n1, n2, n3
      double precision, target :: x(n1,n2,n3)
      character*(*) label

      call x_view%wrap(x, label=label, join=.true.)
      end subroutine

c     All vertices but the ghosts.
      function inner(n1, n2, n3)
      integer n1, n2, n3
      type(vf_box) inner

      inner = vf_box([2, 2, 2], [n1 - 1, n2 - 1, n3 - 1])
      end function

      end module
