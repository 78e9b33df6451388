# SPDX-License-Identifier: GPL-3.0-or-later
# Finds hwloc 2 by its pkg-config file: target Hwloc::hwloc.

find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(Hwloc QUIET IMPORTED_TARGET hwloc)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Hwloc
  REQUIRED_VARS Hwloc_LINK_LIBRARIES
  VERSION_VAR Hwloc_VERSION
  REASON_FAILURE_MESSAGE "install libhwloc-dev")

if(Hwloc_FOUND AND NOT TARGET Hwloc::hwloc)
  add_library(Hwloc::hwloc ALIAS PkgConfig::Hwloc)
endif()
