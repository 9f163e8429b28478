# Programs in C and in Fortran against the installed package, linked by the compilers of their languages: with CMake, with the
# flags of pkg-config, and with make. Their own kernel is compiled for viewfab's back ends once, and for the host otherwise.
include(${SETTINGS})
set(source ${SOURCE}/tests/build/plain)
set(folder ${WORK}/plain)
file(REMOVE_RECURSE ${folder})
file(MAKE_DIRECTORY ${folder})
set(host ${CMAKE_COMMAND} -E env VF_DEVICE=host)

macro(runs said)
  run(${host} ${ARGN})
  must_match("${output}" "^ *${said}\n$")
endmacro()

# All programs at once, and each program alone from nothing, as a developer would build it.
set(configure ${CMAKE_COMMAND} -S ${source} -G ${GENERATOR} -DCMAKE_C_COMPILER=${C_COMPILER} -DCMAKE_PREFIX_PATH=${PREFIX}
  -DKERNEL=${source}/scaled.h)
foreach(program plain own own_of_library)
  set(options ${HOST_ALONE})
  if(program STREQUAL "own")
    set(options "")
    if(CUDA)
      set(options -DVIEWFAB_CUDA=OFF)
    endif()
  endif()
  run(${configure} -B ${folder}/${program} ${options})
  run(${CMAKE_COMMAND} --build ${folder}/${program} --target ${program})
endforeach()
runs(set ${folder}/plain/plain)
runs(scaled ${folder}/own/own)
runs(scaled ${folder}/own_of_library/own_of_library)
# The header alone, and an object that includes it, before anything else of the target.
if(GENERATOR MATCHES "Ninja")
  run(${configure} -B ${folder}/object ${HOST_ALONE})
  run(${CMAKE_COMMAND} --build ${folder}/object --target CMakeFiles/own.dir/own.c.o)
  run(${CMAKE_COMMAND} --build ${folder}/object --target CMakeFiles/own_of_library.dir/own.c.o)
endif()

find_program(pkg_config pkg-config)
if(pkg_config)
  file(GLOB_RECURSE packages ${PREFIX}/*/viewfab.pc)
  get_filename_component(packages ${packages} DIRECTORY)
  set(shell sh -c)
  set(flags "PKG_CONFIG_PATH='${packages}' '${pkg_config}' --cflags --libs")
  set(found ${CMAKE_COMMAND} -E env LD_LIBRARY_PATH=${packages}/..)
  run(${shell} "'${C_COMPILER}' -o '${folder}/by_flags' '${source}/plain.c' $(${flags} viewfab)")
  runs(set ${found} ${folder}/by_flags)
  if(FORTRAN_COMPILER)
    run(${shell} "cd '${folder}' && '${FORTRAN_COMPILER}' -o by_fortran_flags '${source}/plain.f90' $(${flags} viewfab_fortran)")
    runs(set ${found} ${folder}/by_fortran_flags)
  endif()
endif()

find_program(make NAMES gmake make)
if(make)
  # if viewfab has Fortran, a kernel's objects have Fortran code too
  set(linker $(CC))
  if(FORTRAN_COMPILER)
    set(linker ${FORTRAN_COMPILER})
  endif()
  file(WRITE ${folder}/Makefile "VIEWFAB_NAME = own
VIEWFAB_KERNELS = ${source}/scaled.h
include ${PREFIX}/share/viewfab/viewfab.mk
own.bin: own.o $(VIEWFAB_OBJECTS)
	${linker} -o $@ $^ $(VIEWFAB_LIBS)
own.o: ${source}/own.c $(VIEWFAB_BUILD)/interfaces
	$(CC) $(VIEWFAB_CPPFLAGS) '-DHEADER=\"own_kernels.h\"' -c $<
")
  run(${make} -C ${folder} CC=${C_COMPILER} FC=${FORTRAN_COMPILER} VIEWFAB=${PREFIX} VIEWFAB_CUDA=OFF own.bin)
  runs(scaled ${folder}/own.bin)
endif()
