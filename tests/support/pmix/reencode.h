// SPDX-License-Identifier: GPL-3.0-or-later
// Every decoder of core/pmix/ops with the encoder that belongs to it: reads a message, and writes what was read. What
// comes out equal was understood to its last byte; what comes out must come out of a second time equal, whatever went
// in.
#pragma once

#include "pmix/codec/wire_format.h"
#include "pmix/ops/group.h"
#include "pmix/types/command.h"
#include "util/result.h"

#include <string>
#include <string_view>

namespace dbgr::test {

/// How one peer writes.
struct Dialect
{
    pmix::WireFormat format;
    pmix::GroupLayout groups = pmix::GroupLayout::V4;
};

/// \param fields of a request, behind its command
/// \return the request, with its command
/// \errors those of the decoder; ErrNotSupported for commands that no decoder is for
[[nodiscard]] util::Result<std::string> reencodeRequest(const Dialect& dialect, pmix::Command command,
                                                        std::string_view fields);
/// \errors those of the decoder; the status in the reply
[[nodiscard]] util::Result<std::string> reencodeReply(const Dialect& dialect, pmix::Command command,
                                                      std::string_view body);
/// An event on tag 0, without a range behind it.
[[nodiscard]] util::Result<std::string> reencodeEvent(const Dialect& dialect, std::string_view body);
/// Output on tag 2.
[[nodiscard]] util::Result<std::string> reencodeOutput(const Dialect& dialect, std::string_view body);

} // namespace dbgr::test
