# The legacy code with Fortran routines that a link replaces.
if(NOT TARGET boxlib_gmg_original)
  return()
endif()
set(inputs ${PROJECT_SOURCE_DIR}/legacy_examples/boxlib_gmg/inputs)

# boxlib_gmg_test(<claim> <kind> <case> [<argument>...]): kind, case and arguments as in boxlib_gmg.sh
function(boxlib_gmg_test claim kind case)
  viewfab_register(boxlib_gmg.original_${claim} DEVICES host
    COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/boxlib_gmg.sh ${kind} $<TARGET_FILE:boxlib_gmg_original> ${inputs}/${case}.txt
      ${ARGN})
endfunction()

# Without the boundary terms of the smoother, the factors of the first two cases are 9. Cells of unequal widths converge
# more slowly.
boxlib_gmg_test(converges_on_cube_32 converges cube_32 12)
boxlib_gmg_test(converges_on_boxes_48 converges boxes_48 11)
boxlib_gmg_test(converges_on_sources_40 converges sources_40 4.5)
boxlib_gmg_test(converges_with_smooths_at_the_bottom converges cube_32 12 "s/bottom.*/bottom = smooth/")
boxlib_gmg_test(is_second_order_on_cube_32 second_order cube_32 "s/32 32 32/64 64 64/")
boxlib_gmg_test(is_second_order_on_boxes_48 second_order boxes_48 "s/48 48 48/96 96 96/")
boxlib_gmg_test(does_not_depend_on_threads same_on_threads boxes_48)
foreach(case cube_32 boxes_48)
  boxlib_gmg_test(does_not_depend_on_tiles_on_${case} same_output ${case}
    "s/tile_size.*/tile_size = 5 3 7/" "s/tile_size.*/tile_size = 1024 1024 1024/")
endforeach()
# A single box allows more levels than many boxes, so the number of levels is fixed.
boxlib_gmg_test(does_not_depend_on_boxes_on_cube_32 same_solution cube_32 "s/max_box_size.*/max_box_size = 32\\nmax_levels = 4/")
boxlib_gmg_test(does_not_depend_on_boxes_on_boxes_48 same_solution boxes_48
  "s/max_box_size.*/max_box_size = 48\\nmax_levels = 4/" "s/max_box_size.*/max_box_size = 16\\nmax_levels = 4/")
foreach(case cube_32 boxes_48)
  boxlib_gmg_test(does_not_depend_on_the_low_corner_on_${case} same_output ${case}
    "\$aorigin = -16 -16 -16" "\$aorigin = -64 32 -16")
endforeach()
boxlib_gmg_test(says_that_it_did_not_converge fails cube_32 1 "not converged after 3 cycles" "\$amax_cycles = 3")
boxlib_gmg_test(refuses_a_missing_key fails cube_32 2 "'alpha' is missing" "/alpha/d")
boxlib_gmg_test(refuses_an_unknown_key fails cube_32 2 "'tilesize' is not a key" "\$atilesize = 8 8 8")
boxlib_gmg_test(refuses_a_key_that_is_given_twice fails cube_32 2 "'beta' is given twice" "\$abeta = 1")
boxlib_gmg_test(refuses_a_wrong_number fails cube_32 2 "'n_cells' has to be 3 integers" "s/32 32 32/32 32.5 32/")
boxlib_gmg_test(refuses_an_unknown_wall fails cube_32 2 "'robin' is none of dirichlet, neumann, odd"
  "s/bc_lo.*/bc_lo = dirichlet robin odd/")
boxlib_gmg_test(refuses_a_negative_low_corner_with_short_tiles fails cube_32 2 "tiles as long in x as the boxes"
  "s/tile_size.*/tile_size = 8 8 8\\norigin = -16 0 0/")

# The same objects, linked with viewfab in place of their Fortran routines: each call by itself, and the cycles as a
# region.
if(NOT TARGET boxlib_gmg_relinked)
  return()
endif()
set(called average3dgen interp3dgen averagecc3dgen averageec3dgen gsrb3daabbec adotx3daabbec applybc3dgen fort_fab_copy
  fort_fab_setval fort_fab_saxpy fort_fab_xpay fort_fab_norm fort_fab_sum fort_fab_dot)
set(devices ${VIEWFAB_TEST_DEVICES})
function(boxlib_gmg_relinked_test claim program kind case)
  viewfab_register(boxlib_gmg.${claim} DEVICES ${devices}
    COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/boxlib_gmg.sh ${kind} $<TARGET_FILE:boxlib_gmg_${program}> ${inputs}/${case}.txt
      ${ARGN})
endfunction()
# Call by call, a GPU takes minutes for the larger cases.
foreach(case boxes_48 sources_40)
  set(devices host mirror)
  boxlib_gmg_relinked_test(relinked_agrees_on_${case} relinked agrees ${case} $<TARGET_FILE:boxlib_gmg_original>)
  set(devices ${VIEWFAB_TEST_DEVICES})
  boxlib_gmg_relinked_test(regions_agree_on_${case} regions agrees ${case} $<TARGET_FILE:boxlib_gmg_original>)
endforeach()
boxlib_gmg_relinked_test(relinked_agrees_on_cube_32 relinked agrees cube_32 $<TARGET_FILE:boxlib_gmg_original>)
boxlib_gmg_relinked_test(regions_agree_on_cube_32 regions agrees cube_32 $<TARGET_FILE:boxlib_gmg_original>)
boxlib_gmg_relinked_test(regions_agree_with_smooths_at_the_bottom regions agrees cube_32 $<TARGET_FILE:boxlib_gmg_original>
  "s/bottom.*/bottom = smooth/")
boxlib_gmg_relinked_test(relinked_calls_are_those_of_the_original relinked checks cube_32 ${called})
boxlib_gmg_relinked_test(regions_copy_nothing_after_the_first_cycle regions moves_once cube_32)

# Under VF_COHERENCE=auto the program without regions moves what the regions move, with the same bits. The third program names no
# allocator: viewfab follows malloc and free.
enable_language(CXX)
boxlib_gmg_program(boxlib_gmg_of_heap $<TARGET_OBJECTS:boxlib_gmg_solve>)
viewfab_relink(boxlib_gmg_of_heap)
set(devices mirror)
if(NOT VIEWFAB_SANITIZE) # sanitizers have an allocator of their own
  foreach(program relinked of_heap)
    boxlib_gmg_relinked_test(${program}_moves_what_regions_move ${program} keeps cube_64 $<TARGET_FILE:boxlib_gmg_regions>)
  endforeach()
endif()
