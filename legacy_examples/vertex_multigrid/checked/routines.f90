! The routines of the port beside the original's routines, which find their arrays in the common blocks.
module vmg_routines
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use viewfab, only: vf_check_begin, vf_check_end, vf_check_original, vf_check_value
  use vmg_cycle, only: ported_cycle => mgcyc, ported_norms => resnrm
  use vmg_levels, only: lt, r_view, u_view, v_view
  implicit none
  private
  public :: checked_cycle, checked_norms

contains

  subroutine checked_cycle()
    external :: mgcyc

    call vf_check_begin('mgcyc', [u_view(1:lt), r_view(1:lt), v_view])
    call ported_cycle()
    do while (vf_check_original('mgcyc'))
      call mgcyc
    end do
    call vf_check_end('mgcyc')
  end subroutine checked_cycle

  subroutine checked_norms(rl2, rmax)
    real(dp), intent(out) :: rl2, rmax
    real(dp) :: original_rl2, original_rmax
    external :: resnrm

    call vf_check_begin('resnrm', [u_view(1:lt), r_view(1:lt), v_view])
    call ported_norms(rl2, rmax)
    call vf_check_value('resnrm', 'rl2', rl2)
    call vf_check_value('resnrm', 'rmax', rmax)
    do while (vf_check_original('resnrm'))
      call resnrm(original_rl2, original_rmax)
      call vf_check_value('resnrm', 'rl2', original_rl2)
      call vf_check_value('resnrm', 'rmax', original_rmax)
    end do
    call vf_check_end('resnrm')
  end subroutine checked_norms

end module vmg_routines
