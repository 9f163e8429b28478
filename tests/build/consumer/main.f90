! A code with a kernel of its own. This kernel and a kernel of viewfab have originals.
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

  include 'viewfab_fill_value_original.inc'
    x(lo(1):hi(1),lo(2):hi(2),lo(3):hi(3),1:components) = value
  end subroutine

end module

program main
  use viewfab
  use viewfab_originals
  use app_kernels
  use originals
  use fields, only: field_type
  use field_type_views, only: views_of_field_type
  implicit none
  type(field_type), target :: f
  type(views_of_field_type) :: v
  type(vf_box) :: box
  integer :: colour
  allocate (f%x(-1:2, -1:2, -1:2), f%r(0:1, 0:1, 0:1))
  f%x = 1
  f%r = 2
  box = vf_box([0, 0, 0], [1, 1, 1])
  call v%wrap(f)
  call vf_relax_register_original(relax_original)
  call vf_fill_value_register_original(fill_value_original)
  call vf_validate_mode(vf_mode_check)
  call vf_fill_value(box, v%r, 2d0)
  do colour = 0, 1
    call vf_relax(box, v%x, v%r, 0.5d0, colour)
  end do
  call v%x%to_host(vf_read)
  if (.not. vf_report_passed()) error stop 'a kernel differs from its original'
  if (sum(f%x) /= 72) error stop 'vf_relax gave a wrong sum'
  print '(a)', 'relaxed'
end program
