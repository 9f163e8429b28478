! vf_copy against plain loops.
program test_copy
  use harness
  use plain_fab, only: plain_copy
  use viewfab
  use working_kind, only: wp
  implicit none
  type(situation), allocatable :: cases(:)
  type(field), target :: source, destination
  real(wp), allocatable :: expected(:,:,:,:)
  integer :: c
  call begin('copy')
  cases = situations()
  do c = 1, size(cases)
    call compare(cases(c))
  end do
  call finish()
contains

  subroutine compare(s)
    type(situation), intent(in) :: s
    integer :: b, n
    call make(source, 'source', s, reach=0)
    call make(destination, 'destination', s, reach=0)
    expected = destination%before
    do n = 1, s%components
      do b = 1, size(s%boxes)
        call plain_copy(expected(:,:,:,n), destination%lo, destination%hi, source%before(:,:,:,n), source%lo, &
          source%hi, s%boxes(b)%lower, s%boxes(b)%upper)
      end do
    end do
    if (s%single()) then
      call vf_copy(s%boxes(1), source%view, destination%view)
    else
      call vf_copy(s%boxes, source%view, destination%view)
    end if
    call expect(destination, s, expected, 0*expected, covered(destination, s%boxes))
    call expect_unchanged(source, s)
  end subroutine
end program
