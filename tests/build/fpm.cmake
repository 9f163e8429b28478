# An fpm project compiles the installed Fortran modules with its own compiler, and links the installed library.
include(${SETTINGS})
set(folder ${WORK}/fpm)
file(REMOVE_RECURSE ${folder})
file(RELATIVE_PATH modules ${folder} ${PREFIX}/share/viewfab/fortran) # fpm 0.12 puts ./ before an absolute path
file(WRITE ${folder}/fpm.toml "name = \"doubled\"\n[dependencies]\nviewfab = { path = \"${modules}\" }\n")
file(WRITE ${folder}/app/main.f90 "program doubled
  use viewfab
  implicit none
  double precision, target :: a(-1:2) = 1
  type(vf_view) :: v
  call v%wrap(a, label='a')
  call vf_add_constant(vf_box_of(-1, 2), v, 1d0)
  call v%to_host(vf_read)
  if (any(a /= 2)) error stop 'wrong'
  call v%release()
  print '(a)', 'doubled'
end program
")
file(GLOB library ${PREFIX}/lib*/libviewfab.* ${PREFIX}/lib/*/libviewfab.*)
list(GET library 0 library)
get_filename_component(place ${library} DIRECTORY)
execute_process(COMMAND ${CMAKE_COMMAND} -E env VF_DEVICE=host ${FPM} run --compiler ${FORTRAN_COMPILER} --flag -O1
  --link-flag "-L${place} -Wl,-rpath,${place}" WORKING_DIRECTORY ${folder} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE code)
if(code OR NOT output MATCHES "\ndoubled\n")
  message(FATAL_ERROR "fpm gave ${code}:\n${output}")
endif()
