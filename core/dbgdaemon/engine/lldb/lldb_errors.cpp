// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/lldb_errors.h"

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

/// The word of the line after the text, up to a blank or quote.
std::string_view wordAfter(std::string_view line, std::string_view text)
{
    const std::size_t at = line.find(text);
    if (at == std::string_view::npos)
        return {};
    line.remove_prefix(at + text.size());
    return line.substr(0, line.find_first_of(" '"));
}

/// LLDB's words about memory, types and registers in ours; all others stay.
std::string inOurWords(std::string_view line)
{
    if (const std::string_view address = wordAfter(line, "read memory from "); !address.empty())
        return "the memory at " + std::string(address) + " cannot be read";
    if (const std::string_view name = wordAfter(line, "use of undeclared identifier '$"); !name.empty())
        return "there is no register '" + std::string(name) + "'";
    if (line.find("parent is NULL") != std::string_view::npos)
        return "it is behind a null pointer";
    if (line.find("couldn't read its memory") != std::string_view::npos)
        return "the memory that it refers to cannot be read";
    if (line.find("signal SIGFPE: integer divide by zero") != std::string_view::npos ||
        line == "division by zero is undefined" || line == "remainder by zero is undefined")
        return "division by zero";
    if (line.find("Invalid type: Cannot determine size") != std::string_view::npos)
        return "LLDB cannot make out its type: the debug information does not tell it from another type of this name";
    if (line.find("without a running target") != std::string_view::npos)
        return "a process would have to run this, and a core file is none";
    return std::string(line);
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
            return inOurWords(cleaned(line));
    }
    return std::string(util::trimmed(text));
}

util::Error toError(const lldb::SBError& error, debug::Errc code, std::string_view doing)
{
    return util::Error{code, wordsOf(error), {}}.withContext(doing);
}

} // namespace dbgr::daemon
