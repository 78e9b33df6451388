// SPDX-License-Identifier: BSD-3-Clause
// PMIx_Commit: what a process has put so far goes to its server. Thread: any; pure.
#pragma once

#include "pmix/codec/wire_format.h"
#include "pmix/types/codes.h"
#include "pmix/types/info.h"
#include "util/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace dbgr::pmix {

/// The values of one scope. A value that was put as Global comes in both Local and Remote.
struct CommitBlock
{
    Scope scope = Scope::Undef;
    std::vector<KeyValue> values;
};

/// \wire blocks until the end, each scope:SCOPE, BUFFER of KVAL; the reply is a status
[[nodiscard]] util::Result<std::string> encodeCommit(WireFormat format, const std::vector<CommitBlock>& blocks);
/// Compressed values stay as they are. \errors those of Unpacker
[[nodiscard]] util::Result<std::vector<CommitBlock>> decodeCommitRequest(WireFormat format, std::string_view fields);

} // namespace dbgr::pmix
