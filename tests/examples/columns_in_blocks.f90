! test_columns_in_blocks <claim>: calls the routines on columns and signals of the legacy code of columns, each by
! itself.
program test_columns_in_blocks
  use claims, only: check
  use columns_cloud, only: cloud
  use columns_definitions
  use columns_hydrostatic, only: hydrostatic
  use columns_random, only: start_random, uniform
  use columns_remap_ppm, only: remap_ppm
  use columns_window_sums, only: window_sums, window_total
  implicit none
  real(r8), parameter :: rounding = 1.0e-13_r8
  integer, parameter :: sizes_of_remap(4) = [1, 2, 3, 72]
  character(len=80) :: claim

  call get_command_argument(1, claim)
  call start_random(7)
  select case (claim)
  case ('pressure_is_the_mean_of_half_levels')
    call pressure_is_the_mean()
  case ('columns_outside_the_range_are_left_alone')
    call columns_outside_are_left()
  case ('geopotential_of_an_isothermal_column_is_known')
    call geopotential_is_known()
  case ('remap_conserves_columns')
    call remap_conserves()
  case ('remap_reproduces_a_constant')
    call remap_reproduces()
  case ('remap_to_the_same_layers_changes_nothing')
    call remap_changes_nothing()
  case ('remap_makes_no_new_extrema')
    call remap_makes_no_extrema()
  case ('cloud_conserves_water_and_energy')
    call cloud_conserves()
  case ('cloud_rains_more_in_convective_columns')
    call cloud_rains_more()
  case ('window_sums_have_the_known_total')
    call windows_have_total()
  case default
    call check(.false., 'the claim is a known one')
  end select

contains

  subroutine pressure_is_the_mean()
    integer, parameter :: klon = 5, klev = 9
    real(r8) :: dp(klon,klev), tv(klon,klev), surface(klon), p(klon,klev), ph(klon,klev+1), geo(klon,klev)
    integer :: jk

    call random_columns(klon, klev, dp, tv, surface)
    call hydrostatic(1, klon, klon, klev, 200.0_r8, rgas, dp, tv, surface, p, ph, geo)
    call check(all(abs(ph(:,1) - 200) < rounding), 'the top has its pressure')
    call check(all(abs(ph(:,klev+1) - (200 + sum(dp, 2))) < rounding*ph(:,klev+1)), 'the surface has the pressure of all layers')
    do jk = 1, klev
      call check(all(abs(p(:,jk) - (ph(:,jk) + ph(:,jk+1))/2) < rounding*p(:,jk)), 'the pressure is the mean')
    end do
    call check(all(geo(:,klev) > surface), 'the lowest layer is above the surface')
    call check(all(geo(:,:klev-1) > geo(:,2:)), 'each layer is above the one below')
  end subroutine pressure_is_the_mean

  subroutine columns_outside_are_left()
    integer, parameter :: klon = 6, klev = 4
    real(r8), parameter :: mark = -77.0_r8
    real(r8) :: dp(klon,klev), tv(klon,klev), surface(klon), p(klon,klev), ph(klon,klev+1), geo(klon,klev)
    real(r8) :: species(klon,klev,nclv), rains(klon,klev+1), heat(klon,klev+1), cover(klon,klev), total(klon), land_part(klon)
    logical :: cumulus(klon)
    integer :: kind_of(klon)

    call random_columns(klon, klev, dp, tv, surface)
    p = mark
    ph = mark
    geo = mark
    call hydrostatic(2, 4, klon, klev, 200.0_r8, rgas, dp, tv, surface, p, ph, geo)
    call check(left(p, mark) .and. left(ph, mark) .and. left(geo, mark), 'hydrostatic leaves columns outside alone')
    species = mark
    species(2:4,:,:) = 0.01_r8
    tv([1, 5, 6],:) = mark
    rains = mark
    heat = mark
    cover = mark
    total = mark
    land_part = 0.5_r8
    cumulus = .true.
    kind_of = 1
    call cloud(2, 4, klon, klev, 900.0_r8, cumulus, kind_of, land_part, p, ph, tv, species, rains, heat, cover, total)
    call check(left(tv, mark) .and. left(species(:,:,1), mark) .and. left(species(:,:,2), mark) .and. left(species(:,:,3), mark) &
      .and. left(rains, mark) .and. left(heat, mark) .and. left(cover, mark) .and. left(spread(total, 2, 1), mark), &
      'cloud leaves columns outside alone')
  end subroutine columns_outside_are_left

  ! True if columns 1, 5 and 6 are unchanged and columns 2 to 4 are changed.
  pure function left(field, mark)
    real(r8), intent(in) :: field(:,:), mark
    logical :: left

    left = .not. any(abs(field([1, 5, 6],:) - mark) > 0) .and. all(abs(field(2:4,:) - mark) > 0)
  end function left

  ! The exact geopotential is R T log(ps/p); the thickness of the layers limits the accuracy.
  subroutine geopotential_is_known()
    integer, parameter :: klev = 2000
    real(r8), dimension(1,klev) :: dp, tv, p, geo
    real(r8) :: ph(1,klev+1), surface(1)

    dp = 80000.0_r8/klev
    tv = 250
    surface = 12
    call hydrostatic(1, 1, 1, klev, 20000.0_r8, rgas, dp, tv, surface, p, ph, geo)
    call check(all(abs(geo - 12 - rgas*250*log(100000.0_r8/p)) < 1.0e-4_r8*geo + 1), 'the geopotential is R T log(ps/p)')
  end subroutine geopotential_is_known

  subroutine remap_conserves()
    real(r8), allocatable :: dp1(:,:,:), dp2(:,:,:), q(:,:,:,:), before(:,:,:)
    integer :: levels, n

    do n = 1, 4
      levels = sizes_of_remap(n)
      call two_grids(levels, dp1, dp2)
      q = spread(dp1, 4, 2)*random_field(levels)
      before = sum(q, 3)
      call remap_ppm(levels, 2, dp1, dp2, q)
      call check(all(abs(sum(q, 3) - before) <= rounding*before), 'each column keeps its mass')
    end do
  end subroutine remap_conserves

  subroutine remap_reproduces()
    real(r8), allocatable :: dp1(:,:,:), dp2(:,:,:), q(:,:,:,:)
    integer :: levels, n

    do n = 1, 4
      levels = sizes_of_remap(n)
      call two_grids(levels, dp1, dp2)
      allocate(q(np,np,levels,2))
      q(:,:,:,1) = 3*dp1
      q(:,:,:,2) = dp1
      call remap_ppm(levels, 2, dp1, dp2, q)
      call check(all(abs(q(:,:,:,1)/dp2 - 3) < 1.0e-11_r8) .and. all(abs(q(:,:,:,2)/dp2 - 1) < 1.0e-11_r8), 'a constant stays one')
      deallocate(q)
    end do
  end subroutine remap_reproduces

  subroutine remap_changes_nothing()
    real(r8), allocatable :: dp1(:,:,:), dp2(:,:,:), q(:,:,:,:), before(:,:,:,:)

    call two_grids(30, dp1, dp2)
    q = spread(dp1, 4, 2)*random_field(30)
    before = q
    call remap_ppm(30, 2, dp1, dp1, q)
    call check(all(abs(q - before) <= 1.0e-10_r8*before), 'each layer keeps its mass')
  end subroutine remap_changes_nothing

  subroutine remap_makes_no_extrema()
    real(r8), allocatable :: dp1(:,:,:), dp2(:,:,:), q(:,:,:,:), before(:,:,:,:)

    call two_grids(30, dp1, dp2)
    before = random_field(30)
    q = spread(dp1, 4, 2)*before
    call remap_ppm(30, 2, dp1, dp2, q)
    q = q/spread(dp2, 4, 2)
    call check(all(minval(q, 3) >= minval(before, 3) - 1.0e-10_r8), 'nothing is below the least')
    call check(all(maxval(q, 3) <= maxval(before, 3) + 1.0e-10_r8), 'nothing is above the largest')
    call check(any(abs(q - before) > 0.1_r8), 'something has changed')
  end subroutine remap_makes_no_extrema

  ! Two grids of a column. Layers of the first grid are 50 to 150 thick. The ends of the layers differ by at most 20;
  ! the last ends agree.
  subroutine two_grids(levels, dp1, dp2)
    integer, intent(in) :: levels
    real(r8), allocatable, intent(out) :: dp1(:,:,:), dp2(:,:,:)
    real(r8) :: shift, previous
    integer :: i, j, k

    allocate(dp1(np,np,levels), dp2(np,np,levels))
    do j = 1, np
      do i = 1, np
        previous = 0
        do k = 1, levels
          dp1(i,j,k) = uniform(50.0_r8, 150.0_r8)
          shift = uniform(-20.0_r8, 20.0_r8)
          if (k == levels) shift = 0
          dp2(i,j,k) = dp1(i,j,k) + shift - previous
          previous = shift
        end do
      end do
    end do
  end subroutine two_grids

  function random_field(levels) result(field)
    integer, intent(in) :: levels
    real(r8) :: field(np,np,levels,2)
    integer :: i, j, k, q

    do q = 1, 2
      do k = 1, levels
        do j = 1, np
          do i = 1, np
            field(i,j,k,q) = uniform(0.5_r8, 2.0_r8)
          end do
        end do
      end do
    end do
  end function random_field

  subroutine random_columns(klon, klev, dp, tv, surface)
    integer, intent(in) :: klon, klev
    real(r8), intent(out) :: dp(klon,klev), tv(klon,klev), surface(klon)
    integer :: jl, jk

    do jl = 1, klon
      surface(jl) = uniform(0.0_r8, 5000.0_r8)
      do jk = 1, klev
        dp(jl,jk) = uniform(5000.0_r8, 9000.0_r8)
        tv(jl,jk) = uniform(270.0_r8, 290.0_r8)
      end do
    end do
  end subroutine random_columns

  ! Water, energy and rain in each column, for columns of all kinds. The energy counts temperature and vapour.
  subroutine cloud_conserves()
    integer, parameter :: klon = 12, klev = 15
    real(r8), parameter :: step = 900.0_r8, latent = 2.5008e6_r8
    real(r8) :: dp(klon,klev), tv(klon,klev), surface(klon), p(klon,klev), ph(klon,klev+1), geo(klon,klev)
    real(r8) :: species(klon,klev,nclv), rains(klon,klev+1), heat(klon,klev+1), cover(klon,klev), total(klon), land_part(klon)
    real(r8) :: before, after, energy(klon,klev)
    logical :: cumulus(klon)
    integer :: kind_of(klon), jl, jk

    call random_columns(klon, klev, dp, tv, surface)
    call hydrostatic(1, klon, klon, klev, 20000.0_r8, rgas, dp, tv, surface, p, ph, geo)
    do jl = 1, klon
      cumulus(jl) = mod(jl, 2) == 0
      kind_of(jl) = mod(jl, 3)
      land_part(jl) = uniform(0.0_r8, 1.0_r8)
      do jk = 1, klev
        species(jl,jk,ncldql) = uniform(0.0_r8, 0.002_r8)
        species(jl,jk,ncldqr) = uniform(0.0_r8, 0.001_r8)
        species(jl,jk,ncldqv) = uniform(0.0_r8, 0.03_r8)
      end do
    end do
    do jl = 1, klon
      energy(jl,:) = cp*tv(jl,:) + latent*species(jl,:,ncldqv)
    end do
    ! Each call has one column, so that its own water can be checked.
    do jl = 1, klon
      before = sum(sum(species(jl,:,:), 2)*dp(jl,:))/g
      call cloud(jl, jl, klon, klev, step, cumulus, kind_of, land_part, p, ph, tv, species, rains, heat, cover, total)
      after = sum(sum(species(jl,:,:), 2)*dp(jl,:))/g
      call check(abs(after + step*rains(jl,klev+1) - before) <= rounding*before, 'water is in the column or has rained')
      call check(.not. any(species(jl,:,:) < -1.0e-18_r8), 'no species is negative')
      call check(rains(jl,klev+1) > 0, 'there is rain')
      call check(.not. abs(rains(jl,1)) > 0, 'nothing comes from above the top')
      call check(.not. any(abs(heat(jl,:) + latent*rains(jl,:)) > 0), 'the flux of enthalpy is that of the rain')
      call check(.not. abs(total(jl) - maxval(cover(jl,:))) > 0, 'the column has the cover of its layers')
      call check(all(abs(cp*tv(jl,:) + latent*species(jl,:,ncldqv) - energy(jl,:)) <= rounding*energy(jl,:)), 'energy stays')
    end do
  end subroutine cloud_conserves

  ! The same column without convection, with convection, and with deep convection; over sea and over land.
  subroutine cloud_rains_more()
    integer, parameter :: klon = 4, klev = 15
    real(r8) :: dp(klon,klev), tv(klon,klev), surface(klon), p(klon,klev), ph(klon,klev+1), geo(klon,klev)
    real(r8) :: species(klon,klev,nclv), rains(klon,klev+1), heat(klon,klev+1), cover(klon,klev), total(klon)
    integer :: jl

    call random_columns(klon, klev, dp, tv, surface)
    do jl = 2, klon
      dp(jl,:) = dp(1,:)
      tv(jl,:) = tv(1,:)
      surface(jl) = surface(1)
    end do
    species = 0
    species(:,:,ncldql) = 0.0004_r8
    species(:,:,ncldqv) = 0.005_r8
    call hydrostatic(1, klon, klon, klev, 20000.0_r8, rgas, dp, tv, surface, p, ph, geo)
    call cloud(1, klon, klon, klev, 900.0_r8, [.false., .false., .true., .true.], [0, 0, 2, 1], &
      [1.0_r8, 0.0_r8, 0.0_r8, 0.0_r8], p, ph, tv, species, rains, heat, cover, total)
    do jl = 2, klon
      call check(rains(jl,klev+1) > 1.001_r8*rains(jl-1,klev+1), 'sea, convection and deep convection each make more rain')
    end do
  end subroutine cloud_rains_more

  ! The known total is 5225237167.477848 for 128000 points and a window of 256. The sum without arrays must equal the
  ! sum of the sums.
  subroutine windows_have_total()
    integer, parameter :: n = 128000, short = 1500
    real(r8), allocatable :: a(:), b(:)
    real(r8) :: total, apart
    integer :: j

    allocate(a(0:n-1), b(0:n-1))
    do j = 0, n - 1
      a(j) = sin(2*pi*j/n)
    end do
    call window_sums(n, 256, a, b)
    total = 0
    do j = 0, n - 1
      total = total + b(j)
    end do
    call check(abs(total - 5225237167.477848_r8) <= 1.0e-13_r8*total, 'the total is the known one')

    do j = 0, short - 1
      a(j) = sin(2*pi*j/short)
    end do
    call window_sums(short, 200, a(:short-1), b(:short-1))
    total = 0
    do j = 0, short - 1
      total = total + b(j)
    end do
    call window_total(short, 200, apart)
    call check(abs(total) > 1 .and. abs(apart - total) <= 1.0e-13_r8*abs(total), 'the total without arrays is the same')
  end subroutine windows_have_total

end program test_columns_in_blocks
