// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attach/rank_choice.h"

#include "session/describe.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

namespace dbgr::ui {

using util::RankSet;

namespace {

QString sayChoice(const char* source)
{
    return QCoreApplication::translate("RankChoice", source);
}

QString words(const RankSet& ranks)
{
    return QString::fromStdString(session::shortRanks(ranks));
}

} // namespace

void RankChoice::setCount(std::uint32_t ranks)
{
    if (m_hosts.empty())
        m_all = RankSet::firstN(ranks);
}

void RankChoice::setPlaces(const std::vector<session::RankPlace>& places)
{
    std::map<std::string, RankSet> byHost;
    m_all = {};
    for (const session::RankPlace& place : places) {
        byHost[place.host].insert(place.rank);
        m_all.insert(place.rank);
    }
    m_hosts.clear();
    for (auto& [name, ranks] : byHost)
        m_hosts.push_back({QString::fromStdString(name), std::move(ranks)});
    std::sort(m_hosts.begin(), m_hosts.end(),
              [](const Host& a, const Host& b) { return a.ranks.lowest() < b.ranks.lowest(); });
}

void RankChoice::setText(const QString& text)
{
    m_text = text;
}

bool RankChoice::meansAll() const
{
    const QString word = m_text.trimmed().toLower();
    return word == QLatin1String("all") || word == QLatin1String("*");
}

util::Result<RankSet> RankChoice::read() const
{
    return RankSet::parse(m_text.trimmed().toLower().toStdString(), m_all);
}

RankSet RankChoice::chosen() const
{
    return read().value_or(RankSet()) & m_all;
}

QString RankChoice::problem() const
{
    if (meansAll())
        return {};
    if (m_text.trimmed().isEmpty())
        return sayChoice("No rank is chosen. Write ranks like 0-3,7 or all.");
    const auto ranks = read();
    if (!ranks)
        return sayChoice("\"%1\" is not a set of ranks. Write it like 0-3,7 or all.").arg(m_text.trimmed());
    if (const RankSet unknown = *ranks - m_all; !m_all.empty() && !unknown.empty())
        return sayChoice("The job has ranks %1, and no %2.").arg(words(m_all), words(unknown));
    return {};
}

std::optional<RankSet> RankChoice::ranks() const
{
    const auto ranks = read();
    if (meansAll() || !ranks || (!m_all.empty() && *ranks == m_all))
        return std::nullopt;
    return *ranks;
}

Qt::CheckState RankChoice::stateOf(const Host& host) const
{
    const RankSet now = chosen();
    if (now.containsAll(host.ranks))
        return Qt::Checked;
    return now.intersects(host.ranks) ? Qt::PartiallyChecked : Qt::Unchecked;
}

void RankChoice::choose(const Host& host, bool isChosen)
{
    const RankSet now = isChosen ? chosen() | host.ranks : chosen() - host.ranks;
    m_text = now == m_all ? QStringLiteral("all") : QString::fromStdString(now.toString());
}

} // namespace dbgr::ui
