# With the installed packages: the pages of tests/build/guide_pages.txt as printed, by the script that runs them in the build.
#   cmake -P packaging/debian/tests/pages.cmake
cmake_minimum_required(VERSION 3.25)
get_filename_component(PROJECT_SOURCE_DIR ${CMAKE_CURRENT_LIST_DIR}/../../.. ABSOLUTE)
set(work $ENV{AUTOPKGTEST_TMP})
if(NOT work)
  execute_process(COMMAND mktemp -d OUTPUT_VARIABLE work OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
endif()
set(tests ${PROJECT_SOURCE_DIR}/tests/build)
configure_file(${tests}/settings.cmake.in ${work}/settings.cmake @ONLY)
set(ENV{VIEWFAB} /usr) # where makefiles of the guide look, else in $HOME/viewfab

file(STRINGS ${tests}/guide_pages.txt pages REGEX "^[a-z]")
set(count 0)
foreach(page IN LISTS pages)
  string(REPLACE " | " ";" page "${page}")
  list(POP_FRONT page claim)
  list(TRANSFORM page PREPEND -D)
  execute_process(COMMAND ${CMAKE_COMMAND} -DSETTINGS=${work}/settings.cmake -DPACKAGES=ON ${page} -P ${tests}/guide_page.cmake
    COMMAND_ERROR_IS_FATAL ANY)
  message(STATUS "${claim}, with the packages")
  math(EXPR count "${count} + 1")
endforeach()
if(count EQUAL 0)
  message(FATAL_ERROR "${tests}/guide_pages.txt names no page")
endif()
