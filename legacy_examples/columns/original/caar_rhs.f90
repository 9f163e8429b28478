! The right-hand side of the dynamics, in layers that move with the flow, and one stage of a step with it.
module columns_caar_rhs
  use columns_definitions, only: kappa, np, ps0, r8, rgas, timelevels
  use columns_derivative, only: divergence_sphere, gradient_sphere, vorticity_sphere
  implicit none
  private
  public :: caar_rhs

contains

  ! For the elements nets to nete: x(np1) = spheremp (x(nm1) + dt rhs(x(n0))) for x = t, v, dp3d. Time levels may be equal. vn0
  ! gathers the mass flux and omega_p the vertical motion, both times eta_ave_w; phi and divdp belong to n0.
  subroutine caar_rhs(nets, nete, nelem, nlev, nm1, n0, np1, dt, eta_ave_w, hyai, dvv, d, dinv, metdet, spheremp, fcor, phis, &
                      t, v, dp3d, vn0, omega_p, phi, divdp)
    integer, intent(in) :: nets, nete, nelem, nlev, nm1, n0, np1
    real(r8), intent(in) :: dt, eta_ave_w
    real(r8), intent(in) :: hyai(nlev+1), dvv(np,np)
    real(r8), intent(in) :: d(np,np,2,2,nelem), dinv(np,np,2,2,nelem)
    real(r8), dimension(np,np,nelem), intent(in) :: metdet, spheremp, fcor, phis
    real(r8), dimension(np,np,nlev,timelevels,nelem), intent(inout) :: t, dp3d
    real(r8), intent(inout) :: v(np,np,2,nlev,timelevels,nelem)
    real(r8), intent(inout) :: vn0(np,np,2,nlev,nelem)
    real(r8), dimension(np,np,nlev,nelem), intent(inout) :: omega_p, phi, divdp
    real(r8), dimension(np,np,nlev) :: p, vgrad_p, vort, omega
    real(r8) :: grad_p(np,np,2,nlev)
    real(r8) :: vdp(np,np,2), grad_t(np,np,2), grad_e(np,np,2), e(np,np), above(np,np), below(np,np)
    real(r8) :: half, v1, v2, vgrad_t, glnps1, glnps2, ttens, vtens1, vtens2
    integer :: ie, i, j, k

    !$omp parallel do private(p, vgrad_p, vort, omega, grad_p, vdp, grad_t, grad_e, e, above, below, half, v1, v2, vgrad_t, &
    !$omp glnps1, glnps2, ttens, vtens1, vtens2, i, j, k)
    do ie = nets, nete
      ! Pressure in the middle of layers, from the top down.
      do j = 1, np
        do i = 1, np
          p(i,j,1) = hyai(1)*ps0 + dp3d(i,j,1,n0,ie)/2
        end do
      end do
      do k = 2, nlev
        do j = 1, np
          do i = 1, np
            p(i,j,k) = p(i,j,k-1) + (dp3d(i,j,k-1,n0,ie) + dp3d(i,j,k,n0,ie))/2
          end do
        end do
      end do

      ! Mass flux and its divergence, vorticity, and the wind along the gradient of pressure.
      do k = 1, nlev
        call gradient_sphere(p(:,:,k), dvv, dinv(:,:,:,:,ie), grad_p(:,:,:,k))
        do j = 1, np
          do i = 1, np
            v1 = v(i,j,1,k,n0,ie)
            v2 = v(i,j,2,k,n0,ie)
            vgrad_p(i,j,k) = v1*grad_p(i,j,1,k) + v2*grad_p(i,j,2,k)
            vdp(i,j,1) = v1*dp3d(i,j,k,n0,ie)
            vdp(i,j,2) = v2*dp3d(i,j,k,n0,ie)
            vn0(i,j,1,k,ie) = vn0(i,j,1,k,ie) + eta_ave_w*vdp(i,j,1)
            vn0(i,j,2,k,ie) = vn0(i,j,2,k,ie) + eta_ave_w*vdp(i,j,2)
          end do
        end do
        call divergence_sphere(vdp, dvv, dinv(:,:,:,:,ie), metdet(:,:,ie), divdp(:,:,k,ie))
        call vorticity_sphere(v(:,:,:,k,n0,ie), dvv, d(:,:,:,:,ie), metdet(:,:,ie), vort(:,:,k))
      end do

      ! Geopotential, from the surface up.
      do j = 1, np
        do i = 1, np
          below(i,j) = 0.0_r8
        end do
      end do
      do k = nlev, 1, -1
        do j = 1, np
          do i = 1, np
            half = dp3d(i,j,k,n0,ie)*0.5_r8/p(i,j,k)
            phi(i,j,k,ie) = phis(i,j,ie) + below(i,j) + rgas*t(i,j,k,n0,ie)*half
            below(i,j) = below(i,j) + rgas*t(i,j,k,n0,ie)*(2*half)
          end do
        end do
      end do

      ! Vertical motion omega/p, from the top down.
      do j = 1, np
        do i = 1, np
          above(i,j) = 0.0_r8
        end do
      end do
      do k = 1, nlev
        do j = 1, np
          do i = 1, np
            omega(i,j,k) = (vgrad_p(i,j,k) - (above(i,j) + 0.5_r8*divdp(i,j,k,ie)))/p(i,j,k)
            above(i,j) = above(i,j) + divdp(i,j,k,ie)
            omega_p(i,j,k,ie) = omega_p(i,j,k,ie) + eta_ave_w*omega(i,j,k)
          end do
        end do
      end do

      ! The stage: each point is read before it is written.
      do k = 1, nlev
        do j = 1, np
          do i = 1, np
            v1 = v(i,j,1,k,n0,ie)
            v2 = v(i,j,2,k,n0,ie)
            e(i,j) = 0.5_r8*(v1*v1 + v2*v2) + phi(i,j,k,ie)
          end do
        end do
        call gradient_sphere(t(:,:,k,n0,ie), dvv, dinv(:,:,:,:,ie), grad_t)
        call gradient_sphere(e, dvv, dinv(:,:,:,:,ie), grad_e)
        do j = 1, np
          do i = 1, np
            v1 = v(i,j,1,k,n0,ie)
            v2 = v(i,j,2,k,n0,ie)
            vgrad_t = v1*grad_t(i,j,1) + v2*grad_t(i,j,2)
            ttens = -vgrad_t + kappa*t(i,j,k,n0,ie)*omega(i,j,k)
            glnps1 = rgas*t(i,j,k,n0,ie)/p(i,j,k)*grad_p(i,j,1,k)
            glnps2 = rgas*t(i,j,k,n0,ie)/p(i,j,k)*grad_p(i,j,2,k)
            vtens1 = v2*(fcor(i,j,ie) + vort(i,j,k)) - (grad_e(i,j,1) + glnps1)
            vtens2 = -v1*(fcor(i,j,ie) + vort(i,j,k)) - (grad_e(i,j,2) + glnps2)
            t(i,j,k,np1,ie) = spheremp(i,j,ie)*(t(i,j,k,nm1,ie) + dt*ttens)
            v(i,j,1,k,np1,ie) = spheremp(i,j,ie)*(v(i,j,1,k,nm1,ie) + dt*vtens1)
            v(i,j,2,k,np1,ie) = spheremp(i,j,ie)*(v(i,j,2,k,nm1,ie) + dt*vtens2)
            dp3d(i,j,k,np1,ie) = spheremp(i,j,ie)*(dp3d(i,j,k,nm1,ie) - dt*divdp(i,j,k,ie))
          end do
        end do
      end do
    end do
  end subroutine caar_rhs

end module columns_caar_rhs
