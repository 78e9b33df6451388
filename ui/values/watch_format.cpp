// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/values/watch_format.h"

#include "util/string_util.h"

namespace dbgr::ui {

char formatOf(std::string_view watch)
{
    const bool isFormatted = watch.size() > 3 && watch[0] == '/' && watch[2] == ' ' &&
                             kFormatLetters.find(watch[1]) != std::string_view::npos;
    return isFormatted ? watch[1] : '\0';
}

std::string withoutFormat(std::string_view watch)
{
    return std::string(formatOf(watch) ? util::trimmed(watch.substr(3)) : watch);
}

std::string withFormat(std::string_view watch, char format)
{
    const std::string expression = withoutFormat(watch);
    return format ? std::string("/") + format + ' ' + expression : expression;
}

} // namespace dbgr::ui
