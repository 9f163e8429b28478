! Results of kernels over tiles: windows of a sine against plain loops, their sum by the documented tree and the first of the
! largest, for lines of less and of more than a tile of the tree, several components and several boxes.
program window_totals
  use, intrinsic :: iso_fortran_env, only: int64, real64
  use claims, only: check
  use loop_arrays
  use plain_results, only: plain_least, plain_tree_sum
  use viewfab
  use viewfab_windowed_total
  use working_kind, only: wp
  implicit none
  real(real64), parameter :: infinity = huge(1.0_real64)
  real(wp), allocatable, target :: b(:,:)
  real(wp), allocatable :: expected(:,:)
  real(real64), allocatable :: values(:)
  integer, allocatable :: lengths(:)
  type(vf_place), allocatable :: places(:)
  type(vf_view) :: view
  integer :: components
  call begin()
  do components = 1, 2
    call totals([0], [0], 1, 0)
    call totals([-4], [90], 30, 256)
    call totals([0], [4095], 4096, 1)
    call totals([-5000], [8000], 600, 8)
    call totals([3, 30, 50, 200], [20, 29, 4500, 5000], 77, 3)
  end do
  components = 1
  call totals([0], [127999], 128000, 256)
  call finish('window_totals')
contains

  ! On boxes of these bounds. Boxes may be empty.
  subroutine totals(lower, upper, n, m)
    integer, intent(in) :: lower(:), upper(:), n, m
    real(wp), parameter :: turn = real(6.283185307179586477_real64, wp)
    real(wp), allocatable :: w(:)
    type(vf_box) :: boxes(size(lower))
    type(vf_place) :: place, right
    real(real64) :: total, peak, least
    integer :: box, c, i, j, at
    if (view%is_set()) call view%release(discard=.true.)
    if (allocated(b)) deallocate (b)
    allocate (b(minval(lower):maxval(upper), components))
    call fill(b)
    call view%wrap(b, lower=lbound(b), label='b')
    expected = b
    w = [(sin(turn*real(modulo(j, n), wp)/real(n, wp))*(1 - real(abs(j), wp)/real(max(m, 1), wp)), &
      j = minval(lower) - m, maxval(upper) + m)]
    do box = 1, size(lower)
      boxes(box) = vf_box_of(lower(box), upper(box))
      do c = 1, components
        do i = lower(box), upper(box)
          expected(i,c) = 0
          do j = i - minval(lower) + 1, i - minval(lower) + 1 + 2*m
            expected(i,c) = expected(i,c) + w(j)
          end do
        end do
      end do
    end do
    if (size(lower) == 1) then
      call vf_windowed_total(boxes(1), view, n, m, total, peak, place)
    else
      call vf_windowed_total(boxes, view, n, m, total, peak, place)
    end if
    call view%to_host()
    call same(b, expected, 'totals')
    at = 0
    i = components*sum(max(upper - lower + 1, 0))
    values = [(0.0_real64, j = 1, i)]
    lengths = [(0, j = 1, components*size(lower))]
    if (allocated(places)) deallocate (places)
    allocate (places(i))
    do box = 1, size(lower)
      do c = 1, components
        lengths((box - 1)*components + c) = max(upper(box) - lower(box) + 1, 0)
        do i = lower(box), upper(box)
          at = at + 1
          values(at) = real(b(i,c), real64)
          places(at) = vf_place(box, [i, 0, 0], c)
        end do
      end do
    end do
    call check(transfer(total, 0_int64) == transfer(plain_tree_sum(reshape(values, [1, at]), &
      [(.true., j = 1, at)], lengths), 0_int64), 'the sum of windows has the bits of the tree')
    call plain_least(-values, [(.true., j = 1, at)], infinity, least, i)
    right = places(i)
    call check(peak == -least, 'the largest window is that of plain loops')
    call check(place%box == right%box .and. all(place%index == right%index) .and. place%component == right%component, &
      'the place of the largest window is the first that has it')
  end subroutine
end program
