// SPDX-License-Identifier: BSD-3-Clause
#include "dbgwire/wire_error.h"

#include <string>

namespace dbgr::dbgwire {

namespace {

class WireCategory : public std::error_category
{
public:
    [[nodiscard]] const char* name() const noexcept override { return "wire"; }
    [[nodiscard]] std::string message(int code) const override
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
        return "unknown error";
    }
};

} // namespace

const std::error_category& wireCategory()
{
    static const WireCategory category;
    return category;
}

} // namespace dbgr::dbgwire
