// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/source/source_store.h"

#include "ui/source/path_map.h"
#include "util/source_text.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLocale>

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace dbgr::ui {

namespace {

constexpr std::chrono::milliseconds kSettle{80};

QString stampOf(const QFileInfo& file)
{
    return QStringLiteral("%1 %2 %3")
        .arg(file.absoluteFilePath(), QString::number(file.lastModified().toMSecsSinceEpoch()),
             QString::number(file.size()));
}

/// Runs in a worker.
QString stampOfFirst(const QStringList& candidates)
{
    for (const QString& candidate : candidates) {
        if (const QFileInfo file(candidate); file.isFile())
            return stampOf(file);
    }
    return {};
}

QString innermostFolder(const QString& local)
{
    QString folder = QFileInfo(local).path();
    while (!QFileInfo(folder).isDir() && QFileInfo(folder).path() != folder)
        folder = QFileInfo(folder).path();
    return folder;
}

/// Runs in a worker.
SourceText readFirst(const QString& path, const QStringList& candidates)
{
    SourceText source;
    source.path = path;
    for (const QString& candidate : candidates) {
        source.tried << candidate;
        const QFileInfo info(candidate);
        if (!info.isFile())
            continue;
        source.local = info.absoluteFilePath();
        source.stamp = stampOf(info);
        if (info.size() > SourceStore::kMaxFileBytes) {
            source.problem = SourceStore::tr("%1 has %2. Files of more than %3 are not shown.")
                                 .arg(source.local, QLocale().formattedDataSize(info.size()),
                                      QLocale().formattedDataSize(SourceStore::kMaxFileBytes));
            return source;
        }
        QFile file(source.local);
        if (!file.open(QIODevice::ReadOnly)) {
            source.problem = SourceStore::tr("%1 cannot be read: %2.").arg(source.local, file.errorString());
            return source;
        }
        const std::string bytes = file.readAll().toStdString();
        if (util::isSourceText(bytes))
            source.text = QString::fromStdString(util::sourceText(bytes));
        else
            source.problem = SourceStore::tr("%1 is no text.").arg(source.local);
        return source;
    }
    return source;
}

} // namespace

SourceStore::SourceStore(PathMap& map, QObject* parent) : QObject(parent), m_map(map)
{
    m_pool.setMaxThreadCount(1); // so that what was asked last comes last
    m_settle.setSingleShot(true);
    m_settle.setInterval(kSettle);
    connect(&m_settle, &QTimer::timeout, this, &SourceStore::readChanged);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &SourceStore::fileChanged);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, &SourceStore::folderChanged);
    connect(&map, &PathMap::changed, this, [this] {
        const QStringList known = m_local.keys();
        for (const QString& path : known)
            request(path);
    });
}

SourceStore::~SourceStore()
{
    m_pool.waitForDone();
}

void SourceStore::request(const QString& path)
{
    m_local.insert(path, m_local.value(path));
    m_pool.start([this, path, where = candidates(path)] {
        SourceText source = readFirst(path, where);
        QMetaObject::invokeMethod(
            this, [this, source = std::move(source)] { take(source); }, Qt::QueuedConnection);
    });
}

void SourceStore::lookAgain()
{
    std::vector<std::pair<QString, QStringList>> places;
    for (auto known = m_local.cbegin(); known != m_local.cend(); ++known)
        places.emplace_back(known.key(), candidates(known.key()));
    m_pool.start([this, places = std::move(places), stamps = m_stamps] {
        QStringList others;
        for (const auto& [path, where] : places) {
            if (const QString now = stampOfFirst(where); !now.isEmpty() && now != stamps.value(path))
                others << path;
        }
        QMetaObject::invokeMethod(
            this,
            [this, others] {
                for (const QString& path : others) {
                    if (m_local.contains(path))
                        request(path);
                }
            },
            Qt::QueuedConnection);
    });
}

void SourceStore::forget(const QString& path)
{
    awaitNoMore(path);
    m_stamps.remove(path);
    const QString local = m_local.take(path);
    if (!local.isEmpty() && m_local.key(local).isNull())
        m_watcher.removePath(local);
}

/// As it is called, where it was moved to, and by its name where other sources are.
QStringList SourceStore::candidates(const QString& path) const
{
    QStringList where;
    const auto add = [&](const QString& candidate) {
        const QString clean = QDir::cleanPath(candidate);
        if (!where.contains(clean))
            where << clean;
    };
    if (const auto mapped = m_map.toLocal(path))
        add(*mapped);
    if (QDir::isAbsolutePath(path))
        add(path);
    const QString name = QFileInfo(path).fileName();
    QStringList folders{QDir::currentPath()};
    folders += m_folders;
    for (const QString& local : m_local) {
        if (!local.isEmpty())
            folders << QFileInfo(local).path();
    }
    for (const QString& folder : qAsConst(folders)) {
        if (!QDir::isAbsolutePath(path))
            add(folder + QLatin1Char('/') + path);
        add(folder + QLatin1Char('/') + name);
    }
    return where;
}

void SourceStore::take(const SourceText& source)
{
    const auto known = m_local.find(source.path);
    if (known == m_local.end()) // forgotten meanwhile
        return;
    const QString before = std::exchange(*known, source.local);
    m_stamps.insert(source.path, source.stamp);
    if (source.found()) {
        m_watcher.addPath(source.local); // again, too: a file that was replaced is watched no more
        awaitNoMore(source.path);
    } else if (const QString local = before.isEmpty() ? m_awaited.value(source.path).local : before; !local.isEmpty())
        await(source.path, local);
    emit read(source);
}

void SourceStore::fileChanged(const QString& local)
{
    m_changed.insert(local);
    m_settle.start();
}

void SourceStore::folderChanged(const QString& folder)
{
    for (auto one = m_awaited.cbegin(); one != m_awaited.cend(); ++one) {
        if (one->folder == folder)
            m_again.insert(one.key());
    }
    if (!m_again.isEmpty())
        m_settle.start();
}

/// A file that is made anew, or checked out, may be away for a while, and its folder with it.
void SourceStore::await(const QString& path, const QString& local)
{
    const QString folder = innermostFolder(local);
    if (m_awaited.value(path).folder != folder) {
        awaitNoMore(path);
        m_awaited.insert(path, {local, folder});
        m_watcher.addPath(folder);
    }
    if (QFileInfo(local).isFile()) // it came before its folder was watched
        folderChanged(folder);
}

void SourceStore::awaitNoMore(const QString& path)
{
    const Awaited one = m_awaited.take(path);
    const auto isOfIt = [&one](const Awaited& other) { return other.folder == one.folder; };
    if (!one.folder.isEmpty() && std::none_of(m_awaited.cbegin(), m_awaited.cend(), isOfIt))
        m_watcher.removePath(one.folder);
}

void SourceStore::readChanged()
{
    const QSet<QString> again = std::exchange(m_again, {});
    for (const QString& path : again) {
        if (m_local.contains(path))
            request(path);
    }
    const QSet<QString> changed = std::exchange(m_changed, {});
    for (const QString& local : changed) {
        const QStringList paths = m_local.keys(local);
        for (const QString& path : paths)
            request(path);
    }
}

} // namespace dbgr::ui

#include "moc_source_store.cpp"
