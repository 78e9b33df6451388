// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/console/input_history.h"

namespace dbgr::ui {

void InputHistory::add(const QString& line)
{
    m_draft.clear();
    if (!line.isEmpty()) {
        m_lines.removeAll(line);
        m_lines.append(line);
        while (m_lines.size() > kMost)
            m_lines.removeFirst();
    }
    m_at = m_lines.size();
}

QString InputHistory::previous(const QString& current)
{
    if (m_at == 0)
        return current;
    if (m_at == m_lines.size())
        m_draft = current;
    return m_lines.at(--m_at);
}

QString InputHistory::next(const QString& current)
{
    if (m_at == m_lines.size())
        return current;
    return ++m_at == m_lines.size() ? m_draft : m_lines.at(m_at);
}

} // namespace dbgr::ui
