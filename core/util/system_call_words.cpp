// SPDX-License-Identifier: BSD-3-Clause
#include "util/system_call_words.h"

#include "util/string_util.h"

#include <charconv>

namespace dbgr::util {

namespace {

constexpr std::string_view kHeading = "system call ";
constexpr int kHexBase = 16;

void appendHexWord(std::string& text, std::uint64_t number)
{
    std::array<char, kHexBase> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, kHexBase).ptr;
    text += ' ';
    text.append(digits.data(), end);
}

} // namespace

std::string wordsOf(const SystemCallStop& stop)
{
    std::string text(kHeading);
    text += std::to_string(stop.number);
    for (const std::uint64_t argument : stop.arguments)
        appendHexWord(text, argument);
    if (stop.value)
        appendHexWord(text, static_cast<std::uint64_t>(*stop.value));
    return text;
}

std::optional<SystemCallStop> systemCallStopOf(std::string_view words)
{
    if (!words.starts_with(kHeading))
        return std::nullopt;
    const auto parts = split(words.substr(kHeading.size()), ' ');
    SystemCallStop stop;
    const std::size_t withoutValue = 1 + stop.arguments.size();
    const auto number = parseNumber<std::uint32_t>(parts.front());
    if (!number || parts.size() < withoutValue || parts.size() > withoutValue + 1)
        return std::nullopt;
    stop.number = *number;
    for (std::size_t i = 1; i < parts.size(); ++i) {
        const auto word = parseNumber<std::uint64_t>(parts[i], kHexBase);
        if (!word)
            return std::nullopt;
        if (i < withoutValue)
            stop.arguments[i - 1] = *word;
        else
            stop.value = static_cast<std::int64_t>(*word);
    }
    return stop;
}

} // namespace dbgr::util
