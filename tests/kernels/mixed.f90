! Arrays of each type in a single call, with small arrays, a logical and an option as values, compared with plain
! loops.
program test_mixed
  use, intrinsic :: iso_fortran_env, only: int64, real32, real64
  use claims, only: check
  use harness
  use viewfab_mixed
  use plain_mixed, only: plain_mix
  use viewfab
  use working_kind, only: wp
  implicit none
  real(wp), parameter :: a(0:3) = [0.7_wp, -1.3_wp, 2.1_wp, -0.9_wp]
  integer, parameter :: counts(2) = [3, -2]
  integer, parameter :: schemes(3) = [vf_mixed_linear, vf_mixed_inverse, vf_mixed_scaled]
  type(situation), allocatable :: cases(:)
  type(field), target :: flux
  type(vf_view) :: wet_v, depth_v, visits_v, edge_v, total_v
  logical, allocatable, target :: wet(:,:,:,:), edge(:,:,:,:), expected_edge(:,:,:,:)
  real(real32), allocatable, target :: depth(:,:,:,:)
  integer(int64), allocatable, target :: visits(:,:,:,:), expected_visits(:,:,:,:)
  real(real64), allocatable, target :: total(:,:,:,:), expected_total(:,:,:,:)
  real(wp), allocatable :: expected(:,:,:,:)
  integer :: c, scheme, side
  call begin('mixed')
  call check(all(schemes == [1, 2, 5]), 'the constants of an option have the numbers of the kernel file')
  cases = situations()
  do c = 1, size(cases)
    do scheme = 1, size(schemes)
      do side = 0, 1
        call compare(cases(c), schemes(scheme), side == 1)
      end do
    end do
  end do
  call finish()
contains

  subroutine compare(s, formula, upwind)
    type(situation), intent(in) :: s
    integer, intent(in) :: formula
    logical, intent(in) :: upwind
    integer :: lo(3), hi(3), n, b
    call make(flux, 'flux', s, reach=1)
    lo = flux%lo
    hi = flux%hi
    call prepare(lo, hi, s%components)
    expected = flux%before
    do n = 1, s%components
      do b = 1, size(s%boxes)
        call plain_mix(s%boxes(b)%lower, s%boxes(b)%upper, lo, hi, a, counts, upwind, formula, wet(:,:,:,n), &
          depth(:,:,:,n), expected_visits(:,:,:,n), expected_edge(:,:,:,n), expected_total(:,:,:,n), expected(:,:,:,n))
      end do
    end do
    if (s%single()) then
      call vf_mixed(s%boxes(1), a, counts, upwind, formula, wet_v, depth_v, visits_v, edge_v, total_v, flux%view)
    else
      call vf_mixed(s%boxes, a, counts, upwind, formula, wet_v, depth_v, visits_v, edge_v, total_v, flux%view)
    end if
    call expect(flux, s, expected, expected, covered(flux, s%boxes))
    call visits_v%to_host()
    call edge_v%to_host()
    call total_v%to_host()
    call check(all(visits == expected_visits), 'int64 arrays are as plain loops leave them, ' // s%what)
    call check(all(edge .eqv. expected_edge), 'logical arrays are as plain loops leave them, ' // s%what)
    call check(all(total == expected_total), 'real64 arrays are as plain loops leave them, ' // s%what)
  end subroutine

  ! Arrays with the bounds of flux, and views of them.
  subroutine prepare(lo, hi, components)
    integer, intent(in) :: lo(3), hi(3), components
    integer :: i, j, k, n
    call wet_v%release()
    call depth_v%release()
    call visits_v%release()
    call edge_v%release(discard=.true.)
    call total_v%release()
    if (allocated(wet)) deallocate (wet, edge, depth, visits, total)
    allocate (wet(lo(1):hi(1), lo(2):hi(2), lo(3):hi(3), components))
    allocate (edge, source=wet)
    allocate (depth(lo(1):hi(1), lo(2):hi(2), lo(3):hi(3), components))
    allocate (visits(lo(1):hi(1), lo(2):hi(2), lo(3):hi(3), components))
    allocate (total(lo(1):hi(1), lo(2):hi(2), lo(3):hi(3), components))
    do n = 1, components
      do k = lo(3), hi(3)
        do j = lo(2), hi(2)
          do i = lo(1), hi(1)
            wet(i,j,k,n) = modulo(i*i + 3*j + k*n, 5) < 2
            edge(i,j,k,n) = modulo(i + j, 2) == 0
            depth(i,j,k,n) = 0.1_real32*(500 + i + 7*j - 3*k + n)
            visits(i,j,k,n) = 9007199254740993_int64 + i - j + k
            total(i,j,k,n) = 0.3_real64*(i - 2*j + 5*k - n)
          end do
        end do
      end do
    end do
    expected_edge = edge
    expected_visits = visits
    expected_total = total
    call wet_v%wrap(wet, [lo, 1], 'wet')
    call edge_v%wrap(edge, [lo, 1], 'edge')
    call depth_v%wrap(depth, [lo, 1], 'depth')
    call visits_v%wrap(visits, [lo, 1], 'visits')
    call total_v%wrap(total, [lo, 1], 'total')
  end subroutine
end program
