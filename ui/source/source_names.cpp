// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/source/source_names.h"

#include <algorithm>

namespace dbgr::ui {

namespace {

/// The last `count` parts of a path; the whole, if it has no more.
QString tail(const QString& path, qsizetype count)
{
    return path.section(QLatin1Char('/'), -count);
}

bool endsWithName(const QString& path, const QString& name)
{
    if (path == name)
        return true;
    return !name.startsWith(QLatin1Char('/')) && path.size() > name.size() && path.endsWith(name) &&
           path[path.size() - name.size() - 1] == QLatin1Char('/');
}

} // namespace

bool isNameOf(const QString& name, const SourceNames& file)
{
    return !name.isEmpty() && (endsWithName(file.program, name) || endsWithName(file.local, name));
}

QString shortestName(const QString& path, const QStringList& others)
{
    const qsizetype parts = path.count(QLatin1Char('/')) + 1;
    for (qsizetype count = 1; count < parts; ++count) {
        const QString name = tail(path, count);
        const bool shared = std::any_of(others.begin(), others.end(), [&](const QString& other) {
            return other != path && endsWithName(other, name);
        });
        if (!shared)
            return name;
    }
    return path;
}

} // namespace dbgr::ui
