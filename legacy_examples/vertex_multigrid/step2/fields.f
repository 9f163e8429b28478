c     Loops over one field.

c     Fills the periodic ghosts.
      subroutine period(x, n1, n2, n3)
      use viewfab, only: vf_boundary, vf_fill_halo, vf_periodic, vf_view
      use vmg_work, only: inner, join
      implicit none
      integer n1, n2, n3
      double precision x(n1,n2,n3)
      type(vf_view) x_view
      type(vf_boundary) sides

      sides%kind = vf_periodic
      call join(x_view, x, n1, n2, n3, 'a level')
      call vf_fill_halo(inner(n1, n2, n3), x_view, 1, sides, [0, 0, 0])
      call x_view%release()
      end

c     x = 0, ghosts included
      subroutine zero(x, n1, n2, n3)
      use viewfab, only: vf_box, vf_fill_value, vf_view
      use vmg_work, only: join
      implicit none
      integer n1, n2, n3
      double precision x(n1,n2,n3)
      type(vf_view) x_view

      call join(x_view, x, n1, n2, n3, 'a level')
      call vf_fill_value(vf_box([1, 1, 1], [n1, n2, n3]), x_view, 0.0d0)
      call x_view%release()
      end

c     The L2 norm and the max norm, without ghosts.
      subroutine norms(x, n1, n2, n3, rl2, rmax)
      use viewfab, only: vf_view
      use vertex_multigrid_kernels, only: vf_vmg_norms
      use vmg_work, only: inner, join
      implicit none
      integer n1, n2, n3
      double precision x(n1,n2,n3), rl2, rmax
      double precision total, points
      type(vf_view) x_view

      call join(x_view, x, n1, n2, n3, 'r of a level')
      call vf_vmg_norms(inner(n1, n2, n3), x_view, total, rmax)
      call x_view%release()
      points = dble(n1 - 2)*dble(n2 - 2)*dble(n3 - 2)
      rl2 = sqrt(total/points)
      end
