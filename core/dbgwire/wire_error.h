// SPDX-License-Identifier: BSD-3-Clause
// The codes of this folder's errors. What a rank or its engine refuses has debug::Errc. Thread: any.
#pragma once

#include <system_error>

namespace dbgr::dbgwire {

enum class Errc
{
    Malformed = 1,   ///< bytes that no peer of ours sends
    TooLarge,        ///< a message beyond the limit
    VersionMismatch, ///< the two sides have no version of the protocol in common
    Silent,          ///< no word from the other side for too long
    RemoteError,     ///< a failure of the other side, of a kind that we have no code for
};

[[nodiscard]] const std::error_category& wireCategory();
[[nodiscard]] inline std::error_code make_error_code(Errc code)
{
    return {static_cast<int>(code), wireCategory()};
}

} // namespace dbgr::dbgwire

template <>
struct std::is_error_code_enum<dbgr::dbgwire::Errc> : std::true_type
{};
