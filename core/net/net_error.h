// SPDX-License-Identifier: BSD-3-Clause
// The codes of this folder's errors. Failures of system calls keep errno's own code (util::systemError). Thread: any.
#pragma once

#include <system_error>

namespace dbgr::net {

enum class Errc
{
    BadAddress = 1,  ///< a text that is no address, or an address of the wrong kind
    Timeout,         ///< a deadline of this folder passed: connecting, handshake
    TooMuchOutput,   ///< the other side does not read, and what waits for it grew beyond the limit
    CutOff,          ///< the stream ended in the middle of something
    HandshakeFailed, ///< the other side does not speak TLS, or does not know the secret
    BadSecret,       ///< a text that is no secret
    NoSuchProgram,   ///< nothing of that name to execute
    NotExecutable,   ///< a file that the system does not execute
};

[[nodiscard]] const std::error_category& netCategory();
[[nodiscard]] inline std::error_code make_error_code(Errc code)
{
    return {static_cast<int>(code), netCategory()};
}

} // namespace dbgr::net

template <>
struct std::is_error_code_enum<dbgr::net::Errc> : std::true_type
{};
