! A code with a kernel of its own, which has an original, as has one of viewfab's.
module originals
  use viewfab
  implicit none
contains

  include 'viewfab_relax_original.inc'
    integer :: i, j, k, n
    do n = 1, components
      do k = lo(3), hi(3)
        do j = lo(2), hi(2)
          do i = lo(1), hi(1)
            if (modulo(i + j + k + colour, 2) == 0) x(i,j,k,n) = x(i,j,k,n) + w*r(i,j,k,n)
          end do
        end do
      end do
    end do
  end subroutine

  include 'viewfab_set_value_original.inc'
    x(lo(1):hi(1),lo(2):hi(2),lo(3):hi(3),1:components) = value
  end subroutine

end module

program main
  use viewfab
  use app_kernels
  use originals
  implicit none
  double precision, target :: x(-1:2, -1:2, -1:2), r(0:1, 0:1, 0:1)
  type(vf_view) :: xv, rv
  type(vf_box) :: box
  integer :: colour
  x = 1
  r = 2
  box = vf_box([0, 0, 0], [1, 1, 1])
  call xv%wrap(x, lower=[-1, -1, -1], label='x')
  call rv%wrap(r, lower=[0, 0, 0], label='r')
  call vf_relax_register_original(relax_original)
  call vf_set_value_register_original(set_value_original)
  call vf_validate_mode(vf_mode_check)
  call vf_set_value(box, rv, 2d0)
  do colour = 0, 1
    call vf_relax(box, xv, rv, 0.5d0, colour)
  end do
  call xv%to_host(vf_read)
  if (.not. vf_report_passed()) error stop 'a kernel differs from its original'
  if (sum(x) /= 72) error stop 'vf_relax gave a wrong sum'
  print '(a)', 'relaxed'
end program
