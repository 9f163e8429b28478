c     GOTO within loops, to a later statement of the same loop and out of loops inside. A comment with the word
c     entry is no statement ENTRY.
c     On entry: x has the values of all columns.
c     expect skips 1 proved
c     expect looks 1 proved
c     expect retried 1 proved
c     expect retried 2 refused last value
c     expect goes_back 1 refused jump
c     expect second_entry 1 refused entry
      subroutine skips(n, m, x, y)
      integer n, m, i, j, k
      double precision x(n,m), y(n), s
      do 20 i = 1, n
         s = 0
         if (x(i,1) .lt. 0) goto 10
         s = x(i,1)
         if (x(i,1) .gt. 0.5d0) then
            y(i) = 7
            if (s .gt. 0.7d0) goto 15
            s = 2*s
         end if
         y(i) = s + x(i,2)
 10      s = s + 1
         y(i) = s*y(i)
 15      continue
         y(i) = y(i) + 0.5d0
 20   continue
      end
      subroutine looks(n, m, x, y)
      integer n, m, i, j, k
      double precision x(n,m), y(n), s
      do i = 1, n
         y(i) = -1
         do j = 1, m
           do k = 1, m
             if (x(i,j) .gt. x(i,k) + 0.4d0) then
                y(i) = x(i,j)
                goto 30
             end if
             y(i) = y(i) + 1
           end do
           if (x(i,j) .lt. 0) goto 40
           y(i) = y(i) + 2
         end do
         y(i) = 3
 30      y(i) = y(i)*y(i)
 40      continue
      end do
      end
c     A jump back to a nest: code in front of a nest may read what the nest sets.
      subroutine retried(n, x, y, z)
      integer n, i, k
      double precision x(n), y(n), z(n), t
      k = 0
 10   continue
      do i = 1, n
        z(i) = x(i) + z(i)
      end do
      do i = 1, n
        t = 2*x(i)
        z(i) = t + z(i)
      end do
      k = k + 1
      if (k .lt. 2) goto 10
      y(1) = t
      end
      subroutine goes_back(n, x)
      integer n, i
      double precision x(n)
      do i = 1, n
 20     x(i) = 0.5d0*x(i)
        if (x(i) .gt. 1) goto 20
      end do
      end
      subroutine second_entry(n, x)
      integer n, i
      double precision x(n)
      x(1) = 1
      entry only_loop(n, x)
      do i = 1, n
        x(i) = 2*x(i)
      end do
      end
