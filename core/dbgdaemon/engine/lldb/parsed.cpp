// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/parsed.h"

#include "values/expr/parser.h"

#include <cstddef>
#include <map>
#include <utility>

namespace dbgr::daemon {

util::Result<values::Tree> parsed(const std::string& text, values::Language language)
{
    constexpr std::size_t kMost = 500;
    static std::map<std::pair<std::string, values::Language>, util::Result<values::Tree>> known; // of the engine thread
    const std::pair key(text, language);
    if (const auto found = known.find(key); found != known.end())
        return found->second;
    if (known.size() == kMost)
        known.clear();
    return known.emplace(key, values::parse(text, language)).first->second;
}

} // namespace dbgr::daemon
