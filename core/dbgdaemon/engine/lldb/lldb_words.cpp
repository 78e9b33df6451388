// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/lldb_words.h"

#include "debug/scope_words.h"

#include <algorithm>
#include <array>
#include <optional>

namespace dbgr::daemon {

namespace {

using namespace std::string_view_literals;

/// Each tells of the machinery, and the words behind it of the matter.
constexpr std::array kRemarks{
    "Couldn't materialize: "sv,
    "couldn't materialize: "sv,
    "Couldn't dematerialize: "sv,
    "parent failed to evaluate: "sv,
    "Couldn't apply expression side effects : "sv,
    "errored out in DoExecute, "sv,
    "error: "sv,
};

constexpr std::array kOptimisedOut{"variable not available"sv, "no location, value may have been optimized out"sv,
                                   "value may have been optimized out"sv};

/// What stands between two words; nothing where they are not there.
std::optional<std::string_view> between(std::string_view text, std::string_view begin, std::string_view end)
{
    const std::size_t at = text.find(begin);
    if (at == std::string_view::npos)
        return std::nullopt;
    const std::string_view rest = text.substr(at + begin.size());
    const std::size_t stop = rest.find(end);
    return stop == std::string_view::npos ? std::nullopt : std::optional(rest.substr(0, stop));
}

bool saysOptimisedOut(std::string_view words)
{
    return std::any_of(kOptimisedOut.begin(), kOptimisedOut.end(),
                       [&](std::string_view phrase) { return words.ends_with(phrase); });
}

/// "signal SIGSEGV: address not mapped to object (fault address=0x0)" -> "SIGSEGV: address not mapped to object (...)".
std::string ofSignal(std::string_view reason)
{
    constexpr std::string_view kSignal = "signal ";
    return std::string(reason.substr(reason.starts_with(kSignal) ? kSignal.size() : 0));
}

/// The word behind the text, up to a blank or quote; "" where the text is not there.
std::string_view wordAfter(std::string_view words, std::string_view text)
{
    const std::size_t at = words.find(text);
    if (at == std::string_view::npos)
        return {};
    words.remove_prefix(at + text.size());
    return words.substr(0, words.find_first_of(" '"));
}

bool has(std::string_view words, std::string_view text)
{
    return words.find(text) != std::string_view::npos;
}

/// What is wrong with what the expression names; "" if it is something else.
std::string aboutNames(std::string_view words)
{
    if (const std::string_view name = wordAfter(words, "use of undeclared identifier '$"); !name.empty())
        return "there is no register '" + std::string(name) + "'";
    if (const std::string_view name = wordAfter(words, "use of undeclared identifier '"); !name.empty())
        return debug::notInScope(name);
    if (has(words, "Invalid type: Cannot determine size"))
        return "LLDB cannot make out its type: the debug information does not tell it from another type of this name";
    if (!saysOptimisedOut(words))
        return {};
    const auto name = between(words, "the value of variable ", ":");
    return name ? std::string(*name) + " is optimised out here" : "optimised out";
}

/// What is wrong with the memory that it reads; "" if it is something else.
std::string aboutMemory(std::string_view words)
{
    for (const std::string_view before : {"read memory from "sv, "memory read failed for "sv}) {
        if (const std::string_view address = wordAfter(words, before); !address.empty())
            return "the memory at " + std::string(address) + " cannot be read";
    }
    if (has(words, "parent is NULL"))
        return "it is behind a null pointer";
    return has(words, "couldn't read its memory") ? "the memory that it refers to cannot be read" : "";
}

/// What came of running it; "" if it is something else.
std::string aboutRunning(std::string_view words)
{
    if (has(words, "signal SIGFPE: integer divide by zero") || words == "division by zero is undefined" ||
        words == "remainder by zero is undefined")
        return "division by zero";
    if (has(words, "the async thread is dead"))
        return "its process, or the keeper that holds it, has just ended";
    if (has(words, "without a running target"))
        return "a process would have to run this, and a core file is none";
    constexpr std::string_view kInterrupted = "Execution was interrupted, reason: ";
    if (!words.starts_with(kInterrupted))
        return {};
    std::string_view reason = words.substr(kInterrupted.size());
    if (reason.ends_with('.'))
        reason.remove_suffix(1);
    return "what it calls was ended by " + ofSignal(reason) + "; the rank stands as before";
}

} // namespace

std::string plainWords(std::string_view words)
{
    for (bool again = true; again;) {
        again = false;
        for (const std::string_view remark : kRemarks) {
            if (!words.starts_with(remark))
                continue;
            words.remove_prefix(remark.size());
            again = true;
        }
    }
    for (const auto about : {aboutNames, aboutMemory, aboutRunning}) {
        if (std::string plain = about(words); !plain.empty())
            return plain;
    }
    return std::string(words);
}

} // namespace dbgr::daemon
