c     Shared ends of labelled loops, GOTO to the end of a loop, assumed
c     size, statements on one line, one-line IF with array syntax.
c     expect shared_end 1 proved
c     expect jumps_on 1 proved
c     expect no_extent 1 proved
c     expect no_extent 2 proved
c     expect joined 1 proved
c     expect beside 1 proved
c     expect one_line 1 proved
c     expect implied 1 proved
c     expect outer_call 1 refused call
c     expect saved 1 proved
c     expect saved 2 refused carried value
      subroutine shared_end(x, y, n, m)
      double precision x(n, m), y(n, m)
      do 10 j = 1, m
      do 10 i = 1, n
   10 y(i, j) = x(i, j) + y(i, j)*0.5
      end

      subroutine jumps_on(x, y, n)
      double precision x(n), y(n), t
      do 30 i = 1, n
        t = x(i)
        if (t .lt. 0.d0) goto 30
        y(i) = sqrt(t)
   30 continue
      end

      subroutine no_extent(x, y, w, n, m)
      integer n, m, i, j
      double precision x(n, *), y(*), w(0:*)
      do j = 2, m
        do i = 1, n
          x(i, j) = x(i, j) + w(j - 1)*y(i)
        enddo
      enddo
      do i = 1, n
        y(i) = x(i, 3)
      enddo
      end

      subroutine joined(x, n, m)
      integer n, m, i, j
      double precision x(n, m)
      do j = 1, m; do i = 1, n
        x(i, j) = 2*x(i, j)
      enddo; enddo
      end

      subroutine beside(x, n)
      integer n, i
      double precision x(n), t
      t = x(1); do i = 1, n
        x(i) = t*x(i)
      enddo
      end

      subroutine one_line(x, n, which)
      integer n, which
      double precision x(n)
      if (which .eq. 2) x(:) = x(:)/3
      end

      subroutine implied(a, kount, n)
      implicit real*8 (a-h, k)
      dimension a(n)
      do 5 i = 1, n
        kval = a(i)/2
    5 a(i) = kval*kval + kount
      end

      subroutine outer_call(x, n, m)
      double precision x(n, m)
      do 40 j = 1, m
      call other(j)
      do 40 i = 1, n
   40 x(i, j) = 0
      end

c     SAVE for all: t is set in each iteration, kept is not.
      subroutine saved(x, y, n)
      save
      double precision x(n), y(n), t, kept
      do 50 i = 1, n
        t = 2*x(i)
   50 y(i) = t
      do 60 i = 1, n
        if (x(i) .gt. 0) kept = x(i)
   60 x(i) = kept
      end

c expect halves 1 proved
c expect halves 2 proved
c expect halves 3 proved
c text 1 call vf_halves_3
      subroutine halves(n, a, b, s)
      integer n
      double precision a(n), b(n), s, t
      a(1:n-1) = 0.5d0; b(2:n) = 0.25d0
      s = 1; t = 2                                                      3
      b(:) = a(:)*t; s = s + b(1)
      end
