! Subroutines whose loops share the threads of their callers, or of a region with calls, for mutants. The arguments are those of
! originals.f90. Loops with a step stay on the host.
subroutine sweep(n, m, a, b, c, p, s, t)
  !$omp do schedule(static)
  do j = 1, m, 2
    do i = 1, n
      c(i, j) = 0.5d0*c(i-1, j) + b(i, j)
    end do
  end do
  !$omp end do nowait
  !$omp do schedule(static)
  do j = 1, (m + 1)/2
    do i = 1, n
      a(i, j) = a(i, j) + c(i, 2*j-1)
    end do
  end do
  !$omp end do
  !$omp do schedule(static)
  do j = 1, m
    do i = 1, n
      b(i, j) = a(i, j) - s*c(n+1-i, j)
    end do
  end do
  !$omp end do
end subroutine sweep

subroutine total(n, m, a, b, c, p, s, t)
  !$omp do reduction(+: t)
  do j = 1, m
    do i = 1, n
      t = t + b(i, j)*c(i, j)
    end do
  end do
  !$omp end do
  x = t
  !$omp barrier
  !$omp do
  do j = 1, m
    do i = 1, n
      a(i, j) = b(i, j) + x
    end do
  end do
  !$omp end do nowait
end subroutine total

subroutine region(n, m, a, b, c, p, s, t)
  !$omp parallel private(x, y)
  y = 2*s
  !$omp do private(i)
  do j = 1, m
    do i = 1, n
      x = b(i, j) - s*c(i, j)
      a(i, j) = a(i, j) + 0.5d0*x*y
    end do
  end do
  !$omp end do nowait
  call meet()
  !$omp do private(i) reduction(max: t)
  do j = 1, m
    do i = 1, n
      t = max(t, c(i, j))
    end do
  end do
  !$omp end do
  !$omp single
  p(1) = p(1) + a(1, 1)
  !$omp end single
  !$omp do private(i)
  do j = 1, m
    do i = 1, n
      c(i, j) = y*p(i) + a(i, j)
    end do
  end do
  !$omp end do
  !$omp end parallel
end subroutine region

subroutine levels(n, m, a, b, c, p, s, t)
  do k = 2, m
    !$omp do
    do i = 1, n
      a(i, k) = a(i, k) + k*p(i)
    end do
    !$omp end do
    !$omp single
    p(1) = 0.5d0*p(1) + a(n, k)
    !$omp end single
  end do
end subroutine levels

subroutine largest(n, m, a, b, c, p, s, t)
  y = t
  !$omp do
  do j = 1, m
    do i = 1, n
      x = abs(b(i, j) - c(i, j))
      y = max(y, x)
    end do
  end do
  !$omp end do nowait
  !$omp critical
  t = max(t, y)
  !$omp end critical
end subroutine largest

subroutine assigned(n, m, a, b, c, p, s, t)
  !$omp workshare
  a(1:n, 1:m) = b(1:n, 1:m) + s
  c(1:n, 1:m) = 2*a(1:n, 1:m)
  !$omp end workshare
  !$omp do
  do i = 1, n
    p(i) = 0.25d0*(a(i, 1) + 2*c(i, 1) + b(i+1, 1))
  end do
  !$omp end do
end subroutine assigned

subroutine rows(n, m, a, b, c, p, s, t)
  x = 3
  y = x*s
  !$omp do
  do j = 1, m
    do i = 1, n
      q(i, j) = b(i, j)**2 + y
      a(i, j) = q(i, j) - c(i, j)
    end do
  end do
  !$omp end do nowait
  !$omp do
  do j = 1, m
    b(0, j) = b(1, j) + x
    b(n+1, j) = 2*c(n, j) - a(n, j)
  end do
  !$omp end do
end subroutine rows
