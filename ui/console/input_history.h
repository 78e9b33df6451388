// SPDX-License-Identifier: GPL-3.0-or-later
// Lines that were sent, newest last, and a place among them, as Up and Down walk it. Pure. Thread: GUI.
#pragma once

#include <QString>
#include <QStringList>

namespace dbgr::ui {

class InputHistory
{
public:
    static constexpr qsizetype kMost = 200;

    explicit InputHistory(QStringList lines = {}) : m_lines(std::move(lines)), m_at(m_lines.size()) {}

    [[nodiscard]] const QStringList& lines() const { return m_lines; }
    /// Remembers a line, once, and goes behind it.
    void add(const QString& line);
    /// The line before. \param current what stands in the line: it is kept until next() comes back to it
    [[nodiscard]] QString previous(const QString& current);
    [[nodiscard]] QString next(const QString& current);

private:
    QStringList m_lines;
    qsizetype m_at = 0; ///< m_lines.size(): behind all
    QString m_draft;
};

} // namespace dbgr::ui
