program minife
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use mpi_f08
  use minife_definitions
  use minife_cg, only: solve
  use minife_input, only: read_settings
  use minife_matrix, only: build_matrix
  use minife_output, only: value_in_the_middle, write_norms, write_solution
  use minife_partition, only: cut_domain
  implicit none
  real(dp), allocatable :: b(:), x(:), norms(:)
  real(dp) :: seconds(2), middle
  integer :: iterations

  call MPI_Init()
  comm = MPI_COMM_WORLD
  call MPI_Comm_rank(comm, rank)
  call MPI_Comm_size(comm, ranks)
  settings = read_settings(ranks)
  call cut_domain()
  call build_matrix(b)
  allocate(x(matrix%rows), source=0.0_dp)
  allocate(norms(0:settings%max_iterations))

  call solve(b, x, norms, iterations, seconds)
  middle = value_in_the_middle(x)
  if (rank == 0) then
    write(*, '(a, 3(1x, i0), a, i0)') 'nodes', settings%n_elements + 1, ', ranks ', ranks
    write(*, '(a, i0)') 'iterations          ', iterations
    write(*, '(a, es24.16)') 'first norm          ', norms(0)
    write(*, '(a, es24.16)') 'last norm           ', norms(iterations)
    write(*, '(a, es24.16)') 'value in the middle ', middle
    write(*, '(a, es13.5)') 'seconds an iteration', seconds(1)
    if (settings%products > 0) write(*, '(a, es13.5)') 'seconds a product   ', seconds(2)
  end if
  if (len(settings%output) > 0) then
    call write_solution(x)
    call write_norms(norms(0:iterations))
  end if
  call MPI_Finalize()
end program minife
