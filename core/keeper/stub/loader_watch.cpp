// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/stub/loader_watch.h"

#include <algorithm>
#include <utility>

namespace dbgr::keeper {

std::optional<RemoteAddress> LoaderWatch::leftOut()
{
    return m_settled && m_wish().stops == LoaderStops::None ? m_reader.trap() : std::nullopt;
}

void LoaderWatch::onResume(Ran how)
{
    m_ran = how;
    if (how != Ran::LoneStep && !m_learning.empty()) // that one is over the loader's trap, perhaps
        (*m_barren)[m_learningAbout].merge(std::exchange(m_learning, {}));
}

void LoaderWatch::onInsert(RemoteAddress address)
{
    if (address != m_trap)
        m_learning.clear();
}

LoaderWatch::Verdict LoaderWatch::onStop(std::optional<RemoteAddress> trap)
{
    const LoaderWish wish = m_wish();
    // While a program starts, LLDB has its own way to learn of its libraries. One instruction loads nothing.
    if (wish.stops == LoaderStops::All || !m_settled || m_ran == Ran::LoneStep)
        return Verdict::Tell;
    const auto now = m_reader.read();
    if (!now)
        return Verdict::Tell;
    const bool isNews = m_told != now->objects;
    if (trap == now->trap && m_ran == Ran::Freely)
        return onTrap(*now, wish, isNews);
    return isNews ? Verdict::TellWithNews : Verdict::Tell;
}

LoaderWatch::Verdict LoaderWatch::onTrap(const LinkMap& now, const LoaderWish& wish, bool isNews)
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
    for (const LoadedObject& object : from)
        if (std::ranges::find(in, object) == in.end())
            files.insert(m_reader.pathOf(object));
    return files;
}

bool LoaderWatch::isTrap(RemoteAddress address)
{
    return m_reader.trap() == address;
}

std::string LoaderWatch::listing()
{
    ++m_listings;
    auto now = m_reader.read();
    if (!now)
        return m_reader.listing({});
    std::string text = m_reader.listing(*now);
    m_told = std::move(now->objects);
    m_settled = m_settled || now->consistent;
    return text;
}

void LoaderWatch::forget()
{
    m_reader.forget();
    m_told.reset();
    m_settled = false;
    m_learning.clear();
}

} // namespace dbgr::keeper
