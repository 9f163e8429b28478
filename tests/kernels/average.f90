! vf_average against plain loops.
program test_average
  use harness
  use plain_transfer, only: plain_average
  use viewfab
  use working_kind, only: wp
  implicit none
  type(situation), allocatable :: cases(:)
  type(field), target :: coarse, fine
  real(wp), allocatable :: expected(:,:,:,:), terms(:,:,:,:)
  integer :: c
  call begin('average')
  cases = situations()
  do c = 1, size(cases)
    call compare(cases(c))
  end do
  call finish()
contains

  subroutine compare(s)
    type(situation), intent(in) :: s
    call make(coarse, 'coarse', s, reach=0)
    call make(fine, 'fine', s, reach=0, lo=2*s%lo, hi=2*s%hi + 1)
    expected = coarse%before
    terms = coarse%before
    call plain(s, expected, fine%before)
    call plain(s, terms, abs(fine%before))
    if (s%single()) then
      call vf_average(s%boxes(1), fine%view, coarse%view)
    else
      call vf_average(s%boxes, fine%view, coarse%view)
    end if
    call expect(coarse, s, expected, terms, covered(coarse, s%boxes))
    call expect_unchanged(fine, s)
  end subroutine

  subroutine plain(s, to, from)
    type(situation), intent(in) :: s
    real(wp), intent(inout) :: to(:,:,:,:)
    real(wp), intent(in) :: from(:,:,:,:)
    integer :: b, n
    do n = 1, s%components
      do b = 1, size(s%boxes)
        call plain_average(to(:,:,:,n), coarse%lo, coarse%hi, from(:,:,:,n), fine%lo, fine%hi, &
          s%boxes(b)%lower, s%boxes(b)%upper)
      end do
    end do
  end subroutine
end program
