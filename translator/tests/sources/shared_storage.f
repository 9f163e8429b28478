c Arrays in EQUIVALENCE: a nest has one of the names, or changes none.
c expect names 1 proved
c expect names 2 proved
c expect names 3 proved
c expect names 4 refused equivalence
c expect names 5 proved
c expect numbers 1 proved
c expect block_names 1 refused equivalence
c expect numbers 2 refused equivalence
      subroutine names(n, a, b, c)
      integer n, i, j
      double precision work(40), square(5,8), a(n), b(n), c(n)
      equivalence (work(1), square(1,1))
      do i = 1, 40
        work(i) = c(1 + mod(i, n))
      end do
      do j = 1, 8
        do i = 1, 5
          square(i,j) = square(i,j)*2 + i
        end do
      end do
      do i = 1, n
        c(i) = work(1 + mod(i, 40)) + square(1,2)
      end do
      do i = 1, 40
        work(i) = work(i) + square(2,1)
      end do
      do i = 1, n
        a(i) = square(1 + mod(i, 5), 2) + b(i)
      end do
      end

c A number shares its place with an array of another type.
      subroutine numbers(n, a)
      integer n, i, whole(20), first
      double precision a(n)
      equivalence (whole(1), first)
      do i = 1, 20
        whole(i) = i*n
      end do
      i = first
      do i = 1, n
        whole(1) = int(a(i))
        a(i) = a(i) + first
      end do
      a(1) = a(1) + whole(2) + i
      end

c The array reaches beyond the end of the other name.
      subroutine block_names(n, a)
      integer n, i
      double precision a(n), left(10), right(10), both(20)
      common /pair/ left, right
      equivalence (left(1), both(1))
      do i = 1, 10
        both(i+9) = right(i) + n
      end do
      a(1) = both(11) + left(2)
      end
