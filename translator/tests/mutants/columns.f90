! Subroutines over columns whose mutants viewfab-translate gets: sweeps, carried values, temporaries, nests that follow each
! other, and a least value with its place. The arguments are those of originals.f90.
subroutine scan(n, m, a, b, c, p, s, t)
  do i = 1, n
    a(i, 1) = s*b(i, 1)
  end do
  do j = 2, m
    do i = 1, n
      a(i, j) = 0.5d0*a(i, j-1) + b(i, j)*c(i, j)
    end do
  end do
end subroutine scan

subroutine solve(n, m, a, b, c, p, s, t)
  do i = 1, n
    q(i, 1) = b(i, 1)
    do j = 2, m
      q(i, j) = b(i, j)/(4 + abs(q(i, j-1)))
    end do
    a(i, m) = q(i, m)
    do j = m - 1, 1, -1
      a(i, j) = q(i, j) - 0.25d0*q(i, j)*a(i, j+1)
    end do
  end do
end subroutine solve

subroutine rows(n, m, a, b, c, p, s, t)
  do i = 1, n
    p(i) = s*b(i, 0)
  end do
  do j = 1, m
    do i = 1, n
      x = 0.5d0*b(i, j)
      p(i) = p(i) + x
      a(i, j) = p(i) - c(i, j)*x
    end do
  end do
  do j = m, 1, -1
    do i = 1, n
      c(i, j) = c(i, j+1) + a(i, j)*p(i)
    end do
  end do
end subroutine rows

subroutine prefix(n, m, a, b, c, p, s, t)
  do i = 1, n
    x = s
    y = p(i)
    do j = 1, m
      x = x + b(i, j)
      if (c(i, j) > 0) y = y - x
      a(i, j) = x*c(i, j) + y
    end do
    p(i) = y
  end do
end subroutine prefix

subroutine nearest(n, m, a, b, c, p, s, t)
  t = 1d30
  k = 0
  do j = 1, m
    do i = 1, n
      if (abs(b(i, j) - s*c(i, j)) < t) then
        t = abs(b(i, j) - s*c(i, j))
        k = i
      end if
    end do
  end do
  p(1) = k
end subroutine nearest
