c GOTO and arithmetic IF in loops.
c expect skips 1 proved
c expect skips 2 proved
c expect skips 3 proved
c expect chooses 1 proved
c expect chooses 2 proved
c expect chooses 3 proved
c expect between 1 proved
c expect between 2 proved
c expect between 3 refused last value
c expect leaves 1 refused jump
c expect leaves 2 refused jump
c expect ends 1 proved
c expect ends 2 proved
      subroutine skips(n, m, a, b, c)
      integer n, m, i, j
      double precision a(n,m), b(n,m), c(n)
c     To the end of the loop, which loops share.
      do 10 j = 1, m
      do 10 i = 1, n
      if (a(i,j) .lt. 0.3d0) go to 10
      b(i,j) = b(i,j)/a(i,j)
   10 continue
c     Over a few statements, twice, and to the end.
      do 30 i = 1, n
        if (c(i) .gt. 0.8d0) goto 25
        c(i) = c(i) + 1
        if (c(i) .lt. 1.2d0) then
          c(i) = 3*c(i)
          goto 30
        end if
        c(i) = c(i) - b(i,1)
   25   c(i) = c(i)/2
        if (c(i) .lt. b(i,m)) goto 30
        c(i) = c(i) + b(i,m)
   30 continue
c     In a branch, with a loop behind.
      do i = 1, n
        if (c(i) .gt. 0.5d0) then
          if (a(i,1) .gt. 0.5d0) goto 40
          c(i) = 2*c(i)
        else
          c(i) = c(i) - 1
        end if
        do j = 1, m
          b(i,j) = b(i,j) + c(i)
        end do
   40   continue
      end do
      end

      subroutine chooses(n, m, a, c, k)
      integer n, m, i, k(n)
      double precision a(n), c(n)
      character word
c     An entry of a table in words, and a comment behind a text.
      word = 'W'   !the letter
      if (word .eq. 'V' .or. n . lt. 0) return
      do 80 i = 1, n
        if (a(i) - c(i)) 81, 82, 83
   81   c(i) = -c(i)
        goto 80
   82   c(i) = 1
        goto 80
   83   c(i) = c(i)*2
   80 continue
      do 90 i = 1, n
        if (k(i) - 1) 91, 92, 92
   91   c(i) = c(i) + 1
   92   c(i) = c(i)*a(i)
   90 continue
      do 60 i = 1, n
        if (k(i) - m) 60, 61, 60
   61   c(i) = 0
   60 continue
      end

      subroutine leaves(n, m, a, c)
      integer n, m, i, j
      double precision a(n,m), c(n)
c     Out of both loops.
      do i = 1, n
        do j = 1, m
          if (a(i,j) .gt. 0.9d0) goto 70
          a(i,j) = a(i,j) + c(i)
        end do
      end do
   70 continue
c     Back.
      do i = 1, n
   75   c(i) = c(i) + 1
        if (c(i) .lt. 2) goto 75
      end do
      end

      subroutine ends(n, m, a, c, s)
      integer n, m, i, j
      double precision a(n,m), c(n), s
c     Behind the inner loop.
      do 50 i = 1, n
        s = 0
        do 41 j = 1, m
          if (a(i,j) .gt. 0.7d0) goto 42
          s = s + a(i,j)
   41   continue
   42   c(i) = s
   50 continue
c     Over the assignment behind the inner loop.
      do i = 1, n
        do j = 1, m
          a(i,j) = a(i,j) - c(i)
        end do
        if (c(i) .lt. 2.5d0) goto 99
        c(i) = 0
   99 end do
      s = 0
      end

c Jumps between nests: each nest sets its own numbers, and s has the value of the last point.
      subroutine between(n, m, a, c, t)
      integer n, m, i, j, t
      double precision a(n,m), c(n), s, last
      if (t .eq. 2) goto 20
   10 do j = 1, m
        do i = 1, n
          s = a(i,j)*2
          a(i,j) = s + c(i)
        end do
      end do
      if (t .eq. 1) goto 30
   20 do i = 1, n
        s = c(i) - 1
        c(i) = s*s
      end do
      t = t - 1
      if (t .gt. 0) goto 10
   30 do i = 1, n
        last = c(i) + 3
        c(i) = last/2
      end do
      c(1) = c(1) + last
      end
