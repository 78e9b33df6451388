# SPDX-License-Identifier: GPL-3.0-or-later
# Finds libevent 2.1 or later: targets Libevent::core, Libevent::pthreads and, when it is there, Libevent::openssl.
#
# libevent's own CMake package is not in every distribution; its pkg-config files are.

find_path(Libevent_INCLUDE_DIR event2/event.h)
find_library(Libevent_core_LIBRARY event_core)
find_library(Libevent_pthreads_LIBRARY event_pthreads)
find_library(Libevent_openssl_LIBRARY event_openssl)
mark_as_advanced(Libevent_INCLUDE_DIR Libevent_core_LIBRARY Libevent_pthreads_LIBRARY Libevent_openssl_LIBRARY)

if(Libevent_INCLUDE_DIR AND EXISTS "${Libevent_INCLUDE_DIR}/event2/event-config.h")
  set(_libevent_config "${Libevent_INCLUDE_DIR}/event2/event-config.h")
elseif(Libevent_INCLUDE_DIR)
  # Debian keeps the configured header in the folder of the architecture.
  find_file(Libevent_CONFIG_HEADER event2/event-config.h PATH_SUFFIXES ${CMAKE_LIBRARY_ARCHITECTURE})
  mark_as_advanced(Libevent_CONFIG_HEADER)
  set(_libevent_config "${Libevent_CONFIG_HEADER}")
endif()
if(_libevent_config)
  file(STRINGS "${_libevent_config}" _libevent_line REGEX "define EVENT__VERSION ")
  string(REGEX MATCH "[0-9]+\\.[0-9]+\\.[0-9]+" Libevent_VERSION "${_libevent_line}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Libevent
  REQUIRED_VARS Libevent_core_LIBRARY Libevent_pthreads_LIBRARY Libevent_INCLUDE_DIR
  VERSION_VAR Libevent_VERSION
  REASON_FAILURE_MESSAGE "install libevent-dev")

if(Libevent_FOUND)
  foreach(_part core pthreads openssl)
    if(Libevent_${_part}_LIBRARY AND NOT TARGET Libevent::${_part})
      add_library(Libevent::${_part} UNKNOWN IMPORTED)
      set_target_properties(Libevent::${_part} PROPERTIES
        IMPORTED_LOCATION "${Libevent_${_part}_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${Libevent_INCLUDE_DIR}")
    endif()
  endforeach()
  target_link_libraries(Libevent::pthreads INTERFACE Libevent::core)
  if(TARGET Libevent::openssl)
    target_link_libraries(Libevent::openssl INTERFACE Libevent::core)
  endif()
endif()
