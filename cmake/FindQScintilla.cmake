# SPDX-License-Identifier: GPL-3.0-or-later
# Finds QScintilla built for Qt 6: target QScintilla::QScintilla.
#
# It has no CMake package of its own; distributions differ in the library's name.

find_path(QScintilla_INCLUDE_DIR Qsci/qsciscintilla.h
  PATHS ${Qt6Widgets_INCLUDE_DIRS} PATH_SUFFIXES qt6 ${CMAKE_LIBRARY_ARCHITECTURE}/qt6)
find_library(QScintilla_LIBRARY NAMES qscintilla2_qt6 qscintilla2-qt6)
mark_as_advanced(QScintilla_INCLUDE_DIR QScintilla_LIBRARY)

if(QScintilla_INCLUDE_DIR)
  file(STRINGS "${QScintilla_INCLUDE_DIR}/Qsci/qsciglobal.h" _qscintilla_line REGEX "define QSCINTILLA_VERSION_STR ")
  string(REGEX MATCH "[0-9]+\\.[0-9.]+" QScintilla_VERSION "${_qscintilla_line}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(QScintilla
  REQUIRED_VARS QScintilla_LIBRARY QScintilla_INCLUDE_DIR
  VERSION_VAR QScintilla_VERSION
  REASON_FAILURE_MESSAGE "install libqscintilla2-qt6-dev")

if(QScintilla_FOUND AND NOT TARGET QScintilla::QScintilla)
  add_library(QScintilla::QScintilla UNKNOWN IMPORTED)
  set_target_properties(QScintilla::QScintilla PROPERTIES
    IMPORTED_LOCATION "${QScintilla_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${QScintilla_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES Qt6::Widgets)
endif()
