! Kernels on sets of boxes of different shapes, against plain loops box by box.
program set_kernels
  use, intrinsic :: iso_fortran_env, only: real32, real64
  use claims, only: check
  use levels
  use plain_boundary, only: plain_fill_face
  use plain_fab
  use plain_helmholtz, only: plain_gsrb_helmholtz
  use plain_poisson, only: plain_gsrb_poisson, plain_apply_poisson
  use plain_transfer, only: plain_average, plain_interp
  use viewfab
  implicit none
  integer, parameter :: components = 3
  real(real64), parameter :: h = 0.25_real64, exact = 0, rounded = 1e-12_real64
  type(vf_box), parameter :: boxes(9) = [ &
    vf_box([-7, -3, -5], [-2, 1, -1]), vf_box([-1, -3, -5], [3, -1, 2]), vf_box([5, 7, -9], [5, 7, -9]), &
    vf_box([3, -11, 1], [20, -9, 8]), vf_box([-13, 4, 4], [-12, 15, 5]), vf_box([0, 0, 0], [7, 7, 7]), &
    vf_box([31, -5, -3], [33, -1, -3]), vf_box([10, 0, 0], [9, 3, 3]), vf_box([-4, 8, -2], [40, 10, 9])]
  call vf_init()
  call fabs()
  call coloured()
  call coefficients()
  call transfer_between_levels()
  call ghosts()
  call reductions()
  call views_beside_sets()
  call places()
  call component_views()
  call created()
  call no_boxes()
  call host_side()
  call vf_finalize()
contains

  subroutine fabs()
    type(level), target :: x, y
    type(vf_counters) :: start, finish
    integer :: b, n
    call make_level(x, 'x', boxes, 0, components)
    call make_level(y, 'y', boxes, 1, components)
    do b = 1, size(boxes)
      associate (p => y%patches(b), q => x%patches(b), lo => boxes(b)%lower, hi => boxes(b)%upper)
        do n = 1, components
          call plain_axpy(p%expected(:,:,:,n), p%lo, p%hi, q%expected(:,:,:,n), q%lo, q%hi, lo, hi, 0.7_real64)
        end do
      end associate
    end do
    call x%set%to_device()
    call y%set%to_device()
    call vf_counters_get(start)
    call vf_axpy(boxes, 0.7_real64, x%set, y%set)
    call vf_counters_get(finish)
    call check(finish%launches - start%launches == 1, 'a call on sets is one launch')
    call compare(y, 'axpy on sets', rounded)
    call compare(x, 'what is only read stays', exact)
    do b = 1, size(boxes)
      associate (p => y%patches(b), q => x%patches(b), lo => boxes(b)%lower, hi => boxes(b)%upper)
        do n = 1, components
          call plain_apply_poisson(q%expected(:,:,:,n), q%lo, q%hi, p%expected(:,:,:,n), p%lo, p%hi, lo, hi, h)
        end do
      end associate
    end do
    call vf_apply_poisson(boxes, y%set, x%set, h)
    call compare(x, 'apply_poisson on sets', 1e3_real64*rounded)
    call vf_copy(boxes, x%set, x%set, ierr=b)
    call check(b /= VF_OK .and. index(vf_last_error(), "'x'") > 0, 'a set cannot be both arguments')
    call x%set%release()
    call y%set%release()
  end subroutine

  subroutine coloured()
    type(level), target :: phi, rhs
    integer :: b, n, colour
    call make_level(phi, 'phi', boxes, 1, components)
    call make_level(rhs, 'rhs', boxes, 0, components)
    do colour = 0, 1
      do b = 1, size(boxes)
        associate (p => phi%patches(b), q => rhs%patches(b), lo => boxes(b)%lower, hi => boxes(b)%upper)
          do n = 1, components
            call plain_gsrb_poisson(p%expected(:,:,:,n), p%lo, p%hi, q%expected(:,:,:,n), q%lo, q%hi, lo, hi, h, colour)
          end do
        end associate
      end do
      call vf_gsrb_poisson(boxes, phi%set, rhs%set, h, colour)
      call compare(phi, 'gsrb_poisson on sets', rounded)
    end do
    call phi%set%release()
    call rhs%set%release()
  end subroutine

  ! Coefficients have a single component, which all components of phi use.
  subroutine coefficients()
    type(level), target :: phi, rhs, a, bx, by, bz
    integer :: b, n
    call make_level(phi, 'phi', boxes, 1, components)
    call make_level(rhs, 'rhs', boxes, 0, components)
    call make_level(a, 'a', boxes, 0, 1)
    call make_level(bx, 'bx', boxes, 0, 1, face=1)
    call make_level(by, 'by', boxes, 0, 1, face=2)
    call make_level(bz, 'bz', boxes, 0, 1, face=3)
    do b = 1, size(boxes)
      associate (p => phi%patches(b), q => rhs%patches(b), c => a%patches(b), x => bx%patches(b), y => by%patches(b), &
          z => bz%patches(b))
        do n = 1, components
          call plain_gsrb_helmholtz(p%expected(:,:,:,n), p%lo, p%hi, q%a(:,:,:,n), q%lo, q%hi, 1.0_real64, 0.5_real64, &
            c%a(:,:,:,1), c%lo, c%hi, x%a(:,:,:,1), x%lo, x%hi, y%a(:,:,:,1), y%lo, y%hi, z%a(:,:,:,1), z%lo, z%hi, &
            boxes(b)%lower, boxes(b)%upper, [h, 2*h, 3*h], 1.15_real64, 1)
        end do
      end associate
    end do
    call vf_gsrb_helmholtz(boxes, phi%set, rhs%set, 1.0_real64, 0.5_real64, a%set, bx%set, by%set, bz%set, &
      [h, 2*h, 3*h], 1.15_real64, 1)
    call compare(phi, 'gsrb_helmholtz with sets of coefficients on faces', rounded)
    call phi%set%release()
    call rhs%set%release()
    call a%set%release()
    call bx%set%release()
    call by%set%release()
    call bz%set%release()
  end subroutine

  subroutine transfer_between_levels()
    type(level), target :: fine, coarse
    type(vf_box) :: refined(size(boxes))
    integer :: b, n
    refined = vf_box_refine(boxes, 2)
    call make_level(coarse, 'coarse', boxes, 1, components)
    call make_level(fine, 'fine', refined, 0, components)
    do b = 1, size(boxes)
      associate (c => coarse%patches(b), f => fine%patches(b), lo => boxes(b)%lower, hi => boxes(b)%upper)
        do n = 1, components
          call plain_average(c%expected(:,:,:,n), c%lo, c%hi, f%a(:,:,:,n), f%lo, f%hi, lo, hi)
        end do
      end associate
    end do
    call vf_average(boxes, fine%set, coarse%set)
    call compare(coarse, 'average of a fine set', rounded)
    do b = 1, size(boxes)
      associate (c => coarse%patches(b), f => fine%patches(b), lo => boxes(b)%lower, hi => boxes(b)%upper)
        do n = 1, components
          call plain_interp(f%expected(:,:,:,n), f%lo, f%hi, c%a(:,:,:,n), c%lo, c%hi, lo, hi)
        end do
      end associate
    end do
    call vf_interp(boxes, coarse%set, fine%set)
    call compare(fine, 'interp of a coarse set', rounded)
    call fine%set%release()
    call coarse%set%release()
  end subroutine

  ! The kernel fills the ghosts of each box for itself, as vf_fill_ghosts of the boundary.
  subroutine ghosts()
    type(level), target :: x, wall
    type(vf_boundary) :: sides
    integer :: b, n, face
    sides%kind = [vf_dirichlet, vf_neumann, vf_unfilled, vf_reflect_odd, vf_dirichlet, vf_dirichlet]
    sides%order = 3
    call make_level(x, 'x', boxes, 1, components)
    call make_level(wall, 'wall', boxes, 1, components)
    do b = 1, size(boxes)
      if (vf_box_cells(boxes(b)) == 0) cycle
      associate (p => x%patches(b), w => wall%patches(b))
        do n = 1, components
          do face = 0, 5
            call plain_fill_face(p%expected(:,:,:,n), p%lo, p%hi, w%a(:,:,:,n), w%lo, w%hi, boxes(b)%lower, &
              boxes(b)%upper, face, sides%kind(face+1), sides%distance(face+1), sides%order)
          end do
        end do
      end associate
    end do
    call vf_fill_ghosts_to(boxes, x%set, wall%set, sides)
    call compare(x, 'fill_ghosts_to on sets', rounded)
    call x%set%release()
    call wall%set%release()
  end subroutine

  subroutine reductions()
    type(level), target :: x, y
    real(real64) :: norm, total, product, plain_norm, plain_total, plain_product
    real(real64), target :: stays(1)
    type(vf_view) :: stays_v
    integer :: b, n
    call make_level(x, 'x', boxes, 0, components)
    call make_level(y, 'y', boxes, 0, components)
    plain_norm = 0
    plain_total = 0
    plain_product = 0
    do b = 1, size(boxes)
      associate (p => x%patches(b), q => y%patches(b), lo => boxes(b)%lower, hi => boxes(b)%upper)
        do n = 1, components
          plain_norm = max(plain_norm, plain_norm_max(p%a(:,:,:,n), p%lo, p%hi, lo, hi))
          plain_total = plain_total + plain_sum(p%a(:,:,:,n), p%lo, p%hi, lo, hi)
          plain_product = plain_product + plain_dot(p%a(:,:,:,n), p%lo, p%hi, q%a(:,:,:,n), q%lo, q%hi, lo, hi)
        end do
      end associate
    end do
    call vf_norm_max(boxes, x%set, norm)
    call check(norm == plain_norm, 'norm_max of a set')
    call vf_sum(boxes, x%set, total)
    call check(abs(total - plain_total) <= rounded*plain_total, 'sum of a set')
    call vf_dot(boxes, x%set, y%set, product)
    call check(abs(product - plain_product) <= rounded*plain_product, 'dot of two sets')
    stays = 0
    call stays_v%wrap(stays, label='stays')
    call vf_dot(boxes, x%set, y%set, stays_v)
    call stays_v%to_host()
    call check(stays(1) == product, 'a result that stays on the device is the one that is read')
    call stays_v%release()
    call x%set%release()
    call y%set%release()
  end subroutine

  ! A view by itself is used by all boxes of the call.
  subroutine views_beside_sets()
    type(level), target :: y
    real(real64), allocatable, target :: whole(:,:,:,:)
    type(vf_view) :: whole_v
    integer, parameter :: lo(3) = [-13, -11, -9], hi(3) = [40, 15, 9]
    integer :: b, n, i, j, k
    call make_level(y, 'y', boxes, 0, components)
    allocate (whole(lo(1):hi(1), lo(2):hi(2), lo(3):hi(3), components))
    do n = 1, components
      do k = lo(3), hi(3)
        do j = lo(2), hi(2)
          do i = lo(1), hi(1)
            whole(i,j,k,n) = i + 0.5_real64*j - 0.25_real64*k + 100*n
          end do
        end do
      end do
    end do
    call whole_v%wrap(whole, lower=[lo, 1], label='whole')
    do b = 1, size(boxes)
      associate (p => y%patches(b))
        do n = 1, components
          call plain_xpay(p%expected(:,:,:,n), p%lo, p%hi, whole(:,:,:,n), lo, hi, boxes(b)%lower, boxes(b)%upper, &
            -2.0_real64)
        end do
      end associate
    end do
    call vf_xpay(boxes, whole_v, -2.0_real64, y%set)
    call compare(y, 'a view read beside a set', 1e2_real64*rounded)
    call whole_v%to_host(vf_write)
    whole = -1
    call vf_copy(boxes(1:5), y%set, whole_v, ierr=b)
    call check(b == VF_ERROR_ARGUMENT .and. index(vf_last_error(), "'y'") > 0 .and. index(vf_last_error(), '9 boxes') > 0, &
      'a call with fewer boxes than the set has is refused, with the label')
    call vf_norm_max(boxes(1), y%set, whole(0,0,0,1), ierr=b)
    call check(b == VF_ERROR_ARGUMENT .and. index(vf_last_error(), "'y'") > 0, 'a call with a single box is refused')
    call whole_v%to_host(vf_write)
    whole = -1
    call vf_copy(boxes, y%set, whole_v)
    call whole_v%to_host()
    do b = 1, size(boxes)
      associate (l => boxes(b)%lower, u => boxes(b)%upper)
        call check(all(whole(l(1):u(1),l(2):u(2),l(3):u(3),:) == y%patches(b)%a(l(1):u(1),l(2):u(2),l(3):u(3),:)), &
          'a set is gathered in a view')
      end associate
    end do
    call check(count(whole /= -1) == components*sum(vf_box_cells(boxes)), 'cells in no box stay')
    call whole_v%release()
    call y%set%release()
  end subroutine

  subroutine places()
    type(level), target :: x
    type(vf_view) :: part
    type(vf_box) :: box
    real(real64), pointer, contiguous :: p(:,:,:,:)
    integer :: b, status
    call make_level(x, 'x', boxes, 1, components)
    call check(x%set%box_count() == size(boxes) .and. x%set%label() == 'x', 'a set knows its boxes and its label')
    do b = 1, size(boxes)
      part = x%set%view(b)
      box = x%set%box(b)
      call part%host_pointer(p)
      call check(all(box%lower == boxes(b)%lower) .and. all(box%upper == boxes(b)%upper), 'a box is at its place')
      call check(all(lbound(p) == lbound(x%patches(b)%a)) .and. all(ubound(p) == ubound(x%patches(b)%a)), &
        'a view is at its place')
    end do
    call part%release(ierr=status)
    call check(status == VF_ERROR_STATE .and. part%is_set(), 'a borrowed view is not released')
    part = x%set%view(0, ierr=status)
    call check(status == VF_ERROR_ARGUMENT .and. .not. part%is_set(), 'there is no place 0')
    part = x%set%view(size(boxes) + 1, ierr=status)
    call check(status == VF_ERROR_ARGUMENT .and. index(vf_last_error(), 'place 10') > 0 .and. &
      index(vf_last_error(), "'x'") > 0, 'a place behind the last is named')
    box = x%set%box(-1, ierr=status)
    call check(status == VF_ERROR_ARGUMENT .and. vf_box_cells(box) == 0, 'a box that is not there is empty')
    ! On some of the boxes: a single view.
    part = x%set%view(6)
    call part%to_host(vf_write)
    x%patches(6)%a = 0
    x%patches(6)%expected = 0
    x%patches(6)%expected(0:7,0:7,0:7,:) = 4
    call vf_fill_value(boxes(6), part, 4.0_real64)
    call compare(x, 'a kernel on one view of a set', exact)
    call x%set%release()
    call check(.not. x%set%is_set() .and. x%set%box_count() == 0, 'a released set has no boxes')
    call vf_fill_value(boxes(6), part, 4.0_real64, ierr=status)
    call check(status == VF_ERROR_NULL, 'a borrowed view ends with its set')
  end subroutine

  ! A set of two of the components of each array.
  subroutine component_views()
    type(level), target :: x
    type(vf_view) :: parts(size(boxes))
    type(vf_set) :: pair
    type(vf_boundary) :: sides
    integer :: b
    call make_level(x, 'x', boxes(5:5), 1, components)
    call parts(1)%component_of(x%set%view(1), 2, 2)
    call pair%wrap(boxes(5:5), parts(1:1), label='pair')
    associate (p => x%patches(1), lo => boxes(5)%lower - 1, hi => boxes(5)%upper + 1)
      p%expected(lo(1):hi(1),lo(2):hi(2),lo(3):hi(3),2:) = 4
      do b = 0, 7                               ! edges and corners
        p%expected(merge(lo(1), hi(1), btest(b, 0)),merge(lo(2), hi(2), btest(b, 1)),:,2:) &
          = p%a(merge(lo(1), hi(1), btest(b, 0)),merge(lo(2), hi(2), btest(b, 1)),:,2:)
        p%expected(merge(lo(1), hi(1), btest(b, 0)),:,merge(lo(3), hi(3), btest(b, 2)),2:) &
          = p%a(merge(lo(1), hi(1), btest(b, 0)),:,merge(lo(3), hi(3), btest(b, 2)),2:)
        p%expected(:,merge(lo(2), hi(2), btest(b, 1)),merge(lo(3), hi(3), btest(b, 2)),2:) &
          = p%a(:,merge(lo(2), hi(2), btest(b, 1)),merge(lo(3), hi(3), btest(b, 2)),2:)
      end do
    end associate
    sides%kind = vf_neumann
    call vf_fill_value(boxes(5), pair, 4.0_real64)
    call pair%fill_ghosts(boxes(5), sides)
    call compare(x, 'a set of component views', exact)
    call parts(1)%release()
    call pair%release()
    call x%set%release()
  end subroutine

  subroutine created()
    type(vf_set) :: cells, faces
    type(vf_view) :: part
    real(real32), pointer, contiguous :: p(:,:,:,:)
    real(real64), pointer, contiguous :: q(:,:,:,:)
    real(real64) :: total
    integer :: b, status
    call cells%create(boxes, 0.0_real32, components=2, ghosts=2, label='cells')
    call faces%create(boxes, 0.0_real64, face=3)
    do b = 1, size(boxes)
      if (vf_box_cells(boxes(b)) == 0) cycle
      part = cells%view(b)
      call part%host_pointer(p)
      call check(all(lbound(p) == [boxes(b)%lower - 2, 1]) .and. all(ubound(p) == [boxes(b)%upper + 2, 2]), &
        'a created set has ghosts and components')
      call check(all(p == 0), 'a created set holds zeros')
      part = faces%view(b)
      call part%host_pointer(q)
      call check(all(lbound(q) == [boxes(b)%lower, 1]) .and. all(ubound(q) == [boxes(b)%upper + [0, 0, 1], 1]), &
        'a created set may be on faces')
    end do
    call vf_fill_value(boxes, cells, 0.5_real64)
    call vf_sum(boxes, cells, total)
    call check(total == sum(vf_box_cells(boxes)), 'kernels work on created sets')
    call cells%create(boxes, 'a', label='letters', ierr=status)
    call check(status == VF_ERROR_KIND .and. index(vf_last_error(), "'letters'") > 0 .and. cells%label() == 'cells', &
      'a type that views cannot hold is refused before the release')
    call cells%create(boxes, 0.0_real64, ghosts=-1, label='minus', ierr=status)
    call check(status == VF_ERROR_ARGUMENT .and. index(vf_last_error(), 'minus') > 0, 'negative ghosts are refused')
    call faces%create(boxes, 0.0_real64, face=4, ierr=status)
    call check(status == VF_ERROR_ARGUMENT, 'there are three directions')
    call cells%release()
    call faces%release()
  end subroutine

  subroutine no_boxes()
    type(vf_set) :: x, y
    type(vf_view) :: views(0)
    type(vf_boundary) :: sides
    real(real64) :: total
    call x%wrap(boxes(1:0), views, label='x')
    call y%create(boxes(1:0), 0.0_real64, label='y')
    call check(x%is_set() .and. x%box_count() == 0, 'a set may have no boxes')
    call vf_axpy(boxes(1:0), 2.0_real64, x, y)
    total = -1
    call vf_dot(boxes(1:0), x, y, total)
    call check(total == 0, 'the sum over no boxes is 0')
    call x%fill_ghosts(vf_box([0, 0, 0], [7, 7, 7]), sides, layers=2)
    call x%to_device(vf_update)
    call x%to_host(vf_update)
    call check(x%valid_on(vf_host), 'a set of no boxes can be read')
    call x%release()
    call y%release()
  end subroutine

  ! Each array moves by itself.
  subroutine host_side()
    type(level), target :: x
    type(vf_view) :: part
    integer :: b
    call make_level(x, 'x', boxes, 1, components)
    call check(x%set%valid_on(vf_host), 'wrapped arrays are valid on the host')
    call x%set%to_device()
    call check(x%set%valid_on(vf_device), 'to_device brings all arrays')
    part = x%set%view(2)
    call part%to_host(vf_update)
    x%patches(2)%a = 3
    x%patches(2)%before = 3
    do b = 1, size(boxes)
      associate (p => x%patches(b), lo => boxes(b)%lower, hi => boxes(b)%upper)
        p%expected = p%a
        p%expected(lo(1):hi(1),lo(2):hi(2),lo(3):hi(3),:) = p%a(lo(1):hi(1),lo(2):hi(2),lo(3):hi(3),:) + 1
      end associate
    end do
    call vf_add_constant(boxes, x%set, 1.0_real64)
    call check(x%set%valid_on(vf_device), 'a kernel leaves the device valid')
    call compare(x, 'an array that the host changed alone is brought alone', rounded)
    call x%set%to_host(vf_update)
    x%patches(9)%a = 5
    x%patches(9)%expected = 5
    call x%set%mark_written(vf_host)
    call x%set%sync_h2d()
    x%patches(9)%a = 6
    call x%set%sync_d2h()
    call x%set%release()
    x%patches(9)%before = x%patches(9)%a
    call check(all(x%patches(9)%a == 5) .or. all(x%patches(9)%a == 6), 'forced syncs move whole arrays')
  end subroutine
end program
