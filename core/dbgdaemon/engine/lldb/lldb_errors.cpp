// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/lldb_errors.h"

#include "dbgdaemon/engine/lldb/lldb_words.h"
#include "util/string_util.h"

#include <cctype>
#include <vector>

namespace dbgr::daemon {

namespace {

/// "<user expression 0>:1:1: unknown name" -> "unknown name".
std::string_view withoutPlace(std::string_view line)
{
    if (!line.starts_with("<user expression"))
        return line;
    std::size_t at = line.find(">:");
    if (at == std::string_view::npos)
        return line;
    for (++at; at < line.size() && (line[at] == ':' || std::isdigit(static_cast<unsigned char>(line[at]))); ++at)
        ;
    return util::trimmed(line.substr(at));
}

std::string_view cleaned(std::string_view line)
{
    constexpr std::string_view kPrefix = "error: ";
    line = util::trimmed(line);
    while (line.starts_with(kPrefix))
        line.remove_prefix(kPrefix.size());
    line = withoutPlace(line);
    return line.starts_with(kPrefix) ? line.substr(kPrefix.size()) : line;
}

} // namespace

std::string wordsOf(const lldb::SBError& error)
{
    const char* text = error.GetCString();
    if (!text)
        return "LLDB does not say why";
    const std::vector<std::string_view> lines = util::split(text, '\n');
    // A hint explains more than the names of symbols do.
    constexpr std::string_view kHint = "Hint: ";
    for (const std::string_view line : lines) {
        if (line.starts_with(kHint))
            return std::string(line.substr(kHint.size()));
    }
    // Of the others the first that is no remark is the cause; what follows draws the place.
    for (const std::string_view line : lines) {
        if (line.find("Ran expression as") == std::string_view::npos && !cleaned(line).empty())
            return plainWords(cleaned(line));
    }
    return std::string(util::trimmed(text));
}

util::Error toError(const lldb::SBError& error, debug::Errc code, std::string_view doing)
{
    return util::Error{code, wordsOf(error), {}}.withContext(doing);
}

} // namespace dbgr::daemon
