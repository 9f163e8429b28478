c     The two loops with 27 points, as kernels. Their results stay on
c     the device.

c     r = v - A u
      subroutine resid(u, v, r, n1, n2, n3, a)
      use viewfab, only: vf_view
      use vertex_multigrid_kernels, only: vf_vmg_residual
      use vmg_work, only: inner, join
      implicit none
      integer n1, n2, n3
      double precision u(n1,n2,n3), v(n1,n2,n3), r(n1,n2,n3), a(0:3)
      type(vf_view) u_view, v_view, r_view

      call join(u_view, u, n1, n2, n3, 'u of a level')
      call join(v_view, v, n1, n2, n3, 'v of a level')
      call join(r_view, r, n1, n2, n3, 'r of a level')
      call vf_vmg_residual(inner(n1, n2, n3), u_view, v_view, r_view, a)
      call u_view%release()
      call v_view%release()
      call r_view%release()
      end

c     u = u + C r
      subroutine smooth(r, u, n1, n2, n3, c)
      use viewfab, only: vf_view
      use vertex_multigrid_kernels, only: vf_vmg_smooth
      use vmg_work, only: inner, join
      implicit none
      integer n1, n2, n3
      double precision r(n1,n2,n3), u(n1,n2,n3), c(0:3)
      type(vf_view) u_view, r_view

      call join(r_view, r, n1, n2, n3, 'r of a level')
      call join(u_view, u, n1, n2, n3, 'u of a level')
      call vf_vmg_smooth(inner(n1, n2, n3), r_view, u_view, c)
      call u_view%release()
      call r_view%release()
      end
