c     Loops over one field.

c     Fills the periodic ghosts, one direction after the other, so that
c     later directions take edges and corners along.
      subroutine period(x, n1, n2, n3)
      integer n1, n2, n3
      double precision x(n1,n2,n3)
      integer i, j, k

!$omp parallel do private(i, j)
      do k = 2, n3 - 1
        do j = 2, n2 - 1
          x(1,j,k) = x(n1-1,j,k)
          x(n1,j,k) = x(2,j,k)
        enddo
        do i = 1, n1
          x(i,1,k) = x(i,n2-1,k)
          x(i,n2,k) = x(i,2,k)
        enddo
      enddo
      do j = 1, n2
        do i = 1, n1
          x(i,j,1) = x(i,j,n3-1)
          x(i,j,n3) = x(i,j,2)
        enddo
      enddo
      end

c     x = 0, ghosts included
      subroutine zero(x, n1, n2, n3)
      integer n1, n2, n3
      double precision x(n1,n2,n3)
      integer i, j, k

!$omp parallel do private(i, j)
      do k = 1, n3
        do j = 1, n2
          do i = 1, n1
            x(i,j,k) = 0.0d0
          enddo
        enddo
      enddo
      end

c     The L2 norm and the max norm, without ghosts.
      subroutine norms(x, n1, n2, n3, rl2, rmax)
      integer n1, n2, n3
      double precision x(n1,n2,n3), rl2, rmax
      double precision total, points
      integer i, j, k

      total = 0.0d0
      rmax = 0.0d0
!$omp parallel do private(i, j) reduction(+: total) reduction(max: rmax)
      do k = 2, n3 - 1
        do j = 2, n2 - 1
          do i = 2, n1 - 1
            total = total + x(i,j,k)**2
            rmax = max(rmax, abs(x(i,j,k)))
          enddo
        enddo
      enddo
      points = dble(n1 - 2)*dble(n2 - 2)*dble(n3 - 2)
      rl2 = sqrt(total/points)
      end
