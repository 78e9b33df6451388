// SPDX-License-Identifier: GPL-3.0-or-later
// What `dbgr doctor` finds, one thing each. Thread: any; a value.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::doctor {

enum class Verdict
{
    Fine,
    Limited, ///< dbgr works, but something that some people use does not
    Broken,  ///< jobs cannot be debugged so
    Unknown, ///< it could not be seen
};

inline constexpr std::array<std::string_view, 4> kVerdictNames{"fine", "limited", "broken", "unknown"};

[[nodiscard]] constexpr std::string_view name(Verdict verdict)
{
    return kVerdictNames[static_cast<std::size_t>(verdict)];
}
[[nodiscard]] constexpr std::optional<Verdict> verdictNamed(std::string_view text)
{
    for (std::size_t i = 0; i < kVerdictNames.size(); ++i)
        if (kVerdictNames[i] == text)
            return static_cast<Verdict>(i);
    return std::nullopt;
}

struct Finding
{
    std::string check; ///< "tracing": one word, the same on every node
    Verdict verdict = Verdict::Unknown;
    std::string found;  ///< a sentence without full stop
    std::string advice; ///< what to do; "" nothing
};

using Findings = std::vector<Finding>;

} // namespace dbgr::doctor
