c     Lays out the levels: n halves as long as all extents are even and
c     at least 4. The finest fields come first.
      subroutine setup(n)
      include 'grid.inc'
      integer n(3), l, d, k

      lt = 1
      k = 1
   10 if (mod(n(1), 2*k) .eq. 0 .and. mod(n(2), 2*k) .eq. 0
     &    .and. mod(n(3), 2*k) .eq. 0
     &    .and. min(n(1), n(2), n(3)) .ge. 4*k
     &    .and. lt .lt. maxlev) then
        lt = lt + 1
        k = 2*k
        goto 10
      endif

      nu = 0
      k = 1
      do l = lt, 1, -1
        do d = 1, 3
          m(d,l) = n(d)/k + 2
        enddo
        io(l) = nu + 1
        nu = nu + m(1,l)*m(2,l)*m(3,l)
        k = 2*k
      enddo
      if (min(n(1), n(2), n(3)) .lt. 2 .or. n(1) .gt. 1024
     &    .or. m(1,lt)*m(2,lt)*m(3,lt) .gt. nv .or. nu .gt. nr) then
        write(*, '(a)') 'vmg: the grid is too small or too large'
        stop 1
      endif

c     The Laplacian times h**2, with an error that has no direction,
c     and a smoother fitted to this operator.
      a(0) = -128.0d0/30.0d0
      a(1) = 14.0d0/30.0d0
      a(2) = 3.0d0/30.0d0
      a(3) = 1.0d0/30.0d0
      c(0) = -96.0d0/384.0d0
      c(1) = -14.0d0/384.0d0
      c(2) = -5.0d0/384.0d0
      c(3) = -2.0d0/384.0d0
      end

c     Right hand side: 1 at ten points and -1 at ten other points,
c     chosen by a small generator.
      subroutine charge(v, n1, n2, n3)
      integer n1, n2, n3
      double precision v(n1,n2,n3)
      integer i, j, k, seed, count

      do k = 1, n3
        do j = 1, n2
          do i = 1, n1
            v(i,j,k) = 0.0d0
          enddo
        enddo
      enddo
      seed = 1951
      count = 0
   10 continue
        seed = mod(171*seed, 30269)
        i = 2 + mod(seed, n1 - 2)
        seed = mod(171*seed, 30269)
        j = 2 + mod(seed, n2 - 2)
        seed = mod(171*seed, 30269)
        k = 2 + mod(seed, n3 - 2)
        if (abs(v(i,j,k)) .lt. 0.5d0) then
          v(i,j,k) = 1.0d0 - 2.0d0*mod(count, 2)
          count = count + 1
        endif
      if (count .lt. min(20, (n1 - 2)*(n2 - 2)*(n3 - 2))) goto 10
      end
