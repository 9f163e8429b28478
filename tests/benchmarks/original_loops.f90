! The loops of a legacy code, for the benchmark: contiguous arrays, explicit shapes, OpenMP over planes. They are
! compiled with the flags of viewfab's own host loops.
module original_loops
  use, intrinsic :: iso_fortran_env, only: compiler_options, compiler_version, dp => real64
  implicit none
  private
  public :: original_loop, original_flags, original_smooth_poisson, original_smooth_helmholtz
contains

  ! The compiler of these loops and its flags.
  function original_flags() result(text)
    character(:), allocatable :: text
    text = compiler_version()//', '//compiler_options()
  end function

  ! Runs the named loop once; found is false if there is no loop of this name.
  subroutine original_loop(name, n, h, omega, phi, rhs, res, a, bx, by, bz, coarse, found)
    character(*), intent(in) :: name
    integer, intent(in) :: n
    real(dp), intent(in) :: h, omega
    real(dp), intent(inout) :: phi(-1:n,-1:n,-1:n), rhs(0:n-1,0:n-1,0:n-1), res(0:n-1,0:n-1,0:n-1)
    real(dp), intent(inout) :: a(0:n-1,0:n-1,0:n-1), bx(0:n,0:n-1,0:n-1), by(0:n-1,0:n,0:n-1), bz(0:n-1,0:n-1,0:n)
    real(dp), intent(inout) :: coarse(0:n/2-1,0:n/2-1,0:n/2-1)
    logical, intent(out) :: found
    integer :: redblack
    found = .true.
    select case (name)
    case ('copy'); call copy(res, rhs, n)
    case ('fill_value'); call setval(res, n)
    case ('average'); call average(coarse, rhs, n/2)
    case ('interp'); call interp(phi, coarse, n/2)
    case ('gsrb_poisson')
      do redblack = 0, 1
        call gsrb(phi, rhs, n, h, redblack)
      end do
    case ('smooth_poisson'); call original_smooth_poisson(phi, rhs, n, h, 1)
    case ('smooth_poisson twice'); call original_smooth_poisson(phi, rhs, n, h, 2)
    case ('gsrb_helmholtz')
      do redblack = 0, 1
        call gsrb_abec(phi, rhs, a, bx, by, bz, n, 1.0_dp, 1.0_dp, h, omega, redblack)
      end do
    case ('smooth_helmholtz'); call original_smooth_helmholtz(phi, rhs, a, bx, by, bz, n, h, omega, 1)
    case ('smooth_helmholtz twice'); call original_smooth_helmholtz(phi, rhs, a, bx, by, bz, n, h, omega, 2)
    case ('residual_poisson'); call residual(res, phi, rhs, n, h)
    case ('residual_helmholtz'); call residual_abec(res, phi, rhs, a, bx, by, bz, n, 1.0_dp, 1.0_dp, h)
    case ('apply_poisson'); call adotx(res, phi, n, h)
    case ('apply_helmholtz'); call adotx_abec(res, phi, a, bx, by, bz, n, 1.0_dp, 1.0_dp, h)
    case ('axpy'); call saxpy(res, 1e-3_dp, rhs, n)
    case ('xpay'); call xpay(res, 1e-3_dp, rhs, n)
    case ('dot'); call reduce_dot(rhs, res, n)
    case ('norm_max'); call reduce_norm(res, n)
    case ('sum'); call reduce_sum(res, n)
    case default; found = .false.
    end select
  end subroutine

  ! Ghosts beside walls, then one colour; again for each colour and smooth.
  subroutine original_smooth_poisson(phi, rhs, n, h, smooths)
    integer, intent(in) :: n, smooths
    real(dp), intent(inout) :: phi(-1:n,-1:n,-1:n)
    real(dp), intent(in) :: rhs(0:n-1,0:n-1,0:n-1), h
    integer :: half
    do half = 0, 2*smooths - 1
      call fill_walls(phi, n)
      call gsrb(phi, rhs, n, h, half)
    end do
  end subroutine

  subroutine original_smooth_helmholtz(phi, rhs, a, bx, by, bz, n, h, omega, smooths)
    integer, intent(in) :: n, smooths
    real(dp), intent(inout) :: phi(-1:n,-1:n,-1:n)
    real(dp), intent(in) :: rhs(0:n-1,0:n-1,0:n-1), a(0:n-1,0:n-1,0:n-1), bx(0:n,0:n-1,0:n-1)
    real(dp), intent(in) :: by(0:n-1,0:n,0:n-1), bz(0:n-1,0:n-1,0:n), h, omega
    integer :: half
    do half = 0, 2*smooths - 1
      call fill_walls(phi, n)
      call gsrb_abec(phi, rhs, a, bx, by, bz, n, 1.0_dp, 1.0_dp, h, omega, half)
    end do
  end subroutine

  subroutine fill_walls(phi, n)
    integer, intent(in) :: n
    real(dp), intent(inout) :: phi(-1:n,-1:n,-1:n)
    integer :: k
    !$omp parallel do
    do k = 0, n-1
      phi(-1,0:n-1,k) = -phi(0,0:n-1,k)
      phi(n,0:n-1,k) = -phi(n-1,0:n-1,k)
      phi(0:n-1,-1,k) = -phi(0:n-1,0,k)
      phi(0:n-1,n,k) = -phi(0:n-1,n-1,k)
      phi(0:n-1,k,-1) = -phi(0:n-1,k,0)
      phi(0:n-1,k,n) = -phi(0:n-1,k,n-1)
    end do
  end subroutine

  subroutine copy(d, s, n)
    integer, intent(in) :: n
    real(dp), intent(inout) :: d(0:n-1,0:n-1,0:n-1)
    real(dp), intent(in) :: s(0:n-1,0:n-1,0:n-1)
    integer :: k
    !$omp parallel do
    do k = 0, n-1
      d(:,:,k) = s(:,:,k)
    end do
  end subroutine

  subroutine setval(d, n)
    integer, intent(in) :: n
    real(dp), intent(inout) :: d(0:n-1,0:n-1,0:n-1)
    integer :: k
    !$omp parallel do
    do k = 0, n-1
      d(:,:,k) = 1
    end do
  end subroutine

  subroutine average(c, f, n)
    integer, intent(in) :: n
    real(dp), intent(inout) :: c(0:n-1,0:n-1,0:n-1)
    real(dp), intent(in) :: f(0:2*n-1,0:2*n-1,0:2*n-1)
    integer :: i, j, k
    !$omp parallel do private(i, j)
    do k = 0, n-1
      do j = 0, n-1
        do i = 0, n-1
          c(i,j,k) = (f(2*i,2*j,2*k) + f(2*i+1,2*j,2*k) + f(2*i,2*j+1,2*k) + f(2*i+1,2*j+1,2*k) &
            + f(2*i,2*j,2*k+1) + f(2*i+1,2*j,2*k+1) + f(2*i,2*j+1,2*k+1) + f(2*i+1,2*j+1,2*k+1))*0.125_dp
        end do
      end do
    end do
  end subroutine

  subroutine interp(f, c, n)
    integer, intent(in) :: n
    real(dp), intent(inout) :: f(-1:2*n,-1:2*n,-1:2*n)
    real(dp), intent(in) :: c(0:n-1,0:n-1,0:n-1)
    integer :: i, j, k
    !$omp parallel do private(i, j)
    do k = 0, n-1
      do j = 0, n-1
        do i = 0, n-1
          f(2*i,2*j,2*k) = f(2*i,2*j,2*k) + c(i,j,k)
          f(2*i+1,2*j,2*k) = f(2*i+1,2*j,2*k) + c(i,j,k)
          f(2*i,2*j+1,2*k) = f(2*i,2*j+1,2*k) + c(i,j,k)
          f(2*i+1,2*j+1,2*k) = f(2*i+1,2*j+1,2*k) + c(i,j,k)
          f(2*i,2*j,2*k+1) = f(2*i,2*j,2*k+1) + c(i,j,k)
          f(2*i+1,2*j,2*k+1) = f(2*i+1,2*j,2*k+1) + c(i,j,k)
          f(2*i,2*j+1,2*k+1) = f(2*i,2*j+1,2*k+1) + c(i,j,k)
          f(2*i+1,2*j+1,2*k+1) = f(2*i+1,2*j+1,2*k+1) + c(i,j,k)
        end do
      end do
    end do
  end subroutine

  subroutine gsrb(phi, rhs, n, h, redblack)
    integer, intent(in) :: n, redblack
    real(dp), intent(inout) :: phi(-1:n,-1:n,-1:n)
    real(dp), intent(in) :: rhs(0:n-1,0:n-1,0:n-1), h
    integer :: i, j, k
    !$omp parallel do private(i, j)
    do k = 0, n-1
      do j = 0, n-1
        do i = modulo(j + k + redblack, 2), n-1, 2
          phi(i,j,k) = (phi(i-1,j,k) + phi(i+1,j,k) + phi(i,j-1,k) + phi(i,j+1,k) + phi(i,j,k-1) + phi(i,j,k+1) &
            - h*h*rhs(i,j,k))/6
        end do
      end do
    end do
  end subroutine

  subroutine residual(res, phi, rhs, n, h)
    integer, intent(in) :: n
    real(dp), intent(inout) :: res(0:n-1,0:n-1,0:n-1)
    real(dp), intent(in) :: phi(-1:n,-1:n,-1:n), rhs(0:n-1,0:n-1,0:n-1), h
    integer :: i, j, k
    !$omp parallel do private(i, j)
    do k = 0, n-1
      do j = 0, n-1
        do i = 0, n-1
          res(i,j,k) = rhs(i,j,k) - (phi(i-1,j,k) + phi(i+1,j,k) + phi(i,j-1,k) + phi(i,j+1,k) + phi(i,j,k-1) &
            + phi(i,j,k+1) - 6*phi(i,j,k))/(h*h)
        end do
      end do
    end do
  end subroutine

  subroutine adotx(y, x, n, h)
    integer, intent(in) :: n
    real(dp), intent(inout) :: y(0:n-1,0:n-1,0:n-1)
    real(dp), intent(in) :: x(-1:n,-1:n,-1:n), h
    integer :: i, j, k
    !$omp parallel do private(i, j)
    do k = 0, n-1
      do j = 0, n-1
        do i = 0, n-1
          y(i,j,k) = (x(i-1,j,k) + x(i+1,j,k) + x(i,j-1,k) + x(i,j+1,k) + x(i,j,k-1) + x(i,j,k+1) - 6*x(i,j,k))/(h*h)
        end do
      end do
    end do
  end subroutine

  subroutine gsrb_abec(phi, rhs, a, bx, by, bz, n, alpha, beta, h, omega, redblack)
    integer, intent(in) :: n, redblack
    real(dp), intent(inout) :: phi(-1:n,-1:n,-1:n)
    real(dp), intent(in) :: rhs(0:n-1,0:n-1,0:n-1), a(0:n-1,0:n-1,0:n-1), bx(0:n,0:n-1,0:n-1)
    real(dp), intent(in) :: by(0:n-1,0:n,0:n-1), bz(0:n-1,0:n-1,0:n), alpha, beta, h, omega
    real(dp) :: dh, gamma, rho
    integer :: i, j, k
    dh = beta/(h*h)
    !$omp parallel do private(i, j, gamma, rho)
    do k = 0, n-1
      do j = 0, n-1
        do i = modulo(j + k + redblack, 2), n-1, 2
          gamma = alpha*a(i,j,k) + dh*(bx(i,j,k) + bx(i+1,j,k)) + dh*(by(i,j,k) + by(i,j+1,k)) &
            + dh*(bz(i,j,k) + bz(i,j,k+1))
          rho = dh*(bx(i,j,k)*phi(i-1,j,k) + bx(i+1,j,k)*phi(i+1,j,k)) &
            + dh*(by(i,j,k)*phi(i,j-1,k) + by(i,j+1,k)*phi(i,j+1,k)) &
            + dh*(bz(i,j,k)*phi(i,j,k-1) + bz(i,j,k+1)*phi(i,j,k+1))
          phi(i,j,k) = phi(i,j,k) + omega/gamma*(rhs(i,j,k) - (gamma*phi(i,j,k) - rho))
        end do
      end do
    end do
  end subroutine

  subroutine residual_abec(res, phi, rhs, a, bx, by, bz, n, alpha, beta, h)
    integer, intent(in) :: n
    real(dp), intent(inout) :: res(0:n-1,0:n-1,0:n-1)
    real(dp), intent(in) :: phi(-1:n,-1:n,-1:n), rhs(0:n-1,0:n-1,0:n-1), a(0:n-1,0:n-1,0:n-1), bx(0:n,0:n-1,0:n-1)
    real(dp), intent(in) :: by(0:n-1,0:n,0:n-1), bz(0:n-1,0:n-1,0:n), alpha, beta, h
    real(dp) :: dh, gamma, rho
    integer :: i, j, k
    dh = beta/(h*h)
    !$omp parallel do private(i, j, gamma, rho)
    do k = 0, n-1
      do j = 0, n-1
        do i = 0, n-1
          gamma = alpha*a(i,j,k) + dh*(bx(i,j,k) + bx(i+1,j,k)) + dh*(by(i,j,k) + by(i,j+1,k)) &
            + dh*(bz(i,j,k) + bz(i,j,k+1))
          rho = dh*(bx(i,j,k)*phi(i-1,j,k) + bx(i+1,j,k)*phi(i+1,j,k)) &
            + dh*(by(i,j,k)*phi(i,j-1,k) + by(i,j+1,k)*phi(i,j+1,k)) &
            + dh*(bz(i,j,k)*phi(i,j,k-1) + bz(i,j,k+1)*phi(i,j,k+1))
          res(i,j,k) = rhs(i,j,k) - (gamma*phi(i,j,k) - rho)
        end do
      end do
    end do
  end subroutine

  subroutine adotx_abec(y, x, a, bx, by, bz, n, alpha, beta, h)
    integer, intent(in) :: n
    real(dp), intent(inout) :: y(0:n-1,0:n-1,0:n-1)
    real(dp), intent(in) :: x(-1:n,-1:n,-1:n), a(0:n-1,0:n-1,0:n-1), bx(0:n,0:n-1,0:n-1)
    real(dp), intent(in) :: by(0:n-1,0:n,0:n-1), bz(0:n-1,0:n-1,0:n), alpha, beta, h
    real(dp) :: dh, gamma, rho
    integer :: i, j, k
    dh = beta/(h*h)
    !$omp parallel do private(i, j, gamma, rho)
    do k = 0, n-1
      do j = 0, n-1
        do i = 0, n-1
          gamma = alpha*a(i,j,k) + dh*(bx(i,j,k) + bx(i+1,j,k)) + dh*(by(i,j,k) + by(i,j+1,k)) &
            + dh*(bz(i,j,k) + bz(i,j,k+1))
          rho = dh*(bx(i,j,k)*x(i-1,j,k) + bx(i+1,j,k)*x(i+1,j,k)) &
            + dh*(by(i,j,k)*x(i,j-1,k) + by(i,j+1,k)*x(i,j+1,k)) &
            + dh*(bz(i,j,k)*x(i,j,k-1) + bz(i,j,k+1)*x(i,j,k+1))
          y(i,j,k) = gamma*x(i,j,k) - rho
        end do
      end do
    end do
  end subroutine

  subroutine saxpy(d, a, s, n)
    integer, intent(in) :: n
    real(dp), intent(inout) :: d(0:n-1,0:n-1,0:n-1)
    real(dp), intent(in) :: a, s(0:n-1,0:n-1,0:n-1)
    integer :: k
    !$omp parallel do
    do k = 0, n-1
      d(:,:,k) = d(:,:,k) + a*s(:,:,k)
    end do
  end subroutine

  subroutine xpay(d, a, s, n)
    integer, intent(in) :: n
    real(dp), intent(inout) :: d(0:n-1,0:n-1,0:n-1)
    real(dp), intent(in) :: a, s(0:n-1,0:n-1,0:n-1)
    integer :: k
    !$omp parallel do
    do k = 0, n-1
      d(:,:,k) = s(:,:,k) + a*d(:,:,k)
    end do
  end subroutine

  subroutine reduce_dot(x, y, n)
    integer, intent(in) :: n
    real(dp), intent(in) :: x(0:n-1,0:n-1,0:n-1), y(0:n-1,0:n-1,0:n-1)
    real(dp) :: total
    integer :: i, j, k
    total = 0
    !$omp parallel do private(i, j) reduction(+: total)
    do k = 0, n-1
      do j = 0, n-1
        do i = 0, n-1
          total = total + x(i,j,k)*y(i,j,k)
        end do
      end do
    end do
    call keep(total)
  end subroutine

  subroutine reduce_norm(x, n)
    integer, intent(in) :: n
    real(dp), intent(in) :: x(0:n-1,0:n-1,0:n-1)
    real(dp) :: norm
    integer :: i, j, k
    norm = 0
    !$omp parallel do private(i, j) reduction(max: norm)
    do k = 0, n-1
      do j = 0, n-1
        do i = 0, n-1
          norm = max(norm, abs(x(i,j,k)))
        end do
      end do
    end do
    call keep(norm)
  end subroutine

  subroutine reduce_sum(x, n)
    integer, intent(in) :: n
    real(dp), intent(in) :: x(0:n-1,0:n-1,0:n-1)
    real(dp) :: total
    integer :: i, j, k
    total = 0
    !$omp parallel do private(i, j) reduction(+: total)
    do k = 0, n-1
      do j = 0, n-1
        do i = 0, n-1
          total = total + x(i,j,k)
        end do
      end do
    end do
    call keep(total)
  end subroutine

  ! Uses a result, so that the compiler keeps its loop.
  subroutine keep(value)
    real(dp), intent(in) :: value
    real(dp), save, volatile :: kept
    kept = value
  end subroutine
end module original_loops
