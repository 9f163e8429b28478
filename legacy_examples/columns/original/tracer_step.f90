! One stage of the transport of the tracers, and the limiter of a level of an element.
module columns_tracer_step
  use columns_definitions, only: np, qtimelevels, r8
  use columns_derivative, only: divergence_sphere
  implicit none
  private
  public :: tracer_step, limit_level

  integer, parameter :: most_rounds = 15
  real(r8), parameter :: enough = 5.0e-14_r8

contains

  ! For the elements nets to nete: qdp(np1) = spheremp (qdp(n0) - dt div(v qdp(n0))), limited to qmin and qmax of qdp/dp3d in
  ! each level of each element. dp_start is the thickness of the layers before the first stage, vn0 the mean mass flux, divdp
  ! its divergence and divdp_proj its divergence after the exchange between elements. rhs_multiplier is the number of earlier
  ! stages. If the mass of a level does not fit between its bounds, the bounds move.
  subroutine tracer_step(nets, nete, nelem, nlev, qsize, n0_qdp, np1_qdp, rhs_multiplier, dt, dvv, dinv, metdet, spheremp, &
                         dp_start, vn0, divdp, divdp_proj, qdp, qmin, qmax)
    integer, intent(in) :: nets, nete, nelem, nlev, qsize, n0_qdp, np1_qdp, rhs_multiplier
    real(r8), intent(in) :: dt
    real(r8), intent(in) :: dvv(np,np), dinv(np,np,2,2,nelem)
    real(r8), dimension(np,np,nelem), intent(in) :: metdet, spheremp
    real(r8), dimension(np,np,nlev,nelem), intent(in) :: dp_start, divdp, divdp_proj
    real(r8), intent(in) :: vn0(np,np,2,nlev,nelem)
    real(r8), intent(inout) :: qdp(np,np,nlev,qsize,qtimelevels,nelem)
    real(r8), dimension(nlev,qsize,nelem), intent(inout) :: qmin, qmax
    real(r8) :: vstar(np,np,2,nlev), dpmass(np,np,nlev)
    real(r8) :: vq(np,np,2), div(np,np), x(np,np), c(np,np), dp
    integer :: ie, q, i, j, k

    !$omp parallel do private(vstar, dpmass, vq, div, x, c, dp, q, i, j, k)
    do ie = nets, nete
      do k = 1, nlev
        do j = 1, np
          do i = 1, np
            dp = dp_start(i,j,k,ie) - rhs_multiplier*dt*divdp_proj(i,j,k,ie)
            vstar(i,j,1,k) = vn0(i,j,1,k,ie)/dp
            vstar(i,j,2,k) = vn0(i,j,2,k,ie)/dp
            dpmass(i,j,k) = dp - dt*divdp(i,j,k,ie)
          end do
        end do
      end do

      do q = 1, qsize
        do k = 1, nlev
          do j = 1, np
            do i = 1, np
              vq(i,j,1) = vstar(i,j,1,k)*qdp(i,j,k,q,n0_qdp,ie)
              vq(i,j,2) = vstar(i,j,2,k)*qdp(i,j,k,q,n0_qdp,ie)
            end do
          end do
          call divergence_sphere(vq, dvv, dinv(:,:,:,:,ie), metdet(:,:,ie), div)
          do j = 1, np
            do i = 1, np
              c(i,j) = spheremp(i,j,ie)*dpmass(i,j,k)
              x(i,j) = (qdp(i,j,k,q,n0_qdp,ie) - dt*div(i,j))/dpmass(i,j,k)
            end do
          end do
          call limit_level(c, x, qmin(k,q,ie), qmax(k,q,ie))
          do j = 1, np
            do i = 1, np
              qdp(i,j,k,q,np1_qdp,ie) = spheremp(i,j,ie)*(x(i,j)*dpmass(i,j,k))
            end do
          end do
        end do
      end do
    end do
  end subroutine tracer_step

  ! Brings x between low and high, and keeps the sum of c x: the part cut off goes to the points with room, by the same amount
  ! for each point, until little enough is left. low is at least 0; low and high move if the sum fits in no other way.
  subroutine limit_level(c, x, low, high)
    real(r8), intent(in) :: c(np*np)
    real(r8), intent(inout) :: x(np*np), low, high
    real(r8) :: sumc, mass, add, room
    integer :: n, round

    sumc = 0.0_r8
    mass = 0.0_r8
    do n = 1, np*np
      sumc = sumc + c(n)
      mass = mass + c(n)*x(n)
    end do
    if (sumc <= 0.0_r8) return
    if (low < 0.0_r8) low = 0.0_r8
    if (mass < low*sumc) low = mass/sumc
    if (mass > high*sumc) high = mass/sumc

    do round = 1, most_rounds
      add = 0.0_r8
      do n = 1, np*np
        if (x(n) > high) then
          add = add + (x(n) - high)*c(n)
          x(n) = high
        end if
        if (x(n) < low) then
          add = add - (low - x(n))*c(n)
          x(n) = low
        end if
      end do
      if (abs(add) <= enough*abs(mass)) exit

      room = 0.0_r8
      if (add > 0.0_r8) then
        do n = 1, np*np
          if (x(n) < high) room = room + c(n)
        end do
        do n = 1, np*np
          if (x(n) < high) x(n) = x(n) + add/room
        end do
      else
        do n = 1, np*np
          if (x(n) > low) room = room + c(n)
        end do
        do n = 1, np*np
          if (x(n) > low) x(n) = x(n) + add/room
        end do
      end if
    end do
  end subroutine limit_level

end module columns_tracer_step
