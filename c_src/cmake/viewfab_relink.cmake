# viewfab_relink(<target> [EXCEPT <symbol>...] [ALLOCATOR <allocate> <free> [<sized free>]]...)
#
# Links an executable or a shared library with the linker's --wrap, so that its calls of the legacy symbols of BoxLib codes
# (porting_guide/relinking.md lists them) go to viewfab's kernels. No source changes. Originals of the target stay
# callable for VF_MODE=original and VF_MODE=check. To be called in the folder where the target was added.
#   target     executable, shared or module library. Neither the target nor a linked object library may be compiled with -flto
#              or INTERPROCEDURAL_OPTIMIZATION: the compiler resolves calls between such objects before --wrap sees them.
#   EXCEPT     legacy symbols, without underscores at their ends, whose calls stay with the originals; neither report nor modes
#              know of them
#   ALLOCATOR  a pair of C functions that allocate and free the arrays of the program, in the spelling of the linker:
#                void *allocate(size_t bytes);   void free(void *address);
#              vf_memory_register learns of each allocation, and of its end before the release. Several pairs can be given.
#              malloc and free are refused, because viewfab itself allocates with them. A third function releases the same
#              memory with its size, void sized_free(void *address, size_t bytes). C++ codes without a C allocator
#              name new and delete: ALLOCATOR _Znwm _ZdlPv _ZdlPvm, and for new[] ALLOCATOR _Znam _ZdaPv _ZdaPvm.
# After each link, warnings list the calls that stay with the original; see viewfab_missed_calls.sh.
include_guard(GLOBAL)

set_property(GLOBAL PROPERTY VIEWFAB_RELINK_FOLDER "${CMAKE_CURRENT_LIST_DIR}")

# Stops if objects of a target, or of libraries that the target links, are compiled for optimisation at the link.
function(viewfab_refuse_link_time_optimisation for target)
  get_property(seen GLOBAL PROPERTY VIEWFAB_RELINK_SEEN_${for})
  if(NOT TARGET ${target} OR target IN_LIST seen)
    return()
  endif()
  set_property(GLOBAL APPEND PROPERTY VIEWFAB_RELINK_SEEN_${for} ${target})
  get_target_property(alias ${target} ALIASED_TARGET)
  if(alias)
    set(target ${alias})
  endif()
  get_target_property(imported ${target} IMPORTED)
  get_target_property(type ${target} TYPE)
  if(imported OR type STREQUAL "INTERFACE_LIBRARY")
    return()
  endif()
  set(configurations ${CMAKE_CONFIGURATION_TYPES} ${CMAKE_BUILD_TYPE})
  set(why "")
  set(flags "")
  foreach(suffix "" ${configurations})
    string(TOUPPER "${suffix}" upper)
    if(suffix)
      string(PREPEND upper _)
    endif()
    get_target_property(enabled ${target} INTERPROCEDURAL_OPTIMIZATION${upper})
    if(enabled)
      set(why "has INTERPROCEDURAL_OPTIMIZATION")
    endif()
    foreach(language C CXX Fortran)
      string(APPEND flags " ${CMAKE_${language}_FLAGS${upper}}")
    endforeach()
    string(APPEND flags " ${CMAKE_EXE_LINKER_FLAGS${upper}} ${CMAKE_SHARED_LINKER_FLAGS${upper}}")
  endforeach()
  foreach(property COMPILE_OPTIONS COMPILE_FLAGS LINK_OPTIONS LINK_FLAGS)
    get_target_property(own ${target} ${property})
    if(own)
      string(APPEND flags " ${own}")
    endif()
  endforeach()
  if(flags MATCHES "(^|[ ;:])(-flto(=[a-z0-9]+)?|-ipo)($|[ ;>])")
    set(why "is compiled or linked with ${CMAKE_MATCH_2}")
  endif()
  if(why)
    message(FATAL_ERROR "viewfab_relink(${for}): ${target} ${why}; calls between its objects are resolved before the "
      "linker's --wrap sees them, and would go to the originals. Switch it off for ${target}.")
  endif()
  get_target_property(libraries ${target} LINK_LIBRARIES)
  foreach(library IN LISTS libraries)
    viewfab_refuse_link_time_optimisation(${for} "${library}")
  endforeach()
endfunction()

# Removes the spellings of the symbols behind EXCEPT from a list, and EXCEPT with its symbols from the arguments.
function(viewfab_relink_except call spellings_name arguments_name)
  set(spellings ${${spellings_name}})
  set(rest "")
  set(excepting OFF)
  foreach(word IN LISTS ${arguments_name})
    if(word STREQUAL "EXCEPT")
      set(excepting ON)
    elseif(word STREQUAL "ALLOCATOR" OR NOT excepting)
      set(excepting OFF)
      list(APPEND rest ${word})
    else()
      set(left ${spellings})
      list(REMOVE_ITEM left ${word} ${word}_ ${word}__)
      if(left STREQUAL "${spellings}")
        message(FATAL_ERROR "${call}: EXCEPT ${word}: there is no such legacy symbol; names are those of "
          "viewfab_boxlib_symbols.md, without underscores at their ends")
      endif()
      set(spellings ${left})
    endif()
  endforeach()
  set(${spellings_name} ${spellings} PARENT_SCOPE)
  set(${arguments_name} ${rest} PARENT_SCOPE)
endfunction()

function(viewfab_relink target)
  set(call "viewfab_relink(${target})")
  if(NOT TARGET viewfab::relinked)
    message(FATAL_ERROR "${call}: viewfab was built without VIEWFAB_BOXLIB, and so without viewfab::relinked")
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "${call}: there is no such target; call it after add_executable or add_library")
  endif()
  get_target_property(type ${target} TYPE)
  if(NOT type MATCHES "^(EXECUTABLE|SHARED_LIBRARY|MODULE_LIBRARY)$")
    message(FATAL_ERROR "${call}: the target is of type ${type}, which is not linked by itself; calls are redirected where "
      "a program is linked: name the executable or the shared library")
  endif()
  get_target_property(home ${target} SOURCE_DIR)
  if(NOT home STREQUAL CMAKE_CURRENT_SOURCE_DIR)
    message(FATAL_ERROR "${call}: call it in ${home}, where the target was added")
  endif()
  get_target_property(before ${target} VIEWFAB_RELINKED)
  if(before)
    message(FATAL_ERROR "${call}: the target is relinked already; name all allocators in one call")
  endif()
  set_target_properties(${target} PROPERTIES VIEWFAB_RELINKED ON)
  # checked at the end of the folder, when all options are known
  cmake_language(EVAL CODE "cmake_language(DEFER CALL viewfab_refuse_link_time_optimisation [[${target}]] [[${target}]])")

  get_property(folder GLOBAL PROPERTY VIEWFAB_RELINK_FOLDER)
  get_target_property(spellings viewfab::relinked VIEWFAB_SPELLINGS)
  set(arguments ${ARGN})
  viewfab_relink_except("${call}" spellings arguments)
  set(options "-Wl,--no-as-needed") # a shared library with only originals: calls reach it by dlsym alone
  foreach(symbol IN LISTS spellings)
    list(APPEND options "-Wl,--wrap=${symbol}" "-Wl,-u,${symbol}" "-Wl,-u,__wrap_${symbol}")
  endforeach()
  set(made "${CMAKE_CURRENT_BINARY_DIR}/${target}_relinked")
  if(type STREQUAL "EXECUTABLE") # its originals are looked up by name
    list(JOIN spellings ";" names)
    file(CONFIGURE OUTPUT "${made}/originals.list" CONTENT "{ ${names}; };\n" @ONLY)
    list(APPEND options "-Wl,--dynamic-list=${made}/originals.list")
  endif()

  while(arguments)
    list(POP_FRONT arguments word allocate free)
    list(FIND arguments ALLOCATOR next)
    set(sized "")
    if(arguments AND NOT next EQUAL 0)
      list(POP_FRONT arguments sized)
    endif()
    if(NOT word STREQUAL "ALLOCATOR" OR NOT allocate OR NOT free)
      message(FATAL_ERROR "${call}: what follows the target is EXCEPT <symbol>..., or ALLOCATOR <allocate> <free> "
        "[<sized free>] once or more")
    endif()
    foreach(name IN ITEMS ${allocate} ${free} ${sized})
      if(name MATCHES "^(malloc|calloc|realloc|aligned_alloc|posix_memalign|free)$")
        message(FATAL_ERROR "${call}: ALLOCATOR ${name}: viewfab itself allocates by it; name a function of the program "
          "that its arrays come from, or call vf_memory_register")
      endif()
      if(NOT name MATCHES "^[A-Za-z_][A-Za-z_0-9]*$")
        message(FATAL_ERROR "${call}: ALLOCATOR ${name}: this is not the name of a C function")
      endif()
      list(APPEND options "-Wl,--wrap=${name}")
    endforeach()
    set(source "${made}/${allocate}.c")
    set(define_sized "")
    if(sized)
      set(define_sized "#define VF_FREE_SIZED ${sized}\n")
    endif()
    file(CONFIGURE OUTPUT "${source}" CONTENT
      "/* generated; do not edit */\n#define VF_ALLOCATE ${allocate}\n#define VF_FREE ${free}\n${define_sized}#include \"${folder}/viewfab_allocator.c\"\n"
      @ONLY)
    target_sources(${target} PRIVATE "${source}")
  endwhile()

  target_link_options(${target} PRIVATE ${options})
  # By property: target_link_libraries() would refuse to mix with calls of its other signature.
  set_property(TARGET ${target} APPEND PROPERTY LINK_LIBRARIES viewfab::relinked)
  get_target_property(runtime viewfab::kit VIEWFAB_CUDA_RUNTIME)
  if(runtime)
    set_target_properties(${target} PROPERTIES CUDA_RUNTIME_LIBRARY ${runtime})
  endif()
  list(JOIN spellings " " spellings)
  add_custom_command(TARGET ${target} POST_BUILD
    COMMAND sh "${folder}/viewfab_missed_calls.sh" --objdump "${CMAKE_OBJDUMP}" --symbols "${spellings}"
      $<TARGET_FILE:${target}> VERBATIM)
endfunction()
