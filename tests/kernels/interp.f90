! vf_interp against plain loops.
program test_interp
  use harness
  use plain_transfer, only: plain_interp
  use viewfab
  use working_kind, only: wp
  implicit none
  type(situation), allocatable :: cases(:)
  type(field), target :: coarse, fine
  real(wp), allocatable :: expected(:,:,:,:), terms(:,:,:,:)
  integer :: c
  call begin('interp')
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
    expected = fine%before
    terms = abs(fine%before)
    call plain(s, expected, coarse%before)
    call plain(s, terms, abs(coarse%before))
    if (s%single()) then
      call vf_interp(s%boxes(1), coarse%view, fine%view)
    else
      call vf_interp(s%boxes, coarse%view, fine%view)
    end if
    call expect(fine, s, expected, terms, covered(fine, refined(s%boxes)))
    call expect_unchanged(coarse, s)
  end subroutine

  subroutine plain(s, to, from)
    type(situation), intent(in) :: s
    real(wp), intent(inout) :: to(:,:,:,:)
    real(wp), intent(in) :: from(:,:,:,:)
    integer :: b, n
    do n = 1, s%components
      do b = 1, size(s%boxes)
        call plain_interp(to(:,:,:,n), fine%lo, fine%hi, from(:,:,:,n), coarse%lo, coarse%hi, &
          s%boxes(b)%lower, s%boxes(b)%upper)
      end do
    end do
  end subroutine
end program
