! Makes the chunk: its arrays, the mesh and the initial states.
module hydro2d_mesh
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use hydro2d_definitions, only: chunk, halo, settings
  implicit none
  private
  public :: build_chunk

contains

  subroutine build_chunk()
    chunk%x_min = 1
    chunk%x_max = settings%x_cells
    chunk%y_min = 1
    chunk%y_max = settings%y_cells
    call allocate_fields()
    call set_widths(settings%x_cells, settings%x_length, settings%stretch, chunk%field%celldx)
    call set_widths(settings%y_cells, settings%y_length, settings%stretch, chunk%field%celldy)
    call set_volumes()
    call set_states()
  end subroutine build_chunk

  subroutine allocate_fields()
    associate (f => chunk%field, x1 => chunk%x_min-halo, x2 => chunk%x_max+halo, y1 => chunk%y_min-halo, &
               y2 => chunk%y_max+halo)
      allocate(f%density0(x1:x2, y1:y2), f%density1(x1:x2, y1:y2), f%energy0(x1:x2, y1:y2), f%energy1(x1:x2, y1:y2), &
        f%pressure(x1:x2, y1:y2), f%viscosity(x1:x2, y1:y2), f%soundspeed(x1:x2, y1:y2), f%volume(x1:x2, y1:y2), &
        source=0.0_dp)
      allocate(f%xvel0(x1:x2+1, y1:y2+1), f%xvel1(x1:x2+1, y1:y2+1), f%yvel0(x1:x2+1, y1:y2+1), &
        f%yvel1(x1:x2+1, y1:y2+1), f%work1(x1:x2+1, y1:y2+1), f%work2(x1:x2+1, y1:y2+1), f%work3(x1:x2+1, y1:y2+1), &
        f%work4(x1:x2+1, y1:y2+1), f%work5(x1:x2+1, y1:y2+1), f%work6(x1:x2+1, y1:y2+1), f%work7(x1:x2+1, y1:y2+1), &
        source=0.0_dp)
      allocate(f%vol_flux_x(x1:x2+1, y1:y2), f%mass_flux_x(x1:x2+1, y1:y2), source=0.0_dp)
      allocate(f%vol_flux_y(x1:x2, y1:y2+1), f%mass_flux_y(x1:x2, y1:y2+1), source=0.0_dp)
      allocate(f%celldx(x1:x2), f%celldy(y1:y2))
    end associate
  end subroutine allocate_fields

  ! Widths grow linearly from the first to the last cell; widths of the halo are mirrored, as the fields are.
  subroutine set_widths(cells, length, stretch, width)
    integer, intent(in) :: cells
    real(dp), intent(in) :: length, stretch
    real(dp), intent(out) :: width(1-halo:cells+halo)
    integer :: i

    do i = 1, cells
      width(i) = 1 + (stretch - 1)*real(i - 1, dp)/real(max(cells - 1, 1), dp)
    end do
    width(1:cells) = width(1:cells)*(length/sum(width(1:cells)))
    do i = 1, halo
      width(1-i) = width(i)
      width(cells+i) = width(cells+1-i)
    end do
  end subroutine set_widths

  subroutine set_volumes()
    integer :: i, j

    do j = chunk%y_min - halo, chunk%y_max + halo
      do i = chunk%x_min - halo, chunk%x_max + halo
        chunk%field%volume(i,j) = chunk%field%celldx(i)*chunk%field%celldy(j)
      end do
    end do
  end subroutine set_volumes

  ! A cell has the last state whose rectangle contains its centre, a node likewise. Nodes on walls have no velocity across walls.
  subroutine set_states()
    real(dp) :: x_node(chunk%x_min:chunk%x_max+1), y_node(chunk%y_min:chunk%y_max+1)
    integer :: i, j, s

    x_node(chunk%x_min) = 0
    do i = chunk%x_min, chunk%x_max
      x_node(i+1) = x_node(i) + chunk%field%celldx(i)
    end do
    y_node(chunk%y_min) = 0
    do j = chunk%y_min, chunk%y_max
      y_node(j+1) = y_node(j) + chunk%field%celldy(j)
    end do
    do j = chunk%y_min, chunk%y_max
      do i = chunk%x_min, chunk%x_max
        s = state_at(0.5_dp*(x_node(i) + x_node(i+1)), 0.5_dp*(y_node(j) + y_node(j+1)))
        chunk%field%density0(i,j) = settings%density(s)
        chunk%field%energy0(i,j) = settings%energy(s)
      end do
    end do
    do j = chunk%y_min, chunk%y_max + 1
      do i = chunk%x_min, chunk%x_max + 1
        s = state_at(x_node(i), y_node(j))
        if (i > chunk%x_min .and. i <= chunk%x_max) chunk%field%xvel0(i,j) = settings%xvel(s)
        if (j > chunk%y_min .and. j <= chunk%y_max) chunk%field%yvel0(i,j) = settings%yvel(s)
      end do
    end do
  end subroutine set_states

  function state_at(x, y) result(s)
    real(dp), intent(in) :: x, y
    integer :: s

    do s = settings%states, 2, -1
      if (x >= settings%left(s) .and. x <= settings%right(s) .and. y >= settings%bottom(s) .and. y <= settings%top(s)) return
    end do
    s = 1
  end function state_at

end module hydro2d_mesh
