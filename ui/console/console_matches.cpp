// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/console/console_matches.h"

#include "ui/console/console_finder.h"
#include "ui/console/console_model.h"
#include "ui/console/console_row.h"

#include <algorithm>

namespace dbgr::ui {

ConsoleMatches::ConsoleMatches(const ConsoleModel& model, QObject* parent) : QObject(parent), m_model(model)
{
    m_next.setSingleShot(true);
    m_next.setInterval(0);
    connect(&m_next, &QTimer::timeout, this, &ConsoleMatches::countOn);
    connect(&model, &ConsoleModel::rebuilt, this, &ConsoleMatches::restart);
    connect(&model, &ConsoleModel::changed, this, [this] {
        if (!m_text.isEmpty())
            m_next.start();
    });
}

void ConsoleMatches::setText(const QString& text)
{
    m_text = text;
    restart();
}

void ConsoleMatches::restart()
{
    m_matches.clear();
    m_counted = 0;
    m_next.stop();
    if (!m_text.isEmpty())
        m_next.start();
    emit changed();
}

void ConsoleMatches::countOn()
{
    const std::size_t rows = m_model.rowCount();
    // What the store has lost is not there to be found.
    while (!m_matches.empty() && (rows == 0 || m_matches.front() < m_model.sequence(0)))
        m_matches.pop_front();
    std::size_t row = m_model.rowOf(m_counted + 1);
    const std::size_t end = std::min(rows, row + ConsoleFinder::kSlice);
    for (; row < end; ++row) {
        m_counted = m_model.sequence(row);
        if (consoleRow(m_model, row).body.text.contains(m_text, Qt::CaseInsensitive))
            m_matches.push_back(m_counted);
    }
    if (row < rows)
        m_next.start();
    emit changed();
}

std::size_t ConsoleMatches::number(std::uint64_t sequence) const
{
    const auto found = std::lower_bound(m_matches.begin(), m_matches.end(), sequence);
    return found != m_matches.end() && *found == sequence ? static_cast<std::size_t>(found - m_matches.begin()) + 1 : 0;
}

} // namespace dbgr::ui

#include "moc_console_matches.cpp"
