# The SONAME and the symbol versions of viewfab's shared libraries.
include(CheckLinkerFlag)

# Rises in a release that removes or changes a public symbol or type: tests/build/abi has the list of each number.
set(VIEWFAB_SONAME 0)

if(BUILD_SHARED_LIBS)
  check_linker_flag(C "-Wl,--version-script=${CMAKE_CURRENT_LIST_DIR}/viewfab_symbols.map" VIEWFAB_LINKER_HAS_VERSIONS)
endif()

# viewfab_numbered_library(<target>)
function(viewfab_numbered_library target)
  set_target_properties(${target} PROPERTIES VERSION ${VIEWFAB_SONAME}.${PROJECT_VERSION_MINOR}.${PROJECT_VERSION_PATCH}
    SOVERSION ${VIEWFAB_SONAME})
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "SHARED_LIBRARY" AND VIEWFAB_LINKER_HAS_VERSIONS)
    set(map ${PROJECT_SOURCE_DIR}/c_src/cmake/viewfab_symbols.map)
    target_link_options(${target} PRIVATE "-Wl,--version-script=${map}")
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${map})
  endif()
endfunction()
