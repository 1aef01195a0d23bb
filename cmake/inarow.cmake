# Compiler settings and the two functions by which every folder declares itself.

add_library(inarow_options INTERFACE)
target_compile_options(inarow_options INTERFACE
  -Wall -Wextra -Wconversion -Wshadow -Werror -Wnon-virtual-dtor -Woverloaded-virtual)
# Vectors that the instruction set lacks are passed in memory; none crosses the border of the library.
target_compile_options(inarow_options INTERFACE -Wno-psabi)
target_include_directories(inarow_options INTERFACE ${PROJECT_SOURCE_DIR}/src)
target_compile_definitions(inarow_options INTERFACE INAROW_VERSION="${PROJECT_VERSION}")

# The program, the installed library and the Python module are made of the same objects. With hidden names
# position-independent code is as fast as any (docs/results/measurements.md has the numbers).
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)

if(INAROW_NATIVE)
  target_compile_options(inarow_options INTERFACE -march=native)
endif()
if(INAROW_SANITIZE)
  target_compile_options(inarow_options INTERFACE
    -fsanitize=${INAROW_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(inarow_options INTERFACE -fsanitize=${INAROW_SANITIZE})
  if(INAROW_SANITIZE MATCHES "thread" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # tsan does not model fences; ours stand between atomics, which it does.
    target_compile_options(inarow_options INTERFACE -Wno-tsan)
  endif()
endif()
if(INAROW_FUZZ)
  # The libraries must be instrumented as well, or the fuzzers would be blind in them.
  target_compile_options(inarow_options INTERFACE -fsanitize=fuzzer-no-link)
endif()
if(INAROW_LTO AND CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT INAROW_SANITIZE)
  set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC's partitions are compiled by as many jobs as there are cores.
    set(CMAKE_CXX_COMPILE_OPTIONS_IPO -flto=auto -fno-fat-lto-objects)
  endif()
endif()

# Oracles and samplers for tests and measurements, as "support/NAME.hpp". The program may not use them.
add_library(inarow_test_support INTERFACE)
target_include_directories(inarow_test_support INTERFACE ${PROJECT_SOURCE_DIR}/tests)
target_compile_definitions(inarow_test_support INTERFACE INAROW_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data")

# What nearly every file includes. Reading it took half of the time of a small file (docs/results/build-time.md).
set(inarow_common_headers
  <algorithm> <array> <atomic> <cstdint> <fmt/format.h> <functional> <map> <memory> <mutex> <optional> <set>
  <string> <string_view> <thread> <tl/expected.hpp> <unordered_map> <unordered_set> <variant> <vector>)

# inarow_folder(NAME SOURCES a.cpp ... DEPENDS inarow_base ... TESTS a_test.cpp ... PRECOMPILE <header> ...)
# declares the library inarow_NAME of one folder and its unit tests, which stand beside the source. All folders share
# the precompiled headers of inarow_base, but one that has more of its own (PRECOMPILE).
function(inarow_folder name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;TESTS;PRECOMPILE" ${ARGN})
  if(ARG_SOURCES)
    add_library(inarow_${name} STATIC ${ARG_SOURCES})
    set_property(GLOBAL APPEND PROPERTY INAROW_FOLDERS inarow_${name})
    target_link_libraries(inarow_${name} PUBLIC inarow_options ${ARG_DEPENDS})
    if(name STREQUAL base OR ARG_PRECOMPILE)
      target_precompile_headers(inarow_${name} PRIVATE ${inarow_common_headers} ${ARG_PRECOMPILE})
    else()
      target_precompile_headers(inarow_${name} REUSE_FROM inarow_base)
    endif()
  else()
    add_library(inarow_${name} INTERFACE)
    target_link_libraries(inarow_${name} INTERFACE inarow_options ${ARG_DEPENDS})
  endif()
  if(INAROW_TESTS AND ARG_TESTS)
    inarow_test(${name}_test SOURCES ${ARG_TESTS} DEPENDS inarow_${name})
  endif()
endfunction()

# inarow_test(NAME SOURCES ... DEPENDS ... LABELS ...): one gtest program, one ctest entry a test, so that
# a failure names itself.
function(inarow_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;LABELS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_DEPENDS} inarow_test_support rapidcheck GTest::gtest GTest::gtest_main)
  # Tests need not be fast themselves; the libraries they call are optimised as ever.
  target_compile_options(${name} PRIVATE -O1)
  target_precompile_headers(${name} PRIVATE <gtest/gtest.h> <rapidcheck.h>)
  include(GoogleTest)
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 600 LABELS "${ARG_LABELS}")
endfunction()
