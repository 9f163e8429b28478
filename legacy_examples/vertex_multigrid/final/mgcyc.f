c     One V-cycle: the residual goes down to the coarsest level, the
c     correction comes back up and is smoothed on each level. It needs
c     the residual r of the finest level, with ghosts.
      module vmg_cycle
      use viewfab, only: vf_box, vf_box_grow, vf_fill_halo,
     &  vf_fill_value, vf_view
      use vertex_multigrid_kernels, only: vf_vmg_interpolate,
     &  vf_vmg_norms, vf_vmg_residual, vf_vmg_restrict, vf_vmg_smooth
      use vmg_levels, only: a, c, inner, lt, m, r_view, sides, u_view,
     &  v_view
      implicit none
      private
      public :: mgcyc, resnrm, zero

      contains

      subroutine mgcyc
      integer l

      do l = lt, 2, -1
        call vf_vmg_restrict(inner(l-1), r_view(l), r_view(l-1))
        call period(r_view(l-1), l-1)
      enddo

      call zero(u_view(1), 1)
      call vf_vmg_smooth(inner(1), r_view(1), u_view(1), c)
      call period(u_view(1), 1)

      do l = 2, lt
        if (l .lt. lt) call zero(u_view(l), l)
        call vf_vmg_interpolate(vf_box([1, 1, 1], m(:,l-1) - 1),
     &    u_view(l-1), u_view(l))
        if (l .eq. lt) then
          call vf_vmg_residual(inner(l), u_view(l), v_view, r_view(l),
     &      a)
        else
          call vf_vmg_residual(inner(l), u_view(l), r_view(l),
     &      r_view(l), a)
        endif
        call period(r_view(l), l)
        call vf_vmg_smooth(inner(l), r_view(l), u_view(l), c)
        call period(u_view(l), l)
      enddo
      end subroutine

c     The residual of the finest level, and its norms.
      subroutine resnrm(rl2, rmax)
      double precision rl2, rmax, total

      call vf_vmg_residual(inner(lt), u_view(lt), v_view, r_view(lt), a)
      call period(r_view(lt), lt)
      call vf_vmg_norms(inner(lt), r_view(lt), total, rmax)
      rl2 = sqrt(total/product(dble(m(:,lt) - 2)))
      end subroutine

      subroutine period(x, l)
      type(vf_view) x
      integer l

      call vf_fill_halo(inner(l), x, 1, sides, [0, 0, 0])
      end subroutine

c     Ghosts included.
      subroutine zero(x, l)
      type(vf_view) x
      integer l

      call vf_fill_value(vf_box_grow(inner(l), 1), x, 0.0d0)
      end subroutine

      end module
