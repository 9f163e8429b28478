! Loops over the levels of a scheme: array syntax of all columns, or of the columns of the loops beside it, joins these loops.

! A scheme: all loops of a level are about the columns kidia to kfdia, and whole local arrays are set before them.
! expect scheme 1 proved
! text 1 call vf_scheme.vf_columns.kidia, kfdia
subroutine scheme(kidia, kfdia, klon, klev, dt, t, q)
  implicit none
  integer, intent(in) :: kidia, kfdia, klon, klev
  double precision, intent(in) :: dt
  double precision, intent(inout) :: t(klon,klev), q(klon,klev,3)
  double precision :: za(klon,3,3), zfall(klon,3), zsum(klon)
  integer :: jl, jk, jm, jn, first(klon)
  do jk = 2, klev
    za(:,:,:) = 0
    zfall(:,:) = 0.5d0
    do jl = kidia, kfdia
      zsum(jl) = q(jl,jk-1,1)
      first(jl) = 1
      if (t(jl,jk) > 0) first(jl) = 2
    end do
    do jm = 1, 3
      do jl = kidia, kfdia
        za(jl,first(jl),jm) = za(jl,first(jl),jm) + dt*q(jl,jk,jm)*zsum(jl)
        zfall(jl,jm) = zfall(jl,jm)*t(jl,jk-1)
      end do
    end do
    do jm = 1, 3
      do jn = 1, 3
        do jl = kidia, kfdia
          q(jl,jk,jm) = q(jl,jk,jm) + za(jl,jn,jm) - zfall(jl,jn)
        end do
      end do
      do jl = kidia, kfdia
        t(jl,jk) = t(jl,jk) + za(jl,jm,1)
      end do
    end do
  end do
end subroutine scheme

! A small solve by array syntax: the planes jn and jm of an array are read and changed in the same columns.
! expect solve 1 proved
! text 1 call vf_solve.vf_columns.kidia, kfdia
subroutine solve(kidia, kfdia, klon, klev, q)
  implicit none
  integer, intent(in) :: kidia, kfdia, klon, klev
  double precision, intent(inout) :: q(klon,klev,3)
  double precision :: zl(klon,3,3)
  integer :: jl, jk, jm, jn
  do jk = 2, klev
    do jm = 1, 3
      do jn = 1, 3
        do jl = kidia, kfdia
          zl(jl,jm,jn) = q(jl,jk-1,jn)/(jm + 1)
        end do
      end do
      do jl = kidia, kfdia
        zl(jl,jm,jm) = 4 + abs(q(jl,jk,jm))
      end do
    end do
    do jn = 1, 2
      do jm = jn+1, 3
        zl(kidia:kfdia,jm,jn) = zl(kidia:kfdia,jm,jn) &
          /zl(kidia:kfdia,jn,jn)
        q(kidia:kfdia,jk,jm) = q(kidia:kfdia,jk,jm) - zl(kidia:kfdia,jm,jn)*q(kidia:kfdia,jk,jn)
      end do
    end do
    q(kidia:kfdia,jk,3) = q(kidia:kfdia,jk,3)/zl(kidia:kfdia,3,3)
  end do
end subroutine solve

! Array syntax reads a column that another iteration would have changed, if the planes are the same.
! expect other_columns 1 refused shared elements
subroutine other_columns(n, j, k, q)
  implicit none
  integer, intent(in) :: n, j, k
  double precision, intent(inout) :: q(n,3)
  integer :: i
  do i = 1, 3
    q(2:n,j) = q(1:n-1,k)*i
  end do
end subroutine other_columns

! The second run of the loops reads columns that the first has set: only the loops inside become kernels.
! expect other_columns_later 1 refused shared elements
! expect other_columns_later 2 proved
! expect other_columns_later 3 proved
subroutine other_columns_later(n, nlev, q)
  implicit none
  integer, intent(in) :: n, nlev
  double precision, intent(inout) :: q(n,nlev)
  double precision :: a(n)
  integer :: i, k, part, first, last
  do part = 1, 2
    first = merge(1, n/2+1, part == 1)
    last = merge(n/2, n, part == 1)
    do k = 2, nlev
      if (part == 1) a(:) = 2
      do i = first, last
        a(i) = a(i) + q(i,k-1)
        q(i,k) = a(i)
      end do
    end do
  end do
end subroutine other_columns_later

! Not all columns are set; one column is read by all; a loop has other columns: the assignments stay as they are.
! expect part_of_columns 1 proved
! expect part_of_columns 2 refused recurrence
! expect part_of_columns 3 proved
! expect part_of_columns 4 proved
! expect part_of_columns 5 refused recurrence
! expect part_of_columns 6 proved
! expect part_of_columns 7 refused recurrence
! expect part_of_columns 8 proved
! expect part_of_columns 9 proved
! expect part_of_columns 10 proved
subroutine part_of_columns(n, nlev, q)
  implicit none
  integer, intent(in) :: n, nlev
  double precision, intent(inout) :: q(n,nlev)
  double precision :: a(n,2), b(n,2), c(n)
  integer :: i, k
  a(:,:) = 1
  do k = 2, nlev
    a(2:,:) = 0
    do i = 1, n
      a(i,1) = a(i,1) + q(i,k-1)
      q(i,k) = a(i,1) - a(i,2)
    end do
  end do
  do k = 2, nlev
    b(:,:) = 2
    do i = 1, n
      b(i,1) = b(i,1) + q(i,k-1)
      q(i,k) = b(i,1) - b(1,2)
    end do
  end do
  do k = 2, nlev
    c(:) = 2
    do i = 2, n
      q(i,k) = q(i,k-1) - c(i)
    end do
    do i = 1, n-1
      q(i,k) = q(i,k) - c(i)
    end do
  end do
end subroutine part_of_columns
