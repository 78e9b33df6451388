// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/recent_sessions.h"

#include "ui/settings/setting_keys.h"

#include <QFileInfo>

namespace dbgr::ui {

RecentSessions::RecentSessions(Settings& settings, QObject* parent) : QObject(parent), m_settings(settings)
{
    connect(&settings, &Settings::changed, this, [this](const QString& name) {
        if (name == QLatin1String(setting::kRecentSessions.name))
            emit changed();
    });
}

QStringList RecentSessions::files() const
{
    return m_settings.value(setting::kRecentSessions);
}

void RecentSessions::add(const QString& file)
{
    const QString path = QFileInfo(file).absoluteFilePath();
    QStringList recent = files();
    recent.removeAll(path);
    recent.prepend(path);
    m_settings.set(setting::kRecentSessions, recent.mid(0, kMost));
}

void RecentSessions::remove(const QString& file)
{
    QStringList recent = files();
    recent.removeAll(file);
    m_settings.set(setting::kRecentSessions, recent);
}

} // namespace dbgr::ui

#include "moc_recent_sessions.cpp"
