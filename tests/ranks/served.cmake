# Calls of MPI on wrapped arrays, without syncs. Pages are protected in two ways, and the tests run with each.
# served_test(<subject> <program>)
function(served_test subject program)
  target_sources(${program} PRIVATE network.c)
  set_target_properties(${program} PROPERTIES ENABLE_EXPORTS ON) # Open MPI finds the function of network.c
  viewfab_ranks_register(ranks.${subject} ${program} RANKS 2 4 ENVIRONMENT VF_COHERENCE=auto)
  viewfab_ranks_register(ranks.${subject}_by_file ${program} RANKS 4 DEVICES mirror
    ENVIRONMENT VF_COHERENCE=auto VF_TEST_COHERENCE=file)
endfunction()

foreach(subject calls requests windows accesses)
  add_executable(test_ranks_served_${subject} served_${subject}.c $<TARGET_OBJECTS:ranks_testing>)
  target_link_libraries(test_ranks_served_${subject} PRIVATE viewfab_mpi MPI::MPI_C)
  target_compile_options(test_ranks_served_${subject} PRIVATE -Wall -Wextra)
  served_test(served_${subject} test_ranks_served_${subject})
endforeach()

foreach(subject windows accesses)
  viewfab_ranks_register(ranks.${subject}_under_the_check test_ranks_served_${subject} RANKS 2 DEVICES mirror
    ENVIRONMENT VF_CHECK=coherence)
endforeach()

# The programs make no group: they take nothing from viewfab_mpi by name.
foreach(way mpif mpi mpi_f08)
  if(NOT VIEWFAB_FORTRAN OR NOT MPI_Fortran_FOUND OR (way STREQUAL "mpi_f08" AND NOT MPI_Fortran_HAVE_F08_MODULE)
     OR (way STREQUAL "mpi" AND NOT MPI_Fortran_HAVE_F90_MODULE))
    continue()
  endif()
  add_executable(test_ranks_served_by_${way} served_by_${way}.f90)
  target_link_libraries(test_ranks_served_by_${way} PRIVATE viewfab_fortran viewfab_mpi MPI::MPI_Fortran)
  served_test(served_by_${way} test_ranks_served_by_${way})
endforeach()

# The report names the program's line, not a line of MPI.
if(TARGET test_ranks_served_by_mpif AND VIEWFAB_ADDR2LINE)
  target_compile_options(test_ranks_served_by_mpif PRIVATE -g)
  viewfab_ranks_register(ranks.reports_messages test_ranks_served_by_mpif RANKS 2 DEVICES mirror ENVIRONMENT VF_CHECK=coherence)
  set_tests_properties(ranks.reports_messages.2.mirror PROPERTIES
    PASS_REGULAR_EXPRESSION "the host writes 'u' at [^\n]*[(]written by vf_fill_value[)]: served_messages.inc:[0-9]+, in exchange"
    FAIL_REGULAR_EXPRESSION "no line is known|[(]written by vf_[a-z_]+[)]( .[0-9]+ times.)?\n")
endif()
