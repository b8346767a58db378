# Copyright (c) 2026 The sonda authors. Distributed under the Boost
# Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

# Compiles SOURCE, which must fail with an error that matches the file's own line "// expect: REGEX", and for no other
# reason. So each such file has a positive control, in one of two forms:
#   what must fail is inside #ifndef SONDA_CONTROL (or its #else): with SONDA_CONTROL defined the file must compile;
#   or a static_assert of what must hold, which must then not be among the errors.

file(READ ${SOURCE} text)
if(NOT text MATCHES "// expect: ([^\n]+)")
  message(FATAL_ERROR "${SOURCE} has no line '// expect: REGEX'")
endif()
set(expected "${CMAKE_MATCH_1}")
list(TRANSFORM INCLUDES PREPEND "-I")
set(compile ${COMPILER} -std=c++20 -fsyntax-only -DBOOST_ASIO_NO_DEPRECATED -DBOOST_TEST_DYN_LINK ${INCLUDES} ${SOURCE})

if(text MATCHES "SONDA_CONTROL")
  execute_process(COMMAND ${compile} -DSONDA_CONTROL RESULT_VARIABLE control ERROR_VARIABLE output)
  if(NOT control EQUAL 0)
    message(FATAL_ERROR "the positive control does not compile:\n${output}")
  endif()
elseif(NOT text MATCHES "static_assert")
  message(FATAL_ERROR "${SOURCE} has no positive control")
endif()

execute_process(COMMAND ${compile} RESULT_VARIABLE failed ERROR_VARIABLE output)
if(failed EQUAL 0)
  message(FATAL_ERROR "it compiles, and must not")
endif()
if(NOT output MATCHES "error: " OR NOT output MATCHES "${expected}")
  message(FATAL_ERROR "it fails, but not with '${expected}':\n${output}")
endif()
if(NOT text MATCHES "SONDA_CONTROL" AND NOT expected MATCHES "assert" AND output MATCHES "error: static.assert[a-z]* failed")
  message(FATAL_ERROR "its positive control does not hold:\n${output}")
endif()
