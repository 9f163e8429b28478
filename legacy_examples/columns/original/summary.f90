! The checks of a run: sums and extremes of its fields, in the order of their elements, and masses that must stay constant.
module columns_summary
  use, intrinsic :: iso_fortran_env, only: error_unit
  use columns_definitions
  use columns_state
  implicit none
  private
  public :: tracer_masses, water, check_masses, print_summary, check_summary

  real(r8), parameter :: agreement = 1.0e-10_r8, conserved = 1.0e-12_r8
  integer, parameter :: most = 64

  ! Sum, sum of absolute values, minimum and maximum of a field.
  type line_type
    character(len=16) :: name = ''
    real(r8) :: total = 0, absolute = 0, low = huge(1.0_r8), high = -huge(1.0_r8)
  end type line_type

  type(line_type) :: lines(most)
  integer :: count = 0

contains

  ! The mass of each tracer on the whole torus, and last the mass of the air.
  function tracer_masses() result(mass)
    real(r8) :: mass(qsize+1)
    integer :: ie, i, j, k, q

    mass = 0
    do ie = 1, nelem
      do k = 1, nlev
        do j = 1, np
          do i = 1, np
            do q = 1, qsize
              mass(q) = mass(q) + spheremp(i,j,ie)*qdp(i,j,k,q,n0_qdp,ie)
            end do
            mass(qsize+1) = mass(qsize+1) + spheremp(i,j,ie)*dp3d(i,j,k,n0,ie)
          end do
        end do
      end do
    end do
  end function tracer_masses

  ! The water of all columns and of their rain, kg/m2.
  function water() result(total)
    real(r8) :: total
    integer :: block, jl, jk, n

    total = 0
    do block = 1, nblocks
      do jl = 1, min(settings%nproma, settings%ngptot - settings%nproma*(block - 1))
        do n = 1, nclv
          do jk = 1, nlev
            total = total + clv(jl,jk,n,block)*col_dp(jl,jk,block)/g
          end do
        end do
        total = total + rain(jl,block)
      end do
    end do
  end function water

  ! Status 4 ends a program that has lost or gained mass.
  subroutine check_masses(name, first, last)
    character(len=*), intent(in) :: name
    real(r8), intent(in) :: first, last

    write(*, '(3a, es24.16, a, es10.2)') 'mass of ', name, ' ', last, ', changed by ', (last - first)/first
    if (abs(last - first) <= conserved*abs(first)) return
    write(error_unit, '(3a)') 'columns: the mass of ', name, ' is not conserved'
    flush(error_unit)
    error stop 4
  end subroutine check_masses

  subroutine print_summary()
    character(len=16) :: name
    integer :: n, q

    count = 0
    call add_elements('t', t(:,:,:,n0,:))
    call add_elements('v1', v(:,:,1,:,n0,:))
    call add_elements('v2', v(:,:,2,:,n0,:))
    call add_elements('dp3d', dp3d(:,:,:,n0,:))
    call add_elements('omega_p', omega_p)
    call add_elements('phi', phi)
    do q = 1, qsize
      write(name, '(a, i0)') 'q', q
      call add_elements(name, qdp(:,:,:,q,n0_qdp,:)/dp3d(:,:,:,n0,:))
    end do
    call add_columns('column_p', col_p)
    call add_columns('column_phi', col_phi)
    call add_columns('column_t', col_t)
    call add_columns('liquid', clv(:,:,ncldql,:))
    call add_columns('rain', clv(:,:,ncldqr,:))
    call add_columns('vapour', clv(:,:,ncldqv,:))
    call add_columns('rain_flux', rain_flux)
    call add_columns('enthalpy_flux', enthalpy_flux)
    call add_columns('cover', col_cover)
    call add_columns('total_cover', reshape(total_cover, [settings%nproma, 1, nblocks]))
    call add_line('windowed')
    do n = 0, settings%window_n - 1
      call add_value(windowed(n))
    end do
    write(*, '(a)') '# field, sum, sum of absolute values, minimum, maximum'
    do n = 1, count
      write(*, '(a, 4es24.16)') 'summary ' // lines(n)%name, lines(n)%total, lines(n)%absolute, lines(n)%low, lines(n)%high
    end do
  end subroutine print_summary

  ! Compares the summary with the lines of the file. Status 3 ends a program with another summary.
  subroutine check_summary(file)
    character(len=*), intent(in) :: file
    character(len=160) :: text
    character(len=8) :: word
    type(line_type) :: line
    integer :: unit, status, n
    logical :: same

    open(newunit=unit, file=file, status='old', action='read', iostat=status)
    if (status /= 0) call differs(file, 'cannot be opened')
    n = 0
    do
      read(unit, '(a)', iostat=status) text
      if (status /= 0) exit
      if (index(text, 'summary ') /= 1) cycle
      n = n + 1
      if (n > count) call differs(file, 'has more lines than the summary')
      read(text, *, iostat=status) word, line%name, line%total, line%absolute, line%low, line%high
      if (status /= 0) call differs(file, 'has a line that cannot be read: ' // trim(text))
      associate (found => lines(n))
        same = found%name == line%name .and. abs(found%total - line%total) <= agreement*line%absolute &
          .and. abs(found%absolute - line%absolute) <= agreement*line%absolute &
          .and. max(abs(found%low - line%low), abs(found%high - line%high)) <= agreement*max(abs(line%low), abs(line%high))
      end associate
      if (.not. same) call differs(file, 'differs from the summary: ' // trim(text))
    end do
    close(unit)
    if (n < count) call differs(file, 'has fewer lines than the summary')
    write(*, '(a)') 'summary as expected'
  end subroutine check_summary

  subroutine differs(file, how)
    character(len=*), intent(in) :: file, how

    write(error_unit, '(4a)') 'columns: ', file, ': ', how
    flush(error_unit)
    error stop 3
  end subroutine differs

  subroutine add_line(name)
    character(len=*), intent(in) :: name

    if (count == most) error stop 'the summary has no room for more fields'
    count = count + 1
    lines(count) = line_type(name)
  end subroutine add_line

  subroutine add_value(value)
    real(r8), intent(in) :: value

    associate (line => lines(count))
      line%total = line%total + value
      line%absolute = line%absolute + abs(value)
      if (value < line%low) line%low = value
      if (value > line%high) line%high = value
    end associate
  end subroutine add_value

  subroutine add_elements(name, field)
    character(len=*), intent(in) :: name
    real(r8), intent(in) :: field(:,:,:,:)   ! (np,np,nlev,nelem)
    integer :: ie, i, j, k

    call add_line(name)
    do ie = 1, nelem
      do k = 1, nlev
        do j = 1, np
          do i = 1, np
            call add_value(field(i,j,k,ie))
          end do
        end do
      end do
    end do
  end subroutine add_elements

  ! Points of the last block without a column do not count.
  subroutine add_columns(name, field)
    character(len=*), intent(in) :: name
    real(r8), intent(in) :: field(:,:,:)     ! (nproma,levels,nblocks)
    integer :: block, jl, jk

    call add_line(name)
    do block = 1, nblocks
      do jk = 1, size(field, 2)
        do jl = 1, min(settings%nproma, settings%ngptot - settings%nproma*(block - 1))
          call add_value(field(jl,jk,block))
        end do
      end do
    end do
  end subroutine add_columns

end module columns_summary
