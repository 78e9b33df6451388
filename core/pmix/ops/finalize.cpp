// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/ops/finalize.h"

#include "pmix/ops/reply.h"

namespace dbgr::pmix {

util::Result<std::string> encodeFinalize(WireFormat format)
{
    return beginCommand(format, Command::Finalize).finish();
}

} // namespace dbgr::pmix
