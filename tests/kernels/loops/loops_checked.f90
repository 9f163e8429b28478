! Validation compares kernels over planes, with profiles, tables and columns, with originals on arrays of a legacy code. The
! report gives a difference in the array's own indices. Other tests replay the captures requested by VF_CAPTURE.
program loops_checked
  use, intrinsic :: iso_fortran_env, only: int32, int64, real64
  use claims
  use loop_arrays, only: fill
  use loop_originals
  use viewfab
  use viewfab_column_mass
  use viewfab_column_mass_original
  use viewfab_mass_coordinate
  use viewfab_mass_coordinate_original
  use viewfab_metric_divergence
  use viewfab_metric_divergence_original
  use viewfab_table_lookup
  use viewfab_table_lookup_original
  use viewfab_vertex_interpolate
  use viewfab_vertex_interpolate_original
  implicit none
  integer, parameter :: il = -3, ih = 9, jl = 2, jh = 8, kl = -5, kh = 1
  real(real64), target :: u(il:ih+1, jl:jh, 2), v(il:ih, jl:jh+1, 2), dx(il:ih), dy(jl:jh), d(il-1:ih, jl:jh+1, 2)
  real(real64), target :: x(il:ih, jl:jh, kl:kh, 2), c1(kl-1:kh), c2(kl:kh, 2), mu(il:ih, jl:jh), w(2), &
    t(il:ih, jl:jh, kl-1:kh, 2)
  real(real64), target :: table(-2:9), plane(-3:4, jl:jh), found(il:ih, jl:jh)
  integer(int32), target :: entry(il:ih, jl:jh), from(il:ih)
  real(real64), target :: rho(il:ih, jl:jh, kl:kh), dz(kl:kh), mass(il:ih, jl:jh)
  real(real64), target :: z(1:9, 2), fine(1:16, 2)
  type(vf_view) :: views(21)
  integer(int64) :: checked
  integer :: i, j
  character(:), allocatable :: file
  character(32) :: device, memory
  call get_environment_variable('VF_DEVICE', device)
  call get_environment_variable('VF_HOST_MEMORY', memory)
  file = 'loops_checked_' // trim(device) // trim(memory) // '.json'
  call make()
  call vf_metric_divergence_register_original(divergence_original)
  call vf_mass_coordinate_register_original(coordinate_original)
  call vf_table_lookup_register_original(lookup_original)
  call vf_column_mass_register_original(mass_original)
  call vf_vertex_interpolate_register_original(interpolate_original)
  call vf_validate_mode(VF_MODE_CHECK)
  ! A GPU contracts products.
  call vf_validate_tolerance(vf_tolerance(absolute=1e-12_real64, relative=1e-12_real64))

  call all_of_them()
  call vf_report_write(file)
  call check(vf_report_passed(checked) .and. checked == 5, 'each kernel gives what its original gives')
  wrong = 1
  call vf_report_reset()
  call all_of_them()
  call check(.not. vf_report_passed(checked) .and. checked == 5, 'differences are found')
  call vf_report_write(file)
  call told("(-2, 8) component 2")
  call told("(9, 2, -4) component 1")
  call told("(-3, 2)")
  call told("(9, 8)")
  call told("(2) component 1")

  call vf_report_reset()
  wrong = 0
  call vf_validate_mode(VF_MODE_ORIGINAL)
  call views(13)%to_host(vf_write)
  found = 0
  call lookup()
  call views(13)%to_host()
  call check(all(found == reshape([((table(entry(i,j))*plane(from(i),j), i = il, ih), j = jl, jh)], shape(found))), &
    'an original runs in place of its kernel')
contains

  subroutine make()
    call fill(u)
    call fill(v)
    call fill(dx)
    call fill(dy)
    call fill(d)
    call fill(x)
    call fill(c1)
    call fill(c2)
    call fill(mu)
    call fill(w)
    call fill(t)
    call fill(table)
    call fill(plane)
    call fill(found)
    call fill(rho)
    call fill(dz)
    call fill(mass)
    call fill(z)
    call fill(fine)
    do j = jl, jh
      do i = il, ih
        from(i) = modulo(5*i, 8) - 3
        entry(i,j) = modulo(7*i + 3*j, 12) - 2
      end do
    end do
    call views(1)%wrap(u, lower=lbound(u), label='u')
    call views(2)%wrap(v, lower=lbound(v), label='v')
    call views(3)%wrap(dx, lower=lbound(dx), label='dx')
    call views(4)%wrap(dy, lower=lbound(dy), label='dy')
    call views(5)%wrap(d, lower=lbound(d), label='d')
    call views(6)%wrap(x, lower=lbound(x), label='x')
    call views(7)%wrap(c1, lower=lbound(c1), label='c1')
    call views(8)%wrap(c2, lower=lbound(c2), label='c2')
    call views(9)%wrap(mu, lower=lbound(mu), label='mu')
    call views(10)%wrap(w, label='w')
    call views(11)%wrap(t, lower=lbound(t), label='t')
    call views(12)%wrap(table, lower=lbound(table), label='table')
    call views(13)%wrap(found, lower=lbound(found), label='found')
    call views(14)%wrap(entry, lower=lbound(entry), label='entry')
    call views(15)%wrap(plane, lower=lbound(plane), label='plane')
    call views(16)%wrap(from, lower=lbound(from), label='from')
    call views(17)%wrap(rho, lower=lbound(rho), label='rho')
    call views(18)%wrap(dz, lower=lbound(dz), label='dz')
    call views(19)%wrap(mass, lower=lbound(mass), label='mass')
    call views(20)%wrap(z, label='z')
    call views(21)%wrap(fine, label='fine')
  end subroutine

  subroutine all_of_them()
    call vf_metric_divergence(vf_box_of([il, jl], [ih, jh]), views(1), views(2), views(3), views(4), views(5))
    call vf_mass_coordinate(vf_box([il, jl, kl], [ih, jh, kh]), views(6), views(7), views(8), views(9), views(10), views(11))
    call lookup()
    call vf_column_mass(vf_box_of([il, jl], [ih, jh]), views(17), views(18), views(19), kl, kh)
    call vf_vertex_interpolate(vf_box_of([1], [8]), views(20), views(21))
  end subroutine

  subroutine lookup()
    call vf_table_lookup(vf_box_of([il, jl], [ih, jh]), views(12), views(14), views(15), views(16), views(13))
  end subroutine

  ! The report has the place of a difference.
  subroutine told(place)
    character(*), intent(in) :: place
    character(4096) :: line
    integer :: unit, status
    logical :: has
    has = .false.
    open (newunit=unit, file=file, status='old', action='read')
    do
      read (unit, '(a)', iostat=status) line
      if (status /= 0) exit
      has = has .or. index(line, place) > 0
    end do
    close (unit)
    call check(has, 'the report has ' // place)
  end subroutine
end program
