! Data of the whole program: the settings of a run, the cut of the domain, and the matrix of a rank.
!
! Nodes have global indices from 0 to the number of elements in each direction. The domain is cut into pieces. Each rank has a
! brick of pieces, and a row of the matrix for each node of its brick, numbered with the first index fastest.
module minife_definitions
  use, intrinsic :: iso_fortran_env, only: dp => real64
  use mpi_f08, only: MPI_Comm
  implicit none
  public

  type settings_type
    integer :: n_elements(3)
    integer :: pieces
    integer :: max_iterations
    real(dp) :: tolerance
    integer :: products                              ! to time, after the solve
    character(len=:), allocatable :: output
  end type settings_type

  type box_type
    integer :: lo(3), hi(3)                          ! nodes
  end type box_type

  type cut_type
    type(box_type) :: domain, brick                  ! brick: of this rank
    type(box_type), allocatable :: bricks(:)         ! (0:ranks-1)
    type(box_type), allocatable :: pieces(:)         ! (pieces), pieces of a rank together
    integer :: first_piece, last_piece               ! of this rank
  end type cut_type

  type matrix_type
    integer :: rows, columns                         ! columns: elements of a vector to multiply
    integer, allocatable :: start(:)                 ! (rows + 1), the first entry of a row
    real(dp), allocatable :: values(:)               ! of the entries
    integer, allocatable :: columns_of(:)            ! of the entries, place in the vector
  end type matrix_type

  type(MPI_Comm) :: comm
  integer :: rank, ranks
  type(settings_type) :: settings
  type(cut_type) :: cut
  type(matrix_type), target :: matrix

contains

  ! The row of a node in the brick with the node.
  pure integer function row_of(brick, i, j, k)
    type(box_type), intent(in) :: brick
    integer, intent(in) :: i, j, k

    associate (lo => brick%lo, n => brick%hi - brick%lo + 1)
      row_of = 1 + (i - lo(1)) + n(1)*((j - lo(2)) + n(2)*(k - lo(3)))
    end associate
  end function row_of

end module minife_definitions
