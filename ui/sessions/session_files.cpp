// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sessions/session_files.h"

#include "session/file/session_file.h"
#include "session/file/session_snapshot.h"
#include "session/session.h"
#include "ui/bridge/notices.h"
#include "ui/bridge/session_bridge.h"
#include "ui/sessions/launch_document.h"
#include "ui/sessions/recent_sessions.h"
#include "ui/settings/setting_keys.h"
#include "ui/source/bookmarks.h"

#include <QFile>
#include <QFileInfo>
#include <QProcessEnvironment>

#include <algorithm>
#include <optional>
#include <utility>

namespace dbgr::ui {

using session::SessionDocument;

namespace {

const QString kNotRestored = QStringLiteral("session.restore");
/// Several changes that come together are looked at once.
constexpr std::chrono::milliseconds kLookAfter{200};

std::vector<std::string> texts(const QStringList& list)
{
    std::vector<std::string> all;
    for (const QString& text : list)
        all.push_back(text.toStdString());
    return all;
}

std::vector<session::SavedBookmark> savedBookmarks(const std::vector<Bookmark>& bookmarks)
{
    std::vector<session::SavedBookmark> all;
    for (const Bookmark& one : bookmarks)
        all.push_back({one.file.toStdString(), one.line, one.text.toStdString(), one.remark.toStdString()});
    return all;
}

std::vector<Bookmark> bookmarksOf(const SessionDocument& document)
{
    std::vector<Bookmark> all;
    for (const session::SavedBookmark& one : document.bookmarks)
        all.push_back({QString::fromStdString(one.file), one.line, Bookmarks::lineKey(QString::fromStdString(one.text)),
                       QString::fromStdString(one.remark)});
    return all;
}

std::optional<SessionDocument> onDisk(const QString& file)
{
    auto document = session::openSessionFile(QFile::encodeName(file).toStdString());
    return document ? std::optional(*std::move(document)) : std::nullopt;
}

/// What a user would miss: not where docks are, and whom commands were for.
SessionDocument worthSaving(SessionDocument document)
{
    document.layout.clear();
    document.focus.clear();
    return document;
}

/// The breakpoint that the start page asks for, while there was no job that could have got it.
void addFirstStop(SessionDocument& document, const LaunchRequest& request)
{
    const auto stop = firstStopOf(request);
    if (!stop || !*stop)
        return;
    session::SavedBreakpoint breakpoint{debug::textOf(**stop), true, false};
    const auto& known = document.breakpoints;
    if (std::none_of(known.begin(), known.end(), [&](const auto& one) { return one.text == breakpoint.text; }))
        document.breakpoints.push_back(std::move(breakpoint));
}

} // namespace

SessionFiles::SessionFiles(UiContext& context, SessionParts parts, QObject* parent)
    : QObject(parent), m_context(context), m_parts(std::move(parts)),
      m_restorer(context.bridge.session(), [this](const util::Error& error) { tellProblem(error); })
{
    m_look.setSingleShot(true);
    m_look.setInterval(kLookAfter);
    connect(&m_look, &QTimer::timeout, this, &SessionFiles::look);
    const auto later = [this] { m_look.start(); };
    connect(&context.bridge, &SessionBridge::jobChanged, this, later);
    connect(&context.bridge, &SessionBridge::breakpointsChanged, this, later);
    connect(&context.bridge, &SessionBridge::groupsChanged, this, later);
    connect(&context.bridge, &SessionBridge::happened, this, later);
    connect(&context.settings, &Settings::changed, this, later);
    connect(m_parts.bookmarks, &Bookmarks::changed, this, later);
    m_seen = worthSaving(document());
}

SessionDocument SessionFiles::document() const
{
    const session::Session& session = m_context.bridge.session();
    const LaunchRequest request = m_parts.launch();
    SessionDocument base = m_base;
    if (!session.attachSpec())
        base.launch = savedLaunchOf(request);
    base.watches = texts(m_context.settings.value(setting::kWatches));
    base.sourceFolders.clear();
    const QStringList folders = m_context.settings.value(setting::kPathMappings);
    for (qsizetype i = 0; i + 1 < folders.size(); i += 2)
        base.sourceFolders.push_back({folders[i].toStdString(), folders[i + 1].toStdString()});
    base.bookmarks = savedBookmarks(m_parts.bookmarks->all());
    base.layout = m_parts.layout().toBase64().toStdString();
    const auto launch = base.launch; // as typed, with the variables that were added there
    SessionDocument document =
        session::documentOf(session, texts(QProcessEnvironment::systemEnvironment().toStringList()), std::move(base));
    document.launch = launch;
    if (session.launchSpec().argv.empty() && !session.attachSpec())
        addFirstStop(document, request);
    return document;
}

QString SessionFiles::name() const
{
    return QFileInfo(m_file).completeBaseName();
}

bool SessionFiles::isAnotherOnDisk() const
{
    const auto disk = onDisk(m_file);
    return disk && disk != m_disk; // what is no session is not overwritten anyway
}

util::Result<void> SessionFiles::open(const QString& file)
{
    const QString path = QFileInfo(file).absoluteFilePath();
    DBGR_TRY(const SessionDocument document, session::openSessionFile(QFile::encodeName(path).toStdString()));
    take(document, path);
    return util::ok();
}

void SessionFiles::take(const SessionDocument& document, const QString& file)
{
    m_problems.clear();
    m_context.notices.clear(kNotRestored);
    m_base = document;
    m_parts.breakpointsAreGiven();
    m_restorer.restore(document);
    takeWindowParts(document);
    m_saved = worthSaving(document);
    m_disk = document;
    if (!document.launch && !m_context.bridge.session().attachSpec())
        m_saved.launch = worthSaving(this->document()).launch; // the start page's, which is none of the file's
    setFile(file);
    look();
}

void SessionFiles::takeWindowParts(const SessionDocument& document)
{
    QStringList watches;
    for (const std::string& watch : document.watches)
        watches << QString::fromStdString(watch);
    m_context.settings.set(setting::kWatches, watches);
    QStringList folders;
    for (const session::SavedFolder& folder : document.sourceFolders)
        folders << QString::fromStdString(folder.from) << QString::fromStdString(folder.to);
    m_context.settings.set(setting::kPathMappings, folders);
    m_parts.bookmarks->set(bookmarksOf(document));
    if (!document.layout.empty())
        m_parts.setLayout(QByteArray::fromBase64(QByteArray::fromStdString(document.layout)));
    if (document.launch)
        m_parts.setLaunch(requestOf(*document.launch));
}

void SessionFiles::tellProblem(const util::Error& error)
{
    m_problems << QString::fromStdString(error.detail);
    Notice notice = errorNotice(kNotRestored, error);
    notice.kind = NoticeKind::Warning;
    notice.text = m_problems.join(u'\n');
    m_context.notices.show(std::move(notice));
}

util::Result<SessionDocument> SessionFiles::save(const QString& file)
{
    const QString path = QFileInfo(file).absoluteFilePath();
    SessionDocument written = document();
    DBGR_TRY(session::saveSessionFile(QFile::encodeName(path).toStdString(), written));
    m_saved = worthSaving(written);
    m_disk = onDisk(path);
    setFile(path);
    look();
    return written;
}

void SessionFiles::setFile(const QString& file)
{
    m_file = file;
    if (!file.isEmpty())
        RecentSessions(m_context.settings).add(file);
    emit changed();
}

void SessionFiles::look()
{
    m_look.stop();
    const SessionDocument now = worthSaving(document());
    if (now != m_seen) {
        m_seen = now;
        emit edited();
    }
    const bool modified = !m_file.isEmpty() && now != m_saved;
    if (std::exchange(m_modified, modified) != modified)
        emit changed();
}

} // namespace dbgr::ui

#include "moc_session_files.cpp"
