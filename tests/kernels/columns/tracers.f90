! A step of tracers on elements of 4 x 4 points, with a limiter on each level, by teams: a single species and several, of
! arrays with two time levels.
program tracers
  use column_cases
  use plain_columns, only: plain_tracer
  use viewfab
  use viewfab_tracer
  use working_kind, only: wp
  implicit none
  integer, parameter :: np = 4
  integer :: nlev(4) = [1, 2, 72, 137], l
  call begin()
  do l = 1, size(nlev)
    call step(nlev(l), 1, 0)
    call step(nlev(l), 3, -2)
  end do
  call finish('tracers')
contains

  ! Elements outside the first and the last element of the call stay unchanged.
  subroutine step(nlev, species, lowest)
    integer, intent(in) :: nlev, species, lowest
    integer, parameter :: ne = 5
    real(wp), target :: dvv(np,np), dinv(np,np,2,2,lowest:lowest+ne), metdet(np,np,lowest:lowest+ne), &
      spheremp(np,np,lowest:lowest+ne), vstar(np,np,2,nlev,lowest:lowest+ne), dpmass(np,np,nlev,lowest:lowest+ne)
    real(wp), allocatable, target :: qdp(:,:,:,:,:,:), qmin(:,:,:), qmax(:,:,:)
    real(wp), allocatable :: qdp_then(:,:,:,:,:,:), qmin_then(:,:,:), qmax_then(:,:,:), qdp_0(:,:,:,:,:,:), qmin_0(:,:,:), &
      qmax_0(:,:,:)
    real(wp), parameter :: dt = 0.3_wp, rrearth = 0.7_wp
    type(vf_view) :: both, v(10)
    integer :: e, s
    allocate (qdp(np,np,nlev,species,2,lowest:lowest+ne), qmin(nlev,species,lowest:lowest+ne), &
      qmax(nlev,species,lowest:lowest+ne))
    call fill(size(dvv), dvv, -2d0, 2d0)
    call fill(size(dinv), dinv, -1d0, 1d0)
    call fill(size(metdet), metdet, 0.5d0, 2d0)
    call fill(size(spheremp), spheremp, 0.1d0, 1d0)
    call fill(size(vstar), vstar, -1d0, 1d0)
    call fill(size(dpmass), dpmass, 0.8d0, 1.2d0)
    call fill(size(qdp), qdp, 0d0, 1d0)
    call fill(size(qmin), qmin, -0.1d0, 0.4d0)
    call fill(size(qmax), qmax, 0.45d0, 0.9d0)
    qdp_0 = qdp
    qmin_0 = qmin
    qmax_0 = qmax
    qdp_then = qdp
    qmin_then = qmin
    qmax_then = qmax
    do e = lowest + 1, lowest + ne - 1
      do s = 1, species
        call plain_tracer(1, np*np, np*np, nlev, dvv, dinv(:,:,:,:,e), metdet(:,:,e), spheremp(:,:,e), vstar(:,:,:,:,e), &
          dpmass(:,:,:,e), qdp(:,:,:,s,1,e), qmin_then(:,s,e), qmax_then(:,s,e), qdp_then(:,:,:,s,2,e), dt, rrearth)
      end do
    end do
    call v(1)%wrap(dvv, axes='c d', label='dvv')
    call v(2)%wrap(dinv, lower=lbound(dinv), axes='i j c d e', label='dinv')
    call v(3)%wrap(metdet, lower=lbound(metdet), axes='i j e', label='metdet')
    call v(4)%wrap(spheremp, lower=lbound(spheremp), axes='i j e', label='spheremp')
    call v(5)%wrap(vstar, lower=lbound(vstar), axes='i j c k e', label='vstar')
    call v(6)%wrap(dpmass, lower=lbound(dpmass), axes='i j k e', label='dpmass')
    call both%wrap(qdp, lower=lbound(qdp), axes='i j k q t e', label='qdp')
    call v(7)%select(both, 't', 1)
    call v(8)%wrap(qmin, lower=lbound(qmin), axes='k q e', label='qmin')
    call v(9)%wrap(qmax, lower=lbound(qmax), axes='k q e', label='qmax')
    call v(10)%select(both, 't', 2)
    call vf_tracer(vf_columns(1, np*np, blocks=[lowest+1, lowest+ne-1]), v(1), v(2), v(3), v(4), v(5), v(6), v(7), v(8), &
      v(9), v(10), dt, rrearth)
    call vf_views_to_host(v)
    call same(size(qdp), qdp, qdp_then, qdp_0, 'tracer mass')
    call same(size(qmin), qmin, qmin_then, qmin_0, 'qmin')
    call same(size(qmax), qmax, qmax_then, qmax_0, 'qmax')
    call vf_views_release(v)
    call both%release()
  end subroutine
end program
