// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/source/path_map.h"

#include "ui/settings/setting_keys.h"

#include <QDir>

#include <algorithm>
#include <string>

namespace dbgr::ui {

namespace {

std::optional<QString> fromStd(const std::optional<std::string>& path)
{
    return path ? std::optional(QString::fromStdString(*path)) : std::nullopt;
}

} // namespace

PathMap::PathMap(Settings& settings, QObject* parent) : QObject(parent), m_settings(settings)
{
    load();
    connect(&settings, &Settings::changed, this, [this](const QString& name) {
        if (name != QLatin1String(setting::kPathMappings.name))
            return;
        load();
        emit changed();
    });
}

void PathMap::load()
{
    const QStringList stored = m_settings.value(setting::kPathMappings);
    m_mappings.clear();
    m_folders = {};
    for (qsizetype i = 0; i + 1 < stored.size(); i += 2) {
        m_mappings.push_back({stored[i], stored[i + 1]});
        m_folders.add({stored[i].toStdString(), stored[i + 1].toStdString()});
    }
}

void PathMap::set(std::vector<PathMapping> mappings)
{
    session::SourceFolders folders;
    for (const PathMapping& one : mappings)
        folders.add({one.from.toStdString(), one.to.toStdString()});
    QStringList stored;
    for (const session::SourceFolder& one : folders.all())
        stored << QString::fromStdString(one.from) << QString::fromStdString(one.to);
    m_settings.set(setting::kPathMappings, stored);
}

void PathMap::add(const PathMapping& mapping)
{
    std::vector<PathMapping> mappings = m_mappings;
    mappings.push_back(mapping);
    set(std::move(mappings));
}

std::optional<QString> PathMap::toLocal(const QString& path) const
{
    return fromStd(m_folders.toLocal(path.toStdString()));
}

std::optional<QString> PathMap::toProgram(const QString& local) const
{
    return fromStd(m_folders.toProgram(local.toStdString()));
}

PathMapping PathMap::derive(const QString& path, const QString& local)
{
    const QStringList from = QDir::cleanPath(path).split(QLatin1Char('/'));
    const QStringList to = QDir::cleanPath(local).split(QLatin1Char('/'));
    qsizetype same = 0;
    // The first part is what stands before the leading slash: a mapping is never of the root.
    while (same + 2 < std::min(from.size(), to.size()) && from[from.size() - 1 - same] == to[to.size() - 1 - same])
        ++same;
    return {from.mid(0, from.size() - same).join(QLatin1Char('/')), to.mid(0, to.size() - same).join(QLatin1Char('/'))};
}

} // namespace dbgr::ui

#include "moc_path_map.cpp"
