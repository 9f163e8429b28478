! fill_ghosts of sets of arrays of rank 2 and 1, element by element, compared with a single array over the whole domain: bounds of
! any sign, odd extents, boxes of a single cell, layers by direction.
program set_planes
  use, intrinsic :: iso_fortran_env, only: error_unit, real64
  use claims, only: check, mentions
  use viewfab
  implicit none
  integer, parameter :: n_ = vf_neumann, d_ = vf_dirichlet, o_ = vf_reflect_odd, p_ = vf_periodic, u_ = vf_unfilled
  integer, parameter :: deep = 2 ! ghosts of the arrays
  real(real64), parameter :: untouched = -77
  type :: patch
    real(real64), allocatable :: a(:,:)
  end type
  type(vf_box), parameter :: domain = vf_box([-3, 2, 1], [9, 8, 1])
  type(vf_boundary), parameter :: open = vf_boundary(u_), still = vf_boundary([n_, o_, n_, d_, n_, d_])
  type(patch), target :: patches(6)
  type(vf_box) :: boxes(6)
  type(vf_set) :: u
  integer :: kinds(6), n
  call vf_init()
  call start()
  call fill_and_compare(open, [1, 1], 'one layer in both directions', alike=.true.)
  call fill_and_compare(open, [2, 2], 'two layers', alike=.true.)
  call fill_and_compare(open, [2, 1], 'two layers in x and one in y')
  call fill_and_compare(open, [0, 2], 'layers in y alone')
  call fill_and_compare(still, [1, 1], 'walls', alike=.true.)
  call fill_and_compare(still, [0, 1], 'walls of a direction without layers stay')
  do n = 1, 2
    kinds = merge(p_, u_, [.true., n == 2, .true., .true., n == 2, .true.])
    call fill_and_compare(vf_boundary(kinds), [2, 2], 'periodic', alike=.true.)
    call fill_and_compare(vf_boundary(kinds), [1, 2], 'periodic, by direction')
  end do
  call fill_and_compare(vf_boundary([p_, n_, u_, p_, o_, u_]), [2, 1], 'periodic in x, walls in y')
  call in_two_calls()
  call refusals()
  call u%release()
  call created()
  call components()
  call lines()
  call cuts()
  call vf_finalize()
contains

  ! Columns of 1, 7 and 5 cells in rows of 1 and 6.
  subroutine start()
    type(vf_view) :: views(6)
    integer :: b, i, j
    integer, parameter :: x(4) = [-3, -2, 5, 10], y(3) = [2, 3, 9]
    do j = 1, 2
      do i = 1, 3
        b = i + 3*(j - 1)
        boxes(b) = vf_box_of(x(i), x(i+1) - 1, y(j), y(j+1) - 1)
        associate (l => boxes(b)%lower, h => boxes(b)%upper)
          allocate (patches(b)%a(l(1)-deep:h(1)+deep, l(2)-deep:h(2)+deep))
          call views(b)%wrap(patches(b)%a, lower=lbound(patches(b)%a), label='u')
        end associate
      end do
    end do
    call u%wrap(boxes, views, label='u')
    do b = 1, 6
      call views(b)%release()
    end do
  end subroutine

  subroutine reset()
    integer :: b, i, j
    call u%to_host(vf_write)
    do b = 1, 6
      associate (l => boxes(b)%lower, h => boxes(b)%upper)
        patches(b)%a = untouched
        do j = l(2), h(2)
          do i = l(1), h(1)
            patches(b)%a(i,j) = value_at(i, j)
          end do
        end do
      end associate
    end do
  end subroutine

  pure function value_at(i, j) result(value)
    integer, intent(in) :: i, j
    real(real64) :: value
    value = 0.25_real64*i + 100*j
  end function

  subroutine fill_and_compare(sides, layers, claim, alike)
    type(vf_boundary), intent(in) :: sides
    integer, intent(in) :: layers(2)
    character(*), intent(in) :: claim
    logical, intent(in), optional :: alike
    integer :: again
    do again = 1, 2
      call reset()
      if (present(alike)) then
        call u%fill_ghosts(domain, sides, layers=layers(1))
      else
        call u%fill_ghosts(domain, sides, layers=layers)
      end if
      call compare(sides, layers, claim)
    end do
  end subroutine

  subroutine compare(sides, layers, claim)
    type(vf_boundary), intent(in) :: sides
    integer, intent(in) :: layers(2)
    character(*), intent(in) :: claim
    integer :: b, i, j
    real(real64) :: wanted
    call u%to_host()
    do b = 1, 6
      associate (a => patches(b)%a)
        do j = lbound(a, 2), ubound(a, 2)
          do i = lbound(a, 1), ubound(a, 1)
            wanted = expected(boxes(b), sides, layers, [i, j])
            if (a(i,j) == wanted) cycle
            write (error_unit, *) 'box', b, ':', i, j, 'is', a(i,j), 'not', wanted
            call check(.false., claim)
          end do
        end do
      end associate
    end do
  end subroutine

  ! Boxes tile the domain. So an element is a cell of the domain or of a periodic image, or lies beside a face of its own box.
  pure function expected(box, sides, layers, at) result(value)
    type(vf_box), intent(in) :: box
    type(vf_boundary), intent(in) :: sides
    integer, intent(in) :: layers(2), at(2)
    real(real64) :: value
    integer :: cell(2), in(2), d, face
    value = untouched
    if (any(at < box%lower(:2) - layers .or. at > box%upper(:2) + layers)) return
    cell = at
    where (sides%kind(1:2) == p_) cell = domain%lower(:2) + modulo(at - domain%lower(:2), domain%upper(:2) - domain%lower(:2) + 1)
    if (all(cell >= domain%lower(:2) .and. cell <= domain%upper(:2))) then
      value = value_at(cell(1), cell(2))
      return
    end if
    do d = 1, 2
      in = at
      face = 0
      if (at(d) == domain%lower(d) - 1) face = d
      if (at(d) == domain%upper(d) + 1) face = d + 3
      if (face == 0) cycle
      in(d) = at(d) + merge(1, -1, face == d)
      if (any(in < box%lower(:2) .or. in > box%upper(:2))) cycle
      select case (sides%kind(face))
      case (n_)
        value = value_at(in(1), in(2))
      case (d_, o_) ! 0 on the wall
        value = -value_at(in(1), in(2))
      end select
    end do
  end function

  subroutine in_two_calls()
    call reset()
    call u%fill_ghosts_begin(domain, still)
    call u%fill_ghosts_end()
    call compare(still, [1, 1], 'begin and end')
    call reset()
    call u%fill_ghosts_begin(domain, open, layers=[1, 2])
    call u%fill_ghosts_end()
    call compare(open, [1, 2], 'begin and end, by direction')
  end subroutine

  subroutine refusals()
    integer :: status
    call u%fill_ghosts(domain, open, layers=3, ierr=status)
    call check(status == VF_ERROR_BOX .and. mentions(vf_last_error(), "box (-3:-3, 2:2) of 'u' with 3", '(-5:-1, 0:4)'), &
      'too many layers are refused in the indices of a plane')
    call u%fill_ghosts(domain, open, layers=[2, 3], ierr=status)
    call check(status == VF_ERROR_BOX .and. mentions(vf_last_error(), "'u'", '(2, 3) ghost layers'), 'and those of y')
    call u%fill_ghosts(domain, open, layers=[1, 1, 1], ierr=status)
    call check(status == VF_ERROR_BOX .and. mentions(vf_last_error(), "'u'", '(1, 1, 1)'), 'a plane has none in z')
    call u%fill_ghosts(domain, open, layers=[1, 1, 1, 1], ierr=status)
    call check(status == VF_ERROR_ARGUMENT .and. mentions(vf_last_error(), "'u'", '4 numbers'), 'four directions')
    call u%fill_ghosts(domain, open, layers=[0, 0], ierr=status)
    call check(status == VF_ERROR_ARGUMENT .and. mentions(vf_last_error(), "'u'", '(0, 0, 0)'), 'no layers at all')
  end subroutine

  ! Arrays made by viewfab have the rank of their ghosts; with components they have rank 4.
  subroutine created()
    type(vf_set) :: c
    type(vf_view) :: part
    real(real64), pointer, contiguous :: p(:,:), several(:,:,:,:)
    integer :: b, status
    call c%create(boxes, 0.0_real64, ghosts=[2, 1], label='c')
    part = c%view(2)
    call part%host_pointer(p)
    call check(all(lbound(p) == [-4, 1]) .and. all(ubound(p) == [6, 3]), 'an array of rank 2 with its ghosts')
    call c%to_host(vf_write)
    do b = 1, 6
      part = c%view(b)
      call part%host_pointer(p)
      p = b
    end do
    call c%fill_ghosts(domain, open, layers=[2, 1])
    call c%to_host()
    part = c%view(2)
    call part%host_pointer(p)
    call check(all(p(6,1:3) == [2, 3, 6]) .and. all(p(-4,:) == 2) .and. p(-3,3) == 4, 'its ghosts are filled')
    call c%create(boxes, 0.0_real64, components=2, ghosts=[1, 1], label='c')
    part = c%view(1)
    call part%host_pointer(several)
    call check(all(shape(several) == [3, 3, 1, 2]), 'with components an array has rank 4')
    call c%fill_ghosts(domain, open)
    call c%create([vf_box([1, 1, 0], [2, 2, 1])], 0.0_real64, ghosts=[1, 1], label='c', ierr=status)
    call check(status == VF_ERROR_BOX .and. mentions(vf_last_error(), "'c'", '(1:2, 1:2, 0:1)'), 'a box of planes')
    call c%release()
  end subroutine

  ! The last index of an array of rank 3 counts components, and has no ghosts.
  subroutine components()
    real(real64), target :: left(0:4,1:5,3), right(2:7,1:5,3)
    type(vf_box), parameter :: halves(2) = [vf_box([1, 2, 1], [3, 4, 3]), vf_box([4, 2, 1], [6, 4, 3])]
    type(vf_view) :: views(2)
    type(vf_set) :: both
    integer :: j, n
    left = 1
    right = 2
    do n = 1, 3
      do j = 2, 4
        left(1:3,j,n) = 100*n + j
        right(4:6,j,n) = 1000*n + j
      end do
    end do
    call views(1)%wrap(left, lower=lbound(left), label='both')
    call views(2)%wrap(right, lower=[2, 1, 1], label='both')
    call both%wrap(halves, views, label='both')
    call both%fill_ghosts(vf_box([1, 2, 1], [6, 4, 3]), vf_boundary([u_, n_, n_, u_, n_, n_]), layers=[1, 1])
    call both%to_host()
    do n = 1, 3
      call check(all(left(4,2:4,n) == 1000*n + [2, 3, 4]) .and. all(right(3,2:4,n) == 100*n + [2, 3, 4]) .and. &
        all(left(1:3,1,n) == 100*n + 2) .and. all(right(4:6,5,n) == 1000*n + 4), 'components of planes')
    end do
    call both%release()
    do n = 1, 2
      call views(n)%release()
    end do
  end subroutine

  subroutine lines()
    integer, parameter :: first(3) = [-5, -4, 1], last(3) = [-5, 0, 7]
    real(real64), target :: one(-7:-3), two(-6:2), three(-1:9)
    type(vf_view) :: views(3)
    type(vf_set) :: line
    integer :: i
    one = untouched
    two = untouched
    three = untouched
    one(-5) = -5
    two(-4:0) = [(i, i = -4, 0)]
    three(1:7) = [(i, i = 1, 7)]
    call views(1)%wrap(one, lower=[-7], label='one')
    call views(2)%wrap(two, lower=[-6], label='two')
    call views(3)%wrap(three, lower=[-1], label='three')
    call line%wrap([(vf_box_of(first(i), last(i)), i = 1, 3)], views, label='line')
    call line%fill_ghosts(vf_box_of(-5, 7), vf_boundary([p_, n_, n_, p_, n_, n_]), layers=2)
    call line%to_host()
    call check(all(one == [6, 7, -5, -4, -3]) .and. all(two(-6:-5) == [7, -5]) .and. all(two(1:2) == [1, 2]) .and. &
      all(three(-1:0) == [-1, 0]) .and. all(three(8:9) == [-5, -4]), 'lines')
    call line%release()
    do i = 1, 3
      call views(i)%release()
    end do
  end subroutine

  subroutine cuts()
    type(vf_box), allocatable :: tiles(:)
    integer, allocatable :: owners(:)
    integer :: status
    call vf_layout_distribute(domain, [5, 4], 3, tiles, owners)
    call check(size(tiles) == 6 .and. sum(vf_box_cells(tiles)) == vf_box_cells(domain), 'a plane is cut by two sizes')
    call vf_layout_distribute(domain, [5, 4, 1, 1], 3, tiles, owners, ierr=status)
    call check(status == VF_ERROR_ARGUMENT .and. mentions(vf_last_error(), 'vf_layout_distribute', '4 numbers'), 'four sizes')
  end subroutine
end program
