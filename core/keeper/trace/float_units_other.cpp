// SPDX-License-Identifier: BSD-3-Clause
// Most processors of 64-bit ARM have no such traps; of others the keeper knows nothing.
#include "keeper/trace/float_units.h"

#if !defined(__x86_64__)

namespace dbgr::keeper::floats {

FloatState state(Tid)
{
    return {util::FloatTraps::ofBits(~0U), {}};
}

bool setTraps(Tid, util::FloatTraps, bool)
{
    return false;
}

} // namespace dbgr::keeper::floats

#endif
