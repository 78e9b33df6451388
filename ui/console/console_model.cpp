// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/console/console_model.h"

#include "session/output_store.h"
#include "ui/bridge/session_bridge.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

namespace dbgr::ui {

using session::OutputLine;
using util::RankSet;

namespace {

std::size_t foldKey(const OutputLine& line)
{
    return std::hash<std::string_view>()(line.text) * 2 + static_cast<std::size_t>(line.kind);
}

} // namespace

ConsoleModel::ConsoleModel(SessionBridge& bridge, QObject* parent) : QObject(parent), m_bridge(bridge)
{
    m_next.setSingleShot(true);
    m_next.setInterval(0);
    connect(&m_next, &QTimer::timeout, this, &ConsoleModel::readOn);
    connect(&bridge, &SessionBridge::outputChanged, this, &ConsoleModel::readOn);
    readOn();
}

ConsoleModel::~ConsoleModel() = default;

const session::OutputStore& ConsoleModel::store() const
{
    return m_bridge.session().output();
}

void ConsoleModel::setSource(ConsoleSource source)
{
    if (m_source == source)
        return;
    m_source = std::move(source);
    rebuild();
}

void ConsoleModel::setFolded(bool folded)
{
    if (std::exchange(m_folded, folded) != folded)
        rebuild();
}

void ConsoleModel::hideThrough(std::uint64_t sequence)
{
    m_hidden = sequence;
    rebuild();
}

const OutputLine* ConsoleModel::line(std::size_t row) const
{
    return store().find(m_rows[row].sequence);
}

RankSet ConsoleModel::ranks(std::size_t row) const
{
    const Row& at = m_rows[row];
    if (at.folded)
        return *at.folded;
    if (const session::SentInput* const sent = sentInput(row))
        return sent->ranks;
    return at.source ? RankSet(*at.source) : RankSet();
}

const session::SentInput* ConsoleModel::sentInput(std::size_t row) const
{
    if (!session::isInput(m_rows[row].kind))
        return nullptr;
    const OutputLine* const found = line(row);
    return found ? store().sentInput(found->input) : nullptr;
}

std::size_t ConsoleModel::rowOf(std::uint64_t sequence) const
{
    const auto found = std::lower_bound(m_rows.begin(), m_rows.end(), sequence,
                                        [](const Row& row, std::uint64_t at) { return row.sequence < at; });
    return static_cast<std::size_t>(found - m_rows.begin());
}

void ConsoleModel::rebuild()
{
    m_rows.clear();
    m_foldable.clear();
    m_newestOf.clear();
    m_longest = 0;
    m_seen = m_hidden;
    m_droppedAtSweep = store().droppedInAll();
    emit rebuilt();
    readOn();
}

void ConsoleModel::readOn()
{
    dropLost();
    const std::size_t before = m_rows.size();
    std::size_t visited = 0;
    m_seen = store().visit(m_seen, kSlice, [this, &visited](const OutputLine& line) {
        ++visited;
        if (wants(line))
            add(line);
    });
    forgetOldFolds();
    if (visited == kSlice)
        m_next.start();
    else
        m_seen = store().lastSequence(); // what is between was lost
    emit changed(static_cast<qint64>(m_rows.size() - before));
}

bool ConsoleModel::wants(const OutputLine& line) const
{
    switch (m_source.kind) {
    case ConsoleSource::Kind::All:
        return true;
    case ConsoleSource::Kind::Launcher:
        return !line.source && !session::isInput(line.kind);
    case ConsoleSource::Kind::Ranks:
        break;
    }
    if (!session::isInput(line.kind))
        return line.source && m_source.ranks.contains(*line.source);
    const session::SentInput* const sent = store().sentInput(line.input);
    return sent && sent->ranks.intersects(m_source.ranks);
}

void ConsoleModel::add(const OutputLine& line)
{
    m_longest = std::max(m_longest, line.text.size());
    const bool canFold = m_folded && line.source && !line.open;
    if (canFold && fold(line))
        return;
    m_rows.push_back(Row{line.sequence, line.source, line.kind, nullptr});
    if (line.source)
        m_newestOf[line.source->value()] = line.sequence;
    if (canFold)
        m_foldable[foldKey(line)] = line.sequence;
}

bool ConsoleModel::fold(const OutputLine& line)
{
    const auto found = m_foldable.find(foldKey(line));
    if (found == m_foldable.end())
        return false;
    const std::size_t at = rowOf(found->second);
    if (at + kFoldWindow < m_rows.size() || m_rows[at].sequence != found->second)
        return false;
    // What a rank says stays in its order: never before a row that it is part of already.
    const auto newest = m_newestOf.find(line.source->value());
    if (newest != m_newestOf.end() && newest->second >= found->second)
        return false;
    Row& row = m_rows[at];
    const OutputLine* const same = store().find(row.sequence);
    if (!same || same->kind != line.kind || same->text != line.text)
        return false;
    if (!row.folded)
        row.folded = std::make_unique<RankSet>(*row.source);
    row.folded->insert(*line.source);
    m_newestOf[line.source->value()] = row.sequence;
    return true;
}

void ConsoleModel::forgetOldFolds()
{
    if (m_foldable.size() < 8 * kFoldWindow)
        return;
    const std::uint64_t oldest = m_rows.size() > kFoldWindow ? m_rows[m_rows.size() - kFoldWindow].sequence : 0;
    std::erase_if(m_foldable, [oldest](const auto& entry) { return entry.second < oldest; });
}

void ConsoleModel::dropLost()
{
    const std::uint64_t dropped = store().droppedInAll();
    if (dropped == m_droppedAtSweep)
        return;
    const auto lost = [this](const Row& row) { return !store().keeps(row.sequence, row.source, row.kind); };
    while (!m_rows.empty() && lost(m_rows.front()))
        m_rows.pop_front();
    // Rows between others are taken out when they are many: it takes a walk over all.
    if (dropped - m_droppedAtSweep < std::max<std::uint64_t>(4096, m_rows.size() / 8))
        return;
    m_droppedAtSweep = dropped;
    std::erase_if(m_rows, lost);
}

} // namespace dbgr::ui

#include "moc_console_model.cpp"
