! Transfers between a grid (lo:hi, coarse) and the grid of half its cell width: coarse cell i consists of the fine cells
! 2i and 2i+1.

! Restriction: the mean of the eight fine cells.
subroutine average3dgen(c, c_l1, c_l2, c_l3, c_h1, c_h2, c_h3, f, f_l1, f_l2, f_l3, f_h1, f_h2, f_h3, lo, hi, nc)
  implicit none
  integer :: nc, lo(3), hi(3)
  integer :: c_l1, c_l2, c_l3, c_h1, c_h2, c_h3
  integer :: f_l1, f_l2, f_l3, f_h1, f_h2, f_h3
  double precision :: c(c_l1:c_h1, c_l2:c_h2, c_l3:c_h3, nc)
  double precision :: f(f_l1:f_h1, f_l2:f_h2, f_l3:f_h3, nc)
  integer :: i, j, k, n

  do n = 1, nc
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          c(i,j,k,n) = (f(2*i,2*j,2*k,n) + f(2*i+1,2*j,2*k,n) + f(2*i,2*j+1,2*k,n) + f(2*i+1,2*j+1,2*k,n) &
            + f(2*i,2*j,2*k+1,n) + f(2*i+1,2*j,2*k+1,n) + f(2*i,2*j+1,2*k+1,n) + f(2*i+1,2*j+1,2*k+1,n))*0.125d0
        end do
      end do
    end do
  end do
end subroutine average3dgen

! Prolongation: the correction of a coarse cell is added to its eight fine cells.
subroutine interp3dgen(f, f_l1, f_l2, f_l3, f_h1, f_h2, f_h3, c, c_l1, c_l2, c_l3, c_h1, c_h2, c_h3, lo, hi, nc)
  implicit none
  integer :: nc, lo(3), hi(3)
  integer :: f_l1, f_l2, f_l3, f_h1, f_h2, f_h3
  integer :: c_l1, c_l2, c_l3, c_h1, c_h2, c_h3
  double precision :: f(f_l1:f_h1, f_l2:f_h2, f_l3:f_h3, nc)
  double precision :: c(c_l1:c_h1, c_l2:c_h2, c_l3:c_h3, nc)
  integer :: i, j, k, n

  do n = 1, nc
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          f(2*i,2*j,2*k,n) = f(2*i,2*j,2*k,n) + c(i,j,k,n)
          f(2*i+1,2*j,2*k,n) = f(2*i+1,2*j,2*k,n) + c(i,j,k,n)
          f(2*i,2*j+1,2*k,n) = f(2*i,2*j+1,2*k,n) + c(i,j,k,n)
          f(2*i+1,2*j+1,2*k,n) = f(2*i+1,2*j+1,2*k,n) + c(i,j,k,n)
          f(2*i,2*j,2*k+1,n) = f(2*i,2*j,2*k+1,n) + c(i,j,k,n)
          f(2*i+1,2*j,2*k+1,n) = f(2*i+1,2*j,2*k+1,n) + c(i,j,k,n)
          f(2*i,2*j+1,2*k+1,n) = f(2*i,2*j+1,2*k+1,n) + c(i,j,k,n)
          f(2*i+1,2*j+1,2*k+1,n) = f(2*i+1,2*j+1,2*k+1,n) + c(i,j,k,n)
        end do
      end do
    end do
  end do
end subroutine interp3dgen

! Cell-centred coefficients of the coarser operator.
subroutine averagecc3dgen(c, c_l1, c_l2, c_l3, c_h1, c_h2, c_h3, f, f_l1, f_l2, f_l3, f_h1, f_h2, f_h3, lo, hi, nc)
  implicit none
  integer :: nc, lo(3), hi(3)
  integer :: c_l1, c_l2, c_l3, c_h1, c_h2, c_h3
  integer :: f_l1, f_l2, f_l3, f_h1, f_h2, f_h3
  double precision :: c(c_l1:c_h1, c_l2:c_h2, c_l3:c_h3, nc)
  double precision :: f(f_l1:f_h1, f_l2:f_h2, f_l3:f_h3, nc)
  integer :: i, j, k, n

  do n = 1, nc
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          c(i,j,k,n) = (f(2*i,2*j,2*k,n) + f(2*i+1,2*j,2*k,n) + f(2*i,2*j+1,2*k,n) + f(2*i+1,2*j+1,2*k,n) &
            + f(2*i,2*j,2*k+1,n) + f(2*i+1,2*j,2*k+1,n) + f(2*i,2*j+1,2*k+1,n) + f(2*i+1,2*j+1,2*k+1,n))*0.125d0
        end do
      end do
    end do
  end do
end subroutine averagecc3dgen

! Coefficients on the faces in direction cdir (0, 1, 2): the mean of the four fine faces in a coarse face.
subroutine averageec3dgen(c, c_l1, c_l2, c_l3, c_h1, c_h2, c_h3, f, f_l1, f_l2, f_l3, f_h1, f_h2, f_h3, lo, hi, nc, cdir)
  implicit none
  integer :: nc, cdir, lo(3), hi(3)
  integer :: c_l1, c_l2, c_l3, c_h1, c_h2, c_h3
  integer :: f_l1, f_l2, f_l3, f_h1, f_h2, f_h3
  double precision :: c(c_l1:c_h1, c_l2:c_h2, c_l3:c_h3, nc)
  double precision :: f(f_l1:f_h1, f_l2:f_h2, f_l3:f_h3, nc)
  integer :: i, j, k, n

  do n = 1, nc
    do k = lo(3), hi(3)
      do j = lo(2), hi(2)
        if (cdir == 0) then
          do i = lo(1), hi(1)
            c(i,j,k,n) = (f(2*i,2*j,2*k,n) + f(2*i,2*j+1,2*k,n) + f(2*i,2*j,2*k+1,n) + f(2*i,2*j+1,2*k+1,n))*0.25d0
          end do
        else if (cdir == 1) then
          do i = lo(1), hi(1)
            c(i,j,k,n) = (f(2*i,2*j,2*k,n) + f(2*i+1,2*j,2*k,n) + f(2*i,2*j,2*k+1,n) + f(2*i+1,2*j,2*k+1,n))*0.25d0
          end do
        else
          do i = lo(1), hi(1)
            c(i,j,k,n) = (f(2*i,2*j,2*k,n) + f(2*i+1,2*j,2*k,n) + f(2*i,2*j+1,2*k,n) + f(2*i+1,2*j+1,2*k,n))*0.25d0
          end do
        end if
      end do
    end do
  end do
end subroutine averageec3dgen
