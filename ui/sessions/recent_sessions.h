// SPDX-License-Identifier: GPL-3.0-or-later
// The session files that were opened or saved last, newest first; they last over sessions. Thread: GUI.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

namespace dbgr::ui {

class Settings;

class RecentSessions final : public QObject
{
    Q_OBJECT

public:
    static constexpr qsizetype kMost = 12;

    explicit RecentSessions(Settings& settings, QObject* parent = nullptr);

    /// Absolute paths.
    [[nodiscard]] QStringList files() const;
    /// To the front.
    void add(const QString& file);
    void remove(const QString& file);

signals:
    /// Also if another object over the same settings did it.
    void changed();

private:
    Settings& m_settings;
};

} // namespace dbgr::ui
