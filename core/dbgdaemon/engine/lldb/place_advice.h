// SPDX-License-Identifier: BSD-3-Clause
// What to say of a place for a breakpoint that a rank's program does not have: whether it can still come, and what was
// meant. Ranks of one program share the answers. Thread: engine.
#pragma once

#include "debug/breakpoint.h"

#include <lldb/API/SBTarget.h>

#include <map>
#include <string>

namespace dbgr::daemon {

struct PlaceVerdict
{
    bool never = false; ///< the file is there, and it, or its code, ends before that line
    std::string text;   ///< "there is no file 'rnig.cpp' in ...; the nearest is 'ring.cpp'"; "" nothing to say
};

class PlaceAdvice
{
public:
    /// \pre LLDB found no code there
    [[nodiscard]] const PlaceVerdict& of(lldb::SBTarget target, const debug::Place& where);

private:
    std::map<std::string, PlaceVerdict> m_known; ///< by program, modules and place
};

} // namespace dbgr::daemon
