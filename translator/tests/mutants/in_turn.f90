! Subroutines whose loops side by side run one after the other, with a work row in a plane, and IFs of which one is true. The
! arguments are those of originals.f90.
subroutine planes(n, m, a, b, c, p, s, t)
  do j = 1, m
    do k = 1, m
      do i = 1, n
        p(i) = b(i, k)*s
      end do
      do i = 2, n - 1
        a(i, j) = 0.5d0*a(i, j) + p(i+1) - p(i-1)
      end do
    end do
    do i = 1, n
      c(i, j) = c(i, j) + a(i, j)*0.25d0
    end do
  end do
end subroutine planes

subroutine three_parts(n, m, a, b, c, p, s, t)
  do j = 1, m
    do i = 1, n
      c(i, j) = b(i, j) - s
    end do
    do k = 1, m
      do i = 1, n
        p(i) = c(i, j) + k
      end do
      do i = 1, n
        a(i, j) = a(i, j)*0.5d0 + p(i)
      end do
    end do
    do i = 1, n
      c(i, j) = c(i, j)*a(i, j)
    end do
  end do
end subroutine three_parts

subroutine one_of_two(n, m, a, b, c, p, s, t)
  do j = 1, m
    if (p(j) .eq. 0.5d0) x = s
    if (p(j) .ne. 0.5d0) x = b(1, j)
    do i = 1, n
      a(i, j) = a(i, j) + x*b(i, j)
      if (i < j) c(i, j) = a(i, j)
      if (i >= j) c(i, j) = x
    end do
  end do
end subroutine one_of_two
