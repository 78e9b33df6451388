// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/source/path_map.h"

#include "ui/settings/setting_keys.h"

#include <QDir>

#include <algorithm>

namespace dbgr::ui {

namespace {

/// What follows `folder` in `path`, with its slash; nothing if it is not below it.
std::optional<QString> restBelow(const QString& path, const QString& folder)
{
    if (folder.isEmpty() || !path.startsWith(folder))
        return std::nullopt;
    const QString rest = path.mid(folder.size());
    if (!rest.isEmpty() && !rest.startsWith(QLatin1Char('/')))
        return std::nullopt;
    return rest;
}

/// "/" is "" here, so that all folders end without a slash.
QString withoutSlash(const QString& path)
{
    QString clean = QDir::cleanPath(path.trimmed());
    if (clean.endsWith(QLatin1Char('/')))
        clean.chop(1);
    return clean;
}

std::optional<QString> mapped(const QString& path, const std::vector<PathMapping>& mappings,
                              QString PathMapping::*source, QString PathMapping::*target)
{
    const QString clean = QDir::cleanPath(path);
    const PathMapping* best = nullptr;
    for (const PathMapping& one : mappings) {
        if (restBelow(clean, one.*source) && (!best || (one.*source).size() > (best->*source).size()))
            best = &one;
    }
    if (!best)
        return std::nullopt;
    return best->*target + *restBelow(clean, best->*source);
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
    for (qsizetype i = 0; i + 1 < stored.size(); i += 2)
        m_mappings.push_back({stored[i], stored[i + 1]});
}

void PathMap::set(std::vector<PathMapping> mappings)
{
    std::vector<PathMapping> kept;
    for (const PathMapping& one : mappings) {
        const PathMapping clean{withoutSlash(one.from), withoutSlash(one.to)};
        if (clean.from.isEmpty() || clean.to.isEmpty())
            continue;
        std::erase_if(kept, [&](const PathMapping& other) { return other.from == clean.from; });
        kept.push_back(clean);
    }
    QStringList stored;
    for (const PathMapping& one : kept)
        stored << one.from << one.to;
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
    return mapped(path, m_mappings, &PathMapping::from, &PathMapping::to);
}

std::optional<QString> PathMap::toProgram(const QString& local) const
{
    return mapped(local, m_mappings, &PathMapping::to, &PathMapping::from);
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
