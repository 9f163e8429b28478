c Components in the first index, arrays of COMMON, work arrays of COMMON, and a helper that knows the same COMMON.
c expect step 1 proved
c expect step 2 proved
c expect fluxes 1 proved
c expect fluxes 2 proved
c expect fluxes 3 proved
c expect norms 1 proved
c expect norms 2 proved
c expect faces 1 proved
c expect faces 2 proved
c expect faces 3 proved
c expect ends_of 1 proved
c expect ends_of 2 proved
c expect beside_each_other 1 proved
c expect beside_each_other 2 proved
c expect differences 1 proved
c expect shorter_rows 1 refused recurrence
c expect shorter_rows 2 proved
c expect shorter_rows 3 refused recurrence
c expect start 1 proved
c expect shape_at 1 proved
c expect counted_work 1 proved
c expect counted_work 2 proved
c form fluxes 1 over points
c text 5 call field_joined%wrap\(field
      subroutine step
      implicit none
      integer extents(3), i, j, k, m
      double precision field(4,0:8,0:7,0:6), more(4,0:8,0:7,0:6)
      double precision speed(0:8,0:7,0:6), table(4,3)
      common /grid/ extents
      common /fields/ field, more, speed, table
      do k = 1, extents(3)-2
        do j = 1, extents(2)-2
          do i = 1, extents(1)-2
            do m = 1, 4
              field(m,i,j,k) = field(m,i,j,k) + more(m,i,j,k)
            end do
          end do
        end do
      end do
c     Components by their numbers, and neighbours in each direction.
      do k = 1, extents(3)-2
        do j = 1, extents(2)-2
          do i = 1, extents(1)-2
            speed(i,j,k) = field(2,i,j,k)/(1 + field(1,i,j,k)**2)
     >        + field(3,i-1,j,k) - 2.0d+00*field(4,i,j+1,k)
            more(1,i,j,k) = speed(i,j,k)*(field(1,i,j,k+1)
     >        - field(1,i,j,k-1))
            more(4,i,j,k) = 0.25d+00*more(1,i,j,k) + more(2,i,j,k)
          end do
        end do
      end do
      end

c A row of fluxes in COMMON: each row fills it before it reads it, and the last row leaves its values.
      subroutine fluxes(first, last)
      implicit none
      integer first, last
      integer extents(3), i, j, k, m, ip
      double precision field(4,0:8,0:7,0:6), more(4,0:8,0:7,0:6)
      double precision speed(0:8,0:7,0:6), table(4,3)
      double precision row(4,0:8), sums(0:8)
      common /grid/ extents
      common /fields/ field, more, speed, table
      common /lanes/ row, sums
      do k = 1, extents(3)-2
        do j = 1, extents(2)-2
          do i = 0, extents(1)-1
            sums(i) = 0
            do m = 1, 4
              row(m,i) = field(m,i,j,k)*speed(i,j,k)
              sums(i) = sums(i) + row(m,i)
            end do
          end do
          do i = 1, extents(1)-2
            ip = i + 1
            do m = 1, 4
              more(m,i,j,k) = more(m,i,j,k) - row(m,ip) + row(m,i-1)
     >          + sums(ip)
            end do
          end do
        end do
      end do
c     A row that the loops do not fill to its ends: elements beyond keep their values.
      do k = 1, extents(3)-2
        do j = 1, extents(2)-2
          do i = 0, extents(1)-1
            row(1,i) = field(1,i,j,k)
          end do
          do i = first, last
            more(1,i,j,k) = more(1,i,j,k) - row(1,i+1) + row(2,i)
          end do
        end do
      end do
c     A row that each row of points reads from the row before.
      do k = 1, extents(3)-2
        do j = 1, extents(2)-2
          do i = 1, extents(1)-2
            more(1,i,j,k) = row(1,i)
            row(1,i) = field(1,i,j,k) + row(1,i)/2
          end do
        end do
      end do
      end

c A norm of each component.
      subroutine norms(rms)
      implicit none
      double precision rms(4)
      integer extents(3), i, j, k, m
      double precision field(4,0:8,0:7,0:6), more(4,0:8,0:7,0:6)
      double precision speed(0:8,0:7,0:6), table(4,3)
      common /grid/ extents
      common /fields/ field, more, speed, table
      do m = 1, 4
        rms(m) = 0.0d0
      end do
      do k = 1, extents(3)-2
        do j = 1, extents(2)-2
          do i = 1, extents(1)-2
            do m = 1, 4
              rms(m) = rms(m) + field(m,i,j,k)*field(m,i,j,k)
            end do
          end do
        end do
      end do
      end

c Several nests with the same small local array, which a helper fills.
      subroutine faces
      implicit none
      integer extents(3), i, j, k, m
      double precision field(4,0:8,0:7,0:6), more(4,0:8,0:7,0:6)
      double precision speed(0:8,0:7,0:6), table(4,3), temp(4), x
      common /grid/ extents
      common /fields/ field, more, speed, table
      do k = 0, extents(3)-1
        do j = 0, extents(2)-1
          x = 0.1d0*j + k
          call shape_at(x, temp)
          do m = 1, 4
            field(m,0,j,k) = temp(m)
          end do
        end do
      end do
      i = extents(1) - 1
      do k = 0, extents(3)-1
        do j = 0, extents(2)-1
          call shape_at(0.5d0*k, temp)
          do m = 1, 4
            field(m,i,j,k) = temp(m) - j
          end do
        end do
      end do
      do k = 0, extents(3)-1
        do i = 0, extents(1)-1
          if (mod(i, 2) . eq. 0) then
            call shape_at(0.3d0*i, temp)
          else
            call shape_at(0.4d0*k, temp)
          end if
          do m = 1, 4
            field(m,i,0,k) = temp(m)
          end do
        end do
      end do
      end

      subroutine start
      implicit none
      integer extents(3), i, j, k, m
      double precision field(4,0:8,0:7,0:6), more(4,0:8,0:7,0:6)
      double precision speed(0:8,0:7,0:6), table(4,3)
      double precision ends(4,2), x
      common /grid/ extents
      common /fields/ field, more, speed, table
      do k = 0, extents(3)-1
        do j = 0, extents(2)-1
          do i = 0, extents(1)-1
            x = 0.125d0*i
            call shape_at(0.0d0, ends(1,1))
            call shape_at(1.0d0, ends(1,2))
            do m = 1, 4
              field(m,i,j,k) = (1 - x)*ends(m,1) + x*ends(m,2)
            end do
          end do
        end do
      end do
      end

      subroutine shape_at(x, values)
      implicit none
      double precision x, values(4)
      integer m
      double precision field(4,0:8,0:7,0:6), more(4,0:8,0:7,0:6)
      double precision speed(0:8,0:7,0:6), table(4,3)
      common /fields/ field, more, speed, table
      do m = 1, 4
        values(m) = table(m,1) + x*(table(m,2) + x*table(m,3))
      end do
      end

c Work arrays among the arguments. The second nest fills fewer elements in some iterations.
      subroutine counted_work(n, l, a, b, work)
      implicit none
      integer n, l, i, k
      double precision a(n,l), b(n,l), work(n)
      do k = 1, l
        do i = 1, n
          work(i) = a(i,k)**2
        end do
        do i = 2, n
          b(i,k) = b(i,k) + work(i) - work(i-1)
        end do
      end do
      do k = 1, l
        do i = 1, n
          if (a(i,k) .gt. 0.5d0) work(i) = a(i,k)
        end do
        b(1,k) = a(1,k)
      end do
      end

c A norm of the difference from a value that a helper computes: the points are the components.
      subroutine differences(rms)
      implicit none
      double precision rms(4)
      integer extents(3), i, j, k, m
      double precision field(4,0:8,0:7,0:6), more(4,0:8,0:7,0:6)
      double precision speed(0:8,0:7,0:6), table(4,3), exact(4), x, add
      common /grid/ extents
      common /fields/ field, more, speed, table
      do k = 0, extents(3)-1
        do j = 0, extents(2)-1
          do i = 0, extents(1)-1
            x = 0.125d0*i + j - k
            call shape_at(x, exact)
            do m = 1, 4
              add = field(m,i,j,k) - exact(m)
              rms(m) = rms(m) + add*add
            end do
          end do
        end do
      end do
      end

c The last row of points may have no element, and a row may be left early.
      subroutine shorter_rows(n, a, b, work)
      implicit none
      integer n, i, j, m
      double precision a(n,n), b(n,n), work(3)
      do j = 1, n
        do i = j, n-1
          do m = 1, 3
            work(m) = a(i,j) + m
          end do
          b(i,j) = work(1)*work(2) + work(3)
        end do
      end do
      do j = 1, n
        do m = 1, 3
          if (a(m,j) .gt. 0.5d0) exit
          work(m) = a(m,j)
        end do
        b(1,j) = work(1) + work(3)
      end do
      end

c An argument with the name of a function, and two indices that stay, apart from each other.
      subroutine ends_of(size, blocks)
      implicit none
      integer size, m, l, i
      double precision blocks(3,3,2,0:size,4)
      do i = 0, size
        do m = 1, 3
          do l = 1, 3
            blocks(m,l,1,i,2) = blocks(m,l,2,i,2)/2
          end do
        end do
      end do
      do i = 1, 4
        do m = 1, 3
          blocks(m,1,2,size,i) = blocks(m,3,1,0,i) + m
        end do
      end do
      end

c Two indices that stay, beside each other: behind the first index, and behind the second one.
      subroutine beside_each_other(n, cells)
      implicit none
      integer n, i, j, m
      double precision cells(3,2,4,n,n)
      do j = 1, n
        do i = 1, n
          do m = 1, 3
            cells(m,1,2,i,j) = cells(m,2,2,i,j) + cells(m,1,1,i,j)
          end do
        end do
      end do
      do j = 1, n
        do i = 1, 2
          do m = 1, 3
            cells(m,i,3,1,j) = cells(m,i,3,2,j) + cells(m,i,4,1,j)
          end do
        end do
      end do
      end
