! Kernels with lines, compared with plain loops that keep rows of intermediate values.
program test_lines
  use, intrinsic :: iso_fortran_env, only: int32, real64
  use claims, only: check
  use harness
  use lines_kernels
  use plain_rows
  use viewfab
  use working_kind, only: wp
  implicit none
  real(wp), parameter :: c(3) = [-0.3_wp, 0.033_wp, -0.017_wp], w = 0.7_wp
  type(situation), allocatable :: cases(:)
  type(field), target :: x, y, z
  real(wp), allocatable :: expected(:,:,:,:), terms(:,:,:,:)
  integer :: s
  cases = [situations(), &
    situation('rows of several parts', [vf_box([-1500, 0, 3], [3333, 1, 4])], [-1500, 0, 3], [3333, 1, 4], 1, 2), &
    situation('rows of one part and a point', [vf_box([1, 0, 0], [1025, 1, 1]), vf_box([1, 2, 0], [2049, 3, 1])], &
      [1, 0, 0], [2049, 3, 1], 1, 1)]
  call begin('relax_27')
  call each(relax_27)
  call begin('residual_27')
  call each(residual_27)
  call begin('fourth_difference')
  call each(fourth_difference)
  call begin('relax_rows')
  call each(relax_rows)
  call begin('face_slopes')
  call each(face_slopes)
  call begin('largest_bend')
  call each(largest_bend)
  call plane_rows([-3, -2], [-3, -2])
  call plane_rows([-7, 4], [5, 8])
  call plane_rows([2, -1], [2600, 9])
  call finish()
contains

  subroutine each(compare)
    interface
      subroutine compare(s)
        import :: situation
        type(situation), intent(in) :: s
      end subroutine
    end interface
    do s = 1, size(cases)
      call compare(cases(s))
    end do
  end subroutine

  ! The sum of magnitudes comes from the weights' magnitudes and terms of the same sign.
  subroutine relax_27(s)
    type(situation), intent(in) :: s
    integer :: b, n
    call make(x, 'x', s, reach=0)
    call make(y, 'r', s, reach=1)
    expected = x%before
    terms = abs(x%before)
    do n = 1, s%components
      do b = 1, size(s%boxes)
        associate (lo => s%boxes(b)%lower, hi => s%boxes(b)%upper)
          call plain_relax_27(expected(:,:,:,n), x%lo, x%hi, y%before(:,:,:,n), y%lo, y%hi, lo, hi, c)
          call plain_relax_27(terms(:,:,:,n), x%lo, x%hi, abs(y%before(:,:,:,n)), y%lo, y%hi, lo, hi, abs(c))
        end associate
      end do
    end do
    call vf_relax_27(s%boxes, y%view, x%view, c)
    call expect(x, s, expected, terms, covered(x, s%boxes))
    call expect_unchanged(y, s)
  end subroutine

  subroutine residual_27(s)
    type(situation), intent(in) :: s
    integer :: b, n
    call make(x, 'u', s, reach=1)
    call make(y, 'v', s, reach=0)
    call make(z, 'r', s, reach=0)
    expected = z%before
    terms = z%before
    do n = 1, s%components
      do b = 1, size(s%boxes)
        associate (lo => s%boxes(b)%lower, hi => s%boxes(b)%upper)
          call plain_residual_27(expected(:,:,:,n), z%lo, z%hi, x%before(:,:,:,n), x%lo, x%hi, &
            y%before(:,:,:,n), y%lo, y%hi, lo, hi, c)
          call plain_residual_27(terms(:,:,:,n), z%lo, z%hi, abs(x%before(:,:,:,n)), x%lo, x%hi, &
            abs(y%before(:,:,:,n)), y%lo, y%hi, lo, hi, -abs(c))
        end associate
      end do
    end do
    call vf_residual_27(s%boxes, x%view, y%view, z%view, c)
    call expect(z, s, expected, terms, covered(z, s%boxes))
    call expect_unchanged(x, s)
    call expect_unchanged(y, s)
  end subroutine

  subroutine fourth_difference(s)
    type(situation), intent(in) :: s
    integer(int32), allocatable, target :: mask(:,:,:)
    type(vf_view) :: mask_v
    integer :: b, n, i, j, k
    call make(x, 'x', s, reach=2)
    call make(y, 'y', s, reach=0)
    allocate (mask(s%lo(1):s%hi(1)+3, s%lo(2):s%hi(2), s%lo(3)-1:s%hi(3)+1))
    do k = lbound(mask, 3), ubound(mask, 3)
      do j = lbound(mask, 2), ubound(mask, 2)
        do i = lbound(mask, 1), ubound(mask, 1)
          mask(i,j,k) = modulo(i*i + 3*j + 5*k*i, 7)/4
        end do
      end do
    end do
    call mask_v%wrap(mask, lower=lbound(mask), label='mask')
    expected = y%before
    terms = y%before
    do n = 1, s%components
      do b = 1, size(s%boxes)
        associate (lo => s%boxes(b)%lower, hi => s%boxes(b)%upper)
          call plain_fourth_difference(expected(:,:,:,n), y%lo, y%hi, x%before(:,:,:,n), x%lo, x%hi, mask, lbound(mask), &
            ubound(mask), lo, hi, w)
        end associate
      end do
    end do
    terms = 16
    call vf_fourth_difference(s%boxes, x%view, mask_v, y%view, w)
    call expect(y, s, expected, terms, covered(y, s%boxes))
    call expect_unchanged(x, s)
    call mask_v%release()
  end subroutine

  subroutine relax_rows(s)
    type(situation), intent(in) :: s
    integer :: b, n, colour
    call make(x, 'x', s, reach=0)
    call make(y, 'b', s, reach=1)
    do colour = 0, 1
      expected = x%before
      terms = abs(x%before)
      do n = 1, s%components
        do b = 1, size(s%boxes)
          associate (lo => s%boxes(b)%lower, hi => s%boxes(b)%upper)
            call plain_relax_rows(expected(:,:,:,n), x%lo, x%hi, y%before(:,:,:,n), y%lo, y%hi, lo, hi, w, colour)
            call plain_relax_rows(terms(:,:,:,n), x%lo, x%hi, abs(y%before(:,:,:,n)), y%lo, y%hi, lo, hi, w, colour)
          end associate
        end do
      end do
      call vf_relax_rows(s%boxes, y%view, x%view, w, colour)
      call expect(x, s, expected, terms, covered(x, s%boxes, colour))
    end do
    call expect_unchanged(y, s)
  end subroutine

  subroutine face_slopes(s)
    type(situation), intent(in) :: s
    integer :: b, n, direction
    call make(x, 'x', s, reach=2)
    call make(y, 's', s, reach=0)
    do direction = 0, 2
      expected = y%before
      do n = 1, s%components
        do b = 1, size(s%boxes)
          associate (lo => s%boxes(b)%lower, hi => s%boxes(b)%upper)
            call plain_face_slopes(expected(:,:,:,n), y%lo, y%hi, x%before(:,:,:,n), x%lo, x%hi, lo, hi, direction)
          end associate
        end do
      end do
      call vf_face_slopes(s%boxes, x%view, y%view, direction)
      call expect(y, s, expected, expected, covered(y, s%boxes))
    end do
    call expect_unchanged(x, s)
  end subroutine

  subroutine largest_bend(s)
    type(situation), intent(in) :: s
    real(real64) :: found
    real(wp) :: wanted
    integer :: b, n
    call make(x, 'x', s, reach=1)
    wanted = 0
    do n = 1, s%components
      do b = 1, size(s%boxes)
        call plain_largest_bend(wanted, x%before(:,:,:,n), x%lo, x%hi, s%boxes(b)%lower, s%boxes(b)%upper)
      end do
    end do
    call vf_largest_bend(s%boxes, x%view, found)
    call expect_number(s, found, real(wanted, real64), 0.0_real64, 0)
    call expect_unchanged(x, s)
  end subroutine
  ! A kernel of rank 2.
  subroutine plane_rows(lo, hi)
    integer, intent(in) :: lo(2), hi(2)
    integer, parameter :: components = 2
    real(wp), target :: a(lo(1)-1:hi(1)+1, lo(2)-1:hi(2)+1, components), b(lo(1):hi(1), lo(2)-1:hi(2), components)
    real(wp) :: before(lo(1):hi(1), lo(2)-1:hi(2), components), d(lo(1)-1:hi(1)+1), wanted
    type(vf_view) :: a_v, b_v
    integer :: i, j, n
    call random_number(a)
    call random_number(b)
    before = b
    call a_v%wrap(a, lower=lbound(a), label='a')
    call b_v%wrap(b, lower=lbound(b), label='b')
    call vf_plane_rows(vf_box_of(lo, hi), a_v, b_v, w)
    call b_v%to_host()
    call check(all(abs(b(:,lo(2)-1,:) - before(:,lo(2)-1,:)) <= 0), 'rows beside the box keep their values')
    do n = 1, components
      do j = lo(2), hi(2)
        do i = lo(1) - 1, hi(1) + 1
          d(i) = a(i,j-1,n) + a(i,j+1,n)
        end do
        do i = lo(1), hi(1)
          wanted = a(i,j,n) + w*(d(i-1) + d(i+1))
          call check(abs(b(i,j,n) - wanted) <= merge(0.0_wp, 4*epsilon(w)*wanted, bits_are_compared()), &
            'plane_rows equals plain loops')
        end do
      end do
    end do
    call a_v%release()
    call b_v%release()
  end subroutine

  logical function bits_are_compared()
    character(16) :: argument
    call get_command_argument(1, argument)
    bits_are_compared = argument == 'exact'
  end function
end program
