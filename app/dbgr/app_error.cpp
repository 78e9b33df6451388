// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/app_error.h"

#include "util/error_category.h"

namespace dbgr::app {

namespace {

/// For util::ErrorCategory.
const char* meaning(int code)
{
    switch (static_cast<Errc>(code)) {
    case Errc::BadUsage:
        return "bad command line";
    case Errc::UnknownCommand:
        return "unknown command";
    case Errc::BadArgument:
        return "bad argument";
    case Errc::NothingToDo:
        return "no rank to do it with";
    case Errc::NoSource:
        return "no source to show";
    case Errc::UnreadableScript:
        return "the script cannot be read";
    case Errc::BadRecord:
        return "nothing is recorded there";
    case Errc::NoDisplay:
        return "there is no display";
    case Errc::NothingToUndo:
        return "nothing can be put back";
    case Errc::BadReport:
        return "no report is written";
    }
    return nullptr;
}

} // namespace

const std::error_category& appCategory()
{
    static const util::ErrorCategory category("app", meaning);
    return category;
}

} // namespace dbgr::app
