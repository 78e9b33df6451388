// SPDX-License-Identifier: BSD-3-Clause
#include "dbgwire/wire_error.h"

#include "util/error_category.h"

namespace dbgr::dbgwire {

namespace {

/// For util::ErrorCategory.
const char* meaning(int code)
{
    switch (static_cast<Errc>(code)) {
    case Errc::Malformed:
        return "the other side sent something malformed";
    case Errc::TooLarge:
        return "a message beyond the limit";
    case Errc::VersionMismatch:
        return "no common version of the protocol";
    case Errc::Silent:
        return "no word from the other side";
    case Errc::RemoteError:
        return "the other side failed";
    }
    return nullptr;
}

} // namespace

const std::error_category& wireCategory()
{
    static const util::ErrorCategory category("wire", meaning);
    return category;
}

} // namespace dbgr::dbgwire
