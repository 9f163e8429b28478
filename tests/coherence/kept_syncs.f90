! A sync whose place is in the environment variable DELETED_SYNC is left out.
module kept_syncs
  implicit none
  private
  public :: kept

contains

  logical function kept(place)
    character(len=*), intent(in) :: place
    character(len=64) :: deleted

    call get_environment_variable('DELETED_SYNC', deleted)
    kept = deleted /= place
  end function kept

end module kept_syncs
