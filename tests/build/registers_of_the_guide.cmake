# The guide's table of registers on AMD has the rows written by hip_resources.sh to the file ROWS.
cmake_minimum_required(VERSION 3.25)
file(READ ${GUIDE} guide)
file(READ ${ROWS} rows)
string(FIND "${guide}" "|\n${rows}\n" place)
if(rows STREQUAL "" OR place LESS 0)
  message(FATAL_ERROR "the guide has other rows than the compiler gives:\n${rows}")
endif()
