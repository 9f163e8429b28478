! Subroutines whose mutants viewfab-translate gets. All have the same arguments, so that a single program calls all mutants.
subroutine laplace(n, m, a, b, c, p, s, t)
  ! points
  do j = 1, m
    do i = 1, n
      a(i, j) = b(i-1, j) + b(i+1, j) + b(i, j-1) + b(i, j+1) - 4*c(i, j)
    end do
  end do
end subroutine laplace

subroutine update(n, m, a, b, c, p, s, t)
  do j = 1, m
    do i = 1, n
      x = b(i, j) - s*c(i, j)
      y = max(x, c(i, j))
      a(i, j) = a(i, j) + 0.5d0*x*y
    end do
  end do
end subroutine update

subroutine upwind(n, m, a, b, c, p, s, t)
  do j = 1, m
    do i = 1, n
      if (c(i, j) > 0) then
        k = i - 1
      else
        k = i
      end if
      a(i, j) = c(i, j)*b(k, j)
    end do
  end do
end subroutine upwind

subroutine total(n, m, a, b, c, p, s, t)
  t = 0
  do j = 1, m
    do i = 1, n
      t = t + b(i, j)*c(i, j)
    end do
  end do
end subroutine total

subroutine largest(n, m, a, b, c, p, s, t)
  t = -1d30
  do j = 1, m
    do i = 1, n
      x = abs(b(i, j) - c(i, j))
      if (x > t) t = x
    end do
  end do
end subroutine largest

subroutine weighted(n, m, a, b, c, p, s, t)
  do j = 1, m
    do i = 1, n
      a(i, j) = p(i)*b(i, j) - p(i-1)*c(i, j)/s
    end do
  end do
end subroutine weighted

subroutine limited(n, m, a, b, c, p, s, t)
  do j = 1, m
    do i = 1, n
      x = b(i+1, j) - b(i, j)
      y = b(i, j) - b(i-1, j)
      z = 0
      if (x*y > 0) z = sign(min(abs(x), abs(y)), x)
      a(i, j) = z + merge(x, y, x < y)
    end do
  end do
end subroutine limited

subroutine ghosts(n, m, a, b, c, p, s, t)
  do j = 1, m
    a(0, j) = a(1, j)
    a(n+1, j) = 2*c(n, j) - a(n, j)
  end do
end subroutine ghosts

subroutine coarse(n, m, a, b, c, p, s, t)
  do j = 1, m/2
    do i = 1, n/2
      a(i, j) = 0.25d0*(b(2*i, 2*j) + b(2*i-1, 2*j) + b(2*i, 2*j-1) + b(2*i-1, 2*j-1))
    end do
  end do
end subroutine coarse

subroutine profile(n, m, a, b, c, p, s, t)
  do i = 1, n
    p(i) = 0.25d0*(b(i, 1) + 2*c(i, 1) + b(i+1, 1))
  end do
end subroutine profile

subroutine split(n, m, a, b, c, p, s, t)
  do j = 1, m
    do i = 1, n
      q(i, j) = b(i, j)**2 + c(i, j)
    end do
  end do
  do j = 2, m - 1
    do i = 2, n - 1
      a(i, j) = q(i-1, j) + q(i+1, j) - s*q(i, j)
    end do
  end do
end subroutine split

subroutine chosen(n, m, a, b, c, p, s, t)
  do j = 1, m
    do i = 1, n
      k = mod(i + 2*j, 3)
      select case (k)
      case (0)
        a(i, j) = b(i, j)
      case (1)
        a(i, j) = c(i-1, j)
      case default
        a(i, j) = s - b(i, j)
      end select
    end do
  end do
end subroutine chosen
