// SPDX-License-Identifier: BSD-3-Clause
// The calls that a function makes, as far as its compiler has described all of them. Thread: that of its file; plain
// functions.
#pragma once

#include "values/dwarf/die.h"
#include "values/target/address.h"

#include <string>
#include <vector>

namespace dbgr::values {

struct CallSite
{
    std::string callee; ///< as linkers call it
    FileAddress returnsTo;
    FileAddress lookupPc; ///< at the call
    bool isTail = false;  ///< it does not return here
};

/// Those outside of inlined functions and blocks, which are all that liblldb looks at; without calls through pointers.
[[nodiscard]] std::vector<CallSite> callSitesOf(const Die& function);

} // namespace dbgr::values
