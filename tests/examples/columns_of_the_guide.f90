! columns_of_the_guide: runs the subroutine of the guide, in blocks with a partial last block.
program columns_of_the_guide
  use claims
  use viewfab, only: vf_finalize
  implicit none
  interface
    subroutine heights_of_blocks(nproma, nlev, nblocks, ngptot, ptop, rgas, dp, tv, phis, p, ph, phi)
      integer, intent(in) :: nproma, nlev, nblocks, ngptot
      double precision, intent(in) :: ptop, rgas
      double precision, target, intent(inout) :: dp(nproma,nlev,nblocks), tv(nproma,nlev,nblocks), phis(nproma,nblocks)
      double precision, target, intent(inout) :: p(nproma,nlev,nblocks), ph(nproma,nlev+1,nblocks), phi(nproma,nlev,nblocks)
    end subroutine
  end interface
  integer, parameter :: nproma = 16, nlev = 5, nblocks = 3, ngptot = 39
  double precision :: dp(nproma,nlev,nblocks), tv(nproma,nlev,nblocks), phis(nproma,nblocks)
  double precision :: p(nproma,nlev,nblocks), ph(nproma,nlev+1,nblocks), phi(nproma,nlev,nblocks)

  dp = 1000
  tv = 250
  phis = 7
  p = -1
  ph = -1
  phi = -1
  call heights_of_blocks(nproma, nlev, nblocks, ngptot, 100d0, 287d0, dp, tv, phis, p, ph, phi)
  call check(all(abs(ph(:,nlev+1,:2) - 5100) < 1d-9) .and. all(abs(p(:,1,:2) - 600) < 1d-9), 'pressures are sums of layers')
  call check(all(abs(phi(:,nlev,:2) - (7 + 287d0*250*500/4600)) < 1d-9), 'the geopotential begins with that of the surface')
  call check(all(phi(:7,:,3) > 7) .and. all(phi(8:,:,3) == -1), 'the last block ends with the last column')
  call vf_finalize()
end program columns_of_the_guide

! The subroutine as in the guide.
subroutine heights_of_blocks(nproma, nlev, nblocks, ngptot, ptop, rgas, dp, tv, phis, p, ph, phi)
  use columns_kernels, only: vf_hydrostatic
  use viewfab
  integer, intent(in) :: nproma, nlev, nblocks, ngptot
  double precision, intent(in) :: ptop, rgas
  double precision, target, intent(inout) :: dp(nproma,nlev,nblocks), tv(nproma,nlev,nblocks), phis(nproma,nblocks)
  double precision, target, intent(inout) :: p(nproma,nlev,nblocks), ph(nproma,nlev+1,nblocks), phi(nproma,nlev,nblocks)
  type(vf_view) :: dp_v, tv_v, phis_v, p_v, ph_v, phi_v

  call dp_v%wrap(dp, axes='i k b', label='dp')       ! columns, levels, blocks
  call tv_v%wrap(tv, axes='i k b', label='tv')
  call phis_v%wrap(phis, axes='i b', label='phis')
  call p_v%wrap(p, axes='i k b', label='p')
  call ph_v%wrap(ph, axes='i k b', label='ph')       ! nlev + 1 half levels
  call phi_v%wrap(phi, axes='i k b', label='phi')

  call vf_hydrostatic(vf_columns(1, nproma, blocks=[1, nblocks], columns=ngptot), dp_v, tv_v, phis_v, p_v, ph_v, phi_v, &
    ptop, rgas)
  call vf_views_to_host([p_v, ph_v, phi_v])
  call vf_views_release(dp_v, tv_v, phis_v, p_v, ph_v, phi_v)
end subroutine
