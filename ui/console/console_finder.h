// SPDX-License-Identifier: GPL-3.0-or-later
// Looks for text in the rows of a console, some at a time, so that a million of them hold up nothing. Thread: GUI.
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>

#include <cstddef>

namespace dbgr::ui {

class ConsoleModel;

class ConsoleFinder final : public QObject
{
    Q_OBJECT

public:
    enum class Direction
    {
        Forward,
        Backward,
    };
    /// Rows that are looked at in one turn of the event loop.
    static constexpr std::size_t kSlice = 4000;

    explicit ConsoleFinder(const ConsoleModel& model, QObject* parent = nullptr);

    /// Looks from `row` on, that row included, all around; ends an earlier search.
    void start(const QString& text, std::size_t row, Direction direction);
    void stop() { m_next.stop(); }

signals:
    void found(qulonglong row);
    void notFound();

private:
    void lookOn();

    const ConsoleModel& m_model;
    QString m_text;
    Direction m_direction = Direction::Forward;
    std::size_t m_row = 0;
    std::size_t m_left = 0; ///< rows still to look at
    QTimer m_next;
};

} // namespace dbgr::ui
