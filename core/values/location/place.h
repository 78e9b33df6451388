// SPDX-License-Identifier: BSD-3-Clause
// Where in a process a description is looked at: the same words mean other bytes in another frame. Thread: one at a
// time; owned by the Reader of a stop.
#pragma once

#include "values/file/loaded_files.h"
#include "values/scopes/scope.h"
#include "values/target/frame.h"

namespace dbgr::values {

struct Place
{
    const LoadedFile* file = nullptr; ///< never null
    Frame* frame = nullptr;           ///< null for what stands outside of all procedures
    Scope* procedure = nullptr;       ///< whose call the frame is; null as the frame

    [[nodiscard]] bool operator==(const Place&) const = default;
    [[nodiscard]] FileAddress pc() const { return file->module().inFile(frame->lookupPc()); }
};

} // namespace dbgr::values
