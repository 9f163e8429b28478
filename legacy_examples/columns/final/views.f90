! Views of the fields: each view has the name of its array, and each time level of a field has its own view. Arrays between
! kernels are here too.
module columns_views
  use columns_definitions, only: np, qtimelevels, r8, timelevels
  use columns_state
  use viewfab, only: vf_box, vf_box_of, vf_columns, vf_view, vf_views_to_host
  implicit none
  private
  public :: wrap_views, fields_to_host, selected, views, columns, elements

  integer, parameter :: points = np*np
  integer, parameter :: edge_weights = 5, state_masses = 3

  type view_type
    ! The grid and the dynamics.
    type(vf_view) :: dvv, d, dinv, metdet, spheremp, rspheremp, fcor, phis, hyai, hybi, t, dp3d, v, vn0, omega_p, phi, divdp, &
      divdp_proj, dp_start, qdp, qmin, qmax
    type(vf_view), dimension(timelevels) :: t_at, dp3d_at, v_at
    type(vf_view) :: qdp_at(qtimelevels)
    ! Values before the exchange of elements, and lists for the exchange.
    type(vf_view) :: own_t, own_v, own_dp3d, own_div, own_qdp, own_min, own_max, shared, neighbours
    ! The remap.
    type(vf_view) :: dp_new, inside, place, slope_weight, edge(edge_weights), masses, too_far
    ! The physics, and the windowed sums.
    type(vf_view) :: col_dp, col_p, col_t, col_phi, col_cover, col_ph, rain_flux, enthalpy_flux, clv, col_phis, land, rain, &
      total_cover, convective, convection
    type(vf_view) :: signal, windowed
  end type view_type

  type(view_type), target :: views
  type(vf_columns) :: columns, elements

  real(r8), allocatable, dimension(:,:,:,:), target :: own_t, own_dp3d, own_div, dp_new, place   ! (np,np,nlev,nelem)
  real(r8), allocatable, target :: own_v(:,:,:,:,:), own_qdp(:,:,:,:,:), masses(:,:,:,:,:)
  real(r8), allocatable, dimension(:,:,:), target :: own_min, own_max   ! (nlev,qsize,nelem)
  real(r8), allocatable, target :: slope_weight(:,:,:,:,:)              ! (np,np,3,nlev,nelem)
  real(r8), allocatable, target :: edge(:,:,:,:,:)                      ! (np,np,nlev+1,edge_weights,nelem)
  real(r8), allocatable, target :: too_far(:,:,:)                       ! (np,np,nelem)
  integer, allocatable, target :: inside(:,:,:,:)                       ! (np,np,nlev,nelem)
  integer, allocatable, target :: shared(:,:,:,:)                       ! (np,np,4,nelem)
  integer, allocatable, target :: neighbours(:,:)                       ! (9,nelem)

contains

  subroutine wrap_views()
    call allocate_between()
    call list_shared_points()
    call list_neighbours()
    call wrap_elements()
    call wrap_between()
    call wrap_columns()
    call select_levels()
    columns = vf_columns(1, settings%nproma, blocks=[1, nblocks], columns=settings%ngptot)
    elements = vf_columns(1, points, blocks=[1, nelem])
  end subroutine wrap_views

  ! The box of a field for a kernel over boxes; rest is the number of its levels, species or parts.
  function selected(rest) result(box)
    integer, intent(in) :: rest
    type(vf_box) :: box

    box = vf_box_of(1, points, 1, rest, 1, nelem)
  end function selected

  ! The fields of the summary and of the result file.
  subroutine fields_to_host()
    associate (w => views)
      call vf_views_to_host([w%t, w%v, w%dp3d, w%vn0, w%omega_p, w%phi, w%divdp, w%qdp, w%qmin, w%qmax, w%col_p, w%col_ph, &
        w%col_phi, w%col_t, w%clv, w%rain_flux, w%enthalpy_flux, w%col_cover, w%total_cover, w%rain, w%windowed])
    end associate
  end subroutine fields_to_host

  subroutine allocate_between()
    allocate(own_t(np,np,nlev,nelem), own_dp3d(np,np,nlev,nelem), own_div(np,np,nlev,nelem), own_v(np,np,2,nlev,nelem), &
      own_qdp(np,np,nlev,qsize,nelem), own_min(nlev,qsize,nelem), own_max(nlev,qsize,nelem))
    allocate(dp_new(np,np,nlev,nelem), inside(np,np,nlev,nelem), place(np,np,nlev,nelem), slope_weight(np,np,3,nlev,nelem), &
      edge(np,np,nlev+1,edge_weights,nelem), masses(np,np,nlev,state_masses,nelem), too_far(np,np,nelem))
    allocate(shared(np,np,4,nelem), neighbours(9,nelem))
  end subroutine allocate_between

  ! For each point the places of the same point, in the order of the elements.
  subroutine list_shared_points()
    integer, allocatable :: list(:,:), found(:)
    integer :: ie, i, j, n

    allocate(list(4,(np-1)*(np-1)*nelem), found((np-1)*(np-1)*nelem))
    list = 0
    found = 0
    do ie = 1, nelem
      do j = 1, np
        do i = 1, np
          n = node(i,j,ie)
          found(n) = found(n) + 1
          list(found(n),n) = i + np*(j - 1) + points*(ie - 1)
        end do
      end do
    end do
    do ie = 1, nelem
      do j = 1, np
        do i = 1, np
          shared(i,j,:,ie) = list(:,node(i,j,ie))
        end do
      end do
    end do
  end subroutine list_shared_points

  subroutine list_neighbours()
    integer :: ie, x, y

    do ie = 1, nelem
      do y = -1, 1
        do x = -1, 1
          neighbours(5+x+3*y,ie) = 1 + modulo(modulo(ie - 1, settings%x_elements) + x, settings%x_elements) &
            + settings%x_elements*modulo((ie - 1)/settings%x_elements + y, settings%y_elements)
        end do
      end do
    end do
  end subroutine list_neighbours

  subroutine wrap_elements()
    associate (w => views)
      call w%dvv%wrap(dvv, axes='c d', label='dvv')
      call w%d%wrap(d, axes='i j c d e', label='d')
      call w%dinv%wrap(dinv, axes='i j c d e', label='dinv')
      call w%metdet%wrap(metdet, axes='i j e', label='metdet')
      call w%spheremp%wrap(spheremp, axes='i j e', label='spheremp')
      call w%rspheremp%wrap(rspheremp, axes='i j e', label='rspheremp')
      call w%fcor%wrap(fcor, axes='i j e', label='fcor')
      call w%phis%wrap(phis, axes='i j e', label='phis')
      call w%hyai%wrap(hyai, axes='k', label='hyai')
      call w%hybi%wrap(hybi, axes='k', label='hybi')
      call w%t%wrap(t, axes='i j k t e', label='t')
      call w%dp3d%wrap(dp3d, axes='i j k t e', label='dp3d')
      call w%v%wrap(v, axes='i j c k t e', label='v')
      call w%vn0%wrap(vn0, axes='i j c k e', label='vn0')
      call w%omega_p%wrap(omega_p, axes='i j k e', label='omega_p')
      call w%phi%wrap(phi, axes='i j k e', label='phi')
      call w%divdp%wrap(divdp, axes='i j k e', label='divdp')
      call w%divdp_proj%wrap(divdp_proj, axes='i j k e', label='divdp_proj')
      call w%dp_start%wrap(dp_start, axes='i j k e', label='dp_start')
      call w%qdp%wrap(qdp, axes='i j k q t e', label='qdp')
      call w%qmin%wrap(qmin, axes='k q e', label='qmin')
      call w%qmax%wrap(qmax, axes='k q e', label='qmax')
    end associate
  end subroutine wrap_elements

  subroutine wrap_between()
    associate (w => views)
      call w%own_t%wrap(own_t, axes='i j k e', label='own_t')
      call w%own_v%wrap(own_v, axes='i j c k e', label='own_v')
      call w%own_dp3d%wrap(own_dp3d, axes='i j k e', label='own_dp3d')
      call w%own_div%wrap(own_div, axes='i j k e', label='own_div')
      call w%own_qdp%wrap(own_qdp, axes='i j k q e', label='own_qdp')
      call w%own_min%wrap(own_min, axes='k q e', label='own_min')
      call w%own_max%wrap(own_max, axes='k q e', label='own_max')
      call w%shared%wrap(shared, axes='i j c e', label='shared')
      call w%neighbours%wrap(neighbours, axes='c e', label='neighbours')
      call w%dp_new%wrap(dp_new, axes='i j k e', label='dp_new')
      call w%inside%wrap(inside, axes='i j k e', label='inside')
      call w%place%wrap(place, axes='i j k e', label='place')
      call w%slope_weight%wrap(slope_weight, axes='i j c k e', label='slope_weight')
      call w%masses%wrap(masses, axes='i j k q e', label='masses')
      call w%too_far%wrap(too_far, axes='i j e', label='too_far')
    end associate
  end subroutine wrap_between

  subroutine wrap_columns()
    associate (w => views)
      call w%col_dp%wrap(col_dp, axes='i k b', label='col_dp')
      call w%col_p%wrap(col_p, axes='i k b', label='col_p')
      call w%col_t%wrap(col_t, axes='i k b', label='col_t')
      call w%col_phi%wrap(col_phi, axes='i k b', label='col_phi')
      call w%col_cover%wrap(col_cover, axes='i k b', label='col_cover')
      call w%col_ph%wrap(col_ph, axes='i k b', label='col_ph')
      call w%rain_flux%wrap(rain_flux, axes='i k b', label='rain_flux')
      call w%enthalpy_flux%wrap(enthalpy_flux, axes='i k b', label='enthalpy_flux')
      call w%clv%wrap(clv, axes='i k s b', label='clv')
      call w%col_phis%wrap(col_phis, axes='i b', label='col_phis')
      call w%land%wrap(land, axes='i b', label='land')
      call w%rain%wrap(rain, axes='i b', label='rain')
      call w%total_cover%wrap(total_cover, axes='i b', label='total_cover')
      call w%convective%wrap(convective, axes='i b', label='convective')
      call w%convection%wrap(convection, axes='i b', label='convection')
      call w%signal%wrap(signal, lower=[0], label='signal')
      call w%windowed%wrap(windowed, lower=[0], label='windowed')
    end associate
  end subroutine wrap_columns

  ! Each of the weights of edges has its own view, like time levels.
  subroutine select_levels()
    type(vf_view) :: weights
    integer :: n

    associate (w => views)
      do n = 1, timelevels
        call w%t_at(n)%select(w%t, 't', n)
        call w%dp3d_at(n)%select(w%dp3d, 't', n)
        call w%v_at(n)%select(w%v, 't', n)
      end do
      do n = 1, qtimelevels
        call w%qdp_at(n)%select(w%qdp, 't', n)
      end do
      call weights%wrap(edge, axes='i j k w e', label='edge')
      do n = 1, edge_weights
        call w%edge(n)%select(weights, 'w', n)
      end do
    end associate
    call weights%release()
  end subroutine select_levels

end module columns_views
