// SPDX-License-Identifier: BSD-3-Clause
#include "net/net_error.h"

#include <string>

namespace dbgr::net {

namespace {

class NetCategory : public std::error_category
{
public:
    [[nodiscard]] const char* name() const noexcept override { return "net"; }
    [[nodiscard]] std::string message(int code) const override
    {
        switch (static_cast<Errc>(code)) {
        case Errc::BadAddress:
            return "not a usable address";
        case Errc::Timeout:
            return "no answer in time";
        case Errc::TooMuchOutput:
            return "the other side does not read";
        case Errc::CutOff:
            return "the connection was cut off";
        case Errc::HandshakeFailed:
            return "the secure handshake failed";
        case Errc::BadSecret:
            return "not a session secret";
        case Errc::NoSuchProgram:
            return "no such program";
        case Errc::NotExecutable:
            return "not an executable file";
        }
        return "unknown error";
    }
};

} // namespace

const std::error_category& netCategory()
{
    static const NetCategory category;
    return category;
}

} // namespace dbgr::net
