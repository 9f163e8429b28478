! Species of columns beside plain loops with an index for the species: local arrays of levels, half levels and species,
! several numbers that go from level to level, and a species whose number comes from an array.
program species_of_columns
  use, intrinsic :: iso_fortran_env, only: int32
  use column_cases
  use viewfab
  use viewfab_mix_species
  use working_kind, only: wp
  implicit none
  integer, parameter :: ns = 3
  type(column_case) :: list(cases)
  integer :: c
  call begin()
  list = all_cases()
  do c = 1, cases
    call mix(list(c))
  end do
  call finish('species_of_columns')
contains

  subroutine mix(given)
    type(column_case), intent(in) :: given
    real(wp), allocatable, target :: ph(:,:,:), q(:,:,:,:), flux(:,:,:)
    integer(int32), allocatable, target :: fastest(:,:), largest(:,:,:)
    real(wp), allocatable :: q_then(:,:,:,:), q_0(:,:,:,:), flux_then(:,:,:), flux_0(:,:,:)
    integer(int32), allocatable :: largest_then(:,:,:)
    type(vf_view) :: v(5)
    type(vf_columns) :: columns
    integer :: b, i, k, il, ih, bl, bh
    il = given%lowest_point
    ih = il + given%nproma - 1
    bl = given%lowest_block
    bh = given%highest_block
    allocate (fastest(il:ih,bl:bh), ph(il:ih,given%nlev+1,bl:bh), q(il:ih,given%nlev,ns,bl:bh), &
      flux(il:ih,given%nlev+1,bl:bh), largest(il:ih,given%nlev,bl:bh))
    call fill(size(ph), ph, 0.1d0, 0.9d0)
    call fill(size(q), q, 1d-3, 5d-3)
    call fill(size(flux), flux, 0d0, 1d0)
    largest = -7
    do b = bl, bh
      do i = il, ih
        fastest(i,b) = 1 + modulo(i + 2*b, ns)
        do k = 1, given%nlev + 1
          ph(i,k,b) = ph(i,k,b) + real(2*k, wp)
        end do
      end do
    end do
    q_0 = q
    q_then = q
    flux_0 = flux
    flux_then = flux
    largest_then = largest
    do b = given%first_block, given%last_block
      call plain_mix(given%first_point, last_point(given, b), il, ih, given%nlev, fastest(:,b), ph(:,:,b), q_then(:,:,:,b), &
        flux_then(:,:,b), largest_then(:,:,b), 0.75_wp)
    end do
    call v(1)%wrap(fastest, lower=lbound(fastest), axes='i b', label='fastest')
    call v(2)%wrap(ph, lower=lbound(ph), axes='i k b', label='ph')
    call v(3)%wrap(q, lower=lbound(q), axes='i k s b', label='q')
    call v(4)%wrap(flux, lower=lbound(flux), axes='i k b', label='flux')
    call v(5)%wrap(largest, lower=lbound(largest), axes='i k b', label='largest')
    columns = vf_columns(given%first_point, given%last_point, [given%first_block, given%last_block])
    if (given%columns > 0) columns = &
      vf_columns(given%first_point, given%last_point, [given%first_block, given%last_block], columns=given%columns)
    call vf_mix_species(columns, v(1), v(2), v(3), v(4), v(5), 0.75_wp)
    call vf_views_to_host(v)
    call same_integers(size(largest), largest, largest_then, 'the largest species, and the largest above')
    call same(size(q), q, q_then, q_0, 'species after the solve')
    call same(size(flux), flux, flux_then, flux_0, 'flux')
    call vf_views_release(v)
  end subroutine

  subroutine plain_mix(kidia, kfdia, il, ih, nlev, fastest, ph, q, flux, largest, dt)
    integer, intent(in) :: kidia, kfdia, il, ih, nlev
    integer(int32), intent(in) :: fastest(il:ih)
    real(wp), intent(in) :: ph(il:ih,nlev+1), dt
    real(wp), intent(inout) :: q(il:ih,nlev,ns), flux(il:ih,nlev+1)
    integer(int32), intent(inout) :: largest(il:ih,nlev)
    real(wp) :: part(ns), through(il:ih,nlev+1,ns), fall(il:ih,ns), a(ns,ns), x(ns), total, share, thickness
    integer :: jl, jk, s, m, n, l, order(ns), above
    logical :: free(ns)
    do jl = kidia, kfdia
      through(jl,1,:) = 0
      fall(jl,:) = dt
      fall(jl,fastest(jl)) = 2*dt
      above = -1
      do jk = 1, nlev
        thickness = ph(jl,jk+1) - ph(jl,jk)
        total = 0
        do s = 1, ns
          total = total + q(jl,jk,s)
        end do
        part = q(jl,jk,:)/total
        free = .true.
        do n = 1, ns
          order(n) = maxloc(part, 1, free)
          free(order(n)) = .false.
        end do
        do m = 1, ns
          share = fall(jl,order(m))/thickness
          x(m) = q(jl,jk,order(m)) + through(jl,jk,order(m))/thickness
          do n = 1, ns
            a(m,n) = -0.25_wp*share*part(order(n))
          end do
          a(m,m) = 1 + share
        end do
        do n = 1, ns
          do m = n + 1, ns
            a(m,n) = a(m,n)/a(n,n)
            do l = n + 1, ns
              a(m,l) = a(m,l) - a(m,n)*a(n,l)
            end do
            x(m) = x(m) - a(m,n)*x(n)
          end do
        end do
        do n = ns, 1, -1
          do l = n + 1, ns
            x(n) = x(n) - a(n,l)*x(l)
          end do
          x(n) = x(n)/a(n,n)
        end do
        a(order(1),order(ns)) = a(order(1),order(1))*a(order(ns),order(ns))
        x(order(1)) = x(order(1)) + 0.001_wp*a(order(1),order(ns))
        do m = 1, ns
          s = order(m)
          q(jl,jk,s) = x(m)
          through(jl,jk+1,s) = fall(jl,s)*x(m)
          fall(jl,s) = 0.5_wp*(fall(jl,s) + dt)
        end do
        largest(jl,jk) = order(1) + 10*above
        above = order(1)
      end do
      total = 0
      do jk = nlev + 1, 1, -1
        do s = 1, ns
          total = total + through(jl,jk,s)
        end do
        flux(jl,jk) = total
      end do
    end do
  end subroutine
end program
