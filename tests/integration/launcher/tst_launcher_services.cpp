// SPDX-License-Identifier: GPL-3.0-or-later
// What dbgrun does for its processes, as programs of tests/peers see it with every library: a check of theirs that
// fails is printed as "not ok".
#include "tests/integration/launcher/launcher_run.h"
#include "tests/support/run/test_class.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QtTest>

namespace tst_launcher_services {

using namespace dbgr::test;

namespace {

constexpr int kRanks = 3;
constexpr const char* kLibraries[] = {"dbgrpmix", "libpmix4", "libpmix5"};

QString peer(const QString& name, const QString& library)
{
    return QFileInfo(dbgrun()).path() + "/peers/" + name + "_" + library;
}

void addLibraries()
{
    QTest::addColumn<QString>("library");
    for (const char* library : kLibraries)
        QTest::addRow("%s", library) << library;
}

LauncherResult runPeer(const QString& name, const QString& library, const QStringList& arguments = {},
                       const QStringList& options = {}, int ranks = kRanks)
{
    return runLauncher(
        dbgrun(), QStringList{"-n", QString::number(ranks)} + options + QStringList{peer(name, library)} + arguments,
        Mpi::OpenMpi5, {}, 30000);
}

/// How often a check held, in all ranks.
qsizetype held(const LauncherResult& result, const QByteArray& name)
{
    qsizetype count = 0;
    for (const QByteArray& line : result.standardOutput.split('\n'))
        count += line.startsWith("ok ") && line.contains(name);
    return count;
}

} // namespace

class TestLauncherServices : public QObject
{
    Q_OBJECT

private slots:
    void membersLearnWhatTheOthersTold_data() { addLibraries(); }
    void membersLearnWhatTheOthersTold();
    void groupsAreMadeOfWhoIsAdded_data();
    void groupsAreMadeOfWhoIsAdded();
    void membersAreToldOfWhoLeaves_data() { addLibraries(); }
    void membersAreToldOfWhoLeaves();
    void membersAreToldOfWhoEnds_data();
    void membersAreToldOfWhoEnds();
    void programsEndAfterARefusal_data() { addLibraries(); }
    void programsEndAfterARefusal();
    void cleansUpRelativePaths_data() { addLibraries(); }
    void cleansUpRelativePaths();
};

void TestLauncherServices::membersLearnWhatTheOthersTold()
{
    QFETCH(QString, library);
    const auto result = runPeer("client_group_info", library);
    QVERIFY2(result.status == 0 && !result.standardOutput.contains("not ok"), result.text());
    QVERIFY2(held(result, "PMIX_GROUP_LOCAL_CID of all members") == 3 * kRanks, result.text());
}

/// Libraries before 6 refuse a construct that names nobody.
void TestLauncherServices::groupsAreMadeOfWhoIsAdded_data()
{
    QTest::addColumn<QString>("library");
    for (const char* library : {"dbgrpmix", "libpmix7"})
        QTest::addRow("%s", library) << library;
}

void TestLauncherServices::groupsAreMadeOfWhoIsAdded()
{
    QFETCH(QString, library);
    const int ranks = 4;
    const auto result = runPeer("client_open_groups", library, {}, {}, ranks);
    QVERIFY2(result.status == 0 && !result.standardOutput.contains("not ok"), result.text());
    QVERIFY2(held(result, "all members in order") == 3 * ranks, result.text());
    QVERIFY2(held(result, "a context id") == 3 * ranks, result.text());
}

/// libpmix 5.0 crashes on any reply to PMIx_Group_leave; the others are told all the same.
void TestLauncherServices::membersAreToldOfWhoLeaves()
{
    QFETCH(QString, library);
    const bool crashes = library == "libpmix5";
    const auto result = runPeer("client_departures", library, {"leave"});
    QVERIFY2(result.status == (crashes ? 128 + 11 : 0), result.text());
    QVERIFY2(crashes || !result.standardOutput.contains("not ok"), result.text());
    QVERIFY2(held(result, "PMIX_GROUP_LEFT names the group") == kRanks - 1, result.text());
}

void TestLauncherServices::membersAreToldOfWhoEnds_data()
{
    QTest::addColumn<QString>("library");
    QTest::addColumn<QString>("how");
    QTest::addColumn<int>("status");
    for (const char* library : kLibraries) {
        QTest::addRow("%s, exit status 0", library) << library << "exit" << 1;
        QTest::addRow("%s, SIGKILL", library) << library << "kill" << 128 + 9;
    }
}

void TestLauncherServices::membersAreToldOfWhoEnds()
{
    QFETCH(QString, library);
    QFETCH(QString, how);
    QFETCH(int, status);
    const auto result = runPeer("client_departures", library, {how});
    QVERIFY2(result.status == status && !result.standardOutput.contains("not ok"), result.text());
    QVERIFY2(held(result, "PMIX_GROUP_MEMBER_FAILED names the group") == kRanks - 1, result.text());
    QVERIFY2(held(result, "PMIX_ERR_PROC_TERM_WO_SYNC") == kRanks - 1, result.text());
}

void TestLauncherServices::programsEndAfterARefusal()
{
    QFETCH(QString, library);
    const auto result = runPeer("client_refused", library);
    QVERIFY2(result.status == 0 && !result.standardOutput.contains("not ok"), result.text());
    QVERIFY2(held(result, "PMIx_Finalize") == kRanks && held(result, "PMIX_NOTIFY_ALLOC_COMPLETE") == 1, result.text());
}

void TestLauncherServices::cleansUpRelativePaths()
{
    QFETCH(QString, library);
    const QTemporaryDir folder;
    const auto result = runPeer("client_cleanup", library, {}, {"--wdir", folder.path()});
    QVERIFY2(result.status == 0 && !result.standardOutput.contains("not ok"), result.text());
    QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList{"work"});
    QCOMPARE(QDir(folder.filePath("work")).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList{"kept"});
}

DBGR_TEST(TestLauncherServices, QCoreApplication);

} // namespace tst_launcher_services

#include "tst_launcher_services.moc"
