! Legacy sweeps find the first cell of a row with mod, which gives -1 for a negative odd sum. So they start a cell
! left of the box and overwrite ghosts. vf_gsrb_poisson starts inside. The two differ in nothing else.
program test_gsrb_negative_bounds
  use harness
  use claims, only: check
  use plain_poisson, only: plain_gsrb_poisson, truncating_gsrb_poisson
  use viewfab
  use working_kind, only: wp
  implicit none
  real(wp), parameter :: h = 0.3_wp
  type(vf_box), parameter :: boxes(3) = [vf_box([-5, -6, -4], [2, 1, 3]), vf_box([-6, -3, -8], [0, 1, -2]), &
    vf_box([-9, -8, -7], [-3, -2, -1])]
  type(field), target :: phi, rhs
  integer :: b, colour
  call begin('gsrb_poisson beside a legacy sweep')
  do b = 1, size(boxes)
    do colour = 0, 1
      call compare(situation('negative low', [boxes(b)], boxes(b)%lower, boxes(b)%upper, 2, 1), boxes(b), colour)
    end do
  end do
  call finish()
contains

  subroutine compare(s, box, colour)
    type(situation), intent(in) :: s
    type(vf_box), intent(in) :: box
    integer, intent(in) :: colour
    real(wp), allocatable :: legacy(:,:,:,:), expected(:,:,:,:), terms(:,:,:,:)
    logical, allocatable :: hit(:,:,:), differ(:,:,:)
    integer :: j, k
    call make(phi, 'phi', s, reach=2)
    call make(rhs, 'rhs', s, reach=1)
    legacy = phi%before
    expected = phi%before
    terms = abs(phi%before)
    call truncating_gsrb_poisson(legacy, phi%lo, phi%hi, rhs%before, rhs%lo, rhs%hi, box%lower, box%upper, h, colour)
    call plain_gsrb_poisson(expected, phi%lo, phi%hi, rhs%before, rhs%lo, rhs%hi, box%lower, box%upper, h, colour)
    call plain_gsrb_poisson(terms, phi%lo, phi%hi, -abs(rhs%before), rhs%lo, rhs%hi, box%lower, box%upper, h, colour)

    ! Ghosts overwritten by the legacy sweep: left of the rows with an odd and negative sum.
    allocate (hit, mold=covered(phi, [box]))
    hit = .false.
    do k = box%lower(3), box%upper(3)
      do j = box%lower(2), box%upper(2)
        hit(at(1, box%lower(1) - 1), at(2, j), at(3, k)) = mod(box%lower(1) + j + k + colour, 2) == -1
      end do
    end do
    differ = abs(legacy(:,:,:,1) - expected(:,:,:,1)) > 0
    call check(any(hit), 'the bounds are such that a legacy sweep overwrites ghosts')
    call check(all(differ .eqv. hit), 'a legacy sweep differs from a mathematical modulus in these ghosts only')

    call vf_gsrb_poisson(box, phi%view, rhs%view, h, colour)
    call phi%view%to_host()
    call check(all(abs(phi%a(:,:,:,1) - phi%before(:,:,:,1)) <= 0 .or. .not. hit), &
      'ghosts left of a negative odd sum are not overwritten')
    call expect(phi, s, expected, terms, covered(phi, [box], colour), note='colour ' // achar(48 + colour))
  end subroutine

  ! The index of a cell in an array that counts from 1.
  pure integer function at(direction, cell)
    integer, intent(in) :: direction, cell
    at = cell - phi%lo(direction) + 1
  end function
end program
