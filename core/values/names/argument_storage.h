// SPDX-License-Identifier: BSD-3-Clause
// How a compiler says where a procedure has its arguments. Thread: that of the file.
#pragma once

#include "values/file/debug_file.h"
#include "values/target/address.h"

namespace dbgr::values {

enum class ArgumentStorage
{
    Unknown,  ///< there are none, or nothing is said of the code
    InFrame,  ///< at one place in the procedure's own frame: not before its first instructions have stored them there
    Described ///< of each instruction it is said where they are
};

/// Of the procedure that has the code; those that the caller left in its frame say nothing.
[[nodiscard]] ArgumentStorage argumentStorageAt(DebugFile& file, FileAddress pc);

} // namespace dbgr::values
