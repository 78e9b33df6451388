// SPDX-License-Identifier: GPL-3.0-or-later
// What a shell does on a node that has no dbgd, with archives whose dbgd is a shell's script, and every way in which
// that can end: what is brought runs, and nothing of it is left.
#include "session/remote/push/archive_server.h"
#include "session/remote/push/push_scripts.h"
#include "tests/support/net/run_until.h"
#include "tests/support/run/test_class.h"
#include "util/host_name.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace tst_push_scripts {

using namespace dbgr;
using namespace dbgr::session;

namespace {

/// Says how it was started, and runs until the file "stop" is there.
constexpr auto kDaemon = R"sh(#!/bin/sh
[ "$1" != --version ] || exit 0
cd "$REPORTS"
{ echo "$*"; dirname "$(dirname "$0")"; stat -c %a "$(dirname "$(dirname "$0")")"; env; } >report.new
echo $$ >pid
mv report.new report
while [ ! -e stop ]; do sleep 0.05; done
exit 7
)sh";

void writeFile(const QString& path, const QByteArray& text)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        qFatal("%s cannot be written", qPrintable(path));
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestPushScripts : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void runsWhatIsBroughtAndLeavesNothing();
    void nothingIsLeftWhoeverIsKilled_data();
    void nothingIsLeftWhoeverIsKilled();
    void itsFolderStaysAsLongAsDbgdRuns();
    void whatGoesWrongIsTold_data();
    void whatGoesWrongIsTold();
    void saysNothingInTheOutputOfOthers();
    void foldersOfTheDeadAreTakenAway();
    void callsByWhatThereIs_data();
    void callsByWhatThereIs();
    void words();

private:
    void pack(const QByteArray& daemon);
    void start(const QString& path = {});
    [[nodiscard]] bool runs();
    [[nodiscard]] int end();
    [[nodiscard]] bool comesTrue(const std::function<bool()>& condition) { return test::runUntil(*m_loop, condition); }
    [[nodiscard]] QStringList left() const { return QDir(nodeFolder()).entryList({"dbgr-pushed.*"}, QDir::AllEntries); }
    [[nodiscard]] QString nodeFolder() const { return m_folder->filePath("a node's"); }
    [[nodiscard]] QString report() const { return m_folder->filePath("report"); }

    std::unique_ptr<net::EventLoop> m_loop;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<ArchiveServer> m_server;
    std::unique_ptr<QProcess> m_node;
    QProcessEnvironment m_environment;
};

void TestPushScripts::init()
{
    m_loop = net::EventLoop::create().value();
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir().mkpath(nodeFolder()));
    m_server = ArchiveServer::listen(*m_loop, [this]() -> util::Result<util::UniqueFd> {
                   return util::UniqueFd(::open(qPrintable(m_folder->filePath("archive")), O_RDONLY | O_CLOEXEC));
               }).value();
    m_environment = QProcessEnvironment::systemEnvironment();
    m_environment.insert("TMPDIR", nodeFolder());
    m_environment.insert("REPORTS", m_folder->path());
    // The first is somebody who is not there.
    m_environment.insert("DBGR_PUSH_FROM", QString("127.0.0.1:1,127.0.0.1:%1").arg(m_server->port()));
    m_environment.insert("DBGR_PUSH_KEY", QString::fromStdString(m_server->key()));
    pack(kDaemon);
}

void TestPushScripts::cleanup()
{
    writeFile(m_folder->filePath("stop"), "");
    if (m_node)
        QVERIFY(comesTrue([this] { return m_node->waitForFinished(0) || m_node->state() == QProcess::NotRunning; }));
    m_node.reset();
}

void TestPushScripts::pack(const QByteArray& daemon)
{
    const QString tree = m_folder->filePath("tree");
    QVERIFY(QDir().mkpath(tree + "/bin") && QDir().mkpath(tree + "/lib/dbgr"));
    writeFile(tree + "/bin/dbgd", daemon);
    QCOMPARE(QProcess::execute("tar", {"-C", tree, "-czf", m_folder->filePath("archive"), "bin", "lib"}), 0);
    const auto sum = QCryptographicHash::hash(contents(m_folder->filePath("archive")), QCryptographicHash::Sha256);
    m_environment.insert("DBGR_PUSH_SHA256", sum.toHex());
}

/// \param path in place of PATH
void TestPushScripts::start(const QString& path)
{
    m_node = std::make_unique<QProcess>();
    if (!path.isEmpty())
        m_environment.insert("PATH", path);
    m_node->setProcessEnvironment(m_environment);
    m_node->setChildProcessModifier([] { ::setpgid(0, 0); });
    m_node->start("/bin/sh", {"-c", kStartScript, "dbgr", "--for", "a host:4711"});
}

bool TestPushScripts::runs()
{
    return comesTrue([this] { return QFile::exists(report()); });
}

int TestPushScripts::end()
{
    if (!comesTrue([this] { return m_node->state() == QProcess::NotRunning || m_node->waitForFinished(0); }))
        return -1;
    return m_node->exitStatus() == QProcess::NormalExit ? m_node->exitCode() : -2;
}

void TestPushScripts::runsWhatIsBroughtAndLeavesNothing()
{
    start();
    QVERIFY2(runs(), m_node->readAllStandardError());
    const QList<QByteArray> lines = contents(report()).split('\n');
    QCOMPARE(lines.value(0), "--for a host:4711");
    QCOMPARE(left().size(), 1);
    const QString folder = nodeFolder() + '/' + left().constFirst();
    QCOMPARE(QString(lines.value(1)), folder);
    QCOMPARE(lines.value(2), "700");
    QVERIFY(lines.contains("LD_LIBRARY_PATH=" + folder.toLocal8Bit() + "/lib/dbgr"));
    for (const QByteArray& line : lines)
        QVERIFY2(!line.startsWith("DBGR_PUSH_"), line);
    QVERIFY(!QFile::exists(folder + "/archive"));
    writeFile(m_folder->filePath("stop"), "");
    QCOMPARE(end(), 7);
    QVERIFY(left().isEmpty());
    QCOMPARE(m_node->readAllStandardError(), "");
    QCOMPARE(m_node->readAllStandardOutput(), "");
}

void TestPushScripts::nothingIsLeftWhoeverIsKilled_data()
{
    QTest::addColumn<bool>("daemon"); // dbgd alone; else all that the launcher has started
    QTest::addColumn<int>("signal");
    QTest::addColumn<int>("status");
    QTest::newRow("dbgd") << true << SIGKILL << 0;
    QTest::newRow("dbgd is told to end") << true << SIGTERM << 0;
    QTest::newRow("all") << false << SIGKILL << -2;
    QTest::newRow("all are told to end") << false << SIGTERM << 0;
    QTest::newRow("the terminal hangs up on all") << false << SIGHUP << 0;
}

void TestPushScripts::nothingIsLeftWhoeverIsKilled()
{
    QFETCH(const bool, daemon);
    QFETCH(const int, signal);
    QFETCH(const int, status);
    start();
    QVERIFY2(runs(), m_node->readAllStandardError());
    QCOMPARE(left().size(), 1);
    const auto pid = static_cast<pid_t>(contents(m_folder->filePath("pid")).trimmed().toInt());
    QVERIFY(pid > 1);
    QCOMPARE(::kill(daemon ? pid : -static_cast<pid_t>(m_node->processId()), signal), 0);
    QCOMPARE(end(), status);
    QVERIFY(comesTrue([this] { return left().isEmpty(); }));
}

/// The launcher has killed the shell, and not what it started.
void TestPushScripts::itsFolderStaysAsLongAsDbgdRuns()
{
    start();
    QVERIFY2(runs(), m_node->readAllStandardError());
    m_node->kill();
    QCOMPARE(end(), -2);
    QCOMPARE(left().size(), 1);
    QVERIFY(QFile::exists(nodeFolder() + '/' + left().constFirst() + "/bin/dbgd"));
    writeFile(m_folder->filePath("stop"), "");
    QVERIFY(comesTrue([this] { return left().isEmpty(); }));
}

void TestPushScripts::whatGoesWrongIsTold_data()
{
    QTest::addColumn<QByteArray>("daemon");
    QTest::addColumn<QString>("variable");
    QTest::addColumn<QString>("value");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("words");
    const QByteArray good(kDaemon);
    QTest::newRow("another file") << good << "DBGR_PUSH_SHA256" << QString(64, '0') << 82
                                  << QByteArray("that are not what dbgr has sent");
    QTest::newRow("nobody there") << good << "DBGR_PUSH_FROM"
                                  << "127.0.0.1:1" << 82 << QByteArray("from 127.0.0.1:1 have come 0 bytes");
    QTest::newRow("no address") << good << "DBGR_PUSH_FROM"
                                << "" << 82 << QByteArray("no address is known");
    QTest::newRow("another key") << good << "DBGR_PUSH_KEY" << QString(64, 'a') << 82
                                 << QByteArray("have come 0 bytes");
    QTest::newRow("an older C library") << QByteArray(
                                               "#!/bin/sh\necho \"dbgd: version GLIBC_2.99 not found\" >&2\nexit 1\n")
                                        << ""
                                        << "" << 83
                                        << QByteArray("dbgd cannot run here: dbgd: version GLIBC_2.99 not found");
}

void TestPushScripts::whatGoesWrongIsTold()
{
    QFETCH(const QByteArray, daemon);
    QFETCH(const QString, variable);
    QFETCH(const QString, value);
    QFETCH(const int, status);
    QFETCH(const QByteArray, words);
    pack(daemon);
    if (!variable.isEmpty())
        m_environment.insert(variable, value);
    start();
    QCOMPARE(end(), status);
    const QByteArray said = m_node->readAllStandardError();
    QVERIFY2(said.startsWith("dbgr on " + QByteArray::fromStdString(util::hostName()) + ": "), said);
    QVERIFY2(said.contains(words) && said.count('\n') == 1, said);
    QVERIFY(whyNotStarted(status));
    QVERIFY(comesTrue([this] { return left().isEmpty(); }));
    QVERIFY(!QFile::exists(report()));
}

void TestPushScripts::saysNothingInTheOutputOfOthers()
{
    m_environment.insert("DBGR_PUSH_SILENT", "1");
    m_environment.insert("DBGR_PUSH_FROM", "127.0.0.1:1");
    start();
    QCOMPARE(end(), 82);
    QCOMPARE(m_node->readAllStandardError() + m_node->readAllStandardOutput(), "");
}

/// Whose shells were killed, too; those of others stay, and so does what only looks like one.
void TestPushScripts::foldersOfTheDeadAreTakenAway()
{
    const QString here = QFile::symLinkTarget("/proc/self/ns/pid").section('/', -1);
    const QByteArray guard = QByteArray::fromStdString(util::hostName()) + ' ' + here.toLocal8Bit() + '\n';
    const auto make = [this](const QString& name, const QByteArray& text) {
        QVERIFY(QDir().mkpath(nodeFolder() + "/dbgr-pushed." + name));
        if (!text.isEmpty())
            writeFile(nodeFolder() + "/dbgr-pushed." + name + "/guard", text);
    };
    make("deaddeadde", "999999999 " + guard);
    make("reusedreus", QByteArray::number(::getpid()) + ' ' + guard);
    make("otherhosto", "999999999 elsewhere " + here.toLocal8Bit() + '\n');
    make("notyetguar", "");
    const QString precious = m_folder->filePath("precious");
    QVERIFY(QDir().mkpath(precious));
    writeFile(precious + "/guard", "999999999 " + guard);
    QVERIFY(QFile::link(precious, nodeFolder() + "/dbgr-pushed.linklinkli"));
    start();
    QVERIFY2(runs(), m_node->readAllStandardError());
    const auto first = std::exchange(m_node, nullptr);
    QCOMPARE(left().size(), 4);
    QFile::remove(report());
    start(); // beside one that lives
    QVERIFY2(runs(), m_node->readAllStandardError());
    QCOMPARE(left().size(), 5);
    writeFile(m_folder->filePath("stop"), "");
    QCOMPARE(end(), 7);
    QVERIFY(comesTrue([&] { return first->state() == QProcess::NotRunning || first->waitForFinished(0); }));
    QCOMPARE(left(), (QStringList{"dbgr-pushed.linklinkli", "dbgr-pushed.notyetguar", "dbgr-pushed.otherhosto"}));
    QVERIFY(QFile::exists(precious + "/guard"));
}

void TestPushScripts::callsByWhatThereIs_data()
{
    QTest::addColumn<QStringList>("without");
    QTest::addColumn<bool>("works");
    QTest::newRow("bash") << QStringList() << true;
    QTest::newRow("Python") << QStringList{"bash"} << true;
    QTest::newRow("Perl") << QStringList{"bash", "python3"} << true;
    QTest::newRow("no setsid") << QStringList{"setsid"} << true;
    QTest::newRow("nothing") << QStringList{"bash", "python3", "perl"} << false;
}

void TestPushScripts::callsByWhatThereIs()
{
    QFETCH(QStringList, without);
    QFETCH(bool, works);
    const QString bin = m_folder->filePath("bin");
    QVERIFY(QDir().mkpath(bin));
    for (const char* name : {"sh",     "bash",      "python3", "perl",     "setsid", "tar",     "gzip",  "mktemp",
                             "mkfifo", "sha256sum", "uname",   "readlink", "grep",   "rm",      "chmod", "sleep",
                             "tr",     "wc",        "head",    "cat",      "stat",   "dirname", "env",   "mv"}) {
        const QString place = QStandardPaths::findExecutable(name, {"/usr/bin", "/bin"});
        if (!place.isEmpty() && !without.contains(name))
            QVERIFY(QFile::link(place, bin + '/' + name));
    }
    if (works && !QFile::exists(bin + "/bash") && !QFile::exists(bin + "/python3") && !QFile::exists(bin + "/perl"))
        QFAIL("none of them is on this machine");
    start(bin);
    if (!works) {
        QCOMPARE(end(), 82);
        const QByteArray said = m_node->readAllStandardError();
        QVERIFY2(said.contains("none of bash, python3 and perl"), said);
        return;
    }
    QVERIFY2(runs(), m_node->readAllStandardError());
    writeFile(m_folder->filePath("stop"), "");
    QCOMPARE(end(), 7);
    QVERIFY(left().isEmpty());
}

void TestPushScripts::words()
{
    QCOMPARE(pushWords(""), "");
    QCOMPARE(pushWords("srun: error: n7: task 0: Exited with exit code 82\n"), "");
    QCOMPARE(pushWords("[1,0]<stderr>:dbgr on n7: no room\nmpirun: aborted\ndbgr on n8: late\n"),
             "dbgr on n7: no room\ndbgr on n8: late");
    QVERIFY(!whyNotStarted(0) && !whyNotStarted(1) && !whyNotStarted(137));
}

DBGR_TEST(TestPushScripts);

} // namespace tst_push_scripts

#include "tst_push_scripts.moc"
