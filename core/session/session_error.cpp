// SPDX-License-Identifier: BSD-3-Clause
#include "session/session_error.h"

#include <string>

namespace dbgr::session {

namespace {

class SessionCategory : public std::error_category
{
public:
    const char* name() const noexcept override { return "session"; }
    std::string message(int value) const override;
};

std::string SessionCategory::message(int value) const
{
    switch (static_cast<Errc>(value)) {
    case Errc::WrongState:
        return "this cannot be done now";
    case Errc::NoSuchRank:
        return "the job has no such rank";
    case Errc::NoRanks:
        return "no ranks were named";
    case Errc::InputFull:
        return "too much input is waiting already";
    case Errc::InputClosed:
        return "the rank's input has ended";
    case Errc::LauncherNotFound:
        return "no such launcher";
    case Errc::LauncherUnsupported:
        return "the launcher cannot be controlled through PMIx";
    case Errc::NoDebugInfo:
        return "the program has no debug information";
    }
    return "unknown failure " + std::to_string(value);
}

} // namespace

const std::error_category& sessionCategory()
{
    static const SessionCategory category;
    return category;
}

std::error_code make_error_code(Errc code)
{
    return {static_cast<int>(code), sessionCategory()};
}

} // namespace dbgr::session
