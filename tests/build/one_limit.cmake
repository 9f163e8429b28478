# All tests share a single limit of time. A limit of its own could fail a test on a busy machine, and
# a test without a limit could hang forever.
include(${SETTINGS})
run(${CMAKE_CTEST_COMMAND} --test-dir ${BUILD} --show-only=json-v1)
string(FIND "${output}" "{" begin)
string(SUBSTRING "${output}" ${begin} -1 output)
string(JSON count LENGTH "${output}" tests)
string(REGEX MATCHALL "\"TIMEOUT\",[ \n]*\"value\" : ${LIMIT}(.0)?[^0-9.]" limits "${output}")
list(LENGTH limits limited)
if(count LESS 100 OR NOT limited EQUAL count)
  message(FATAL_ERROR "${limited} of ${count} tests have the limit ${LIMIT}")
endif()
