// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/thread_parsers.h"

#include "app/dbgr/control_parsers.h"
#include "util/string_util.h"

#include <string>
#include <string_view>

namespace dbgr::app {

using util::Result;

namespace {

Result<debug::ThreadIndex> parseIndex(Words& words)
{
    const std::string_view word = words.next();
    const auto index = util::parseNumber<std::uint32_t>(word);
    if (!index || *index == 0)
        return words.bad(inQuotes(word) + " is not the number of a thread, as 'threads' shows it");
    return debug::ThreadIndex{*index};
}

/// \param whole the word that stands for no number
Result<Command> parseThreads(Words& words, std::string_view whole, bool freeze)
{
    FreezeCommand command{{{}, freeze}};
    if (words.peek() == whole) {
        words.next();
        return alone(words, command);
    }
    if (words.atEnd() && words.next().empty())
        return words.bad("the number of a thread is missing, or " + std::string(whole));
    while (!words.atEnd()) {
        DBGR_TRY(const debug::ThreadIndex index, parseIndex(words));
        command.what.threads.emplace_back(index);
    }
    return command;
}

} // namespace

Result<Command> parseThread(Words& words)
{
    if (words.atEnd())
        return ThreadCommand{};
    DBGR_TRY(const debug::ThreadIndex index, parseIndex(words));
    return alone(words, ThreadCommand{index});
}

Result<Command> parseFreeze(Words& words)
{
    return parseThreads(words, "others", true);
}

Result<Command> parseThaw(Words& words)
{
    return parseThreads(words, "all", false);
}

} // namespace dbgr::app
