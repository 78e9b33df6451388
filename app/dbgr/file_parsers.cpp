// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/file_parsers.h"

#include "util/shell_words.h"

#include <string>
#include <string_view>
#include <vector>

namespace dbgr::app {

using util::Result;

namespace {

Result<std::string> parseFile(Words& words)
{
    const std::string_view file = words.rest();
    if (file.empty())
        return words.bad("the name of a file is missing");
    return std::string(file);
}

} // namespace

Result<Command> parseSave(Words& words)
{
    const std::string_view what = words.next();
    if (what != "session" && what != "breakpoints" && what != "traces")
        return words.bad("what to save is missing: save session FILE, save breakpoints FILE, or save traces FILE");
    DBGR_TRY(std::string file, parseFile(words));
    if (what == "session")
        return SaveCommand{std::move(file)};
    if (what == "breakpoints")
        return SaveBreakpointsCommand{std::move(file)};
    return SaveTracesCommand{std::move(file)};
}

Result<Command> parseLoad(Words& words)
{
    if (words.next() != "breakpoints")
        return words.bad("what to load is missing: load breakpoints FILE");
    DBGR_TRY(std::string file, parseFile(words));
    return LoadBreakpointsCommand{std::move(file)};
}

Result<Command> parseMap(Words& words)
{
    auto split = util::splitShellWords(words.rest());
    if (!split)
        return words.bad(split.error().detail);
    std::vector<std::string>& parts = *split;
    if (parts.empty())
        return MapCommand{};
    if (parts.size() != 2 || parts[0].empty() || parts[1].empty())
        return words.bad("two folders are needed: as the program has it, and where it is here");
    if (parts[0] == "delete")
        return MapCommand{{parts[1], {}}};
    return MapCommand{{parts[0], parts[1]}};
}

} // namespace dbgr::app
