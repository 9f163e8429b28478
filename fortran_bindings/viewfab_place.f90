! The place of a result.
module viewfab_place
  use, intrinsic :: iso_c_binding, only: c_int
  use viewfab_status, only: VF_OK
  implicit none
  private
  public :: vf_place, place_from_c, place_to_c

  !> The point with the smallest or largest result of a call. The first of several such points counts, by box, then component,
  !! then k, j and i. NaN comes before all other values.
  type, bind(c) :: vf_place
    integer(c_int) :: box = 0          !< number of the box in the call, from 1; 0: no point gave a result
    integer(c_int) :: index(3) = 0     !< i, j, k: the code's own, as in the box of the call and in views with the code's bounds
    integer(c_int) :: component = 0    !< from 1
  end type

contains

  ! Converts a place from C, which counts boxes and components from 0.
  !   status  of the call that gave the place; after a failure there is no place (in)
  !   place   (inout)
  subroutine place_from_c(status, place)
    integer(c_int), intent(in) :: status
    type(vf_place), intent(inout), optional :: place
    if (.not. present(place) .or. status /= VF_OK) return
    place%box = place%box + 1
    if (place%box > 0) place%component = place%component + 1
  end subroutine

  ! A place for C, of a call on one box; no place if the component is 0.
  function place_to_c(place) result(c)
    type(vf_place), intent(in) :: place
    type(vf_place) :: c
    c = vf_place(box=min(place%component, 1) - 1, index=place%index, component=place%component - 1)
  end function

end module
