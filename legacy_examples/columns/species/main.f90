! columns_species NPROMA NLEV NGPTOT [bits]: the scheme of five species on columns from random numbers, first by the routine, block
! by block, then by the kernel, for all blocks. Status 3 if they differ; with bits in a single bit. Status 4 if water is lost.
program columns_species
  use, intrinsic :: iso_fortran_env, only: error_unit, int32, int64, r8 => real64
  use columns_species_kernels, only: vf_species, vf_species_register_original
  use species_originals, only: species_original
  use species_scheme
  use viewfab
  implicit none
  integer :: nproma, nlev, ngptot, nblocks, block, icend, differing
  logical :: bits
  type(species_constants) :: c
  integer(int64) :: state = 1
  real(r8), target :: efficiency(classes,2)
  real(r8), allocatable, target, dimension(:,:,:) :: pap, paph, ptend_t, pt, pcover, pfice, pfrain, pfsnow, pload
  real(r8), allocatable, target, dimension(:,:,:,:) :: ptend_clv, pclv
  real(r8), allocatable, target :: pland(:,:)
  logical, allocatable, target :: ldcum(:,:)
  integer(int32), allocatable, target :: kfirst(:,:,:)
  real(r8), allocatable, dimension(:,:,:) :: pt_then, pcover_then, pfice_then, pfrain_then, pfsnow_then, pload_then
  real(r8), allocatable :: pclv_then(:,:,:,:)
  integer(int32), allocatable :: kfirst_then(:,:,:)
  real(r8) :: largest

  nproma = argument(1)
  nlev = argument(2)
  ngptot = argument(3)
  bits = command_argument_count() > 3
  nblocks = (ngptot + nproma - 1)/nproma
  call make_columns()

  do block = 1, nblocks
    icend = min(nproma, ngptot - nproma*(block - 1))
    call species(1, icend, nproma, nlev, c, efficiency, pland(:,block), ldcum(:,block), pap(:,:,block), paph(:,:,block), &
      ptend_t(:,:,block), ptend_clv(:,:,:,block), pt_then(:,:,block), pclv_then(:,:,:,block), pcover_then(:,:,block), &
      pfice_then(:,:,block), pfrain_then(:,:,block), pfsnow_then(:,:,block), pload_then(:,:,block), kfirst_then(:,:,block))
  end do
  call check_water()
  call vf_species_register_original(species_original)
  call run_kernel()

  differing = 0
  largest = 0
  call compare('pt', size(pt), pt, pt_then)
  call compare('pclv', size(pclv), pclv, pclv_then)
  call compare('pcover', size(pcover), pcover, pcover_then)
  call compare('pfice', size(pfice), pfice, pfice_then)
  call compare('pfrain', size(pfrain), pfrain, pfrain_then)
  call compare('pfsnow', size(pfsnow), pfsnow, pfsnow_then)
  call compare('pload', size(pload), pload, pload_then)
  if (bits .and. any(kfirst /= kfirst_then)) then
    write (error_unit, '(a,i0)') 'kfirst: values that differ: ', count(kfirst /= kfirst_then)
    differing = differing + 1
  end if
  print '(3(a,i0),a,es10.3)', 'blocks of ', nproma, ', levels ', nlev, ', columns ', ngptot, ': largest difference ', largest
  print '(a,5(1x,i0))', 'points at which a species is limited first:', (count(kfirst_then == block), block = 1, nclv)
  if (differing > 0) stop 3
  call vf_finalize()

contains

  subroutine run_kernel()
    type(vf_view) :: efficiency_v, pland_v, ldcum_v, pap_v, paph_v, ptend_t_v, ptend_clv_v, pt_v, pclv_v, pcover_v, pfice_v, &
      pfrain_v, pfsnow_v, pload_v, kfirst_v

    call efficiency_v%wrap(efficiency, axes='c d', label='efficiency')
    call pland_v%wrap(pland, axes='i b', label='pland')
    call ldcum_v%wrap(ldcum, axes='i b', label='ldcum')
    call pap_v%wrap(pap, axes='i k b', label='pap')
    call paph_v%wrap(paph, axes='i k b', label='paph')
    call ptend_t_v%wrap(ptend_t, axes='i k b', label='ptend_t')
    call ptend_clv_v%wrap(ptend_clv, axes='i k s b', label='ptend_clv')
    call pt_v%wrap(pt, axes='i k b', label='pt')
    call pclv_v%wrap(pclv, axes='i k s b', label='pclv')
    call pcover_v%wrap(pcover, axes='i k b', label='pcover')
    call pfice_v%wrap(pfice, axes='i k b', label='pfice')
    call pfrain_v%wrap(pfrain, axes='i k b', label='pfrain')
    call pfsnow_v%wrap(pfsnow, axes='i k b', label='pfsnow')
    call pload_v%wrap(pload, axes='i k b', label='pload')
    call kfirst_v%wrap(kfirst, axes='i k b', label='kfirst')
    call vf_species(vf_columns(1, nproma, blocks=[1, nblocks], columns=ngptot), efficiency_v, pland_v, ldcum_v, pap_v, paph_v, &
      ptend_t_v, ptend_clv_v, pt_v, pclv_v, pcover_v, pfice_v, pfrain_v, pfsnow_v, pload_v, kfirst_v, c)
    call vf_views_to_host([pt_v, pclv_v, pcover_v, pfice_v, pfrain_v, pfsnow_v, pload_v, kfirst_v])
    call vf_views_release(efficiency_v, pland_v, ldcum_v, pap_v, paph_v, ptend_t_v, ptend_clv_v, pt_v, pclv_v, pcover_v, &
      pfice_v, pfrain_v, pfsnow_v, pload_v, kfirst_v)
  end subroutine run_kernel

  ! Columns from the ground to about 15 km, moist below, with cloud, rain and snow in places. Points of the last block without a
  ! column have numbers too, which must stay.
  subroutine make_columns()
    integer :: jl, jk, jm
    real(r8) :: height, saturated, pressure

    allocate (pap(nproma,nlev,nblocks), paph(nproma,nlev+1,nblocks), ptend_t(nproma,nlev,nblocks), pt(nproma,nlev,nblocks), &
      pcover(nproma,nlev,nblocks), pfice(nproma,nlev+1,nblocks), pfrain(nproma,nlev+1,nblocks), pfsnow(nproma,nlev+1,nblocks), &
      pload(nproma,nlev+1,nblocks), ptend_clv(nproma,nlev,nclv,nblocks), pclv(nproma,nlev,nclv,nblocks), pland(nproma,nblocks), &
      ldcum(nproma,nblocks), kfirst(nproma,nlev,nblocks))
    do jm = 1, classes
      efficiency(jm,1) = 0.5_r8 + random()
      efficiency(jm,2) = 1.5_r8 - real(jm, r8)/classes
    end do
    do block = 1, nblocks
      do jl = 1, nproma
        pland(jl,block) = min(1.0_r8, 1.5_r8*random())
        ldcum(jl,block) = random() > 0.6_r8
        do jk = 1, nlev + 1
          paph(jl,jk,block) = 1.2e4_r8 + (8.8e4_r8 + 2.0e3_r8*pland(jl,block))*(jk - 1)/nlev
        end do
        do jk = 1, nlev
          pressure = (paph(jl,jk,block) + paph(jl,jk+1,block))/2
          pap(jl,jk,block) = pressure
          height = 1 - pressure/1.02e5_r8
          pt(jl,jk,block) = 293 - 75*height + 6*random()
          ptend_t(jl,jk,block) = (random() - 0.6_r8)*3.0e-4_r8
          saturated = c%rgas/c%rv*c%e0*exp(c%liquid_a*(pt(jl,jk,block) - c%freeze)/(pt(jl,jk,block) - c%liquid_b))/pressure
          pclv(jl,jk,vapour,block) = saturated*(0.5_r8 + 0.65_r8*random())
          do jm = 1, vapour - 1
            pclv(jl,jk,jm,block) = 0
            if (random() > 0.4_r8) pclv(jl,jk,jm,block) = 1.0e-10_r8*10**(7*random())
          end do
          do jm = 1, nclv
            ptend_clv(jl,jk,jm,block) = (random() - 0.3_r8)*pclv(jl,jk,jm,block)*2.0e-4_r8
          end do
        end do
      end do
    end do
    pcover = -1
    pfice = -1
    pfrain = -1
    pfsnow = -1
    pload = -1
    kfirst = -1
    pt_then = pt
    pclv_then = pclv
    pcover_then = pcover
    pfice_then = pfice
    pfrain_then = pfrain
    pfsnow_then = pfsnow
    pload_then = pload
    kfirst_then = kfirst
  end subroutine make_columns

  ! What the tendencies bring and what falls on the ground is what a column has gained.
  subroutine check_water()
    integer :: jl, jk
    real(r8) :: before, after, mass

    do block = 1, nblocks
      do jl = 1, min(nproma, ngptot - nproma*(block - 1))
        before = 0
        after = c%dt*(pfice_then(jl,nlev+1,block) + pfrain_then(jl,nlev+1,block) + pfsnow_then(jl,nlev+1,block))
        do jk = 1, nlev
          mass = (paph(jl,jk+1,block) - paph(jl,jk,block))/c%g
          before = before + mass*sum(pclv(jl,jk,:,block) + c%dt*ptend_clv(jl,jk,:,block))
          after = after + mass*sum(pclv_then(jl,jk,:,block))
        end do
        if (.not. abs(after - before) <= 1.0e-12_r8*before) then
          write (error_unit, '(a,i0,a,i0,2(a,es22.15))') 'water of column ', jl, ' of block ', block, ': ', &
            before, ' became ', after
          stop 4
        end if
      end do
    end do
  end subroutine check_water

  subroutine compare(name, count, given, expected)
    character(len=*), intent(in) :: name
    integer, intent(in) :: count
    real(r8), intent(in) :: given(count), expected(count)
    integer :: n, wrong
    real(r8) :: scale, most

    scale = maxval(abs(expected))
    most = 0
    wrong = 0
    do n = 1, count
      most = max(most, abs(given(n) - expected(n))/scale)
      if (bits .and. given(n) >= expected(n) .and. given(n) <= expected(n)) cycle
      if (.not. bits .and. abs(given(n) - expected(n)) <= 1.0e-9_r8*scale) cycle
      wrong = wrong + 1
    end do
    if (wrong > 0) write (error_unit, '(2a,i0,a,i0,a,es10.3)') name, ': ', wrong, ' of ', count, ' values differ, most by ', most
    differing = differing + wrong
    largest = max(largest, most)
  end subroutine compare

  ! From 0 to 1.
  real(r8) function random()
    state = modulo(state*48271_int64, 2147483647_int64)
    random = real(state, r8)/2147483647.0_r8
  end function random

  integer function argument(number)
    integer, intent(in) :: number
    character(len=16) :: text
    integer :: status

    call get_command_argument(number, text)
    read (text, *, iostat=status) argument
    if (status /= 0 .or. argument < 1) then
      write (error_unit, '(a)') 'usage: columns_species NPROMA NLEV NGPTOT [bits], numbers from 1'
      stop 1
    end if
  end function argument

end program columns_species
