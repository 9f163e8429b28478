! Copies that the host does not wait for: the examples of the guide.
module streamed
  use viewfab
  implicit none
contains

  ! Chunks of an array, one after the other.
  subroutine shift_chunks(field, value)
    double precision, target, intent(inout) :: field(:,:,:)        ! the last index counts chunks
    double precision, intent(in) :: value
    type(vf_view) :: chunk_v(1, size(field, 3))
    type(vf_chunks) :: loop
    type(vf_box) :: box
    integer :: c
    box = vf_box([1, 1, 1], [size(field, 1), size(field, 2), 1])
    do c = 1, size(field, 3)
      call chunk_v(1, c)%wrap(field(:,:,c), label='chunk')
    end do
    call loop%begin(chunk_v)
    do while (loop%next(c))
      call vf_add_constant(box, chunk_v(1, c), value)               ! chunk c + 1 comes, chunk c - 1 goes
    end do
    call loop%end()
    do c = 1, size(field, 3)
      call chunk_v(1, c)%release()
    end do
  end subroutine

  ! Output of a step while the next step runs.
  subroutine step_and_write(u, u_v, box, steps, checksum)
    double precision, target, intent(inout) :: u(:,:)
    type(vf_view), intent(in) :: u_v
    type(vf_box), intent(in) :: box
    integer, intent(in) :: steps
    double precision, intent(out) :: checksum(steps)
    integer :: s
    do s = 1, steps
      call vf_add_constant(box, u_v, 1d0)
      call u_v%prefetch(vf_host)                                   ! the values of step s
      call vf_add_constant(box, u_v, 0d0)                          ! work of step s + 1: it waits for the copy on the device
      call u_v%wait()                                              ! the host waits for u alone
      checksum(s) = sum(u)
    end do
  end subroutine

  ! Work goes on while a norm is on its way to the host.
  subroutine smooth_and_look(phi_v, rhs_v, r_v, box, h, norm, converged)
    type(vf_view), intent(in) :: phi_v, rhs_v, r_v
    type(vf_box), intent(in) :: box
    double precision, intent(in) :: h
    double precision, target, intent(inout) :: norm(1)
    logical, intent(out) :: converged
    type(vf_view) :: norm_v
    call norm_v%wrap(norm, label='norm')
    call vf_norm_max(box, r_v, norm_v)                             ! the result stays on the device
    call norm_v%prefetch(vf_host)
    call vf_gsrb_poisson(box, phi_v, rhs_v, h, 0)                  ! meanwhile
    call norm_v%wait()
    converged = norm(1) < 1d-9
    call norm_v%release()
  end subroutine

end module

program chunks_and_prefetch
  use streamed
  use claims
  implicit none
  call vf_init()
  call every_chunk_has_its_values(1)
  call every_chunk_has_its_values(2)
  call every_chunk_has_its_values(7)
  call host_has_the_values_of_each_step()
  call norm_is_read_later(-3d0, .false.)
  call norm_is_read_later(1d-12, .true.)
  call views_tell_if_their_arrays_are_used_in_place()
  call errors_have_their_codes()
  call vf_finalize()

contains

  subroutine every_chunk_has_its_values(chunks)
    integer, intent(in) :: chunks
    double precision, target :: field(5, 3, chunks), expected(5, 3, chunks)
    integer :: i
    field = reshape([(i * 1d0, i = 1, size(field))], shape(field))
    expected = field + 4
    call shift_chunks(field, 4d0)
    call check(all(field == expected), 'every chunk has its values')
  end subroutine

  subroutine host_has_the_values_of_each_step()
    double precision, target :: u(6, 4)
    double precision :: checksum(3)
    type(vf_view) :: u_v
    u = 0
    call u_v%wrap(u, label='u')
    call u_v%prefetch(vf_device)
    call step_and_write(u, u_v, vf_box([1, 1, 1], [6, 4, 1]), 3, checksum)
    call check(all(checksum == [24d0, 48d0, 72d0]), 'the host has the values of each step')
    call u_v%release(discard=.true.)
  end subroutine

  subroutine norm_is_read_later(value, small)
    double precision, intent(in) :: value
    logical, intent(in) :: small
    double precision, target :: phi(-1:4, -1:4, -1:4), rhs(0:3, 0:3, 0:3), r(0:3, 0:3, 0:3), norm(1)
    type(vf_view) :: phi_v, rhs_v, r_v
    logical :: converged
    phi = 1
    rhs = 0
    r = value
    call phi_v%wrap(phi, label='phi')
    call rhs_v%wrap(rhs, label='rhs')
    call r_v%wrap(r, label='r')
    call smooth_and_look(phi_v, rhs_v, r_v, vf_box([0, 0, 0], [3, 3, 3]), 0.5d0, norm, converged)
    call check(norm(1) == abs(value) .and. (converged .eqv. small), 'a norm is read later')
    call vf_views_release(phi_v, rhs_v, r_v, discard=.true.)
  end subroutine

  subroutine views_tell_if_their_arrays_are_used_in_place()
    double precision, target :: u(6, 4)
    type(vf_view) :: u_v
    character(8) :: device, memory
    call check(.not. u_v%in_place(), 'a view that is not set')
    call u_v%wrap(u, label='u')
    call get_environment_variable('VF_DEVICE', device)
    call get_environment_variable('VF_HOST_MEMORY', memory)
    if (device == 'host') call check(u_v%in_place() .eqv. (memory == 'alias' .or. memory == 'shared'), 'in place')
    call u_v%release()
  end subroutine

  subroutine errors_have_their_codes()
    type(vf_view) :: unset, none(0, 2), two(1, 2)
    type(vf_chunks) :: loop
    integer :: ierr, c
    call unset%prefetch(vf_device, ierr)
    call check(ierr == VF_ERROR_NULL, 'prefetch of an unset view')
    call unset%wait(ierr)
    call check(ierr == VF_ERROR_NULL, 'wait of an unset view')
    call loop%begin(none, ierr)
    call check(ierr == VF_ERROR_ARGUMENT, 'a loop without arrays')
    call loop%begin(two, ierr)
    call check(ierr == VF_ERROR_NULL .and. index(vf_last_error(), 'view 1 of chunk 0') > 0, 'a loop over unset views')
    call check(.not. loop%next(c, ierr), 'a loop that was not begun ends')
    call check(ierr == VF_ERROR_NULL .and. c == 0, 'a loop that was not begun has an error')
    call loop%begin(two(:, :0), ierr)
    call check(ierr == VF_OK, 'a loop over no chunks begins')
    call check(.not. loop%next(c, ierr) .and. ierr == VF_OK .and. c == 0, 'a loop over no chunks is over')
    call loop%end()
  end subroutine

end program
