// SPDX-License-Identifier: BSD-3-Clause
#include "net/net_error.h"

#include "util/error_category.h"

namespace dbgr::net {

namespace {

/// For util::ErrorCategory.
const char* meaning(int code)
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
    return nullptr;
}

} // namespace

const std::error_category& netCategory()
{
    static const util::ErrorCategory category("net", meaning);
    return category;
}

} // namespace dbgr::net
