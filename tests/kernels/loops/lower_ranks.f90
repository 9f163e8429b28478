! Arrays of lower rank than the loop, in another order of their indices, read by index arrays and along columns.
program lower_ranks
  use, intrinsic :: iso_fortran_env, only: int32
  use loop_arrays
  use viewfab
  use viewfab_column_mass
  use viewfab_column_pressure
  use viewfab_mass_coordinate
  use viewfab_other_order
  use viewfab_table_lookup
  use working_kind, only: wp
  implicit none
  real(wp), allocatable, target :: x(:,:,:,:), t(:,:,:,:), turned(:,:,:,:), c1(:), c2(:,:), mu(:,:), w(:), &
    rho(:,:,:), dz(:), mass(:,:), table(:), p(:,:,:)
  real(wp), allocatable, target :: plane(:,:), found(:,:)
  integer(int32), allocatable, target :: entry(:,:), from(:)
  real(wp), allocatable :: expected(:,:,:,:), expected_plane(:,:), expected_columns(:,:,:)
  type(vf_view) :: v(6)
  integer :: c, components, i, j, k, n, lo(3), hi(3)
  call begin()
  do components = 1, 3, 2
    do c = 1, cases
      lo = lower(:, c)
      hi = upper(:, c)
      call weather_coordinate()
      call vertical_second()
      if (components > 1) cycle
      call by_index()
      call columns()
    end do
  end do
  call finish('lower_ranks')
contains

  subroutine forget()
    integer :: m
    do m = 1, size(v)
      if (v(m)%is_set()) call v(m)%release(discard=.true.)
    end do
  end subroutine

  subroutine make_volume(a, more)
    real(wp), allocatable, intent(inout) :: a(:,:,:,:)
    integer, intent(in) :: more(3)
    if (allocated(a)) deallocate (a)
    allocate (a(lo(1)-1:hi(1)+more(1), lo(2):hi(2)+more(2), lo(3)-1:hi(3)+more(3), components))
    call fill(a)
  end subroutine

  subroutine weather_coordinate()
    call forget()
    call make_volume(x, [0, 1, 0])
    call make_volume(t, [2, 0, 1])
    if (allocated(c1)) deallocate (c1, c2, mu, w)
    allocate (c1(lo(3)-1:hi(3)), c2(lo(3):hi(3), components), mu(lo(1):hi(1)+1, lo(2)-1:hi(2)), w(components))
    call fill(c1)
    call fill(c2)
    call fill(mu)
    call fill(w)
    call v(1)%wrap(x, lower=lbound(x), label='x')
    call v(2)%wrap(c1, lower=lbound(c1), label='c1')
    call v(3)%wrap(c2, lower=lbound(c2), label='c2')
    call v(4)%wrap(mu, lower=lbound(mu), label='mu')
    call v(5)%wrap(w, label='w')
    call v(6)%wrap(t, lower=lbound(t), label='t')
    expected = t
    do n = 1, components
      do k = lo(3), hi(3)
        do j = lo(2), hi(2)
          do i = lo(1), hi(1)
            expected(i,j,k,n) = ((c1(k-1) + c1(k))*mu(i,j) + c2(k,n))*w(n)*x(i,j,k,n)
          end do
        end do
      end do
    end do
    call vf_mass_coordinate(vf_box(lo, hi), v(1), v(2), v(3), v(4), v(5), v(6))
    call v(6)%to_host()
    call same(t, expected, 'weather coordinate')
  end subroutine

  subroutine vertical_second()
    call forget()
    call make_volume(t, [1, 0, 0])
    if (allocated(turned)) deallocate (turned)
    allocate (turned(lo(1):hi(1)+2, lo(3)-1:hi(3), lo(2):hi(2)+1, components))
    call fill(turned)
    call v(1)%wrap(turned, lower=lbound(turned), label='turned')
    call v(2)%wrap(t, lower=lbound(t), label='t')
    expected = t
    do n = 1, components
      do k = lo(3), hi(3)
        do j = lo(2), hi(2)
          do i = lo(1), hi(1)
            expected(i,j,k,n) = turned(i,k,j,n) + 2*turned(i,k,j+1,n)
          end do
        end do
      end do
    end do
    call vf_other_order(vf_box(lo, hi), v(1), v(2))
    call v(2)%to_host()
    call same(t, expected, 'vertical second')
  end subroutine

  subroutine by_index()
    call forget()
    if (allocated(table)) deallocate (table, entry, plane, from, found)
    allocate (table(-2:9), entry(lo(1):hi(1), lo(2):hi(2)), plane(-3:4, lo(2):hi(2)), from(lo(1):hi(1)), &
      found(lo(1):hi(1), lo(2):hi(2)))
    call fill(table)
    call fill(plane)
    call fill(found)
    do i = lo(1), hi(1)
      from(i) = modulo(5*i, 8) - 3
      do j = lo(2), hi(2)
        entry(i,j) = modulo(7*i + 3*j, 12) - 2
      end do
    end do
    call v(1)%wrap(table, lower=lbound(table), label='table')
    call v(2)%wrap(entry, lower=lbound(entry), label='entry')
    call v(3)%wrap(plane, lower=lbound(plane), label='plane')
    call v(4)%wrap(from, lower=lbound(from), label='from')
    call v(5)%wrap(found, lower=lbound(found), label='found')
    expected_plane = found
    do j = lo(2), hi(2)
      do i = lo(1), hi(1)
        expected_plane(i,j) = table(entry(i,j))*plane(from(i),j)
      end do
    end do
    call vf_table_lookup(vf_box_of(lo(1:2), hi(1:2)), v(1), v(2), v(3), v(4), v(5))
    call v(5)%to_host()
    call same(found, expected_plane, 'by index')
  end subroutine

  subroutine columns()
    call forget()
    if (allocated(rho)) deallocate (rho, dz, mass)
    allocate (rho(lo(1):hi(1), lo(2)-1:hi(2), lo(3):hi(3)), dz(lo(3)-1:hi(3)+1), mass(lo(1)-1:hi(1), lo(2):hi(2)+1))
    call fill(rho)
    call fill(dz)
    call fill(mass)
    call v(1)%wrap(rho, lower=lbound(rho), label='rho')
    call v(2)%wrap(dz, lower=lbound(dz), label='dz')
    call v(3)%wrap(mass, lower=lbound(mass), label='mass')
    expected_plane = mass
    do j = lo(2), hi(2)
      do i = lo(1), hi(1)
        expected_plane(i,j) = 0
        do k = lo(3), hi(3)
          expected_plane(i,j) = expected_plane(i,j) + rho(i,j,k)*dz(k)
        end do
      end do
    end do
    call vf_column_mass(vf_box_of(lo(1:2), hi(1:2)), v(1), v(2), v(3), lo(3), hi(3))
    call v(3)%to_host()
    call same(mass, expected_plane, 'columns')

    if (allocated(p)) deallocate (p)
    allocate (p(lo(1):hi(1)+1, lo(2):hi(2), lo(3)-1:hi(3)+1))
    call fill(p)
    call v(4)%wrap(p, lower=lbound(p), label='p')
    expected_columns = p
    do k = hi(3), lo(3), -1
      do j = lo(2), hi(2)
        do i = lo(1), hi(1)
          expected_columns(i,j,k) = expected_columns(i,j,k+1) + rho(i,j,k)*dz(k)
        end do
      end do
    end do
    call vf_column_pressure(vf_box_of(lo(1:2), hi(1:2)), v(1), v(2), v(4), lo(3), hi(3))
    call v(4)%to_host()
    call same(p, expected_columns, 'recurrence along columns')
  end subroutine
end program
