c     The two loops with 27 points. s1 holds, along a row, the sums over
c     the four rows beside the row, s2 over the four diagonal rows.

c     r = v - A u
      subroutine resid(u, v, r, n1, n2, n3, a)
      integer n1, n2, n3, maxrow
      parameter (maxrow = 1026)
      double precision u(n1,n2,n3), v(n1,n2,n3), r(n1,n2,n3), a(0:3)
      double precision s1(maxrow), s2(maxrow)
      integer i, j, k

!$omp parallel do private(i, j, s1, s2)
      do k = 2, n3 - 1
        do j = 2, n2 - 1
          do i = 1, n1
            s1(i) = u(i,j-1,k) + u(i,j+1,k) + u(i,j,k-1) + u(i,j,k+1)
            s2(i) = u(i,j-1,k-1) + u(i,j+1,k-1) + u(i,j-1,k+1)
     &            + u(i,j+1,k+1)
          enddo
          do i = 2, n1 - 1
            r(i,j,k) = v(i,j,k) - a(0)*u(i,j,k)
     &               - a(1)*(u(i-1,j,k) + u(i+1,j,k) + s1(i))
     &               - a(2)*(s2(i) + s1(i-1) + s1(i+1))
     &               - a(3)*(s2(i-1) + s2(i+1))
          enddo
        enddo
      enddo
      end

c     u = u + C r
      subroutine smooth(r, u, n1, n2, n3, c)
      integer n1, n2, n3, maxrow
      parameter (maxrow = 1026)
      double precision r(n1,n2,n3), u(n1,n2,n3), c(0:3)
      double precision s1(maxrow), s2(maxrow)
      integer i, j, k

!$omp parallel do private(i, j, s1, s2)
      do k = 2, n3 - 1
        do j = 2, n2 - 1
          do i = 1, n1
            s1(i) = r(i,j-1,k) + r(i,j+1,k) + r(i,j,k-1) + r(i,j,k+1)
            s2(i) = r(i,j-1,k-1) + r(i,j+1,k-1) + r(i,j-1,k+1)
     &            + r(i,j+1,k+1)
          enddo
          do i = 2, n1 - 1
            u(i,j,k) = u(i,j,k) + c(0)*r(i,j,k)
     &               + c(1)*(r(i-1,j,k) + r(i+1,j,k) + s1(i))
     &               + c(2)*(s2(i) + s1(i-1) + s1(i+1))
     &               + c(3)*(s2(i-1) + s2(i+1))
          enddo
        enddo
      enddo
      end
