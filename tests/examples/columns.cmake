# The legacy code of columns and elements: whole runs, and its routines by themselves.
set(inputs ${PROJECT_SOURCE_DIR}/legacy_examples/columns/inputs)

# columns_test(<claim> <kind> <case> [<argument>...]), as columns.sh has them
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

# Programs that have the routines of the original and call them themselves.
get_target_property(sources columns_original SOURCES)
list(FILTER sources EXCLUDE REGEX "main.f90$")
get_target_property(folder columns_original SOURCE_DIR)
list(TRANSFORM sources PREPEND ${folder}/)
# columns_routines_test(<file>.f90 <claim>...)
function(columns_routines_test file)
  get_filename_component(subject ${file} NAME_WE)
  set(program test_${subject})
  add_executable(${program} ${sources} ${file})
  set_target_properties(${program} PROPERTIES Fortran_MODULE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/${subject}_modules)
  target_link_libraries(${program} PRIVATE legacy_common viewfab_fortran_check)
  if(CMAKE_Fortran_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${program} PRIVATE -ffp-contract=off)
  endif()
  if(TARGET OpenMP::OpenMP_Fortran)
    target_link_libraries(${program} PRIVATE OpenMP::OpenMP_Fortran)
  endif()
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
