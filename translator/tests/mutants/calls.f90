! Subroutines whose loops call those of called.f90, and columns that read the columns beside them. The arguments are those of
! originals.f90.
subroutine rows(n, m, a, b, c, p, s, t)
  do j = 1, m
    call add_row(n, a(1:n, j), b(0:n-1, j), s)
    call add_row(n, a(1:n, j), c(1:n, j+1), 0.5d0)
  end do
end subroutine rows

subroutine whole_rows(n, m, a, b, c, p, s, t)
  do j = 0, m
    call add_row(n + 6, a(-2, j), b(-2, j), s)
    do i = 1, n
      c(i, j) = c(i, j) + a(i, j)
    end do
  end do
end subroutine whole_rows

subroutine across(n, m, a, b, c, p, s, t)
  do i = 1, n
    call scan_row(0, m, a(i, 0:m), b(i, 0:m))
    call scan_row(1, m, c(i, 1:m), a(i, 1:m))
  end do
end subroutine across

subroutine points(n, m, a, b, c, p, s, t)
  do j = 1, m
    do i = 1, n
      call point(b(i-1, j), 2*b(i+1, j), a(i, j))
      if (c(i, j) > 0) call point(s, p(i), a(i, j))
    end do
  end do
end subroutine points

subroutine sections(n, m, a, b, c, p, s, t)
  do j = 1, m
    call both(a(:, j), c(:, j))
    call both(x=q(1:n, j), y=b(0:n-1, j))
  end do
end subroutine sections

subroutine planes(n, m, a, b, c, p, s, t)
  do k = 1, 2
    call plane(n + 6, m + 6, a)
    call plane(n + 6, m + 6, b(-2, -2))
  end do
end subroutine planes

subroutine beside(n, m, a, b, c, p, s, t)
  do i = 1, n
    a(i, 1) = s*b(i+1, 1)
    do j = 2, m
      a(i, j) = 0.5d0*a(i, j-1) + b(i-1, j) - c(i+1, j-1)
    end do
    do j = m, 1, -1
      p(i) = p(i) + a(i, j)*b(i, j+1)
    end do
  end do
end subroutine beside

subroutine of_rows(n, m, a, b, c, p, s, t)
  do j = 1, m
    do i = 0, n
      q(i, 1) = b(i, j)*b(i+1, j)
    end do
    do i = 1, n
      a(i, j) = a(i, j) + q(i, 1) - q(i-1, 1)
    end do
  end do
end subroutine of_rows
