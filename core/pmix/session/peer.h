// SPDX-License-Identifier: BSD-3-Clause
// Who is at the other end of a connection. Filled by the handshake. Thread: any; a plain value.
#pragma once

#include "pmix/types/proc.h"
#include "util/ids.h"
#include "util/string_util.h"

#include <optional>
#include <string>

namespace dbgr::pmix {

struct Peer
{
    Proc proc;
    /// Text of its PMIx library's version ("5.0.7a1"), without a leading "v"; empty when nobody told.
    std::string version;
    /// Its process on this node, as far as known.
    std::optional<util::Pid> pid;

    /// 5 for "5.0.7a1"; nothing for a text that does not begin with a number.
    [[nodiscard]] std::optional<int> majorVersion() const
    {
        return util::parseNumber<int>(std::string_view(version).substr(0, version.find_first_not_of("0123456789")));
    }
};

} // namespace dbgr::pmix
