! Pictures of plane fields with a title, axes and a colour bar, as SVG files for browsers.
module picture
  use, intrinsic :: iso_fortran_env, only: dp => real64, int8
  use png_image, only: png_of, scale_colour
  implicit none
  private
  public :: write_picture

  integer, parameter :: left = 70, top = 50, side = 480, bar_left = 580, bar_width = 24, bar_steps = 64

contains

  ! Writes the field as an image whose colours go from blue (-largest absolute value) over white (0)
  ! to red. The first index is x, the second index is y, both counted in cells from 0.
  !   title                of the picture
  !   quantity, x, y       texts, with units, of the colour bar and of the axes
  !   status               0, or the status of the file
  subroutine write_picture(file, field, title, quantity, x, y, status)
    character(len=*), intent(in) :: file, title, quantity, x, y
    real(dp), intent(in) :: field(:,:)
    integer, intent(out) :: status
    integer :: unit
    real(dp) :: scale

    scale = maxval(abs(field))
    if (.not. scale > 0) scale = 1
    open(newunit=unit, file=file, status='replace', action='write', recl=65536, iostat=status)
    if (status /= 0) return
    write(unit, '(a)') '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 600" ' // &
      'font-family="sans-serif" font-size="14">', '<rect width="720" height="600" fill="white"/>'
    call write_text(unit, left + side/2, 30, 'middle', title)
    write(unit, '(4(a, i0), a)', advance='no') '<image x="', left, '" y="', top, '" width="', side, &
      '" height="', side, '" preserveAspectRatio="none" style="image-rendering:pixelated" ' // &
      'href="data:image/png;base64,'
    call write_base64(unit, png_of(field, scale))
    write(unit, '(a)') '"/>'
    call write_axes(unit, shape(field), x, y)
    call write_colour_bar(unit, scale, quantity)
    write(unit, '(a)') '</svg>'
    close(unit, iostat=status)
  end subroutine write_picture

  subroutine write_axes(unit, cells, x, y)
    integer, intent(in) :: unit, cells(2)
    character(len=*), intent(in) :: x, y
    integer :: tick

    do tick = 0, 4
      call write_text(unit, left + tick*side/4, top + side + 20, 'middle', number(cells(1)*tick/4))
      call write_text(unit, left - 8, top + side - tick*side/4 + 5, 'end', number(cells(2)*tick/4))
    end do
    call write_text(unit, left + side/2, top + side + 45, 'middle', x)
    write(unit, '(a, i0, a)') '<g transform="translate(20 ', top + side/2, ') rotate(-90)">'
    call write_text(unit, 0, 0, 'middle', y)
    write(unit, '(a)') '</g>'
  end subroutine write_axes

  subroutine write_colour_bar(unit, scale, quantity)
    integer, intent(in) :: unit
    real(dp), intent(in) :: scale
    character(len=*), intent(in) :: quantity
    character(len=12) :: label
    integer :: step, colour(3), tick, low, high

    do step = 1, bar_steps
      colour = scale_colour((2*step - bar_steps - 1)/real(bar_steps - 1, dp))
      low = top + side - (step - 1)*side/bar_steps
      high = top + side - step*side/bar_steps
      write(unit, '(7(a, i0), a)') '<rect x="', bar_left, '" y="', high, '" width="', bar_width, &
        '" height="', low - high, '" fill="rgb(', colour(1), ',', colour(2), ',', colour(3), ')"/>'
    end do
    do tick = -2, 2
      write(label, '(es9.2)') scale*tick/2
      call write_text(unit, bar_left + bar_width + 6, top + side/2 - tick*side/4 + 5, 'start', label)
    end do
    call write_text(unit, bar_left + bar_width/2, top + side + 45, 'middle', quantity)
  end subroutine write_colour_bar

  subroutine write_text(unit, x, y, anchor, text)
    integer, intent(in) :: unit, x, y
    character(len=*), intent(in) :: anchor, text

    write(unit, '(2(a, i0), 5a)') '<text x="', x, '" y="', y, '" text-anchor="', anchor, '">', trim(adjustl(text)), '</text>'
  end subroutine write_text

  function number(n) result(text)
    integer, intent(in) :: n
    character(len=12) :: text

    write(text, '(i0)') n
  end function number

  subroutine write_base64(unit, bytes)
    integer, intent(in) :: unit
    integer(int8), intent(in) :: bytes(:)
    character(len=*), parameter :: digits = &
      'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
    character(len=4) :: four
    integer :: i, q, group, given

    do i = 1, size(bytes), 3
      given = min(3, size(bytes) - i + 1)
      group = 0
      do q = 0, 2
        group = 256*group
        if (q < given) group = group + iand(int(bytes(i+q)), 255)
      end do
      four = '===='
      do q = 1, given + 1
        four(q:q) = digits(iand(ishft(group, -6*(4 - q)), 63)+1:iand(ishft(group, -6*(4 - q)), 63)+1)
      end do
      write(unit, '(a)', advance='no') four
      if (modulo(i/3 + 1, 16384) == 0) write(unit, '(a)')
    end do
  end subroutine write_base64

end module picture
