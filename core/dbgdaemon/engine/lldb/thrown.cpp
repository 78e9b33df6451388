// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/thrown.h"

#include "dbgdaemon/engine/lldb/call_arguments.h"
#include "util/demangle.h"

#include <cstdint>
#include <optional>

namespace dbgr::daemon {

namespace {

// libstdc++'s header in front of what is thrown, for 64-bit processors: from the class to the part that the unwinder
// sees, and to the object.
constexpr std::uint64_t kTypeToUnwindHeader = 80;
constexpr std::uint64_t kTypeToObject = 112;
constexpr std::uint64_t kLengthOfWord = 8;
constexpr std::uint8_t kDependent = 1; // last byte of the unwinder's class: thrown once more by std::rethrow_exception

/// Where the address of the type's description is: in front of the object. \param header the unwinder's
std::optional<std::uint64_t> caughtTypeInfo(CallArguments& arguments, std::uint64_t header)
{
    const auto first = arguments.wordAt(header - kTypeToUnwindHeader);
    const auto kind = arguments.wordAt(header);
    if (!first || !kind)
        return std::nullopt;
    if ((*kind & 0xff) == kDependent) // `first` is the object that was thrown before
        return arguments.wordAt(*first - kTypeToObject);
    return first;
}

std::string readable(const std::string& typeName)
{
    // A star says that the name is of one file only.
    const std::string name = typeName.substr(typeName.starts_with('*') ? 1 : 0);
    return util::demangled(name).value_or(name);
}

std::string nameOfType(CallArguments& arguments, std::optional<std::uint64_t> info)
{
    const auto name = info ? arguments.wordAt(*info + kLengthOfWord) : std::nullopt;
    const auto text = name ? arguments.textAt(*name) : std::nullopt;
    return text && !text->empty() ? readable(*text) : std::string();
}

} // namespace

std::string thrownType(lldb::SBThread thread)
{
    CallArguments arguments(thread);
    return nameOfType(arguments, arguments.word(1));
}

std::string caughtType(lldb::SBThread thread)
{
    CallArguments arguments(thread);
    const auto header = arguments.word(0);
    return header ? nameOfType(arguments, caughtTypeInfo(arguments, *header)) : std::string();
}

} // namespace dbgr::daemon
