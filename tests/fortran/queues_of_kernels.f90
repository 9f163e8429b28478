! Several queues of kernels: the example of the guide.
module two_physics
  use viewfab
  implicit none
contains

  ! Radiation and chemistry of a step use different arrays, but for the temperature that both read.
  subroutine step(t_v, rad_v, chem_v, box, steps)
    type(vf_view), intent(in) :: t_v, rad_v, chem_v
    type(vf_box), intent(in) :: box
    integer, intent(in) :: steps
    type(vf_queue) :: radiation, chemistry
    integer :: s
    call radiation%create('radiation')
    call chemistry%create('chemistry')
    do s = 1, steps
      call radiation%begin()
      call vf_axpy(box, 2d0, t_v, rad_v)
      call radiation%end()
      call chemistry%begin()
      call vf_axpy(box, 3d0, t_v, chem_v)                          ! at the same time: both queues read t
      call chemistry%end()
      call vf_axpy(box, 1d0, rad_v, t_v)                           ! without a queue: behind the work of both
    end do
    call radiation%destroy()
    call chemistry%destroy()
  end subroutine

end module

program queues_of_kernels
  use two_physics
  use claims
  implicit none
  call vf_init()
  call steps_have_the_values_of_one_queue(1)
  call steps_have_the_values_of_one_queue(6)
  call queues_wait_and_are_created_again()
  call errors_have_their_codes()
  call vf_finalize()

contains

  subroutine steps_have_the_values_of_one_queue(steps)
    integer, intent(in) :: steps
    double precision, target :: t(7, 5), rad(7, 5), chem(7, 5)
    double precision :: t1(7, 5), rad1(7, 5), chem1(7, 5)
    type(vf_view) :: t_v, rad_v, chem_v
    integer :: i
    t = reshape([(i * 1d0, i = 1, size(t))], shape(t))
    rad = 1
    chem = 2
    t1 = t
    rad1 = rad
    chem1 = chem
    do i = 1, steps
      rad1 = rad1 + 2 * t1
      chem1 = chem1 + 3 * t1
      t1 = t1 + rad1
    end do
    call t_v%wrap(t, label='t')
    call rad_v%wrap(rad, label='rad')
    call chem_v%wrap(chem, label='chem')
    call step(t_v, rad_v, chem_v, vf_box([1, 1, 1], [7, 5, 1]), steps)
    call t_v%to_host(vf_read)
    call rad_v%to_host(vf_read)
    call chem_v%to_host(vf_read)
    call vf_views_release(t_v, rad_v, chem_v)
    call check(all(t == t1) .and. all(rad == rad1) .and. all(chem == chem1), 'steps have the values of one queue')
  end subroutine

  subroutine queues_wait_and_are_created_again()
    double precision, target :: u(4)
    type(vf_view) :: u_v
    type(vf_queue) :: queue
    integer :: n
    u = 0
    call u_v%wrap(u, label='u')
    do n = 1, 40
      call queue%create('again')
      call queue%begin()
      call vf_add_constant(vf_box([1, 1, 1], [4, 1, 1]), u_v, 1d0)
      call queue%end()
    end do
    call queue%wait()
    call queue%destroy()
    call queue%destroy()
    call u_v%to_host(vf_read)
    call u_v%release()
    call check(all(u == 40), 'a queue is created again')
  end subroutine

  subroutine errors_have_their_codes()
    type(vf_queue) :: unset, queue, other
    integer :: ierr
    call unset%begin(ierr)
    call check(ierr == VF_ERROR_NULL, 'begin of a queue that was not created')
    call check(index(vf_last_error(), 'vf_queue%begin: the queue was not created, or was destroyed: call create first') > 0, &
      'the text names what to do')
    call unset%wait(ierr)
    call check(ierr == VF_ERROR_NULL, 'wait of a queue that was not created')
    call queue%create('queue')
    call other%create('other')
    call queue%begin()
    call other%end(ierr)
    call check(ierr == VF_ERROR_STATE .and. index(vf_last_error(), "'queue'") > 0, 'end of another queue')
    call queue%destroy(ierr)
    call check(ierr == VF_ERROR_STATE .and. index(vf_last_error(), "'queue'") > 0, 'a queue in use is not destroyed')
    call queue%create('anew', ierr)
    call check(ierr == VF_ERROR_STATE, 'a queue in use is not created again')
    call queue%end(ierr)
    call check(ierr == VF_OK, 'the queue is still there')
    call queue%destroy()
    call other%destroy()
  end subroutine

end program
