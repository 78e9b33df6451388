// SPDX-License-Identifier: BSD-3-Clause
// Lists of what a program has outside of its procedures: variables, modules, types, each with the file that declares
// it. Way: engine -> here -> NameIndex. Thread: as LoadedFiles; plain functions.
#pragma once

#include "values/names/outer_names.h"

#include <functional>
#include <string>
#include <string_view>

namespace dbgr::values {

struct Declared
{
    Entity entity;
    std::string name;  ///< with all around it: "geo::Base", "solver_mod::counter"
    std::string path;  ///< of the source file; "" unknown
    unsigned line = 0; ///< 0 unknown
};

/// Each one in all files whose name has the text in it, in no order, until `visit` says false. In Fortran whatever the
/// case. Opens all files. \param text "": all
void forEachDeclared(const LoadedFiles& files, NameIndex::Sort sort, std::string_view text,
                     const std::function<bool(const Declared&)>& visit);

} // namespace dbgr::values
