! The port: the loop is the kernel in blend.h. With VF_MODE=check the port is compared with the old routine.
subroutine smooth(u, w, nx, ny, share)
  use viewfab
  use @NAME@_kernels, only: vf_blend
  implicit none
  integer, intent(in) :: nx, ny
  double precision, intent(in) :: share
  double precision, target, intent(inout) :: u(0:nx+1, 0:ny+1), w(0:nx+1, 0:ny+1)
  type(vf_view) :: u_view, w_view

  call u_view%wrap(u, lower=[0, 0], label='u')
  call w_view%wrap(w, lower=[0, 0], label='w')
  call vf_check_begin('smooth', u_view, w_view)
  call vf_blend(vf_box_of(1, nx, 1, ny), u_view, w_view, share)
  do while (vf_check_original('smooth'))
    call old_smooth(u, w, nx, ny, share)
  end do
  call vf_check_end('smooth')
  call w_view%to_host(vf_read)
  call u_view%release()
  call w_view%release()
end subroutine
