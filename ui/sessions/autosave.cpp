// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/autosave.h"

#include "session/file/session_file.h"
#include "session/file/session_json.h"
#include "session/file/whole_file.h"
#include "util/log.h"
#include "util/state_folder.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSysInfo>

#include <utility>

namespace dbgr::ui {

namespace {

constexpr auto kLockEnding = ".lock";
/// More left behind are not looked at.
constexpr qsizetype kMostLost = 20;

std::string bytes(const QString& path)
{
    return QFile::encodeName(path).toStdString();
}

/// A folder of ours, and no link to one.
bool isOwnFolder(const QString& folder)
{
    const QFileInfo info(folder);
    return info.isDir() && !info.isSymLink() && info.isWritable();
}

/// Whoever had this file does not live on this machine, and no other machine has it.
bool isLeft(const QString& file)
{
    QLockFile lock(file + QLatin1String(kLockEnding));
    lock.setStaleLockTime(0); // not old ones: those of the dead
    return lock.tryLock(0);
}

} // namespace

Autosave::Autosave(QString folder) : m_folder(std::move(folder))
{
    const QString name =
        QStringLiteral("%1-%2.dbgr").arg(QSysInfo::machineHostName()).arg(QCoreApplication::applicationPid());
    m_writer.setMaxThreadCount(1);
    m_file = m_folder.isEmpty() ? QString() : QDir(m_folder).filePath(name);
}

Autosave::~Autosave()
{
    forget();
}

QString Autosave::userFolder()
{
    const QString state = QFile::decodeName(QByteArray::fromStdString(util::stateFolder()));
    return state.isEmpty() ? QString() : QDir(state).filePath(QStringLiteral("sessions"));
}

util::Result<void> Autosave::takePlace()
{
    if (m_lock)
        return util::ok();
    const bool wasThere = QFileInfo::exists(m_folder);
    const bool isMade = wasThere || QDir().mkpath(m_folder);
    if (!wasThere && isMade)
        QFile::setPermissions(m_folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    auto lock = std::make_unique<QLockFile>(m_file + QLatin1String(kLockEnding));
    lock->setStaleLockTime(0);
    if (!isMade || !isOwnFolder(m_folder) || !lock->tryLock(0))
        return util::fail(std::make_error_code(std::errc::permission_denied),
                          "saving the session by itself: " + m_folder.toStdString() + " is no folder to write to",
                          "Save it by Save Session; dbgr cannot recover it.");
    m_lock = std::move(lock);
    return util::ok();
}

util::Result<void> Autosave::save(const session::SessionDocument& document)
{
    if (m_file.isEmpty())
        return util::ok();
    DBGR_TRY(takePlace());
    DBGR_TRY(const std::string text, session::writeSession(document));
    m_writer.start([path = bytes(m_file), text] {
        if (const auto written = session::writeWholeFile(path, text); !written)
            util::log::warning("autosave", written.error().message());
    });
    return util::ok();
}

void Autosave::finish()
{
    m_writer.waitForDone();
}

void Autosave::forget()
{
    if (!m_lock)
        return;
    finish();
    QFile::remove(m_file);
    m_lock.reset(); // and with it its file
}

QStringList Autosave::ownerless() const
{
    QStringList left;
    if (m_folder.isEmpty() || !isOwnFolder(m_folder))
        return left;
    const QFileInfoList files =
        QDir(m_folder).entryInfoList({QStringLiteral("*.dbgr")}, QDir::Files | QDir::Hidden, QDir::Time);
    for (const QFileInfo& info : files.mid(0, kMostLost)) {
        const QString file = info.filePath();
        if (!info.isSymLink() && file != m_file && isLeft(file))
            left << file;
    }
    return left;
}

std::optional<LostSession> Autosave::newestLost() const
{
    for (const QString& file : ownerless()) {
        if (auto document = session::openSessionFile(bytes(file)))
            return LostSession{file, QFileInfo(file).lastModified(), *std::move(document)};
    }
    return std::nullopt;
}

void Autosave::removeLost(const LostSession& lost) const
{
    bool isOlder = false;
    for (const QString& file : ownerless()) {
        isOlder = isOlder || file == lost.file;
        if (isOlder)
            QFile::remove(file);
    }
}

} // namespace dbgr::ui
