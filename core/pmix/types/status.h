// SPDX-License-Identifier: BSD-3-Clause
// pmix_status_t: result of every request and code of every event; also the error category of core/pmix. Thread: any.
#pragma once

#include <cstdint>
#include <string>
#include <system_error>

namespace dbgr::pmix {

/// The codes that we act on or name. Any other int32 can arrive and is kept as it is.
/// Failures of our own are told in the same codes: a deadline is ErrTimeout, a broken message ErrUnpackFailure.
enum class Status : std::int32_t
{
#define DBGR_PMIX_STATUS(enumerator, code, name, meaning) enumerator = code,
#include "pmix/types/status.inc"
#undef DBGR_PMIX_STATUS
};

/// In a list of codes to deregister: the default handler. (INT_MIN, a wire convention, no result.)
inline constexpr Status kDefaultHandlerStatus{INT32_MIN};

/// "PMIX_ERR_NOT_FOUND", "PMIx status -9999" for a code that has no name here.
[[nodiscard]] std::string toString(Status status);

/// What the code means, in words; "" for a code that is not known.
[[nodiscard]] std::string meaning(Status status);

[[nodiscard]] const std::error_category& pmixCategory();

/// The message of such a code is its meaning, with the name behind it.
[[nodiscard]] std::error_code make_error_code(Status status);

} // namespace dbgr::pmix

template <>
struct std::is_error_code_enum<dbgr::pmix::Status> : std::true_type
{};
