// SPDX-License-Identifier: BSD-3-Clause
#include "launchers/launch_spec.h"

namespace dbgr::launchers {

const char* name(HoldPoint hold)
{
    switch (hold) {
    case HoldPoint::Init:
        return "init";
    case HoldPoint::Exec:
        return "exec";
    case HoldPoint::App:
        return "app";
    case HoldPoint::None:
        return "none";
    }
    return "none";
}

} // namespace dbgr::launchers
