// SPDX-License-Identifier: GPL-3.0-or-later
// How many rows of a console have a text, and which of them a row is: counted some at a time, and on as output comes.
// Thread: GUI.
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>

#include <cstddef>
#include <cstdint>
#include <deque>

namespace dbgr::ui {

class ConsoleModel;

class ConsoleMatches final : public QObject
{
    Q_OBJECT

public:
    /// \param model outlives it
    explicit ConsoleMatches(const ConsoleModel& model, QObject* parent = nullptr);

    /// Counts anew; "" counts nothing.
    void setText(const QString& text);
    /// So far.
    [[nodiscard]] std::size_t count() const { return m_matches.size(); }
    [[nodiscard]] bool isCounting() const { return m_next.isActive(); }
    /// Which match the row with that sequence is, from 1; 0 none.
    [[nodiscard]] std::size_t number(std::uint64_t sequence) const;

signals:
    void changed();

private:
    void restart();
    void countOn();

    const ConsoleModel& m_model;
    QString m_text;
    std::deque<std::uint64_t> m_matches; ///< sequences of rows
    std::uint64_t m_counted = 0;         ///< rows up to this sequence were looked at
    QTimer m_next;
};

} // namespace dbgr::ui
