// SPDX-License-Identifier: GPL-3.0-or-later
// Where the user has been in the sources: back and forward, as in a browser. Pure. Thread: any.
#pragma once

#include "debug/frame.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace dbgr::ui {

class SourceHistory
{
public:
    static constexpr std::size_t kMost = 100;
    /// Nearer lines of a file are the same place: steps do not fill it.
    static constexpr std::uint32_t kNear = 10;

    /// The user, or a rank that stops, goes elsewhere. Nothing, where either is not known, or both are near.
    void leave(const debug::SourceLocation& from, const debug::SourceLocation& to);
    /// To where it goes back. \param now which forward() leads to
    [[nodiscard]] std::optional<debug::SourceLocation> back(const debug::SourceLocation& now);
    [[nodiscard]] std::optional<debug::SourceLocation> forward(const debug::SourceLocation& now);
    [[nodiscard]] bool hasBack() const { return !m_back.empty(); }
    [[nodiscard]] bool hasForward() const { return !m_forward.empty(); }

private:
    using Places = std::vector<debug::SourceLocation>;
    [[nodiscard]] static std::optional<debug::SourceLocation> walk(Places& from, Places& to,
                                                                   const debug::SourceLocation& now);
    static void add(Places& places, const debug::SourceLocation& place);

    Places m_back;
    Places m_forward;
};

} // namespace dbgr::ui
