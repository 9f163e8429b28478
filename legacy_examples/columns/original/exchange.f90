! The exchange between elements: sums on shared points, and bounds of neighbours.
module columns_exchange
  use columns_definitions, only: np, r8
  use columns_state, only: nelem, node, rspheremp, settings
  implicit none
  private
  public :: exchange, neighbour_bounds

contains

  ! The field was multiplied by spheremp: shared points get the mean of all elements, in the order of the elements.
  subroutine exchange(field)
    real(r8), intent(inout) :: field(:,:,:,:)   ! (np,np,levels,nelem)
    real(r8) :: total((np-1)*(np-1)*nelem)
    integer :: ie, i, j, k

    !$omp parallel do private(total, ie, i, j)
    do k = 1, size(field, 3)
      total = 0.0_r8
      do ie = 1, nelem
        do j = 1, np
          do i = 1, np
            total(node(i,j,ie)) = total(node(i,j,ie)) + field(i,j,k,ie)
          end do
        end do
      end do
      do ie = 1, nelem
        do j = 1, np
          do i = 1, np
            field(i,j,k,ie) = total(node(i,j,ie))*rspheremp(i,j,ie)
          end do
        end do
      end do
    end do
  end subroutine exchange

  ! Bounds of each element become the bounds over the element and its eight neighbours.
  subroutine neighbour_bounds(nlev, qsize, qmin, qmax)
    integer, intent(in) :: nlev, qsize
    real(r8), dimension(nlev,qsize,nelem), intent(inout) :: qmin, qmax
    real(r8), allocatable, dimension(:,:,:) :: own_min, own_max
    integer :: ie, other, x, y, k, q

    allocate(own_min(nlev,qsize,nelem), own_max(nlev,qsize,nelem))
    own_min(:,:,:) = qmin
    own_max(:,:,:) = qmax
    !$omp parallel do private(other, x, y, k, q)
    do ie = 1, nelem
      do y = -1, 1
        do x = -1, 1
          other = 1 + modulo(modulo(ie - 1, settings%x_elements) + x, settings%x_elements) &
            + settings%x_elements*modulo((ie - 1)/settings%x_elements + y, settings%y_elements)
          do q = 1, qsize
            do k = 1, nlev
              qmin(k,q,ie) = min(qmin(k,q,ie), own_min(k,q,other))
              qmax(k,q,ie) = max(qmax(k,q,ie), own_max(k,q,other))
            end do
          end do
        end do
      end do
    end do
  end subroutine neighbour_bounds

end module columns_exchange
