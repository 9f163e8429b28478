c     Between a level and the next coarser level. Coarse vertex j lies
c     on fine vertex 2j-1.

c     Full weighting of the fine r, four times its mean, since A has no
c     1/h**2.
      subroutine restr(r, n1, n2, n3, s, m1, m2, m3)
      use viewfab, only: vf_view
      use vertex_multigrid_kernels, only: vf_vmg_restrict
      use vmg_work, only: inner, join
      implicit none
      integer n1, n2, n3, m1, m2, m3
      double precision r(n1,n2,n3), s(m1,m2,m3)
      type(vf_view) r_view, s_view

      call join(r_view, r, n1, n2, n3, 'r of a level')
      call join(s_view, s, m1, m2, m3, 'r of a coarser level')
      call vf_vmg_restrict(inner(m1, m2, m3), r_view, s_view)
      call r_view%release()
      call s_view%release()
      end

c     Adds the trilinear interpolation of the coarse z to the fine u,
c     ghosts included.
      subroutine prolon(z, m1, m2, m3, u, n1, n2, n3)
      use viewfab, only: vf_box, vf_view
      use vertex_multigrid_kernels, only: vf_vmg_interpolate
      use vmg_work, only: join
      implicit none
      integer m1, m2, m3, n1, n2, n3
      double precision z(m1,m2,m3), u(n1,n2,n3)
      type(vf_view) z_view, u_view
      type(vf_box) cells

      cells = vf_box([1, 1, 1], [m1 - 1, m2 - 1, m3 - 1])
      call join(z_view, z, m1, m2, m3, 'u of a coarser level')
      call join(u_view, u, n1, n2, n3, 'u of a level')
      call vf_vmg_interpolate(cells, z_view, u_view)
      call z_view%release()
      call u_view%release()
      end
