// SPDX-License-Identifier: GPL-3.0-or-later
// The contact files of a server: what our own finder makes of them, and what may be in their way.
#include "net/event_loop.h"
#include "net/tcp_listener.h"
#include "pmix/handshake/rendezvous.h"
#include "pmix/server/rendezvous_files.h"
#include "pmix/types/status.h"
#include "tests/support/run/test_class.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

namespace tst_rendezvous_files {

using namespace dbgr::pmix;
using dbgr::util::Result;

namespace {

const Proc kSelf{"dbgrun.node.17", ProcRank(0)};
constexpr const char* kHost = "node";

} // namespace

class TestRendezvousFiles : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_loop = dbgr::net::EventLoop::create().value();
        m_listener = dbgr::net::TcpListener::listen(*m_loop, dbgr::net::Address::loopback(), [](auto) {}).value();
        m_dir = std::make_unique<QTemporaryDir>();
        m_spec = RendezvousSpec{};
        m_spec.serverTmpdir = path("server");
        m_spec.systemTmpdir = path("");
    }
    void cleanup()
    {
        m_listener.reset();
        m_loop.reset();
        m_dir.reset();
    }

    void toolsFindTheServerEveryWay_data();
    void toolsFindTheServerEveryWay();
    void filesAreForTheirOwnerOnly();
    void haveTheSixLinesOfOpenPmix();
    void allIsGoneAtTheEnd();
    void aFileThatIsNotOursAnyMoreStays();
    void staleFilesAreReplaced_data();
    void staleFilesAreReplaced();
    void aLivingServersFileIsAnError();
    void neverFollowsLinks();
    void neverOverwritesWhatIsNoContactFile();
    void filesOfOthersAreInTheWay();
    void foldersOfOthersAreRefused_data();
    void foldersOfOthersAreRefused();
    void afterAnErrorNothingIsLeft();

private:
    std::string path(const QString& name) const { return m_dir->filePath(name).toStdString(); }
    std::string uri() const { return "dbgrun.node.17.0;tcp4://" + m_listener->address().toString(); }
    Result<std::unique_ptr<RendezvousFiles>> write() const
    {
        return RendezvousFiles::write(m_spec, kSelf, uri(), kHost);
    }
    static void put(const std::string& path, const std::string& content)
    {
        QFile file(QString::fromStdString(path));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content.data(), qint64(content.size()));
    }
    static bool exists(const std::string& path)
    {
        struct stat info;
        return ::lstat(path.c_str(), &info) == 0;
    }

    std::unique_ptr<dbgr::net::EventLoop> m_loop;
    std::unique_ptr<dbgr::net::TcpListener> m_listener;
    std::unique_ptr<QTemporaryDir> m_dir;
    RendezvousSpec m_spec;
};

void TestRendezvousFiles::toolsFindTheServerEveryWay_data()
{
    QTest::addColumn<int>("step");
    for (const RendezvousStep step : {RendezvousStep::Pid, RendezvousStep::Nspace, RendezvousStep::System,
                                      RendezvousStep::AttachFile, RendezvousStep::Search})
        QTest::addRow("step %d", int(step)) << int(step);
}

void TestRendezvousFiles::toolsFindTheServerEveryWay()
{
    QFETCH(int, step);
    m_spec.sessionFile = true;
    m_spec.launcherFile = path("launcher");
    const auto files = write();
    QVERIFY2(files, files ? "" : files.error().message().c_str());
    QCOMPARE((*files)->paths().size(), std::size_t(5));

    ServerSelection selection;
    selection.pid = dbgr::util::Pid(::getpid());
    selection.nspace = kSelf.nspace;
    selection.attachFile = m_spec.launcherFile;
    const RendezvousPlaces places{m_spec.serverTmpdir, *m_spec.systemTmpdir, {kHost}};
    const auto found = findServers(static_cast<RendezvousStep>(step), selection, places);
    QVERIFY2(found, found ? "" : found.error().message().c_str());
    QCOMPARE(found->size(), std::size_t(1));
    QVERIFY(found->front().uri.server == kSelf);
    QCOMPARE(found->front().uri.port, m_listener->address().port());
    QVERIFY(found->front().pid == dbgr::util::Pid(::getpid()));
    QCOMPARE(found->front().version, "5.0.0");
}

void TestRendezvousFiles::filesAreForTheirOwnerOnly()
{
    const auto files = write().value();
    for (const std::string& file : files->paths()) {
        struct stat info;
        QCOMPARE(::lstat(file.c_str(), &info), 0);
        QVERIFY(S_ISREG(info.st_mode));
        QCOMPARE(info.st_mode & 07777, 0600u);
    }
    struct stat folder;
    QCOMPARE(::lstat(m_spec.serverTmpdir.c_str(), &folder), 0);
    QCOMPARE(folder.st_mode & 07777, 0700u);
}

void TestRendezvousFiles::haveTheSixLinesOfOpenPmix()
{
    const auto files = write().value();
    QFile file(QString::fromStdString(files->paths().front()));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto lines = QString::fromUtf8(file.readAll()).split('\n');
    QCOMPARE(lines.size(), 7); // each ends with a newline
    QCOMPARE(lines[0].toStdString(), uri());
    QCOMPARE(lines[1], "5.0.0");
    QCOMPARE(lines[2], QString::number(::getpid()));
    QCOMPARE(lines[3], QString("%1:%2").arg(::geteuid()).arg(::getegid()));
    QVERIFY(lines[4].contains(':'));
    QVERIFY(lines[5].isEmpty());
}

void TestRendezvousFiles::allIsGoneAtTheEnd()
{
    m_spec.launcherFile = path("launcher");
    auto files = write().value();
    QVERIFY(exists(*m_spec.launcherFile));
    files.reset();
    QVERIFY(QDir(m_dir->path()).isEmpty());
}

void TestRendezvousFiles::aFileThatIsNotOursAnyMoreStays()
{
    auto files = write().value();
    const std::string system = path("pmix.sys.node");
    QVERIFY(::unlink(system.c_str()) == 0);
    put(system, "of another server\n");
    files.reset();
    QVERIFY(exists(system));
}

void TestRendezvousFiles::staleFilesAreReplaced_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("nobody listens") << QByteArray("old.0;tcp4://127.0.0.1:1\n5.0.0\n") +
                                           QByteArray::number(::getpid()) + "\n0:0\n";
    QTest::newRow("its process is gone") << QByteArray("old.0;tcp4://127.0.0.1:PORT\n5.0.0\n2147483646\n0:0\n");
    QTest::newRow("it ended while it wrote") << QByteArray();
}

void TestRendezvousFiles::staleFilesAreReplaced()
{
    QFETCH(QByteArray, content);
    content.replace("PORT", QByteArray::number(m_listener->address().port()));
    put(path("pmix.sys.node"), content.toStdString());
    const auto files = write();
    QVERIFY2(files, files ? "" : files.error().message().c_str());
    QVERIFY(readContactFile(path("pmix.sys.node")).value().uri.server == kSelf);
}

void TestRendezvousFiles::aLivingServersFileIsAnError()
{
    const auto first = write().value();
    m_spec.serverTmpdir = path("second");
    const auto second = write();
    QVERIFY(!second);
    QCOMPARE(second.error().code, make_error_code(Status::ErrExists));
    const QString text = QString::fromStdString(second.error().message());
    QVERIFY2(text.contains("pmix.sys.node") && text.contains(kSelf.nspace.c_str()) &&
                 text.contains(QString::number(::getpid())),
             qPrintable(text));
    QVERIFY(readContactFile(path("pmix.sys.node")));
}

void TestRendezvousFiles::neverFollowsLinks()
{
    const std::string victim = path("victim");
    put(victim, "precious");
    QVERIFY(::symlink(victim.c_str(), path("pmix.sys.node").c_str()) == 0);
    const auto files = write();
    QVERIFY(!files);
    QCOMPARE(files.error().code, make_error_code(Status::ErrNoPermissions));
    QFile file(QString::fromStdString(victim));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("precious"));
    // Nor one that leads nowhere.
    QVERIFY(::unlink(victim.c_str()) == 0);
    QVERIFY(!write());
    QVERIFY(!exists(victim));
}

void TestRendezvousFiles::neverOverwritesWhatIsNoContactFile()
{
    m_spec.launcherFile = path("notes.txt");
    put(*m_spec.launcherFile, "what I wanted to remember\n");
    const auto files = write();
    QVERIFY(!files);
    QCOMPARE(files.error().code, make_error_code(Status::ErrExists));
    QVERIFY(QFileInfo(QString::fromStdString(*m_spec.launcherFile)).size() > 10);
}

void TestRendezvousFiles::filesOfOthersAreInTheWay()
{
    if (::geteuid() != 0)
        QSKIP("needs the right to make a file of another user");
    put(path("pmix.sys.node"), "old.0;tcp4://127.0.0.1:1\n5.0.0\n2147483646\n");
    QVERIFY(::chown(path("pmix.sys.node").c_str(), 65534, 65534) == 0);
    const auto files = write();
    QVERIFY(!files);
    QCOMPARE(files.error().code, make_error_code(Status::ErrNoPermissions));
}

void TestRendezvousFiles::foldersOfOthersAreRefused_data()
{
    QTest::addColumn<bool>("system");
    QTest::addColumn<int>("mode");
    QTest::addColumn<bool>("good");
    QTest::newRow("a sticky folder of the system") << true << 01777 << true;
    QTest::newRow("a folder that others write to") << true << 0777 << false;
    QTest::newRow("a private folder") << false << 0700 << true;
    QTest::newRow("others may look") << false << 0755 << true;
    QTest::newRow("a sticky one is not private") << false << 01777 << false;
}

void TestRendezvousFiles::foldersOfOthersAreRefused()
{
    QFETCH(bool, system);
    QFETCH(int, mode);
    QFETCH(bool, good);
    const std::string folder = path("folder");
    QVERIFY(::mkdir(folder.c_str(), 0700) == 0 && ::chmod(folder.c_str(), mode_t(mode)) == 0);
    (system ? m_spec.systemTmpdir.emplace() : m_spec.serverTmpdir) = folder;
    QCOMPARE(bool(write()), good);
    QVERIFY(exists(folder)); // it was there before us
}

void TestRendezvousFiles::afterAnErrorNothingIsLeft()
{
    m_spec.launcherFile = path("no/such/folder/file");
    QVERIFY(!write());
    QVERIFY(QDir(m_dir->path()).isEmpty());
}

DBGR_TEST(TestRendezvousFiles);

} // namespace tst_rendezvous_files

#include "tst_rendezvous_files.moc"
