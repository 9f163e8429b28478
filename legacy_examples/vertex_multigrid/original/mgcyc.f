c     One V-cycle: the residual goes down to the coarsest level, the
c     correction comes back up and is smoothed on each level. It needs
c     the residual r of the finest level, with ghosts.
      subroutine mgcyc
      include 'grid.inc'
      integer l, n1, n2, n3, m1, m2, m3

      do l = lt, 2, -1
        n1 = m(1,l)
        n2 = m(2,l)
        n3 = m(3,l)
        m1 = m(1,l-1)
        m2 = m(2,l-1)
        m3 = m(3,l-1)
        call restr(r(io(l)), n1, n2, n3, r(io(l-1)), m1, m2, m3)
        call period(r(io(l-1)), m1, m2, m3)
      enddo

      call zero(u(io(1)), m(1,1), m(2,1), m(3,1))
      call smooth(r(io(1)), u(io(1)), m(1,1), m(2,1), m(3,1), c)
      call period(u(io(1)), m(1,1), m(2,1), m(3,1))

      do l = 2, lt
        n1 = m(1,l)
        n2 = m(2,l)
        n3 = m(3,l)
        m1 = m(1,l-1)
        m2 = m(2,l-1)
        m3 = m(3,l-1)
        if (l .lt. lt) call zero(u(io(l)), n1, n2, n3)
        call prolon(u(io(l-1)), m1, m2, m3, u(io(l)), n1, n2, n3)
        if (l .eq. lt) then
          call resid(u(io(l)), v, r(io(l)), n1, n2, n3, a)
        else
          call resid(u(io(l)), r(io(l)), r(io(l)), n1, n2, n3, a)
        endif
        call period(r(io(l)), n1, n2, n3)
        call smooth(r(io(l)), u(io(l)), n1, n2, n3, c)
        call period(u(io(l)), n1, n2, n3)
      enddo
      end

c     The residual of the finest level, and its norms.
      subroutine resnrm(rl2, rmax)
      include 'grid.inc'
      double precision rl2, rmax

      call resid(u(io(lt)), v, r(io(lt)), m(1,lt), m(2,lt), m(3,lt), a)
      call period(r(io(lt)), m(1,lt), m(2,lt), m(3,lt))
      call norms(r(io(lt)), m(1,lt), m(2,lt), m(3,lt), rl2, rmax)
      end
