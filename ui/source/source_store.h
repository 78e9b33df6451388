// SPDX-License-Identifier: GPL-3.0-or-later
// Source files: where one is on this machine, its text, and when it changed. Files are looked for and read by worker
// threads. Way: source_area asks -> here -> worker -> here -> source_page. Thread: GUI.
#pragma once

#include <QFileSystemWatcher>
#include <QHash>
#include <QObject>
#include <QSet>
#include <QString>
#include <QStringList>
#include <QThreadPool>
#include <QTimer>

namespace dbgr::ui {

class PathMap;

/// A file as it was read, or why it could not be.
struct SourceText
{
    QString path;  ///< what was asked for
    QString local; ///< where it was found; "" nowhere
    QString text;
    QStringList tried; ///< where it was looked for, in that order
    QString problem;   ///< why it cannot be shown though it was found; "" nothing
    QString stamp;     ///< another one: the file is another, or was changed; "" not found

    [[nodiscard]] bool found() const { return !local.isEmpty(); }
};

class SourceStore final : public QObject
{
    Q_OBJECT

public:
    /// A larger file is not shown.
    static constexpr qint64 kMaxFileBytes = qint64(16) << 20;

    /// \param map outlives the store
    explicit SourceStore(PathMap& map, QObject* parent = nullptr);
    ~SourceStore() override;

    /// Further folders where a file may be by its base name, such as the job's working directory.
    void setFolders(const QStringList& folders) { m_folders = folders; }
    /// Where a file of the program may be on this machine, the likeliest place first.
    [[nodiscard]] QStringList candidates(const QString& path) const;
    /// Looks for the file and reads it; read() follows, now and whenever the file changes.
    void request(const QString& path);
    /// Looks whether files are others than those that were read, or are there now; read() follows for these. What other
    /// nodes do on a network's file system is told by nobody.
    void lookAgain();
    /// Nobody shows it any more.
    void forget(const QString& path);

signals:
    void read(const dbgr::ui::SourceText& source);

private:
    /// A file that was there and is not.
    struct Awaited
    {
        QString local;
        QString folder; ///< the innermost that exists; it is watched
    };

    void take(const SourceText& source);
    void fileChanged(const QString& local);
    void folderChanged(const QString& folder);
    void readChanged();
    void await(const QString& path, const QString& local);
    void awaitNoMore(const QString& path);

    PathMap& m_map;
    QStringList m_folders;
    QHash<QString, QString> m_local;   ///< where the files asked for were found; "" not (yet)
    QHash<QString, QString> m_stamps;  ///< of those that were read, by what was asked for
    QHash<QString, Awaited> m_awaited; ///< by what was asked for
    QFileSystemWatcher m_watcher;
    QSet<QString> m_changed; ///< local files
    QSet<QString> m_again;   ///< awaited ones, by what was asked for
    QTimer m_settle;         ///< editors write in several steps
    QThreadPool m_pool;      ///< its end waits for the workers, which post to this
};

} // namespace dbgr::ui
