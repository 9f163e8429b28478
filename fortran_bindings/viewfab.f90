! The module for programs: all of viewfab, with all kernels of the library. The module viewfab_originals registers originals
! of these kernels.
module viewfab
  use viewfab_status
  use viewfab_errors, only: vf_error_handler, vf_last_error, vf_error_use_handler, vf_status_text
  use viewfab_access
  use viewfab_boundary
  use viewfab_box
  use viewfab_chunks
  use viewfab_columns
  use viewfab_context
  use viewfab_place, only: vf_place
  use viewfab_queues
  use viewfab_field, only: vf_field
  use viewfab_group
  use viewfab_layout
  use viewfab_remote
  use viewfab_set
  use viewfab_view
  use viewfab_views
  use viewfab_views_wrap
  use viewfab_c, only: vf_fence
  use viewfab_kernels
  use viewfab_smooth
  use viewfab_validation
  use viewfab_routine
  use viewfab_solver
  use viewfab_deprecated
  implicit none
  public
end module
