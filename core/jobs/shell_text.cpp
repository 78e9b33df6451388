// SPDX-License-Identifier: BSD-3-Clause
#include "jobs/shell_text.h"

namespace dbgr::jobs {

std::string shellText(const std::vector<std::string>& argv)
{
    constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=,+@%^";
    std::string text;
    for (const std::string& argument : argv) {
        if (!text.empty())
            text += ' ';
        if (!argument.empty() && argument.find_first_not_of(kPlain) == std::string::npos) {
            text += argument;
            continue;
        }
        text += '\'';
        for (const char c : argument)
            text += c == '\'' ? std::string("'\\''") : std::string(1, c);
        text += '\'';
    }
    return text;
}

} // namespace dbgr::jobs
