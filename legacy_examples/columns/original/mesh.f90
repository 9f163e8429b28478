! The elements: a rectangle of elements that closes around itself in both directions, stretched and sheared by a smooth map.
module columns_mesh
  use columns_definitions, only: np, pi, ps0, r8, radius
  use columns_derivative, only: gauss_lobatto
  use columns_state
  implicit none
  private
  public :: build_mesh, phase

  real(r8), parameter :: ptop_pressure = 225.0_r8   ! Pa
  real(r8), parameter :: fastest_wave = 400.0_r8    ! m/s
  real(r8) :: points(np), weights(np)

contains

  subroutine build_mesh()
    integer :: ie, ex, ey, i, j, k
    real(r8) :: ax, ay, half_width, ratio, eta_top, eta

    nelem = settings%x_elements*settings%y_elements
    nlev = settings%nlev
    qsize = settings%qsize
    allocate(node(np,np,nelem), d(np,np,2,2,nelem), dinv(np,np,2,2,nelem), hyai(nlev+1), hybi(nlev+1))
    allocate(metdet(np,np,nelem), spheremp(np,np,nelem), rspheremp(np,np,nelem), fcor(np,np,nelem), phis(np,np,nelem))
    call gauss_lobatto(points, weights, dvv)

    ! Elements are square before the map; x_elements elements go around the sphere.
    half_width = pi/settings%x_elements
    ratio = real(settings%x_elements, r8)/settings%y_elements
    do ie = 1, nelem
      ex = modulo(ie - 1, settings%x_elements)
      ey = (ie - 1)/settings%x_elements
      do j = 1, np
        do i = 1, np
          node(i,j,ie) = 1 + modulo(ex*(np - 1) + i - 1, settings%x_elements*(np - 1)) &
            + settings%x_elements*(np - 1)*modulo(ey*(np - 1) + j - 1, settings%y_elements*(np - 1))
          call phase(ie, i, j, ax, ay)
          d(i,j,1,1,ie) = half_width*(1 + 0.15_r8*cos(ax + ay))
          d(i,j,1,2,ie) = half_width*ratio*0.15_r8*cos(ax + ay)
          d(i,j,2,1,ie) = half_width/ratio*0.1_r8*cos(ax - ay)
          d(i,j,2,2,ie) = half_width*(1 - 0.1_r8*cos(ax - ay))
          metdet(i,j,ie) = d(i,j,1,1,ie)*d(i,j,2,2,ie) - d(i,j,1,2,ie)*d(i,j,2,1,ie)
          dinv(i,j,1,1,ie) = d(i,j,2,2,ie)/metdet(i,j,ie)
          dinv(i,j,1,2,ie) = -d(i,j,1,2,ie)/metdet(i,j,ie)
          dinv(i,j,2,1,ie) = -d(i,j,2,1,ie)/metdet(i,j,ie)
          dinv(i,j,2,2,ie) = d(i,j,1,1,ie)/metdet(i,j,ie)
          spheremp(i,j,ie) = metdet(i,j,ie)*weights(i)*weights(j)
          fcor(i,j,ie) = 1.0e-4_r8*sin(ay)
        end do
      end do
    end do
    call build_masses()

    ! Half levels: levels of constant pressure at the top, levels that follow the surface further down.
    eta_top = ptop_pressure/ps0
    do k = 1, nlev + 1
      eta = eta_top + (1 - eta_top)*(real(k - 1, r8)/nlev)**1.5_r8
      hybi(k) = ((eta - eta_top)/(1 - eta_top))**1.4_r8
      hyai(k) = eta - hybi(k)
    end do
    ptop = hyai(1)*ps0

    dt = settings%courant*smallest_spacing()/fastest_wave
  end subroutine build_mesh

  ! The place of a point on its way around the torus, 0 to 2 pi. A point shared by elements has the same bits in all of them.
  subroutine phase(ie, i, j, ax, ay)
    integer, intent(in) :: ie, i, j
    real(r8), intent(out) :: ax, ay

    ax = along(modulo(ie - 1, settings%x_elements), i, settings%x_elements)
    ay = along((ie - 1)/settings%x_elements, j, settings%y_elements)
  end subroutine phase

  pure function along(place, point, elements) result(a)
    integer, intent(in) :: place, point, elements
    real(r8) :: a

    if (point == np) then
      a = 2*pi*modulo(place + 1, elements)/elements
    else
      a = 2*pi*(place + 0.5_r8*(points(point) + 1))/elements
    end if
  end function along

  ! One over the mass of a point, summed over all elements that share the point.
  subroutine build_masses()
    real(r8) :: mass((np-1)*(np-1)*nelem)
    integer :: ie, i, j

    mass = 0
    do ie = 1, nelem
      do j = 1, np
        do i = 1, np
          mass(node(i,j,ie)) = mass(node(i,j,ie)) + spheremp(i,j,ie)
        end do
      end do
    end do
    do ie = 1, nelem
      do j = 1, np
        do i = 1, np
          rspheremp(i,j,ie) = 1/mass(node(i,j,ie))
        end do
      end do
    end do
  end subroutine build_masses

  ! The distance of neighbouring points, in m, by the smallest width of an element.
  function smallest_spacing() result(spacing)
    real(r8) :: spacing

    spacing = radius*(points(2) - points(1))*sqrt(minval(metdet))
  end function smallest_spacing

end module columns_mesh
