// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/console/console_finder.h"

#include "ui/console/console_model.h"
#include "ui/console/console_row.h"

#include <algorithm>

namespace dbgr::ui {

ConsoleFinder::ConsoleFinder(const ConsoleModel& model, QObject* parent) : QObject(parent), m_model(model)
{
    m_next.setSingleShot(true);
    m_next.setInterval(0);
    connect(&m_next, &QTimer::timeout, this, &ConsoleFinder::lookOn);
}

void ConsoleFinder::start(const QString& text, std::size_t row, Direction direction)
{
    m_text = text;
    m_row = row;
    m_direction = direction;
    m_left = m_model.rowCount();
    lookOn();
}

void ConsoleFinder::lookOn()
{
    const std::size_t rows = m_model.rowCount(); // may be others than a turn ago
    for (std::size_t i = 0; i < kSlice && m_left > 0 && rows > 0; ++i, --m_left) {
        m_row = m_row < rows ? m_row : m_direction == Direction::Forward ? 0 : rows - 1;
        if (consoleRow(m_model, m_row).body.text.contains(m_text, Qt::CaseInsensitive)) {
            m_next.stop();
            emit found(m_row);
            return;
        }
        m_row += m_direction == Direction::Forward ? 1 : std::size_t(-1); // wraps to above all rows
    }
    if (m_left > 0 && rows > 0)
        m_next.start();
    else
        emit notFound();
}

} // namespace dbgr::ui

#include "moc_console_finder.cpp"
