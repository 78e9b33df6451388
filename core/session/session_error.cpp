// SPDX-License-Identifier: BSD-3-Clause
#include "session/session_error.h"

#include "util/error_category.h"

namespace dbgr::session {

namespace {

/// For util::ErrorCategory.
const char* meaning(int code)
{
    switch (static_cast<Errc>(code)) {
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
    case Errc::NoSuchGroup:
        return "there is no such group of ranks";
    case Errc::BadGroup:
        return "this cannot be a group of ranks";
    case Errc::GroupInUse:
        return "other groups are made of this one";
    case Errc::BadSessionFile:
        return "this is no session file that dbgr can read";
    case Errc::NewerSessionFile:
        return "a newer dbgr has saved this session file";
    case Errc::BadPattern:
        return "this cannot be looked for";
    case Errc::SourceNewer:
        return "the source has been changed since the program was built";
    }
    return nullptr;
}

} // namespace

const std::error_category& sessionCategory()
{
    static const util::ErrorCategory category("session", meaning);
    return category;
}

std::error_code make_error_code(Errc code)
{
    return {static_cast<int>(code), sessionCategory()};
}

} // namespace dbgr::session
