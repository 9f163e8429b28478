c     The two loops with 27 points, as kernels. Each call wraps its
c     arrays and brings its result to the host, so that no other code
c     changes.

c     r = v - A u
      subroutine resid(u, v, r, n1, n2, n3, a)
      use viewfab, only: vf_box, vf_update, vf_view
      use vertex_multigrid_kernels, only: vf_vmg_residual
      implicit none
      integer n1, n2, n3
      double precision u(n1,n2,n3), v(n1,n2,n3), r(n1,n2,n3), a(0:3)
      type(vf_view) u_view, v_view, r_view
      type(vf_box) inner

      inner = vf_box([2, 2, 2], [n1 - 1, n2 - 1, n3 - 1])
      call u_view%wrap_without_target(u, label='u')
      call r_view%wrap_without_target(r, label='r')
c     Coarse levels pass r as v too.
      call v_view%wrap_without_target(v, label='v', join=.true.)
      call vf_vmg_residual(inner, u_view, v_view, r_view, a)
      call r_view%to_host(vf_update)
      call u_view%release()
      call v_view%release()
      call r_view%release()
      end

c     u = u + C r
      subroutine smooth(r, u, n1, n2, n3, c)
      use viewfab, only: vf_box, vf_update, vf_view
      use vertex_multigrid_kernels, only: vf_vmg_smooth
      implicit none
      integer n1, n2, n3
      double precision r(n1,n2,n3), u(n1,n2,n3), c(0:3)
      type(vf_view) u_view, r_view
      type(vf_box) inner

      inner = vf_box([2, 2, 2], [n1 - 1, n2 - 1, n3 - 1])
      call r_view%wrap_without_target(r, label='r')
      call u_view%wrap_without_target(u, label='u')
      call vf_vmg_smooth(inner, r_view, u_view, c)
      call u_view%to_host(vf_update)
      call u_view%release()
      call r_view%release()
      end
