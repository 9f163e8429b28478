c     Between a level and the next coarser level. Coarse vertex j lies
c     on fine vertex 2j-1.

c     Full weighting of the fine r, four times its mean, since A has no
c     1/h**2. s1 and s2 are sums over the rows beside and diagonal, at
c     the fine vertex 2i between the coarse vertices i and i+1.
      subroutine restr(r, n1, n2, n3, s, m1, m2, m3)
      integer n1, n2, n3, m1, m2, m3, maxrow
      parameter (maxrow = 1026)
      double precision r(n1,n2,n3), s(m1,m2,m3)
      double precision s1(maxrow), s2(maxrow), t1, t2
      integer i, j, k, x, y, z

!$omp parallel do private(i, j, x, y, z, s1, s2, t1, t2)
      do k = 2, m3 - 1
        z = 2*k - 1
        do j = 2, m2 - 1
          y = 2*j - 1
          do i = 1, m1 - 1
            x = 2*i
            s1(i) = r(x,y-1,z) + r(x,y+1,z) + r(x,y,z-1) + r(x,y,z+1)
            s2(i) = r(x,y-1,z-1) + r(x,y+1,z-1) + r(x,y-1,z+1)
     &            + r(x,y+1,z+1)
          enddo
          do i = 2, m1 - 1
            x = 2*i - 1
            t1 = r(x,y-1,z) + r(x,y+1,z) + r(x,y,z-1) + r(x,y,z+1)
            t2 = r(x,y-1,z-1) + r(x,y+1,z-1) + r(x,y-1,z+1)
     &         + r(x,y+1,z+1)
            s(i,j,k) = 0.5d0*r(x,y,z)
     &               + 0.25d0*(r(x-1,y,z) + r(x+1,y,z) + t1)
     &               + 0.125d0*(t2 + s1(i-1) + s1(i))
     &               + 0.0625d0*(s2(i-1) + s2(i))
          enddo
        enddo
      enddo
      end

c     Adds the trilinear interpolation of the coarse z to the fine u,
c     ghosts included. z1, z2 and z3 are sums of z over the two rows of
c     a face in y, of a face in z, and over all four rows of a cell.
      subroutine prolon(z, m1, m2, m3, u, n1, n2, n3)
      integer m1, m2, m3, n1, n2, n3, maxrow
      parameter (maxrow = 1026)
      double precision z(m1,m2,m3), u(n1,n2,n3)
      double precision z1(maxrow), z2(maxrow), z3(maxrow)
      integer i, j, k, x, y, w

!$omp parallel do private(i, j, x, y, w, z1, z2, z3)
      do k = 1, m3 - 1
        w = 2*k - 1
        do j = 1, m2 - 1
          y = 2*j - 1
          do i = 1, m1
            z1(i) = z(i,j,k) + z(i,j+1,k)
            z2(i) = z(i,j,k) + z(i,j,k+1)
            z3(i) = z(i,j,k) + z(i,j+1,k) + z(i,j,k+1) + z(i,j+1,k+1)
          enddo
          do i = 1, m1 - 1
            x = 2*i - 1
            u(x,y,w) = u(x,y,w) + z(i,j,k)
            u(x+1,y,w) = u(x+1,y,w) + 0.5d0*(z(i,j,k) + z(i+1,j,k))
            u(x,y+1,w) = u(x,y+1,w) + 0.5d0*z1(i)
            u(x+1,y+1,w) = u(x+1,y+1,w) + 0.25d0*(z1(i) + z1(i+1))
            u(x,y,w+1) = u(x,y,w+1) + 0.5d0*z2(i)
            u(x+1,y,w+1) = u(x+1,y,w+1) + 0.25d0*(z2(i) + z2(i+1))
            u(x,y+1,w+1) = u(x,y+1,w+1) + 0.25d0*z3(i)
            u(x+1,y+1,w+1) = u(x+1,y+1,w+1) + 0.125d0*(z3(i) + z3(i+1))
          enddo
        enddo
      enddo
      end
