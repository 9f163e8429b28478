! One step of the tracers, in three stages of half its length.
module columns_tracers
  use columns_definitions, only: np, r8
  use columns_derivative, only: divergence_sphere
  use columns_exchange, only: exchange, neighbour_bounds
  use columns_state
  use columns_tracer_step, only: tracer_step
  implicit none
  private
  public :: tracers_step

contains

  subroutine tracers_step()
    integer :: old

    call mean_divergence()
    call stage(n0_qdp, 0)
    call stage(np1_qdp, 1)
    call stage(np1_qdp, 2)
    call mean_of_stages()
    old = n0_qdp
    n0_qdp = np1_qdp
    np1_qdp = old
  end subroutine tracers_step

  ! The divergence of the mass flux of the step, in each element and after the exchange.
  subroutine mean_divergence()
    integer :: ie, i, j, k

    !$omp parallel do private(i, j, k)
    do ie = 1, nelem
      do k = 1, nlev
        call divergence_sphere(vn0(:,:,:,k,ie), dvv, dinv(:,:,:,:,ie), metdet(:,:,ie), divdp(:,:,k,ie))
        do j = 1, np
          do i = 1, np
            divdp_proj(i,j,k,ie) = spheremp(i,j,ie)*divdp(i,j,k,ie)
          end do
        end do
      end do
    end do
    call exchange(divdp_proj)
  end subroutine mean_divergence

  subroutine stage(from, number)
    integer, intent(in) :: from, number
    integer :: q

    call bounds(from, number)
    call neighbour_bounds(nlev, qsize, qmin, qmax)
    call tracer_step(1, nelem, nelem, nlev, qsize, from, np1_qdp, number, dt/2, dvv, dinv, metdet, spheremp, dp_start, vn0, &
      divdp, divdp_proj, qdp, qmin, qmax)
    do q = 1, qsize
      call exchange(qdp(:,:,:,q,np1_qdp,:))
    end do
  end subroutine stage

  ! The least and the largest value of each tracer in each level of each element, before a stage.
  subroutine bounds(from, number)
    integer, intent(in) :: from, number
    integer :: ie, i, j, k, q
    real(r8) :: ratio

    !$omp parallel do private(i, j, k, q, ratio)
    do ie = 1, nelem
      do q = 1, qsize
        do k = 1, nlev
          qmin(k,q,ie) = huge(1.0_r8)
          qmax(k,q,ie) = -huge(1.0_r8)
          do j = 1, np
            do i = 1, np
              ratio = qdp(i,j,k,q,from,ie)/(dp_start(i,j,k,ie) - number*(dt/2)*divdp_proj(i,j,k,ie))
              qmin(k,q,ie) = min(qmin(k,q,ie), ratio)
              qmax(k,q,ie) = max(qmax(k,q,ie), ratio)
            end do
          end do
        end do
      end do
    end do
  end subroutine bounds

  ! A third of the values before the step and two thirds of the values after the stages.
  subroutine mean_of_stages()
    integer :: ie, i, j, k, q

    !$omp parallel do private(i, j, k, q)
    do ie = 1, nelem
      do q = 1, qsize
        do k = 1, nlev
          do j = 1, np
            do i = 1, np
              qdp(i,j,k,q,np1_qdp,ie) = (qdp(i,j,k,q,n0_qdp,ie) + 2*qdp(i,j,k,q,np1_qdp,ie))/3
            end do
          end do
        end do
      end do
    end do
  end subroutine mean_of_stages

end module columns_tracers
