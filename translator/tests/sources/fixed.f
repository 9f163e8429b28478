c     Fixed form: implicit types, labelled loops, statement functions,
c     text beyond column 72, common blocks and grids of two widths.
c     expect labels 1 proved
c     expect seventy 1 proved
c     expect restr 1 proved
c     expect prolon 1 proved
c     expect shared 1 proved
c     expect single 1 proved
      subroutine labels(x, y, n, m)
      implicit real*8 (a-h, o-z)
      dimension x(n, m), y(n, m)
      sq(a) = a*a + 0.5d0
      do 20 j = 1, m
        do 10 i = 1, n
          t = sq(x(i, j)) - sq(2*y(i, j))
          if (t .lt. 0) t = -t
          y(i, j) = t
   10   continue
   20 continue
      end

c     gfortran does not read "*2" beyond column 72.
      subroutine seventy(a, b, n)
      integer n, i
      double precision a(n), b(n)
      do i = 1, n
        a(i) =                                                      b(i)*2
      enddo
      end

      subroutine restr(fine, coarse, n1, n2, n3, m1, m2, m3)
      integer n1, n2, n3, m1, m2, m3, i, j, k, i2, j2, k2, i2p1
      double precision fine(0:n1, 0:n2, 0:n3)
      double precision coarse(0:m1, 0:m2, 0:m3)
      do k = 0, m3
        k2 = 2*k
        do j = 0, m2
          j2 = 2*j
          do i = 0, m1
            i2 = 2*i
            i2p1 = i2 + 1
            coarse(i, j, k) = (fine(i2, j2, k2) + fine(i2p1, j2, k2)
     &        + fine(i2, j2+1, k2) + fine(i2p1, j2+1, k2)
     &        + fine(i2, j2, k2+1) + fine(i2p1, j2, k2+1)
     &        + fine(i2, j2+1, k2+1) + fine(i2p1, j2+1, k2+1))*0.125d0
          enddo
        enddo
      enddo
      end

      subroutine prolon(z, m1, m2, u, n1, n2)
      integer m1, m2, n1, n2, i, j, x, y
      double precision z(m1, m2), u(n1, n2)
      do j = 1, m2 - 1
        y = 2*j - 1
        do i = 1, m1 - 1
          x = 2*i - 1
          u(x, y) = u(x, y) + z(i, j)
          u(x+1, y) = u(x+1, y) + 0.5d0*(z(i, j) + z(i+1, j))
          u(x, y+1) = u(x, y+1) + 0.5d0*(z(i, j) + z(i, j+1))
          u(x+1, y+1) = u(x+1, y+1) + 0.25d0*((z(i, j) + z(i+1, j))
     &      + (z(i, j+1) + z(i+1, j+1)))
        enddo
      enddo
      end

      subroutine shared(x, y, n, w)
      integer n, i, j
      double precision x(n, 0:3), y(n), w(0:3)
      do i = 1, n
        y(i) = w(0)*x(i, 0)
        do j = 1, 3
          y(i) = y(i) + w(j)*x(i, j)
        enddo
      enddo
      end

      subroutine single(x, y, n, s)
      integer n, i
      real x(0:n+1), y(n), s
      do i = 1, n
        y(i) = 0.1*x(i) + s*(x(i-1) + x(i+1))/3.0 - sqrt(abs(x(i)))
      enddo
      end

c     A main program in the same file.
      program whole
      print *, 'not run'
      end
