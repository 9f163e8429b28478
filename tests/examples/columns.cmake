# The legacy code of columns and elements: whole runs, and tests of its routines.
set(inputs ${PROJECT_SOURCE_DIR}/legacy_examples/columns/inputs)

# columns_test(<claim> <kind> <case> [<argument>...]): kind, case and arguments as in columns.sh
function(columns_test claim kind case)
  viewfab_register(columns.original_${claim} DEVICES host
    COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/columns.sh ${kind} $<TARGET_FILE:columns_original> ${inputs}/${case}.nml ${ARGN})
endfunction()

foreach(case default one_level two_levels many_levels)
  columns_test(agrees_with_its_summary_on_${case} agrees ${case})
  columns_test(conserves_the_masses_on_${case} conserves ${case})
  columns_test(does_not_depend_on_threads_on_${case} same_on_threads ${case})
endforeach()
foreach(nproma 1 37 128 300)
  columns_test(does_not_depend_on_blocks_of_${nproma} agrees default "s/nproma = 16/nproma = ${nproma}/")
endforeach()
columns_test(stays_stable_for_200_steps stable default "s/steps = 10/steps = 200/;s/nlev = 72/nlev = 24/")
columns_test(refuses_another_summary fails default 3 "differs from the summary: summary t "
  "s/steps = 10/steps = 10, courant = 0.4000001/")
columns_test(refuses_a_summary_of_other_fields fails default 3
  "differs from the summary: summary column_p" "s/qsize = 4/qsize = 5/")
columns_test(refuses_a_summary_with_fewer_fields fails default 3
  "has fewer lines than the summary" "s/default.summary/short.summary/")
columns_test(refuses_a_missing_summary fails default 3 "missing.summary: cannot be opened" "s/default.summary/missing.summary/")
columns_test(refuses_layers_that_have_moved_too_far fails default 4 "layers have moved by more than"
  "s/steps = 10/steps = 60, remap_every = 60/")
columns_test(refuses_an_unknown_key fails default 1 "bad key or value in &columns" "s/qsize/qsizes/")
columns_test(refuses_too_few_elements fails default 1 "x_elements and y_elements must be at least 3"
  "s/y_elements = 4/y_elements = 2/")
columns_test(refuses_no_levels fails default 1 "nlev = 0: must be given and positive" "s/nlev = 72/nlev = 0/")

# Each step of the port has the fields of the original, to the bit on the host if nothing is contracted. A GPU has its
# own exp, so its result is compared with the summary only.
get_property(steps GLOBAL PROPERTY COLUMNS_STEPS)
list(POP_FRONT steps original)
foreach(step IN LISTS steps)
  foreach(case default one_level two_levels many_levels)
    foreach(device IN LISTS VIEWFAB_TEST_DEVICES)
      if(device STREQUAL "mirror" AND case STREQUAL "many_levels") # more of the same copies
        continue()
      endif()
      set(exact "")
      if(device IN_LIST exact_devices AND device MATCHES "host|mirror")
        set(exact exact)
      endif()
      viewfab_register(columns.${step}_gives_the_fields_of_the_original_on_${case} DEVICES ${device}
        COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/columns.sh same_fields $<TARGET_FILE:columns_${step}> ${inputs}/${case}.nml
          $<TARGET_FILE:columns_original> ${exact})
    endforeach()
  endforeach()
endforeach()

# All kernels run in the first step, except the sums in a window: their signal goes to the device at the end.
viewfab_register(columns.final_moves_no_field_between_steps DEVICES ${VIEWFAB_TEST_DEVICES}
  COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/columns.sh moves_once $<TARGET_FILE:columns_final> ${inputs}/one_level.nml 1 21)
viewfab_register(columns.final_refuses_layers_that_have_moved_too_far DEVICES ${VIEWFAB_TEST_DEVICES}
  COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/columns.sh fails $<TARGET_FILE:columns_final> ${inputs}/default.nml 4
    "layers have moved by more than" "s/steps = 10/steps = 60, remap_every = 60/")

# Every kernel of the last step against the original loops, to the bit if both have the same exp.
set(kernels hydrostatic cloud cool gather_rain caar_rhs mean_divergence tracer_bounds neighbour_bounds tracer_step mean_of_stages
  mean_of_shared remap_grid remap_masses state_masses masses_state window_sums)
list(TRANSFORM kernels APPEND "=ulp:0" OUTPUT_VARIABLE tolerances)
list(JOIN tolerances "," tolerances)
foreach(case default one_level two_levels many_levels)
  set(test columns.ports_agree_with_their_originals_on_${case})
  foreach(device IN LISTS VIEWFAB_TEST_DEVICES)
    if(device STREQUAL "mirror" AND case STREQUAL "many_levels")
      continue()
    endif()
    viewfab_register(${test} DEVICES ${device}
      COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/checked.sh $<TARGET_FILE:columns_checked> ${inputs}/${case}.nml ${kernels})
    if(device IN_LIST exact_devices AND device MATCHES "host|mirror")
      set_property(TEST ${test}.${device} APPEND PROPERTY ENVIRONMENT "VF_TOLERANCE=${tolerances}")
    endif()
  endforeach()
endforeach()

# The scheme of five species: blocks of a column, one level, one column, a cut last block. The program also checks the water.
foreach(sizes "1 1 1" "1 137 3" "16 1 33" "64 60 1" "37 30 500")
  string(REPLACE " " "_" name ${sizes})
  separate_arguments(sizes)
  foreach(device IN LISTS VIEWFAB_TEST_DEVICES)
    set(bits "")
    if(device IN_LIST exact_devices AND device MATCHES "host|mirror")
      set(bits bits)
    endif()
    viewfab_register(columns.species_agree_with_the_routine_on_${name} DEVICES ${device} COMMAND columns_species ${sizes} ${bits})
  endforeach()
endforeach()

# The exp of a GPU has other last bits, so the scheme may limit another species first there: a whole number, which no tolerance
# of last bits covers.
foreach(device host mirror)
  viewfab_register(columns.species_are_held_against_their_original DEVICES ${device}
    COMMAND ${CMAKE_COMMAND} -E env VF_MODE=check VF_REPORT=- $<TARGET_FILE:columns_species> 16 5 70)
  set_property(TEST columns.species_are_held_against_their_original.${device} PROPERTY
    PASS_REGULAR_EXPRESSION "viewfab validation: passed.*species +1 +1 +passed")
endforeach()

# The example of the guide.
add_executable(columns_of_the_guide columns_of_the_guide.f90)
set_target_properties(columns_of_the_guide PROPERTIES
  Fortran_MODULE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/columns_of_the_guide_modules)
target_link_libraries(columns_of_the_guide PRIVATE viewfab_fortran_check columns viewfab_fortran)
viewfab_register(columns.the_guide_shows_what_runs DEVICES ${VIEWFAB_TEST_DEVICES} COMMAND columns_of_the_guide)

# Programs that call the routines of the original themselves.
get_target_property(sources columns_original SOURCES)
list(FILTER sources EXCLUDE REGEX "main.f90$")
get_target_property(folder columns_original SOURCE_DIR)
list(TRANSFORM sources PREPEND ${folder}/)
add_library(columns_routines STATIC ${sources})
set(modules ${CMAKE_CURRENT_BINARY_DIR}/columns_routines_modules)
set_target_properties(columns_routines PROPERTIES Fortran_MODULE_DIRECTORY ${modules})
target_include_directories(columns_routines PUBLIC ${modules})
target_link_libraries(columns_routines PUBLIC legacy_common viewfab_fortran_check)
if(CMAKE_Fortran_COMPILER_ID STREQUAL "GNU")
  target_compile_options(columns_routines PUBLIC -ffp-contract=off)
endif()
if(TARGET OpenMP::OpenMP_Fortran)
  target_link_libraries(columns_routines PUBLIC OpenMP::OpenMP_Fortran)
endif()
# columns_routines_test(<file>.f90 <claim>...)
function(columns_routines_test file)
  get_filename_component(subject ${file} NAME_WE)
  set(program test_${subject})
  add_executable(${program} ${file})
  target_link_libraries(${program} PRIVATE columns_routines)
  foreach(claim IN LISTS ARGN)
    viewfab_register(columns.${claim} DEVICES host COMMAND ${program} ${claim})
  endforeach()
endfunction()
columns_routines_test(columns_in_elements.f90
  derivatives_are_exact_for_cubics
  divergence_has_no_sum_over_a_torus
  caar_leaves_air_at_rest
  caar_may_have_its_time_levels_in_one
  limiter_keeps_bounds_and_mass
  limiter_moves_bounds_that_the_mass_does_not_fit
  limiter_leaves_what_is_within_bounds
  tracer_step_keeps_bounds)
columns_routines_test(columns_in_blocks.f90
  pressure_is_the_mean_of_half_levels
  columns_outside_the_range_are_left_alone
  geopotential_of_an_isothermal_column_is_known
  remap_conserves_columns
  remap_reproduces_a_constant
  remap_to_the_same_layers_changes_nothing
  remap_makes_no_new_extrema
  cloud_conserves_water_and_energy
  cloud_rains_more_in_convective_columns
  window_sums_have_the_known_total)
