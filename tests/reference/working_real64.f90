! The kind for which the plain loops and the tests over them are compiled: here real64.
module working_kind
  use, intrinsic :: iso_fortran_env, only: wp => real64
  implicit none
  public
end module
