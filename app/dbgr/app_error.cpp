// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/app_error.h"

#include <string>

namespace dbgr::app {

namespace {

class AppCategory : public std::error_category
{
public:
    const char* name() const noexcept override { return "app"; }
    std::string message(int value) const override;
};

std::string AppCategory::message(int value) const
{
    switch (static_cast<Errc>(value)) {
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
    }
    return "unknown failure " + std::to_string(value);
}

} // namespace

const std::error_category& appCategory()
{
    static const AppCategory category;
    return category;
}

} // namespace dbgr::app
