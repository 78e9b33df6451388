// SPDX-License-Identifier: GPL-3.0-or-later
#include "dbgdaemon/mpi_process.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

namespace tst_mpi_process {

using namespace dbgr;
using namespace dbgr::daemon;

namespace {

constexpr const char* kServer = "PMIX_SERVER_URI41=prterun-n1-7@0.0;tcp4://127.0.0.1:40001";

/// A /proc of the test's making.
class Node
{
public:
    struct Process
    {
        int pid = 0;
        QList<int> children = {};
        QByteArrayList environment{"PMIX_NAMESPACE=prterun-n1-7@1", "PMIX_RANK=2", kServer};
        QByteArrayList libraries = {};
        int socket = 0; ///< inode; 0: none
    };

    void add(const Process& process)
    {
        const QString folder = QString::number(process.pid);
        QByteArray children;
        for (const int child : process.children)
            children += QByteArray::number(child) + ' ';
        write(folder + "/task/" + folder + "/children", children);
        write(folder + "/environ", process.environment.join('\0') + '\0');
        QByteArray maps;
        for (const QByteArray& library : process.libraries)
            maps += "7f00-7f01 r-xp 00000000 fe:01 77 /usr/lib/" + library + "\n";
        write(folder + "/maps", maps);
        write(folder + "/net/tcp", m_connections);
        QVERIFY(QDir().mkpath(m_root.filePath(folder + "/fd")));
        QVERIFY(QFile::link(QString("/bin/program%1").arg(process.pid), m_root.filePath(folder + "/exe")));
        if (process.socket != 0)
            QVERIFY(QFile::link(QString("socket:[%1]").arg(process.socket), m_root.filePath(folder + "/fd/9")));
    }
    [[nodiscard]] debug::LocalProcess of(int pid) const
    {
        return mpiProcessOf({util::Rank(2), util::Pid(pid), "/home/user/run.sh"}, m_root.path().toStdString());
    }

private:
    void write(const QString& name, const QByteArray& bytes)
    {
        const QString path = m_root.filePath(name);
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }

    QTemporaryDir m_root;
    // To port 40001 (9C41) from inode 501, the same from the server's end, to another port from 502, and what is no
    // line.
    const QByteArray m_connections =
        "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
        "   0: 0100007F:C350 0100007F:9C41 01 00000000:00000000 00:00000000 00000000  1000        0 501 1 0 20 4\n"
        "   1: 0100007F:9C41 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 500 1 0 20 4\n"
        "   2: 0100007F:C351 0100007F:9C42 01 00000000:00000000 00:00000000 00000000  1000        0 502 1 0 20 4\n"
        "   3: short\n"
        "   4: a : 9C41 9C41 9C41 9C41 : : : : :\n";
};

} // namespace

class TestMpiProcess : public QObject
{
    Q_OBJECT

private slots:
    void aProgramWithoutOthersBelowItIsTheRank()
    {
        Node node;
        node.add({.pid = 10});
        QCOMPARE(node.of(10).pid.value(), 10);
        QCOMPARE(node.of(10).executable, std::string("/home/user/run.sh"));
        QCOMPARE(node.of(11).pid.value(), 11); // there is none
        QCOMPARE(node.of(0).pid.value(), 0);
    }

    void whoIsConnectedToTheServerIsTheRank()
    {
        Node node;
        node.add(
            {.pid = 10, .children = {11, 12}, .libraries = {"libmpi.so.40"}}); // a script in Python that looks up MPI
        node.add({.pid = 11, .libraries = {"libmpi.so.40"}, .socket = 502});
        node.add({.pid = 12, .children = {13}});
        node.add({.pid = 13, .socket = 501});
        const auto found = node.of(10);
        QCOMPARE(found.pid.value(), 13);
        QCOMPARE(found.executable, std::string("/bin/program13"));
        QVERIFY(found.rank == util::Rank(2));
    }

    void aRankMayHaveChildren()
    {
        Node node;
        node.add({.pid = 10, .children = {11}, .socket = 501});
        node.add({.pid = 11, .socket = 501}); // inherited
        QCOMPARE(node.of(10).pid.value(), 10);
        QCOMPARE(node.of(10).executable, std::string("/home/user/run.sh"));
    }

    void withoutAServerTheLibrariesTell_data()
    {
        QTest::addColumn<QByteArray>("library");
        QTest::addColumn<bool>("isMpi");
        for (const char* name : {"libmpi.so.12", "libmpi.so.40.30.4", "libmpich.so.12", "libpmix.so.2", "libpmi2.so.0",
                                 "libmpi_mpifh.so.40", "libmpi-gnu.so.12"})
            QTest::addRow("%s", name) << QByteArray(name) << true;
        for (const char* name : {"libc.so.6", "libmpi", "libmpi.txt", "libmpfr.so.6", "notlibmpi.so"})
            QTest::addRow("%s", name) << QByteArray(name) << false;
    }
    void withoutAServerTheLibrariesTell()
    {
        QFETCH(QByteArray, library);
        QFETCH(bool, isMpi);
        const QByteArrayList hydra{"PMI_RANK=2", "PMI_SIZE=4"};
        Node node;
        node.add({.pid = 10, .children = {11}, .environment = hydra});
        node.add({.pid = 11, .environment = hydra, .libraries = {"libc.so.6", library}});
        QCOMPARE(node.of(10).pid.value(), isMpi ? 11 : 10);
    }

    /// A rank that is a launcher's script itself.
    void ranksOfAnotherJobAreNone()
    {
        Node node;
        node.add({.pid = 10, .children = {11}});
        node.add({.pid = 11,
                  .environment = {"PMIX_NAMESPACE=prterun-n1-9@1", "PMIX_RANK=2", kServer},
                  .libraries = {"libmpi.so.40"},
                  .socket = 501});
        QCOMPARE(node.of(10).pid.value(), 10);
    }
};

DBGR_TEST(TestMpiProcess, QCoreApplication);

} // namespace tst_mpi_process

#include "tst_mpi_process.moc"
