# The examples under mpirun: the same bits on 1, 2 and 4 ranks.
if(NOT TARGET minife_original)
  message(STATUS "viewfab: the legacy codes with MPI are left out, and so are their tests")
  return()
endif()

# Open MPI needs a permission for more processes than cores. Other MPIs do not know the options.
set(mpirun ${MPIEXEC_EXECUTABLE})
execute_process(COMMAND ${MPIEXEC_EXECUTABLE} --version OUTPUT_VARIABLE mpi_version ERROR_VARIABLE mpi_version)
if(mpi_version MATCHES "Open MPI|OpenRTE")
  string(APPEND mpirun " --oversubscribe --bind-to none")
endif()

# ranks_test(<code>.<claim> <device> <kind> <program> <input> [<argument>...]): kind and arguments as in ranks.sh
function(ranks_test claim device)
  viewfab_register(${claim} DEVICES ${device} COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/ranks.sh ${ARGN})
  set_property(TEST ${claim}.${device} APPEND PROPERTY ENVIRONMENT
    "MPIRUN=${mpirun}" VF_WAIT=300
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    ASAN_OPTIONS=detect_leaks=0) # MPI leaves memory behind, and so do arrays of a Fortran main program
  viewfab_over_ranks(${claim}.${device})
endfunction()

set(inputs ${PROJECT_SOURCE_DIR}/legacy_examples/minife/inputs)
set(cases cube_24 brick_21 thin_3)
foreach(case IN LISTS cases)
  ranks_test(minife.original_does_not_depend_on_ranks_on_${case} host
    same_on_ranks $<TARGET_FILE:minife_original> ${inputs}/${case}.nml 1 2 4)
endforeach()
foreach(case cube_24 brick_21)
  ranks_test(minife.original_has_the_norms_of_mantevos_code_on_${case} host
    norms $<TARGET_FILE:minife_original> ${inputs}/${case}.nml ${CMAKE_CURRENT_SOURCE_DIR}/minife_norms/${case}.txt 1 2)
endforeach()
ranks_test(minife.original_refuses_an_unknown_key host
  fails $<TARGET_FILE:minife_original> ${inputs}/unknown_key.nml 2 "bad key or value in &minife")
ranks_test(minife.original_refuses_ranks_that_do_not_divide_the_pieces host
  fails $<TARGET_FILE:minife_original> ${inputs}/cube_24.nml 3 "pieces must be a multiple of the number of ranks")
ranks_test(minife.original_refuses_more_pieces_than_nodes host
  fails $<TARGET_FILE:minife_original> ${inputs}/cube_24.nml 2 "the domain is too small for 16 pieces"
  "s/24, 24, 24/1, 1, 1, pieces = 16/")

# The port has the same bits on any number of ranks, in every step and with every transport of the host. The original
# adds in another order. On a GPU the ranks of these tests share the device.
foreach(step IN ITEMS step1 step2)
  if(NOT TARGET minife_${step})
    continue()
  endif()
  set(program $<TARGET_FILE:minife_${step}>)
  foreach(device IN LISTS VIEWFAB_TEST_DEVICES)
    set(ranks 1 2 4)
    set(cases brick_21 thin_3)
    if(device STREQUAL "mirror") # copies of arrays do not depend on the number of ranks
      set(ranks 1 2)
      set(cases brick_21)
    endif()
    foreach(case IN LISTS cases)
      ranks_test(minife.${step}_does_not_depend_on_ranks_on_${case} ${device}
        same_on_ranks ${program} ${inputs}/${case}.nml ${ranks})
    endforeach()
    # The bits do not depend on the number of ranks, so a single number is enough.
    ranks_test(minife.${step}_iterates_as_the_original ${device}
      agrees ${program} ${inputs}/cube_24.nml $<TARGET_FILE:minife_original> 2)
    if(step STREQUAL "step2")
      ranks_test(minife.${step}_has_the_bits_of_step1 ${device}
        same_as ${program} ${inputs}/brick_21.nml $<TARGET_FILE:minife_step1> 2)
    endif()
  endforeach()
endforeach()
if(TARGET minife_step1)
  foreach(device host mirror)
    ranks_test(minife.step1_has_the_same_bits_with_messages ${device}
      same_as "env VF_TRANSPORT=staged $<TARGET_FILE:minife_step1>" ${inputs}/brick_21.nml $<TARGET_FILE:minife_step1> 2)
  endforeach()
endif()

# The port of poisson over ranks. The tests of steps compare it with the original on one rank.
if(TARGET poisson_ranks)
  set(inputs ${PROJECT_SOURCE_DIR}/legacy_examples/poisson/inputs)
  foreach(device IN LISTS VIEWFAB_TEST_DEVICES)
    foreach(case mixed_64 periodic_64 odd_48)
      if(case STREQUAL "odd_48" OR NOT device STREQUAL "mirror")
        ranks_test(poisson.ranks_do_not_show_in_the_bits_of_${case} ${device}
          same_on_ranks $<TARGET_FILE:poisson_ranks> ${inputs}/${case}.nml 1 2 4)
      endif()
      runs_test(poisson.ranks_solve_${case}_as_the_original same_run DEVICES ${device}
        WITH $<TARGET_FILE:poisson_original> $<TARGET_FILE:poisson_ranks> ${inputs}/${case}.nml)
    endforeach()
  endforeach()
endif()
