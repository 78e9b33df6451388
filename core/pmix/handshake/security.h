// SPDX-License-Identifier: BSD-3-Clause
// The credentials of OpenPMIx's security modules, as far as a tool needs them: "native" (user and group id, which the
// other side compares) and "none". Thread: any; pure.
#pragma once

#include "util/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace dbgr::pmix {

struct UserIds
{
    std::uint32_t uid = 0;
    std::uint32_t gid = 0;

    [[nodiscard]] static UserIds ofThisProcess();
    friend bool operator==(const UserIds&, const UserIds&) = default;
};

/// The credential to send. \errors Status::ErrNotSupported for a module other than native and none
[[nodiscard]] util::Result<std::string> makeCredential(std::string_view module, UserIds ids);

/// Whose process a credential says that it is of. \errors Status::ErrInvalidCred, Status::ErrNotSupported for a module
/// other than native
[[nodiscard]] util::Result<UserIds> readCredential(std::string_view module, std::string_view credential);

/// Checks what a peer sent. Over TCP it is no more than a claim, which net's knowledge of the socket must back.
/// \errors Status::ErrInvalidCred, Status::ErrNotSupported for a module other than native
[[nodiscard]] util::Result<void> checkCredential(std::string_view module, std::string_view credential,
                                                 std::uint32_t expectedUid);

} // namespace dbgr::pmix
