// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/source/source_history.h"

namespace dbgr::ui {

namespace {

bool areNear(const debug::SourceLocation& one, const debug::SourceLocation& other)
{
    const std::uint32_t apart = one.line > other.line ? one.line - other.line : other.line - one.line;
    return one.file == other.file && apart <= SourceHistory::kNear;
}

} // namespace

void SourceHistory::add(Places& places, const debug::SourceLocation& place)
{
    if (!place.known() || (!places.empty() && areNear(places.back(), place)))
        return;
    if (places.size() == kMost)
        places.erase(places.begin());
    places.push_back(place);
}

void SourceHistory::leave(const debug::SourceLocation& from, const debug::SourceLocation& to)
{
    if (!from.known() || !to.known() || areNear(from, to))
        return;
    add(m_back, from);
    m_forward.clear();
}

std::optional<debug::SourceLocation> SourceHistory::walk(Places& from, Places& to, const debug::SourceLocation& now)
{
    while (!from.empty()) {
        const debug::SourceLocation place = from.back();
        from.pop_back();
        if (areNear(place, now))
            continue; // it is here already
        add(to, now);
        return place;
    }
    return std::nullopt;
}

std::optional<debug::SourceLocation> SourceHistory::back(const debug::SourceLocation& now)
{
    return walk(m_back, m_forward, now);
}

std::optional<debug::SourceLocation> SourceHistory::forward(const debug::SourceLocation& now)
{
    return walk(m_forward, m_back, now);
}

} // namespace dbgr::ui
