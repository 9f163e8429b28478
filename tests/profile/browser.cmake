# The page in a browser without a window: what the page shows, and that its script has no errors.
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})

# show(<file>): the shown page is in `page`
macro(show file)
  execute_process(COMMAND ${BROWSER} --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir=${WORK}/browser
      --enable-logging=stderr --host-resolver-rules=MAP\ *\ ~NOTFOUND --virtual-time-budget=2000 --dump-dom file://${file}
    OUTPUT_VARIABLE page ERROR_VARIABLE errors RESULT_VARIABLE code TIMEOUT 100)
  if(code)
    message(FATAL_ERROR "the browser ended with ${code}: ${errors}")
  endif()
  if(errors MATCHES "CONSOLE[^\n]*")
    message(FATAL_ERROR "the page complains: ${CMAKE_MATCH_0}")
  endif()
  string(REGEX REPLACE "<script.*</script>" "" page "${page}") # the data and the script
  string(REPLACE ";" "," page "${page}") # the results of a match are a list
endmacro()

# shows(<number> <words>): the words are a regular expression
function(shows expected words)
  string(REGEX MATCHALL "${words}" found "${page}")
  list(LENGTH found count)
  if(NOT count EQUAL expected)
    message(FATAL_ERROR "the page has ${count} times '${words}', and should have it ${expected} times: ${page}")
  endif()
endfunction()

function(run_program program)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env VF_DEVICE=host VF_HOST_MEMORY=mirror VF_PROFILE=${WORK}/profile.html OMP_WAIT_POLICY=passive
    ${program} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endfunction()

if(CLAIM STREQUAL "shows_tables_without_an_error")
  run_program(${PROGRAM})
  show(${WORK}/profile.html)
  shows(1 "<td>make kernels of heavy</td>")
  shows(1 "<td>axpy</td><td class=\"number\">1080</td>")
  shows(1 "<table id=\"requests\"><thead>")
  foreach(part of-ranks where waiting) # nothing to show
    shows(1 "<section id=\"${part}\" hidden=\"\">")
  endforeach()
elseif(CLAIM STREQUAL "draws_a_slice_for_each_index_and_a_cell_for_each_difference")
  run_program(${DIFFERING})
  show(${WORK}/profile.html)
  shows(1 "<section id=\"where\">")
  shows(1 "<h3>copy: '&lt,to&gt,', call 1: 3 elements, the largest difference is 8.00</h3>")
  shows(4 "<svg width=")
  shows(4 "<figcaption>k [1-4]</figcaption>")
  shows(1 "<rect[^>]*fill-opacity=\"0.25\"[^>]*><title>i 2, j 1, k 3: 1 element, 0.500</title>")
  shows(1 "<rect[^>]*fill-opacity=\"1.00\"[^>]*><title>i 5, j 4, k 2: 1 element, 8.00</title>")
  shows(1 "<rect[^>]*stroke=\"var.--ink.\"><title>i 1, j 1, k 1: 1 element, NaN or infinity</title>")
  shows(1 "aria-label=\"copy, &lt,to&gt,, k 4: 0 cells with differences\"")
else() # the page of three ranks; rank 2 has the longest run
  foreach(rank 0 1 2)
    math(EXPR run "10 + ${rank}")
    math(EXPR relax "1 << ${rank}")
    math(EXPR wait "4 - ${rank}")
    set(file profile.${rank}.json)
    if(rank EQUAL 0)
      set(file profile.json)
    endif()
    file(WRITE ${WORK}/${file} "{\"viewfab\": {\"device\": \"host\", \"copy_rate\": 0, \"lost\": 0, \"rank\": ${rank}, \"ranks\": 3, \"seconds\": ${run},
      \"kernel_seconds\": ${relax}, \"to_device_seconds\": 0, \"to_host_seconds\": 0, \"loop_seconds\": 0, \"wait_seconds\": ${wait},
      \"kernels\": [{\"name\": \"relax\", \"launches\": 4, \"seconds\": ${relax}, \"median\": 0, \"worst\": 0, \"bytes\": 0, \"validation\": \"\"}],
      \"copies\": [], \"arrays\": [], \"requests\": [],
      \"waits\": [{\"call\": \"fill <ghosts>\", \"waits\": 7, \"seconds\": ${wait}}], \"next\": []}, \"traceEvents\": []}")
  endforeach()
  execute_process(COMMAND ${VF_PROFILE} --html ${WORK}/profile.json OUTPUT_FILE ${WORK}/all.html COMMAND_ERROR_IS_FATAL ANY)
  show(${WORK}/all.html)
  shows(1 "<section id=\"of-ranks\">")
  shows(1 "<h2 id=\"one-rank\">Rank 2</h2>")
  shows(3 "<span>rank [012]</span><div class=\"bar\" role=\"img\"")
  # seconds of 1, 2 and 4: the surplus of 4 over the mean is 5/7
  shows(1 "<td>relax</td><td class=\"number\">12</td><td class=\"number\">7.00 s</td><td class=\"number\">4.00 s</td><td class=\"number\">2</td><td class=\"number\">71 %</td><td class=\"number\">1.00 s</td><td class=\"number\">2.00 s</td><td class=\"number\">4.00 s</td>")
  shows(1 "<td>fill &lt,ghosts&gt,</td><td class=\"number\">21</td><td class=\"number\">9.00 s</td><td class=\"number\">4.00 s</td><td class=\"number\">0</td><td class=\"number\">33 %</td>")
  shows(1 "<section id=\"waiting\">")
  shows(1 "<td>fill &lt,ghosts&gt,</td><td class=\"number\">7</td><td class=\"number\">2.00 s</td>")
endif()
