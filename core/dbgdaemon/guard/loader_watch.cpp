// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/guard/loader_watch.h"

#include "rsp/packet.h"
#include "util/string_util.h"

#include <algorithm>
#include <utility>

namespace dbgr::daemon {

std::optional<std::uint64_t> LoaderWatch::leftOut()
{
    return m_settled && m_wish().stops == LoaderStops::None ? m_reader.trap() : std::nullopt;
}

void LoaderWatch::onResume(std::string_view payload)
{
    m_lastResume = payload;
    if (isLoneStep(payload))
        return; // over the loader's breakpoint, perhaps
    if (!m_learning.empty())
        (*m_barren)[m_learningAbout].merge(std::exchange(m_learning, {}));
}

void LoaderWatch::onInsert(std::uint64_t address)
{
    if (address != m_trap)
        m_learning.clear();
}

LoaderWatch::Verdict LoaderWatch::onStop(std::string_view payload)
{
    const BreakpointLedger::LoaderWish wish = m_wish();
    // While a program starts, LLDB has its own way to learn of its libraries. One instruction loads nothing.
    if (wish.stops == LoaderStops::All || !m_settled || !payload.starts_with('T') || isLoneStep(m_lastResume))
        return Verdict::Tell;
    const auto now = m_reader.read();
    if (!now)
        return Verdict::Tell;
    const bool isNews = m_told != now->objects;
    const auto trap = loneTrapOf(payload);
    if (trap && trap->pc == now->trap && repeatable(m_lastResume))
        return onTrap(*now, wish, isNews);
    return isNews ? Verdict::TellWithNews : Verdict::Tell;
}

LoaderWatch::Verdict LoaderWatch::onTrap(const keeper::LinkMap& now, const BreakpointLedger::LoaderWish& wish,
                                         bool isNews)
{
    if (!now.consistent || !isNews || wish.stops == LoaderStops::None)
        return Verdict::PassOver;
    const Objects none;
    const Objects& before = m_told ? *m_told : none;
    std::set<std::string> come = filesMissing(now.objects, before);
    const std::set<std::string>& barren = (*m_barren)[wish.about];
    if (std::ranges::includes(barren, come) && std::ranges::includes(barren, filesMissing(before, now.objects)))
        return Verdict::PassOver;
    m_trap = now.trap;
    m_learning = std::move(come); // where one goes nothing is to be learnt of it
    m_learningAbout = wish.about;
    return Verdict::TellWithNews;
}

/// The files of those that are in the one list and not in the other.
std::set<std::string> LoaderWatch::filesMissing(const Objects& from, const Objects& in) const
{
    std::set<std::string> files;
    for (const keeper::LoadedObject& object : from)
        if (std::ranges::find(in, object) == in.end())
            files.insert(m_reader.pathOf(object));
    return files;
}

bool LoaderWatch::isAtTrap(std::string_view payload)
{
    const auto trap = loneTrapOf(payload);
    return trap && trap->pc == m_reader.trap();
}

std::optional<std::string> LoaderWatch::answer(std::string_view question)
{
    constexpr std::string_view kQuestion = "qXfer:libraries-svr4:read::";
    if (!question.starts_with(kQuestion))
        return std::nullopt;
    const std::vector<std::string_view> range = util::split(question.substr(kQuestion.size()), ',');
    const auto from = util::parseNumber<std::size_t>(range[0], 16);
    const auto length = range.size() == 2 ? util::parseNumber<std::size_t>(range[1], 16) : std::nullopt;
    auto now = m_reader.read();
    if (!now || !from || !length)
        return std::nullopt;
    if (*from == 0) {
        m_listing = m_reader.listing(*now);
        m_told = std::move(now->objects);
        m_settled = m_settled || now->consistent;
    }
    if (*from > m_listing.size())
        return std::nullopt;
    const std::string piece = m_listing.substr(*from, *length);
    const bool isLast = *from + piece.size() == m_listing.size();
    return (isLast ? "l" : "m") + rsp::escaped(piece);
}

void LoaderWatch::forget()
{
    m_reader.forget();
    m_told.reset();
    m_settled = false;
    m_listing.clear();
    m_learning.clear();
}

} // namespace dbgr::daemon
