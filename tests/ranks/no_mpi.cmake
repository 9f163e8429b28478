# A program without MPI links a library without any symbol of MPI, and without any other symbol only
# viewfab_mpi may use.
find_program(nm nm REQUIRED)
execute_process(COMMAND ${nm} ${LIBRARY} OUTPUT_VARIABLE output ERROR_QUIET RESULT_VARIABLE code)
if(code OR NOT output MATCHES "vf_group_create")
  message(FATAL_ERROR "nm said of ${LIBRARY}: ${code}")
endif()
if(output MATCHES "P?MPI_[A-Za-z_]+|ompi_[a-z_]+| p?nccl[A-Z][A-Za-z]+| nvshmem[a-z_]+")
  message(FATAL_ERROR "${LIBRARY} has the symbol ${CMAKE_MATCH_0}")
endif()
