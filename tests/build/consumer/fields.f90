! The arrays of the code.
module fields
  implicit none
  type field_type
    double precision, allocatable, dimension(:,:,:) :: x, r
  end type
end module
