! Types in every spelling of free form, for views_of_type.
module odd_types
  use, intrinsic :: iso_fortran_env, only: dp => real64, int16
  use, intrinsic :: iso_c_binding, only: c_int, c_bool
  implicit none
  private
  public odd_type, base_type
  integer, parameter :: sp = selected_real_kind(6, 37), wp = kind(1.d0), long = selected_int_kind(r=12), &
    narrow = selected_int_kind(2)
  integer, parameter, public :: levels = 3

  Type base_type
    real(dp), allocatable :: mass(:)      ! inherited
  End Type base_type

  type hidden
    integer :: level
  end type

  type, extends(base_type) :: odd_type
    ! type(base_type) :: not(:)
    REAL(KIND=wp), DIMENSION(:,:), ALLOCATABLE :: Density, &   ! 'a quote in a comment
      ! a comment between

      & ener&
      &gy, momenta(:,:,:)
    real*8, pointer :: trace(:) => null(), marks(:,:) => null(); integer :: scalar = 3
    double precision, allocatable, dimension ( : , : ) :: pressure
    doubleprecision :: fixed(-1:1, 0:levels-1, size([1, 2]))
    real :: plain(2), weights(3) = [0.25, 0.5, 0.25], scale
    real(sp), allocatable :: species(:,:,:,:)
    integer(c_int) mask(0:2)
    integer(kind = long), dimension(2:4) :: counts = (/ 1, 2, 3 /), totals(5)
    logical, allocatable :: wet(:)
    character(len=8), dimension(2) :: names = ['a;b!&"()', "it''s  &"]
    character*4 tag(3)*2, word
    complex(dp), allocatable :: waves(:)
    double complex :: phases(2)
    integer(int16), allocatable :: short(:)
    logical(c_bool), allocatable :: flags(:)
    integer(narrow), allocatable :: bits(:)
    type(hidden) :: inner
    type(hidden), allocatable :: tiles(:)
    class(*), pointer :: anything(:) => null()
    real, private, allocatable :: secret(:)
    real(dp), allocatable :: deep(:,:,:,:,:)
    real(dp), pointer, contiguous :: release(:) => null()
    procedure(shown), pointer, nopass :: shows => null()
    real(dp), allocatable :: a_component_whose_name_is_as_long_as_fortran_allows_it_to_be_60(:)
  contains
    procedure :: show
  end type odd_type

  type, public :: self
    sequence
    real(dp) :: label(0:3)
  end type

  interface
    subroutine shown()
    end subroutine
  end interface

contains

  subroutine show(self)
    class(odd_type), intent(in) :: self
    select type (self)
    type is (odd_type)
      if (allocated(self%secret)) print *, self%scalar
    end select
  end subroutine

end module
