! Loops of a legacy code as originals of the kernels over columns and teams, with the generated beginnings of originals.
! `wrong` makes them differ from their kernels at a point of block 3; `blocks` notes the blocks of their calls.
module column_originals
  use, intrinsic :: iso_fortran_env, only: real64
  use plain_columns, only: plain_cloud, plain_hydrostatic, plain_tracer
  use claims, only: check
  implicit none
  private
  public :: hydrostatic_original, hydrostatic_team_original, tracer_original, cloud_original, wrong, blocks, calls
  real(real64), save :: wrong = 0
  character(32), save :: blocks = ''
  integer, save :: calls = 0
contains

  subroutine note(block, species)
    integer, intent(in) :: block, species
    character(12) :: text
    write (text, '(i0,a,i0)') block, ':', species
    blocks = trim(blocks) // ' ' // trim(text)
    calls = calls + 1
  end subroutine

  include 'viewfab_hydrostatic_original.inc'
    call note(block, species)
    call plain_hydrostatic(kidia, kfdia, klon, nlev, dp, tv, phis, p, ph, phi, ptop, rgas)
    if (block == 3) phi(kidia,nlev) = phi(kidia,nlev) + wrong
  end subroutine

  include 'viewfab_hydrostatic_team_original.inc'
    call note(block, species)
    call plain_hydrostatic(kidia, kfdia, klon, nlev, dp, tv, phis, p, ph, phi, ptop, rgas)
    if (block == 3) ph(kfdia,nlev+1) = ph(kfdia,nlev+1) + wrong
  end subroutine

  include 'viewfab_tracer_original.inc'
    call note(block, species)
    call plain_tracer(kidia, kfdia, klon, nlev, dvv, dinv, metdet, spheremp, vstar, dpmass, qdp, qmin, qmax, qdp_new, dt, &
      rrearth)
    if (block == 3 .and. species == 2) qmin(nlev) = qmin(nlev) + wrong
  end subroutine

  include 'viewfab_cloud_original.inc'
    call note(block, species)
    call plain_cloud(kidia, kfdia, klon, nlev, ak, bk, relax, ps, active, ktype, speed, mix, t, water, flux, cover, base, dt)
    if (block == 3) water(kidia,nlev,5) = water(kidia,nlev,5) + wrong
  end subroutine
end module
