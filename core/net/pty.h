// SPDX-License-Identifier: BSD-3-Clause
// A pseudo terminal for a child that is to believe that a person sits before it. Thread: any.
#pragma once

#include "util/result.h"
#include "util/unique_fd.h"

namespace dbgr::net {

/// The byte that, at the beginning of a line, ends the input of whoever reads the terminal.
inline constexpr char kPtyEndOfInput = '\x04';

/// Both close on exec.
struct Pty
{
    util::UniqueFd ours;   ///< bytes in and out; reading fails with EIO once nobody has the child's side open
    util::UniqueFd childs; ///< for standard channels of the child
};

/// A terminal that neither echoes its input nor changes its output; lines can be edited, and ^D ends the input.
/// \errors those of the system
[[nodiscard]] util::Result<Pty> openPty();

} // namespace dbgr::net
