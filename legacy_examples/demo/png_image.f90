! Plane fields as images in the PNG format, without a library: the pixels are stored uncompressed.
module png_image
  use, intrinsic :: iso_fortran_env, only: dp => real64, int32, int8
  implicit none
  private
  public :: png_of, scale_colour

  integer, parameter :: longest_block = 65535   ! of stored data, by the definition of deflate
  real(dp), parameter :: blue(3) = [33, 102, 172], white(3) = [247, 247, 247], red(3) = [178, 24, 43]

contains

  ! The bytes of a PNG file with one pixel for each element. Blue for negative values, white for
  ! zero, red for positive values, with the full colours at +-scale (> 0). The first index goes to the
  ! right, the second index goes up.
  function png_of(field, scale) result(bytes)
    real(dp), intent(in) :: field(:,:), scale
    integer(int8), allocatable :: bytes(:)
    integer(int8), allocatable :: pixels(:)
    integer :: width, height, row, column, at

    width = size(field, 1)
    height = size(field, 2)
    ! Each row begins with a byte for its filter: 0, no filter.
    allocate(pixels(height*(width + 1)))
    pixels = 0
    at = 0
    do row = 1, height
      at = at + 1
      do column = 1, width
        at = at + 1
        pixels(at) = byte(palette_entry(field(column, height + 1 - row)/scale))
      end do
    end do
    ! 8 bits a pixel, colours from a palette, no interlacing.
    bytes = [byte([137, iachar('P'), iachar('N'), iachar('G'), 13, 10, 26, 10]), &
             chunk('IHDR', [big_endian(width), big_endian(height), byte([8, 3, 0, 0, 0])]), &
             chunk('PLTE', palette()), chunk('IDAT', stored(pixels)), chunk('IEND', [integer(int8) ::])]
  end function png_of

  ! Red, green and blue, 0 to 255, for a value of -1 to 1.
  pure function scale_colour(value) result(colour)
    real(dp), intent(in) :: value
    integer :: colour(3)
    real(dp) :: end_colour(3)

    end_colour = merge(red, blue, value > 0)
    colour = nint(white + abs(value)*(end_colour - white))
  end function scale_colour

  ! Index into the palette for a value of -1 to 1.
  pure function palette_entry(value) result(entry)
    real(dp), intent(in) :: value
    integer :: entry

    entry = 127 + nint(127*max(-1.0_dp, min(1.0_dp, value)))
  end function palette_entry

  pure function palette() result(bytes)
    integer(int8) :: bytes(3*255)
    integer :: entry

    do entry = 0, 254
      bytes(3*entry+1:3*entry+3) = byte(scale_colour(real(entry - 127, dp)/127))
    end do
  end function palette

  ! The zlib format, with blocks of stored data.
  pure function stored(data) result(bytes)
    integer(int8), intent(in) :: data(:)
    integer(int8), allocatable :: bytes(:)
    integer :: blocks, block, first, n, at

    blocks = (size(data) + longest_block - 1)/longest_block
    allocate(bytes(2 + 5*blocks + size(data) + 4))
    bytes(1:2) = byte([120, 1])
    at = 2
    do block = 1, blocks
      first = (block - 1)*longest_block
      n = min(longest_block, size(data) - first)
      bytes(at+1) = byte(merge(1, 0, block == blocks))
      bytes(at+2:at+5) = byte([modulo(n, 256), n/256, 255 - modulo(n, 256), 255 - n/256])
      bytes(at+6:at+5+n) = data(first+1:first+n)
      at = at + 5 + n
    end do
    bytes(at+1:) = big_endian(adler32(data))
  end function stored

  pure function chunk(name, data) result(bytes)
    character(len=4), intent(in) :: name
    integer(int8), intent(in) :: data(:)
    integer(int8), allocatable :: bytes(:), content(:)

    content = [transfer(name, [integer(int8) ::]), data]
    bytes = [big_endian(size(data)), content, big_endian(crc32(content))]
  end function chunk

  pure function adler32(data) result(checksum)
    integer(int8), intent(in) :: data(:)
    integer(int32) :: checksum
    integer(int32) :: a, b
    integer :: i

    a = 1
    b = 0
    do i = 1, size(data)
      a = modulo(a + iand(int(data(i), int32), 255), 65521)
      b = modulo(b + a, 65521)
    end do
    checksum = ior(ishft(b, 16), a)
  end function adler32

  pure function crc32(data) result(checksum)
    integer(int8), intent(in) :: data(:)
    integer(int32) :: checksum
    integer(int32), parameter :: polynomial = int(z'6DB88320', int32) - huge(0_int32) - 1
    integer :: i, bit

    checksum = -1
    do i = 1, size(data)
      checksum = ieor(checksum, iand(int(data(i), int32), 255))
      do bit = 1, 8
        checksum = ieor(ishft(checksum, -1), merge(polynomial, 0, btest(checksum, 0)))
      end do
    end do
    checksum = not(checksum)
  end function crc32

  pure function big_endian(number) result(bytes)
    integer(int32), intent(in) :: number
    integer(int8) :: bytes(4)
    integer :: i

    do i = 1, 4
      bytes(i) = byte(iand(ishft(number, 8*(i - 4)), 255))
    end do
  end function big_endian

  ! The byte of an unsigned value of 0 to 255.
  elemental function byte(value) result(bits)
    integer, intent(in) :: value
    integer(int8) :: bits

    bits = int(merge(value - 256, value, value > 127), int8)
  end function byte

end module png_image
