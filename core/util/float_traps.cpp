// SPDX-License-Identifier: BSD-3-Clause
#include "util/float_traps.h"

#include <algorithm>
#include <cstddef>

namespace dbgr::util {

std::string_view name(FloatTrap trap)
{
    switch (trap) {
    case FloatTrap::Invalid:
        return "invalid";
    case FloatTrap::DivideByZero:
        return "divide-by-zero";
    case FloatTrap::Overflow:
        return "overflow";
    case FloatTrap::Underflow:
        return "underflow";
    case FloatTrap::Inexact:
        return "inexact";
    }
    return "";
}

std::optional<FloatTraps> FloatTraps::ofText(std::string_view text)
{
    if (text == "on")
        return usual();
    FloatTraps traps;
    if (text == "off")
        return traps;
    for (;;) {
        const std::size_t comma = text.find(',');
        const std::string_view word = text.substr(0, comma);
        const auto* const found = std::ranges::find(kFloatTraps, word, [](FloatTrap trap) { return name(trap); });
        if (found == std::end(kFloatTraps))
            return std::nullopt;
        traps.set(*found, true);
        if (comma == std::string_view::npos)
            return traps;
        text.remove_prefix(comma + 1);
    }
}

std::string FloatTraps::text() const
{
    std::string words;
    for (const FloatTrap trap : kFloatTraps) {
        if (has(trap))
            words += (words.empty() ? "" : ",") + std::string(name(trap));
    }
    return words.empty() ? "off" : words;
}

} // namespace dbgr::util
