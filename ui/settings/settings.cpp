// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/settings.h"

namespace dbgr::ui {

Settings::Settings(QObject* parent)
    : QObject(parent), m_store(std::make_unique<QSettings>(QSettings::IniFormat, QSettings::UserScope,
                                                           QStringLiteral("dbgr"), QStringLiteral("dbgr")))
{}

Settings::Settings(const QString& file, QObject* parent)
    : QObject(parent), m_store(std::make_unique<QSettings>(file, QSettings::IniFormat))
{}

Settings::~Settings() = default;

QStringList Settings::entriesOf(const QString& group) const
{
    m_store->beginGroup(group);
    QStringList names = m_store->childKeys();
    m_store->endGroup();
    return names;
}

void Settings::store(const QString& name, const QVariant& value)
{
    if (value.isValid())
        m_store->setValue(name, value);
    else
        m_store->remove(name);
    emit changed(name);
}

} // namespace dbgr::ui

#include "moc_settings.cpp"
